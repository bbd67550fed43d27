/** What `generateYear` is given, checked: a message names the month, the value and the likely mistake. */

import {
  clearness,
  LEAST_CLEARNESS,
  likelyUnit,
  MOST_CLEARNESS,
  ROUNDING,
} from "../../contract/climate/irradiance-units.js";
import type { Notice } from "../../contract/observation/types.js";
import { monthlyExtraterrestrial } from "../../models/solar-position/monthly-extraterrestrial.js";
import { inputError } from "../../text/input-error.js";
import { MONTH_NAMES } from "../../time/calendar.js";
import { FEEBLE_SUN } from "./months.js";
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

/** Ranges of what is neither light nor tied to it. */
const RANGES = {
  temperature: [-90, 60, "°C"],
  temperatureMin: [-90, 60, "°C"],
  temperatureMax: [-90, 60, "°C"],
  dewPointTemperature: [-90, 40, "°C"],
  relativeHumidity: [0, 100, "%"],
  windSpeed: [0, 50, "m/s"],
  linkeTurbidity: [1, 15, ""],
} as const;

export type CheckedPlace = Required<{ readonly [key in keyof GenerationPlace]: number }>;
export type CheckedOptions = { readonly [key in keyof GenerationOptions]-?: NonNullable<GenerationOptions[key]> };

/** What callers of `generateYear` may show to their own callers. */
export function refusal(Kind: RangeErrorConstructor | TypeErrorConstructor, problem: string): Error {
  return inputError(Kind, "ERR_GENERATION", "generateYear", problem);
}

function fail(name: string, expected: string, got: unknown): never {
  const Kind = typeof got === "number" || typeof got === "string" ? RangeError : TypeError;
  const shown = typeof got === "string" ? JSON.stringify(got) : String(got);
  throw refusal(Kind, `${name} must be ${expected}, got ${shown}`);
}

function within(name: string, value: unknown, least: number, most: number): number {
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    return fail(name, `a number from ${least} to ${most}`, value);
  }
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
  if (place.altitude === undefined) {
    notices.push({ code: "altitude", message: "no altitude was given: the clear sky is that of sea level" });
  }
  return { latitude, longitude, timeZone, altitude: within("place.altitude", place.altitude ?? 0, -500, 9000) };
}

export function checkOptions(options: GenerationOptions, monthly: MonthlyMeans, notices: Notice[]): CheckedOptions {
  if (typeof options !== "object" || options === null) return fail("options", "an object", options);
  const known = ["randomSeed", "daily", "hourly", "interval", "clearSky", "linkeTurbidity", "year"];
  for (const key of Object.keys(options)) if (!known.includes(key)) fail("options", `of ${known.join(", ")}`, key);
  const year = within("options.year", options.year ?? DEFAULT_YEAR, 1600, 3000);
  if (!Number.isInteger(year)) fail("options.year", "a whole number", year);
  const turbidity = options.linkeTurbidity ?? monthly.linkeTurbidity;
  if (turbidity === undefined) {
    notices.push({ code: "turbidity", message: `no turbidity was given: ${DEFAULT_TURBIDITY} in all months` });
  }
  return {
    randomSeed: options.randomSeed ?? DEFAULT_SEED,
    daily: oneOf("options.daily", options.daily ?? "exponential", DAILY),
    hourly: oneOf("options.hourly", options.hourly ?? "table", HOURLY),
    interval: oneOf("options.interval", options.interval ?? 3600, STEPS),
    clearSky: oneOf("options.clearSky", options.clearSky ?? "ineichen", CLEAR_SKIES),
    linkeTurbidity: turbidity
      ? twelve("linkeTurbidity", turbidity, ...RANGES.linkeTurbidity)
      : new Array<number>(12).fill(DEFAULT_TURBIDITY),
    year,
  };
}

/** The months' values, copied. */
export function checkMonthly(monthly: MonthlyMeans, latitude: number): MonthlyMeans {
  if (typeof monthly !== "object" || monthly === null) return fail("monthly", "an object", monthly);
  const global = twelve("globalHorizontalIrradiance", monthly.globalHorizontalIrradiance, 0, Number.MAX_VALUE, "W/m²");
  checkGlobal(global, latitude);
  const checked: { -readonly [name in keyof MonthlyMeans]: MonthlyMeans[name] } = {
    globalHorizontalIrradiance: global,
  };
  for (const name of Object.keys(RANGES) as (keyof typeof RANGES)[]) {
    const values = monthly[name];
    if (values === undefined || name === "linkeTurbidity") continue;
    const [least, most, unit] = RANGES[name];
    checked[name] = twelve(name, values, least, most, unit);
  }
  const diffuse = monthly.diffuseHorizontalIrradiance;
  if (diffuse !== undefined) {
    const values = twelve("diffuseHorizontalIrradiance", diffuse, 0, Number.MAX_VALUE, "W/m²");
    checkOrder("diffuseHorizontalIrradiance", values, "globalHorizontalIrradiance", global);
    checked.diffuseHorizontalIrradiance = values;
  }
  checkAir(checked);
  return checked;
}

