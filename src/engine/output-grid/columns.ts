/** From the sub-steps of a block to the requested columns. */

import type { BlockConsumer, ComputedBlock } from "../grid/block.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { ThreeMeans, ValueColumns } from "../plan/outputs.js";
import type { Plan } from "../plan/plan.js";
import { diagnosticRows } from "./diagnostics.js";
import { keepRows, keptAt, type SnowLoss } from "./kept-power.js";
import { meanThreeRows, powerRows, surfaceRows } from "./means.js";
import { trackerSurfaceRows } from "./tracker-surface.js";

const s = STEPS;

/** Means of a block's sub-steps, and their destinations. */
interface BoundMeans {
  readonly columns: ThreeMeans["columns"];
  readonly outs: readonly [Float64Array, Float64Array, Float64Array];
}

/** Averages the sub-steps of each block into the output columns. */
export class Averager implements BlockConsumer {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly values: ValueColumns;
  private readonly extra: { readonly [name: string]: Float64Array };
  private readonly snow: SnowLoss | null;
  private readonly means: readonly BoundMeans[];
  /** Columns that equal others. */
  private readonly copies: readonly { readonly from: Float64Array; readonly to: Float64Array }[];
  /** Power by the default formula. */
  private readonly powers: readonly { readonly global: Float64Array; readonly out: Float64Array }[];

  constructor(
    plan: Plan,
    work: Workspace,
    values: ValueColumns,
    extra: { readonly [name: string]: Float64Array },
    snow: SnowLoss | null,
  ) {
    this.plan = plan;
    this.work = work;
    this.values = values;
    this.extra = extra;
    this.snow = snow;
    const { means, copies, powers } = plan.outputs;
    this.means = means.map(({ columns, values: [a, b, c] }) => ({
      columns,
      outs: [values[a]!, values[b]!, values[c]!],
    }));
    this.copies = copies.map(({ from, to }) => ({ from: values[from]!, to: values[to]! }));
    this.powers = powers.map(({ global, value }) => ({ global: values[global]!, out: values[value]! }));
  }

  take(block: ComputedBlock): void {
    const { plan, work, powers, values } = this;
    const { first, last } = block;
    if (this.snow && plan.pv) this.keepFromSnow(this.snow, block);
    const length = plan.output.step / 1000;
    for (const { columns, outs } of this.means) {
      const [a, b, c] = columns;
      meanThreeRows(work.lit, work.placed, s.weight, length, block, s[a], s[b], c && s[c], ...outs);
      // The clear sky needs no weather.
      for (const out of outs) if (out !== values.global_clear_sky_irradiance) this.leaveUncovered(out, first);
    }
    // The default formula uses the output interval's own means, so that a client can recompute it.
    const [a, b = a] = powers;
    if (a && b) powerRows(work.lit, block, values.temperature!, a.global, b.global, a.out, b.out);
    for (const { out } of powers) {
      this.leaveUncovered(out, first);
      if (this.snow) keepRows(work.lit, work.placed, s, this.snow, out, first);
    }
    for (const { from, to } of this.copies) to.set(from.subarray(first, last), first);
    this.surface(block);
    if (plan.settings.extra.length > 0) diagnosticRows(plan, work, last - first, first, this.extra);
  }

  private leaveUncovered(out: Float64Array, offset: number): void {
    const { count, rows } = this.work.uncovered;
    for (let k = 0; k < count; k++) out[offset + rows[k]!] = Number.NaN;
  }

  /** Subtracts the share lost to snow from each sub-step's power. */
  private keepFromSnow(snow: SnowLoss, { from, to }: ComputedBlock): void {
    const { time, pv, pvShaded } = s;
    for (let i = from; i < to; i++) {
      const kept = keptAt(snow, time[i]!);
      pv[i] = pv[i]! * kept;
      pvShaded[i] = pvShaded[i]! * kept;
    }
  }

  /** Surface angles: the fixed ones, or those of the mean rotation over the sunlit part of the interval. */
  private surface(block: ComputedBlock): void {
    const { plan, work } = this;
    const azimuth = this.values.surface_azimuth as Float64Array;
    const tilt = this.values.surface_tilt as Float64Array;
    const { tracker } = plan.settings;
    if (plan.run.tracker && tracker) {
      trackerSurfaceRows(tracker, work, block, azimuth, tilt);
      return;
    }
    if (plan.run.tracker) {
      surfaceRows(work.lit, work.placed, s.weight, s.up, s.rotation, block, azimuth, tilt);
      return;
    }
    azimuth.fill(plan.request.surfaceAzimuth, block.first, block.last);
    tilt.fill(plan.request.surfaceTilt, block.first, block.last);
  }
}
