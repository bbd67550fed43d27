export { directMartinez } from "./direct-martinez.js";
export { type Horizon, prepareHorizon, SUN_DIAMETER, visibleDiscFraction } from "./horizon-line.js";
export { groundAngle, maskingAngle, type RowInputs } from "./masking-angle.js";
export { maskingAnglePassias, skyDiffusePassias } from "./passias.js";
export { projectedSolarZenithAngle } from "./projected-solar-zenith-angle.js";
export { type ShadedFractionInputs, shadedFraction1d } from "./shaded-fraction-1d.js";
export {
  type FixedPlane,
  HORIZON_BAND,
  horizonBandFactor,
  prepareSkyView,
  type SkyView,
  skyViewFactor,
} from "./sky-view.js";
