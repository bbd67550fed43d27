/** Incidence angle modifiers: the loss of direct and diffuse irradiance by reflection at the cover. */
export { ashrae } from "./ashrae.js";
export { type InterpOptions, interp, interpTable } from "./interp.js";
export {
  type DiffuseRegion,
  type IamModel,
  type MarionIntegrateOptions,
  marionDiffuse,
  marionIntegrate,
} from "./marion.js";
export { type MartinRuizDiffuseOptions, martinRuiz, martinRuizDiffuse } from "./martin-ruiz.js";
export { type PhysicalOptions, physical } from "./physical.js";
export { type SapmIamOptions, sapm } from "./sapm.js";
export { schlick, schlickDiffuse } from "./schlick.js";
