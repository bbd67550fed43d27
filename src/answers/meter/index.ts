/** "irradiance-engine/meter": a PV system, its shade and its health from the power that its meter has recorded. Pure, no packages. */
export { describeSystem } from "./description.js";
export { type Learning, type LearntSystem, learnSystem } from "./learn.js";
export type { ShadeMap } from "./shade-map.js";
