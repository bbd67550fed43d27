export { type AoiInputs, aoi, aoiProjection, aoiProjectionRows } from "./aoi.js";
export { beamComponent } from "./beam-component.js";
export { type GhiFromPoaInputs, ghiFromPoaDriesse2023 } from "./ghi-from-poa-driesse-2023.js";
export { groundAlbedo, groundAlbedoRows } from "./ground-albedo.js";
export { getGroundDiffuse, groundDiffuseRows } from "./ground-diffuse.js";
export { type GtiDirintInputs, type GtiDirintOptions, gtiDirint } from "./gti-dirint.js";
export { anisotropyIndexRows, type HaydaviesInputs, haydavies, haydaviesRows } from "./haydavies.js";
export { cosIncidenceFixedRows, cosIncidenceTrackerRows, planeNormal } from "./incidence.js";
export { isotropic, isotropicRows } from "./isotropic.js";
export { king, kingRows } from "./king.js";
export { type KlucherInputs, klucher, klucherRows } from "./klucher.js";
export { type PerezModel, type PerezOptions, perez, perezRows, perezTable } from "./perez.js";
export { PEREZ_COEFFICIENTS } from "./perez-coefficients.js";
export { type PerezDriesseInputs, perezDriesse, perezDriesseRows } from "./perez-driesse.js";
export { type PerezOnMeansInputs, type PerezOnMeansOptions, perezOnMeans } from "./perez-on-means.js";
export { poaComponents } from "./poa-components.js";
export { poaGlobalRows } from "./poa-global.js";
export { type ReindlInputs, reindl, reindlRows } from "./reindl.js";
export {
  isotropicShareRows,
  type SkyDiffuseComponents,
  shadedSkyDiffuseRows,
  skyDiffuseRows,
  skyOnPlaneRows,
} from "./sky-diffuse.js";
