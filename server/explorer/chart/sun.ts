/** The sun over a place, by the engine's own ephemeris. */
import { solarPosition } from "irradiance-engine/models/solar-position";
import { DAY, MINUTE } from "./time.js";

export interface Sun {
  readonly time: number;
  /** Degrees from north over east. */
  readonly azimuth: number;
  /** Degrees, as seen: with refraction. */
  readonly elevation: number;
}

/** Its course in the 24 hours from a time. @param step ms */
export function sunCourse(from: number, step: number, latitude: number, longitude: number): Sun[] {
  const count = Math.floor(DAY / step) + 1;
  const time = Float64Array.from({ length: count }, (_, k) => from + k * step);
  const { azimuth, apparentElevation } = solarPosition({ time, latitude, longitude });
  return Array.from(time, (at, k) => ({
    time: at,
    azimuth: azimuth[k] as number,
    elevation: apparentElevation[k] as number,
  }));
}

export const FINE = 5 * MINUTE;
