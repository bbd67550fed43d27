/** Weather files of one place, one after the other in time, looked at as one series: a year shows most beside the others. */
import { examineReading, withoutAssumptions } from "../weather/examine/reading.js";
import type { ExamineOptions } from "../weather/examine/types.js";
import type { WeatherReading } from "../weather/node.js";
import type { WeatherSeries } from "../weather/series.js";
import { believed, type DoubtFlags, skyOf } from "./examined.js";
import { printWeatherNotices } from "./notices.js";
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
  const first = files[0]!.reading;
  const sky = series.place === undefined ? {} : await skyOf(series.place, flags.turbidity);
  const typicalYear = isTypicalYear ?? first.typicalYear;
  const found = examineReading({ ...first, series, typicalYear, notices: [] }, sky);
  const whole: WeatherReading = believed(found, namesOf(files), flags);
  const own = files.map(({ file, reading }) => ({
    file,
    reading: { ...reading, notices: withoutAssumptions(reading.notices, whole.examination) },
  }));
  return { files: own, whole };
}

/** More names would hide what is said of them. */
const MOST_NAMES = 3;

function namesOf(files: readonly NamedReading[]): string {
  const names = files.map(({ file }) => file);
  return names.length > MOST_NAMES ? `${names[0]} and ${names.length - 1} more files` : names.join(", ");
}

export function printJoinedNotices({ files, whole }: JoinedWeather): void {
  for (const { file, reading } of files) printWeatherNotices(file, reading);
  for (const { message } of whole.notices) printNotice(`weather: ${inFlags(message)}`);
}
