/**
 * Sunrise, sunset and transit: by iteration on the full SPA, and from declination and equation of time alone.
 */
import { acos, atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY } from "../../../foundation/time/calendar.js";
import { type Columns, emptyColumns, model } from "../model.js";
import { deltaTAt } from "./delta-t.js";
import { prepareSunSite, type SunSite, sunVectorRows } from "./ephemeris.js";
import { signedDegrees } from "./nutation.js";
import { checkLatitudes } from "./spa.js";

/** Elevation of the sun's centre when its upper edge meets the horizon: 34′ refraction and 16′ radius (SPA, A.2). */
export const SUNRISE_ELEVATION = -0.8333;

/** Two estimates of a crossing closer than this (ms) end the search. */
const CLOSE_ENOUGH = 1e-2;

/** Columns that the functions for sunrise, sunset and transit return. */
export const SUN_EVENTS = ["sunrise", "sunset", "transit", "state"] as const;

interface RiseSetOptions {
  elevation?: number | undefined;
  deltaT?: number | "auto" | undefined;
}

/** Turn of the sidereal frame in degrees per UT day (SPA equation 28). */
const SIDEREAL_TURN = 360.98564736629;

/** A place, the same meridian at the equator, and columns of length 1 through which the sun is asked about them. */
interface Observer extends Columns<"time" | "east" | "north" | "up" | "distance"> {
  readonly site: SunSite;
  readonly meridian: SunSite;
}

function observerAt(latitude: number, longitude: number, altitude: number): Observer {
  return {
    site: prepareSunSite(latitude, longitude, altitude),
    meridian: prepareSunSite(0, longitude, 0),
    ...emptyColumns(["time", "east", "north", "up", "distance"], 1),
  };
}

/** True topocentric elevation, degrees. */
function elevationAt(observer: Observer, time: number): number {
  const { site, east, north, up, distance } = observer;
  observer.time[0] = time;
  sunVectorRows(0, 1, observer.time, site, east, north, up, distance);
  return atan2(up[0]!, Math.sqrt(east[0]! * east[0]! + north[0]! * north[0]!)) * RAD;
}

/** The time near `start` at which the hour angle is `wanted` (0 or 180 degrees); each step leaves 1/3000 of the error. */
function culmination(observer: Observer, start: number, wanted: number): number {
  const { meridian, east, north, up, distance } = observer;
  let time = start;
  for (let step = 0; step < 3; step++) {
    observer.time[0] = time;
    sunVectorRows(0, 1, observer.time, meridian, east, north, up, distance);
    // At the equator the sun climbs along the hour angle; its parallax does not matter on the meridian.
    const angle = atan2(-east[0]!, up[0]!) * RAD;
    time -= (signedDegrees(angle - wanted) / 360) * DAY;
  }
  return time;
}

/** Where elevation − level changes its sign between two times: false position with Illinois' halving. */
function crossing(observer: Observer, level: number, t0: number, e0: number, t1: number, e1: number): number {
  let [a, fa, b, fb] = [t0, e0, t1, e1];
  let last = Number.NaN;
  for (let step = 0; step < 100; step++) {
    const time = b - (fb * (b - a)) / (fb - fa);
    if (Math.abs(time - last) < CLOSE_ENOUGH) return time;
    last = time;
    const f = elevationAt(observer, time) - level;
    if (f > 0 !== fb > 0) {
      a = b;
      fa = fb;
    } else fa /= 2;
    b = time;
    fb = f;
  }
  return last;
}

/**
 * Sunrise, sunset and transit of a solar day by iteration on the full SPA: the times at which the true topocentric
 * elevation of `solarPosition` passes −0.8333° and the hour angle passes 0.
 *
 * The day is the one from midnight to midnight by the sun (hour angle ±180) whose mean noon, 12 h − longitude/15, falls on
 * the UTC date of `time`: every date has exactly one, also at the date line, and the days leave no gap. A sunrise may
 * therefore lie on the UTC date before, a sunset on that after.
 *
 * @param inputs `time` Unix ms (UTC), any instant of the date; `latitude` −90…90 and `longitude` in degrees; `altitude` in
 *   m, default 0 (only through the parallax: the horizon stays level)
 * @param options `elevation` of the sun's centre that counts as rise and set, degrees, default −0.8333 (−6, −12, −18 give
 *   the twilights); `deltaT` in seconds or "auto" (default)
 * @returns `sunrise`, `sunset`, `transit` in Unix ms, and `state`: 0 when the sun crosses the elevation on that day, 1 when
 *   it stays above (polar day), −1 when it stays below (polar night). What does not happen is NaN: both in polar day and
 *   night, one of the two on the first and last day of them. NaN for NaN, and outside the years −2000…6000.
 *   Exact to 1e-4 s within SPA (whose fast form it uses), except where the sun only grazes the elevation: a touch of it away from midnight and noon
 *   by the sun goes unseen (at latitudes above 89.9° it may be hours away from them)
 * @throws RangeError for a latitude outside −90…90, an elevation outside −90…90, unequal lengths; TypeError for what is no
 *   number
 *
 * Source: I. Reda, A. Andreas, NREL/TP-560-34302, revised 2008. Its appendix A.2 interpolates once instead and takes the sun
 * from the Earth's centre: `sunRiseSetTransitSpa`.
 * @experimental
 */
