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
export { mac2, mac2Rows } from "./mac2.js";
export { rest2V5, rest2V5Rows } from "./rest2-v5.js";
export { rest2V9, rest2V9Rows } from "./rest2-v9.js";
export { type SimplifiedSolisStageOptions, simplifiedSolis, simplifiedSolisRows } from "./simplified-solis.js";
export { solis2018, solis2018Rows } from "./solis-2018.js";
