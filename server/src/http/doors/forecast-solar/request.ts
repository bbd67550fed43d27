/** What is asked for at the door of forecast.solar: planes in the path, the rest in the query. */
import { parseIsoTime } from "irradiance-engine/internal/shared";
import type { Query } from "../../endpoint.js";
import { HttpError, invalidParameter } from "../../errors.js";
import { decimalOf, horizonLine, numberOf, oneOf, refuseValue, textOf, wholeOf } from "../readers.js";
import { STAMPS, type Stamp } from "./stamps.js";

export const KEYS = [
  ...["time", "time_tz", "no_sun", "full", "resolution", "limit", "start", "inverter", "horizon", "actual"],
  ...["damping", "damping_morning", "damping_evening", "latitude", "longitude", "declination", "azimuth", "kwp"],
];

/** What the answer has of the estimate: all, or one of its parts. */
export const PARTS = {
  "": undefined,
  watts: "watts",
  watthours: "watt_hours",
  "watthours/period": "watt_hours_period",
  "watthours/day": "watt_hours_day",
} as const;

/** Degrees from south, west positive. */
const WINDS: { readonly [name: string]: number } = {
  ...{ N: 180, NE: -135, E: -90, SE: -45, S: 0, SW: 45, W: 90, NW: 135 },
};
const MOST_PLANES = 30;
const PLACE_AND_PLANES = "a latitude, a longitude, and for each plane its declination, azimuth and kWp";

export interface Asked {
  readonly part: (typeof PARTS)[keyof typeof PARTS];
  readonly lat: number;
  readonly lon: number;
  /** As `readSystem` reads it. */
  readonly system: { readonly planes: readonly object[]; readonly inverter?: object };
}

/** @param path what follows `estimate/` or `check/` @throws HttpError 400, 404 */
export function readPath(path: string, query: Query): Asked {
  const words = path.split("/").filter((word) => word !== "");
  const first = words.findIndex((word) => decimalOf(word) !== undefined);
  const name = (first < 0 ? words : words.slice(0, first)).join("/");
  if (!Object.hasOwn(PARTS, name)) throw new HttpError("unknown_path", "nothing found there");
  const [lat = "", lon = "", ...numbers] = first < 0 ? ofQuery(query) : words.slice(first);
  const planes = Array.from({ length: Math.ceil(numbers.length / 3) }, (_, k) => numbers.slice(3 * k, 3 * k + 3));
  if (planes.length === 0 || planes.length > MOST_PLANES || planes.at(-1)!.length < 3) {
    throw invalidParameter(undefined, `the path must have ${PLACE_AND_PLANES}, of up to ${MOST_PLANES} planes`);
  }
  const inverter = numberOf(query, "inverter", 0.001, 1e9);
  return {
    part: PARTS[name as keyof typeof PARTS],
    lat: within("latitude", lat, -90, 90),
    lon: within("longitude", lon, -180, 180),
    system: {
      planes: planes.map(([declination = "", azimuth = "", kwp = ""]) => ({
        surface_tilt: within("declination", declination, 0, 90),
        surface_azimuth: (azimuthOf(azimuth) + 540) % 360,
        kwp: within("kwp", kwp, 0.001, 1e9),
      })),
      ...(inverter === undefined ? {} : { inverter: { ac_power: inverter } }),
    },
  };
}

/** Of clients whose address has no place in its path. */
function ofQuery(query: Query): string[] {
  return ["latitude", "longitude", "declination", "azimuth", "kwp"].map((name) => textOf(query, name) ?? "");
}

function azimuthOf(text: string): number {
  const wind = text.toUpperCase();
  return Object.hasOwn(WINDS, wind) ? WINDS[wind]! : within("azimuth", text, -180, 180);
}

function within(name: string, text: string, least: number, most: number): number {
  const value = decimalOf(text);
  if (value !== undefined && value >= least && value <= most) return value;
  return refuseValue(name, `a number from ${least} to ${most}`, text);
}

const FLAG = { 0: false, 1: true };

export interface Wishes {
  readonly stamp: Stamp;
  /** Whether days have their nights. */
  readonly full: boolean;
  /** Whether days begin and end where the light does, between two stamps. */
  readonly withSun: boolean;
  /** Minutes between stamps. */
  readonly resolution: number;
  /** Today and the days that follow it. */
  readonly days: number;
  /** Nothing before it. */
  readonly start: string | undefined;
  /** What a key of `forecast/pv` has of the horizon. */
  readonly horizon: string | undefined;
  /** What was asked for and has no effect. */
  readonly idle: readonly string[];
}

/** Today and three more days: what a personal account has there. */
const DAYS = 4;
/** Whole days within the reach of a forecast. */
const MOST_DAYS = 13;
const START = /^(?:now|today|(?:\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?)|\d{2}:\d{2})$/;

/** Whether calendar and clock have it. */
function isTime(start: string): boolean {
  if (start === "now" || start === "today") return true;
  const [date, clock = "00:00"] = start.includes("-") ? start.split(/[ T]/) : ["2000-01-01", start];
  return !Number.isNaN(parseIsoTime(`${date}T${clock}Z`));
}

/** @throws HttpError 400 */
export function readWishes(query: Query): Wishes {
  for (const name of ["damping", "damping_morning", "damping_evening"]) refuseDamping(query, name);
  const start = textOf(query, "start");
  if (start !== undefined && !(START.test(start) && isTime(start))) {
    refuseValue("start", "now, today, HH:MM, YYYY-MM-DD or YYYY-MM-DD HH:MM in local time", start);
  }
  const actual = numberOf(query, "actual", 0, 1e9) ?? 0;
  const form = oneOf(query, "time", STAMPS) ?? STAMPS.local;
  const hasZone = oneOf(query, "time_tz", FLAG) ?? true;
  const isBare = form === STAMPS.utc && !hasZone;
  return {
    stamp: isBare ? STAMPS.bare : form,
    full: oneOf(query, "full", FLAG) ?? false,
    withSun: !(oneOf(query, "no_sun", FLAG) ?? false),
    resolution: oneOf(query, "resolution", { 15: 15, 30: 30, 60: 60 }) ?? 60,
    days: wholeOf(query, "limit", 1, MOST_DAYS) ?? DAYS,
    start,
    horizon: horizonOf(textOf(query, "horizon")),
    idle: actual > 0 ? ["actual has no effect: this server does not learn from the energy of one day"] : [],
  };
}

/** Their damping turns down mornings and evenings by a factor that people choose. */
function refuseDamping(query: Query, name: string): void {
  const given = textOf(query, name)?.split(",") ?? [];
  if (given.every((text) => decimalOf(text) === 0)) return;
  const way =
    "describe what shades the roof by its horizon, or have the system learnt from its meter (/v1/systems/learn)";
  refuseValue(name, `0: this server has no damping; ${way}`, query[name]);
}

const LONGEST_LINE = 360;

/** Elevations clockwise from north in equal steps; 0 and 1 turn a line of the service's own off and on. */
function horizonOf(text: string | undefined): string | undefined {
  if (text === undefined || text === "0") return undefined;
  if (text === "1") return "auto";
  const given = text.split(",", LONGEST_LINE + 1).map((word) => decimalOf(word) ?? Number.NaN);
  if (given.length > LONGEST_LINE || !given.every((value) => value >= 0 && value <= 89)) {
    refuseValue("horizon", `0, 1, or up to ${LONGEST_LINE} elevations from 0 to 89 with commas between them`, text);
  }
  return horizonLine(given);
}
