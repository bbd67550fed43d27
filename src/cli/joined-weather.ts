/** Weather files of one place, one after the other in time, looked at as one series: a year shows most beside the others. */
import type { Notice } from "../contract/observation/types.js";
import { examineReading, withoutAssumptions } from "../weather/examine/reading.js";
import type { ExamineOptions } from "../weather/examine/types.js";
import type { WeatherReading } from "../weather/node.js";
import type { WeatherSeries } from "../weather/series.js";
import { believed, type DoubtFlags, refuseIdleZone, skyOf, withZoneName } from "./examined.js";
import { printGroupedNotices } from "./notices.js";
import { inFlags } from "./option-names.js";
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
