/** One weather file: its entry in the index, and its values. */

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { WeatherColumn, WeatherPlace } from "irradiance-engine";
import { skyAt } from "irradiance-engine/climatology";
import { DAY } from "irradiance-engine/shared";
import {
  checkWeather,
  noticeOf,
  type ReadWeatherOptions,
  readWeather,
  WeatherError,
  type WeatherReading,
} from "irradiance-engine/weather/node";
import { ArchiveError, messageOf } from "../errors.js";
import type { SourceClass } from "../facts.js";
import type { Doubt } from "../source.js";
import { believe } from "./file-doubts.js";
import type { PackedColumns } from "./packed.js";
import { pack } from "./packed.js";
import type { FoundFile } from "./scan.js";

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
