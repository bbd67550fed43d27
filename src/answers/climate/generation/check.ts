/** What `generateYear` is given, checked: a message names the month, the value and the likely mistake. */
import {
  type Caller,
  checkColumn,
  checkGlobal,
  checkOrders,
  MONTHLY_COLUMN_NAMES,
  MONTHLY_COLUMNS,
  type MonthlyColumn,
} from "../../../data/contract/climate/monthly-check.js";
import type { Notice } from "../../../data/contract/observation/types.js";
import { inputError } from "../../../foundation/text/shown.js";
import {
  type ClearSkyName,
  type DailyLawName,
  DEFAULT_SEED,
  type GenerationOptions,
  type GenerationPlace,
  type HourlyLawName,
  type MonthlyMeans,
} from "./types.js";

const DAILY: readonly DailyLawName[] = ["exponential", "bendt", "aguiar"];
const HOURLY: readonly HourlyLawName[] = ["table", "tag"];
const CLEAR_SKIES: readonly ClearSkyName[] = ["ineichen", "esra", "solis"];
const STEPS: readonly (3600 | 60)[] = [3600, 60];

const DEFAULT_YEAR = 2005;
const DEFAULT_TURBIDITY = 3;

export type CheckedPlace = Required<{ readonly [key in keyof GenerationPlace]: number }>;
export type CheckedOptions = { readonly [key in keyof GenerationOptions]-?: NonNullable<GenerationOptions[key]> };

/** Thrown for a wrong argument of `generateYear`; callers may show its message to their own users. */
export function refusal(Kind: RangeErrorConstructor | TypeErrorConstructor, problem: string): Error {
  return inputError(Kind, "ERR_GENERATION", "generateYear", problem);
}

function fail(name: string, expected: string, got: unknown): never {
  const Kind = typeof got === "number" || typeof got === "string" ? RangeError : TypeError;
  const shown = typeof got === "string" ? JSON.stringify(got) : String(got);
  throw refusal(Kind, `${name} must be ${expected}, got ${shown}`);
}

function within(name: string, value: unknown, least: number, most: number): number {
  if (typeof value !== "number" || !(value >= least && value <= most))
    return fail(name, `a number from ${least} to ${most}`, value);
  return value;
}

function oneOf<T extends string | number>(name: string, value: unknown, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) fail(name, `one of ${allowed.join(", ")}`, value);
  return value as T;
}

export function checkPlace(place: GenerationPlace, notices: Notice[]): CheckedPlace {
  if (typeof place !== "object" || place === null) return fail("place", "an object", place);
  const latitude = within("place.latitude", place.latitude, -90, 90);
  const longitude = within("place.longitude", place.longitude, -180, 180);
  const timeZone = within("place.timeZone", place.timeZone ?? Math.round(longitude / 15) + 0, -14, 14);
  if (!Number.isInteger(timeZone * 60)) fail("place.timeZone", "hours in whole minutes", timeZone);
  if (place.altitude === undefined)
    notices.push({ code: "altitude", message: "no altitude was given: the clear sky is computed for sea level" });
  return { latitude, longitude, timeZone, altitude: within("place.altitude", place.altitude ?? 0, -500, 9000) };
}

export function checkOptions(options: GenerationOptions, monthly: MonthlyMeans, notices: Notice[]): CheckedOptions {
  if (typeof options !== "object" || options === null) return fail("options", "an object", options);
  const known = ["randomSeed", "daily", "hourly", "interval", "clearSky", "linkeTurbidity", "year"];
  for (const key of Object.keys(options)) if (!known.includes(key)) fail("options", `of ${known.join(", ")}`, key);
  const year = within("options.year", options.year ?? DEFAULT_YEAR, 1600, 3000);
  if (!Number.isInteger(year)) fail("options.year", "a whole number", year);
  const turbidity = options.linkeTurbidity ?? monthly.linkeTurbidity;
  if (turbidity === undefined)
    notices.push({ code: "turbidity", message: `no turbidity was given: ${DEFAULT_TURBIDITY} in all months` });
  return {
    randomSeed: options.randomSeed ?? DEFAULT_SEED,
    daily: oneOf("options.daily", options.daily ?? "exponential", DAILY),
    hourly: oneOf("options.hourly", options.hourly ?? "table", HOURLY),
    interval: oneOf("options.interval", options.interval ?? 3600, STEPS),
    clearSky: oneOf("options.clearSky", options.clearSky ?? "ineichen", CLEAR_SKIES),
    linkeTurbidity: turbidity
      ? checkColumn("linke_turbidity", turbidity, CALLER)
      : new Array<number>(12).fill(DEFAULT_TURBIDITY),
    year,
  };
}

/** The months' values, copied. */
export function checkMonthly(monthly: MonthlyMeans, place: CheckedPlace): MonthlyMeans {
  if (typeof monthly !== "object" || monthly === null) return fail("monthly", "an object", monthly);
  const columns: { [name in MonthlyColumn]?: number[] } = {};
  for (const name of MONTHLY_COLUMN_NAMES) {
    const values = monthly[MONTHLY_COLUMNS[name].key];
    const isNeeded = name === "global_horizontal_irradiance";
    if ((values !== undefined || isNeeded) && name !== "linke_turbidity")
      columns[name] = checkColumn(name, values, CALLER);
  }
  const global = columns.global_horizontal_irradiance!;
  checkGlobal(global, "W/m2", place, CALLER);
  checkOrders(columns, CALLER);
  checkAir(monthly);
  const checked = Object.entries(columns).map(([name, values]) => [MONTHLY_COLUMNS[name as MonthlyColumn].key, values]);
  return { globalHorizontalIrradiance: global, ...Object.fromEntries(checked) };
}

/** That each column has those without which it says nothing. */
function checkAir(monthly: MonthlyMeans): void {
  const { temperature, relativeHumidity, dewPointTemperature } = monthly;
  for (const name of ["temperatureMin", "temperatureMax", "relativeHumidity", "dewPointTemperature"] as const)
    if (monthly[name] && !temperature) fail("temperature", `given where ${name} is`, temperature);
  if (relativeHumidity && dewPointTemperature)
    throw refusal(TypeError, "give relativeHumidity or dewPointTemperature, got both");
}

const CALLER: Caller = {
  nameOf: (column) => MONTHLY_COLUMNS[column].key,
  fail(name, expected, got, isOfKind) {
    throw refusal(isOfKind ? RangeError : TypeError, `${name} must be ${expected}, got ${got}`);
  },
  advice: () => "give means over all 24 hours in W/m2",
};
