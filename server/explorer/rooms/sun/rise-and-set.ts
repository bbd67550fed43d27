/** Sunrise and sunset between two moments: on the day that the clocks of a place show, not on that of its meridian. */
import { sunRiseSetTransit } from "irradiance-engine/models/solar-position";
import { DAY } from "../../chart/time.js";

/**
 * The first of each in [from, to), Unix ms; null where there is none. The engine has days by the mean sun of the meridian; where
 * clocks are far from it, as in Samoa, those before and after are in question, too.
 */
export function risesAndSets(
  from: number,
  to: number,
  latitude: number,
  longitude: number,
): { readonly sunrise: number | null; readonly sunset: number | null } {
  const time = Float64Array.from({ length: 4 }, (_, k) => from + (k - 1) * DAY);
  const { sunrise, sunset } = sunRiseSetTransit({ time, latitude, longitude });
  const first = (moments: Float64Array) => moments.find((moment) => moment >= from && moment < to) ?? null;
  return { sunrise: first(sunrise), sunset: first(sunset) };
}
