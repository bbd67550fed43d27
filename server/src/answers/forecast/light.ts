/** What a correction needs of a series: global irradiance, in intervals that fit quarters of an hour. */
import type { WeatherSeries } from "irradiance-engine";

const QUARTER = 900;

/** With its global irradiance; undefined for a series without, or of other intervals. */
export function usable(series: WeatherSeries): WeatherSeries | undefined {
  return fitsQuarters(series) ? withGlobal(series) : undefined;
}

/** Global irradiance may be left to a diffuse and a direct part, which add up to it. */
function withGlobal(series: WeatherSeries): WeatherSeries | undefined {
  const { columns } = series;
  const { global_horizontal_irradiance: global, direct_horizontal_irradiance: direct } = columns;
  const diffuse = columns.diffuse_horizontal_irradiance;
  if (global !== undefined) return series;
  if (direct === undefined || diffuse === undefined) return undefined;
  const sum = Float64Array.from(direct, (value, k) => (value ?? Number.NaN) + (diffuse[k] ?? Number.NaN));
  return { ...series, columns: { ...columns, global_horizontal_irradiance: sum } };
}

/** Whether quarters of an hour are made of its intervals, or its intervals of quarters. */
function fitsQuarters({ start, interval }: WeatherSeries): boolean {
  const first = new Date(start).getTime() / 1000;
  return interval <= QUARTER || (interval % QUARTER === 0 && first % QUARTER === 0);
}
