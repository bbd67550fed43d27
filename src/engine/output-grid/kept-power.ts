/** What snow on the modules leaves of the power. */
import type { Lattice } from "../grid/lattice.js";
import { endOf, type LitRows } from "../grid/lit-rows.js";
import type { Steps } from "../grid/sub-steps.js";
import type { StepColumns } from "../memory/columns.js";

/** Share of DC power lost, 0…1, by weather interval of the series. */
export interface SnowLoss {
  readonly weather: Lattice;
  readonly share: Float64Array;
}

/** What snow leaves of the power at a time, 0…1; everything outside the series. */
export function keptAt({ weather, share }: SnowLoss, time: number): number {
  return 1 - (share[Math.floor((time - weather.origin) / weather.step)] ?? 0);
}

/** Takes from the power of each lit output interval what snow hides of it, in the mean over the time that has light. */
export function keepRows(
  lit: LitRows,
  steps: Steps,
  s: StepColumns,
  snow: SnowLoss,
  power: Float64Array,
  offset: number,
): void {
  const last = endOf(lit);
  for (let o = 0; o < last; o++) {
    let kept = 0;
    let time = 0;
    for (let i = steps.outputStart[o]!; i < steps.outputStart[o + 1]!; i++) {
      kept += keptAt(snow, s.time[i]!) * s.weight[i]!;
      time += s.weight[i]!;
    }
    if (time > 0) power[offset + o] = power[offset + o]! * (kept / time);
  }
}
