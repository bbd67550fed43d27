/** Weather files of one place, one after the other in time, as one series, examined as a whole: a year shows most beside the others. */
import type { Notice } from "../data/contract/observation/types.js";
import type { ExamineOptions } from "../data/weather/believe/types.js";
import { examineReading, withoutAssumptions } from "../data/weather/examined-reading.js";
import type { WeatherReading } from "../data/weather/node.js";
import type { Duplicates } from "../data/weather/readers/format.js";
import type { WeatherColumn, WeatherSeries } from "../data/weather/series.js";
import { checkWeather } from "../data/weather/series.js";
import { formatTime } from "../foundation/time/iso-time.js";
import { believed, printGroupedNotices, refuseIdleZone, skyOf, withZoneName } from "./believed.js";
import { UsageError } from "./errors.js";
import { inFlags } from "./option-names.js";
import type { DoubtFlags } from "./options/shared.js";
import { printNotice } from "./output.js";

export interface NamedReading {
  readonly file: string;
  readonly reading: WeatherReading;
}

export interface JoinedWeather {
  /** The files, which were not looked at one by one. */
  readonly files: readonly NamedReading[];
  /** Of all of them, with its examination; notices are what was found. */
  readonly whole: WeatherReading;
}

/**
 * @param series of all files
 * @throws WeatherError for a clock that is surely wrong, unless it is trusted
 */
export async function lookedAt(
  files: readonly NamedReading[],
  series: WeatherSeries,
  flags: DoubtFlags & { turbidity?: ExamineOptions["linkeTurbidity"] },
  isTypicalYear?: boolean,
): Promise<JoinedWeather> {
  const readings = files.map(({ reading }) => reading);
  const name = namesOf(files.map(({ file }) => file));
  refuseIdleZone(readings, name);
  const [first] = readings as [WeatherReading];
  const sky = series.place === undefined ? {} : await skyOf(series.place, flags.turbidity);
  const typicalYear = isTypicalYear ?? first.typicalYear;
  const timeOffset = readings.every((one) => one.timeOffset === first.timeOffset) ? first.timeOffset : undefined;
  // Its files say what was assumed of them.
  const notices = first.notices.filter(isOfZone);
  const { notices: told, ...found } = examineReading({ ...first, series, typicalYear, timeOffset, notices }, sky);
  try {
    const whole = believed({ ...found, notices: told.filter((notice) => !isOfZone(notice)) }, name, flags);
    const own = files.map(({ file, reading }) => ({
      file,
      reading: { ...reading, notices: withoutAssumptions(reading.notices, whole.examination) },
    }));
    return { files: own, whole };
  } catch (cause) {
    throw await withZoneName(cause, series.place);
  }
}

function isOfZone({ code }: Notice): boolean {
  return code === "time-zone";
}

/** More names would hide what is said of them. */
const MOST_NAMES = 3;

export function namesOf(files: readonly string[]): string {
  return files.length > MOST_NAMES ? `${files[0]} to ${files.at(-1)} (${files.length} files)` : files.join(", ");
}

export function printJoinedNotices({ files, whole }: JoinedWeather): void {
  printGroupedNotices(files, namesOf);
  for (const { message } of whole.notices) printNotice(`weather: ${inFlags(message)}`);
}

interface Part {
  readonly file: string;
  readonly reading: WeatherReading;
  readonly series: WeatherSeries;
  readonly start: number;
  readonly count: number;
}

/** Files further apart are taken for those of two places, degrees. */
const SAME_PLACE = 0.05;

/**
 * The files' rows in the order of time; what lies between them, and what one of them lacks, is missing.
 * @param duplicates "last": where files overlap, the one that is named last counts, and has a notice of it
 * @throws UsageError for files that overlap otherwise, differ in place, step or phase, or are a typical year already
 */
export function mergeReadings(readings: readonly NamedReading[], duplicates: Duplicates = "refuse"): WeatherSeries {
  const parts = readings.map(partOf);
  const inTime = [...parts].sort((a, b) => a.start - b.start);
  const first = inTime[0]!;
  const step = first.series.interval * 1000;
  for (const [index, part] of inTime.entries()) if (index > 0) checkBeside(first, part);
  if (duplicates === "refuse") refuseOverlap(inTime, step);
  for (const [index, part] of parts.entries())
    for (const before of parts.slice(0, index)) noteOverlap(before, part, step);
  const count = Math.max(...parts.map((part) => (part.start - first.start) / step + part.count));
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  for (const { series, start } of parts) {
    for (const [name, values] of Object.entries(series.columns) as [WeatherColumn, ArrayLike<number>][]) {
      columns[name] ??= new Float64Array(count).fill(Number.NaN);
      columns[name].set(values, (start - first.start) / step);
    }
  }
  return { ...first.series, start: first.start, columns };
}

function partOf({ file, reading }: NamedReading): Part {
  const { series, typicalYear } = reading;
  if (typicalYear)
    throw new UsageError(
      `${file} is a typical or generated year: it describes no actual year and cannot be mixed with measured ones`,
    );
  const { start } = checkWeather(series);
  return { file, reading, series, start, count: Object.values(series.columns)[0]!.length };
}

function checkBeside(first: Part, part: Part): void {
  const { interval, sampling = "average", place } = part.series;
  const step = interval * 1000;
  const apart = place && first.series.place ? degreesApart(first.series.place, place) : 0;
  const differs =
    interval !== first.series.interval
      ? "steps of different lengths"
      : sampling !== (first.series.sampling ?? "average")
        ? "means and instants"
        : apart > SAME_PLACE
          ? `places ${apart.toFixed(2)}° apart`
          : !Number.isInteger((part.start - first.start) / step)
            ? "steps that do not coincide"
            : undefined;
  if (differs) throw new UsageError(`${first.file} and ${part.file} have ${differs}: give files of one place and kind`);
}

function refuseOverlap(inTime: readonly Part[], step: number): void {
  for (const [index, part] of inTime.entries()) {
    const before = inTime[index - 1];
    if (before === undefined || part.start >= before.start + before.count * step) continue;
    throw new UsageError(
      `${before.file} and ${part.file} overlap in time: give each year once, or --duplicates last, with which the file named last counts`,
    );
  }
}

/** Says in the later file's notices how many rows of the one before it replaces. */
function noteOverlap(before: Part, part: Part, step: number): void {
  const from = Math.max(before.start, part.start);
  const rows = Math.min((before.start - from) / step + before.count, (part.start - from) / step + part.count);
  if (!(rows > 0)) return;
  const shared = Object.entries(part.series.columns).flatMap(([name, values]) => {
    const others = before.series.columns[name as WeatherColumn];
    return others === undefined || values === undefined ? [] : [{ values, others }];
  });
  let differing = 0;
  for (let k = 0; k < rows; k++) {
    const [row, other] = [(from - part.start) / step + k, (from - before.start) / step + k];
    if (shared.some(({ values, others }) => !Object.is(values[row], others[other]))) differing++;
  }
  const values = differing === 0 ? "with the same values" : `${differing} of them with other values`;
  const message = `${rows} rows of ${part.file} replace the same times in ${before.file}, from ${formatTime(from)} on: ${values}`;
  part.reading.notices.push({ code: "duplicate", message });
}

type Place = NonNullable<WeatherSeries["place"]>;

function degreesApart(a: Place, b: Place): number {
  return Math.max(Math.abs(a.latitude - b.latitude), Math.abs(a.longitude - b.longitude));
}
