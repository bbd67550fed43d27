/**
 * Snow on the modules where nothing but the climate of a place is known: what it takes of each month, in the mean of years.
 *
 * By the month's mean temperature and the plane's tilt. It is no published model: three numbers chosen for 16 places, nine with what PVWatts
 * takes from files with snow depth, and the others with losses that were measured: a third of PVWatts', so that the first number lies in the
 * geometric middle of both. What their choice is worth at places that had no part in it: research/yield.md, "Snow where only the place is known".
 */
import type { CheckedPlane, CheckedSystem } from "../../../data/system/checked.js";
import { DEG, exp, sin } from "../../../foundation/math/index.js";
import { coldestMonth, known, monthlyMeans, monthsOf, type OverTimeInputs } from "./inputs.js";
import { steepestTilt } from "./snow.js";

/** Of the coldest months, at 30°. */
const MOST = 0.27;
/** °C: half of that, and by how much the logarithm of the odds goes by one, K. */
const HALF = -1.5;
const WIDTH = 3.5;
/** °C: months without snow. */
const WARM = 10;
/** Degrees: snow leaves flatter planes no later. */
const FLATTEST = 5;

/** Standard uncertainty of what is expected, as a share of it, and at least, as a share of the energy. */
const EXPECTED_ERROR = { share: 0.55, least: 0.005 } as const;

/** Standard uncertainty of a loss that the climate lets expect, as a share of the energy, as the loss. */
export function errorOfClimate(loss: number): number {
  return Math.max(loss * EXPECTED_ERROR.share, EXPECTED_ERROR.least);
}

/** Whether the climate has to tell what snow takes: the weather of a bare place knows none, and the system says nothing of it. */
export function isSnowOfClimate(
  { snow, hasSnowLoss }: Pick<CheckedSystem, "snow" | "hasSnowLoss">,
  { isBarePlace, columns }: Pick<OverTimeInputs, "isBarePlace" | "columns">,
): boolean {
  const isSaid = snow !== undefined || hasSnowLoss;
  return isBarePlace === true && !isSaid && !known(columns, "snow_depth") && !known(columns, "snowfall");
}

/** Share of power kept in each row, 0…1, never NaN; undefined where no month is cold enough, and where there is less than half of one. */
export function keptOfClimate(plane: CheckedPlane, inputs: OverTimeInputs): Float64Array | undefined {
  if (!(coldestMonth(inputs) < WARM)) return undefined;
  const months = monthsOf(inputs);
  const tilt = Math.max(steepestTilt(plane), FLATTEST);
  const slow = Math.sqrt(sin(30 * DEG) / sin(tilt * DEG));
  const taken = monthlyMeans(months, inputs.temperature).map((mean) =>
    mean < WARM ? (slow * MOST) / (1 + exp((mean - HALF) / WIDTH)) : 0,
  );
  return Float64Array.from(months.of, (month) => 1 - taken[month]!);
}
