/** Lines of text as records: one place at one time, as CSV with a head or as JSON lines. */

import type { WeatherColumn } from "irradiance-engine";
import { shown } from "irradiance-engine/shared";
import type { Place } from "../source.js";
import type { LiveDescription } from "./description.js";

export interface WeatherRecord {
  readonly place: Place;
  /** Unix ms. */
  readonly time: number;
  /** By column of the store; NaN where there is no value. */
  readonly values: Float64Array;
}

/** @throws RangeError naming what is wrong with the line */
export type ParseRecord = (line: string) => WeatherRecord;

const KEYS = ["time", "latitude", "longitude"];
const OPTIONAL = "altitude";
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
const TIME = /^(\d{4})-(\d\d)-(\d\d)[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * The parser of the lines after the first, which is a CSV head or itself a record of JSON.
 *
 * @returns undefined if the first line is neither
 * @throws RangeError for a head with unknown names
 */
export function recordParser(
  first: string,
  description: LiveDescription,
): { readonly parse: ParseRecord; readonly isRecord: boolean } | undefined {
  if (first.startsWith("{")) {
    return isRecord(first) ? { parse: (line) => recordOf(objectOf(line), description), isRecord: true } : undefined;
  }
  const names = first.split(",").map((name) => name.trim());
  if (!KEYS.every((key) => names.includes(key))) return undefined;
  checkNames(names, description);
  return { parse: (line) => recordOf(cellsOf(line, names), description), isRecord: false };
}

function isRecord(line: string): boolean {
  try {
    const fields = JSON.parse(line);
    return KEYS.every((key) => Object.hasOwn(fields, key));
  } catch {
    return false;
  }
}

type Fields = { readonly [name: string]: unknown };

function objectOf(line: string): Fields {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch (cause) {
    throw new RangeError(`a line must be a JSON object, got ${shown(line)}`, { cause });
  }
  if (typeof fields !== "object" || fields === null)
    throw new RangeError(`a line must be an object, got ${shown(line)}`);
  return fields as Fields;
}

function cellsOf(line: string, names: readonly string[]): Fields {
  if (line.includes('"')) throw new RangeError(`cells must be without quotation marks, got ${shown(line)}`);
  const cells = line.split(",");
  if (cells.length !== names.length)
    throw new RangeError(`a line must have ${names.length} cells, got ${cells.length}`);
  return Object.fromEntries(names.map((name, k) => [name, cells[k]!.trim()]));
}

function recordOf(fields: Fields, description: LiveDescription): WeatherRecord {
  checkNames(Object.keys(fields), description);
  const [latitude, longitude, altitude] = ["latitude", "longitude", OPTIONAL].map((name) => numberOf(fields, name));
  const where = { latitude: latitude!, longitude: longitude! };
  return {
    place: Number.isNaN(altitude) ? where : { ...where, altitude },
    time: timeOf(fields.time),
    values: Float64Array.from(description.columns, ({ name }) => numberOf(fields, name)),
  };
}

function checkNames(names: readonly string[], { columns }: LiveDescription): void {
  const known = [...KEYS, OPTIONAL, ...columns.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name as WeatherColumn));
  if (unknown !== undefined) throw new RangeError(`names must be among ${known.join(", ")}, got ${shown(unknown)}`);
  if (new Set(names).size < names.length) throw new RangeError(`names must differ, got ${names.join(", ")}`);
}

/** NaN for what is missing: an empty cell, null, nan. */
function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined || value === null || value === "" || value === "NaN" || value === "nan") return Number.NaN;
  if (typeof value === "number") return value;
  if (typeof value === "string" && NUMBER.test(value)) return Number(value);
  throw new RangeError(`${name} must be a number, got ${shown(value)}`);
}

function timeOf(value: unknown): number {
  const [text, year, month, day] = (typeof value === "string" ? TIME.exec(value) : null) ?? [];
  const time = text === undefined ? Number.NaN : Date.parse(text.replace(" ", "T"));
  // Some parsers roll 31 February over into March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (!Number.isNaN(time) && isDay) return time;
  throw new RangeError(`time must be like 2026-06-21T12:15Z or 2026-06-21T14:15+02:00, got ${shown(value)}`);
}
