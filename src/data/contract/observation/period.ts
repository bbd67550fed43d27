/** The period of a request: forms of a time, the zone in which it is read, defaults and windows of the endpoints, rounding to output intervals. */
import { shown } from "../../../foundation/text/shown.js";
import { DAY, HOUR, MINUTE, SECOND, yearOf, yearStart } from "../../../foundation/time/calendar.js";
import { FIRST_TIME, formatTime, LAST_TIME, parseIsoTime } from "../../../foundation/time/iso-time.js";
import { firstMoment, type Zone, zoneNamed } from "../../../foundation/time/zone.js";
import { checkTexts, decimal, RequestError, refuse, type WireQuery } from "./readers.js";
import type { Endpoint, IntervalFrequency } from "./types.js";

/** Civil and standard time of the place: who knows time-zone borders replaces them before the query is parsed. */
const ZONES_OF_PLACE = ["local", "standard"] as const;
export type ZoneOfPlace = (typeof ZONES_OF_PLACE)[number];

/**
 * What a zone may be: a name, UTC with an offset, or an offset of -12:00 to +14:00, whose plus may have become a blank in a URL.
 * openapi.yaml has the same expression.
 */
const ZONE_PATTERN =
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
const LOCAL_TIME_FORMS =
  "in time_zone YYYY-mm-dd, YYYY-mm-ddTHH:MM or YYYY-mm-ddTHH:MM:SS, but none that clocks jump over";

const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Unix ms of a date (its first moment), or of a local time. A time that clocks run through twice is the first of the two; NaN for a time
 * that they jump over, and for any other text.
 */
function parseLocalTime(text: string, zone: Zone): number {
  const local = parseIsoTime(DATE.test(text) ? `${text}T00:00Z` : `${text}Z`);
  if (Number.isNaN(local)) return local;
  return DATE.test(text) ? firstMoment(zone, local) : zone.toUtc(local, Number.NaN);
}

export { formatTime, parseIsoTime } from "../../../foundation/time/iso-time.js";

export const ENDPOINTS: readonly Endpoint[] = ["realtime", "training", "historical"];

/** Length of an output interval in ms. */
export const FREQUENCIES: { readonly [name in IntervalFrequency]: number } = {
  "1_minute": MINUTE,
  "5_minutes": 5 * MINUTE,
  "10_minutes": 10 * MINUTE,
  "15_minutes": 15 * MINUTE,
  "30_minutes": 30 * MINUTE,
  "1_hour": HOUR,
};

/** The frequency of intervals of this many seconds. */
export function frequencyOf(seconds: number): IntervalFrequency | undefined {
  return (Object.keys(FREQUENCIES) as IntervalFrequency[]).find((name) => FREQUENCIES[name] === seconds * SECOND);
}

const PERIODS: { readonly [name in Endpoint]: Omit<EndpointPeriod, "endpoint" | "window" | "grace"> } = {
  realtime: { start: "-24hours", end: "now", reach: "the past 7 days" },
  training: {
    start: "-365days",
    end: "-7days",
    reach: "the current year without the last 7 days, and the two calendar years before it",
  },
  historical: { reach: "from 2020 on, without the last 7 days" },
};

/** Where `start` and `end` of an endpoint must lie, limits included. Unix ms. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** An endpoint's rules for `start` and `end`. */
export interface EndpointPeriod {
  /** Name in messages. */
  readonly endpoint: string;
  /** Defaults; without one the time is required. */
  readonly start?: string;
  readonly end?: string;
  readonly window: Window;
  /** The window in words. */
  readonly reach: string;
  /** Tolerance outside the window, ms: for clients' clocks, and requests in transit. Default 0. */
  readonly grace?: number;
}

/** @param now Unix ms; @param grace ms; @param zone of the request */
export function observationPeriod(endpoint: Endpoint, now: number, grace: number, zone?: Zone): EndpointPeriod {
  return { ...PERIODS[endpoint], endpoint, window: endpointWindow(endpoint, now, zone), grace };
}

/**
 * Where times of an endpoint may lie.
 *
 * @param now Unix ms
 * @param zone of the request: its first year begins with it, where that is before UTC's
 */
export function endpointWindow(endpoint: Endpoint, now: number, zone?: Zone): Window {
  const week = now - 7 * DAY;
  switch (endpoint) {
    case "realtime":
      return { from: week, to: now };
    case "training": {
      // The two calendar years are available in full: in the first week of January the window still reaches to the turn
      // of the year, although now - 7 days lies before it.
      const year = yearOf(now);
      return { from: turnOf(year - 2, zone), to: Math.max(week, yearStart(year)) };
    }
    case "historical":
      return { from: turnOf(2020, zone), to: week };
  }
}

/** Without its own first hours, the first day, month and year of a zone ahead of UTC could not be asked for. */
function turnOf(year: number, zone: Zone | undefined): number {
  const start = yearStart(year);
  return zone === undefined ? start : Math.min(start, firstMoment(zone, start));
}

