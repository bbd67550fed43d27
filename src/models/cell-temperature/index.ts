/** Cell temperature from irradiance on the plane, air temperature and wind. */
export { type FaimanOptions, faiman } from "./faiman.js";
export { type FaimanRadOptions, faimanRad } from "./faiman-rad.js";
export { type FuentesModule, type FuentesOptions, fuentes, fuentesModule } from "./fuentes.js";
export { type GenericLinearOptions, genericLinear } from "./generic-linear.js";
export { GenericLinearModel, type WindFit } from "./generic-linear-model.js";
export { type NoctSamOptions, noctSam, noctSamMounting } from "./noct-sam.js";
export { TEMPERATURE_MODEL_PARAMETERS } from "./parameters.js";
export { PRILLIMAN_COEFFICIENTS, type PrillimanOptions, prilliman } from "./prilliman.js";
export { type PvsystCellOptions, pvsystCell } from "./pvsyst.js";
export { ROSS_COEFFICIENTS, type RossOptions, ross } from "./ross.js";
export {
  type SapmCellFromModuleOptions,
  type SapmModuleOptions,
  sapmCell,
  sapmCellFromModule,
  sapmModule,
} from "./sapm.js";
