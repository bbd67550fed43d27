export { type AoiInputs, aoi, aoiProjection, aoiProjectionRows } from "./aoi.js";
export { groundAlbedo, groundAlbedoRows } from "./ground-albedo.js";
export { getGroundDiffuse, groundDiffuseRows } from "./ground-diffuse.js";
export { anisotropyIndexRows, type HaydaviesInputs, haydavies, haydaviesRows } from "./haydavies.js";
export { cosIncidenceFixedRows, cosIncidenceTrackerRows, planeNormal } from "./incidence.js";
export { isotropic, isotropicRows } from "./isotropic.js";
export { type KlucherInputs, klucher, klucherRows } from "./klucher.js";
export { type PerezDriesseInputs, perezDriesse, perezDriesseRows } from "./perez-driesse.js";
export { poaComponents } from "./poa-components.js";
export { type ReindlInputs, reindl, reindlRows } from "./reindl.js";
export {
  horizonOnPlaneRows,
  isotropicShareRows,
  type SkyDiffuseComponents,
  shadedSkyDiffuseRows,
  skyDiffuseRows,
} from "./sky-diffuse.js";
