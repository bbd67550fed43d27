/** Sunrise, sunset and twilights of a day as dates: what a program that shows them needs, without columns. */
import { DAY } from "../../foundation/time/calendar.js";
import { parseIsoTime, refuseSeconds } from "../../foundation/time/iso-time.js";
import { sunRiseSetTransit } from "../../physics/models/solar-position/index.js";
import { SUNRISE_ELEVATION } from "../../physics/models/solar-position/sun-rise-set-transit.js";

/** The elevations of the sun's centre at which the twilights begin and end, degrees. */
const TWILIGHTS = { civil: -6, nautical: -12, astronomical: -18 } as const;

/** Times of a day; null: the sun does not pass that elevation on that day, or does so once only. */
export interface SunTimes {
  /** The sun's highest point, on the meridian. */
  readonly solarNoon: Date;
  /** The upper edge of the sun meets the level horizon: its centre is at −0.8333°. */
  readonly sunrise: Date | null;
  readonly sunset: Date | null;
  /** The sun's centre is 6° below the horizon. */
  readonly civilDawn: Date | null;
  readonly civilDusk: Date | null;
  /** 12° below. */
  readonly nauticalDawn: Date | null;
  readonly nauticalDusk: Date | null;
  /** 18° below. */
  readonly astronomicalDawn: Date | null;
  readonly astronomicalDusk: Date | null;
  /** "day": the sun does not set; "night": it does not rise; null: it does both, or one of them. */
  readonly polar: "day" | "night" | null;
  /** The darkest that the night gets: the sun stays above the next elevation, so that its dawn and dusk are null. */
  readonly darkest: "day" | "civil twilight" | "nautical twilight" | "astronomical twilight" | "night";
}

/**
 * Sunrise, sunset, solar noon and the twilights of a day at a place. Pure: it reads no clock.
 *
 * The day is the mean solar day of the place, from midnight to midnight by the mean sun, 4 minutes later for each degree west,
 * whatever zone clocks there are set to: a date as text means that date at the place, an instant the day in which it falls. Times
 * are instants: show them in any zone.
 *
 * @param date a `Date`, Unix ms, or a date of the place as text: "2024-06-21"
 * @param latitude degrees, −90…90, north positive
 * @param longitude degrees, −180…180, east positive; −180 is taken as 180, with the date east of the date line
 * @param options `altitude` in m, default 0 (only through the parallax: the horizon stays level)
 * @returns instants to the millisecond; on polar days and nights sunrise and sunset are null and `polar` says which it is
 * @throws TypeError unless the arguments are a date and numbers; RangeError for a date that does not exist, lies outside the years
 *   0…6000, or a latitude or longitude out of range
 *
 * Source: as `sunRiseSetTransit`, of which this asks four elevations: Reda and Andreas 2008, NREL/TP-560-34302.
 */
export function sunTimes(
  date: Date | number | string,
  latitude: number,
  longitude: number,
  options: { altitude?: number | undefined } = {},
): SunTimes {
  checkPlace(latitude, 90, "latitude");
  checkPlace(longitude, 180, "longitude");
  // One meridian with two names, but only one of two dates: that east of it, as `sunRiseSetTransit` has it.
  const east = longitude === -180 ? 180 : longitude;
  const time = dayAt(date, east);
  const { altitude = 0 } = options;
  const at = (elevation: number) => sunRiseSetTransit({ time, latitude, longitude: east, altitude }, { elevation });
  const sun = at(SUNRISE_ELEVATION);
  const [civil, nautical, astronomical] = [at(TWILIGHTS.civil), at(TWILIGHTS.nautical), at(TWILIGHTS.astronomical)];
  const states = [sun, civil, nautical, astronomical].map(({ state }) => state[0]!);
  return {
    solarNoon: new Date(Math.round(sun.transit[0]!)),
    sunrise: dateOf(sun.sunrise),
    sunset: dateOf(sun.sunset),
    civilDawn: dateOf(civil.sunrise),
    civilDusk: dateOf(civil.sunset),
    nauticalDawn: dateOf(nautical.sunrise),
    nauticalDusk: dateOf(nautical.sunset),
    astronomicalDawn: dateOf(astronomical.sunrise),
    astronomicalDusk: dateOf(astronomical.sunset),
    polar: states[0] === 1 ? "day" : states[0] === -1 ? "night" : null,
    darkest: DARKNESS[states.indexOf(1)] ?? "night",
  };
}

/** What the night is no darker than, by the first elevation that the sun stays above. */
const DARKNESS = ["day", "civil twilight", "nautical twilight", "astronomical twilight"] as const;

const LAST_YEAR = 6000;

/** Unix ms of a time on the date that `sunRiseSetTransit` gives the day. */
function dayAt(date: unknown, longitude: number): number {
  const time = typeof date === "string" ? dateAsText(date) : instantAt(date, longitude);
  const year = new Date(time).getUTCFullYear();
  if (year >= 0 && year < LAST_YEAR) return time;
  throw new RangeError(`sunTimes: date must be a time in the years 0 to ${LAST_YEAR}, got ${String(date)}`);
}

function dateAsText(text: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? parseIsoTime(`${text}T00:00Z`) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new RangeError(`sunTimes: date as text must be a day such as "2024-06-21", got "${text}"`);
}

/** The mean sun's date at the meridian: the noon of each lies on the UTC date of the same name. */
function instantAt(date: unknown, longitude: number): number {
  if (!(date instanceof Date || typeof date === "number"))
    throw new TypeError(`sunTimes: date must be a Date, Unix ms or a text such as "2024-06-21", got ${String(date)}`);
  refuseSeconds("sunTimes: date", date);
  return Number(date) + (longitude / 360) * DAY;
}

function checkPlace(value: unknown, most: number, name: string): void {
  if (typeof value !== "number") throw new TypeError(`sunTimes: ${name} must be a number, got ${String(value)}`);
  if (Math.abs(value) <= most) return;
  throw new RangeError(`sunTimes: ${name} must be from ${-most} to ${most} degrees, got ${value}`);
}

function dateOf(time: Float64Array): Date | null {
  const first = time[0]!;
  return Number.isNaN(first) ? null : new Date(Math.round(first));
}
