/** What the embedded maps know of a place. */

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
  return `altitude ${altitude} m comes from a coarse map; it can be far off in mountains: give --altitude`;
}
