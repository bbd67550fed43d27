import { acos, cos, DEG, RAD, sin } from "../../math/index.js";
import { DAY } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLatitudes } from "./spa.js";
import { emptySunRiseSetTransit, type SunRiseSetTransit } from "./sun-rise-set-transit.js";

/** Row kernel of {@link sunRiseSetTransitGeometric}. */
export function sunRiseSetTransitGeometricRows(
  i0: number,
  i1: number,
  time: Float64Array,
  latitude: Float64Array,
  longitude: Float64Array,
  declination: Float64Array,
  equationOfTime: Float64Array,
  out: SunRiseSetTransit,
): void {
  for (let i = i0; i < i1; i++) {
    const phi = latitude[i]! * DEG;
    const delta = declination[i]! * DEG;
    // −tan φ·tan δ without the tangents, which the poles do not have.
    const above = sin(phi) * sin(delta);
    const swing = cos(phi) * cos(delta);
    const half = (acos(Math.min(Math.max(-above / swing, -1), 1)) * RAD) / 360;
    const dayStart = Math.floor(time[i]! / DAY) * DAY;
    const noon = 0.5 - (longitude[i]! + equationOfTime[i]! / 4) / 360;
    const rises = Math.abs(above) <= swing;
    out.transit[i] = dayStart + noon * DAY + 0 * above; // NaN for a missing latitude or declination, too
    out.sunrise[i] = rises ? dayStart + (noon - half) * DAY : Number.NaN;
    out.sunset[i] = rises ? dayStart + (noon + half) * DAY : Number.NaN;
    out.state[i] = Number.isNaN(out.transit[i]!) ? Number.NaN : rises ? 0 : above > 0 ? 1 : -1;
  }
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
export function sunRiseSetTransitGeometric(inputs: {
  time: ColumnInput;
  latitude: ColumnInput;
  longitude: ColumnInput;
  declination: ColumnInput;
  equationOfTime: ColumnInput;
}): SunRiseSetTransit {
  const { time, latitude, longitude, declination, equationOfTime, n } = toColumns("sunRiseSetTransitGeometric", {
    time: inputs.time,
    latitude: inputs.latitude,
    longitude: inputs.longitude,
    declination: inputs.declination,
    equationOfTime: inputs.equationOfTime,
  });
  checkLatitudes("sunRiseSetTransitGeometric", latitude);
  const out = emptySunRiseSetTransit(n);
  sunRiseSetTransitGeometricRows(0, n, time, latitude, longitude, declination, equationOfTime, out);
  return out;
}
