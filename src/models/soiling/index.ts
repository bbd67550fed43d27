/** Soiling of modules by dust, and its removal by rain. */
export { accumulatedRainRows } from "./accumulated-rain.js";
export { type HsuOptions, hsu, hsuMassRows, hsuSoilingRatioRows } from "./hsu.js";
export { type KimberOptions, kimber, kimberRows } from "./kimber.js";
