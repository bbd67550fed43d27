/** From the sub-steps of a block to the columns that were asked for. */
import type { ValueName } from "../../contract/observation/parameters.js";
import type { BlockConsumer, ComputedBlock } from "../grid/block.js";
import { STEPS, type StepColumn } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { Plan } from "../plan/plan.js";
import { diagnosticRows } from "./diagnostics.js";
import { keepRows, keptAt, type SnowLoss } from "./kept-power.js";
import { meanThreeRows, powerRows, surfaceRows } from "./means.js";

const s = STEPS;

/** Parameters of light, in the open and behind the horizon line, and the columns of sub-steps they come from. */
const OPEN = /* @__PURE__ */ lightNames("", "");
const SHADED = /* @__PURE__ */ lightNames("_with_shading", "Shaded");

function lightNames<Shading extends string, Shaded extends string>(shading: Shading, shaded: Shaded) {
  const plane = <Plane extends string, Direct extends string, Diffuse extends string>(
    name: Plane,
    direct: Direct,
    diffuse: Diffuse,
  ) => ({
    direct: `direct_${name}_irradiance${shading}` as const,
    diffuse: `diffuse_${name}_irradiance${shading}` as const,
    global: `global_${name}_irradiance${shading}` as const,
    directColumn: `${direct}${shaded}` as const,
    diffuseColumn: `${diffuse}${shaded}` as const,
  });
  return {
    horizontal: plane("horizontal", "directHorizontal", "dhi"),
    tilted: plane("tilted", "directTilted", "diffuseTilted"),
    power: `pv_production${shading}` as const,
  };
}

type LightGroup = typeof OPEN | typeof SHADED;
type Light = LightGroup["horizontal" | "tilted"];

/** A column as long as the period: the one asked for, or room to work in. */
export type WholeColumn = (name: ValueName) => Float64Array;

/** Columns of sub-steps, and where the mean of each goes. No third column stands for the sum of the others. */
interface ThreeMeans {
  readonly columns: readonly [StepColumn, StepColumn, StepColumn | null];
  readonly outs: readonly [Float64Array, Float64Array, Float64Array];
}

/** Averages the sub-steps of each block into the output columns. */
export class Averager implements BlockConsumer {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly values: { [name in ValueName]: Float64Array | null };
  private readonly extra: { [name: string]: Float64Array };
  private readonly snow: SnowLoss | null;
  private readonly means: ThreeMeans[] = [];
  /** Power by the default formula, from global light on the plane, wanted or not. */
  private readonly powers: { readonly global: Float64Array; readonly out: Float64Array }[] = [];
  /** The air's, for that formula. */
  private readonly temperature: Float64Array | null;

  constructor(
    plan: Plan,
    work: Workspace,
    values: { [name in ValueName]: Float64Array | null },
    extra: { [name: string]: Float64Array },
    whole: WholeColumn,
    temperature: Float64Array | null,
    snow: SnowLoss | null,
  ) {
    this.plan = plan;
    this.work = work;
    this.values = values;
    this.extra = extra;
    this.temperature = temperature;
    const { pv_production: power, pv_production_with_shading: shadedPower } = values;
    this.snow = snow;
    // Behind a flat horizon nothing is shaded.
    const isShaded = plan.horizon !== null;
    this.findLight(OPEN, OPEN, whole);
    this.findLight(SHADED, isShaded ? SHADED : OPEN, whole);
    this.want(
      ["dni", isShaded ? "dniShaded" : "dni", "clearGhi"],
      [
        values.direct_normal_irradiance,
        values.direct_normal_irradiance_with_shading,
        values.global_clear_sky_irradiance,
      ],
    );
    if (plan.pv) this.want(["pv", isShaded ? "pvShaded" : "pv", null], [power, shadedPower, null]);
  }

  /** The light of the parameters of one group from the columns of one, and power by the default formula. */
  private findLight(names: LightGroup, from: LightGroup, whole: WholeColumn): void {
    const { values } = this;
    const power = values[names.power];
    const global = power && !this.plan.pv ? whole(names.tilted.global) : null;
    if (power && global) this.powers.push({ global, out: power });
    const wantLight = (
      { direct, diffuse, global }: Light,
      { directColumn, diffuseColumn }: Light,
      sum = values[global],
    ) => this.want([directColumn, diffuseColumn, null], [values[direct], values[diffuse], sum]);
    wantLight(names.horizontal, from.horizontal);
    wantLight(names.tilted, from.tilted, global ?? undefined);
  }

  /** Wants the means that have a place to go. What nobody wants is written to the last wanted place first, and overwritten. */
  private want(columns: ThreeMeans["columns"], outs: readonly (Float64Array | null)[]): void {
    const last = outs.findLastIndex((out) => out !== null);
    if (last < 0) return;
    const out = outs[last]!;
    this.means.push({ columns: [columns[0], columns[1], columns[last]!], outs: [outs[0] ?? out, outs[1] ?? out, out] });
  }

  take(block: ComputedBlock): void {
    const { plan, work, powers } = this;
    const { first, last } = block;
    if (this.snow && plan.pv) this.keepFromSnow(this.snow, block);
    const length = plan.output.step / 1000;
    for (const { columns, outs } of this.means) {
      const [a, b, c] = columns;
      meanThreeRows(work.lit, work.placed, s.weight, length, block, s[a], s[b], c && s[c], ...outs);
      for (const out of outs) if (out !== this.values.global_clear_sky_irradiance) this.leaveUncovered(out, first);
    }
    // The default formula works on the output interval's own means, so that a client can recompute it.
    const [a, b = a] = powers;
    if (a && b) powerRows(work.lit, block, this.temperature!, a.global, b.global, a.out, b.out);
    for (const { out } of powers) {
      this.leaveUncovered(out, first);
      if (this.snow) keepRows(work.lit, work.placed, s, this.snow, out, first);
    }
    this.surface(block);
    if (plan.settings.extra.length > 0) diagnosticRows(plan, work, last - first, first, this.extra);
  }

  private leaveUncovered(out: Float64Array, offset: number): void {
    const { count, rows } = this.work.uncovered;
    for (let k = 0; k < count; k++) out[offset + rows[k]!] = Number.NaN;
  }

  /** Takes from each sub-step's power what snow hides. */
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
    if (plan.run.tracker) {
      surfaceRows(work.lit, work.placed, s.weight, s.up, s.rotation, block, azimuth, tilt);
      return;
    }
    azimuth.fill(plan.request.surfaceAzimuth, block.first, block.last);
    tilt.fill(plan.request.surfaceTilt, block.first, block.last);
  }
}
