/** What a forecast must beat: persistence, smart persistence, climatology, CLIPER, and ensembles, from the observations alone. */

import type { WeatherSeries } from "../../data/weather/series.js";
import { checkWeather } from "../../data/weather/series.js";
import { PairSums } from "../../foundation/statistics/order.js";
import { shown } from "../../foundation/text/shown.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { refuseSeconds } from "../../foundation/time/iso-time.js";
import type { CorrectionOptions } from "./correct.js";
import { between } from "./curves.js";
import { DEFAULT_TABLE } from "./default-table.generated.js";
import { bounded } from "./forecast-light.js";
import { ENSEMBLES, type Ensembles, persistenceEnsembles, writeQuantiles } from "./persistence-ensembles.js";
import {
  climateRows,
  type ForecastPlace,
  isSeen,
  MOST_ZENITH,
  observedOn,
  onRows,
  QUARTER_HOUR,
  type QuarterHours,
  quarterHoursOf,
  siteOf,
} from "./quarter-hours.js";
import { LONGEST_LEAD } from "./table.js";

const STALE = 2 * HOUR;

export interface Cliper {
  /**
   * GHI in quarters of an hour: observed values where there are any, NaN in gaps before the last observation, and the forecast up
   * to 6 hours after now.
   */
  readonly series: WeatherSeries;
  /** End of the observation that it starts from, Unix ms; undefined: the climatology alone. */
  readonly observedUntil: number | undefined;
}

/**
 * CLIPER (climatology and persistence): γ·k_last + (1 − γ)·k_climatology times the clear sky, γ the correlation of the
 * index over the lead time; the climatology alone without an observation of the last two hours with the sun above 5°.
 *
 * Source: D. Yang (2019), Standard of reference in operational day-ahead deterministic solar forecasting, Journal of
 * Renewable and Sustainable Energy 11, 053702, doi 10.1063/1.5114985; γ fitted (see the table's evidence).
 * @throws as `correctForecast`
 * @experimental
 */
export function cliper(observations: WeatherSeries, options: CorrectionOptions): Cliper {
  const { now, place, climatology, table = DEFAULT_TABLE } = options;
  refuseSeconds("cliper: now", now);
  if (!Number.isFinite(now)) throw new TypeError(`cliper: now must be Unix ms, got ${shown(now)}`);
  const { start } = checkWeather(observations);
  const quarterHours = quarterHoursOf(
    { start: Math.min(start, now), end: now + LONGEST_LEAD * QUARTER_HOUR },
    place,
    climatology,
  );
  const { ghi } = observedOn(quarterHours, observations, now);
  const { sky, climate } = quarterHours;
  const first = Math.floor((now - quarterHours.start) / QUARTER_HOUR);
  let last = first - 1;
  while (last >= 0 && Number.isNaN(ghi[last]!)) last--;
  const isKnown =
    last >= 0 && now - quarterHours.start - (last + 1) * QUARTER_HOUR <= STALE && isSeen(quarterHours, ghi, last);
  const departure = isKnown ? ghi[last]! / sky.global[last]! - climate[last]! : 0;
  const from = isKnown ? last + 1 : first;
  const light = ghi.map((seen, row) => {
    if (row < from) return seen;
    const weight = between(table.leads, Math.max(1, row - last - 1), (at) => table.persistence[at]!);
    return sky.global[row]! * bounded(climate[row]! + weight * departure);
  });
  return {
    series: {
      start: quarterHours.start,
      interval: QUARTER_HOUR / 1000,
      columns: { global_horizontal_irradiance: light },
      place: siteOf(place),
    },
    observedUntil: isKnown ? quarterHours.start + (last + 1) * QUARTER_HOUR : undefined,
  };
}

/** Times forecast: `lead` seconds after `issued` (Unix ms) they end. */
export interface ForecastTimes {
  readonly issued: ArrayLike<number>;
  readonly lead: ArrayLike<number>;
  /** Seconds of the times, whole quarters of an hour. */
  readonly interval: number;
  /** Of the quantiles of ensembles; default: none are made. */
  readonly probabilities?: readonly number[] | undefined;
}

/** Power of a system in place of light, all in one unit. */
export interface PowerObservations {
  /** Unix ms at the beginning of the first interval, and the seconds of each. */
  readonly start: number;
  readonly interval: number;
  /** Means; NaN = missing. What a system draws at night counts as 0. */
  readonly power: ArrayLike<number>;
  /**
   * Power under a clear sky in the same intervals. Power over it is the index that persists; without it power over the light of a clear sky on
   * level ground, which at one time of day is as good from day to day, but changes with the season.
   */
  readonly clearPower?: ArrayLike<number> | undefined;
}

