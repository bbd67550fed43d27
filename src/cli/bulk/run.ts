/** Executes `irradiance bulk`; loaded, with its dependencies, only for that command. */
import { BulkFileError, type FileRunOptions, simulateToFile } from "../../bulk/files/index.js";
import type { BulkContext } from "../../bulk/types.js";
import { GpuError, openAccelerator } from "../../gpu/index.js";
import { type ObservationQuery, parseObservationRequest } from "../../index.js";
import { formatTime, parseIsoTime } from "../../time/iso-time.js";
import type { ReadOptions } from "../../weather/readers/format.js";
import { InterruptedError, UsageError } from "../errors.js";
import { refuseSameFile } from "../files.js";
import { printWeatherNotices } from "../notices.js";
import { printNotice } from "../output.js";
import { openPlaceMaps } from "../place-context.js";
import { toContext } from "../request.js";
import { tableOptionsOf } from "../table-options.js";
import { withTerrain } from "../terrain/open.js";
import { trackerOf, trackingModeOf } from "../tracker-options.js";
import { GpuTally } from "./gpu.js";
import { gridSites } from "./grid.js";
import { gridNotices } from "./grid-size.js";
import type { BulkOptions } from "./options.js";
import { startBulkProgress } from "./progress.js";
import { BulkTally } from "./report.js";
import type { SiteArchive } from "./site-archive.js";
import { type SiteList, surveySites } from "./sites.js";
import { type BulkWeather, openWeather, sitesWithWeather, weatherSource } from "./weather.js";

/** @throws UsageError unless there is one of the two; as `surveySites` and `gridSites` */
async function listOf({ sites, grid }: BulkOptions): Promise<SiteList> {
  if (sites !== undefined && grid !== undefined)
    throw new UsageError("--sites and --grid both name sites: give one of them");
  if (grid !== undefined) return gridSites(grid);
  if (sites === undefined) throw new UsageError("required option '--sites <file>' not specified, nor --grid");
  return surveySites(sites);
}

export async function bulk(options: BulkOptions): Promise<void> {
  const { sites, weather: paths, horizonFile, dem } = options;
  await refuseSameFile(
    { "--out": options.out },
    { "--sites": sites, "--weather": paths, "--archive": options.archive, "--horizon-file": horizonFile, "--dem": dem },
  );
  await checkTerrain(options);
  const list = await listOf(options);
  const size = options.grid === undefined ? [] : gridNotices(list, options);
  if (!options.quiet) for (const note of [...(list.notes ?? []), ...size]) printNotice(`grid: ${note}`);
  const interrupted = new AbortController();
  const archive = options.archive === undefined ? undefined : toSiteArchive(options, options.archive, list);
  const weather = await openWeather(options.weather ?? [], list, toReadOptions(options), archive);
  const tally = new BulkTally();
  const run = await toRun(options, list, weather, tally);
  const accelerator = options.gpu ? await openAccelerator() : undefined;
  const gpu = accelerator && new GpuTally(accelerator);
  let progress = startBulkProgress({ total: list.sites, done: 0, quiet: true });
  let threads = 0;
  const stop = stopOnSignals(interrupted, options.out);
  try {
    const report = await simulateToFile({
      ...run,
      accelerator,
      signal: interrupted.signal,
      onStart: (start) => {
        threads = start.threads;
        if (!options.quiet) printInputNotices(options, list, weather);
        progress = startBulkProgress({ total: list.sites, done: start.sitesDone, quiet: options.quiet });
      },
      onResult: (result) => {
        tally.add(result);
        gpu?.add(result);
        progress.step(!result.ok);
      },
    });
    progress.clear();
    if (!options.quiet) {
      tally.report(report, threads);
      tally.reportNotes(report);
      gpu?.report(options.subSteps);
    }
    if (report.failed > 0) process.exitCode = 1;
  } catch (cause) {
    progress.clear();
    throw asUsage(cause);
  } finally {
    stop();
    await accelerator?.close();
  }
}

/** Found before the run, not at each site: a folder that is not there, or an address that cannot be one. */
async function checkTerrain({ dem, horizonFile, gpu }: BulkOptions): Promise<void> {
  if (dem === undefined) return;
  if (horizonFile !== undefined)
    throw new UsageError("--dem and --horizon-file both give a horizon line: use one of them");
  if (gpu) throw new UsageError("--gpu and --dem: horizon lines of terrain are found in the threads only");
  await withTerrain({ dem }, async () => {});
}

