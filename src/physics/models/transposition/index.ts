export { haydavies, isotropic, king, klucher, reindl } from "./classic.js";
export { ghiFromPoaDriesse2023 } from "./ghi-from-poa-driesse-2023.js";
export { gtiDirint } from "./gti-dirint.js";
export { perez, perezTable } from "./perez.js";
export { PEREZ_COEFFICIENTS } from "./perez-coefficients.js";
export { perezDriesse } from "./perez-driesse.js";
export { perezOnMeans } from "./perez-on-means.js";
export {
  aoi,
  aoiProjection,
  beamComponent,
  getGroundDiffuse,
  groundAlbedo,
  planeNormal,
  poaComponents,
} from "./plane.js";
