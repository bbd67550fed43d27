/** Records are looked at before they are kept, as weather files are, where they are of days enough to tell a clock. */
import { skyAt } from "irradiance-engine/climatology";
import { DAY } from "irradiance-engine/shared";
import { type Examination, examineWeather, noticeOf, refuseClock } from "irradiance-engine/weather";
import type { LiveDescription } from "./description.js";
import type { WeatherRecord } from "./records.js";

const GHI = "global_horizontal_irradiance";
/** Of fewer days the course of the light says nothing. */
const FEWEST_DAYS = 5;
/** Of many places a wrong clock is that of whoever writes them; rows of a place that are looked at. */
const MOST_PLACES = 20;
const MOST_ROWS = 200_000;

export interface Look {
  readonly trustClock?: boolean | undefined;
  readonly warn: (message: string) => void;
}

/** Refuses a clock that is surely wrong, and says what else was found. @throws WeatherError */
export function judge(examination: Examination | undefined, file: string, { trustClock, warn }: Look): void {
  refuseClock(examination, { trustClock, file });
  for (const finding of examination?.findings ?? []) warn(noticeOf({ ...finding, remedy: "" }).message);
}

/** @throws WeatherError for times that are surely wrong, unless they are trusted */
export async function lookAtRecords(
  file: string,
  records: readonly WeatherRecord[],
  { columns, step, sampling }: LiveDescription,
  look: Look,
): Promise<void> {
  const column = columns.findIndex(({ name }) => name === GHI);
  for (const own of column < 0 ? [] : coursesOf(records)) {
    const times = own.map(({ time }) => time);
    const start = times.reduce((first, time) => Math.min(first, time));
    const rows = (times.reduce((last, time) => Math.max(last, time)) - start) / (step * 1000) + 1;
    if (rows * step * 1000 < FEWEST_DAYS * DAY || rows > MOST_ROWS) continue;
    const light = new Float64Array(Math.floor(rows)).fill(Number.NaN);
    for (const { time, values } of own) light[Math.round((time - start) / (step * 1000))] = values[column]!;
    const { place } = own[0]!;
    const series = { start, interval: step, sampling, columns: { [GHI]: light }, place };
    const found = examineWeather(series, await skyAt(place));
    // No option mends the times of records.
    const findings =
      found?.findings.map((finding) => ({ ...finding, remedy: "correct the times of the records" })) ?? [];
    judge(found && { ...found, findings }, `${file}, records of ${place.latitude},${place.longitude}`, look);
  }
}

/** Of the first places, each with its records. */
function coursesOf(records: readonly WeatherRecord[]): Iterable<readonly WeatherRecord[]> {
  const courses = new Map<string, WeatherRecord[]>();
  for (const record of records) {
    const key = `${record.place.latitude},${record.place.longitude}`;
    const own = courses.get(key);
    if (own !== undefined) own.push(record);
    else if (courses.size < MOST_PLACES) courses.set(key, [record]);
  }
  return courses.values();
}
