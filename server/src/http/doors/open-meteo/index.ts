/** Open-Meteo: `/v1/forecast` and `/v1/archive`, as JSON or FlatBuffers, of what we observe and forecast. */
import type { ParameterName } from "irradiance-engine";
import { openPlaceZones } from "irradiance-engine/internal/climatology";
import { DAY, HOUR, LocalClock, shown, type Zone, zoneNamed } from "irradiance-engine/internal/shared";
import { invalidParameter } from "../../errors.js";
import type { Door, DoorAnswer, DoorRequest } from "../door.js";
import { sizedBuffer, type Table } from "./flat-buffer.js";
import { type Asked, type Column, type Kind, type Place, readQuery } from "./query.js";
import { daysOf, type Part, type Span, STEPS, stampsOf, stepFor, sunTimesOf, valuesOf } from "./rows.js";
import { DAILY, FAHRENHEIT, UNIX_TIME } from "./variables.js";
import { weatherOf } from "./weather.js";

export const openMeteo: Door = {
  name: "open-meteo",
  keyAt: "send it as apikey=KEY",
  routes: (["forecast", "archive"] as const).map((kind) => ({
    method: "GET",
    url: `/v1/${kind}`,
    answer: (asked) => answer(kind, asked),
  })),
  refusal: ({ message }) => ({ error: true, reason: message }),
  // Their clients read the reason of a 400; a path that is known has something to answer, or not.
  statusOf: ({ code, status }) => (code === "no_weather" || code === "not_yet" ? 400 : status),
};

/** Of one place. */
interface Found {
  readonly place: Place;
  /** Name of the zone, and what its clocks show. */
  readonly zone: string;
  readonly span: Span;
  readonly altitude: number | undefined;
  readonly columns: { readonly [part in Part]: readonly (readonly [Column, (number | null)[]])[] };
  readonly sun: ReturnType<typeof sunTimesOf>;
  readonly notices: readonly string[];
}

async function answer(kind: Kind, { query, now, ours }: DoorRequest): Promise<DoorAnswer> {
  const began = performance.now();
  const asked = readQuery(query, kind, now);
  const found: Found[] = [];
  for (const place of asked.places) found.push(await findAt(asked, place, { now, ours }));
  const took = performance.now() - began;
  if (asked.isFlat) {
    const parts = found.map((one, k) => sizedBuffer(flatOf(asked, one, k, took)));
    return { body: Buffer.concat(parts), contentType: "application/octet-stream", notices: asked.notices };
  }
  const bodies = found.map((one, k) => ({ ...bodyOf(asked, one, took), ...(k > 0 && { location_id: k }) }));
  return { body: bodies.length === 1 ? bodies[0]! : bodies, notices: asked.notices };
}

async function findAt(asked: Asked, place: Place, door: Pick<DoorRequest, "now" | "ours">): Promise<Found> {
  const { lat, lon } = place;
  const zone = place.zone === "auto" ? (await openPlaceZones())("local", lat, lon) : place.zone;
  const span = spanOf(asked, zone, door.now);
  const all = [...asked.rows.minutely_15, ...asked.rows.hourly];
  const parameters = [...new Set(all.map(([, { parameter }]) => parameter))].filter(
    (one): one is ParameterName => one !== null,
  );
  const [from, to] = [span.start - HOUR, span.end];
  const step = stepFor(asked, span);
  const weather = await weatherOf({ lat, lon, parameters, from, to, step, plane: asked.plane }, door);
  const valuesIn = (part: Part) =>
    asked.rows[part].map((column) => [column, valuesOf(part, column, span, weather, asked.isFahrenheit)] as const);
  return {
    ...{ place, zone, span, altitude: weather.altitude },
    columns: { minutely_15: valuesIn("minutely_15"), hourly: valuesIn("hourly") },
    sun: asked.daily.length > 0 ? sunTimesOf(daysOf(span), place) : { sunrise: [], sunset: [] },
    notices: [...new Set([...weather.notices, ...asked.notices])],
  };
}

/** One offset holds for all days: that of now, or of the day nearest to it. */
function spanOf({ days: { first, count, relative } }: Asked, name: string, now: number): Span {
  const zone = zoneOf(name);
  const today = Math.floor(new LocalClock(zone).at(now) / DAY);
  const day = relative ? today + first : first;
  const last = (day + count) * DAY - 1;
  const { offset } = zone.spanAt(Math.min(Math.max(now, day * DAY), last));
  return { start: day * DAY - offset, end: (day + count) * DAY - offset, offset };
}

