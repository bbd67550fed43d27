/** Thousands of sites, or a server's requests, in worker threads. For Node. */
export { BulkError, type BulkErrorCode } from "./errors.js";
export {
  type BulkFileCode,
  BulkFileError,
  type FileRunOptions,
  type FileRunReport,
  type FormatName,
  MissingPackageError,
  simulateToFile,
} from "./files/index.js";
export { createPool, type ObserveOptions, type Pool, type PoolOptions, type ResponseBody } from "./pool.js";
export { simulate } from "./simulate.js";
export type {
  Aggregate,
  AggregatePeriod,
  BulkContext,
  BulkSite,
  ColumnName,
  Cube,
  ModuleExport,
  NamedModel,
  NdArray,
  PeriodRows,
  Precision,
  ResultColumn,
  Simulation,
  SimulationOptions,
  SiteFailure,
  SiteResult,
  SiteSuccess,
  ThreadOptions,
  WeatherFunction,
  WeatherSource,
} from "./types.js";
export { shareWeather } from "./weather.js";
