/** A learnt system as every door takes a PV system: `yield`, forecasts, bulk, HTTP. */
import type { PvSystem } from "../../data/system/types.js";
import type { LearntPower } from "./expected.js";

/** Nominal efficiency of the described inverter; losses are in the power that was learnt. */
const EFFICIENCY = 0.96;
/** Ross' cells are 28 °C above the air at 1000 W/m² with it: `SkyRows` learns with the same. */
const NOCT = 42.4;

/**
 * The chain that a system is learnt with, in the words of a description: kwp is what it takes to give the learnt power without losses.
 *
 * @param learnt planes with degrees and kW, the limit in kW and the map of shade, as `learnSystem` finds them
 * @experimental
 *
 * @example
 * ```js
 * import { describeSystem } from "irradiance-engine/meter";
 *
 * const { planes } = describeSystem({ planes: [{ tilt: 30, azimuth: 180, power: 4.2 }], limit: 4 });
 * console.log(planes[0].kwp); // 4.375
 * ```
 */
export function describeSystem({ planes, limit, shade }: LearntPower): PvSystem {
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  return {
    planes: planes.map(({ tilt, azimuth, power }) => ({
      surfaceTilt: round(tilt, 1),
      surfaceAzimuth: round(azimuth, 1) % 360,
      kwp: Number((power / EFFICIENCY).toPrecision(4)),
    })),
    losses: 0,
    dcAcRatio: 1,
    inverterEfficiency: EFFICIENCY,
    gammaPdc: -0.004,
    iam: "physical",
    iamOptions: { nAr: 1.526 },
    cellTemperature: "ross",
    cellTemperatureOptions: { noct: NOCT },
    ...(shade && { shade: { ...shade, passes: shade.passes.map((cells) => Array.from(cells, thousandths)) } }),
    ...(limit !== undefined && { inverter: { acPower: Number(limit.toPrecision(4)) } }),
  };
}

function thousandths(share: number): number {
  return Math.round(1000 * share) / 1000;
}
