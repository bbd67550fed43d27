/** Twelve monthly values, January first: what each column may hold. Callers give the names and the error. */

import { shown } from "../../../foundation/text/shown.js";
import { DAY_SECONDS, MONTH_DAYS, MONTH_NAMES } from "../../../foundation/time/calendar.js";
import { monthlyClearest } from "../../../physics/models/clear-sky/clearest.js";
import { monthlyExtraterrestrial } from "../../../physics/models/solar-position/monthly-extraterrestrial.js";

const ANY = Number.MAX_VALUE;

/** By the names of the import endpoint; `key` is the name in the API. Irradiance has several units. */
export const MONTHLY_COLUMNS = {
  global_horizontal_irradiance: { key: "globalHorizontalIrradiance", least: 0, most: ANY, unit: null },
  temperature: { key: "temperature", least: -90, most: 60, unit: "°C" },
  diffuse_horizontal_irradiance: { key: "diffuseHorizontalIrradiance", least: 0, most: ANY, unit: null },
  temperature_min: { key: "temperatureMin", least: -90, most: 60, unit: "°C" },
  temperature_max: { key: "temperatureMax", least: -90, most: 60, unit: "°C" },
  relative_humidity: { key: "relativeHumidity", least: 0, most: 100, unit: "%" },
  dew_point_temperature: { key: "dewPointTemperature", least: -90, most: 40, unit: "°C" },
  wind_speed: { key: "windSpeed", least: 0, most: 50, unit: "m/s" },
  linke_turbidity: { key: "linkeTurbidity", least: 1, most: 15, unit: "1" },
} as const;

export type MonthlyColumn = keyof typeof MONTHLY_COLUMNS;
export const MONTHLY_COLUMN_NAMES = /* @__PURE__ */ Object.keys(MONTHLY_COLUMNS) as readonly MonthlyColumn[];

/** Whose values they are. */
export interface Caller {
  /** A column's name in messages. */
  nameOf(column: MonthlyColumn): string;
  /** Throws "NAME must be EXPECTED, got GOT"; `isOfKind`: the value is a number, or twelve of them. */
  fail(name: string, expected: string, got: string, isOfKind: boolean): never;
  /** What to do about values that look like another unit. */
  advice(likelyUnit: MonthlyUnit): string;
}

/** @returns a copy of twelve finite numbers within the column's range */
export function checkColumn(column: MonthlyColumn, given: unknown, caller: Caller): number[] {
  const name = caller.nameOf(column);
  const { least, most, unit } = MONTHLY_COLUMNS[column];
  const values = twelveNumbers(name, given, caller.fail);
  const month = values.findIndex((value) => value < least || value > most);
  if (month >= 0) {
    const range = most === ANY ? `${least} or more` : `from ${least} to ${most} ${unit === "1" ? "" : unit}`.trimEnd();
    const likely = unit === "°C" ? otherTemperature(values) : "";
    caller.fail(name, `${range} in all months`, `${values[month]} in ${MONTH_NAMES[month]}${likely}`, true);
  }
  if (unit === "%" && values.every((value) => value <= 1)) {
    caller.fail(name, "in %", `at most ${Math.max(...values)}: that looks like a fraction`, true);
  }
  return values;
}

/** @returns a copy of twelve finite numbers */
export function twelveNumbers(name: string, given: unknown, fail: Caller["fail"]): number[] {
  const expected = "12 numbers, January first";
  const list = given as ArrayLike<unknown> | null | undefined;
  if (typeof list !== "object" || list?.length === undefined) return fail(name, expected, shown(given), false);
  if (list.length !== 12) return fail(name, expected, `${list.length} of them`, false);
  return Array.from(list, (value, month) => {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    const got = `${shown(value)} in ${MONTH_NAMES[month]}: a month without data cannot be generated`;
    return fail(name, expected, got, false);
  });
}

function otherTemperature(values: readonly number[]): string {
  if (values.every((value) => value > 180 && value < 335)) return ": that looks like kelvin";
  return values.every((value) => value > -130 && value < 140) ? ": that looks like degrees Fahrenheit" : "";
}

