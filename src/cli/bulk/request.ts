/** From the options of `irradiance bulk` to what is computed: its sites, their weather and elevation data, and what shapes the results. */
import type { FileRunOptions } from "../../answers/bulk/files/run-file.js";
import type { BulkContext, BulkSite, SiteNote, YieldRun } from "../../answers/bulk/types.js";
import { sourceOfFormat } from "../../answers/yield/uncertainty/budget.js";
import { formatTime, parseIsoTime } from "../../foundation/time/iso-time.js";
import { type ObservationQuery, parseObservationRequest } from "../../index.js";
import { type ArchiveChoice, namedSources, optionOf } from "../archive-weather.js";
import { withClosure } from "../believed.js";
import { UsageError } from "../errors.js";
import type { BulkOptions } from "../options/power.js";
import { openPlaceMaps, withTerrain } from "../place-context.js";
import { readOptionsOf, toContext } from "../request.js";
import { trackerOf, trackingModeOf } from "../tracker.js";
import { gridSites } from "./grid.js";
import type { SiteList } from "./site-list.js";
import type { FileReading, SiteArchive } from "./site-weather.js";
import { surveySites } from "./sites.js";
import { type BulkWeather, openWeather, sitesWithWeather, weatherSource } from "./weather.js";
import { checkYieldOptions, SYSTEM_COLUMNS, yieldRunOf } from "./yields.js";

/** Found before the run, not at each site: a folder that is not there, or an address that cannot be one. */
export async function checkElevation(options: Pick<BulkOptions, "dem" | "horizonFile" | "gpu">): Promise<void> {
  const { dem, horizonFile, gpu } = options;
  if (dem === undefined) return;
  if (horizonFile !== undefined)
    throw new UsageError("--dem and --horizon-file both give a horizon line: use one of them");
  if (gpu)
    throw new UsageError("--dem does not work with --gpu: only the threads compute horizon lines from elevation data");
  await withTerrain({ dem }, async () => {});
}

/** What neither file nor threads concern. */
type RequestedOptions = Omit<BulkOptions, "out">;

/** @throws UsageError unless there is one of the two; as `surveySites` and `gridSites` */
export async function listOf(options: RequestedOptions): Promise<SiteList> {
  const { sites, grid } = options;
  checkYieldOptions(options);
  if (sites !== undefined && grid !== undefined)
    throw new UsageError("--sites and --grid both name sites: give one of them");
  if (grid !== undefined) return gridSites(grid);
  if (sites === undefined) throw new UsageError("required option '--sites <file>' not specified, nor --grid");
  return surveySites(sites, options.yield ? ["system", "kwp", ...SYSTEM_COLUMNS] : []);
}

/** Degrees of longitude, four minutes of the sun: over one weather for sites farther apart the caller is asked. */
const MOST_APART = 1;

/** @throws as `openWeather`; UsageError for weather of no place that sites far apart would share, unless `--yes` says so */
export async function weatherOf(options: RequestedOptions, list: SiteList): Promise<BulkWeather> {
  const named = options.archive ?? namedSources(options.weather);
  const archive = named === undefined ? undefined : toSiteArchive(options, named, list);
  const weather = await openWeather(options.weather ?? [], list, toFileReading(options, list), archive);
  if (
    weather.shared !== undefined &&
    weather.shared.series.place === undefined &&
    list.span > MOST_APART &&
    !options.yes
  ) {
    const apart = `${list.span.toFixed(1)}° of longitude apart, ${(4 * list.span).toFixed(0)} minutes of solar time`;
    throw new UsageError(
      `${options.weather![0]} does not state its location, and the sites that share it are ${apart}: planes that face east or west ` +
        "would be wrong; give files of several places, or --yes to compute anyway",
    );
  }
  return weather;
}

/** @param tell called with the name of a site and what no thread can tell of it */
export async function sitesOf(
  options: RequestedOptions,
  list: SiteList,
  weather: BulkWeather,
  tell: (id: string, note: SiteNote) => void,
): Promise<AsyncIterable<BulkSite>> {
  // The threads find what the maps know of the place of a yield.
  if (options.yield)
    return sitesWithWeather(list, weather, toFileReading(options, list), { isHeightLate: false }, tell);
  const { turbidity, altitude } = await openPlaceMaps();
  const height = options.altitude ?? weather.shared?.series.place?.altitude;
  const turbidityAt: typeof turbidity = (lat, lon, own = height) => turbidity(lat, lon, own);
  const maps = {
    turbidity: options.turbidity === undefined ? turbidityAt : undefined,
    altitude: options.altitude === undefined && options.dem === undefined ? altitude : undefined,
    isHeightLate: options.altitude === undefined,
  };
  return sitesWithWeather(list, weather, toFileReading(options, list), maps, tell);
}

