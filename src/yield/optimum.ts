/** The plane that yields most. */

import { checkSystem } from "../system/checked.js";
import { WeatherError } from "../weather/errors.js";
import type { WeatherSeries } from "../weather/series.js";
import { planePower } from "./chain/system-hours.js";
import { situationOf } from "./situation.js";
import type { YieldOptions, YieldReading, YieldSystem } from "./types.js";

export interface Optimum {
  /** Whole degrees. */
  readonly surfaceTilt: number;
  readonly surfaceAzimuth: number;
  /** AC energy of the period, kWh/kWp. */
  readonly specificYield: number;
  /**
   * Tilts at that azimuth, and azimuths at that tilt, that lose less than 1 %. A range of azimuths may pass north: first above last; all
   * of them: first equal to last.
   */
  readonly tiltRange: readonly [least: number, most: number];
  readonly azimuthRange: readonly [first: number, last: number];
}

/** Loss that hardly matters. */
const TOLERATED = 0.01;
const FIRST_STEP = 16;
const HALF_TURN = 180;

/**
 * The fixed plane with the highest yield in the period of the weather, in whole degrees: a search that halves its steps, from a plane
 * towards the equator and from one towards the pole. A horizon line or misty mornings turn it away from there. Rows and the rear side are left out.
 *
 * @param system as for `yieldOf`; its planes are not used
 * @throws as `yieldOf`; WeatherError for weather in which no plane yields anything
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { optimumOf } from "irradiance-engine/yield";
 *
 * const { surfaceTilt, surfaceAzimuth } = optimumOf(await loadSample());
 * console.log(surfaceTilt > 25 && surfaceTilt < 40, Math.abs(surfaceAzimuth - 180) < 20); // true true
 * ```
 */
export function optimumOf(
  weather: WeatherSeries | YieldReading,
  system: Omit<YieldSystem, "planes"> = {},
  options: YieldOptions = {},
): Optimum {
  const checked = checkSystem({ ...system, bifacial: undefined, planes: [{}] }, "optimumOf");
  const situation = situationOf("optimumOf", weather, options);
  const known = new Map<string, number>();
  const yieldAt = (tilt: number, azimuth: number): number => {
    const key = `${tilt},${azimuth}`;
    let found = known.get(key);
    if (found === undefined) {
      const plane = { surfaceTilt: tilt, surfaceAzimuth: azimuth, kwp: 1, trackingMode: "none", inverter: 0 } as const;
      const power = planePower(plane, checked, situation);
      found = power.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0) / 1000;
      known.set(key, found);
    }
    return found;
  };
  // One side alone can end on a flat plane, which has no direction to turn to: behind it a hill can hide a better one.
  const sides = [180, 0].map((azimuth) => climb(situation.latitude, azimuth, yieldAt));
  const [best = sides[0]!] = sides.sort((a, b) => yieldAt(b.tilt, b.azimuth) - yieldAt(a.tilt, a.azimuth));
  const most = yieldAt(best.tilt, best.azimuth);
  if (!(most > 0)) throw new WeatherError("optimumOf: no plane yields anything in this weather");
  const isGood = (tilt: number, azimuth: number) => yieldAt(tilt, azimuth) > (1 - TOLERATED) * most;
  const { tilt, azimuth } = best;
  // A flat plane has no direction.
  const turned = (by: number) => (tilt === 0 ? true : isGood(tilt, around(azimuth + by)));
  return {
    surfaceTilt: tilt,
    surfaceAzimuth: azimuth,
    specificYield: most,
    tiltRange: [
      tilt - farthest(tilt, (by) => isGood(tilt - by, azimuth)),
      tilt + farthest(90 - tilt, (by) => isGood(tilt + by, azimuth)),
    ],
    azimuthRange: [
      around(azimuth - farthest(HALF_TURN, (by) => turned(-by))),
      around(azimuth + farthest(HALF_TURN, turned)),
    ],
  };
}

function around(azimuth: number): number {
  return (azimuth + 360) % 360;
}

function climb(latitude: number, from: number, yieldAt: (tilt: number, azimuth: number) => number) {
  let [tilt, azimuth] = [Math.min(Math.round(Math.abs(latitude) * 0.8), 60), from];
  for (let step = FIRST_STEP; step >= 1; ) {
    const candidates: (readonly [number, number])[] = [
      [Math.min(tilt + step, 90), azimuth],
      [Math.max(tilt - step, 0), azimuth],
      [tilt, around(azimuth + step)],
      [tilt, around(azimuth - step)],
    ];
    const here = yieldAt(tilt, azimuth);
    const yields = candidates.map(([t, a]) => yieldAt(t, a));
    const most = Math.max(...yields);
    if (most > here) [tilt, azimuth] = candidates[yields.indexOf(most)]!;
    else step /= 2;
  }
  return { tilt, azimuth };
}

/** The farthest of 0…most, of which the near ones are good. */
function farthest(most: number, isGood: (by: number) => boolean): number {
  let [good, bad] = [0, most + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
