/** Thousands of sites, or a server's requests, in worker threads. For Node. */

export { MissingPackageError } from "../../foundation/packages.js";
export { BulkError, BulkFileError } from "./errors.js";
export { type FileRunOptions, type FileRunReport, simulateToFile } from "./files/run-file.js";
export { ENCODINGS, encodeBody } from "./pool/body.js";
export type { Pool, PoolOptions, ResponseBody } from "./pool/types.js";
export { createPool } from "./pool.js";
export { simulate } from "./simulate.js";
export { shareWeather } from "./sites/weather.js";
export type { BulkSite, Simulation, SimulationOptions, SiteResult } from "./types.js";
