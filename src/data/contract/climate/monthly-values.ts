/** The body of the import endpoint: a year from 12 monthly values. */

import { shown } from "../../../foundation/text/shown.js";
import {
  checkQuery,
  checkTexts,
  RequestError,
  readName,
  readNumber,
  refuse,
  type WireQuery,
} from "../observation/readers.js";
import { QUERY_KEYS } from "../query-keys.js";
import {
  type Caller,
  checkColumn,
  checkGlobal,
  checkOrders,
  IRRADIANCE_UNITS,
  MONTHLY_COLUMN_NAMES,
  type MonthlyColumn,
  toWatts,
} from "./monthly-check.js";
import { type ClimateParseOptions, type ClimateQuery, type ClimateRequest, parseClimateRequest } from "./request.js";

/** Checked monthly values, January first: plain, frozen, cloneable. Undefined: not given. @experimental */
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

/** The endpoint has no dew point: the relative humidity says the same. */
type ColumnName = Exclude<MonthlyColumn, "dew_point_temperature">;

/**
 * The keys that a body may have. The first two columns are required, and so are `lat` and `lon` unless the query has them.
 */
export const MONTHLY_KEYS: readonly string[] = /* @__PURE__ */ Object.freeze([
  "lat",
  "lon",
  "altitude",
  "irradiance_unit",
  ...MONTHLY_COLUMN_NAMES.filter((name) => name !== "dew_point_temperature"),
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
    throw new RequestError(
      key,
      `unknown key ${shown(key)} in the body: allowed are ${MONTHLY_KEYS.join(", ")}`,
      "unknown",
    );
  }
  const lat = readBoth("lat", query.lat, given.lat, -90, 90);
  const lon = readBoth("lon", query.lon, given.lon, -180, 180);
  const unit = readName("irradiance_unit", given.irradiance_unit, IRRADIANCE_UNITS, "W/m2");
  const column = (name: ColumnName) =>
    given[name] === undefined ? undefined : Object.freeze(checkColumn(name, given[name], CALLER));
  const columns = {
    global_horizontal_irradiance: column("global_horizontal_irradiance") ?? missing("global_horizontal_irradiance"),
    diffuse_horizontal_irradiance: column("diffuse_horizontal_irradiance"),
    temperature: column("temperature") ?? missing("temperature"),
    temperature_min: column("temperature_min"),
    temperature_max: column("temperature_max"),
  };
  const { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: diffuse } = columns;
  const altitude = readAltitude(query.altitude, given.altitude);
  const place = { latitude: lat, altitude: typeof altitude === "number" ? altitude : undefined };
  checkGlobal(global, unit, place, CALLER);
  checkOrders(columns, CALLER);
  return Object.freeze({
    kind: "monthly-values",
    lat,
    lon,
    altitude,
    globalHorizontalIrradiance: Object.freeze(toWatts(global, unit)),
    diffuseHorizontalIrradiance: diffuse && Object.freeze(toWatts(diffuse, unit)),
    temperature: columns.temperature,
    temperatureMin: columns.temperature_min,
    temperatureMax: columns.temperature_max,
    relativeHumidity: column("relative_humidity"),
    windSpeed: column("wind_speed"),
    linkeTurbidity: column("linke_turbidity"),
  });
}

/**
 * Checks query and body of an import together. The query describes a typical year; place and turbidity from the body are part of
 * the request and must not differ from the query.
 *
 * @throws as `parseMonthlyValues` and `parseClimateRequest`
 * @experimental
 */
export function parseMonthlyImport(
  query: { readonly [key in keyof ClimateQuery]?: ClimateQuery[key] | undefined },
  body: unknown,
  options: Omit<ClimateParseOptions, "endpoint">,
): { request: ClimateRequest; monthly: MonthlyValues } {
  checkQuery("parseMonthlyImport", query);
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

const CALLER: Caller = {
  nameOf: (column) => column,
  fail: refuse,
  advice: (unit) =>
    (IRRADIANCE_UNITS as readonly string[]).includes(unit)
      ? 'say so in "irradiance_unit"'
      : `give ${IRRADIANCE_UNITS.join(" or ")}`,
};

function missing(name: ColumnName): never {
  throw new RequestError(name, `parameter "${name}" is required in the body: 12 numbers, January first`, "missing");
}
