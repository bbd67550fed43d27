/** A query in Open-Meteo's words, checked. */
import { checkTexts } from "irradiance-engine/internal/contract";
import { DAY, parseIsoTime, shown } from "irradiance-engine/internal/shared";
import { otherKeyNotices, type Query } from "../../endpoint.js";
import { HttpError, invalidParameter } from "../../errors.js";
import { numberOf, oneOf, refuseValue, requiredNumber, wholeOf } from "../readers.js";
import { ONE_AXIS_NOTICE } from "../said.js";
import { DAILY, type DailyName, VARIABLES, type Variable } from "./variables.js";

/** How far days may lie from today, and how many there are by default. */
const MOST_PAST_DAYS = 92;
const MOST_FORECAST_DAYS = 16;
const USUAL_FORECAST_DAYS = 7;
/** History begins with 2020; what the archive endpoint takes of it at once is bounded by the values of an answer. */
const FIRST_DAY = Date.UTC(2020, 0, 1) / DAY;
const MOST_PLACES = 50;
/** Rows × columns of all places; a sunrise counts as so many, as it takes as long. */
const MOST_VALUES = 500_000;
const SUNRISE_VALUES = 100;

export type Kind = "forecast" | "archive";
export type Column = readonly [name: string, variable: Variable];

export interface Place {
  readonly lat: number;
  readonly lon: number;
  /** A name, or "auto": the zone of the place. */
  readonly zone: string;
}

export interface Asked {
  readonly places: readonly Place[];
  /** Columns of rows of so many seconds. */
  readonly rows: { readonly minutely_15: readonly Column[]; readonly hourly: readonly Column[] };
  readonly daily: readonly DailyName[];
  readonly days: Days;
  /** Keys of our own query. */
  readonly plane: { readonly [key: string]: number | string };
  readonly isUnix: boolean;
  readonly isFahrenheit: boolean;
  readonly isFlat: boolean;
  readonly notices: readonly string[];
}

/** Days of the calendar, counted from 1970; `first` from today where it is `relative`. */
export interface Days {
  readonly first: number;
  readonly count: number;
  readonly relative: boolean;
}

const KNOWN = [
  ...["latitude", "longitude", "elevation", "minutely_15", "hourly", "daily", "timezone", "timeformat", "format"],
  ...["tilt", "azimuth", "past_days", "forecast_days", "start_date", "end_date", "temperature_unit"],
  ...["models", "cell_selection", "wind_speed_unit", "windspeed_unit", "precipitation_unit", "length_unit"],
];
/** They would give another answer, not the same without something. */
const REFUSED = [
  ...["current", "current_weather", "weekly", "monthly", "location_id", "bounding_box", "ensemble", "run"],
  ...["start_hour", "end_hour", "start_minutely_15", "end_minutely_15", "forecast_hours", "past_hours"],
  ...["forecast_minutely_15", "past_minutely_15", "temporal_resolution"],
];
/** Of no effect here, which the answer says. */
const IGNORED: { readonly [key: string]: string } = {
  models: "the forecast or the observation of this server is used, whatever the model",
  elevation: "the altitude of the place is used",
  cell_selection: "the weather of the place is used",
};

/** @param now Unix ms @throws HttpError 400 that names the key */
export function readQuery(query: Query, kind: Kind, now: number): Asked {
  checkTexts(query, []);
  const refused = REFUSED.find((key) => query[key] !== undefined);
  if (refused !== undefined) throw invalidParameter(refused, `parameter "${refused}" is not offered`);
  oneOf(query, "length_unit", { metric: true }); // of snow
  const asked: Asked = {
    places: placesOf(query),
    rows: { minutely_15: columnsOf(query, "minutely_15"), hourly: columnsOf(query, "hourly") },
    daily: namesOf(query, "daily", (name) => Object.hasOwn(DAILY, name)) as DailyName[],
    days: daysOf(query, kind, now),
    plane: planeOf(query),
    isUnix: oneOf(query, "timeformat", { iso8601: false, unixtime: true }) ?? false,
    isFahrenheit: oneOf(query, "temperature_unit", { celsius: false, fahrenheit: true }) ?? false,
    isFlat: oneOf(query, "format", { json: false, flatbuffers: true }) ?? false,
    notices: noticesOf(query),
  };
  checkSize(asked);
  return asked;
}

