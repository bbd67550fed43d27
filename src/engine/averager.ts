/** From the sub-steps of a block to the columns that were asked for. */
import { defaultPvRows } from "../models/pv/linear-temperature.js";
import type { ParameterName, ValueName } from "../observation/parameters.js";
import { meanRows, meanSumRows, meanTripleRows, surfaceRows } from "./averages.js";
import type { BlockConsumer, ComputedBlock } from "./block.js";
import { diagnosticRows } from "./diagnostics.js";
import type { Plan } from "./plan.js";
import { keepRows, keptAt, type SnowLoss, snowLoss } from "./snow.js";
import type { StepColumn, Workspace } from "./workspace.js";

/** Where a parameter of light comes from: one column of sub-steps, or the sum of direct and diffuse. */
type Source = readonly [StepColumn, StepColumn | null];

/** Direct, diffuse and global light: the last is the mean of the sum of the others, so that the three close. */
const TRIPLES: readonly (readonly [direct: ParameterName, diffuse: ParameterName, global: ParameterName])[] = [
  ["direct_horizontal_irradiance", "diffuse_horizontal_irradiance", "global_horizontal_irradiance"],
  [
    "direct_horizontal_irradiance_with_shading",
    "diffuse_horizontal_irradiance_with_shading",
    "global_horizontal_irradiance_with_shading",
  ],
  ["direct_tilted_irradiance", "diffuse_tilted_irradiance", "global_tilted_irradiance"],
  [
    "direct_tilted_irradiance_with_shading",
    "diffuse_tilted_irradiance_with_shading",
    "global_tilted_irradiance_with_shading",
  ],
];

const NORMALS: readonly ParameterName[] = ["direct_normal_irradiance", "direct_normal_irradiance_with_shading"];

const SOURCES: { readonly [name in ParameterName]?: Source } = {
  direct_horizontal_irradiance: ["directHorizontal", null],
  direct_horizontal_irradiance_with_shading: ["directHorizontalShaded", null],
  diffuse_horizontal_irradiance: ["dhi", null],
  diffuse_horizontal_irradiance_with_shading: ["dhiShaded", null],
  global_horizontal_irradiance: ["directHorizontal", "dhi"],
  global_horizontal_irradiance_with_shading: ["directHorizontalShaded", "dhiShaded"],
  direct_normal_irradiance: ["dni", null],
  direct_normal_irradiance_with_shading: ["dniShaded", null],
  direct_tilted_irradiance: ["directTilted", null],
  direct_tilted_irradiance_with_shading: ["directTiltedShaded", null],
  diffuse_tilted_irradiance: ["diffuseTilted", null],
  diffuse_tilted_irradiance_with_shading: ["diffuseTiltedShaded", null],
  global_tilted_irradiance: ["directTilted", "diffuseTilted"],
  global_tilted_irradiance_with_shading: ["directTiltedShaded", "diffuseTiltedShaded"],
};

const SHADING = "_with_shading";

type GlobalName = "global_tilted_irradiance" | "global_tilted_irradiance_with_shading";

/** A column as long as the period: the one asked for, or room to work in. */
export type WholeColumn = (name: ValueName) => Float64Array;

interface Light {
  readonly source: Source;
  readonly out: Float64Array;
}

/** Direct, diffuse and global light, where all three are wanted. */
interface LightTriple {
  readonly direct: Light;
  readonly diffuse: Light;
  readonly global: Light;
}

