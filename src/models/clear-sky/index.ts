/** Clear-sky models. */
export { bird } from "./bird.js";
export { clearskyIndex } from "./clearsky-index.js";
export {
  type ClearskyComponents,
  type ClearskyLimits,
  type DetectClearskyOptions,
  detectClearsky,
} from "./detect-clearsky.js";
export { esra } from "./esra.js";
export { haurwitz } from "./haurwitz.js";
export { type IneichenOptions, ineichen } from "./ineichen.js";
export { ineichenAltitude } from "./ineichen-altitude.js";
export type { AerosolStageOptions } from "./limits.js";
export { mac2 } from "./mac2.js";
export { rest2V5 } from "./rest2-v5.js";
export { rest2V9 } from "./rest2-v9.js";
export { type SimplifiedSolisStageOptions, simplifiedSolis } from "./simplified-solis.js";
export { solis2018 } from "./solis-2018.js";
