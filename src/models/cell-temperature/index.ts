/** Cell temperature from irradiance on the plane, air temperature and wind. */
export { type FaimanOptions, faiman, faimanRows } from "./faiman.js";
export { type FaimanRadOptions, faimanRad, lessSkyRadiationRows } from "./faiman-rad.js";
export { type FuentesModule, type FuentesOptions, fuentes, fuentesModule, fuentesRows } from "./fuentes.js";
export { type GenericLinearOptions, genericLinear, genericLinearRows } from "./generic-linear.js";
export { GenericLinearModel, type WindFit } from "./generic-linear-model.js";
export { type NoctSamOptions, noctSam, noctSamMounting, noctSamRows } from "./noct-sam.js";
export { TEMPERATURE_MODEL_PARAMETERS } from "./parameters.js";
export { PRILLIMAN_COEFFICIENTS, type PrillimanOptions, prilliman, prillimanRows } from "./prilliman.js";
export { type PvsystCellOptions, pvsystCell, pvsystCellRows } from "./pvsyst.js";
export { ROSS_COEFFICIENTS, type RossOptions, ross, rossRows } from "./ross.js";
export {
  type SapmCellFromModuleOptions,
  type SapmModuleOptions,
  sapmCell,
  sapmCellFromModule,
  sapmCellFromModuleRows,
  sapmModule,
  sapmModuleRows,
} from "./sapm.js";
