/** irradiance-archive: weather for a place and a period from an operator's sources. */

export type { LockOwner, WriterLock } from "irradiance-engine/shared/node";
export { type Archive, type ArchiveOptions, openArchive, type WeatherOptions } from "./archive.js";
export type { ReadOptions } from "./budget.js";
export { type Budget, budgetOf, DEFAULT_LIMITS, type Limits } from "./budget.js";
export type { Traffic } from "./bytes/byte-store.js";
export type { DiskCacheOptions } from "./bytes/disk-cache.js";
export { lockStore } from "./bytes/lock.js";
export type { WeatherCache } from "./bytes/weather-cache.js";
export { CATALOGUE, catalogueEntry } from "./catalogue/catalogue.js";
export type {
  CatalogueEntry,
  EntryAccount,
  EntryFollowed,
  EntryPurpose,
  EntrySource,
  Pinned,
  PinnedArray,
} from "./catalogue/entry.js";
export type { Listing } from "./cf/listing.js";
export type { CfOptions, OwnVariable } from "./cf/options.js";
export { type CheckedEntry, type CheckedSource, type CheckOptions, checkEntry } from "./description/check-live.js";
export {
  type Description,
  type DescriptionOptions,
  openDescription,
  parseDescription,
  readDescription,
} from "./description/description.js";
export {
  type DescribedWeather,
  type OpenWeatherQuery,
  openWeather,
} from "./description/open-weather.js";
export {
  WEATHER_ACTIONS,
  type WeatherAction,
  type WeatherReport,
  type WeatherReportOptions,
  weatherReport,
} from "./description/weather-report.js";
export { describeWords, type WordsOptions } from "./description/words.js";
export { type ElevationTilesOptions, elevationTiles } from "./elevation/elevation-tiles.js";
export { isTileAddress } from "./elevation/pattern.js";
export {
  ArchiveError,
  type ArchiveErrorCode,
  type ArchiveErrorOptions,
  type FailureKind,
  kindOf,
  messageOf,
} from "./errors.js";
export type { Extent } from "./extent.js";
export type { ColumnFacts, DatasetFacts, ListedArray, Preliminary, SourceClass, SourceFacts } from "./facts.js";
export { type FileDoubt, type FilesOptions, type FilesSource, filesSource } from "./files/files-source.js";
export type { FileProblem } from "./files/scan.js";
export { type InspectedDataset, type InspectedSource, inspectSource, type YearOfAPlace } from "./inspect.js";
export type { Damage } from "./live/damage.js";
export type { LiveClass, LiveColumn, LiveDescription, LiveStoreOptions } from "./live/description.js";
export { type LiveSourceOptions, liveSource } from "./live/live-source.js";
export { type ReadUpdatesOptions, readUpdates } from "./live/read-updates.js";
export { isLiveStore, type LiveStatus, liveStatus } from "./live/status.js";
export { createLiveStore } from "./live/store.js";
export type { LiveUpdate } from "./live/update.js";
export {
  type Compacted,
  type Ingested,
  type LiveWriter,
  type LiveWriterOptions,
  openLiveWriter,
} from "./live/writer.js";
export { inspectNetcdf, netcdfSource } from "./netcdf/netcdf-source.js";
export type { NetcdfOptions } from "./netcdf/options.js";
export type { GaussianGrid, OmGrid, ProjectedGrid, Projection, RegularGrid } from "./om/grids/grid.js";
export { inspectOm } from "./om/inspect-om.js";
export { omSource } from "./om/om-source.js";
export type { OmOptions } from "./om/options.js";
export { distanceKm } from "./place.js";
export { type Plan, type PlanOptions, type Purpose, plan, type Stretch } from "./plan.js";
export type { ArchiveWeather } from "./reading.js";
export { sampleSource } from "./sample/sample-source.js";
export type { FollowOptions } from "./scans/follow/feed.js";
export { followScans } from "./scans/follow/follow.js";
export type { GridDefinition, GridWindow, ScanArea, ScanGrid } from "./scans/grid.js";
export { type CellReadings, cellSeries } from "./scans/line-times.js";
export { readScan, type ScanOptions, type ScanReader, scanReader } from "./scans/read-scan.js";
export type { Scan, ScanProduct, ScanProductName } from "./scans/scan.js";
export type { Cell, Doubt, Offer, Part, Period, Place, Provenance, WeatherSource } from "./source.js";
export type { SourceEvent, SourceFailure, Survey } from "./survey.js";
export { syntheticSource } from "./synthetic/synthetic-source.js";
export type { ZarrOptions } from "./zarr/options.js";
export { inspectZarr, zarrSource } from "./zarr/zarr-source.js";
