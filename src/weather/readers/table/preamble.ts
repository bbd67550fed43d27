/** What stands before a header: place, time zone, what columns hold, and what is written where there is no value. */

import { offsetHours } from "../../../time/zone.js";
import type { WeatherPlace } from "../../series.js";
import { parseValue } from "../rows/values.js";
import { isAnyUnit } from "./amounts.js";
import { type ColumnName, columnName } from "./names.js";

export interface Preamble {
  readonly place: WeatherPlace | undefined;
  /** Hours ahead of UTC, of the place. */
  readonly timeZone: number | undefined;
  /** Hours ahead of UTC, of the times in the file alone. */
  readonly clock: number | undefined;
  /** Written for "no value" in every column. */
  readonly missing: number | undefined;
}

/** What a line says of a column: `GHI - Global horizontal irradiance [W/m2], no data value -9`. */
export interface Legend {
  readonly name: ColumnName;
  readonly unit: string | undefined;
  readonly missing: number | undefined;
}

const FIELD = /^[\s#"]*(\p{L}(?:[ _-]*\p{L})*)\s*(?:[([][^)\]]*[)\]]\s*)?(?:"\s*)?[:;=,\t]+\s*"?([^";\t]*)/u;

type Key = keyof WeatherPlace | "reference" | "offsetSeconds";
type Values = { [key in Key]?: number };

const KEYS: readonly (readonly [Key, RegExp])[] = [
  ["latitude", /^(?:lat|latitude|breite|breitengrad|latitud)$/i],
  ["longitude", /^(?:lon|long|lng|longitude|länge|längengrad|longitud)$/i],
  ["altitude", /^(?:alt|altitude|elevation|elev|height|höhe|altitud)$/i],
  ["timeZone", /^(?:time ?zone|timezone|tz|utc ?offset|zeitzone|time_zone)$/i],
  ["reference", /^time reference$/i],
  ["offsetSeconds", /^utc_offset_seconds$/],
];

function keyOf(name: string): Key | undefined {
  return KEYS.find(([, pattern]) => pattern.test(name))?.[0];
}

export function preambleOf(lines: readonly string[]): Preamble {
  const values: Values = {};
  for (const [k, line] of lines.entries()) {
    const [, name, value] = FIELD.exec(line) ?? [];
    const key = keyOf(name ?? "");
    const isZone = key === "timeZone" || key === "reference";
    const number = isZone ? offsetHours(withSign(value!)) : key && degrees(value!);
    if (number !== undefined) values[key!] ??= number;
    Object.assign(values, { ...inOneLine(line), ...named(line, lines[k + 1], lines[k + 2]), ...values });
  }
  const { timeZone, reference, offsetSeconds, latitude, longitude, altitude } = values;
  const isPlace = Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180;
  const place = {
    latitude: latitude!,
    longitude: longitude!,
    ...(altitude! >= -500 && altitude! <= 9000 && { altitude: altitude! }),
    ...(timeZone !== undefined && { timeZone }),
  };
  return {
    place: isPlace ? place : undefined,
    timeZone,
    clock: reference ?? (offsetSeconds === undefined ? powerClock(lines, longitude) : offsetSeconds / 3600),
    missing: missingIn(lines.filter((line) => !/^[\s#"]*[\w.]+ - /.test(line)).join("\n")),
  };
}

/** `1` and `5,5` are offsets, too. */
function withSign(value: string): string {
  const match = /^\s*([+-]?)(\d{1,2})(?:[.,](\d+))?\s*$/.exec(value);
  if (match === null) return value;
  const minutes = Math.round(Number(`0.${match[3] ?? 0}`) * 60);
  return `${match[1] || "+"}${match[2]}:${String(minutes).padStart(2, "0")}`;
}

/** `48,1`, `36.1 N`, `79.95° W`. */
function degrees(value: string): number | undefined {
  const match = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*(?:°|m|deg\w*)?\s*([NSEWO])?/i.exec(value);
  if (match === null) return undefined;
  // O is east in German and west in Spanish.
  if (/O/i.test(match[2] ?? "")) return undefined;
  const number = Number(match[1]!.replace(",", "."));
  return /[SW]/i.test(match[2] ?? "") ? -number : number;
}

const IN_ONE_LINE = /\blat(?:itude)?:?\s+(-?\d+(?:\.\d+)?),?\s+lon(?:g(?:itude)?)?:?\s+(-?\d+(?:\.\d+)?)/i;
const ELEVATION = /\belevation\b[^=\n]{0,99}=\s{0,9}(-?\d{1,5}(?:\.\d{1,9})?)\s{0,9}m/i;
const REFERENCE =
  /\btime(?: ?stamps?|s)?(?: reference| standard)?(?: is| are)?(?: given)?(?: in)?[:\s(]+((?:UTC|GMT)\s*(?:[+-]\s*\d+(?::\d+)?)?)(?!\s*(?:offset|difference|\d))/i;

/** `Location: Latitude  39.742   Longitude -105.18`, `Time reference UTC+1, time step 15 min`, `date: - Date and Time (utc)`. */
function inOneLine(line: string): Values {
  const [, latitude, longitude] = IN_ONE_LINE.exec(line) ?? [];
  const altitude = ELEVATION.exec(line)?.[1];
  const stated = REFERENCE.exec(line)?.[1];
  const reference = stated === undefined ? undefined : offsetHours(stated);
  return {
    ...(latitude && { latitude: Number(latitude), longitude: Number(longitude) }),
    ...(altitude && { altitude: Number(altitude) }),
    ...(reference !== undefined && { reference }),
  };
}

/** A line of names with a line of values below it; nothing where two lines of values follow, for two places. */
function named(line: string, below: string | undefined, next: string | undefined): Values {
  const cut = /[,;\t]/.exec(line)?.[0] ?? /\s+/;
  const cells = (text = "") => text.replace(/^[\s#]+/, "").split(cut);
  const keys = cells(line).map((name) => keyOf(name.replace(/\(.*/, "").trim()));
  const numbers = (text: string | undefined) =>
    cells(text).map((cell) => parseValue(cell.replace(/:$/, "").trim()) ?? Number.NaN);
  const [first, second] = [numbers(below), numbers(next)];
  const at = keys.indexOf("latitude");
  if (at < 0 || !keys.includes("longitude") || Number.isNaN(first[at] ?? Number.NaN)) return {};
  if (!Number.isNaN(second[at] ?? Number.NaN) && second.length === first.length) return {};
  const found = keys.flatMap((key, k) => (key === undefined || Number.isNaN(first[k]!) ? [] : [[key, first[k]!]]));
  return Object.fromEntries(found) as Values;
}

/** NASA POWER's times: UTC, or local solar time in whole hours, by bands of 15° around the multiples of 15°. */
function powerClock(lines: readonly string[], longitude: number | undefined): number | undefined {
  const standard = lines.map((line) => /^Dates \(month\/day\/year\).*\bin (LST|UTC)\b/i.exec(line)?.[1]).find(Boolean);
  if (standard?.toUpperCase() === "UTC") return 0;
  return standard !== undefined && longitude !== undefined ? Math.round(longitude / 15) : undefined;
}

const NO_VALUE =
  /\b(?:no.?data|nodata|missing|fill|undefined|fehlwerte?|fehlende werte|dato faltante|sin dato)\b[^\n\d-]{0,99}?(?<![\w.])(-\d{1,9}(?:\.\d{1,9})?|9{2,9}(?:\.9{1,9})?)(?![\w.]{0,20}\d)/i;

function missingIn(text: string): number | undefined {
  const stated = NO_VALUE.exec(text)?.[1];
  return stated === undefined ? undefined : Number(stated);
}

/** Of a unit that may not be known: something per area or per time, `MJ/hr`, `BTU/ft^2`. */
const RATE = /\/ ?(?:(?:[ck]?m|ft|in) ?\^?[2²]|h|hr|hour|d|day)\b|\/ ?(?:[ck]?m|ft|in)²/i;

/** What a line before the header says of a column of this name. */
export function legendOf(name: string, lines: readonly string[]): Legend | undefined {
  if (name === "") return undefined;
  for (const line of lines) {
    const text = line.replace(/^[\s#"]+/, "");
    const said = text.startsWith(name)
      ? /^(?:\s+-\s+|\s*[:=]\s*|\s{2,}|\t)(\S.*)$/.exec(text.slice(name.length))?.[1]
      : undefined;
    if (said === undefined) continue;
    const units = [...said.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)/g)].map((match) => (match[1] ?? match[2]!).trim());
    const bare = units.map((unit) => unit.replace(/^in /, ""));
    return {
      name: columnName(said.replace(/[[(,].*$/s, "")),
      // One that nobody knows is asked for: without it the values would pass as W/m².
      unit: bare.find(isAnyUnit) ?? bare.find((unit) => RATE.test(unit)),
      missing: missingIn(said),
    };
  }
  return undefined;
}
