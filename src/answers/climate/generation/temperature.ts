/**
 * Hourly air temperature from monthly means: a curve that has them, an anomaly from day to day that goes with the radiation, and
 * a course of the day.
 *
 * Course of the day: D. G. Erbs, S. A. Klein, W. A. Beckman (1983), Estimation of degree-days and ambient temperature bin data from
 * monthly-average temperatures, ASHRAE Journal 25 (6), 60–65. Its range: below. Anomalies: fitted to 12 measured site-years.
 */
import { cos, DEG, sin } from "../../../foundation/math/index.js";
import type { Random } from "../../../foundation/statistics/random.js";
import { equationOfTimeSpencer71Rows } from "../../../physics/models/solar-position/analytical.js";
import { DAYS, HOURS, PURPOSE, tropicalShare } from "./calendar.js";
import type { DaySums } from "./daily.js";
import { curveAt, eachRow, monthlyCurve, shiftToMeans } from "./monthly-curve.js";
import type { Month } from "./months.js";
import type { GenerationPlace, MonthlyMeans } from "./types.js";

/** Correlation of the anomaly from day to day. */
export const PERSISTENCE = 0.63;
/** Within so many degrees of the equator the anomaly has little to do with the radiation. */
const TROPICS_OF_AIR = 20;
/** What the tropics lack of the anomalies that the seasons let expect. */
const STILLNESS = 0.5;
/** K of the day's range per unit of the day's clearness above the month's. */
export const RANGE_PER_CLEARNESS = 14;
/** Mean of daily most less mean of daily least, over the range of the mean course. */
const RANGE_OF_COURSE = 0.98;

/** What the year's weather of radiation is to the air. */
export interface RadiationDays {
  readonly months: readonly Month[];
  readonly sums: DaySums;
  /** Clear-sky indices of the days. */
  readonly daily: Float64Array;
}

/** The air of the year, day by day: standard deviations from the usual, and what one is worth in K. */
export interface Anomalies {
  readonly deviation: number;
  readonly days: Float64Array;
}

export function airAnomalies(
  place: GenerationPlace,
  temperature: readonly number[],
  { months, sums, daily }: RadiationDays,
  random: Random,
): Anomalies {
  const days = new Float64Array(DAYS);
  let anomaly = random.normal(PURPOSE.air, 0, 1, 0);
  for (const { firstDay, endDay } of months) {
    const { mean, deviation } = spreadOf(daily, sums.global, firstDay, endDay);
    for (let day = firstDay; day < endDay; day++) {
      const lit = deviation > 0 && sums.global[day]! > 0;
      const correlation = lit ? correlationWithSun(place.latitude, day) : 0;
      const bright = lit ? (daily[day]! - mean) / deviation : 0;
      const fresh =
        correlation * bright + Math.sqrt(1 - correlation * correlation) * random.normal(PURPOSE.air, day, 0, 0);
      anomaly = PERSISTENCE * anomaly + Math.sqrt(1 - PERSISTENCE * PERSISTENCE) * fresh;
      days[day] = anomaly;
    }
  }
  return { days, deviation: anomalyDeviation(temperature, place.latitude) };
}

/** Bright days are warm in summer, and cold in winter. */
export function correlationWithSun(latitude: number, day: number): number {
  if (Math.abs(latitude) < TROPICS_OF_AIR) return 0.1;
  return 0.18 + 0.27 * cos((2 * Math.PI * (day + 1 - 196)) / DAYS) * Math.sign(latitude);
}

function spreadOf(daily: Float64Array, weights: Float64Array, from: number, to: number) {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let day = from; day < to; day++) {
    if (!(weights[day]! > 0)) continue;
    count++;
    sum += daily[day]!;
    squares += daily[day]! * daily[day]!;
  }
  const mean = count > 0 ? sum / count : 0;
  // What rounding leaves of days that are all alike is no spread.
  const variance = count > 1 ? squares / count - mean * mean : 0;
  return { mean, deviation: variance > 1e-12 ? Math.sqrt(variance) : 0 };
}

/** What one standard deviation of a day from the usual is worth, K, by how much the months differ. */
export function anomalyDeviation(temperature: readonly number[], latitude: number): number {
  const usual = Math.min(Math.max(1.3 + 0.33 * seasonalSpread(temperature), 1), 5);
  return usual * (1 - STILLNESS * tropicalShare(latitude));
}

/** Hourly means (8760), °C; those of the months are the given ones. @param rule of the day's range; default: as below */
export function hourlyTemperature(
  place: GenerationPlace & { readonly timeZone: number },
  monthly: MonthlyMeans & { readonly temperature: readonly number[] },
  radiation: RadiationDays,
  { deviation, days }: Anomalies,
  rule?: RangeRule,
): Float64Array {
  const base = monthlyCurve(monthly.temperature);
  const ranges = dailyRanges(monthly, usualRanges(place, monthly.temperature, rule), radiation);
  const equation = new Float64Array(DAYS);
  equationOfTimeSpencer71Rows(
    0,
    DAYS,
    Float64Array.from({ length: DAYS }, (_, day) => day + 1),
    equation,
  );
  const column = new Float64Array(DAYS * HOURS);
  eachRow(HOURS, (row, month, position) => {
    const clock = (row % HOURS) + 0.5;
    const solar = clock + place.longitude / 15 - place.timeZone + equation[Math.floor(position)]! / 60;
    column[row] =
      curveAt(base, month, position) +
      deviation * throughNoon(days, position) +
      throughNoon(ranges, position) * courseOfDay(solar);
  });
  shiftToMeans(column, monthly.temperature);
  return column;
}

