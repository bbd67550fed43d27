/** How good forecasts were: errors and skill by lead time and sky, with limits by a bootstrap of days; quantiles. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { Random } from "../../foundation/statistics/random.js";
import { shown } from "../../foundation/text/shown.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { PROBABILITIES } from "./spread.js";

/** One forecast of one time. NaN: not there. */
export interface ForecastPairs {
  /** When it was issued, Unix ms. */
  readonly issued: ArrayLike<number>;
  /** Seconds from the issue to the end of the time forecast. */
  readonly lead: ArrayLike<number>;
  /** GHI in W/m² by method: the forecast and the references. */
  readonly forecasts: { readonly [method: string]: ArrayLike<number> };
  /** Observed GHI, W/m². */
  readonly observed: ArrayLike<number>;
  /** GHI of the clear sky, W/m²: for the classes of sky. */
  readonly clear: ArrayLike<number>;
  /** The 19 quantiles of the first method, W/m², from 5 to 95 %. */
  readonly quantiles?: readonly ArrayLike<number>[] | undefined;
}

export interface VerificationOptions {
  /** Resamples of whole days for the limits, 0…10,000; 0: no limits. Default 200. */
  readonly draws?: number | undefined;
  /** Hours by which days are shifted from UTC: take the longitude's, so that days are separated by nights. Default 0. */
  readonly timeZone?: number | undefined;
  readonly randomSeed?: number | undefined;
}

/** Errors of a method, forecast less observed, W/m². */
export interface ForecastErrors {
  readonly method: string;
  /** Mean bias, root mean square and mean absolute error. */
  readonly mbe: number;
  readonly rmse: number;
  readonly mae: number;
  /** 1 − (RMSE of the first method / RMSE of this one), with 95 % limits; null for the first method itself. */
  readonly skill: number | null;
  readonly limits: readonly [number, number] | null;
}

/** Rows of one lead time or kind of sky. */
export interface VerifiedGroup {
  /** Seconds; null: all. */
  readonly lead: number | null;
  /** Of the observed clear-sky index; null: all. */
  readonly sky: SkyClass | null;
  readonly rows: number;
  /** Mean of the observed, W/m². */
  readonly mean: number;
  readonly errors: readonly ForecastErrors[];
  readonly spread: SpreadScore | null;
}

/** Of 19 quantiles. */
export interface SpreadScore {
  /** Share of the rows below each quantile: reliable where it is its probability. */
  readonly below: readonly number[];
  /** Share of the rows from the 10 % to the 90 % quantile, and the mean width between them, W/m². */
  readonly coverage: number;
  readonly width: number;
  /** Continuous ranked probability score, W/m²: twice the mean pinball loss. */
  readonly crps: number;
}

const SKY_CLASSES = ["overcast", "partly", "clear"] as const;
export type SkyClass = (typeof SKY_CLASSES)[number];
/** Observed clear-sky index up to which a sky is overcast, and partly cloudy. */
const CLASS_LIMITS = [0.4, 0.8] as const;

export interface Verification {
  readonly methods: readonly string[];
  /** Rows on which all methods are judged, and those left out for want of a value. */
  readonly rows: number;
  readonly left: number;
  readonly days: number;
  /** All rows first, then by lead time, then by sky. */
  readonly groups: readonly VerifiedGroup[];
}

/**
 * Errors of forecasts on the rows where every method and the observation have a value: mean bias, RMSE, MAE and the first method's
 * skill against every other, by lead time and by class of the observed sky (clear-sky index up to 0.4, up to 0.8, above). Limits:
 * 95 % of the skills when whole days are resampled. With quantiles also their reliability, the coverage and width of p10–p90, and
 * CRPS.
 *
 * The caller leaves out rows at night: their errors are 0 and mean nothing.
 *
 * Source: D. Yang and others (2020), Verification of deterministic solar forecasts, Solar Energy 210, 20–37,
 * doi 10.1016/j.solener.2020.04.019; P. Lauret, M. David, P. Pinson (2019), Verification of solar irradiance probabilistic forecasts, Solar
 * Energy 194, 254–271, doi 10.1016/j.solener.2019.10.041.
 *
 * @throws TypeError for pairs without a method, RangeError for columns of unequal length, without any whole row, or options out of range
 * @experimental
 */
export function verifyForecast(pairs: ForecastPairs, options: VerificationOptions = {}): Verification {
  const methods = Object.keys(pairs.forecasts);
  if (methods.length === 0) throw new TypeError("verifyForecast: forecasts must have at least one method, got none");
  const rows = checkPairs(pairs, methods);
  const { draws = 200, timeZone = 0, randomSeed: seed = 1 } = options;
  if (!(Number.isInteger(draws) && draws >= 0 && draws <= 10_000))
    throw new RangeError(`verifyForecast: draws must be a whole number from 0 to 10,000, got ${shown(draws)}`);
  const whole = rows.filter((row) => isWhole(pairs, methods, row));
  if (whole.length === 0) throw new RangeError("verifyForecast: there is no row with a value of every method");
  const dayOf = (row: number) => Math.floor((pairs.issued[row]! + timeZone * HOUR) / DAY);
  const group = (own: readonly number[], lead: number | null, sky: SkyClass | null): VerifiedGroup => ({
    lead,
    sky,
    rows: own.length,
    mean: meanOf(own, (row) => pairs.observed[row]!),
    errors: errorsOf(pairs, methods, own, dayOf, draws, new Random(seed)),
    spread: pairs.quantiles === undefined ? null : spreadScore(pairs.quantiles, pairs.observed, own),
  });
  const leads = [...new Set(whole.map((row) => pairs.lead[row]!))].sort((a, b) => a - b);
  const bySky = SKY_CLASSES.map((sky) => ({ sky, own: whole.filter((row) => classOf(pairs, row) === sky) }));
  return {
    methods,
    rows: whole.length,
    left: rows.length - whole.length,
    days: new Set(whole.map(dayOf)).size,
    groups: [
      group(whole, null, null),
      ...leads.map((lead) =>
        group(
          whole.filter((row) => pairs.lead[row] === lead),
          lead,
          null,
        ),
      ),
      ...bySky.filter(({ own }) => own.length > 0).map(({ sky, own }) => group(own, null, sky)),
    ],
  };
}