/** Where values that come without an altitude may be: no town is higher. */
const HIGHEST = 5100;

/**
 * GHI against sun and sky: no more in any month than the clearest sky there gives, and not next to nothing all year.
 *
 * @param place degrees, metres; without an altitude the limit is that of the highest ground
 */
export function checkGlobal(
  values: readonly number[],
  unit: MonthlyUnit,
  { latitude, altitude = HIGHEST }: { readonly latitude: number; readonly altitude?: number | undefined },
  caller: Caller,
): void {
  const name = caller.nameOf("global_horizontal_irradiance");
  const extraterrestrial = monthlyExtraterrestrial(latitude);
  const clearest = monthlyClearest(latitude, altitude);
  const isNearPolarNight = (month: number) => extraterrestrial[month]! < MIN_EXTRATERRESTRIAL;
  const limit = (month: number) =>
    (isNearPolarNight(month) ? MIN_EXTRATERRESTRIAL : clearest[month]! + ROUNDING) / wattsPer(unit, month);
  const beyond = values.flatMap((value, month) => (value > limit(month) ? [month] : []));
  const likely = () => {
    const other = likelyUnit(values, unit, extraterrestrial);
    return other === undefined ? "" : `; the values look like ${other}: ${caller.advice(other)}`;
  };
  const month = beyond[0];
  if (month !== undefined) {
    const share = Math.round((100 * clearest[month]!) / extraterrestrial[month]!);
    const why = isNearPolarNight(month)
      ? "the sun hardly rises"
      : `the clearest sky at ${altitude} m lets through ${share} % of the extraterrestrial irradiance`;
    const bound = `at most ${Math.floor(10 * limit(month)) / 10} ${unit} in ${MONTH_NAMES[month]} (${why})`;
    // A single month is a slip; half a year is in another unit.
    caller.fail(name, bound, `${values[month]}${beyond.length >= 6 ? likely() : ""}`, true);
  }
  const share = clearness(values, unit, extraterrestrial);
  if (share >= LEAST_CLEARNESS) return;
  const bound = `at least ${100 * LEAST_CLEARNESS} % of the year's extraterrestrial irradiance`;
  const months = `${values[0]} ${unit} in January, ${values[6]} in July`;
  caller.fail(name, bound, `${(100 * share).toFixed(1)} % (${months})${likely()}`, true);
}

const ORDERS: readonly (readonly [MonthlyColumn, "at most" | "at least", MonthlyColumn])[] = [
  ["diffuse_horizontal_irradiance", "at most", "global_horizontal_irradiance"],
  ["temperature_min", "at most", "temperature_max"],
  ["temperature_min", "at most", "temperature"],
  ["temperature_max", "at least", "temperature"],
  ["dew_point_temperature", "at most", "temperature"],
];

/** That diffuse is not above global irradiance, nor the minimum above the mean; for columns of the same unit. */
export function checkOrders(
  columns: { readonly [name in MonthlyColumn]?: readonly number[] | undefined },
  caller: Caller,
): void {
  for (const [column, order, other] of ORDERS) {
    const [values, bounds] = [columns[column], columns[other]];
    if (values === undefined || bounds === undefined) continue;
    const month = values.findIndex((value, k) => (order === "at most" ? value > bounds[k]! : value < bounds[k]!));
    if (month < 0) continue;
    const bound = `${order} ${caller.nameOf(other)} (${bounds[month]} in ${MONTH_NAMES[month]})`;
    caller.fail(caller.nameOf(column), bound, `${values[month]}: are the two exchanged?`, true);
  }
}

/** Accepted units: the mean over all 24 hours, or the month's energy. */
export const IRRADIANCE_UNITS = ["W/m2", "kWh/m2/month"] as const;

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
function wattsPer(unit: MonthlyUnit, month: number): number {
  return PER_UNIT[unit](MONTH_DAYS[month]!);
}

/** Upper limit of a month's mean clearness anywhere on Earth. */
export const MOST_CLEARNESS = 0.85;
/** Lower limit of a year's mean clearness anywhere on Earth. */
const LEAST_CLEARNESS = 0.1;
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
function likelyUnit(
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
