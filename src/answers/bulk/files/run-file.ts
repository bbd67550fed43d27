/** A simulation into a file: Parquet, Arrow IPC or CSV, complete or not at all, and resumable after any interruption. */
import { resultShape } from "../results/columns.js";
import { openCrew, Run } from "../run/run.js";
import { checkObject } from "../sites/checks.js";
import { checkOptions, type RunOptions } from "../sites/options.js";
import { type FormatName, type TableDescription, unitsOf } from "../table.js";
import type { SimulationOptions, SiteResult } from "../types.js";
import { openEncoder, usualEncoders } from "./encoder.js";
import { formatOf, openFormat } from "./formats.js";
import { identityOf } from "./identity.js";
import { failedSite, failureLines, toldLines, toldOf } from "./journal.js";
import { PartialFile } from "./partial-file.js";
import { PartWriter, planOf, rowsOf } from "./parts.js";

export interface FileRunOptions extends Omit<SimulationOptions, "from" | "done" | "reuse"> {
  /** The file. Until it is complete, it is in the folder `OUT.partial`. */
  readonly out: string;
  /** Default: determined by the file's extension. */
  readonly format?: FormatName | undefined;
  /** Continue an unfinished run with the same options; without one, start. Default false. */
  readonly resume?: boolean | undefined;
  /**
   * Replace an existing file, and start over if there is an unfinished run; with `resume`, only if that run is a different
   * one. Default false.
   */
  readonly force?: boolean | undefined;
  /** CSV only: decimals of numbers, 0 to 6; null = all digits. Default 2. */
  readonly decimals?: number | null | undefined;
  /**
   * Further identity of the inputs, such as hashes of the files of sites and weather. A resumed run must agree with it, as
   * with all options here; only the caller can identify iterables and functions.
   */
  readonly identity?: { readonly [key: string]: string | number } | undefined;
  /**
   * Sites per part: what an interruption can lose, and a row group of Parquet or record batch of Arrow. Default: enough
   * for 131,072 rows or two million values, at most 1024.
   */
  readonly sitesPerPart?: number | undefined;
  /**
   * Extra threads that encode the file; 0 = this thread. Default: the computing threads also encode; with `memoryLimit`, half as
   * many extra threads.
   */
  readonly encoders?: number | undefined;
  /** Called with every result as it arrives: its columns are temporary views. */
  readonly onResult?: ((result: SiteResult) => void) | undefined;
  /** Called before the first result: sites done by an earlier run, computing threads. */
  readonly onStart?: ((start: { sitesDone: number; threads: number }) => void) | undefined;
}

export interface FileRunReport {
  readonly out: string;
  readonly format: FormatName;
  /** Sites in the list, including those found done by a resumed run. */
  readonly sites: number;
  /** Of these, the ones done by an earlier run. */
  readonly resumed: number;
  readonly failed: number;
  /** Number of sites with notices in `OUT.weather.csv`. */
  readonly told: number;
  readonly rows: number;
  readonly bytes: number;
  readonly parts: number;
}

const UNITS = ".units.json";
const FAILED = ".failed.csv";
const TOLD = ".weather.csv";

/**
 * Runs a simulation into a file. Rows are in the order of the sites, in long format: site, time, one column per parameter (with
 * `aggregate`: site, beginning of the period in local standard time, hours, share missing, columns). Beside the file
 * `OUT.failed.csv` lists failed sites, if any, `OUT.weather.csv` the notices on the weather of the others, and `OUT.units.json`
 * gives the units of a CSV.
 *
 * @throws the errors of `simulate`
 * @throws BulkFileError if the file exists or cannot be written, an unfinished run is a different one, or the disk is full
 * @throws MissingPackageError if the format's package is not installed
 * @throws TypeError, RangeError for options of the wrong kind or out of range, or a file name without a known format
 */
export async function simulateToFile(options: FileRunOptions): Promise<FileRunReport> {
  checkObject("simulateToFile", "options", options);
  checkFileOptions(options);
  const { out, resume, force, decimals } = options;
  const format = options.format ?? formatOf(out);
  const { description, sitesPerPart: size } = await planOf(options);
  const file = await PartialFile.open({
    out,
    format: await openFormat(format, description, { decimals }),
    run: { ...identityOf(options), format, sitesPerPart: size },
    resume,
    force,
    signal: options.signal,
  });
  const resumed = file.sitesDone;
  try {
    await writeResults(options, file, { format, description, size });
    await file.finish({
      [UNITS]: format === "csv" ? [`${JSON.stringify(unitsOf(description), null, 2)}\n`] : null,
      [FAILED]: file.total("failed") > 0 ? failureLines(file.list("failed")) : null,
      [TOLD]: file.total("told") > 0 ? toldLines(file.list("told")) : null,
    });
  } finally {
    await file.close();
  }
  const { sitesDone: sites, bytes, parts } = file;
  const counts = { failed: file.total("failed"), told: file.total("told"), rows: file.total("rows") };
  return { out, format, sites, resumed, ...counts, bytes, parts: parts.length };
}

const MOST_ENCODERS = 1024;

/** The options that `simulate` does not have. */
function checkFileOptions({ out, encoders = 0, onResult, onStart }: FileRunOptions): void {
  if (typeof out !== "string") throw new TypeError(`simulateToFile: out must be a file's path, got ${String(out)}`);
  if (!Number.isInteger(encoders) || encoders < 0 || encoders > MOST_ENCODERS) {
    const expected = `a whole number from 0 to ${MOST_ENCODERS}`;
    throw new RangeError(`simulateToFile: encoders must be ${expected}, got ${String(encoders)}`);
  }
  for (const [name, value] of Object.entries({ onResult, onStart })) {
    if (value === undefined || typeof value === "function") continue;
    throw new TypeError(`simulateToFile: ${name} must be a function, got ${String(value)}`);
  }
}

interface Layout {
  format: FormatName;
  description: TableDescription;
  size: number;
}

/** In every case the threads are closed afterwards and no write is in progress. */
async function writeResults(options: FileRunOptions, file: PartialFile, layout: Layout): Promise<void> {
  const { format, description, size } = layout;
  // Parts count every site: none may be skipped.
  const run = checkOptions({ ...options, reuse: true, from: file.sitesDone, done: undefined });
  const crew = openCrew(run);
  const task = { format, description, options: { decimals: options.decimals } };
  const encoder = openEncoder(task, options.encoders ?? usualEncoders(crew.workers, run.memoryLimit));
  const parts = new PartWriter(file, encoder, description, size);
  try {
    options.onStart?.({ sitesDone: file.sitesDone, threads: run.threads });
    await pass(run, new Run(run, crew), parts, options.onResult);
  } catch (cause) {
    await parts.settle();
    throw cause;
  } finally {
    await crew.workers.close();
    await encoder.close();
  }
}

async function pass(
  { spec }: RunOptions,
  run: Run,
  parts: PartWriter,
  onResult: FileRunOptions["onResult"],
): Promise<void> {
  const shape = resultShape(spec);
  for await (const result of run.results()) {
    if (result.ok) await parts.add(rowsOf(shape, result), toldOf(result));
    else await parts.add(failedSite(result));
    onResult?.(result);
  }
  await parts.end();
}
