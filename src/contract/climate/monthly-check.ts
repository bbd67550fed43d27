/** Twelve monthly values, January first: what each column may hold. Callers give the names and the error. */
import { monthlyClearest } from "../../models/clear-sky/monthly-clearest.js";
import { monthlyExtraterrestrial } from "../../models/solar-position/monthly-extraterrestrial.js";
import { shown } from "../../text/shown.js";
import { MONTH_NAMES } from "../../time/calendar.js";
import {
  clearness,
  LEAST_CLEARNESS,
  likelyUnit,
  MIN_EXTRATERRESTRIAL,
  type MonthlyUnit,
  ROUNDING,
  wattsPer,
} from "./irradiance-units.js";

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
