/** How good forecasts were: errors and skill by lead time and sky, with limits by a bootstrap of days; quantiles. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { Random } from "../../foundation/statistics/random.js";
import { shown } from "../../foundation/text/shown.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { probabilitiesOf, type Quantiles, type SpreadScore, spreadScore } from "./spread-score.js";

/** One forecast of one time. NaN: not there. */
export interface ForecastPairs {
  /** When it was issued, Unix ms. */
  readonly issued: ArrayLike<number>;
  /** Seconds from the issue to the end of the time forecast. */
  readonly lead: ArrayLike<number>;
  /** Default: GHI in W/m²; or AC power in W, which all values of these pairs then are. */
  readonly quantity?: Verified | undefined;
  /** By method: the forecast and the references. */
  readonly forecasts: { readonly [method: string]: ArrayLike<number> };
  readonly observed: ArrayLike<number>;
  /** Under a clear sky, for the classes of sky; undefined: no classes. */
  readonly clear?: ArrayLike<number> | undefined;
  /** Quantiles of the first method: 19 from 5 to 95 %, or 99 from 1 to 99 %. */
  readonly quantiles?: Quantiles | undefined;
  /** Reference ensembles by name: their quantiles of the same probabilities, NaN where there is none. */
  readonly ensembles?: { readonly [name: string]: Quantiles } | undefined;
}

export type Verified = "global_horizontal_irradiance" | "ac_power";

export interface VerificationOptions {
  /** Resamples of whole days for the limits, 0…10,000; 0: no limits. Default 200. */
  readonly draws?: number | undefined;
  /** Hours by which days are shifted from UTC: take the longitude's, so that days are separated by nights. Default 0. */
  readonly timeZone?: number | undefined;
  readonly randomSeed?: number | undefined;
  /** Of the system, W: `formatVerification` states errors of power in percent of it. */
  readonly capacity?: number | undefined;
}

/** Errors of a method, forecast less observed, in the unit of the values. */
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
export interface VerifiedGroup extends VerifiedOf {
  readonly rows: number;
  /** Mean of the observed. */
  readonly mean: number;
  readonly errors: readonly ForecastErrors[];
  readonly spread: SpreadScore | null;
}

/** Which rows. */
export interface VerifiedOf {
  /** Seconds; null: all. */
  readonly lead: number | null;
  /** Of the observed clear-sky index; null: all. */
  readonly sky: SkyClass | null;
  /** Of the index that the first method forecast; null: all. */
  readonly forecastSky: SkyClass | null;
}

const SKY_CLASSES = ["overcast", "partly", "clear"] as const;
export type SkyClass = (typeof SKY_CLASSES)[number];
/** Observed clear-sky index up to which a sky is overcast, and partly cloudy. */
const CLASS_LIMITS = [0.4, 0.8] as const;

export interface Verification {
  readonly quantity: Verified;
  /** Of all values, as errors, widths and CRPS. */
  readonly unit: "W/m²" | "W";
  readonly capacity: number | null;
  /** Of the quantiles; null: there are none. */
  readonly probabilities: readonly number[] | null;
  readonly methods: readonly string[];
  /** Rows on which all methods are judged, and those left out for want of a value. */
  readonly rows: number;
  readonly left: number;
  readonly days: number;
  /** All rows first, then by lead time, then by sky; with quantiles also by the sky that was forecast. */
  readonly groups: readonly VerifiedGroup[];
}

/**
 * Errors of forecasts on the rows where every method and the observation have a value: mean bias, RMSE, MAE and the first method's
 * skill against every other, by lead time and by class of the observed sky (clear-sky index up to 0.4, up to 0.8, above). Limits:
 * 95 % of the skills when whole days are resampled. With quantiles also their reliability, the coverage and width of p10–p90, their
 * pinball losses, CRPS, which is twice the mean of these, and its skill against ensembles; then by class of the sky that was forecast,
 * too, as no honest forecast holds its share under each sky that came.
 *
 * The caller leaves out rows at night: their errors are 0 and mean nothing.
 *
 * Source: D. Yang and others (2020), Verification of deterministic solar forecasts, Solar Energy 210, 20–37,
 * doi 10.1016/j.solener.2020.04.019; P. Lauret, M. David, P. Pinson (2019), Verification of solar irradiance probabilistic forecasts, Solar
 * Energy 194, 254–271, doi 10.1016/j.solener.2019.10.041.
 *
 * CRPS by quantiles: T. Gneiting, A. E. Raftery (2007), Strictly proper scoring rules, prediction, and estimation, Journal of the American
 * Statistical Association 102, 359–378, doi 10.1198/016214506000001437.
 *
 * @throws TypeError for pairs without a method or of another quantity, RangeError for columns of unequal length, without any whole row, or options out of range
 * @experimental
 */
