/**
 * From the sub-steps of a block to the requested columns.
 */
import { acos, atan2, RAD } from "../../foundation/math/index.js";
import { kastenYoung } from "../../physics/models/atmosphere/airmass.js";
import { horizonElevationRows, horizonOf } from "../../physics/models/shading/horizon-line.js";
import type { Tracker } from "../../physics/models/tracking/tracker.js";
import type { BlockConsumer, ComputedBlock, Lattice } from "../grid/lattice.js";
import { endOf, type LitRows } from "../grid/lit-rows.js";
import type { Steps } from "../grid/sub-steps.js";
import { STEPS, type StepColumns } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { DiagnosticName } from "../plan/context.js";
import type { ThreeMeans, ValueColumns } from "../plan/outputs.js";
import type { Plan } from "../plan/plan.js";
import { meanRows, meanThreeRows, powerRows, sunlitMeanRows, surfaceRows } from "./means.js";

const s = STEPS;

type Filler = (plan: Plan, work: Workspace, n: number, out: Float64Array, offset: number) => void;

const REAR = meanOf("rearTilted");

const FILLERS: { readonly [name in DiagnosticName]: Filler } = {
  apparent_zenith: ofMeanSun((sun) => sun.zenith),
  azimuth: ofMeanSun((sun) => sun.azimuth),
  relative_airmass: ofMeanSun((sun) => (sun.sunlit ? kastenYoung(Math.min(sun.zenith, 90)) : Number.NaN)),
  horizon_line(plan, work, n, out, offset) {
    FILLERS.azimuth(plan, work, n, out, offset);
    horizonElevationRows(offset, offset + n, out, horizonOf(plan.horizon ?? new Float64Array(360)), out);
  },
  incidence_angle(_plan, work, n, out, offset) {
    sunlitMeanRows(work.lit, work.placed, s.weight, s.up, s.cosIncidence, Number.NaN, out, offset);
    for (let o = offset; o < offset + n; o++) out[o] = acos(Math.min(Math.max(out[o]!, -1), 1)) * RAD;
  },
  clearness_index(plan, work, n, out, offset) {
    const length = plan.output.step / 1000;
    meanRows(work.lit, work.placed, s.weight, length, s.directHorizontal, s.dhi, out, offset);
    for (let o = 0; o < n; o++) {
      const energy = sumOver(work, o, (i) => s.extraterrestrialNormal[i]! * Math.max(s.up[i]!, 0)); // J/m²
      const extraterrestrial = energy / length;
      out[offset + o] = extraterrestrial > 0 ? out[offset + o]! / extraterrestrial : Number.NaN;
    }
  },
  rear_irradiance(plan, work, n, out, offset) {
    if (plan.steps.rows) REAR(plan, work, n, out, offset);
    else out.fill(0, offset, offset + n);
  },
  clear_sky_dni: meanOf("clearDni"),
  clear_sky_dhi: meanOf("clearDhi"),
  extraterrestrial_normal: perOutput((work, o) => {
    return sumOver(work, o, (i) => s.extraterrestrialNormal[i]!) / sumOver(work, o, () => 1);
  }),
  rotation(plan, work, n, out, offset) {
    if (plan.run.tracker) sunlitMeanRows(work.lit, work.placed, s.weight, s.up, s.rotation, 0, out, offset);
    else out.fill(0, offset, offset + n);
  },
  sunlit_fraction: perOutput((work, o, length) => sunlitTime(work, o) / length),
};

/** Fills the requested extra columns for output intervals [offset, offset + n). */
function diagnosticRows(
  plan: Plan,
  work: Workspace,
  n: number,
  offset: number,
  extra: { readonly [name: string]: Float64Array },
): void {
  for (const name of plan.settings.extra) FILLERS[name](plan, work, n, extra[name]!, offset);
}

interface MeanSun {
  readonly zenith: number;
  readonly azimuth: number;
  readonly sunlit: boolean;
}

