/** What the embedded maps know of a place. */
import type { ExpectedError } from "../../climatology/world/types.js";

/** Hours that standard time is ahead of UTC. */
export async function zoneOf(latitude: number, longitude: number): Promise<number> {
  const { standardTimeOffset } = await import("../../climatology/time-zone.js");
  return standardTimeOffset(latitude, longitude);
}

/** Whole metres, of a coarse map. */
export async function altitudeOf(latitude: number, longitude: number): Promise<number> {
  const { openClimatology } = await import("../../climatology/climatology.js");
  return Math.round((await openClimatology()).altitude(latitude, longitude));
}

/** What is to be said of an altitude of the maps. */
export function coarse(altitude: number): string {
  return `altitude ${altitude} m is a coarse mean over half a degree; it can be far off in mountains: give --altitude`;
}

/** The largest error that is one of land, as a share. */
const LAND_ERROR = 0.1;

/**
 * How far off the embedded climatology's year is: on land the figure is that of the places where it was judged, half of them in two
 * countries, and no figure of the place asked for.
 */
export function climateError({ annualGlobalHorizontal }: ExpectedError): string {
  const share = `about ${Math.round(100 * annualGlobalHorizontal)} % (rms) in the mean of`;
  if (annualGlobalHorizontal > LAND_ERROR) return `${share} such places`;
  return `${share} places, 25 % and more at some coasts with fog, on mountains and islands, and in the tropics`;
}
