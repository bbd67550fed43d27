/** Clear-sky models. */
export { bird, birdRows } from "./bird.js";
export { clearskyIndex, clearskyIndexRows } from "./clearsky-index.js";
export {
  type ClearskyComponents,
  type ClearskyLimits,
  type DetectClearskyOptions,
  detectClearsky,
} from "./detect-clearsky.js";
export { esra, esraAirmassRows, esraRows } from "./esra.js";
export { haurwitz, haurwitzRows } from "./haurwitz.js";
export { type IneichenOptions, ineichen, ineichenRows } from "./ineichen.js";
export type { AerosolStageOptions } from "./limits.js";
export { rest2V5, rest2V5Rows } from "./rest2-v5.js";
export { type SimplifiedSolisStageOptions, simplifiedSolis, simplifiedSolisRows } from "./simplified-solis.js";
