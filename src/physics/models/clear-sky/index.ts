/** Clear-sky models. */
export { bird } from "./bird.js";
export { clearskyIndex } from "./clearsky-index.js";
export { detectClearsky } from "./detect-clearsky.js";
export { esra } from "./esra.js";
export { haurwitz } from "./haurwitz.js";
export { ineichen, ineichenAltitude } from "./ineichen.js";
export { mac2 } from "./mac2.js";
export { rest2V5 } from "./rest2-v5.js";
export { rest2V9 } from "./rest2-v9.js";
export { simplifiedSolis, solis2018 } from "./solis.js";
