export { prepareHorizon, visibleDiscFraction } from "./horizon-line.js";
export {
  directMartinez,
  groundAngle,
  maskingAngle,
  maskingAnglePassias,
  projectedSolarZenithAngle,
  shadedFraction1d,
  skyDiffusePassias,
} from "./rows.js";
export { horizonBandFactor, prepareSkyView, skyViewFactor } from "./sky-view.js";
