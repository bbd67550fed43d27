/** Losses over time of a plane: what snow and soiling leave of its power, by interval of the weather. */
import type { CheckedPlane, CheckedSystem } from "../../system/checked.js";
import type { OverTimeInputs } from "./inputs.js";
import { keptInSnow, snowOf } from "./snow.js";
import { checkDepth } from "./snow-doubts.js";
import { keptOfSoiling } from "./soiling.js";

/** Shares kept in each row, 0…1, never NaN; absent: nothing of the kind is modelled. */
export interface KeptShares {
  readonly snow?: Float64Array;
  readonly soiling?: Float64Array;
}

/**
 * A typical year begins with what its end leaves on the modules.
 *
 * @throws WeatherError for a model that lacks its column, and for a snow depth that no place has
 */
export function keptShares(
  system: Pick<CheckedSystem, "snow" | "soiling" | "hasSnowLoss">,
  plane: CheckedPlane,
  given: OverTimeInputs,
): KeptShares {
  const inputs = plane.trackingMode === "none" ? { ...given, surfaceTilt: tiltOf(plane, given) } : given;
  const snow = snowOf(system, inputs.columns);
  if (snow !== undefined) checkDepth(inputs.columns);
  return {
    ...(snow && { snow: keptInSnow(snow, plane, inputs) }),
    ...(system.soiling && { soiling: keptOfSoiling(system.soiling, inputs) }),
  };
}

/** That of a fixed plane holds in the night, too, when snow slides and dust settles. */
function tiltOf({ surfaceTilt }: CheckedPlane, { time }: OverTimeInputs): Float64Array {
  return new Float64Array(time.length).fill(surfaceTilt);
}
