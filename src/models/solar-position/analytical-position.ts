/**
 * Zenith and azimuth of the sun from latitude, hour angle and declination: a rotation of the unit vector by the latitude,
 * and the arctangents of its components.
 *
 * Source: J. A. Duffie, W. A. Beckman (2006), Solar Engineering of Thermal Processes, 3rd edition, pp. 13–15. The
 * arccosines printed there (and used by pvlib) lose half of the digits overhead, and towards the meridian the azimuth.
 */
import { atan2, cos, DEG, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLatitudes, compassDegrees } from "./spa.js";

/** Row kernel of both functions, all angles in degrees. */
export function analyticalPositionRows(
  i0: number,
  i1: number,
  latitude: Float64Array,
  hourAngle: Float64Array,
  declination: Float64Array,
  zenith: Float64Array,
  azimuth: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const phi = latitude[i]! * DEG;
    const delta = declination[i]! * DEG;
    const h = hourAngle[i]! * DEG;
    const meridian = cos(delta) * cos(h);
    const west = cos(delta) * sin(h);
    const pole = sin(delta);
    const north = pole * cos(phi) - meridian * sin(phi);
    const up = meridian * cos(phi) + pole * sin(phi);
    zenith[i] = atan2(Math.sqrt(north * north + west * west), up) * RAD;
    azimuth[i] = compassDegrees(-west, north);
  }
}

function analyticalPosition(
  model: string,
  inputs: { latitude: ColumnInput; hourAngle: ColumnInput; declination: ColumnInput },
): { zenith: Float64Array; azimuth: Float64Array } {
  const { latitude, hourAngle, declination, n } = toColumns(model, {
    latitude: inputs.latitude,
    hourAngle: inputs.hourAngle,
    declination: inputs.declination,
  });
  checkLatitudes(model, latitude);
  const zenith = new Float64Array(n);
  const azimuth = new Float64Array(n);
  analyticalPositionRows(0, n, latitude, hourAngle, declination, zenith, azimuth);
  return { zenith, azimuth };
}

/**
 * True (unrefracted) solar zenith by spherical trigonometry, seen from the Earth's centre (no parallax).
 *
 * @param inputs `latitude` −90…90, `hourAngle`, `declination`, all in degrees (pvlib: radians)
 * @returns `zenith` in degrees, 0…180; NaN for NaN
 * @throws RangeError for a latitude outside −90…90 or unequal lengths; TypeError for columns of wrong kind
 *
 * Source: Duffie & Beckman (2006), see the file.
 * @experimental
 */
export function solarZenithAnalytical(inputs: {
  latitude: ColumnInput;
  hourAngle: ColumnInput;
  declination: ColumnInput;
}): { zenith: Float64Array } {
  return { zenith: analyticalPosition("solarZenithAnalytical", inputs).zenith };
}

/**
 * Solar azimuth by spherical trigonometry, seen from the Earth's centre (no parallax).
 *
 * @param inputs `latitude` −90…90, `hourAngle`, `declination`, all in degrees (pvlib: radians, and the zenith besides,
 *   which is not needed here)
 * @returns `azimuth` in degrees, 0 ≤ azimuth < 360, clockwise from north. At a pole the longitude behind the hour angle
 *   decides, as in `solarPosition`; exactly overhead it is 0. NaN for NaN. pvlib differs: with an hour angle of exactly 0 it
 *   gives 180 also where the sun culminates in the north, within 0.008° of the meridian it gives the meridian, and at the
 *   poles it gives 0, 180 or 360
 * @throws RangeError for a latitude outside −90…90 or unequal lengths; TypeError for columns of wrong kind
 *
 * Source: Duffie & Beckman (2006), see the file.
 * @experimental
 */
export function solarAzimuthAnalytical(inputs: {
  latitude: ColumnInput;
  hourAngle: ColumnInput;
  declination: ColumnInput;
}): { azimuth: Float64Array } {
  return { azimuth: analyticalPosition("solarAzimuthAnalytical", inputs).azimuth };
}
