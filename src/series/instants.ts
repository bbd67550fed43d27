/** Converts instantaneous readings to means over the interval around them, so that a series has only means. */

import { type ClearSky, clearSkyAt, clearSkyOn, type Place } from "../sky/clear-sky.js";
import type { WeatherColumn } from "../weather/series.js";
import { CLEAR_SKY_OF, type IrradianceColumn, isIrradiance } from "./columns.js";
import type { JoinedSeries } from "./joined.js";

/** Below this clear sky (global, W/m²) the ratio to it is meaningless: the nearest valid ratio is used. */
const LOW_SUN = 20;
/** Largest distance in time to that ratio, ms. @experimental */
export const NEAR = 2 * 3_600_000;
/** A borrowed ratio must not include cloud enhancement. */
const MOST_BORROWED = 1.3;

/**
 * Irradiance keeps its ratio to the clear sky over the interval; other columns are interpolated linearly between readings.
 * Missing values stay missing.
 *
 * @param fillsLowSun that of a satellite, which sees nothing of a sun near the horizon: what it misses there has the ratio of the
 *   nearest reading, as else the hours of sunrise and sunset would be lost, or at night is 0
 * @experimental
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

function clearSkyOf({ grid }: JoinedSeries, place: Place): Skies {
  const middles = Float64Array.from({ length: grid.count }, (_, row) => grid.start + (row + 0.5) * grid.step);
  return { moment: clearSkyAt(middles, place), mean: clearSkyOn(grid, place) };
}

function irradianceMeans(
  name: IrradianceColumn,
  values: Float64Array,
  step: number,
  sky: Skies,
  fillsLowSun: boolean,
): Float64Array {
  const [moment, mean] = [sky.moment[CLEAR_SKY_OF[name]], sky.mean[CLEAR_SKY_OF[name]]];
  const isHigh = (row: number) => sky.moment.global[row]! >= LOW_SUN;
  const ratio = (row: number) => values[row]! / moment[row]!;
  const reach = Math.floor(NEAR / step);
  return values.map((value, row) => {
    const isFilled = Number.isNaN(value) && fillsLowSun && !isHigh(row);
    if (!isFilled && (Number.isNaN(value) || mean[row]! === 0)) return value;
    if (isHigh(row)) return moment[row]! > 0 ? ratio(row) * mean[row]! : value;
    for (let far = 1; far <= reach; far++) {
      for (const near of [row - far, row + far]) {
        if (near < 0 || near >= values.length || !isHigh(near) || !(moment[near]! > 0)) continue;
        const borrowed = ratio(near);
        if (!Number.isNaN(borrowed)) return Math.min(borrowed, MOST_BORROWED) * mean[row]!;
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
