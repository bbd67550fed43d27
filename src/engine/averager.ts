/** From the sub-steps of a block to the columns that were asked for. */
import { defaultPvRows } from "../models/pv/linear-temperature.js";
import type { ValueName } from "../observation/parameters.js";
import { meanRows, meanSumRows, meanTripleRows, surfaceRows } from "./averages.js";
import type { BlockConsumer, ComputedBlock } from "./block.js";
import { STEPS } from "./block-columns.js";
import { diagnosticRows } from "./diagnostics.js";
import type { Plan } from "./plan.js";
import { keepRows, keptAt, type SnowLoss, snowLoss } from "./snow.js";
import type { Workspace } from "./workspace.js";

const s = STEPS;

/** Parameters of light, in the open and behind the horizon line, and the columns of sub-steps they come from. */
const OPEN = /* @__PURE__ */ lightNames("", "");
const SHADED = /* @__PURE__ */ lightNames("_with_shading", "Shaded");

/** Global light is the mean of the sum of direct and diffuse, so that the three close. */
function lightNames(shading: "" | "_with_shading", shaded: "" | "Shaded") {
  const triple = <Plane extends string, Direct extends string, Diffuse extends string>(
    plane: Plane,
    direct: Direct,
    diffuse: Diffuse,
  ) => ({
    direct: `direct_${plane}_irradiance${shading}` as const,
    diffuse: `diffuse_${plane}_irradiance${shading}` as const,
    global: `global_${plane}_irradiance${shading}` as const,
    directColumn: `${direct}${shaded}` as const,
    diffuseColumn: `${diffuse}${shaded}` as const,
  });
  return {
    triples: [triple("horizontal", "directHorizontal", "dhi"), triple("tilted", "directTilted", "diffuseTilted")],
    normal: `direct_normal_irradiance${shading}` as const,
    normalColumn: `dni${shaded}` as const,
    power: `pv_production${shading}` as const,
    powerColumn: `pv${shaded}` as const,
  };
}

type LightGroup = typeof OPEN | typeof SHADED;

/** A column as long as the period: the one asked for, or room to work in. */
export type WholeColumn = (name: ValueName) => Float64Array;

/** Averages the sub-steps of each block into the output columns. */
export class Averager implements BlockConsumer {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly values: { [name in ValueName]: Float64Array | null };
  private readonly extra: { [name: string]: Float64Array };
  private readonly snow: SnowLoss | null;
  /** What the default formula of PV takes: tilted global light of the output intervals, wanted or not, and temperature. */
  private readonly tilted: readonly (Float64Array | null)[];
  private readonly temperature: Float64Array | null;

  constructor(
    plan: Plan,
    work: Workspace,
    values: { [name in ValueName]: Float64Array | null },
    extra: { [name: string]: Float64Array },
    whole: WholeColumn,
    temperature: Float64Array | null,
  ) {
    this.plan = plan;
    this.work = work;
    this.values = values;
    this.extra = extra;
    this.tilted = [OPEN, SHADED].map(({ power, triples }) => values[power] && whole(triples[1]!.global));
    this.temperature = temperature;
    const { snow } = plan.settings;
    const wanted = values.pv_production !== null || values.pv_production_with_shading !== null;
    this.snow = snow && wanted ? snowLoss(plan, snow) : null;
  }

  take(block: ComputedBlock): void {
    const { plan, work, values } = this;
    this.light(OPEN, OPEN, block);
    // Behind a flat horizon nothing is shaded.
    this.light(SHADED, plan.horizon ? SHADED : OPEN, block);
    const { clearGhi } = s;
    if (values.global_clear_sky_irradiance) this.mean(clearGhi, null, block, values.global_clear_sky_irradiance);
    this.surface(block);
    if (plan.settings.extra.length > 0) diagnosticRows(plan, work, block.last - block.first, block.first, this.extra);
  }

  /** The parameters of light and power of one group from the columns of one. */
  private light(names: LightGroup, from: LightGroup, block: ComputedBlock): void {
    const { values } = this;
    for (let k = 0; k < 2; k++) {
      const { direct, diffuse, global } = names.triples[k]!;
      const { directColumn, diffuseColumn } = from.triples[k]!;
      this.meanTriple(s[directColumn], s[diffuseColumn], block, values[direct], values[diffuse], values[global]);
    }
    const normal = values[names.normal];
    if (normal) this.meanLight(s[from.normalColumn], null, block, normal);
    const power = values[names.power];
    if (power) this.pv(names, from, block, power);
  }

