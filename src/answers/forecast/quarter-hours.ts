/** Quarter hours of a place: clear sky, climatology, observations and a run, and how the sky was before the last observation. */
import { irradianceCourse, stateCourse } from "../../data/series/course.js";
import { type CheckedWeather, checkWeather, type WeatherPlace, type WeatherSeries } from "../../data/weather/series.js";
import { shown } from "../../foundation/text/shown.js";
import { DAY, dateFromDays, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { type ClearSky, clearSkyOn, type Place } from "../../physics/sky/clear-sky.js";
import type { TimeGrid } from "../../physics/sky/time-grid.js";
import { SKIES, SKY_LIMITS, type Sky } from "./table.js";

/** Degrees and metres, and what else the clear sky of a place depends on. */
export interface ForecastPlace extends Place {
  /** One value or 12 months; default 3. */
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
}

/** As series have it. */
export function siteOf({ latitude, longitude, altitude }: Place): WeatherPlace {
  return { latitude, longitude, ...(altitude !== undefined && { altitude }) };
}

/** Mean clear-sky index: one value, 12 of months, or 288: 24 hours of mean solar time for each month, January's first. */
export type IndexClimatology = number | ArrayLike<number>;

const SIZES = [1, 12, 288];

/**
 * At the middle of each row.
 * @throws RangeError unless there are 1, 12 or 288 values from 0 to 1.5
 */
export function climateRows(climatology: IndexClimatology, grid: TimeGrid, { longitude }: ForecastPlace): Float64Array {
  const table = typeof climatology === "number" ? [climatology] : Array.from(climatology);
  if (!SIZES.includes(table.length) || table.some((value) => !(value >= 0 && value <= 1.5)))
    throw new RangeError(`climatology must be 1, 12 or 288 clear-sky indices from 0 to 1.5, got ${shown(climatology)}`);
  const { start, step, count } = grid;
  const perMonth = table.length / 12;
  return Float64Array.from({ length: count }, (_, row) => {
    if (perMonth < 1) return table[0]!;
    const solar = start + (row + 0.5) * step + solarDayShift(longitude);
    const hour = Math.floor((((solar % DAY) + DAY) % DAY) / HOUR);
    return table[(dateFromDays(Math.floor(solar / DAY)).month - 1) * perMonth + (perMonth === 24 ? hour : 0)]!;
  });
}

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
 * @param clear of what follows the sun
 * @throws RangeError for steps longer than a row that are not whole rows
 */
export function onRows(
  grid: TimeGrid,
  { start, interval }: Pick<CheckedWeather, "start" | "interval">,
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

/** Quarters of an hour that the kind of sky is told from, and those that it takes. */
const LOOK_BACK = 8;
const FEWEST = 4;
const QUARTERS_OF_HOUR = 4;

/** Departures of a clear-sky index from the climatology. */
export interface SkyState {
  readonly sky: Sky;
  readonly lastQuarter: number;
  readonly lastHour: number;
  /** Of the run in the last hour observed; NaN without a run. */
  readonly runLastHour: number;
}

/** Whether the quarter of a row tells of the sky: it has a value, and the sun is up. */
export function isSeen({ sky }: QuarterHours, light: ArrayLike<number>, row: number): boolean {
  return light[row]! >= 0 && sky.zenith[row]! < MOST_ZENITH;
}

/** Whether what was seen in a row, and in the middle of the hour that it ends, says enough for the hours to come. */
export function isTelling(quarterHours: QuarterHours, light: ArrayLike<number>, row: number): boolean {
  const { sky, firstZenith = MOST_ZENITH } = quarterHours;
  if (!isSeen(quarterHours, light, row)) return false;
  const middle = Math.max(0, row - QUARTERS_OF_HOUR / 2);
  return firstZenith === MOST_ZENITH || (sky.zenith[row]! < firstZenith && sky.zenith[middle]! < firstZenith);
}

/**
 * @param light observed GHI, W/m²
 * @param run GHI of the run, W/m²: row k of it is row k + `shift` of the quarter hours
 * @param end row after the last that is observed, which must be seen
 */
export function skyState(
  quarterHours: QuarterHours,
  light: Float64Array,
  run: Float64Array | undefined,
  end: number,
  shift = 0,
): SkyState {
  const { global } = quarterHours.sky;
  const { climate } = quarterHours;
  let [seen, squares, indices] = [0, 0, 0];
  let [full, mean, observed, forecast] = [0, 0, 0, 0];
  for (let row = Math.max(0, end - LOOK_BACK); row < end; row++) {
    if (!isSeen(quarterHours, light, row)) continue;
    const clearSkyIndex = light[row]! / global[row]!;
    seen++;
    indices += clearSkyIndex;
    squares += clearSkyIndex * clearSkyIndex;
    if (row < end - QUARTERS_OF_HOUR) continue;
    full += global[row]!;
    mean += global[row]! * climate[row]!;
    observed += light[row]!;
    forecast += run?.[row - shift] ?? Number.NaN;
  }
  const last = end - 1;
  const spread = Math.sqrt(Math.max(0, squares / seen - (indices / seen) * (indices / seen)));
  const kind = seen < FEWEST ? 3 : spread < SKY_LIMITS[0] ? 0 : spread < SKY_LIMITS[1] ? 1 : 2;
  return {
    sky: SKIES[kind],
    lastQuarter: light[last]! / global[last]! - climate[last]!,
    lastHour: (observed - mean) / full,
    runLastHour: (forecast - mean) / full,
  };
}

/** The predictors of a time, in the order of `PREDICTORS`. */
export function predictorsOf(
  { lastQuarter, lastHour, runLastHour }: SkyState,
  run: number,
  isCoarse: boolean,
): readonly number[] {
  return isCoarse ? [lastHour, run, runLastHour] : [lastQuarter, lastHour, run, runLastHour];
}
