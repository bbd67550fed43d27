/** One weather file: its entry in the index, and its values. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { WeatherColumn, WeatherPlace } from "irradiance-engine";
import { skyAt } from "irradiance-engine/climatology";
import { DAY } from "irradiance-engine/internal/shared";
import { checkWeather, noticeOf } from "irradiance-engine/internal/weather";
import {
  type ReadWeatherOptions,
  readWeather,
  WeatherError,
  type WeatherReading,
} from "irradiance-engine/weather/node";
import { ArchiveError, messageOf } from "../errors.js";
import type { Doubt, SourceClass } from "../source.js";
import type { FoundFile } from "./scan.js";
import { believe } from "./sidecar.js";

// A column in the smallest form that restores every value to the last bit: files contain decimals, mostly short ones.

interface PackedColumn {
  readonly values: Int16Array | Int32Array | Float64Array;
  /** Values are whole numbers of 1/divisor. */
  readonly divisor: number;
}

export type PackedColumns = ReadonlyMap<WeatherColumn, PackedColumn>;

const DIVISORS = [1, 10, 100, 1000];
const MISSING_16 = -32_768;
const MISSING_32 = -2_147_483_648;

/** NaN is kept as NaN; −0 as 0. */
export function pack(column: Float64Array): PackedColumn {
  for (const divisor of DIVISORS) {
    const most = mostOf(column, divisor);
    if (most > -MISSING_32 - 1) continue;
    const values = most < -MISSING_16 ? new Int16Array(column.length) : new Int32Array(column.length);
    const missing = most < -MISSING_16 ? MISSING_16 : MISSING_32;
    column.forEach((value, row) => {
      values[row] = Number.isNaN(value) ? missing : Math.round(value * divisor);
    });
    return { values, divisor };
  }
  return { values: column.slice(), divisor: 1 };
}

/** Rows [from, to). */
export function unpack({ values, divisor }: PackedColumn, from: number, to: number): Float64Array {
  if (values instanceof Float64Array) return values.slice(from, to);
  const missing = values instanceof Int16Array ? MISSING_16 : MISSING_32;
  const column = new Float64Array(to - from);
  for (let row = from; row < to; row++) {
    const value = values[row]!;
    column[row - from] = value === missing ? Number.NaN : value / divisor;
  }
  return column;
}

/** The largest whole number of 1/divisor in magnitude; Infinity if some value is not one. */
function mostOf(column: Float64Array, divisor: number): number {
  let most = 0;
  for (const value of column) {
    if (Number.isNaN(value)) continue;
    const whole = Math.round(value * divisor);
    if (whole / divisor !== value) return Number.POSITIVE_INFINITY;
    most = Math.max(most, Math.abs(whole));
  }
  return most;
}

export function bytesOf(columns: PackedColumns): number {
  let sum = 0;
  for (const { values } of columns.values()) sum += values.byteLength;
  return sum;
}

/** A few hundred bytes per file, however long it is. */
export interface WeatherFile {
  readonly found: FoundFile;
  readonly format: string;
  readonly class: SourceClass;
  readonly place: WeatherPlace;
  readonly columns: readonly WeatherColumn[];
  /** Seconds. */
  readonly step: number;
  readonly count: number;
  readonly isInstant: boolean;
  /** Start of the first and end of the last interval, Unix ms. */
  readonly first: number;
  readonly last: number;
  readonly notices: readonly string[];
  /** What looking at it found, which is done once for each version of the file. */
  readonly isExamined: boolean;
  readonly doubts: readonly Doubt[];
  /** Of its name and of all that is read from it and said of it: the same for a copy on another disk. */
  readonly hash: string;
}

export interface ReadFile {
  readonly file: WeatherFile;
  readonly columns: PackedColumns;
}

/** The largest file that is read. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Formats whose values do not come from instruments on the ground. */
const CLASS_OF_FORMAT: { readonly [format: string]: SourceClass } = {
  cams: "satellite",
  psm: "satellite",
  pvgis: "satellite",
  era5: "reanalysis",
};

/** Notices that are irrelevant to a user of the values, or of the whole file where an answer names its own gaps. */
const OWN_REMARKS = ["typical-year", "columns", "year", "gaps", "zone-unused"];

/** What the light of a place is compared with. */
type Sky = Extract<ReadWeatherOptions["examine"], (...place: never) => unknown>;

/**
 * Reads a file and looks at it.
 *
 * @throws ArchiveError `ERR_ARCHIVE_CHANGED` if the file is no longer the one that was found;
 * WeatherError for an unusable file, and for one whose clock is surely wrong
 */
