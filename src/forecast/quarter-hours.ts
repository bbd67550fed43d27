/** Quarter hours of a place: clear sky, climatology, observations and a run. */

import { irradianceCourse, stateCourse } from "../series/steps.js";
import { type ClearSky, clearSkyOn } from "../sky/clear-sky.js";
import type { TimeGrid } from "../sky/time-grid.js";
import { MINUTE } from "../time/calendar.js";
import { type CheckedWeather, checkWeather } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import { climateRows, type IndexClimatology } from "./climatology.js";
import type { ForecastPlace } from "./place.js";

export const QUARTER_HOUR = 15 * MINUTE;
/** Degrees: with a lower sun, observations and forecasts reveal nothing about the sky. */
export const MOST_ZENITH = 85;
/**
 * Degrees: beside a run that its past corrects at every lead, hourly observations with a lower sun made the six hours after them 10 %
 * worse at one station of real runs (in both years) and 7 % better at the other.
 */
const MOST_ZENITH_OF_HOURS = 80;
/** W/m²: a thermal offset, not an error. */
const OFFSET = -20;
/** No quarter of an hour is clearer: above it an observation is wrong. */
const MOST_OBSERVED = 1.6;
/** W/m²: above this clear sky a zero comes from a dead or covered logger, not from a cloud. */
const MIN_CLEAR_SKY = 100;

/** All arrays have one value a row. */
export interface QuarterHours extends TimeGrid {
  readonly sky: ClearSky;
  /** Mean clear-sky index. */
  readonly climate: Float64Array;
  /** Degrees: with a lower sun, an observation corrects nothing. Default `MOST_ZENITH`. */
  readonly firstZenith?: number | undefined;
}

export function quarterHoursOf(
  { start, end }: { readonly start: number; readonly end: number },
  place: ForecastPlace,
  climatology: IndexClimatology,
): QuarterHours {
  const first = Math.floor(start / QUARTER_HOUR) * QUARTER_HOUR;
  const grid = { start: first, step: QUARTER_HOUR, count: Math.ceil((end - first) / QUARTER_HOUR) };
  return {
    ...grid,
    sky: clearSkyOn(grid, place, place.linkeTurbidity),
    climate: climateRows(climatology, grid, place),
  };
}

/** Rows beside a run that its past corrects at every lead. @param isCoarse whether observations are of more than 15 minutes */
export function besideDayAhead(quarterHours: QuarterHours, isCoarse: boolean): QuarterHours {
  return isCoarse ? { ...quarterHours, firstZenith: MOST_ZENITH_OF_HOURS } : quarterHours;
}

/** Observations on quarter hours: GHI, NaN if missing or impossible, and the temperature. */
export interface Observed {
  readonly ghi: Float64Array;
  readonly temperature: Float64Array | undefined;
  /** Whether the observations are of more than 15 minutes. */
  readonly isCoarse: boolean;
}

/**
 * Finer observations become means (of which none may be missing), coarser ones follow the clear sky.
 *
 * @param until Unix ms: what ends later is not known, nor what part of a longer interval lies before
 * @throws TypeError for observations without GHI or as instants, RangeError for steps above 15 minutes that are not whole quarters of an hour
 */
export function observedOn(
  quarterHours: QuarterHours,
  observations: WeatherSeries,
  until = Number.POSITIVE_INFINITY,
): Observed {
  const checked = knownAt(checkWeather(observations), until);
  const { columns, interval, sampling } = checked;
  const ghi = columns.global_horizontal_irradiance;
  if (ghi === undefined) throw new TypeError("observations must have global_horizontal_irradiance");
  if (sampling === "instant") throw new TypeError("observations must be means of intervals, got instants");
  const light = onRows(quarterHours, checked, "observations", ghi, quarterHours.sky.global);
  const { global } = quarterHours.sky;
  return {
    ghi: light.map((value, row) => {
      if (!(value >= OFFSET) || value > MOST_OBSERVED * global[row]! + 50) return Number.NaN;
      if (value <= 0 && global[row]! > MIN_CLEAR_SKY) return Number.NaN;
      return Math.max(0, value);
    }),
    temperature: columns.temperature && onRows(quarterHours, checked, "observations", columns.temperature, undefined),
    isCoarse: interval * 1000 > QUARTER_HOUR,
  };
}

/** Only the intervals that have ended by then. */
function knownAt(series: CheckedWeather, until: number): CheckedWeather {
  const { start, interval, count, columns } = series;
  const known = Math.floor((until - start) / (interval * 1000));
  if (known >= count) return series;
  const cut = (values: Float64Array) => values.map((value, k) => (k < known ? value : Number.NaN));
  const { global_horizontal_irradiance: ghi, temperature } = columns;
  return {
    ...series,
    columns: {
      ...columns,
      ...(ghi && { global_horizontal_irradiance: cut(ghi) }),
      ...(temperature && { temperature: cut(temperature) }),
    },
  };
}

/**
 * A column on quarters of an hour, or on hours.
 *
 * @param clear of what follows the sun
 * @throws RangeError for steps longer than a row that are not whole rows
 */
export function onRows(
  grid: TimeGrid,
  { start, interval }: CheckedWeather,
  what: string,
  values: Float64Array,
  clear: Float64Array | undefined,
): Float64Array {
  const step = interval * 1000;
  const offset = start - grid.start;
  const isFine = step <= grid.step;
  if (!isFine && (step % grid.step !== 0 || offset % grid.step !== 0)) {
    const rows =
      grid.step === QUARTER_HOUR ? "15 minutes, or of whole quarter hours in UTC" : "an hour, or of whole hours";
    throw new RangeError(
      `${what} must have intervals of up to ${rows}, got ${interval} s from ${new Date(start).toISOString()}`,
    );
  }
  if (isFine) return meansOn(grid, values, offset, step);
  const edges = Array.from({ length: values.length + 1 }, (_, k) => start + k * step);
  // Whole steps only: those that reach beyond the grid are cut off.
  const from = edges.findIndex((edge) => edge >= grid.start);
  const end = grid.start + grid.count * grid.step;
  const to = edges.filter((edge) => edge <= end).length - 1;
  if (from < 0 || to <= from) return new Float64Array(grid.count).fill(Number.NaN);
  const inside = values.subarray(from, to);
  const own = edges.slice(from, to + 1);
  return clear === undefined ? stateCourse(inside, own, grid) : irradianceCourse(inside, own, clear, grid);
}

/**
 * Each interval counts by its share in a row: those of 10 minutes lie in two quarters of an hour.
 *
 * @param offset ms from the grid's start to the first value
 * @param step ms, at most a row
 */
function meansOn({ step: length, count }: TimeGrid, values: Float64Array, offset: number, step: number): Float64Array {
  return Float64Array.from({ length: count }, (_, row) => {
    let sum = 0;
    const from = row * length - offset;
    const to = from + length;
    for (let k = Math.floor(from / step); k * step < to; k++) {
      const share = (Math.min(to, (k + 1) * step) - Math.max(from, k * step)) / step;
      sum += (values[k] ?? Number.NaN) * share;
    }
    return sum / (length / step);
  });
}
