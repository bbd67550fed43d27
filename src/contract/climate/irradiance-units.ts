/** Units of monthly irradiation, and the likely unit of a year of values. */
import { MONTH_DAYS } from "../../time/calendar.js";

/** Accepted units: the mean over all 24 hours, or the month's energy. */
export const IRRADIANCE_UNITS = ["W/m2", "kWh/m2/month"] as const;
export type IrradianceUnit = (typeof IRRADIANCE_UNITS)[number];

/** W/m² per unit in a month of this many days. Those after the first two are used only in error messages. */
const PER_UNIT: { readonly [unit: string]: (days: number) => number } = {
  "W/m2": () => 1,
  "kWh/m2/month": (days) => 1000 / (24 * days),
  "kWh/m2/day": () => 1000 / 24,
  "Wh/m2/day": () => 1 / 24,
  "MJ/m2/month": (days) => 1e6 / (86_400 * days),
  "MJ/m2/day": () => 1e6 / 86_400,
};

/** Mean W/m² of a month (0 = January, of a common year) per unit. */
export function wattsPer(unit: string, month: number): number {
  return PER_UNIT[unit]!(MONTH_DAYS[month]!);
}

/** Upper limit of a month's mean clearness anywhere on Earth. */
export const MOST_CLEARNESS = 0.85;
/** Lower limit of a year's mean clearness anywhere on Earth. */
export const LEAST_CLEARNESS = 0.1;
/** W/m² by which a value may exceed the limit: values in whole units are rounded. */
export const ROUNDING = 1;

/** The year's mean of the values over that of the extraterrestrial irradiance. */
export function clearness(values: readonly number[], unit: string, extraterrestrial: readonly number[]): number {
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
  unit: string,
  extraterrestrial: readonly number[],
): string | undefined {
  const oddness = (candidate: string) => Math.abs(clearness(values, candidate, extraterrestrial) - USUAL_CLEARNESS);
  return Object.keys(PER_UNIT)
    .filter((candidate) => candidate !== unit && isPossible(values, candidate, extraterrestrial))
    .sort((a, b) => oddness(a) - oddness(b))[0];
}

function isPossible(values: readonly number[], unit: string, extraterrestrial: readonly number[]): boolean {
  return (
    clearness(values, unit, extraterrestrial) >= LEAST_CLEARNESS &&
    values.every((value, month) => value * wattsPer(unit, month) <= mostOf(extraterrestrial[month]!))
  );
}

/** Upper limit of a month's mean in W/m². */
export function mostOf(extraterrestrial: number): number {
  return MOST_CLEARNESS * extraterrestrial + ROUNDING;
}
