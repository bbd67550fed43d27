/** `irradiance bulk`: thousands of sites into one file. */
import { Command, InvalidArgumentError, Option } from "commander";
import { BulkFileError, type FileRunOptions, type FormatName, simulateToFile } from "../bulk/files/index.js";
import type { AggregatePeriod, BulkContext } from "../bulk/types.js";
import { GpuError, openAccelerator } from "../gpu/index.js";
import { type ObservationQuery, parseObservationRequest } from "../index.js";
import { formatTime } from "../observation/calendar.js";
import type { ReadOptions } from "../weather/readers/format.js";
import { GpuTally } from "./bulk-gpu.js";
import { startBulkProgress } from "./bulk-progress.js";
import { BulkTally } from "./bulk-report.js";
import { type SiteList, surveySites } from "./bulk-sites.js";
import { type BulkWeather, openWeather, sitesWithWeather, weatherSource } from "./bulk-weather.js";
import { UsageError } from "./errors.js";
import { addRequestOptions, type RequestOptions, toContext, toNumber } from "./options.js";
import { remark } from "./output.js";
import { remarkOnWeather } from "./remarks.js";

interface BulkOptions extends Omit<RequestOptions, "weather"> {
  sites: string;
  weather?: string[];
  out: string;
  format?: FormatName;
  aggregate?: AggregatePeriod;
  statistic?: "sum" | "mean";
  float32?: boolean;
  float64?: boolean;
  decimals?: number | "full";
  threads?: number;
  gpu?: boolean;
  partSites?: number;
  deadline?: number;
  memoryLimit?: number;
  resume?: boolean;
  force?: boolean;
}

/** Options that mean the same as in `observe`. */
const SHARED = new Set([
  "--weather-format",
  "--label",
  "--time-offset",
  "--year",
  "--parameters",
  "--frequency",
  "--surface-tilt",
  "--surface-azimuth",
  "--tracking-mode",
  "--horizon",
  "--horizon-file",
  "--start",
  "--end",
  "--now",
  "--altitude",
  "--albedo",
  "--sub-steps",
  "--models",
  "--quiet",
]);

export function addBulk(program: Command): void {
  const command = program
    .command("bulk")
    .description("compute many sites in threads, into one Parquet, Arrow or CSV file")
    .requiredOption("--sites <file>", "CSV: lat, lon, and id, surface_tilt, …, altitude, weather as far as they differ")
    .option("--weather <files...>", "a file for all sites, several (each site takes the nearest), or {id}.csv")
    .requiredOption("--out <file>", "the file; its ending tells the format")
    .addOption(new Option("--format <name>", "if the ending does not tell").choices(["parquet", "arrow", "csv"]))
    .addOption(
      new Option(
        "--aggregate <period>",
        "rows per period of local standard time in place of rows per interval",
      ).choices(["hourly", "daily", "monthly", "annual"]),
    )
    .addOption(new Option("--statistic <name>", "of aggregates (default: sum)").choices(["sum", "mean"]))
    .addOption(new Option("--float32", "single precision in the file").conflicts("float64"))
    .option("--float64", "double precision in the file (default)")
    .option("--decimals <count>", "CSV: 0 to 6, or full (default: 2)", toDecimals)
    .option("--threads <count>", "threads that compute (default: one per core)", toCount)
    .option("--gpu", "compute on a GPU (docs/gpu.md says what it can have, and which packages it needs)")
    .option("--deadline <seconds>", "longest time for one site (default: 60)", toPositive)
    .option("--memory-limit <mebibytes>", "heap of a thread", toCount)
    .option("--part-sites <count>", "sites that an interruption can cost, and of a Parquet row group", toCount)
    .option("--resume", "go on with what an interrupted run has left in OUT.partial")
    .option("--force", "replace OUT, and start over");
  const shared = addRequestOptions(new Command()).options;
  for (const option of shared) if (SHARED.has(option.long ?? "")) command.addOption(option);
  command.action(bulk);
}

function toCount(text: string): number {
  const value = toNumber(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

function toPositive(text: string): number {
  const value = toNumber(text);
  if (value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}

function toDecimals(text: string): number | "full" {
  if (text === "full") return text;
  const value = toNumber(text);
  if (Number.isInteger(value) && value >= 0 && value <= 6) return value;
  throw new InvalidArgumentError("It must be a whole number from 0 to 6, or full.");
}

async function bulk(options: BulkOptions): Promise<void> {
  const list = await surveySites(options.sites);
  const interrupted = new AbortController();
  const weather = await openWeather(options.weather ?? [], list, toReadOptions(options));
  const run = await toRun(options, list, weather);
  const accelerator = options.gpu ? await openAccelerator() : undefined;
  const tally = new BulkTally();
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
        if (!options.quiet) remarkOnInput(options, list, weather);
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

function remarkOnInput({ weather: paths }: BulkOptions, list: SiteList, weather: BulkWeather): void {
  if (weather.shared) remarkOnWeather(paths![0]!, weather.shared);
  if (list.unused.length > 0) remark(`sites: nothing is made of the columns ${list.unused.join(", ")}`);
}

async function toRun(options: BulkOptions, list: SiteList, weather: BulkWeather): Promise<FileRunOptions> {
  const { aggregate: period, statistic, decimals, deadline } = options;
  if (statistic !== undefined && period === undefined) throw new UsageError("--statistic goes with --aggregate");
  return {
    sites: sitesWithWeather(list, weather, toReadOptions(options)),
    weather: weatherSource(weather),
    ...toQuery(options),
    context: await toBulkContext(options),
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

function toReadOptions({ weatherFormat, label, timeOffset, year }: BulkOptions): ReadOptions {
  const options: ReadOptions = { format: weatherFormat };
  if (label !== undefined) options.label = label;
  if (timeOffset !== undefined) options.timeOffset = timeOffset;
  if (year !== undefined) options.year = year;
  return options;
}

function toQuery(options: BulkOptions): Pick<FileRunOptions, "parameters" | "frequency" | "start" | "end" | "query"> {
  const { parameters, frequency, surfaceTilt, surfaceAzimuth, trackingMode, horizonFile } = options;
  const query: { -readonly [key in keyof ObservationQuery]?: ObservationQuery[key] } = {};
  if (surfaceTilt !== undefined) query.surface_tilt = surfaceTilt;
  if (surfaceAzimuth !== undefined) query.surface_azimuth = surfaceAzimuth;
  if (trackingMode !== undefined) query.tracking_mode = trackingMode;
  const horizon = options.horizon ?? (horizonFile === undefined ? undefined : "auto");
  if (horizon !== undefined) query.horizon = horizon;
  return { parameters, frequency, ...absolutePeriod(options), query };
}

/** Relative times are settled once, so that all sites have the same. */
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
  const { registry, ...context } = await toContext({ ...options, weather: "" });
  return context as BulkContext;
}

/** The first signal ends the run in order, the second at once. */
function stopOnSignals(controller: AbortController, out: string): () => void {
  const stop = () => {
    controller.abort(new Error(`${out}: interrupted; what is done is kept in ${out}.partial, --resume goes on`));
    release();
  };
  const release = () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return release;
}

/**
 * A full disk is a failure; everything else about the file is for the caller to say differently, and what an accelerator
 * cannot have.
 */
function asUsage(cause: unknown): unknown {
  if (cause instanceof GpuError && cause.code === "ERR_GPU_UNSUPPORTED") {
    return new UsageError(`--gpu: ${cause.message}`, { cause });
  }
  if (!(cause instanceof BulkFileError) || cause.code === "ERR_BULK_DISK_FULL") return cause;
  return new UsageError(cause.message, { cause });
}
