import { acos, asin, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY } from "../../../foundation/time/calendar.js";
import { model } from "../model.js";
import { deltaTAt } from "./delta-t.js";
import { signedDegrees } from "./nutation.js";
import { checkLatitudes, createGeocentricSun, geocentricSun } from "./spa.js";
import { fixedDeltaT, SUN_EVENTS, SUNRISE_ELEVATION } from "./sun-rise-set-transit.js";

/** What appendix A.2 needs of one UTC day: sidereal time at 0 h UT, and α, δ at 0 h TT with their daily differences. */
interface SunOfDay {
  siderealTime: number;
  alpha: number;
  /** a, b, c of the report: difference from yesterday, to tomorrow, and theirs. */
  alphaBefore: number;
  alphaAfter: number;
  delta: number;
  deltaBefore: number;
  deltaAfter: number;
}

/** The report's rule for a step over 360°: the fraction alone. */
function dailyDifference(difference: number): number {
  return Math.abs(difference) > 2 ? difference - Math.floor(difference) : difference;
}

function sunOfDay(day: number, deltaT: number): SunOfDay {
  const sun = createGeocentricSun();
  geocentricSun(day, 0, deltaT, sun);
  const { siderealTime } = sun;
  // 0 h TT is ΔT before 0 h UT.
  const [alpha, delta] = [new Float64Array(3), new Float64Array(3)];
  for (let k = 0; k < 3; k++) {
    geocentricSun(day + k - 1, -deltaT / 86400, deltaT, sun);
    alpha[k] = sun.rightAscension;
    delta[k] = sun.declination;
  }
  return {
    siderealTime,
    alpha: alpha[1]!,
    alphaBefore: dailyDifference(alpha[1]! - alpha[0]!),
    alphaAfter: dailyDifference(alpha[2]! - alpha[1]!),
    delta: delta[1]!,
    deltaBefore: dailyDifference(delta[1]! - delta[0]!),
    deltaAfter: dailyDifference(delta[2]! - delta[1]!),
  };
}

/** Equations A9 and A10: the value at `n` days after 0 h TT, from that day's, with the differences before and after. */
function interpolate(value: number, before: number, after: number, n: number): number {
  return value + (n * (before + after + (after - before) * n)) / 2;
}

function fractionOf(value: number): number {
  return value - Math.floor(value);
}

/** Rise or set near the day fraction `m`. As in pvlib, an event of a neighbouring date is computed on this one. */
function eventOf(m: number, sun: SunOfDay, deltaT: number, longitude: number, sinPhi: number, cosPhi: number): number {
  return correctedFraction(fractionOf(m), SUNRISE_ELEVATION, sun, deltaT, longitude, sinPhi, cosPhi) + Math.floor(m);
}

/** Steps 5–11 of A.2 for the approximate day fraction m: transit for level 0, else rise or set at that elevation. */
function correctedFraction(
  m: number,
  level: number,
  sun: SunOfDay,
  deltaT: number,
  longitude: number,
  sinPhi: number,
  cosPhi: number,
): number {
  const n = m + deltaT / 86400;
  const alpha = interpolate(sun.alpha, sun.alphaBefore, sun.alphaAfter, n);
  const delta = interpolate(sun.delta, sun.deltaBefore, sun.deltaAfter, n) * DEG;
  const hourAngle = signedDegrees(sun.siderealTime + 360.985647 * m + longitude - alpha);
  if (level === 0) return m - hourAngle / 360;
  const h = hourAngle * DEG;
  const elevation = asin(sinPhi * sin(delta) + cosPhi * cos(delta) * cos(h)) * RAD;
  return m + (elevation - level) / (360 * cos(delta) * cosPhi * sin(h));
}

/**
 * Sunrise, sunset and transit by appendix A.2 of the SPA report, as pvlib `sun_rise_set_transit_spa`: one step of
 * interpolation from 0 h, sun from the Earth's centre, elevation −0.8333°.
 *
 * The transit is that of the UTC date of `time`, sunrise the one before it, sunset the one after. Use
 * {@link sunRiseSetTransit} for exact times: measured against it over a year, this method is off by 2 s up to 60° latitude
 * and 6 s at 65°; and where rise or set falls on another UTC date than the transit (sunsets in America, sunrises in
 * Australia) by 76 s at 30° and 184 s at 60°, because then, as in pvlib, it is computed on this date and moved by 24 h.
 *
 * @param inputs `time` Unix ms (UTC), any instant of the date; `latitude` −90…90, `longitude` in degrees
 * @param options `deltaT` in seconds or "auto" (default; pvlib's default is 67)
 * @returns `sunrise`, `sunset`, `transit` in Unix ms, and `state`: 0 when the sun rises and sets, 1 for polar day, −1 for
 *   polar night (sunrise and sunset are NaN then). NaN for NaN
 * @throws RangeError for a latitude outside −90…90 or unequal lengths; TypeError for values that are not numbers
 *
 * Source: I. Reda, A. Andreas, NREL/TP-560-34302, revised 2008, appendix A.2.
 * @experimental
 */
export const sunRiseSetTransitSpa = /* @__PURE__ */ model("sunRiseSetTransitSpa", {
  inputs: ["time", "latitude", "longitude"],
  outputs: SUN_EVENTS,
  settings: ({ deltaT }: { deltaT?: number | "auto" | undefined }) =>
    fixedDeltaT("sunRiseSetTransitSpa", deltaT ?? "auto"),
  rows(from, to, { time, latitude, longitude, ...out }, deltaT) {
    checkLatitudes("sunRiseSetTransitSpa", latitude);
    let day = Number.NaN;
    let seconds = Number.NaN;
    let sun = sunOfDay(day, seconds);
    for (let i = from; i < to; i++) {
      const dayOfRow = Math.floor(time[i]! / DAY);
      if (dayOfRow !== day) {
        day = dayOfRow;
        seconds = Number.isNaN(deltaT) ? deltaTAt(day * DAY) : deltaT;
        sun = sunOfDay(day, seconds);
      }
      const sinPhi = sin(latitude[i]! * DEG);
      const cosPhi = cos(latitude[i]! * DEG);
      const dayStart = day * DAY;
      const m0 = fractionOf((sun.alpha - longitude[i]! - sun.siderealTime) / 360);
      const cosDelta = cos(sun.delta * DEG);
      const cosH0 = (sin(SUNRISE_ELEVATION * DEG) - sinPhi * sin(sun.delta * DEG)) / (cosPhi * cosDelta);
      const h0 = Math.abs(cosH0) > 1 ? Number.NaN : (acos(cosH0) * RAD) / 360;

      const noon = dayStart + correctedFraction(m0, 0, sun, seconds, longitude[i]!, sinPhi, cosPhi) * DAY;
      out.transit[i] = noon + 0 * sinPhi; // NaN for a missing latitude, too
      out.sunrise[i] = dayStart + eventOf(m0 - h0, sun, seconds, longitude[i]!, sinPhi, cosPhi) * DAY;
      out.sunset[i] = dayStart + eventOf(m0 + h0, sun, seconds, longitude[i]!, sinPhi, cosPhi) * DAY;
      out.state[i] = Number.isNaN(out.transit[i]!) ? Number.NaN : cosH0 > 1 ? -1 : cosH0 < -1 ? 1 : 0;
    }
  },
});
