export { calcAxisTilt, calcCrossAxisTilt, calcSurfaceOrientation, dualAxis, singleaxis } from "./singleaxis.js";
export { tracker } from "./tracker.js";
