/** Updates from files: lines of records, and every format that the engine reads. */
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { skyAt } from "irradiance-engine/climatology";
import type { Label } from "irradiance-engine/internal/weather";
import { type ReadWeatherOptions, readWeather } from "irradiance-engine/weather/node";
import { ArchiveError } from "../errors.js";
import type { LiveDescription } from "./manifest.js";
import { netcdfUpdates, scanProductOf, scanUpdates } from "./netcdf-updates.js";
import { gather, judge, lookAtRecords, recordParser, type WeatherRecord } from "./records.js";
import { type LiveUpdate, updateOf } from "./update.js";

/** About as many values become one change of the store, so that no file is too long for the memory. */
const BATCH_VALUES = 2_000_000;
/** Characters. */
const MOST_LINE = 1 << 20;

export interface ReadUpdatesOptions {
  /** Of a weather file: the instant that its times mark, and hours by which they are ahead of UTC. */
  readonly label?: Label | undefined;
  readonly timeOffset?: number | undefined;
  /** Of a table: its time zone, with daylight saving, and its units. */
  readonly zone?: string | undefined;
  readonly units?: ReadWeatherOptions["units"];
  /** Takes a weather file whose clock looks surely wrong. */
  readonly trustClock?: boolean | undefined;
  /** Unix ms: a scan that begins after it is refused. Default: the clock's. */
  readonly now?: number | undefined;
  /** Is called for each thing that looking at a weather file found. */
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * The updates of a file, in batches that can be ingested one after the other. A file is
 *
 * - CSV with the head `time,latitude,longitude[,altitude]` and any of the store's columns, a line for a place and a time;
 * - JSON lines, objects with the same names;
 * - a weather file that `readWeather` knows, with the store's step, and a place;
 * - NetCDF or HDF5 with stations or a grid of up to 20,000 cells, its variables named as the columns or by CF's standard names;
 * - a scan of a satellite of as few cells: its values at the times of its lines become values at the scan's time.
 *
 * Times are those of the store: starts of intervals, or instants. A file of up to two million values is one batch, so all
 * of it is kept or nothing. Both are looked at before they are believed: a clock that is surely wrong is refused.
 *
 * @param source path of a file, or a stream of lines
 * @throws RangeError or WeatherError naming file, line, and what is wrong
 */
export async function* readUpdates(
  source: string | Readable,
  description: LiveDescription,
  options: ReadUpdatesOptions = {},
): AsyncGenerator<readonly LiveUpdate[]> {
  const name = typeof source === "string" ? source : "standard input";
  if (typeof source === "string" && (await isNetcdf(source))) {
    const updates = await arraysOf(source, description, options);
    if (updates.length > 0) yield updates;
    return;
  }
  const lines = linesOf(typeof source === "string" ? createReadStream(source) : source);
  const first = await firstLine(lines);
  const parser = located(name, first.number, () => recordParser(first.text, description));
  if (parser === undefined) {
    await lines.return(undefined);
    if (typeof source !== "string") throw notLines(name);
    yield [await weatherOf(source, description, options)];
    return;
  }
  let records: WeatherRecord[] = [];
  let { number } = first;
  if (parser.isRecord) records.push(located(name, number, () => parser.parse(first.text)));
  const most = BATCH_VALUES / description.columns.length;
  for (;;) {
    const { value, done } = await lines.next();
    if (done) break;
    number++;
    const line = value.trim();
    if (line !== "") records.push(located(name, number, () => parser.parse(line)));
    if (records.length < most) continue;
    yield await gathered(name, records, description, options);
    records = [];
  }
  if (records.length > 0) yield await gathered(name, records, description, options);
}

/** NetCDF-3, HDF5, or a scan that bzip2 packed; never a pipe, whose first bytes are there once. */
async function isNetcdf(path: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    const isScan = head.startsWith("BZh") && scanProductOf(path) !== undefined;
    return isScan || head.startsWith("CDF") || head.slice(1) === "HDF";
  } finally {
    await file.close();
  }
}

async function arraysOf(
  path: string,
  description: LiveDescription,
  options: ReadUpdatesOptions,
): Promise<readonly LiveUpdate[]> {
  const product = scanProductOf(path);
  try {
    if (product !== undefined) return await scanUpdates(path, product, description, options.now ?? Date.now());
    return await netcdfUpdates(path, description, options);
  } catch (cause) {
    const why = cause instanceof ArchiveError ? cause.why : (cause as Error).message;
    throw new RangeError(`${path}: ${why}`, { cause });
  }
}

/** Lines of any length up to a limit; a longer one comes in parts, and is no record. */
async function* linesOf(input: Readable): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop()!;
    yield* lines;
    if (rest.length <= MOST_LINE) continue;
    yield rest;
    rest = "";
  }
  if (rest !== "") yield rest;
}

async function firstLine(lines: AsyncGenerator<string, undefined>): Promise<{ text: string; number: number }> {
  for (let number = 1; ; number++) {
    const { value, done } = await lines.next();
    const text = done ? "" : value.trim();
    if (done || text !== "") return { text, number };
  }
}

async function weatherOf(
  path: string,
  description: LiveDescription,
  { label, timeOffset, zone, units, trustClock, warn = () => {} }: ReadUpdatesOptions,
): Promise<LiveUpdate> {
  const reading = await readWeather(path, { label, timeOffset, zone, units, examine: skyAt });
  const { series, typicalYear, examination } = reading;
  judge(examination, path, { trustClock, warn });
  if (typicalYear) throw new RangeError(`${path} is a typical year: a live store needs weather with dates`);
  return inFile(path, () => updateOf(series, description));
}

async function gathered(
  name: string,
  records: readonly WeatherRecord[],
  description: LiveDescription,
  { trustClock, warn = () => {} }: ReadUpdatesOptions,
): Promise<LiveUpdate[]> {
  const updates = inFile(name, () => gather(records, description));
  await lookAtRecords(name, records, description, { trustClock, warn });
  return updates;
}

function located<T>(name: string, line: number, work: () => T): T {
  return inFile(`${name}, line ${line}`, work);
}

function inFile<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new RangeError(`${where}: ${(cause as Error).message}`, { cause });
  }
}

function notLines(name: string): RangeError {
  return new RangeError(
    `${name} must begin with a CSV head time,latitude,longitude,… or a JSON object with these names`,
  );
}