/** GHI in W/m², or power in its unit, one value for each time; NaN with the sun below 5° or without the input it needs. */
export interface References {
  readonly observed: Float64Array;
  /** Of the clear sky; of power without a clear one, what has its course. */
  readonly clear: Float64Array;
  readonly persistence: Float64Array;
  readonly smartPersistence: Float64Array;
  readonly climatology: Float64Array;
  readonly cliper: Float64Array;
  /** If probabilities are given: quantiles by ensemble, NaN where fewer than 20 days are known. */
  readonly ensembles?: Ensembles;
}

/** Seconds by which an observation is later than what it is of. */
const LATE = 900;

/**
 * Observations are known a quarter of an hour after they end. Persistence: the last GHI of the interval's length; smart
 * persistence: its clear-sky index, before the first of a morning the climatology; climatology: the mean index of the
 * record by month and hour of solar time (of the record itself: a strong reference); CLIPER: γ of the last index and 1
 * − γ of the climatology, γ the correlation in the record at that lead time (Yang 2019, doi 10.1063/1.5114985).
 * Ensembles (`persistenceEnsembles`): the last 20 indices of the same time of day, and those of the complete record.
 * @param observations GHI, means; with nights or without; or power
 * @throws as `correctForecast` for observations; RangeError for times that are not on quarters of an hour
 * @experimental
 */
export function referenceForecasts(
  observations: WeatherSeries | PowerObservations,
  { issued, lead, interval, probabilities = [] }: ForecastTimes,
  place: ForecastPlace,
): References {
  const length = (interval * 1000) / QUARTER_HOUR;
  if (!(Number.isInteger(length) && length > 0))
    throw new RangeError(`referenceForecasts: interval must be a multiple of 900 seconds, got ${interval}`);
  const { quarterHours, values: ghi } = recordOf(observations, place);
  const climate = climateRows(climatologyOf(quarterHours, ghi, place), quarterHours, place);
  const found = Object.fromEntries(NAMES.map((name) => [name, new Float64Array(issued.length).fill(Number.NaN)])) as {
    [name in (typeof NAMES)[number]]: Float64Array;
  };
  const correlations = new Map<number, number>();
  const members = persistenceEnsembles((to) => {
    const means = meansOver(quarterHours, ghi, to - length, to);
    return means === undefined ? Number.NaN : means.light / means.clear;
  }, quarterHours.count);
  const ensembles = Object.fromEntries(
    ENSEMBLES.map((name) => [name, probabilities.map(() => new Float64Array(issued.length).fill(Number.NaN))]),
  ) as Record<(typeof ENSEMBLES)[number], Float64Array[]>;
  for (let k = 0; k < issued.length; k++) {
    const to = rowOf(quarterHours, issued[k]! + lead[k]! * 1000);
    const from = to - length;
    const last = Math.floor((issued[k]! - LATE * 1000 - quarterHours.start) / QUARTER_HOUR);
    const target = meansOver(quarterHours, ghi, from, to);
    if (target === undefined || last < length) continue;
    const before = meansOver(quarterHours, ghi, last - length, last);
    const isNight = quarterHours.sky.zenith[last - length]! >= MOST_ZENITH;
    if (before === undefined && !isNight) continue;
    const { clear } = target;
    const mean = meanIndex(quarterHours, climate, from, to);
    const apart = to - last;
    if (!correlations.has(apart)) correlations.set(apart, correlation(quarterHours, ghi, length, apart));
    const gamma = correlations.get(apart)!;
    const clearSkyIndex = before === undefined ? mean : before.light / before.clear;
    found.observed[k] = target.light;
    found.clear[k] = clear;
    found.persistence[k] = before?.light ?? 0;
    found.smartPersistence[k] = clearSkyIndex * clear;
    found.climatology[k] = mean * clear;
    found.cliper[k] = (gamma * clearSkyIndex + (1 - gamma) * mean) * clear;
    if (probabilities.length === 0) continue;
    writeQuantiles(ensembles.PeEn, probabilities, k, members.plain(to, last), clear);
    writeQuantiles(ensembles["CH-PeEn"], probabilities, k, members.complete(to), clear);
  }
  return probabilities.length === 0 ? found : { ...found, ensembles };
}

