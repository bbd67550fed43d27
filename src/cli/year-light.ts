/** Global irradiance of a series by local months, days and hours: what tables and pictures of years compare. */

import type { WeatherColumn, WeatherSeries } from "../data/weather/series.js";
import { type CheckedWeather, checkWeather } from "../data/weather/series.js";
import { DAY, dateFromDays, HOUR, MONTH_DAYS } from "../foundation/time/calendar.js";

interface Light {
  /** kWh/m², January first, of months without 29 February; NaN: no whole day. */
  readonly months: readonly number[];
  /** Least and most of the same over the years, where there are several. */
  readonly range: readonly (readonly [least: number, most: number])[] | undefined;
  /** kWh/m² of every whole day. */
  readonly days: Float64Array;
  /** Means of the hours of these days, W/m²; of longer steps, means of the steps. */
  readonly hours: Float64Array;
}

/** A local day without a gap. */
interface WholeDay {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  readonly from: number;
  readonly to: number;
}

export function lightOf(series: WeatherSeries): Light {
  const weather = checkWeather(series);
  const light = weather.columns.global_horizontal_irradiance ?? new Float64Array();
  const days = wholeDays(weather, light);
  const sums = Float64Array.from(days, ({ from, to }) => (24 * meanOf(light, from, to)) / 1000);
  return {
    months: byMonth(days, (_, index) => sums[index]!).map((mean, month) => mean * MONTH_DAYS[month]!),
    range: rangeOf(days, sums),
    days: sums,
    hours: hoursOf(weather, light, days),
  };
}

/** kWh/m² of the darkest and the brightest whole day of each month, of all series together. */
export function dayRanges(series: readonly WeatherSeries[]): (readonly [least: number, most: number])[] {
  const found = MONTH_DAYS.map((): [number, number] => [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  for (const one of series) {
    const weather = checkWeather(one);
    const light = weather.columns.global_horizontal_irradiance ?? new Float64Array();
    for (const { month, from, to } of wholeDays(weather, light)) {
      const sum = (24 * meanOf(light, from, to)) / 1000;
      const [least, most] = found[month]!;
      found[month] = [Math.min(least, sum), Math.max(most, sum)];
    }
  }
  return found;
}

/** Means over the whole days of the months, January first, in the column's unit; NaN: there is none. */
export function monthlyMeans(series: WeatherSeries, column: WeatherColumn): number[] {
  const weather = checkWeather(series);
  const values = weather.columns[column] ?? new Float64Array();
  const days = wholeDays(weather, values);
  return byMonth(days, (day) => meanOf(values, day.from, day.to));
}

function wholeDays({ start, interval, place }: CheckedWeather, values: Float64Array): WholeDay[] {
  const step = interval * 1000;
  // The middle of an interval says on which day it is.
  const middle = start + (place?.timeZone ?? 0) * HOUR + step / 2;
  const ofDay = DAY / step;
  const days: WholeDay[] = [];
  for (let from = 0; from < values.length; ) {
    const day = Math.floor((middle + from * step) / DAY);
    const to = Math.min(Math.ceil(((day + 1) * DAY - middle) / step), values.length);
    const { year, month } = dateFromDays(day);
    if (to - from >= Math.floor(ofDay) && !hasGap(values, from, to)) days.push({ year, month: month - 1, from, to });
    from = to;
  }
  return days;
}

function hasGap(values: Float64Array, from: number, to: number): boolean {
  for (let row = from; row < to; row++) if (Number.isNaN(values[row]!)) return true;
  return false;
}

function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row++) sum += values[row]!;
  return sum / (to - from);
}

function byMonth(days: readonly WholeDay[], value: (day: WholeDay, index: number) => number): number[] {
  const sums = new Float64Array(12);
  const counts = new Float64Array(12);
  for (const [index, day] of days.entries()) {
    sums[day.month]! += value(day, index);
    counts[day.month]! += 1;
  }
  return Array.from(sums, (sum, month) => sum / counts[month]!);
}

/** Of months with fewer whole days the sum would say more of the gaps. */
const FEWEST_DAYS = 25;

function rangeOf(days: readonly WholeDay[], sums: Float64Array): Light["range"] {
  const years = [...new Set(days.map(({ year }) => year))];
  if (years.length < 2) return undefined;
  const byYear = years.map((year) => {
    const own = days.flatMap((day, index) => (day.year === year ? [{ day, sum: sums[index]! }] : []));
    return MONTH_DAYS.map((length, month) => {
      const ofMonth = own.filter(({ day }) => day.month === month);
      const mean = ofMonth.reduce((sum, item) => sum + item.sum, 0) / ofMonth.length;
      return ofMonth.length < FEWEST_DAYS ? Number.NaN : mean * length;
    });
  });
  return MONTH_DAYS.map((_, month) => {
    const values = byYear.map((months) => months[month]!).filter((value) => !Number.isNaN(value));
    return [Math.min(...values), Math.max(...values)] as const;
  });
}

function hoursOf({ interval }: CheckedWeather, values: Float64Array, days: readonly WholeDay[]): Float64Array {
  const rows = Math.max(1, Math.round(3600 / interval));
  const hours: number[] = [];
  for (const { from, to } of days) {
    for (let row = from; row + rows <= to; row += rows) hours.push(meanOf(values, row, row + rows));
  }
  return Float64Array.from(hours);
}
