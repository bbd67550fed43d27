/** Executes `irradiance bulk`; loaded, with its dependencies, only for that command. */
import { BulkFileError } from "../../answers/bulk/errors.js";
import { type FileRunOptions, simulateToFile } from "../../answers/bulk/files/run-file.js";
import { GpuError, openAccelerator } from "../../engine/gpu/index.js";
import { printWeatherNotices, pvNotice } from "../believed.js";
import { UsageError, untilSignal } from "../errors.js";
import { inFlags } from "../option-names.js";
import type { BulkOptions } from "../options/power.js";
import { printNotice, refuseSameFile } from "../output.js";
import { trackerNotice } from "../tracker.js";
import { gridNotices } from "./grid.js";
import { BulkTally, GpuTally, startBulkProgress } from "./report.js";
import { checkElevation, listOf, sitesOf, toRunOptions, weatherOf } from "./request.js";
import type { SiteList } from "./site-list.js";
import type { BulkWeather } from "./weather.js";

export async function bulk(options: BulkOptions): Promise<void> {
  const { sites, weather: paths, horizonFile, dem } = options;
  await refuseSameFile(
    { "--out": options.out },
    {
      ...{ "--sites": sites, "--weather": paths, "--archive": options.archive },
      ...{
        "--horizon-file": horizonFile,
        "--dem": dem,
        "--system": options.system?.startsWith("{") ? undefined : options.system,
      },
    },
  );
  await checkElevation(options);
  const list = await listOf(options);
  const size = options.grid === undefined ? [] : gridNotices(list, options.yield ? asYears(options) : options);
  if (!options.quiet) for (const note of [...(list.notes ?? []), ...size]) printNotice(`grid: ${note}`);
  const weather = await weatherOf(options, list);
  const tally = new BulkTally(options.yield);
  const run = await toRun(options, list, weather, tally);
  const accelerator = options.gpu ? await openAccelerator() : undefined;
  const gpu = accelerator && new GpuTally(accelerator);
  let progress = startBulkProgress({ total: list.sites, done: 0, quiet: true });
  let threads = 0;
  const interrupted = untilSignal(
    `${options.out}: interrupted; finished parts are kept in ${options.out}.partial, --resume continues`,
  );
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
      tally.reportNotes(report.told, `${report.out}.weather.csv`);
      gpu?.report(options.subSteps);
    }
    if (report.failed > 0) process.exitCode = 1;
  } catch (cause) {
    progress.clear();
    throw asUsage(cause);
  } finally {
    interrupted.release();
    await accelerator?.close();
  }
}

function printInputNotices(options: BulkOptions, list: SiteList, weather: BulkWeather): void {
  const tracker = trackerNotice(options);
  const pv = options.yield ? undefined : pvNotice((options.parameters ?? "").split(","), options.models);
  for (const note of [tracker, pv]) if (note !== undefined) printNotice(`note: ${note}`);
  if (weather.shared) printWeatherNotices(options.weather![0]!, weather.shared);
  for (const { message } of weather.shared?.found ?? []) printNotice(`weather: ${inFlags(message)}`);
  for (const note of weather.notes ?? []) printNotice(`weather: ${note}`);
  if (list.unused.length > 0) printNotice(`sites: ignored columns: ${list.unused.join(", ")}`);
}

async function toRun(options: BulkOptions, list: SiteList, weather: BulkWeather, tally: BulkTally) {
  // A yield is as it is computed, so that it equals that of other ways to ask for it.
  const { decimals = options.yield ? "full" : undefined } = options;
  return {
    ...(await toRunOptions(options, list, weather)),
    sites: await sitesOf(options, list, weather, (id, note) => tally.addNote(id, note)),
    threads: options.threads,
    memoryLimit: options.memoryLimit,
    out: options.out,
    format: options.format,
    decimals: decimals === "full" ? null : decimals,
    resume: options.resume,
    force: options.force,
  } satisfies FileRunOptions;
}

/** For the size of a grid: a year of hours each. */
function asYears(options: BulkOptions): BulkOptions {
  return { ...options, frequency: "1_hour", aggregate: options.aggregate ?? "annual" };
}

/**
 * A full disk is a failure; other errors of the file, and options that an accelerator does not support, are for the caller
 * to correct.
 */
function asUsage(cause: unknown): unknown {
  if (cause instanceof GpuError && cause.code === "ERR_GPU_UNSUPPORTED")
    return new UsageError(`--gpu: ${cause.message}`, { cause });
  if (!(cause instanceof BulkFileError) || cause.code === "ERR_BULK_DISK_FULL") return cause;
  return new UsageError(cause.message, { cause });
}