/** Averages the sub-steps of each block into the output columns. */
export class Averager implements BlockConsumer {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly values: { [name in ValueName]: Float64Array | null };
  private readonly extra: { [name: string]: Float64Array };
  private readonly snow: SnowLoss | null;
  private readonly triples: LightTriple[] = [];
  /** What of the light is in no triple. */
  private readonly others: Light[] = [];
  /** What the default formula takes: tilted global, shaded and not, and temperature of the output intervals. */
  private readonly global: { [name in GlobalName]?: Light } = {};
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
    this.temperature = temperature;
    for (const names of TRIPLES) {
      const [direct, diffuse, global] = names;
      if (values[direct] && values[diffuse] && values[global]) {
        this.triples.push({
          direct: this.light(direct, values[direct]),
          diffuse: this.light(diffuse, values[diffuse]),
          global: this.light(global, values[global]),
        });
      } else this.takeAlone(names);
    }
    this.takeAlone(NORMALS);
    if (plan.pv === null) {
      if (values.pv_production) this.global.global_tilted_irradiance = this.globalOf("global_tilted_irradiance", whole);
      if (values.pv_production_with_shading)
        this.global.global_tilted_irradiance_with_shading = this.globalOf(
          "global_tilted_irradiance_with_shading",
          whole,
        );
    }
    const { snow } = plan.settings;
    const wanted = values.pv_production !== null || values.pv_production_with_shading !== null;
    this.snow = snow && wanted ? snowLoss(plan, snow) : null;
  }

  private takeAlone(names: readonly ParameterName[]): void {
    for (const name of names) {
      const out = this.values[name];
      if (out) this.others.push(this.light(name, out));
    }
  }

  private globalOf(name: GlobalName, whole: WholeColumn): Light {
    return this.light(name, whole(name));
  }

  /** Behind a flat horizon nothing is shaded. */
  private light(name: ParameterName, out: Float64Array): Light {
    const source = (this.plan.horizon ? name : name.replace(SHADING, "")) as ParameterName;
    return { source: SOURCES[source]!, out };
  }

  take(block: ComputedBlock): void {
    const { plan, work, values } = this;
    for (const triple of this.triples) this.meanTriple(triple, block);
    for (const light of this.others) this.mean(light, block);
    const { clearGhi } = work.steps.columns;
    if (values.global_clear_sky_irradiance) this.meanOf(clearGhi, block, values.global_clear_sky_irradiance);
    if (values.pv_production) this.pv(block, "global_tilted_irradiance", "pv", values.pv_production);
    if (values.pv_production_with_shading) {
      const atSteps = plan.horizon ? "pvShaded" : "pv";
      this.pv(block, "global_tilted_irradiance_with_shading", atSteps, values.pv_production_with_shading);
    }
    this.surface(block);
    if (plan.settings.extra.length > 0) diagnosticRows(plan, work, block.last - block.first, block.first, this.extra);
  }

  private meanTriple({ direct, diffuse, global }: LightTriple, { first, last }: ComputedBlock): void {
    const { plan, work } = this;
    const s = work.steps.columns;
    const length = plan.output.step / 1000;
    direct.out.fill(0, first, last);
    diffuse.out.fill(0, first, last);
    global.out.fill(0, first, last);
    meanTripleRows(
      work.lit,
      work.placed,
      s.weight,
      length,
      s[direct.source[0]],
      s[diffuse.source[0]],
      direct.out,
      diffuse.out,
      global.out,
      first,
    );
    this.leaveUncovered(direct.out, first);
    this.leaveUncovered(diffuse.out, first);
    this.leaveUncovered(global.out, first);
  }

  /** A parameter of light: 0 where there are no sub-steps, NaN where there is too little weather. */
  private mean({ source: [column, diffuse], out }: Light, { first, last }: ComputedBlock): void {
    const { plan, work } = this;
    const s = work.steps.columns;
    const length = plan.output.step / 1000;
    out.fill(0, first, last);
    if (diffuse) meanSumRows(work.lit, work.placed, s.weight, length, s[column], s[diffuse], out, first);
    else meanRows(work.lit, work.placed, s.weight, length, s[column], out, first);
    this.leaveUncovered(out, first);
  }

  private meanOf(column: Float64Array, { first, last }: ComputedBlock, out: Float64Array): void {
    const { plan, work } = this;
    out.fill(0, first, last);
    meanRows(work.lit, work.placed, work.steps.columns.weight, plan.output.step / 1000, column, out, first);
  }

  private leaveUncovered(out: Float64Array, offset: number): void {
    const { count, rows } = this.work.uncovered;
    for (let k = 0; k < count; k++) out[offset + rows[k]!] = Number.NaN;
  }

  /** The default formula works on the output interval's own means, so that a client can recompute it. */
  private pv(block: ComputedBlock, name: GlobalName, atSteps: StepColumn, out: Float64Array): void {
    const { plan, work } = this;
    const { first, last } = block;
    if (plan.pv) {
      const power = work.steps.columns[atSteps];
      if (this.snow) this.keepFromSnow(this.snow, block, power);
      this.meanOf(power, block, out);
      this.leaveUncovered(out, first);
      return;
    }
    const global = this.global[name]!;
    if (global.out !== this.values[name]) this.mean(global, block);
    out.fill(0, first, last);
    const { runs, runCount } = work.lit;
    for (let r = 0; r < runCount; r++) {
      defaultPvRows(first + runs[2 * r]!, first + runs[2 * r + 1]!, global.out, this.temperature!, out);
    }
    this.leaveUncovered(out, first);
    if (this.snow) keepRows(work.lit, work.placed, work.steps.columns, this.snow, out, first);
  }

  /** Takes from each sub-step's power what snow hides. */
  private keepFromSnow(snow: SnowLoss, { from, to }: ComputedBlock, power: Float64Array): void {
    const { time } = this.work.steps.columns;
    for (let i = from; i < to; i++) power[i] = power[i]! * keptAt(snow, time[i]!);
  }

  /** Surface angles: the fixed ones, or those of the mean rotation over the sunlit part of the interval. */
  private surface({ first, last }: ComputedBlock): void {
    const { plan, work } = this;
    const azimuth = this.values.surface_azimuth as Float64Array;
    const tilt = this.values.surface_tilt as Float64Array;
    azimuth.fill(plan.run.tracker ? 90 : plan.request.surfaceAzimuth, first, last);
    tilt.fill(plan.run.tracker ? 0 : plan.request.surfaceTilt, first, last);
    const { weight, up, rotation } = work.steps.columns;
    if (plan.run.tracker) surfaceRows(work.lit, work.placed, weight, up, rotation, azimuth, tilt, first);
  }
}
