/** Light that was measured on the plane of the modules. */
export { type ReadPlaneLightOptions, readPlaneLight } from "./read-plane-light.js";
export { type PlaneLight, yieldOfPlaneLight } from "./yield-of-plane-light.js";
