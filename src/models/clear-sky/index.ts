/** Clear-sky models. */
export { haurwitz, haurwitzRows } from "./haurwitz.js";
export { type IneichenOptions, ineichen, ineichenRows } from "./ineichen.js";
export { type SimplifiedSolisStageOptions, simplifiedSolis, simplifiedSolisRows } from "./simplified-solis.js";
