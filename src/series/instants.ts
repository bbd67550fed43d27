/** Converts instantaneous readings to means over the interval around them, so that a series has only means. */
import type { WeatherColumn } from "../weather/series.js";
import { type ClearSky, clearSkyAt, type Place } from "./clear-sky.js";
import { type IrradianceColumn, isIrradiance } from "./columns.js";
import type { JoinedSeries } from "./joined.js";

/** Number of instants in an interval's clear-sky mean. */
const MOMENTS = 12;
/** Below this clear sky (global, W/m²) the ratio to it is meaningless: the nearest valid ratio is used. */
const LOW_SUN = 20;
/** Largest distance in time to that ratio, ms. */
export const NEAR = 2 * 3_600_000;
/** A borrowed ratio must not include cloud enhancement. */
const MOST_BORROWED = 1.3;

/**
 * Irradiance keeps its ratio to the clear sky over the interval; other columns are interpolated linearly between readings.
 * Missing values stay missing.
 *
 * @param fillsLowSun that of a satellite, which sees nothing of a sun near the horizon: what it misses there has the ratio of the
 *   nearest reading, as else the hours of sunrise and sunset would be lost, or at night is 0
 */
export function instantsToMeans(series: JoinedSeries, place: Place, fillsLowSun = false): JoinedSeries {
  if (!series.isInstant) return series;
  const names = [...series.columns.keys()];
  const sky = names.some(isIrradiance) ? clearSkyOf(series, place) : undefined;
  const columns = new Map<WeatherColumn, Float64Array>();
  for (const [name, values] of series.columns) {
    columns.set(
      name,
      isIrradiance(name) ? irradianceMeans(name, values, series.grid.step, sky!, fillsLowSun) : stateMeans(values),
    );
  }
  return { ...series, isInstant: false, columns };
}

interface Skies {
  readonly moment: ClearSky;
  readonly mean: ClearSky;
}

function clearSkyOf({ grid: { start, step, count } }: JoinedSeries, place: Place): Skies {
  const moment = clearSkyAt(
    Float64Array.from({ length: count }, (_, row) => start + (row + 0.5) * step),
    place,
  );
  const mean = Object.fromEntries(
    Object.keys(moment).map((name) => [name, new Float64Array(count)]),
  ) as unknown as ClearSky;
  for (let k = 0; k < MOMENTS; k++) {
    const times = Float64Array.from({ length: count }, (_, row) => start + (row + (k + 0.5) / MOMENTS) * step);
    const sky = clearSkyAt(times, place);
    for (const name of Object.keys(mean) as IrradianceColumn[]) {
      for (let row = 0; row < count; row++) mean[name][row]! += sky[name][row]! / MOMENTS;
    }
  }
  return { moment, mean };
}

function irradianceMeans(
  name: IrradianceColumn,
  values: Float64Array,
  step: number,
  sky: Skies,
  fillsLowSun: boolean,
): Float64Array {
  const isHigh = (row: number) => sky.moment.global_horizontal_irradiance[row]! >= LOW_SUN;
  const ratio = (row: number) => values[row]! / sky.moment[name][row]!;
  const reach = Math.floor(NEAR / step);
  return values.map((value, row) => {
    const isFilled = Number.isNaN(value) && fillsLowSun && !isHigh(row);
    if (!isFilled && (Number.isNaN(value) || sky.mean[name][row]! === 0)) return value;
    if (isHigh(row)) return sky.moment[name][row]! > 0 ? ratio(row) * sky.mean[name][row]! : value;
    for (let far = 1; far <= reach; far++) {
      for (const near of [row - far, row + far]) {
        if (near < 0 || near >= values.length || !isHigh(near) || !(sky.moment[name][near]! > 0)) continue;
        const borrowed = ratio(near);
        if (!Number.isNaN(borrowed)) return Math.min(borrowed, MOST_BORROWED) * sky.mean[name][row]!;
      }
    }
    return value;
  });
}

/** Mean of the straight lines to the neighbours: (a + 6 b + c) / 8. */
function stateMeans(values: Float64Array): Float64Array {
  return values.map((value, row) => {
    const near = (other: number | undefined) => (other === undefined || Number.isNaN(other) ? value : other);
    return (near(values[row - 1]) + 6 * value + near(values[row + 1])) / 8;
  });
}