const RELATIVE_TIME = /^([+\- ])(\d+)(second|minute|hour|day|week)s?$/;
const UNITS: { readonly [unit: string]: number } = {
  second: SECOND,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
};
const TIME_FORMS =
  "YYYY-mm-ddTHH:MMZ, YYYY-mm-ddTHH:MM:SSZ, also with fractions or an offset for the Z, now, or a signed whole number of seconds, minutes, hours, days or weeks " +
  "from now (-24hours)";
/** A later end could round up into the year 10000, which no response can represent. */
const LATEST = LAST_TIME + 1 - HOUR;

/** Ms from now, or undefined if the text is not a relative time. A leading space is a plus that a URL did not escape. */
function parseOffset(text: string): number | undefined {
  if (text === "now") return 0;
  const match = RELATIVE_TIME.exec(text);
  if (match === null) return undefined;
  return (match[1] === "-" ? -1 : 1) * Number(match[2]) * UNITS[match[3]!]!;
}

/** What a time is relative to. */
interface Reference {
  readonly now: number | undefined;
  /** Of the response, if it is not UTC. */
  readonly zone: Zone | undefined;
  /** Times are Unix ms already. */
  readonly resolved: boolean;
}

function resolveTime(key: "start" | "end", value: unknown, { now, zone, resolved }: Reference): number {
  let time = resolved && typeof value === "number" ? value : Number.NaN;
  if (typeof value === "string") {
    const offset = parseOffset(value);
    if (offset === undefined) {
      time = parseIsoTime(value);
      if (Number.isNaN(time) && zone !== undefined) time = parseLocalTime(value, zone);
    } else if (now === undefined) {
      throw new TypeError(`option "now" is required: the parameter "${key}" is relative to it (${shown(value)})`);
    } else {
      time = now + offset;
    }
  }
  if (Number.isNaN(time)) {
    refuse(key, zone ? `a time (${TIME_FORMS}; ${LOCAL_TIME_FORMS})` : `a UTC time (${TIME_FORMS})`, shown(value));
  }
  if (!(time >= FIRST_TIME && time <= LATEST)) {
    refuse(key, `a time from ${formatTime(FIRST_TIME)} to ${formatTime(LATEST)}`, shown(value));
  }
  return time;
}

function checkWindow(key: "start" | "end", time: number, { endpoint, window, reach, grace = 0 }: EndpointPeriod): void {
  if (time >= window.from - grace && time <= window.to + grace) return;
  // Limits in whole seconds inside the window, so that the shown limit itself is accepted.
  const from = formatTime(Math.ceil(window.from / SECOND) * SECOND);
  throw new RequestError(
    key,
    `parameter "${key}" is outside the window of the ${endpoint} endpoint (${reach}): ` +
      `allowed is ${from} to ${formatTime(window.to)}, got ${formatTime(time)}`,
  );
}

/**
 * Start and end of a request, unrounded, in Unix ms. With an endpoint its defaults and window apply (which require
 * `now`); without one a missing start or end stays undefined.
 *
 * @param now Unix ms
 * @param reading `zone` in which times without an offset are read; `resolved` for the fields of a parsed request: its times are Unix ms,
 * which a query does not allow
 * @throws RequestError for `start` or `end`; TypeError if a time is relative and `now` is missing
 */
export function resolvePeriod(
  query: { readonly start?: unknown; readonly end?: unknown },
  of: EndpointPeriod | undefined,
  now: number | undefined,
  { zone, resolved = false }: { readonly zone?: Zone | undefined; readonly resolved?: boolean } = {},
): { start: number | undefined; end: number | undefined } {
  const [start, end] = (["start", "end"] as const).map((key) => {
    const value = query[key] === undefined ? of?.[key] : query[key];
    if (value !== undefined) return resolveTime(key, value, { now, zone, resolved });
    if (of === undefined) return undefined;
    throw new RequestError(
      key,
      `parameter "${key}" is required by the ${of.endpoint} endpoint: ${TIME_FORMS}`,
      "missing",
    );
  }) as [number | undefined, number | undefined];

  if (start !== undefined && end !== undefined) {
    if (start >= end) {
      refuse("start", 'before "end"', `start ${formatTime(start)} and end ${formatTime(end)}`);
    }
    if (of !== undefined) {
      checkWindow("start", start, of);
      checkWindow("end", end, of);
    }
  }
  return { start, end };
}

/**
 * The output intervals that overlap [start, end): start rounded down and end up to the frequency, aligned in UTC.
 *
 * @param start Unix ms; @param end Unix ms, exclusive
 * @param offset seconds after whole intervals of UTC at which intervals begin instead
 * @returns start in Unix ms, interval in seconds, count of intervals
 * @throws RangeError unless start < end
 */
export function outputGrid(
  start: number,
  end: number,
  frequency: IntervalFrequency,
  offset = 0,
): { start: number; interval: number; count: number } {
  if (!(start < end)) throw new RangeError(`outputGrid: start must be before end, got ${start} and ${end}`);
  const step = FREQUENCIES[frequency];
  const phase = offset * SECOND;
  const first = Math.floor((start - phase) / step);
  const count = Math.ceil((end - phase) / step) - first;
  return { start: first * step + phase, interval: step / SECOND, count };
}
