/** Cell temperature from irradiance on the plane, air temperature and wind. */
export { fuentes, fuentesModule } from "./fuentes.js";
export { GenericLinearModel } from "./generic-linear-model.js";
export {
  faiman,
  faimanRad,
  genericLinear,
  noctSam,
  noctSamMounting,
  pvsystCell,
  ROSS_COEFFICIENTS,
  ross,
} from "./linear.js";
export { prilliman } from "./prilliman.js";
export { sapmCell, sapmCellFromModule, sapmModule, TEMPERATURE_MODEL_PARAMETERS } from "./sapm.js";
