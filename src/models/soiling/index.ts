/** Soiling of modules by dust, and its removal by rain. */
export { type HsuOptions, hsu } from "./hsu.js";
export { type KimberOptions, kimber } from "./kimber.js";