/** Names whose clocks never change. Other texts that `zoneNamed` reads as an offset are no names. */
const FIXED = ["GMT", "UTC"];

/** @throws HttpError 400 for what names no zone */
function zoneOf(name: string): Zone {
  const zone = zoneNamed(name);
  if (zone !== undefined && (zone.hours === undefined || FIXED.includes(name))) return zone;
  const expected = "auto or the name of a zone such as Europe/Berlin";
  throw invalidParameter("timezone", `parameter "timezone" must be ${expected}, got ${shown(name)}`);
}

/** Short name of a zone, such as GMT+2. */
function abbreviation(zone: string, time: number): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" }).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

function bodyOf(asked: Asked, { place, zone, span, altitude, columns, sun, notices }: Found, took: number): object {
  const local = (length: number) => (seconds: number) =>
    new Date(seconds * 1000 + span.offset).toISOString().slice(0, length);
  const written = (seconds: readonly number[], length = 16) => (asked.isUnix ? seconds : seconds.map(local(length)));
  const time = asked.isUnix ? "unixtime" : "iso8601";
  const rowsOf = (part: Part) => {
    if (columns[part].length === 0) return {};
    const units = columns[part].map(([[name, one]]) => [
      name,
      one.unit === "°C" && asked.isFahrenheit ? "°F" : one.unit,
    ]);
    const values = columns[part].map(([[name], column]) => [name, column]);
    return {
      [`${part}_units`]: { time, ...Object.fromEntries(units) },
      [part]: { time: written(stampsOf(part, span)), ...Object.fromEntries(values) },
    };
  };
  const days = asked.daily.map((name) => [name, written(sun[name])]);
  return {
    ...{ latitude: place.lat, longitude: place.lon, generationtime_ms: Math.round(took * 1000) / 1000 },
    ...{
      utc_offset_seconds: span.offset / 1000,
      timezone: zone,
      timezone_abbreviation: abbreviation(zone, span.start),
    },
    ...{ elevation: altitude ?? null, ...rowsOf("minutely_15"), ...rowsOf("hourly") },
    ...(days.length > 0 && {
      daily_units: { time, ...Object.fromEntries(asked.daily.map((name) => [name, time])) },
      daily: { time: written(daysOf(span), 10), ...Object.fromEntries(days) },
    }),
    notices,
  };
}

/** `WeatherApiResponse` of the schema. */
function flatOf(asked: Asked, { place, zone, span, altitude, columns, sun }: Found, k: number, took: number): Table {
  const seconds = (ms: number) => Math.round(ms / 1000);
  const withTime = (interval: number, variables: readonly Table[]): Table | undefined =>
    variables.length === 0
      ? undefined
      : [
          ["i64", seconds(span.start)],
          ["i64", seconds(span.end)],
          ["i32", seconds(interval)],
          ["tables", variables],
        ];
  const variablesOf = (part: Part): readonly Table[] =>
    columns[part].map(([[, { flat, unit }], values]) => {
      const shownIn = unit === "°C" && asked.isFahrenheit ? FAHRENHEIT : flat.unit;
      const height = flat.altitude === undefined ? undefined : (["i16", flat.altitude] as const);
      return [["u8", flat.variable], ["u8", shownIn], undefined, ["f32s", values], undefined, height];
    });
  const days = asked.daily.map(
    (name): Table => [["u8", DAILY[name]], ["u8", UNIX_TIME], undefined, undefined, ["i64s", sun[name]]],
  );
  const nested = (table: Table | undefined) => table && (["table", table] as const);
  return [
    ["f32", place.lat],
    ["f32", place.lon],
    ["f32", altitude ?? Number.NaN],
    ["f32", took],
    ["i64", k],
    ["u8", 1], // best_match
    ["i32", seconds(span.offset)],
    ["text", zone],
    ["text", abbreviation(zone, span.start)],
    undefined,
    nested(withTime(DAY, days)),
    nested(withTime(STEPS.hourly, variablesOf("hourly"))),
    nested(withTime(STEPS.minutely_15, variablesOf("minutely_15"))),
  ];
}