function printInputNotices({ weather: paths }: BulkOptions, list: SiteList, weather: BulkWeather): void {
  if (weather.shared) printWeatherNotices(paths![0]!, weather.shared);
  for (const note of weather.notes ?? []) printNotice(`weather: ${note}`);
  if (list.unused.length > 0) printNotice(`sites: ignored columns: ${list.unused.join(", ")}`);
}

async function toRun(
  options: BulkOptions,
  list: SiteList,
  weather: BulkWeather,
  tally: BulkTally,
): Promise<FileRunOptions> {
  const { aggregate: period, statistic, decimals, deadline, dem } = options;
  if (statistic !== undefined && period === undefined) throw new UsageError("--statistic requires --aggregate");
  const { turbidity, altitude } = await openPlaceMaps();
  const maps = {
    turbidity: options.turbidity === undefined ? turbidity : undefined,
    altitude: options.altitude === undefined && dem === undefined ? altitude : undefined,
  };
  return {
    sites: sitesWithWeather(list, weather, toReadOptions(options), maps, (id, note) => tally.addNote(id, note)),
    weather: weatherSource(weather),
    ...toQuery(options),
    context: await toBulkContext(options),
    terrain: dem && { paths: dem },
    aggregate: period && { period, statistic },
    precision: options.float32 ? "float32" : "float64",
    threads: options.threads,
    memoryLimit: options.memoryLimit,
    deadline: deadline === undefined ? undefined : deadline * 1000,
    out: options.out,
    format: options.format,
    decimals: decimals === "full" ? null : decimals,
    sitesPerPart: options.partSites,
    resume: options.resume,
    force: options.force,
    identity: { sites: list.sha256, ...weather.identity },
  };
}

function toReadOptions({ weatherFormat, label, timeOffset, year, ...flags }: BulkOptions): ReadOptions {
  const options: ReadOptions = { format: weatherFormat, ...tableOptionsOf(flags) };
  if (label !== undefined) options.label = label;
  if (timeOffset !== undefined) options.timeOffset = timeOffset;
  if (year !== undefined) options.year = year;
  return options;
}

/** An archive has no period of its own. */
function toSiteArchive(options: BulkOptions, file: string, { columns }: SiteList): SiteArchive {
  const { frequency, altitude, now } = options;
  const { start, end } = absolutePeriod(options);
  for (const [name, value] of Object.entries({ start, end })) {
    if (value === undefined && !columns.includes(name)) throw new UsageError(`--archive needs --${name}`);
  }
  return { file, start, end, frequency, altitude, now: now === undefined ? Date.now() : parseIsoTime(now) };
}

function toQuery(options: BulkOptions): Pick<FileRunOptions, "parameters" | "frequency" | "start" | "end" | "query"> {
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
function absolutePeriod({ start, end, now }: BulkOptions): { start?: string; end?: string } {
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
async function toBulkContext(options: BulkOptions): Promise<BulkContext> {
  const { registry, tracker, ...context } = await toContext({ ...options, weather: "" });
  return { ...context, tracker: tracker && trackerOf(options) } as BulkContext;
}

/** The first signal ends the run in order, the second one at once. */
function stopOnSignals(controller: AbortController, out: string): () => void {
  const stop = (signal: "SIGINT" | "SIGTERM") => {
    const message = `${out}: interrupted; finished parts are kept in ${out}.partial, --resume continues`;
    controller.abort(new InterruptedError(message, signal));
    release();
  };
  const release = () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return release;
}

/**
 * A full disk is a failure; other errors of the file, and options that an accelerator does not support, are for the caller
 * to correct.
 */
function asUsage(cause: unknown): unknown {
  if (cause instanceof GpuError && cause.code === "ERR_GPU_UNSUPPORTED") {
    return new UsageError(`--gpu: ${cause.message}`, { cause });
  }
  if (!(cause instanceof BulkFileError) || cause.code === "ERR_BULK_DISK_FULL") return cause;
  return new UsageError(cause.message, { cause });
}
