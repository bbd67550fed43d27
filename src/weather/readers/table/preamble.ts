/** What stands before a header: place, time zone, and who wrote the file. */

import { offsetHours } from "../../../time/zone.js";
import type { WeatherPlace } from "../../series.js";

export interface Preamble {
  readonly place: WeatherPlace | undefined;
  /** Hours ahead of UTC. */
  readonly timeZone: number | undefined;
  readonly producer: "toa5" | "pvsyst" | "pvsyst-tmy" | undefined;
}

const FIELD = /^[\s#"]*(\p{L}(?:[ _-]*\p{L})*)\s*(?:[([][^)\]]*[)\]]\s*)?(?:"\s*)?[:;=,\t]\s*"?([^";\t]*)/u;

const KEYS: readonly (readonly [keyof WeatherPlace, RegExp])[] = [
  ["latitude", /^(?:lat|latitude|breite|breitengrad|latitud)$/i],
  ["longitude", /^(?:lon|long|lng|longitude|länge|längengrad|longitud)$/i],
  ["altitude", /^(?:alt|altitude|elevation|elev|height|höhe|altitud)$/i],
  ["timeZone", /^(?:time ?zone|timezone|tz|utc ?offset|zeitzone|time_zone)$/i],
];

export function preambleOf(lines: readonly string[]): Preamble {
  const values: { [key in keyof WeatherPlace]?: number } = {};
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? [];
    const key = KEYS.find(([, pattern]) => pattern.test(name ?? ""))?.[0];
    if (key === undefined) continue;
    const number = key === "timeZone" ? offsetHours(withSign(value!)) : degrees(value!);
    if (number !== undefined) values[key] ??= number;
  }
  const { timeZone, latitude, longitude, altitude } = values;
  const isPlace = Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180;
  const place = {
    latitude: latitude!,
    longitude: longitude!,
    ...(altitude! >= -500 && altitude! <= 9000 && { altitude: altitude! }),
    ...(timeZone !== undefined && { timeZone }),
  };
  return { place: isPlace ? place : undefined, timeZone, producer: producerOf(lines) };
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

function producerOf(lines: readonly string[]): Preamble["producer"] {
  if (/^"?TOA5"?,/.test(lines[0] ?? "")) return "toa5";
  if (!lines.some((line) => /\bPVsyst\b/i.test(line))) return undefined;
  return lines.some((line) => /\bTMY\b/.test(line)) ? "pvsyst-tmy" : "pvsyst";
}
