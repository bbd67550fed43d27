/** "irradiance-engine/meter": a PV system, its shade and its health from the power that its meter has recorded. Pure, no packages. */

export type { ShadeMap } from "../../physics/models/shading/shade-map.js";
export { describeSystem } from "./description.js";
export { type Learning, type LearntSystem, learnSystem } from "./learn.js";
export { tuneToMeter } from "./tune-to-meter.js";