export async function readFile(found: FoundFile, sky: Sky = skyAt): Promise<ReadFile> {
  const { settings } = found;
  const reading = await readUnchanged(found, sky);
  const { series, doubts } = believe(reading, settings);
  const { start, interval, count, sampling, columns, place } = checkWeather(series);
  if (place === undefined) {
    throw new Error(
      'does not state its location: put a weather.json beside it with "place": { "latitude": …, "longitude": … }',
    );
  }
  const isInstant = sampling === "instant";
  const first = start - (isInstant ? interval * 500 : 0);
  const own = reading.typicalYear ? "typical" : (CLASS_OF_FORMAT[reading.format] ?? "measured");
  const file: Omit<WeatherFile, "found" | "hash"> = {
    format: reading.format,
    class: settings.class ?? own,
    place,
    columns: Object.keys(columns) as WeatherColumn[],
    step: interval,
    count,
    isInstant,
    first,
    last: first + count * interval * 1000,
    notices: noticesOf(reading),
    isExamined: reading.examination !== undefined,
    doubts,
  };
  checkClass(file, reading.typicalYear);
  const packed = packedOf(columns);
  const hash = createHash("sha256").update(JSON.stringify([found.name, settings, file]));
  for (const [, { values, divisor }] of packed) hash.update(`${values.BYTES_PER_ELEMENT}/${divisor}`).update(values);
  return { file: { ...file, found, hash: hash.digest("hex") }, columns: packed };
}

/** The values alone, of a file that was looked at before: only to leave out what is in doubt it is looked at again. */
export async function readValues(found: FoundFile): Promise<PackedColumns> {
  const { settings } = found;
  const { series } = believe(await readUnchanged(found, settings.dropFlagged === true && skyAt), settings);
  return packedOf(checkWeather(series).columns);
}

function packedOf(columns: ReturnType<typeof checkWeather>["columns"]): PackedColumns {
  return new Map(Object.entries(columns).map(([name, values]) => [name as WeatherColumn, pack(values)] as const));
}

/** Settings that say how a file is read. */
const OF_READER = [
  ...(["place", "label", "timeOffset", "zone", "duplicates"] as const),
  ...(["columns", "units", "dateFormat", "delimiter", "decimal", "missing"] as const),
];

async function readUnchanged(found: FoundFile, examine: Sky | false): Promise<WeatherReading> {
  if (found.size > MOST_BYTES) throw new Error(`is larger than ${MOST_BYTES} bytes`);
  await checkUnchanged(found);
  const told = OF_READER.flatMap((key) => (found.settings[key] === undefined ? [] : [[key, found.settings[key]]]));
  const options: ReadWeatherOptions = { file: found.name, ...Object.fromEntries(told) };
  const reading = await readWeather(found.path, { ...options, examine }).catch(async (error: unknown) => {
    if (examine === false || error instanceof WeatherError) throw error;
    // A fault in looking must not cost the file; one in reading comes again.
    const unseen = await readWeather(found.path, { ...options, examine: false });
    const message = `its values could not be looked at: ${messageOf(error)}`;
    return { ...unseen, notices: [...unseen.notices, { code: "not-examined", message }] };
  });
  await checkUnchanged(found);
  return reading;
}

/** Findings are kept apart, with their times. */
function noticesOf({ notices, examination }: WeatherReading): string[] {
  const found = examination?.findings.map((finding) => noticeOf(finding).message) ?? [];
  return notices
    .filter(({ code, message }) => !OWN_REMARKS.includes(code) && !found.includes(message))
    .map(({ message }) => message);
}

/** A typical year must not pass for history, nor a dated file of some months for a year. */
function checkClass(
  { class: given, step, isInstant }: Pick<WeatherFile, "class" | "step" | "isInstant">,
  isTypicalYear: boolean,
): void {
  if (isTypicalYear !== (given === "typical")) {
    const what = isTypicalYear ? "is a typical year" : "is not a typical year";
    throw new Error(`${what}: weather.json must not give it the class ${given}`);
  }
  if (given === "typical" && (!Number.isInteger(DAY / 1000 / step) || isInstant)) {
    throw new Error(`a typical year needs means over intervals that divide a day, got ${step} s`);
  }
}

async function checkUnchanged({ path, name, size, mtimeMs }: FoundFile): Promise<void> {
  const now = await stat(path);
  if (now.size === size && now.mtimeMs === mtimeMs) return;
  throw new ArchiveError("ERR_ARCHIVE_CHANGED", `${name} changed while it was read or after it was found`);
}
