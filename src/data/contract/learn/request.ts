/** The query of `POST /v1/systems/learn`: where a meter stands, and how its file is read, in the words of `irradiance learn`. */
import { snakeCase } from "../../system/fields.js";
import { readTimeZone } from "../observation/period.js";
import {
  checkQuery,
  checkTexts,
  readAutoOr,
  readName,
  readNumber,
  refuse,
  refuseUnknownKeys,
  type WireQuery,
} from "../observation/readers.js";
import { type FACT_KEYS, QUERY_KEYS, type READING_KEYS } from "../query-keys.js";
import { POWER } from "../yield/request.js";

type Reading = { readonly [option: string]: string | number };

/** A checked request: plain, frozen, cloneable. */
export interface LearnRequest {
  readonly kind: "learn-request";
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres. */
  readonly altitude: "auto" | number;
  /** Facts for `learnSystem`, as far as the query has them. */
  readonly known: { readonly [fact: string]: number };
  /** Options of `readPower`, as far as the query has them. */
  readonly reading: Reading;
}

type ReadValue = (key: string, value: unknown) => string | number;

const oneOf =
  (...names: readonly string[]): ReadValue =>
  (key, value) =>
    readName(key, value, names, "");
const within =
  (least: number, most: number): ReadValue =>
  (key, value) =>
    readNumber(key, value, least, most);
/** Of forms that the reader knows and checks. */
const text: ReadValue = (key, value) => String(value) || refuse(key, "a text", '""');

/** Each key, the option of the reader, and how its value is read. */
const READING: { readonly [key in (typeof READING_KEYS)[number]]: readonly [option: string, read: ReadValue] } = {
  kwp: ["kwp", within(POWER.least, POWER.most)],
  column: ["column", (key, value) => (/^\d{1,4}$/.test(String(value)) ? Number(value) : text(key, value))],
  unit: ["unit", oneOf("W", "kW", "MW", "Wh", "kWh", "MWh")],
  label: ["label", oneOf("start", "center", "end")],
  time_zone: ["zone", (_key, value) => readTimeZone(value) ?? "UTC"],
  time_offset: ["timeOffset", within(-12, 14)],
  date_format: ["dateFormat", text],
  delimiter: ["delimiter", oneOf("comma", "semicolon", "tab", "pipe", "space")],
  decimal: ["decimal", oneOf("point", "comma")],
  duplicates: ["duplicates", oneOf("refuse", "last")],
  missing: ["missing", text],
  fill: ["fill", oneOf("hold")],
  longest_gap: ["longestGap", within(0.01, 24)],
};

const power = within(POWER.least, POWER.most) as (key: string, value: unknown) => number;

/** Each key, the fact, and how its value is read. */
const FACTS: {
  readonly [key in "kwp" | (typeof FACT_KEYS)[number]]: readonly [
    fact: string,
    read: (key: string, value: unknown) => number,
  ];
} = {
  kwp: ["kwp", power],
  surface_tilt: ["tilt", (key, value) => readNumber(key, value, 0, 90)],
  surface_azimuth: ["azimuth", (key, value) => readNumber(key, value, 0, 360)],
  limit: ["limit", power],
};

/**
 * Checks a query, whose file comes apart. Unknown keys are refused, `undefined` counts as missing.
 *
 * @throws RequestError with the query key as `parameter`; TypeError for a query that is not an object
 */
export function parseLearnRequest(query: WireQuery): LearnRequest {
  const known = QUERY_KEYS["systems/learn"];
  checkQuery("parseLearnRequest", query);
  checkTexts(query, known);
  refuseUnknownKeys(query, known);
  return Object.freeze({
    kind: "learn-request",
    lat: readNumber("lat", query.lat, -90, 90),
    lon: readNumber("lon", query.lon, -180, 180),
    altitude: readAutoOr("altitude", query.altitude, -500, 9000),
    known: readBy(FACTS, query),
    reading: readBy(READING, query),
  });
}

/** Of a table's keys those that a query has, by the names of what they are for. */
function readBy<Value>(
  table: { readonly [key: string]: readonly [name: string, read: (key: string, value: unknown) => Value] },
  query: WireQuery,
): { readonly [name: string]: Value } {
  const given = Object.entries(table).filter(([key]) => query[key] !== undefined);
  return Object.fromEntries(given.map(([key, [name, read]]) => [name, read(key, query[key])]));
}

/** What a reader says of its options, in the keys of a query. */
export function inLearnKeys(message: string): string {
  return message
    .replace(/^read(?:Power|Weather): option/, "parameter")
    .replace(/\b(timeOffset|dateFormat|longestGap)\b/g, (option) => snakeCase(option))
    .replace(/\b((?:[Pp]ass|or) |parameter ")zone\b/g, "$1time_zone");
}
