/** Thousands of sites, or a server's requests, in worker threads. For Node. */
export type { NdArray, NdArrayLike } from "../arrays/types.js";
export type { GriddedWeather } from "../weather/gridded.js";
export { BulkError, type BulkErrorCode } from "./errors.js";
export {
  type BulkFileCode,
  BulkFileError,
  type CountedNote,
  differenceOf,
  type FailedSite,
  type FileRunOptions,
  type FileRunReport,
  type FormatName,
  loadPackage,
  MissingPackageError,
  openPartMaker,
  type PartFile,
  type PartMaker,
  type PartOptions,
  type PartPlan,
  type PartSites,
  partLists,
  planParts,
  type RunIdentity,
  simulateToFile,
  type ToldOfSite,
} from "./files/index.js";
export { type BodyOptions, computeBody } from "./pool/body.js";
export { ENCODINGS, type Encoding, encodeBody } from "./pool/encoding.js";
export type {
  BodyWriteOptions,
  CallOptions,
  ObserveOptions,
  Pool,
  PoolHorizonOptions,
  PoolOptions,
  PowerBodyOptions,
  ResponseBody,
  YieldBody,
  YieldBodyOptions,
} from "./pool/types.js";
export { createPool } from "./pool.js";
export { simulate } from "./simulate.js";
export { shareWeather } from "./sites/weather.js";
export type {
  Aggregate,
  AggregatePeriod,
  BulkContext,
  BulkSite,
  ColumnName,
  Cube,
  DataRevision,
  ModuleExport,
  NamedModel,
  PeriodRows,
  PoolTerrain,
  Precision,
  ResultColumn,
  Simulation,
  SimulationOptions,
  SimulationWeather,
  SiteFailure,
  SiteNote,
  SiteResult,
  SiteSuccess,
  ThreadOptions,
  WeatherFunction,
} from "./types.js";