export async function toRunOptions(
  options: RequestedOptions,
  list: SiteList,
  weather: BulkWeather,
): Promise<Omit<FileRunOptions, "sites" | "out">> {
  const { aggregate: period, statistic, deadline, dem } = options;
  const common = {
    weather: weatherSource(weather),
    terrain: dem && { paths: dem },
    precision: options.float32 ? "float32" : "float64",
    deadline: deadline === undefined ? undefined : deadline * 1000,
    sitesPerPart: options.partSites,
    identity: { sites: list.sha256, ...weather.identity, ...(options.dropFlagged && { dropFlagged: "true" }) },
  } as const;
  if (options.yield) {
    const { start: _start, end: _end, ...whole } = options;
    const { query } = toQuery(whole);
    const context = await toBulkContext(options);
    return { ...common, query, context, aggregate: period, yields: await yieldsOf(options, weather) };
  }
  if (statistic !== undefined && period === undefined) throw new UsageError("--statistic requires --aggregate");
  return {
    ...common,
    ...toQuery(options),
    context: withClosure(await toBulkContext(options), weather.shared?.examination, options.quiet),
    aggregate: period && { period, statistic },
  };
}

/** With what the file of all sites says of itself. */
async function yieldsOf(options: RequestedOptions, { shared }: BulkWeather): Promise<YieldRun> {
  const run = await yieldRunOf(options);
  if (shared === undefined) return run;
  const { format, typicalYear, horizonInLight, examination } = shared;
  return { ...run, typicalYear, horizonInLight, examination, lightSource: sourceOfFormat(format, typicalYear) };
}

/** Whoever names a period means its own hours, and not the months of a typical year. */
function toFileReading(requested: RequestedOptions, { columns }: SiteList): FileReading {
  const { start, end, aggregate, turbidity, trustClock, dropFlagged, typicalYear } = requested;
  const hasPeriod = start !== undefined || end !== undefined || columns.includes("start") || columns.includes("end");
  const inLocalYear = aggregate !== undefined && !hasPeriod && !requested.yield;
  const ofYields = requested.yield && { ofYields: true, typicalYear };
  return { options: readOptionsOf(requested), inLocalYear, turbidity, trustClock, dropFlagged, ...ofYields };
}

/** An archive has no period of its own. */
function toSiteArchive(options: RequestedOptions, file: ArchiveChoice, { columns }: SiteList): SiteArchive {
  const { altitude, now } = options;
  const frequency = options.frequency ?? (options.yield ? "1_hour" : undefined);
  const { start, end } = absolutePeriod(options);
  for (const [name, value] of Object.entries({ start, end }))
    if (value === undefined && !columns.includes(name)) throw new UsageError(`${optionOf(file)} needs --${name}`);
  const at = now === undefined ? Date.now() : parseIsoTime(now);
  return { file, start, end, frequency, altitude, now: at, ...(options.yield && { ofYields: true }) };
}

function toQuery(
  options: RequestedOptions,
): Pick<FileRunOptions, "parameters" | "frequency" | "start" | "end" | "query"> {
  const { parameters, frequency, surfaceTilt, surfaceAzimuth, horizonFile, dem } = options;
  const trackingMode = trackingModeOf(options);
  const query: { -readonly [key in keyof ObservationQuery]?: ObservationQuery[key] } = {};
  if (surfaceTilt !== undefined) query.surface_tilt = surfaceTilt;
  if (surfaceAzimuth !== undefined) query.surface_azimuth = surfaceAzimuth;
  if (trackingMode !== undefined) query.tracking_mode = trackingMode;
  const horizon = options.horizon ?? ((horizonFile ?? dem) ? "auto" : undefined);
  if (horizon !== undefined) query.horizon = horizon;
  return { parameters, frequency, ...absolutePeriod(options), query };
}

/** Relative times are resolved once, so that all sites have the same. */
function absolutePeriod({ start, end, now }: RequestedOptions): { start?: string; end?: string } {
  const query: { lat: number; lon: number; start?: string; end?: string } = { lat: 0, lon: 0 };
  if (start !== undefined) query.start = start;
  if (end !== undefined) query.end = end;
  const request = parseObservationRequest(query, { now: now ?? Date.now() });
  const settled: { start?: string; end?: string } = {};
  if (request.start !== undefined) settled.start = formatTime(request.start);
  if (request.end !== undefined) settled.end = formatTime(request.end);
  return settled;
}

/** Threads know all models by name. */
async function toBulkContext(options: RequestedOptions): Promise<BulkContext> {
  const { registry, tracker, ...context } = await toContext({ ...options, weather: "" });
  return { ...context, tracker: tracker && trackerOf(options) } as BulkContext;
}
