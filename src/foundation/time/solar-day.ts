/** The day of mean solar time, which begins at the midnight of a meridian. */
import { DAY } from "./calendar.js";

/** Milliseconds by which the mean solar time of a longitude (degrees east) is ahead of UTC. */
export function solarDayShift(longitude: number): number {
  return (longitude / 360) * DAY;
}