export function verifyForecast(pairs: ForecastPairs, options: VerificationOptions = {}): Verification {
  const methods = Object.keys(pairs.forecasts);
  if (methods.length === 0) throw new TypeError("verifyForecast: forecasts must have at least one method, got none");
  const rows = checkPairs(pairs, methods);
  const { draws = 200, timeZone = 0, randomSeed: seed = 1, capacity } = options;
  const { quantity = "global_horizontal_irradiance", quantiles, ensembles = {} } = pairs;
  const unit = unitOf(quantity, capacity);
  if (!(Number.isInteger(draws) && draws >= 0 && draws <= 10_000))
    throw new RangeError(`verifyForecast: draws must be a whole number from 0 to 10,000, got ${shown(draws)}`);
  const whole = rows.filter((row) => isWhole(pairs, methods, row));
  if (whole.length === 0) throw new RangeError("verifyForecast: there is no row with a value of every method");
  const dayOf = (row: number) => Math.floor((pairs.issued[row]! + timeZone * HOUR) / DAY);
  const group = (own: readonly number[], of: Partial<VerifiedOf> = {}): VerifiedGroup => ({
    ...{ lead: null, sky: null, forecastSky: null, ...of },
    rows: own.length,
    mean: meanOf(own, (row) => pairs.observed[row]!),
    errors: errorsOf(pairs, methods, own, dayOf, draws, new Random(seed)),
    spread: quantiles === undefined ? null : spreadScore({ observed: pairs.observed, quantiles, ensembles }, own),
  });
  const leads = [...new Set(whole.map((row) => pairs.lead[row]!))].sort((a, b) => a - b);
  const byClass = (values: ArrayLike<number>, key: "sky" | "forecastSky") =>
    SKY_CLASSES.flatMap((sky) => {
      const own = whole.filter((row) => classOf(values, pairs.clear, row) === sky);
      return own.length === 0 ? [] : [group(own, { [key]: sky })];
    });
  return {
    ...{ quantity, unit, capacity: capacity ?? null },
    probabilities: quantiles === undefined ? null : probabilitiesOf(quantiles.length)!,
    methods,
    rows: whole.length,
    left: rows.length - whole.length,
    days: new Set(whole.map(dayOf)).size,
    groups: [
      group(whole),
      ...leads.map((lead) =>
        group(
          whole.filter((row) => pairs.lead[row] === lead),
          { lead },
        ),
      ),
      ...byClass(pairs.observed, "sky"),
      ...(quantiles === undefined ? [] : byClass(pairs.forecasts[methods[0]!]!, "forecastSky")),
    ],
  };
}

/** @throws TypeError, RangeError */
function unitOf(quantity: Verified, capacity: number | undefined): Verification["unit"] {
  const unit = UNITS[quantity];
  if (unit === undefined)
    throw new TypeError(`verifyForecast: quantity must be ${Object.keys(UNITS).join(" or ")}, got ${shown(quantity)}`);
  if (capacity === undefined) return unit;
  if (quantity !== "ac_power") throw new TypeError("verifyForecast: capacity is of power: light has none");
  if (capacity > 0 && capacity < Number.POSITIVE_INFINITY) return unit;
  throw new RangeError(`verifyForecast: capacity must be W above 0, got ${shown(capacity)}`);
}

const UNITS = { global_horizontal_irradiance: "W/m²", ac_power: "W" } as const;

function checkPairs(pairs: ForecastPairs, methods: string[]) {
  const { issued, lead, forecasts, observed, clear, quantiles = [], ensembles = {} } = pairs;
  const n = observed.length;
  const named = (name: string, values: Quantiles) =>
    values.map((one, q): [string, ArrayLike<number>] => [`${name}[${q}]`, one]);
  const columns: [string, ArrayLike<number>][] = [
    ["issued", issued],
    ["lead", lead],
    ...(clear === undefined ? [] : [["clear", clear] as [string, ArrayLike<number>]]),
    ...methods.map((name): [string, ArrayLike<number>] => [`forecasts.${name}`, forecasts[name]!]),
    ...named("quantiles", quantiles),
    ...Object.entries(ensembles).flatMap(([name, values]) => named(`ensembles.${name}`, values)),
  ];
  for (const [name, column] of columns) {
    if (column.length === n) continue;
    throw new RangeError(`verifyForecast: ${name} must have ${n} values as observed has, got ${column.length}`);
  }
  const sets = [pairs.quantiles, ...Object.values(ensembles)].filter((one) => one !== undefined);
  const wrong = sets.find(({ length }) => probabilitiesOf(length) === undefined || length !== sets[0]!.length);
  if (wrong !== undefined)
    throw new RangeError(
      `verifyForecast: quantiles must be 19, from 5 to 95 %, or 99, from 1 to 99 %, of ensembles as many, got ${wrong.length}`,
    );
  return Array.from({ length: n }, (_, row) => row);
}

function isWhole(
  { forecasts, observed, clear, issued, lead, quantiles = [] }: ForecastPairs,
  methods: readonly string[],
  row: number,
) {
  const values = [
    observed,
    ...(clear === undefined ? [] : [clear]),
    issued,
    lead,
    ...methods.map((name) => forecasts[name]!),
    ...quantiles,
  ];
  return values.every((column) => Number.isFinite(column[row]!));
}

/** Undefined where nothing is known of the clear sky. */
function classOf(values: ArrayLike<number>, clear: ArrayLike<number> | undefined, row: number): SkyClass | undefined {
  if (clear === undefined) return undefined;
  const clearSkyIndex = values[row]! / clear[row]!;
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
