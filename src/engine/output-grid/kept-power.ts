/** The power that remains with snow on the modules. */
import type { Lattice } from "../grid/lattice.js";
import { endOf, type LitRows } from "../grid/lit-rows.js";
import type { Steps } from "../grid/sub-steps.js";
import type { StepColumns } from "../memory/columns.js";

/** Share of DC power lost, 0…1, by weather interval of the series. */
export interface SnowLoss {
  readonly weather: Lattice;
  readonly share: Float64Array;
}

/** Share of the power that remains with snow at a time, 0…1; 1 outside the series. */
export function keptAt({ weather, share }: SnowLoss, time: number): number {
  return 1 - (share[Math.floor((time - weather.origin) / weather.step)] ?? 0);
}

/** Subtracts from the power of each lit output interval its mean loss to snow over the lit time. */
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
