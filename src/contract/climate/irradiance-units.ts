/** Units of monthly irradiation, and the likely unit of a year of values. */
import { DAY_SECONDS, MONTH_DAYS } from "../../time/calendar.js";

/** Accepted units: the mean over all 24 hours, or the month's energy. @experimental */
export const IRRADIANCE_UNITS = ["W/m2", "kWh/m2/month"] as const;
/** @experimental */
export type IrradianceUnit = (typeof IRRADIANCE_UNITS)[number];

/** W/m² per unit in a month of this many days. Queries have the first two, files all of them. */
const PER_UNIT = {
  "W/m2": () => 1,
  "kWh/m2/month": (days) => 1000 / (24 * days),
  "kWh/m2/day": () => 1000 / 24,
  "Wh/m2/day": () => 1 / 24,
  "MJ/m2/month": (days) => 1e6 / (DAY_SECONDS * days),
  "MJ/m2/day": () => 1e6 / DAY_SECONDS,
} as const satisfies { readonly [unit: string]: (days: number) => number };

export type MonthlyUnit = keyof typeof PER_UNIT;
export const MONTHLY_UNITS = /* @__PURE__ */ Object.keys(PER_UNIT) as readonly MonthlyUnit[];

/** Mean W/m² of a month (0 = January, of a common year) per unit. */
export function wattsPer(unit: MonthlyUnit, month: number): number {
  return PER_UNIT[unit](MONTH_DAYS[month]!);
}

/** Upper limit of a month's mean clearness anywhere on Earth. */
export const MOST_CLEARNESS = 0.85;
/** Lower limit of a year's mean clearness anywhere on Earth. */
export const LEAST_CLEARNESS = 0.1;
/** W/m² by which a value may exceed the limit: values in whole units are rounded. */
export const ROUNDING = 1;
/** W/m² of extraterrestrial irradiance below which no clearness can be asked of a month. */
export const MIN_EXTRATERRESTRIAL = 5;

/** The year's mean of the values over that of the extraterrestrial irradiance. */
export function clearness(values: readonly number[], unit: MonthlyUnit, extraterrestrial: readonly number[]): number {
  let given = 0;
  let most = 0;
  MONTH_DAYS.forEach((days, month) => {
    given += values[month]! * wattsPer(unit, month) * days;
    most += extraterrestrial[month]! * days;
  });
  return given / most;
}

/** A year's clearness at most inhabited places. */
const USUAL_CLEARNESS = 0.5;

/** The other unit in which the values would be plausible for a place on Earth; undefined if there is none. */
export function likelyUnit(
  values: readonly number[],
  unit: MonthlyUnit,
  extraterrestrial: readonly number[],
): MonthlyUnit | undefined {
  const oddness = (candidate: MonthlyUnit) =>
    Math.abs(clearness(values, candidate, extraterrestrial) - USUAL_CLEARNESS);
  return MONTHLY_UNITS.filter(
    (candidate) => candidate !== unit && isPossible(values, candidate, extraterrestrial),
  ).sort((a, b) => oddness(a) - oddness(b))[0];
}

function isPossible(values: readonly number[], unit: MonthlyUnit, extraterrestrial: readonly number[]): boolean {
  return (
    clearness(values, unit, extraterrestrial) >= LEAST_CLEARNESS &&
    values.every((value, month) => value * wattsPer(unit, month) <= mostOf(extraterrestrial[month]!))
  );
}

/** Upper limit of a month's mean in W/m². Where the sun itself sends next to nothing, the generator cuts a month down instead. */
export function mostOf(extraterrestrial: number): number {
  return extraterrestrial < MIN_EXTRATERRESTRIAL ? MIN_EXTRATERRESTRIAL : MOST_CLEARNESS * extraterrestrial + ROUNDING;
}

export function toWatts(values: readonly number[], unit: MonthlyUnit): number[] {
  return values.map((value, month) => value * wattsPer(unit, month));
}
