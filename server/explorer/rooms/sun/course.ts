/** The sun over a place, by the engine's own ephemeris. */
import { solarPosition, sunRiseSetTransit } from "irradiance-engine/models/solar-position";
import { DAY, MINUTE } from "../../chart/time.js";

export interface Sun {
  readonly time: number;
  /** Degrees from north over east. */
  readonly azimuth: number;
  /** Degrees, as seen: with refraction. */
  readonly elevation: number;
}

export const FINE = 5 * MINUTE;

/** Its course from one moment to another, both included. @param step ms */
export function sunCourse(from: number, to: number, step: number, latitude: number, longitude: number): Sun[] {
  const count = Math.floor((to - from) / step) + 1;
  const time = Float64Array.from({ length: count }, (_, k) => from + k * step);
  const { azimuth, apparentElevation } = solarPosition({ time, latitude, longitude });
  return Array.from(time, (at, k) => ({
    time: at,
    azimuth: azimuth[k] as number,
    elevation: apparentElevation[k] as number,
  }));
}

export function highestOf(suns: readonly Sun[]): Sun {
  return suns.reduce((best, sun) => (sun.elevation > best.elevation ? sun : best));
}

export function lowestOf(suns: readonly Sun[]): Sun {
  return suns.reduce((best, sun) => (sun.elevation < best.elevation ? sun : best));
}

/** The line at an azimuth: straight between whole degrees, as the engine has it (src/physics/models/shading/horizon-line.ts). */
export function lineAt(azimuth: number, line: readonly number[]): number {
  const k = Math.floor(azimuth);
  const [from, to] = [line[k % 360] as number, line[(k + 1) % 360] as number];
  return from + (to - from) * (azimuth - k);
}

/**
 * Sunrise and sunset between two moments, on the day that the clocks of a place show: the first of each in [from, to), Unix ms, or null.
 * The engine has days by the mean sun of the meridian; where clocks are far from it, as in Samoa, the days before and after are in
 * question, too.
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