/** Value of a day, joined linearly through the noons: no step at midnight. The last day runs into the first. */
export function throughNoon(days: Float64Array, position: number): number {
  const from = position - 0.5;
  const before = Math.floor(from);
  const share = from - before;
  return days[(before + DAYS) % DAYS]! * (1 - share) + days[(before + 1) % DAYS]! * share;
}

/** Deviation from the day's mean over the day's range, at a solar time in hours: Erbs et al., their equation 4. */
export function courseOfDay(solar: number): number {
  const angle = (2 * Math.PI * solar) / HOURS;
  return (
    0.4632 * cos(angle - 3.805) +
    0.0984 * cos(2 * angle - 0.36) +
    0.0168 * cos(3 * angle - 0.822) +
    0.0138 * cos(4 * angle - 3.513)
  );
}

/** Range of each day, K. */
function dailyRanges(
  monthly: MonthlyMeans,
  usualRange: (clearness: number) => number,
  { months, sums, daily }: RadiationDays,
): Float64Array {
  const ranges = new Float64Array(DAYS);
  months.forEach(({ firstDay, endDay, clearness }, month) => {
    const usual = givenRange(monthly, month) ?? usualRange(clearness);
    for (let day = firstDay; day < endDay; day++) {
      const above = sums.extraterrestrial[day]!;
      const brighter = above > 0 ? (daily[day]! * sums.global[day]!) / above - clearness : 0;
      ranges[day] = Math.max(usual + RANGE_PER_CLEARNESS * brighter, usual / 4);
    }
  });
  return ranges;
}

/** Range of the month's mean day (K) by the means of its daily least and most, or of one of them as far off as the other. */
function givenRange({ temperature, temperatureMin, temperatureMax }: MonthlyMeans, month: number): number | undefined {
  const mean = temperature![month]!;
  const below = temperatureMin && mean - temperatureMin[month]!;
  const above = temperatureMax && temperatureMax[month]! - mean;
  if (below === undefined && above === undefined) return undefined;
  return RANGE_OF_COURSE * ((below ?? above!) + (above ?? below!));
}

/*
 * The range of the day's mean course from what twelve means say of a place.
 *
 * D. G. Erbs, S. A. Klein, W. A. Beckman (1983; see temperature.ts) take it from the month's clearness alone, 25.8·Kt − 5.21.
 * Days are wider inland and higher up: fitted to the mean courses of 59 places by `research/fit-temperature.mjs`, which prints what
 * the rule is worth at each of them without it. A sea coast that the seasons do not betray stays too wide.
 */

/** K; K per unit of clearness, per K of continentality, per km of altitude. */
export interface RangeRule {
  readonly base: number;
  readonly clearness: number;
  readonly continentality: number;
  readonly altitude: number;
}

const RULE: RangeRule = { base: -6.78, clearness: 25.15, continentality: 0.253, altitude: 1.43 };
/** K; no month of those places has less than half of it. */
const LEAST = 1;
/** What those places span: beyond, the rule is not drawn out. */
const MOST_CONTINENTAL = 16;
const HIGHEST = 3;

/** Range (K) of the mean day of a month, by its clearness, at a place with these monthly temperatures. */
export function usualRanges(
  { latitude, altitude }: { readonly latitude: number; readonly altitude?: number | undefined },
  temperature: readonly number[],
  rule = RULE,
): (clearness: number) => number {
  const kilometres = Math.min(Math.max(altitude ?? 0, 0) / 1000, HIGHEST);
  const ofPlace =
    rule.base +
    rule.continentality * Math.min(continentality(latitude, temperature), MOST_CONTINENTAL) +
    rule.altitude * kilometres;
  return (clearness) => Math.max(ofPlace + rule.clearness * clearness, LEAST);
}

/**
 * How much more the months differ than the sun's height asks for, K: the spread of the monthly means over the sine of latitude + 10°,
 * as W. Gorczyński (1920), Sur le calcul du degré du continentalisme, has it (Geografiska Annaler 2, 324–331), kept from the equator
 * after V. Conrad (1946).
 */
export function continentality(latitude: number, temperature: readonly number[]): number {
  return seasonalSpread(temperature) / sin(Math.min(Math.abs(latitude) + 10, 90) * DEG);
}

/** Standard deviation of the monthly means, K. */
export function seasonalSpread(temperature: readonly number[]): number {
  const mean = temperature.reduce((sum, value) => sum + value, 0) / temperature.length;
  const squares = temperature.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return Math.sqrt(squares / temperature.length);
}
