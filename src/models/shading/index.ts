export { directMartinez, directMartinezRows } from "./direct-martinez.js";
export {
  type Horizon,
  horizonElevationRows,
  prepareHorizon,
  SUN_DIAMETER,
  visibleDiscFraction,
  visibleDiscRows,
} from "./horizon-line.js";
export { groundAngle, groundAngleRows, maskingAngle, maskingAngleRows, type RowInputs } from "./masking-angle.js";
export {
  maskingAnglePassias,
  maskingAnglePassiasRows,
  skyDiffusePassias,
  skyDiffusePassiasRows,
} from "./passias.js";
export { projectedSolarZenithAngle, projectedSolarZenithRows } from "./projected-solar-zenith-angle.js";
export { type ShadedFractionInputs, shadedFraction1d, shadedFraction1dRows } from "./shaded-fraction-1d.js";
export {
  type FixedPlane,
  HORIZON_BAND,
  horizonBandFactor,
  prepareSkyView,
  type SkyView,
  skyViewFactor,
  skyViewRows,
} from "./sky-view.js";
