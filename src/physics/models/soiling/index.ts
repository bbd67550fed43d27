/** Soiling of modules by dust, and its removal by rain. */
export { hsu, kimber } from "./soiling.js";
