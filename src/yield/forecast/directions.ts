/** Planes of a forecast that face away from the light: a few days do not tell, a year of half-clouded skies does. */
import type { Notice } from "../../contract/observation/types.js";
import { cos, DEG, positivePow, sin } from "../../math/index.js";
import { solarPosition } from "../../models/solar-position/index.js";
import type { CheckedPlane, CheckedSystem } from "../../system/checked.js";
import { HOUR } from "../../time/calendar.js";
import { DIRECTIONS } from "../chain/plane-steps.js";
import { isBackToBack, MUCH_LESS, turnedAway } from "../notices.js";

/** Azimuths so near to the equator's never get much less than another, degrees. */
const NEAR_BEST = 45;
/** Of the clear sky's beam that comes as beam; the rest is light from all sides. With this a north roof at 50° gets 40 % less. */
const AS_BEAM = 0.6;
/** Hours of a day in the middle of each month. */
const TIMES = Float64Array.from(
  { length: 12 * 24 },
  (_, k) => Date.UTC(2025, Math.floor(k / 24), 15) + ((k % 24) + 0.5) * HOUR,
);

/** As a yield says it of its own weather (`directionNotices`). */
export function yearlyDirectionNotices({ planes }: CheckedSystem, latitude: number): Notice[] {
  const equator = latitude < 0 ? 0 : 180;
  return planes.flatMap((plane) => {
    const { trackingMode, surfaceTilt, surfaceAzimuth } = plane;
    const away = Math.abs(((surfaceAzimuth - equator + 540) % 360) - 180);
    if (trackingMode !== "none" || surfaceTilt === 0 || away <= NEAR_BEST) return [];
    if (planes.some((other) => isBackToBack(plane, other))) return [];
    const azimuths = DIRECTIONS.map((turn) => (equator + turn + 360) % 360);
    const [own, ...others] = lightOn(plane, latitude, [surfaceAzimuth, ...azimuths]) as [number, ...number[]];
    const best = Math.max(...others);
    const less = 1 - own / best;
    return less < MUCH_LESS ? [] : [turnedAway(plane, less, azimuths[others.indexOf(best)]!, " light in a year")];
  });
}

/** Of a year, in any unit, on planes of one tilt. The beam is Meinel's (1976): 0.7 to the power of the air mass to the power of 0.678. */
function lightOn({ surfaceTilt }: CheckedPlane, latitude: number, azimuths: readonly number[]): number[] {
  const sun = solarPosition({ time: TIMES, latitude, longitude: 0 });
  const [flat, up] = [sin(surfaceTilt * DEG), cos(surfaceTilt * DEG)];
  const sums = azimuths.map(() => 0);
  for (let k = 0; k < TIMES.length; k++) {
    const high = cos(sun.zenith[k]! * DEG);
    if (!(high > 0)) continue;
    const beam = positivePow(0.7, positivePow(1 / Math.max(high, 0.05), 0.678));
    const sky = ((1 - AS_BEAM) * beam * high * (1 + up)) / 2;
    const level = sin(sun.zenith[k]! * DEG);
    for (let n = 0; n < sums.length; n++) {
      const facing = high * up + level * flat * cos((sun.azimuth[k]! - azimuths[n]!) * DEG);
      sums[n]! += sky + AS_BEAM * beam * Math.max(facing, 0);
    }
  }
  return sums;
}
