/** The clock of measured power, looked at as that of light is: the sun rises and sets for both. */
import type { Notice } from "../../contract/observation/types.js";
import { fittingOffsets } from "../../weather/clock-check.js";
import { cureOf } from "../../weather/examine/clock/words.js";
import { type Examination, examineWeather, noticeOf } from "../../weather/examine/index.js";
import { orZone, withoutAssumptions, withZones } from "../../weather/examine/reading.js";
import { CLOCK_CODES } from "../../weather/examine/use.js";
import type { OneColumn } from "../../weather/readers/one-column.js";
import { askForZone } from "../../weather/readers/table/zone-question.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";
import type { Means } from "./on-one-grid.js";

type Taken = Pick<OneColumn, "label" | "timeOffset" | "interval" | "notices">;

/** What to pass where the times are late by so many seconds. */
export function cureOfClock(late: number, { label, timeOffset = 0, interval, notices }: Taken): string {
  return orZone(cureOf(-late / 60, interval / 60, { label, timeOffset }, 1).remedy, notices);
}

/** W/m² that the largest power stands for: so much light makes it. */
const BRIGHT = 900;

export interface LookedAt {
  readonly examination: Examination | undefined;
  readonly notices: readonly Notice[];
}

/** @throws WeatherError for times that state no zone, and are not those of UTC */
export function lookAtClock(
  { start, interval, values }: Means,
  place: WeatherPlace,
  { label, timeOffset, notices, file }: Taken & { file: string | undefined },
): LookedAt {
  const sorted = values.filter((value) => value > 0).sort();
  const most = sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 1;
  const light = values.map((value) => (value * BRIGHT) / most);
  const series: WeatherSeries = { start, interval, columns: { global_horizontal_irradiance: light }, place };
  const isAssumed = notices.some(({ code }) => code === "time-zone");
  // Where no zone fits, it is not the sun alone that gives power in the night.
  if (isAssumed && fittingOffsets(series, place).length > 0) askForZone(series, place, notices, { file }, "power");
  const found = examineWeather(series, { label, timeOffset });
  if (found === undefined) return { examination: undefined, notices };
  const findings = withZones(found, notices)
    .findings.filter(({ code }) => CLOCK_CODES.includes(code))
    .map(({ effect: _ofLight, ...finding }) => ({ ...finding, message: finding.message.replaceAll("light", "power") }));
  const examination = { ...found, findings };
  return { examination, notices: [...withoutAssumptions(notices, examination), ...findings.map(noticeOf)] };
}
