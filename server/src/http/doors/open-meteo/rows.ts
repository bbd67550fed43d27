/** The rows of an answer: stamps, and values that are means of what ends there or hold at that moment; and the sun's times of days. */
import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { sunRiseSetTransit } from "irradiance-engine/models/solar-position";
import type { Asked, Column } from "./query.js";
import type { DailyName } from "./variables.js";
import type { Weather } from "./weather.js";

export const STEPS = { minutely_15: 15 * MINUTE, hourly: HOUR } as const;
export type Part = keyof typeof STEPS;

/** Days of a place by its clocks as they are set now, or then: one offset holds for the whole answer. Unix ms, ms. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/**
 * Length of the rows that are asked for, ms: hours where no answer needs less. A moment between two hours is better known from the
 * quarters around it, and hours of a zone that is not whole hours ahead are none of ours.
 */
export function stepFor({ rows }: Pick<Asked, "rows">, { offset }: Span): number {
  const isInstant = ([name]: Column) => name.endsWith("_instant");
  const needsQuarters = rows.minutely_15.length > 0 || rows.hourly.some(isInstant) || offset % HOUR !== 0;
  return needsQuarters ? STEPS.minutely_15 : STEPS.hourly;
}

/** Unix seconds. */
export function stampsOf(part: Part, { start, end }: Span): number[] {
  const step = STEPS[part];
  return Array.from({ length: Math.round((end - start) / step) }, (_, k) => (start + k * step) / 1000);
}

/** @param weather from an hour before the span to its end */
export function valuesOf(
  part: Part,
  [, variable]: Column,
  { start, end }: Span,
  weather: Weather,
  isFahrenheit: boolean,
) {
  const { parameter, factor, isMean, unit } = variable;
  const [length, step] = [STEPS[part], weather.step];
  const count = Math.round((end - start) / length);
  const column = parameter === null ? undefined : weather.values.get(parameter);
  if (column === undefined) return Array<null>(count).fill(null);
  const behind = isMean ? length / step : 1;
  const ahead = isMean ? 0 : 1;
  const inTheirs = (value: number) => (isFahrenheit && unit === "°C" ? value * 1.8 + 32 : value * factor);
  return Array.from({ length: count }, (_, k) => {
    const at = (start - weather.from + k * length) / step;
    const mean = meanOf(column, at - behind, at + ahead);
    return mean === null ? null : Math.round(inTheirs(mean) * 1e5) / 1e5;
  });
}

/** null unless all are there. */
function meanOf(column: readonly (number | null)[], from: number, to: number): number | null {
  let sum = 0;
  for (let row = from; row < to; row++) {
    const value = column[row] ?? null;
    if (value === null) return null;
    sum += value;
  }
  return sum / (to - from);
}

/** Unix seconds of midnights. */
export function daysOf({ start, end }: Span): number[] {
  return Array.from({ length: Math.round((end - start) / DAY) }, (_, k) => (start + k * DAY) / 1000);
}

/**
 * Sunrise and sunset of each day in Unix seconds. A polar day lasts from its first second to its last, a polar night's has no length and
 * is at noon: clients need a time of each day and divide by the length of what has passed.
 */
export function sunTimesOf(
  days: readonly number[],
  { lat, lon }: { readonly lat: number; readonly lon: number },
): { readonly [name in DailyName]: number[] } {
  const east = lon === -180 ? 180 : lon;
  // The solar day whose noon lies in the day by the clocks: it is named by the date of the mean sun.
  const time = Float64Array.from(days, (day) => day * 1000 + DAY / 2 + (east / 360) * DAY);
  const sun = sunRiseSetTransit({ time, latitude: lat, longitude: east, altitude: 0 });
  const second = (ms: number) => Math.round(ms / 1000);
  const timesOf = (day: number, k: number): readonly [number, number] => {
    const [rise, set, noon] = [sun.sunrise[k]!, sun.sunset[k]!, sun.transit[k]!];
    if (sun.state[k] === -1) return [offTheQuarter(second(noon)), offTheQuarter(second(noon))];
    const first = Number.isNaN(rise) ? day : second(rise);
    return [first, Number.isNaN(set) ? day + DAY / 1000 - 1 : second(set)];
  };
  const times = days.map(timesOf);
  return { sunrise: times.map(([rise]) => rise), sunset: times.map(([, set]) => set) };
}

/** At a stamp clients would divide by nothing. */
function offTheQuarter(seconds: number): number {
  return seconds % (STEPS.minutely_15 / 1000) === 0 ? seconds + 1 : seconds;
}
