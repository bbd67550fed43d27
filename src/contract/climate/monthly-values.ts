/** The body of the import endpoint: a year from 12 monthly values. */
import { monthlyExtraterrestrial } from "../../models/solar-position/monthly-extraterrestrial.js";
import { shown } from "../../text/shown.js";
import { MONTH_NAMES } from "../../time/calendar.js";
import { RequestError } from "../observation/errors.js";
import { readName, readNumber, refuse, type WireQuery } from "../observation/readers.js";
import { checkTexts } from "../observation/texts.js";
import { QUERY_KEYS } from "../query-keys.js";
import {
  clearness,
  IRRADIANCE_UNITS,
  type IrradianceUnit,
  LEAST_CLEARNESS,
  likelyUnit,
  MOST_CLEARNESS,
  mostOf,
  wattsPer,
} from "./irradiance-units.js";
import { type ClimateParseOptions, type ClimateQuery, type ClimateRequest, parseClimateRequest } from "./request.js";

/** Checked monthly values, January first: plain, frozen, cloneable. Undefined: not given. */
export interface MonthlyValues {
  readonly kind: "monthly-values";
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres. */
  readonly altitude: number | undefined;
  /** Means over all 24 hours, W/m². */
  readonly globalHorizontalIrradiance: readonly number[];
  readonly diffuseHorizontalIrradiance: readonly number[] | undefined;
  /** Means of the air temperature, and of its daily minimum and maximum, °C. */
  readonly temperature: readonly number[];
  readonly temperatureMin: readonly number[] | undefined;
  readonly temperatureMax: readonly number[] | undefined;
  /** %. */
  readonly relativeHumidity: readonly number[] | undefined;
  /** m/s. */
  readonly windSpeed: readonly number[] | undefined;
  readonly linkeTurbidity: readonly number[] | undefined;
}

/** The columns of 12 values that a body may have: their range, unit, and the likely meaning of a value outside it. */
const COLUMNS = {
  global_horizontal_irradiance: { least: 0, most: Number.MAX_VALUE, unit: "" },
  temperature: { least: -90, most: 60, unit: " °C" },
  diffuse_horizontal_irradiance: { least: 0, most: Number.MAX_VALUE, unit: "" },
  temperature_min: { least: -90, most: 60, unit: " °C" },
  temperature_max: { least: -90, most: 60, unit: " °C" },
  relative_humidity: { least: 0, most: 100, unit: " %" },
  wind_speed: { least: 0, most: 50, unit: " m/s" },
  linke_turbidity: { least: 1, most: 15, unit: "" },
} as const;

type ColumnName = keyof typeof COLUMNS;

/** The keys that a body may have. The first two columns are required, and so are `lat` and `lon` unless the query has them. */
export const MONTHLY_KEYS: readonly string[] = /* @__PURE__ */ Object.freeze([
  "lat",
  "lon",
  "altitude",
  "irradiance_unit",
  ...Object.keys(COLUMNS),
]);

/**
 * Checks the body of an import: 12 numbers each, January first, of a common year. Energies in kWh/m² per month become means
 * in W/m². The place may be in the body, in the query, or in both if they agree. Unknown keys are errors, so that a
 * misspelt column is not lost.
 *
 * @param body as parsed from JSON
 * @param query the query of the same request, for `lat`, `lon` and `altitude`
 * @returns a deeply frozen plain object
 * @throws RequestError with the body's key as `parameter`, which names the month, the value and, if it can be inferred, the
 * likely unit
 */
export function parseMonthlyValues(body: unknown, query: WireQuery = {}): MonthlyValues {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new RequestError(
      "body",
      `the body must be a JSON object with ${MONTHLY_KEYS.join(", ")}, got ${shown(body)}`,
    );
  }
  const given = body as WireQuery;
  for (const texts of [query, given]) checkTexts(texts, QUERY_KEYS["climate/import/monthly"]);
  for (const key of Object.keys(given)) {
    if (MONTHLY_KEYS.includes(key)) continue;
    throw new RequestError(key, `unknown key ${shown(key)} in the body: allowed are ${MONTHLY_KEYS.join(", ")}`);
  }
  const lat = readBoth("lat", query.lat, given.lat, -90, 90);
  const lon = readBoth("lon", query.lon, given.lon, -180, 180);
  const unit = readName("irradiance_unit", given.irradiance_unit, IRRADIANCE_UNITS, "W/m2");
  const column = (name: ColumnName) => (given[name] === undefined ? undefined : readColumn(name, given[name]));
  const global = column("global_horizontal_irradiance") ?? missing("global_horizontal_irradiance");
  const diffuse = column("diffuse_horizontal_irradiance");
  checkIrradiance(global, diffuse, unit, lat);
  const temperature = column("temperature") ?? missing("temperature");
  const temperatureMin = column("temperature_min");
  const temperatureMax = column("temperature_max");
  if (temperatureMin) checkOrder("temperature_min", temperatureMin, "at most", "temperature", temperature);
  if (temperatureMax) checkOrder("temperature_max", temperatureMax, "at least", "temperature", temperature);
  return Object.freeze({
    kind: "monthly-values",
    lat,
    lon,
    altitude: readAltitude(query.altitude, given.altitude),
    globalHorizontalIrradiance: toWatts(global, unit),
    diffuseHorizontalIrradiance: diffuse && toWatts(diffuse, unit),
    temperature,
    temperatureMin,
    temperatureMax,
    relativeHumidity: column("relative_humidity"),
    windSpeed: column("wind_speed"),
    linkeTurbidity: column("linke_turbidity"),
  });
}

/**
 * Checks query and body of an import together. The query is that of a typical year; place and turbidity from the body
 * are part of the request and must not differ from the query.
 *
 * @throws as `parseMonthlyValues` and `parseClimateRequest`
 */
