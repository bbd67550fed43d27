export {
  type Horizon,
  horizonElevationRows,
  prepareHorizon,
  SUN_DIAMETER,
  visibleDiscFraction,
  visibleDiscRows,
} from "./horizon-line.js";
export { projectedSolarZenithAngle, projectedSolarZenithRows } from "./projected-solar-zenith-angle.js";
export {
  type FixedPlane,
  HORIZON_BAND,
  horizonBandFactor,
  prepareSkyView,
  type SkyView,
  skyViewFactor,
  skyViewRows,
} from "./sky-view.js";