function checkAir(monthly: MonthlyMeans): void {
  const { temperature, temperatureMin, temperatureMax, relativeHumidity, dewPointTemperature } = monthly;
  if (temperatureMin && temperatureMax) checkOrder("temperatureMin", temperatureMin, "temperatureMax", temperatureMax);
  for (const name of ["temperatureMin", "temperatureMax", "relativeHumidity", "dewPointTemperature"] as const) {
    if (monthly[name] && !temperature) fail("temperature", `given where ${name} is`, temperature);
  }
  if (!temperature) return;
  if (temperatureMin) checkOrder("temperatureMin", temperatureMin, "temperature", temperature);
  if (temperatureMax) checkOrder("temperature", temperature, "temperatureMax", temperatureMax);
  if (dewPointTemperature) checkOrder("dewPointTemperature", dewPointTemperature, "temperature", temperature);
  if (relativeHumidity && dewPointTemperature) {
    throw refusal(TypeError, "give relativeHumidity or dewPointTemperature, got both");
  }
  if (relativeHumidity?.every((percent) => percent <= 1)) {
    const most = Math.max(...relativeHumidity);
    throw refusal(RangeError, `relativeHumidity must be in %, got at most ${most}: that looks like a fraction`);
  }
}

/** Twelve numbers within a range. */
function twelve(name: string, values: ArrayLike<number>, least: number, most: number, unit: string): number[] {
  if (typeof values !== "object" || values === null || values.length !== 12) {
    const got =
      values?.length === undefined || typeof values === "string" ? String(values) : `${values.length} of them`;
    return fail(name, "12 numbers, January first", { toString: () => got });
  }
  const numbers = Array.from(values);
  numbers.forEach((value, month) => {
    if (typeof value === "number" && Number.isFinite(value)) return;
    throw refusal(
      TypeError,
      `${name} must be 12 numbers, January first, got ${String(value)} in ${MONTH_NAMES[month]}: a month without data cannot be generated`,
    );
  });
  const month = numbers.findIndex((value) => value < least || value > most);
  if (month < 0) return numbers;
  const kelvin = unit === "°C" && numbers.every((value) => value > 180 && value < 335);
  const fahrenheit = unit === "°C" && !kelvin && numbers.every((value) => value > -130 && value < 140);
  const likely = kelvin ? ": that looks like kelvin" : fahrenheit ? ": that looks like degrees Fahrenheit" : "";
  const range = most === Number.MAX_VALUE ? `${least} or more` : `from ${least} to ${most} ${unit}`.trimEnd();
  throw refusal(
    RangeError,
    `${name} must be ${range} in all months, got ${numbers[month]} in ${MONTH_NAMES[month]}${likely}`,
  );
}

/**
 * No more than the sun sends, and not next to nothing all year. Where the sun itself sends next to nothing, a month is cut down
 * instead, with a notice.
 */
function checkGlobal(values: readonly number[], latitude: number): void {
  const name = "globalHorizontalIrradiance";
  const above = monthlyExtraterrestrial(latitude);
  const tooMuch = (value: number, month: number) =>
    value > (above[month]! < FEEBLE_SUN ? FEEBLE_SUN : MOST_CLEARNESS * above[month]! + ROUNDING);
  const worst = values.findIndex(tooMuch);
  if (worst >= 0) {
    const most = Math.floor(10 * MOST_CLEARNESS * above[worst]!) / 10;
    const bound = `${most} W/m² in ${MONTH_NAMES[worst]} (${100 * MOST_CLEARNESS} % of what the sun sends there)`;
    // One month alone is a slip of its own; half a year is in another unit.
    const many = values.filter(tooMuch).length >= 6;
    throw refusal(
      RangeError,
      `${name} must be at most ${bound}, got ${values[worst]}${many ? likelyMistake(values, above) : ""}`,
    );
  }
  const share = clearness(values, "W/m2", above);
  if (share < LEAST_CLEARNESS) {
    const bound = `${100 * LEAST_CLEARNESS} % of what the sun sends in a year`;
    const got = `${(100 * share).toFixed(1)} % (${values[0]} in ${MONTH_NAMES[0]}, ${values[6]} in ${MONTH_NAMES[6]})`;
    throw refusal(RangeError, `${name} must be at least ${bound}, got ${got}${likelyMistake(values, above)}`);
  }
}

function likelyMistake(values: readonly number[], above: readonly number[]): string {
  const unit = likelyUnit(values, "W/m2", above);
  const expected = "means over all 24 hours in W/m² are expected";
  return unit === undefined ? `; ${expected}` : `; the values look like ${unit}, ${expected}`;
}

function checkOrder(name: string, values: readonly number[], other: string, most: readonly number[]): void {
  const month = values.findIndex((value, k) => value > most[k]!);
  if (month < 0) return;
  const bound = `at most ${other} (${most[month]} in ${MONTH_NAMES[month]})`;
  throw refusal(RangeError, `${name} must be ${bound}, got ${values[month]}: are the two exchanged?`);
}