/** On quarter hours: what was observed, beside the light, or the power, of a clear sky. */
function recordOf(observations: WeatherSeries | PowerObservations, place: ForecastPlace) {
  const isPower = "power" in observations;
  const { start, interval, count, columns } = checkWeather(isPower ? asLight(observations) : observations);
  const quarterHours = quarterHoursOf({ start, end: start + count * interval * 1000 }, place, 0);
  if (!isPower) return { quarterHours, values: observedOn(quarterHours, observations as WeatherSeries).ghi };
  const light = quarterHours.sky.global;
  const on = (values: Float64Array) =>
    onRows(quarterHours, { start, interval }, "power", values, light).map((value) => (value < 0 ? 0 : value));
  const values = on(columns.global_horizontal_irradiance!);
  const clearPower = columns.direct_horizontal_irradiance;
  const global = clearPower === undefined ? scaled(light, values, quarterHours) : on(clearPower);
  return { quarterHours: { ...quarterHours, sky: { ...quarterHours.sky, global } }, values };
}

/** Checked as light is: of one length, at times that there are. */
function asLight({ start, interval, power, clearPower }: PowerObservations): WeatherSeries {
  return {
    ...{ start, interval },
    columns: { global_horizontal_irradiance: power, direct_horizontal_irradiance: clearPower },
  };
}

/** The light times the most power there was over it: indices are at most 1. */
function scaled(light: Float64Array, power: Float64Array, { sky }: QuarterHours): Float64Array {
  const most = power.reduce(
    (found, value, row) => (sky.zenith[row]! < MOST_ZENITH ? Math.max(found, value / light[row]! || 0) : found),
    0,
  );
  return light.map((value) => value * most);
}

/** Whether a row tells of the sky. */
function tells(quarterHours: QuarterHours, values: Float64Array, row: number): boolean {
  return isSeen(quarterHours, values, row) && quarterHours.sky.global[row]! > 0;
}

const NAMES = ["observed", "clear", "persistence", "smartPersistence", "climatology", "cliper"] as const;

/** @throws RangeError for a time between quarter hours */
function rowOf({ start }: QuarterHours, time: number): number {
  const row = (time - start) / QUARTER_HOUR;
  if (Number.isInteger(row)) return row;
  throw new RangeError(
    `referenceForecasts: times must end on a quarter hour in UTC, got ${new Date(time).toISOString()}`,
  );
}

/** Of rows that all tell of the sky; else undefined. */
function meansOver(quarterHours: QuarterHours, ghi: Float64Array, from: number, to: number) {
  let [light, clear] = [0, 0];
  if (from < 0 || to > quarterHours.count) return undefined;
  for (let row = from; row < to; row++) {
    if (!tells(quarterHours, ghi, row)) return undefined;
    light += ghi[row]!;
    clear += quarterHours.sky.global[row]!;
  }
  return { light: light / (to - from), clear: clear / (to - from) };
}

function meanIndex({ sky }: QuarterHours, climate: Float64Array, from: number, to: number): number {
  let [mean, full] = [0, 0];
  for (let row = from; row < to; row++) {
    mean += climate[row]! * sky.global[row]!;
    full += sky.global[row]!;
  }
  return mean / full;
}

/** Mean index of the record by month and hour of solar time; where there is none that of the hour, else of everything. */
function climatologyOf(quarterHours: QuarterHours, ghi: Float64Array, place: ForecastPlace): Float64Array {
  const slots = climateRows(
    Float64Array.from({ length: 288 }, (_, k) => k / 288),
    quarterHours,
    place,
  );
  const sums = new Map<string, { sum: number; n: number }>();
  slots.forEach((slot, row) => {
    if (!tells(quarterHours, ghi, row)) return;
    const k = Math.round(slot * 288);
    for (const key of [`${k}`, `hour ${k % 24}`, "all"]) {
      const cell = sums.get(key) ?? { sum: 0, n: 0 };
      sums.set(key, { sum: cell.sum + ghi[row]! / quarterHours.sky.global[row]!, n: cell.n + 1 });
    }
  });
  const mean = (key: string) => {
    const cell = sums.get(key);
    return cell && Math.min(cell.sum / cell.n, 1.5);
  };
  return Float64Array.from({ length: 288 }, (_, k) => mean(`${k}`) ?? mean(`hour ${k % 24}`) ?? mean("all") ?? 0);
}

/** Of the index of an interval with that of one `apart` rows later. */
function correlation(quarterHours: QuarterHours, ghi: Float64Array, length: number, apart: number): number {
  const pairs = new PairSums();
  for (let end = length; end + apart <= quarterHours.count; end++) {
    const before = meansOver(quarterHours, ghi, end - length, end);
    const after = before && meansOver(quarterHours, ghi, end + apart - length, end + apart);
    if (before === undefined || after === undefined) continue;
    pairs.add(before.light / before.clear, after.light / after.clear);
  }
  return pairs.correlation || 0;
}
