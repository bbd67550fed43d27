/** "irradiance-engine/climate": a year in local standard time, from a request and a year of weather. Pure, no packages. */
export { computeClimate } from "./compute.js";
export { climateCsvChunks, writeClimateCsv } from "./csv.js";
export { climateJsonChunks, writeClimateJson } from "./json.js";
export { toClimateResponse } from "./response.js";
export type { ClimateColumns, ClimateDescriptor, ClimateMetadata, ClimateResponse, YearGrid } from "./types.js";
export { climatePeriod, TYPICAL_YEAR } from "./year.js";