export const sunRiseSetTransit = /* @__PURE__ */ model("sunRiseSetTransit", {
  inputs: ["time", "latitude", "longitude"],
  defaults: { altitude: 0 },
  outputs: SUN_EVENTS,
  settings({ elevation = SUNRISE_ELEVATION, deltaT = "auto" }: RiseSetOptions) {
    if (typeof elevation !== "number") {
      throw new TypeError(`sunRiseSetTransit: elevation must be a number of degrees, got ${String(elevation)}`);
    }
    if (Math.abs(elevation) <= 90) return { elevation, deltaT: fixedDeltaT("sunRiseSetTransit", deltaT) };
    throw new RangeError(`sunRiseSetTransit: elevation must be within −90…90 degrees, got ${elevation}`);
  },
  rows(from, to, c, { elevation, deltaT }) {
    checkLatitudes("sunRiseSetTransit", c.latitude);
    for (let i = from; i < to; i++) {
      const dayStart = Math.floor(c.time[i]! / DAY) * DAY;
      const meanNoon = dayStart + (0.5 + signedDegrees(-c.longitude[i]!) / 360) * DAY;
      // Another ΔT is the sun of that much later, seen from the meridian that the Earth's turn has brought here by then.
      const shift = Number.isNaN(deltaT) ? 0 : deltaT - deltaTAt(meanNoon);
      const later = shift * 1000;
      const observer = observerAt(c.latitude[i]!, c.longitude[i]! - (shift / 86400) * SIDEREAL_TURN, c.altitude[i]!);
      const noon = culmination(observer, meanNoon + later, 0);
      const before = culmination(observer, noon - DAY / 2, 180);
      const after = culmination(observer, noon + DAY / 2, 180);
      const e0 = elevationAt(observer, before) - elevation;
      const e1 = elevationAt(observer, noon) - elevation;
      const e2 = elevationAt(observer, after) - elevation;
      const known = !Number.isNaN(e0 + e1 + e2);
      c.transit[i] = known ? noon - later : Number.NaN;
      c.sunrise[i] = Number.NaN;
      c.sunset[i] = Number.NaN;
      c.state[i] = known ? (e1 > 0 ? 1 : -1) : Number.NaN;
      if (!known) continue;
      if (e0 > 0 !== e1 > 0) {
        (e1 > 0 ? c.sunrise : c.sunset)[i] = crossing(observer, elevation, before, e0, noon, e1) - later;
        c.state[i] = 0;
      }
      if (e1 > 0 !== e2 > 0) {
        (e2 > 0 ? c.sunrise : c.sunset)[i] = crossing(observer, elevation, noon, e1, after, e2) - later;
        c.state[i] = 0;
      }
    }
  },
});

/** The option `deltaT` as seconds, NaN for "auto". */
export function fixedDeltaT(model: string, deltaT: unknown): number {
  if (deltaT === "auto") return Number.NaN;
  if (typeof deltaT !== "number" || Number.isNaN(deltaT)) {
    throw new TypeError(`${model}: deltaT must be a number of seconds or "auto", got ${String(deltaT)}`);
  }
  return deltaT;
}

/**
 * Sunrise, sunset and transit from declination and equation of time alone: a point sun, no refraction, the same
 * declination all day. Some 10 minutes off; use `sunRiseSetTransit` where that matters.
 *
 * @param inputs `time` Unix ms, any instant of the UTC date; `latitude` −90…90, `longitude`, `declination` in degrees
 *   (pvlib: declination in radians); `equationOfTime` in minutes
 * @returns `sunrise`, `sunset`, `transit` in Unix ms on the solar day whose mean noon is 12 h − longitude/15 of that date,
 *   and `state`: 0 when the sun rises and sets, 1 for polar day, −1 for polar night (sunrise and sunset are NaN then). NaN
 *   for NaN
 * @throws RangeError for a latitude outside −90…90 or unequal lengths; TypeError for columns of wrong kind
 *
 * Source: J. A. Duffie, W. A. Beckman (2006), Solar Engineering of Thermal Processes, 3rd edition, eq. 1.6.10.
 * @experimental
 */
export const sunRiseSetTransitGeometric = /* @__PURE__ */ model("sunRiseSetTransitGeometric", {
  inputs: ["time", "latitude", "longitude", "declination", "equationOfTime"],
  outputs: SUN_EVENTS,
  rows(from, to, c) {
    checkLatitudes("sunRiseSetTransitGeometric", c.latitude);
    for (let i = from; i < to; i++) {
      const phi = c.latitude[i]! * DEG;
      const delta = c.declination[i]! * DEG;
      // −tan φ·tan δ without the tangents, which the poles do not have.
      const above = sin(phi) * sin(delta);
      const swing = cos(phi) * cos(delta);
      const half = (acos(Math.min(Math.max(-above / swing, -1), 1)) * RAD) / 360;
      const dayStart = Math.floor(c.time[i]! / DAY) * DAY;
      const noon = 0.5 - (c.longitude[i]! + c.equationOfTime[i]! / 4) / 360;
      const rises = Math.abs(above) <= swing;
      c.transit[i] = dayStart + noon * DAY + 0 * above; // NaN for a missing latitude or declination, too
      c.sunrise[i] = rises ? dayStart + (noon - half) * DAY : Number.NaN;
      c.sunset[i] = rises ? dayStart + (noon + half) * DAY : Number.NaN;
      c.state[i] = Number.isNaN(c.transit[i]!) ? Number.NaN : rises ? 0 : above > 0 ? 1 : -1;
    }
  },
});
