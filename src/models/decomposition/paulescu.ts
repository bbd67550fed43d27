import { type ColumnInput, toColumns } from "../columns.js";
import { withStage } from "../stage.js";
import { DAILY_READS, dailyPredictors } from "./daily-predictors.js";
import { darkRows } from "./diffuse-fraction.js";

/**
 * Row kernel: diffuse fraction of the clearness indices of the row and of its day, within [0, 1].
 * `kd` may be the same column as either.
 */
export function paulescuRows(i0: number, i1: number, kt: Float64Array, ktDaily: Float64Array, kd: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    const day = ktDaily[i]!;
    const lines = 1.0119 - 0.0316 * k - 0.0294 * day - 1.6567 * Math.max(k - 0.367, 0);
    kd[i] = Math.min(Math.max(lines + 1.8982 * Math.max(k - 0.734, 0) - 0.8548 * Math.max(day - 0.462, 0), 0), 1);
  }
}

function paulescuModel(inputs: { kt: ColumnInput; ktDaily: ColumnInput }): { kd: Float64Array } {
  const { kt, ktDaily, n } = toColumns("paulescu", { kt: inputs.kt, ktDaily: inputs.ktDaily });
  const kd = new Float64Array(n);
  paulescuRows(0, n, kt, ktDaily, kd);
  return { kd };
}

/**
 * Diffuse fraction by Paulescu's model: straight pieces of the clearness index and of that of the day.
 *
 * @param inputs `kt`: clearness index; `ktDaily`: that of the day
 * @returns `kd` limited to [0, 1]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` takes the predictors that BRL's takes, the day being the local solar day.
 *
 * Source: the paper was not read; equation and coefficients were read in the public code of the separation model YANG5
 * (Yang et al. 2024).
 * @experimental
 */
export const paulescu = /* @__PURE__ */ withStage(paulescuModel, {
  name: "paulescu",
  family: "decomposition",
  grid: "weather",
  reach: "day",
  reads: DAILY_READS,
  writes: ["diffuseFraction"],
  prepare: ({ longitude }) => ({ longitude }),
  run(block, { longitude }) {
    const { from, to, columns } = block;
    const { kt, ktDaily } = dailyPredictors(block, longitude);
    paulescuRows(from, to, kt, ktDaily, columns.diffuseFraction);
    darkRows(from, to, columns.kt, columns.extraterrestrialHorizontal, columns.diffuseFraction);
  },
});
