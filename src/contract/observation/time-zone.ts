/** The zone of a response's times: the query's `time_zone`, and times that are read in it. */

import { shown } from "../../text/shown.js";
import { MINUTE } from "../../time/calendar.js";
import { parseIsoTime } from "../../time/iso-time.js";
import { firstMoment, type Zone, zoneNamed } from "../../time/zone.js";
import { decimal, refuse, type WireQuery } from "./readers.js";
import { checkTexts } from "./texts.js";

/** Civil and standard time of the place: who knows time-zone borders replaces them before the query is parsed. */
export const ZONES_OF_PLACE = ["local", "standard"] as const;
/** @experimental */
export type ZoneOfPlace = (typeof ZONES_OF_PLACE)[number];

/**
 * What a zone may be: a name, UTC with an offset, or an offset of -12:00 to +14:00, whose plus may have become a blank in a URL.
 * openapi.yaml has the same expression.
 */
export const ZONE_PATTERN =
  /^(?:[A-Za-z][A-Za-z0-9_+/-]*|(?:(?:[Uu][Tt][Cc]|[Gg][Mm][Tt]|[Zz]) ?)?(?:[+±](?:14(?::?00)?|(?:0?[0-9]|1[0-3])(?::?[0-5][0-9])?)|[-−](?:12(?::?00)?|(?:0?[0-9]|1[01])(?::?[0-5][0-9])?))| (?:14(?::?00)?|(?:0?[0-9]|1[0-3])(?::?[0-5][0-9])?))$/;

const EXPECTED = 'the name of a zone such as "Europe/Zurich", an offset such as "+05:30", or "UTC"';

/**
 * The zone of a query; undefined for UTC, in which times end with a Z. A leading space is a plus that a URL did not escape.
 *
 * @throws RequestError for a zone that the time-zone data of the JavaScript engine do not have
 */
export function readTimeZone(value: unknown): string | undefined {
  if (value === undefined || value === "UTC" || value === "Z") return undefined;
  if (ZONES_OF_PLACE.includes(value as ZoneOfPlace)) {
    refuse(
      "time_zone",
      `${EXPECTED} (createEngine, the command line and the service know the zone of a place)`,
      shown(value),
    );
  }
  const isZone = typeof value === "string" && ZONE_PATTERN.test(value);
  const text = isZone ? value.replace(/^ /, "+") : "";
  if (zoneNamed(text) === undefined) refuse("time_zone", EXPECTED, shown(value));
  return text;
}

/**
 * The query with the zone that "local" and "standard" stand for at its place; unchanged without them, and where the place is none, which
 * the parser says.
 *
 * @param zoneAt name or offset of a zone
 * @throws RequestError for texts that `checkTexts` refuses
 * @experimental
 */
export function withPlaceZone<Query extends object>(
  query: Query,
  zoneAt: (time: ZoneOfPlace, latitude: number, longitude: number) => string,
): Query {
  const { time_zone: zone, lat, lon } = query as WireQuery;
  if (!ZONES_OF_PLACE.includes(zone as ZoneOfPlace)) return query;
  checkTexts({ lat, lon });
  const [latitude, longitude] = [decimal(lat), decimal(lon)];
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return query;
  return { ...query, time_zone: zoneAt(zone as ZoneOfPlace, latitude, longitude) };
}

function isWithin(degrees: unknown, most: number): degrees is number {
  return typeof degrees === "number" && Math.abs(degrees) <= most;
}

/**
 * The zone of a request that was read; undefined for UTC.
 *
 * @throws RequestError where another JavaScript engine, which did not read it, does not know the zone
 */
export function zoneOf(timeZone: string | undefined): Zone | undefined {
  if (timeZone === undefined) return undefined;
  return zoneNamed(timeZone) ?? refuse("time_zone", EXPECTED, shown(timeZone));
}

/** In messages. */
export const LOCAL_TIME_FORMS =
  "in time_zone YYYY-mm-dd, YYYY-mm-ddTHH:MM or YYYY-mm-ddTHH:MM:SS, with or without an offset, but none that clocks jump over";

const DATE = /^\d{4}-\d\d-\d\d$/;
const OFFSET_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:([+\- ])(\d\d):([0-5]\d))?$/;

/**
 * Unix ms of a date (its first moment), of a local time, or of one with an offset. A time that clocks run through twice is the first of
 * the two; NaN for a time that they jump over, and for any other text.
 */
export function parseLocalTime(text: string, zone: Zone): number {
  if (DATE.test(text)) {
    const midnight = parseIsoTime(`${text}T00:00Z`);
    return Number.isNaN(midnight) ? midnight : firstMoment(zone, midnight);
  }
  const [, local, sign, hours, minutes] = OFFSET_TIME.exec(text) ?? [];
  const time = parseIsoTime(`${local}Z`);
  if (sign === undefined || Number.isNaN(time)) return Number.isNaN(time) ? time : zone.toUtc(time, Number.NaN);
  const ahead = (60 * Number(hours) + Number(minutes)) * MINUTE;
  return time - (sign === "-" ? -ahead : ahead);
}
