/** Incidence angle modifiers: the loss of direct and diffuse irradiance by reflection at the cover. */
export { ashrae, ashraeRows } from "./ashrae.js";
export { incidenceCosineRows } from "./cosine.js";
export { type InterpOptions, interp, interpRows, interpTable } from "./interp.js";
export {
  type DiffuseRegion,
  type IamModel,
  type MarionIntegrateOptions,
  marionDiffuse,
  marionIntegrate,
} from "./marion.js";
export { martinRuiz, martinRuizRows } from "./martin-ruiz.js";
export { type MartinRuizDiffuseOptions, martinRuizDiffuse, martinRuizDiffuseRows } from "./martin-ruiz-diffuse.js";
export { type PhysicalOptions, physical, physicalRows } from "./physical.js";
export { type SapmIamOptions, sapm, sapmRows } from "./sapm.js";
export { schlick, schlickRows } from "./schlick.js";
export { schlickDiffuse, schlickDiffuseRows } from "./schlick-diffuse.js";