function checkPairs({ issued, lead, forecasts, observed, clear, quantiles = [] }: ForecastPairs, methods: string[]) {
  const n = observed.length;
  const columns: [string, ArrayLike<number>][] = [
    ["issued", issued],
    ["lead", lead],
    ["clear", clear],
    ...methods.map((name): [string, ArrayLike<number>] => [`forecasts.${name}`, forecasts[name]!]),
    ...quantiles.map((values, q): [string, ArrayLike<number>] => [`quantiles[${q}]`, values]),
  ];
  for (const [name, column] of columns) {
    if (column.length === n) continue;
    throw new RangeError(`verifyForecast: ${name} must have ${n} values as observed has, got ${column.length}`);
  }
  if (quantiles.length !== 0 && quantiles.length !== PROBABILITIES.length)
    throw new RangeError(`verifyForecast: quantiles must be 19, from 5 to 95 %, got ${quantiles.length}`);
  return Array.from({ length: n }, (_, row) => row);
}

function isWhole(
  { forecasts, observed, clear, issued, lead, quantiles = [] }: ForecastPairs,
  methods: readonly string[],
  row: number,
) {
  const values = [observed, clear, issued, lead, ...methods.map((name) => forecasts[name]!), ...quantiles];
  return values.every((column) => Number.isFinite(column[row]!));
}

function classOf({ observed, clear }: ForecastPairs, row: number): SkyClass {
  const clearSkyIndex = observed[row]! / clear[row]!;
  return SKY_CLASSES[clearSkyIndex <= CLASS_LIMITS[0] ? 0 : clearSkyIndex <= CLASS_LIMITS[1] ? 1 : 2];
}

function square(value: number): number {
  return value * value;
}

function meanOf(rows: readonly number[], of: (row: number) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
}

function errorsOf(
  { forecasts, observed }: ForecastPairs,
  methods: readonly string[],
  rows: readonly number[],
  dayOf: (row: number) => number,
  draws: number,
  random: Random,
): ForecastErrors[] {
  const error = (method: string, row: number) => forecasts[method]![row]! - observed[row]!;
  const rmse = methods.map((method) => Math.sqrt(meanOf(rows, (row) => square(error(method, row)))));
  const days = squaresByDay(rows, dayOf, methods, error);
  const skills = bootstrap(days, methods.length, draws, random);
  return methods.map((method, k) => ({
    method,
    mbe: meanOf(rows, (row) => error(method, row)),
    rmse: rmse[k]!,
    mae: meanOf(rows, (row) => Math.abs(error(method, row))),
    skill: k === 0 ? null : 1 - rmse[0]! / rmse[k]!,
    limits: k === 0 || draws === 0 ? null : limitsOf(skills[k]!),
  }));
}

/** Sums of squared errors by method, one array a day. */
function squaresByDay(
  rows: readonly number[],
  dayOf: (row: number) => number,
  methods: readonly string[],
  error: (method: string, row: number) => number,
): Float64Array[] {
  const days = new Map<number, Float64Array>();
  for (const row of rows) {
    const day = dayOf(row);
    const sums = days.get(day) ?? new Float64Array(methods.length);
    days.set(day, sums);
    methods.forEach((method, k) => {
      sums[k]! += square(error(method, row));
    });
  }
  return [...days.values()];
}

/** Skills of the first method against each, of whole days drawn anew. */
function bootstrap(days: readonly Float64Array[], methods: number, draws: number, random: Random): Float64Array[] {
  const skills = Array.from({ length: methods }, () => new Float64Array(draws));
  for (let draw = 0; draw < draws; draw++) {
    const sums = new Float64Array(methods);
    for (let k = 0; k < days.length; k++) {
      const day = days[Math.floor(days.length * random.uniform(0, draw, k, 0))]!;
      for (let m = 0; m < methods; m++) sums[m]! += day[m]!;
    }
    for (let m = 1; m < methods; m++) skills[m]![draw] = 1 - Math.sqrt(sums[0]! / sums[m]!);
  }
  return skills;
}

function limitsOf(skills: Float64Array): [number, number] {
  return [valueAtShare(skills, 0.025)!, valueAtShare(skills, 0.975)!];
}

const [P10, P90] = [1, 17];

function spreadScore(
  quantiles: readonly ArrayLike<number>[],
  observed: ArrayLike<number>,
  rows: readonly number[],
): SpreadScore {
  const pinball = (q: number, row: number) => {
    const miss = observed[row]! - quantiles[q]![row]!;
    return miss >= 0 ? PROBABILITIES[q]! * miss : (PROBABILITIES[q]! - 1) * miss;
  };
  const [low, high] = [quantiles[P10]!, quantiles[P90]!];
  return {
    below: quantiles.map((values) => meanOf(rows, (row) => (observed[row]! <= values[row]! ? 1 : 0))),
    coverage: meanOf(rows, (row) => (observed[row]! >= low[row]! && observed[row]! <= high[row]! ? 1 : 0)),
    width: meanOf(rows, (row) => high[row]! - low[row]!),
    crps:
      (2 / PROBABILITIES.length) * meanOf(rows, (row) => PROBABILITIES.reduce((sum, _, q) => sum + pinball(q, row), 0)),
  };
}