/** A quantity of the mean direction to the sun over the interval. */
function ofMeanSun(value: (sun: MeanSun) => number): Filler {
  return perOutput((work, o) => {
    const east = sumOver(work, o, (i) => s.east[i]!);
    const north = sumOver(work, o, (i) => s.north[i]!);
    const up = sumOver(work, o, (i) => s.up[i]!);
    const azimuth = atan2(east, north) * RAD;
    return value({
      zenith: 90 - atan2(up, Math.sqrt(east * east + north * north)) * RAD,
      azimuth: azimuth < 0 ? azimuth + 360 : azimuth,
      sunlit: sunlitTime(work, o) > 0,
    });
  });
}

/** Mean over the interval, of a column that is 0 at night. */
function meanOf(column: "clearDni" | "clearDhi" | "rearTilted"): Filler {
  return (plan, work, _n, out, offset) => {
    meanRows(work.lit, work.placed, s.weight, plan.output.step / 1000, s[column], null, out, offset);
  };
}

/** A value for each output interval of the block, from its number in the block and its length in seconds. */
function perOutput(value: (work: Workspace, output: number, length: number) => number): Filler {
  return (plan, work, n, out, offset) => {
    for (let o = 0; o < n; o++) out[offset + o] = value(work, o, plan.output.step / 1000);
  };
}

/** Sum over the sub-steps of output interval o, weighted by their seconds. */
function sumOver({ placed: { outputStart } }: Workspace, o: number, value: (step: number) => number): number {
  let sum = 0;
  for (let i = outputStart[o]!; i < outputStart[o + 1]!; i++) sum += value(i) * s.weight[i]!;
  return sum;
}

/** Seconds with the sun above the horizon. */
function sunlitTime(work: Workspace, o: number): number {
  return sumOver(work, o, (i) => (s.up[i]! > 0 ? 1 : 0));
}

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
      const [outA, outB, outC] = outs;
      const three = { a: s[a], b: s[b], c: c && s[c], outA, outB, outC };
      meanThreeRows(work.lit, work.placed, s.weight, length, block, three);
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

/** Share of DC power lost, 0…1, by weather interval of the series. */
export interface SnowLoss {
  readonly weather: Lattice;
  readonly share: Float64Array;
}

/** Share of the power that remains with snow at a time, 0…1; 1 outside the series. */
function keptAt({ weather, share }: SnowLoss, time: number): number {
  return 1 - (share[Math.floor((time - weather.origin) / weather.step)] ?? 0);
}

/** Subtracts from the power of each lit output interval its mean loss to snow over the lit time. */
function keepRows(
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

/**
 * Azimuth and tilt of another tracker than the pipeline's own, from its mean rotation and the mean direction to the sun over the sunlit
 * part of each output interval of the block; without sun its rotation is 0.
 */
function trackerSurfaceRows(
  tracker: Tracker,
  work: Workspace,
  block: ComputedBlock,
  azimuth: Float64Array,
  tilt: Float64Array,
): void {
  const { first, last } = block;
  const columns = [tilt.subarray(first, last), azimuth.subarray(first, last), new Float64Array(last - first)] as const;
  [s.rotation, s.east, s.north].forEach((column, k) => {
    sunlitRows(work, block, column, columns[k]!);
  });
  tracker.orient(0, last - first, ...columns);
}

/** `sunlitMeanRows` over all outputs of a block, also if each has one sub-step; 0 without sun. */
function sunlitRows(
  { lit, placed }: Workspace,
  { from }: ComputedBlock,
  column: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  if (!lit.single) {
    sunlitMeanRows(lit, placed, s.weight, s.up, column, 0, out, 0);
    return;
  }
  let i = from;
  for (let r = 0; r < lit.runCount; r++) {
    const end = lit.runs[2 * r + 1]!;
    for (let o = lit.runs[2 * r]!; o < end; o++, i++) out[o] = s.up[i]! > 0 ? column[i]! : 0;
  }
}