export function parseMonthlyImport(
  query: { readonly [key in keyof ClimateQuery]?: ClimateQuery[key] | undefined },
  body: unknown,
  options: Omit<ClimateParseOptions, "endpoint">,
): { request: ClimateRequest; monthly: MonthlyValues } {
  if (typeof query !== "object" || query === null) {
    throw new TypeError(`parseMonthlyImport: query must be an object, got ${shown(query)}`);
  }
  const monthly = parseMonthlyValues(body, query);
  const { lat, lon, altitude, linkeTurbidity } = monthly;
  if (linkeTurbidity && query.turbidity !== undefined && query.turbidity !== "auto") {
    refuse("turbidity", 'auto or omitted if the body has "linke_turbidity"', shown(query.turbidity));
  }
  const whole = {
    ...query,
    lat,
    lon,
    altitude: altitude ?? query.altitude,
    turbidity: linkeTurbidity ?? query.turbidity,
  };
  return { request: parseClimateRequest(whole, { ...options, endpoint: "import_monthly" }), monthly };
}

/** A number from query or body; from both, if they agree. */
function readBoth(key: string, inQuery: unknown, inBody: unknown, least: number, most: number): number {
  if (inBody === undefined) return readNumber(key, inQuery, least, most);
  const number = readNumber(key, inBody, least, most);
  if (inQuery === undefined) return number;
  const other = readNumber(key, inQuery, least, most);
  if (other !== number) refuse(key, "the same in query and body", `${other} and ${number}`);
  return number;
}

function readAltitude(inQuery: unknown, inBody: unknown): number | undefined {
  if (inBody === undefined) return undefined;
  return readBoth("altitude", inQuery === "auto" ? undefined : inQuery, inBody, -500, 9000);
}

function missing(name: ColumnName): never {
  throw new RequestError(name, `parameter "${name}" is required in the body: 12 numbers, January first`);
}

function readColumn(name: ColumnName, value: unknown): readonly number[] {
  const allowed = "12 numbers, January first";
  if (!Array.isArray(value)) return refuse(name, allowed, shown(value));
  if (value.length !== 12) return refuse(name, allowed, `${value.length} of them`);
  value.forEach((item: unknown, month) => {
    if (typeof item !== "number" || !Number.isFinite(item))
      refuse(name, allowed, `${shown(item)} in ${MONTH_NAMES[month]}`);
  });
  const numbers = value as number[];
  const { least, most, unit } = COLUMNS[name];
  const month = numbers.findIndex((number) => number < least || number > most);
  if (month >= 0) {
    const range = most === Number.MAX_VALUE ? `${least} or more` : `from ${least} to ${most}${unit}`;
    refuse(
      name,
      `12 numbers ${range}, January first`,
      `${numbers[month]} in ${MONTH_NAMES[month]}${otherUnit(name, numbers)}`,
    );
  }
  if (name === "relative_humidity" && numbers.every((number) => number <= 1)) {
    refuse(name, "in %", `at most ${Math.max(...numbers)} in all months: that looks like a fraction`);
  }
  return Object.freeze([...numbers]);
}

/** The likely unit of temperatures out of range. */
function otherUnit(name: ColumnName, numbers: readonly number[]): string {
  if (COLUMNS[name].unit !== " °C") return "";
  if (numbers.every((number) => number > 180 && number < 335)) return ": that looks like kelvin";
  return numbers.every((number) => number > -130 && number < 140) ? ": that looks like degrees Fahrenheit" : "";
}

/** @throws RequestError for more than extraterrestrial irradiance, for almost none, and for more diffuse than global */
function checkIrradiance(
  global: readonly number[],
  diffuse: readonly number[] | undefined,
  unit: IrradianceUnit,
  lat: number,
): void {
  const name = "global_horizontal_irradiance";
  const extraterrestrial = monthlyExtraterrestrial(lat);
  const likely = () => {
    const other = likelyUnit(global, unit, extraterrestrial);
    if (other === undefined) return "";
    const advice = (IRRADIANCE_UNITS as readonly string[]).includes(other)
      ? `say so in "irradiance_unit"`
      : `give ${IRRADIANCE_UNITS.join(" or ")}`;
    return `; the values look like ${other}: ${advice}`;
  };
  global.forEach((value, month) => {
    const most = mostOf(extraterrestrial[month]!) / wattsPer(unit, month);
    if (value <= most) return;
    const bound = `${Math.floor(most * 10) / 10} ${unit} in ${MONTH_NAMES[month]} (${100 * MOST_CLEARNESS} % of the extraterrestrial irradiance)`;
    refuse(name, `at most ${bound}`, `${value} ${unit}${likely()}`);
  });
  const share = clearness(global, unit, extraterrestrial);
  if (share < LEAST_CLEARNESS) {
    const bound = `${100 * LEAST_CLEARNESS} % of the year's extraterrestrial irradiance`;
    refuse(name, `at least ${bound}`, `${Math.round(1000 * share) / 10} % in ${unit}${likely()}`);
  }
  if (diffuse) checkOrder("diffuse_horizontal_irradiance", diffuse, "at most", name, global);
}

function checkOrder(
  name: ColumnName,
  values: readonly number[],
  order: "at most" | "at least",
  other: ColumnName,
  others: readonly number[],
): void {
  values.forEach((value, month) => {
    const bound = others[month]!;
    if (order === "at most" ? value <= bound : value >= bound) return;
    refuse(name, `${order} "${other}" (${bound} in ${MONTH_NAMES[month]})`, String(value));
  });
}

function toWatts(values: readonly number[], unit: IrradianceUnit): readonly number[] {
  return Object.freeze(values.map((value, month) => value * wattsPer(unit, month)));
}
