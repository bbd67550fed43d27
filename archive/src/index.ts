/** irradiance-archive: weather for a place and a period from an operator's sources. */

export { type Archive, type ArchiveOptions, openArchive, type WeatherOptions } from "./archive.js";
export type { ReadOptions } from "./budget.js";
export { budgetOf } from "./budget.js";
export { CATALOGUE } from "./catalogue/expand.js";
export { checkEntry } from "./description/check-live.js";
export { describeWords, openDescription, openWeather, readDescription } from "./description/description.js";
export { weatherReport } from "./description/weather-report.js";
export { elevationTiles } from "./elevation/elevation-tiles.js";
export { ArchiveError } from "./errors.js";
export { type FilesOptions, type FilesSource, filesSource } from "./files/files-source.js";
export { inspectSource } from "./inspect.js";
export { liveSource } from "./live/live-source.js";
export { createLiveStore } from "./live/store.js";
export { type LiveWriter, type LiveWriterOptions, openLiveWriter } from "./live/writer.js";
export { inspectNetcdf, type NetcdfOptions, netcdfSource } from "./netcdf/netcdf-source.js";
export { inspectOm, omSource } from "./om/om-source.js";
export type { OmOptions } from "./om/options.js";
export { plan } from "./plan.js";
export { sampleSource } from "./sample/sample-source.js";
export { readScan, scanReader } from "./scans/read-scan.js";
export type { Offer, Part, Period, Place, Provenance, WeatherSource } from "./source.js";
export { syntheticSource } from "./synthetic/synthetic-source.js";
export { inspectZarr, type ZarrOptions, zarrSource } from "./zarr/zarr-source.js";
