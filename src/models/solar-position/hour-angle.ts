import { DAY } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { signedDegrees } from "./angles.js";

/** Full rotation of the Earth against the mean sun, rad per second. */
export const HOUR_ANGLE_RATE = (2 * Math.PI) / 86_400;

/** Row kernel of {@link hourAngle}. */
export function hourAngleRows(
  i0: number,
  i1: number,
  time: Float64Array,
  longitude: Float64Array,
  equationOfTime: Float64Array,
  hourAngle: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const fraction = (time[i]! - Math.floor(time[i]! / DAY) * DAY) / DAY;
    hourAngle[i] = signedDegrees(360 * (fraction - 0.5) + longitude[i]! + equationOfTime[i]! / 4);
  }
}

/**
 * Hour angle of the sun from clock time and the equation of time: 0 at apparent noon, 15 an hour, positive after noon.
 *
 * @param inputs `time` Unix ms (UTC); `longitude` degrees east; `equationOfTime` in minutes
 * @returns `hourAngle` in degrees, −180 ≤ hourAngle < 180 (pvlib counts from the midnight of the index's time zone and
 *   leaves whole turns in); NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: J. A. Duffie, W. A. Beckman (2006), Solar Engineering of Thermal Processes, 3rd edition, p. 13.
 * @experimental
 */
export function hourAngle(inputs: { time: ColumnInput; longitude: ColumnInput; equationOfTime: ColumnInput }): {
  hourAngle: Float64Array;
} {
  const { time, longitude, equationOfTime, n } = toColumns("hourAngle", {
    time: inputs.time,
    longitude: inputs.longitude,
    equationOfTime: inputs.equationOfTime,
  });
  const angle = new Float64Array(n);
  hourAngleRows(0, n, time, longitude, equationOfTime, angle);
  return { hourAngle: angle };
}