/** Of a key that is repeated or has a comma-separated list. */
function listOf(query: Query, key: string): string[] {
  const texts = [query[key] ?? []].flat().flatMap((text) => text.split(","));
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

function namesOf(query: Query, key: string, isKnown: (name: string) => boolean): string[] {
  const names = [...new Set(listOf(query, key))];
  const unknown = names.find((name) => !isKnown(name));
  if (unknown === undefined) return names;
  const all = key === "daily" ? Object.keys(DAILY) : [...VARIABLES.keys()];
  throw invalidParameter(key, `parameter "${key}" must be a list of ${all.join(", ")}; got ${shown(unknown)}`);
}

function columnsOf(query: Query, key: string): Column[] {
  return namesOf(query, key, (name) => VARIABLES.has(name)).map((name) => [name, VARIABLES.get(name)!]);
}

function placesOf(query: Query): Place[] {
  const [latitudes, longitudes, zones] = ["latitude", "longitude", "timezone"].map((key) => listOf(query, key)) as [
    string[],
    string[],
    string[],
  ];
  const many = Math.max(latitudes.length, 1);
  if (longitudes.length !== latitudes.length && longitudes.length > 0) {
    const got = `${latitudes.length} and ${longitudes.length}`;
    throw invalidParameter(
      "longitude",
      `parameters "latitude" and "longitude" must have equally many values, got ${got}`,
    );
  }
  if (many > MOST_PLACES) {
    throw invalidParameter("latitude", `parameter "latitude" must have at most ${MOST_PLACES} values, got ${many}`);
  }
  if (zones.length > 1 && zones.length !== many) {
    throw invalidParameter("timezone", `parameter "timezone" must have 1 or ${many} values, got ${zones.length}`);
  }
  return Array.from({ length: many }, (_, k) => ({
    lat: requiredNumber({ latitude: latitudes[k] }, "latitude", -90, 90),
    lon: requiredNumber({ longitude: longitudes[k] }, "longitude", -180, 180),
    zone: zones[k] ?? zones[0] ?? "GMT",
  }));
}

/** @throws HttpError 400 for a tracker that ours is not */
function planeOf(query: Query): Asked["plane"] {
  const isTracked = (value: Query[string]) => typeof value === "string" && value.toLowerCase() === "nan";
  if (isTracked(query.azimuth)) {
    const offered = "a plane that turns about a vertical axis is not offered: only tilt=nan with azimuth=90 or -90";
    throw invalidParameter("azimuth", `parameter "azimuth" must be a number from -180 to 180; ${offered}`);
  }
  const turn = numberOf(query, "azimuth", -180, 180) ?? 0;
  if (!isTracked(query.tilt)) {
    return { surface_tilt: numberOf(query, "tilt", 0, 90) ?? 0, surface_azimuth: (turn + 180) % 360 };
  }
  if (Math.abs(turn) === 90) return { tracking_mode: "1_axis" };
  throw invalidParameter(
    "tilt",
    'parameter "tilt": nan needs azimuth=90 or -90 (an axis from north to south); no other tracker is offered',
  );
}

function daysOf(query: Query, kind: Kind, now: number): Days {
  const last = Math.floor(now / DAY) + MOST_FORECAST_DAYS;
  const [start, end] = [dayOf(query, "start_date", last), dayOf(query, "end_date", last)];
  if (start === undefined || end === undefined) {
    const missing = start === undefined ? "start_date" : "end_date";
    if (kind === "archive" || start !== end) {
      throw new HttpError("missing_parameter", `parameter "${missing}" is required: a date such as 2026-06-21`, {
        parameter: missing,
      });
    }
    const past = wholeOf(query, "past_days", 0, MOST_PAST_DAYS) ?? 0;
    const ahead = wholeOf(query, "forecast_days", 0, MOST_FORECAST_DAYS) ?? USUAL_FORECAST_DAYS;
    if (past + ahead === 0)
      throw invalidParameter("forecast_days", 'parameters "forecast_days" and "past_days" are both 0');
    return { first: -past, count: past + ahead, relative: true };
  }
  const other = ["past_days", "forecast_days"].find((key) => query[key] !== undefined);
  if (other !== undefined) throw invalidParameter(other, `parameter "${other}" must be omitted with "start_date"`);
  if (end < start) throw invalidParameter("end_date", 'parameter "end_date" must not be before "start_date"');
  return { first: start, count: end - start + 1, relative: false };
}

function dayOf(query: Query, key: string, last: number): number | undefined {
  const text = query[key];
  if (text === undefined) return undefined;
  const isDate = typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text);
  const day = isDate ? parseIsoTime(`${text}T00:00Z`) / DAY : Number.NaN;
  if (day >= FIRST_DAY && day <= last) return day;
  const dates = [FIRST_DAY, last].map((date) => new Date(date * DAY).toISOString().slice(0, 10));
  return refuseValue(key, `a date from ${dates.join(" to ")}`, text);
}

function noticesOf(query: Query): string[] {
  const ignored = Object.keys(IGNORED).filter((key) => query[key] !== undefined && query[key] !== "");
  const absent = ["minutely_15", "hourly"]
    .flatMap((key) => columnsOf(query, key))
    .filter(([, one]) => one.parameter === null);
  const names = [...new Set(absent.map(([name]) => name))];
  return [
    ...otherKeyNotices(KNOWN, query).map(({ message }) => message),
    ...ignored.map((key) => `${key} has no effect: ${IGNORED[key]}`),
    ...("tracking_mode" in planeOf(query) ? [ONE_AXIS_NOTICE] : []),
    ...(names.length > 0 ? [`null, because this server gives no such values: ${names.join(", ")}`] : []),
  ];
}

function checkSize({ places, rows, daily, days }: Asked): void {
  const perDay = 96 * rows.minutely_15.length + 24 * rows.hourly.length + SUNRISE_VALUES * daily.length;
  const values = perDay * days.count * places.length;
  if (values <= MOST_VALUES) return;
  throw new HttpError(
    "answer_too_large",
    `an answer has at most ${MOST_VALUES} values, got ${values}: ask for fewer days, places or variables`,
  );
}