  private meanTriple(
    direct: Float64Array,
    diffuse: Float64Array,
    block: ComputedBlock,
    outDirect: Float64Array | null,
    outDiffuse: Float64Array | null,
    outGlobal: Float64Array | null,
  ): void {
    if (outDirect && outDiffuse && outGlobal) {
      const { first, last } = block;
      const { lit, placed } = this.work;
      outDirect.fill(0, first, last);
      outDiffuse.fill(0, first, last);
      outGlobal.fill(0, first, last);
      const length = this.plan.output.step / 1000;
      const { weight } = s;
      meanTripleRows(lit, placed, weight, length, direct, diffuse, outDirect, outDiffuse, outGlobal, first);
      this.leaveUncovered(outDirect, first);
      this.leaveUncovered(outDiffuse, first);
      this.leaveUncovered(outGlobal, first);
      return;
    }
    if (outDirect) this.meanLight(direct, null, block, outDirect);
    if (outDiffuse) this.meanLight(diffuse, null, block, outDiffuse);
    if (outGlobal) this.meanLight(direct, diffuse, block, outGlobal);
  }

  /** `mean`, but NaN where there is too little weather. */
  private meanLight(column: Float64Array, added: Float64Array | null, block: ComputedBlock, out: Float64Array): void {
    this.mean(column, added, block, out);
    this.leaveUncovered(out, block.first);
  }

  /** Mean of a column, or of the sum of two; 0 where there are no sub-steps. */
  private mean(
    column: Float64Array,
    added: Float64Array | null,
    { first, last }: ComputedBlock,
    out: Float64Array,
  ): void {
    const { lit, placed } = this.work;
    const length = this.plan.output.step / 1000;
    const { weight } = s;
    out.fill(0, first, last);
    if (added) meanSumRows(lit, placed, weight, length, column, added, out, first);
    else meanRows(lit, placed, weight, length, column, out, first);
  }

  private leaveUncovered(out: Float64Array, offset: number): void {
    const { count, rows } = this.work.uncovered;
    for (let k = 0; k < count; k++) out[offset + rows[k]!] = Number.NaN;
  }

  /** The default formula works on the output interval's own means, so that a client can recompute it. */
  private pv(names: LightGroup, from: LightGroup, block: ComputedBlock, out: Float64Array): void {
    const { plan, work } = this;
    const { first, last } = block;
    if (plan.pv) {
      const power = s[from.powerColumn];
      if (this.snow) this.keepFromSnow(this.snow, block, power);
      this.meanLight(power, null, block, out);
      return;
    }
    const name = names.triples[1]!.global;
    const { directColumn, diffuseColumn } = from.triples[1]!;
    const global = this.tilted[names === OPEN ? 0 : 1]!;
    if (this.values[name] === null) this.meanLight(s[directColumn], s[diffuseColumn], block, global);
    out.fill(0, first, last);
    const { runs, runCount } = work.lit;
    for (let r = 0; r < runCount; r++) {
      defaultPvRows(first + runs[2 * r]!, first + runs[2 * r + 1]!, global, this.temperature!, out);
    }
    this.leaveUncovered(out, first);
    if (this.snow) keepRows(work.lit, work.placed, s, this.snow, out, first);
  }

  /** Takes from each sub-step's power what snow hides. */
  private keepFromSnow(snow: SnowLoss, { from, to }: ComputedBlock, power: Float64Array): void {
    const { time } = s;
    for (let i = from; i < to; i++) power[i] = power[i]! * keptAt(snow, time[i]!);
  }

  /** Surface angles: the fixed ones, or those of the mean rotation over the sunlit part of the interval. */
  private surface({ first, last }: ComputedBlock): void {
    const { plan, work } = this;
    const azimuth = this.values.surface_azimuth as Float64Array;
    const tilt = this.values.surface_tilt as Float64Array;
    azimuth.fill(plan.run.tracker ? 90 : plan.request.surfaceAzimuth, first, last);
    tilt.fill(plan.run.tracker ? 0 : plan.request.surfaceTilt, first, last);
    const { weight, up, rotation } = s;
    if (plan.run.tracker) surfaceRows(work.lit, work.placed, weight, up, rotation, azimuth, tilt, first);
  }
}
