/** Incidence angle modifiers: the loss of direct and diffuse irradiance by reflection at the cover. */
export { ashrae, interp, interpTable, martinRuiz, physical, sapm, schlick } from "./beam.js";
export { marionDiffuse, marionIntegrate, martinRuizDiffuse, schlickDiffuse } from "./diffuse.js";
