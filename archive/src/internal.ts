/** "irradiance-archive/internal/server": for the packages of this repository alone; it may change with any commit. */

export { DEFAULT_LIMITS } from "./budget.js";
export { lockStore, type WeatherCache } from "./bytes/disk-cache.js";
export { catalogueEntry } from "./catalogue/expand.js";
export type { Listing } from "./cf/dataset.js";
export { parseDescription } from "./description/description.js";
export type { WeatherAction } from "./description/weather-report.js";
export { isTileAddress } from "./elevation/elevation-tiles.js";
export { type FailureKind, kindOf, messageOf } from "./errors.js";
export type { InspectedDataset, InspectedSource } from "./inspect.js";
export type { LiveClass, LiveStoreOptions } from "./live/manifest.js";
export { type ReadUpdatesOptions, readUpdates } from "./live/read-updates.js";
export type { Damage } from "./live/segments.js";
export { isLiveStore, liveStatus } from "./live/store.js";
export type { LiveUpdate } from "./live/update.js";
export { type Plan, type PlanOptions, type Purpose, rankOf } from "./plan.js";
export type { ArchiveWeather } from "./reading.js";
export { followScans } from "./scans/follow/feed.js";
export type { ScanOptions } from "./scans/read-scan.js";
export { cellSeries, type Scan, type ScanProductName } from "./scans/scan-file.js";
export {
  type Cell,
  type DatasetFacts,
  type Doubt,
  distanceKm,
  type Extent,
  type ListedArray,
  type SourceClass,
  type SourceFacts,
} from "./source.js";
export type { SourceEvent, SourceFailure, Survey } from "./survey.js";
