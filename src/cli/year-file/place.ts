/** What the embedded maps know of a place. */

/** Hours that standard time is ahead of UTC. */
export async function zoneOf(latitude: number, longitude: number): Promise<number> {
  const { standardTimeOffset } = await import("../../climatology/time-zone.js");
  return standardTimeOffset(latitude, longitude);
}
