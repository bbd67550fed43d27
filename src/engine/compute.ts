/** The engine's front: request and weather in, columns out. */
import { defaultPvRows } from "../models/pv/linear-temperature.js";
import { guardColumns } from "../observation/columns.js";
import type { ParameterName, ValueName } from "../observation/parameters.js";
import { PARAMETER_NAMES, VALUE_NAMES } from "../observation/parameters.js";
import { parseObservationRequest } from "../observation/request.js";
import { observationMetadata } from "../observation/response.js";
import type { ObservationColumns, ObservationQuery, ObservationRequest } from "../observation/types.js";
import { VERSION } from "../version.js";
import { checkWeather } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import { meanRows, meanSumRows, sunlitMeanRows } from "./averages.js";
import { checkContext, type ObservationContext } from "./context.js";
import { diagnosticRows } from "./diagnostics.js";
import { type BlockConsumer, type ComputedBlock, runPlan } from "./pipeline.js";
import { makePlan, type Plan } from "./plan.js";
import { keepRows, keptAt, type SnowLoss, snowLoss } from "./snow.js";
import { type StepColumn, Workspace } from "./workspace.js";

/** Parameters of light that are the plain mean of one column of sub-steps. */
const MEANS: { readonly [name in ParameterName]?: StepColumn } = {
  direct_horizontal_irradiance: "directHorizontal",
  direct_horizontal_irradiance_with_shading: "directHorizontalShaded",
  diffuse_horizontal_irradiance: "dhi",
  diffuse_horizontal_irradiance_with_shading: "dhiShaded",
  direct_normal_irradiance: "dni",
  direct_normal_irradiance_with_shading: "dniShaded",
  direct_tilted_irradiance: "directTilted",
  direct_tilted_irradiance_with_shading: "directTiltedShaded",
  diffuse_tilted_irradiance: "diffuseTilted",
  diffuse_tilted_irradiance_with_shading: "diffuseTiltedShaded",
};

/** Parameters that are the mean of direct and diffuse together, so that the three close. */
const SUMS: { readonly [name in ParameterName]?: readonly [StepColumn, StepColumn] } = {
  global_horizontal_irradiance: ["directHorizontal", "dhi"],
  global_horizontal_irradiance_with_shading: ["directHorizontalShaded", "dhiShaded"],
  global_tilted_irradiance: ["directTilted", "diffuseTilted"],
  global_tilted_irradiance_with_shading: ["directTiltedShaded", "diffuseTiltedShaded"],
};

const SHADING = "_with_shading";

type GlobalName = "global_tilted_irradiance" | "global_tilted_irradiance_with_shading";

/**
 * The observation of a place and period in typed arrays: full precision, NaN = missing, null = not requested.
 *
 * Pure: no clock, no I/O, inputs untouched, the same bits on every run, thread and JavaScript engine. With `workspace` the
 * returned arrays are views on it, valid until its next use; without one they are the caller's for ever.
 *
 * @throws RequestError for the query, WeatherError for the series, TypeError or RangeError for the context
 */
export function computeColumns(
  query: ObservationQuery | ObservationRequest,
  weather: WeatherSeries,
  context: ObservationContext = {},
  workspace?: Workspace,
): ObservationColumns {
  const settings = checkContext(context);
  const request = parseObservationRequest(query, context.now === undefined ? {} : { now: context.now });
  const plan = makePlan(request, checkWeather(weather), settings, context);
  const work = workspace ?? new Workspace();
  const generation = ++work.generation;
  const reused = workspace?.outputColumns(plan.count);
  const fresh = (): Float64Array => new Float64Array(plan.count);
  const values = {} as { [name in ValueName]: Float64Array | null };
  const wanted = new Set<ValueName>([...request.parameters, "surface_azimuth", "surface_tilt"]);
  for (const name of VALUE_NAMES) values[name] = wanted.has(name) ? (reused?.[name] ?? fresh()) : null;
  const extra: { [name: string]: Float64Array } = {};
  for (const name of settings.extra) extra[name] = fresh();
  const whole: WholeColumn = (name) => values[name] ?? reused?.[name] ?? fresh();
  const states = {
    temperature: plan.run.temperature ? whole("temperature") : null,
    snowDepth: plan.run.snow ? whole("snow_depth") : null,
  };
  const averager = new Averager(plan, work, values, extra, whole, states.temperature);
  const counts = runPlan(plan, work, states, averager);
  const columns: ObservationColumns = {
    start: plan.output.origin,
    interval: plan.output.step / 1000,
    count: plan.count,
    values,
    extra,
    meta: observationMetadata(
      request,
      { altitude: plan.site.altitude, timeZone: plan.timeZone },
      { version: settings.version ?? VERSION, commit: settings.commit },
    ),
    diagnostics: { counts, notices: plan.notices },
  };
  if (workspace) guardColumns(columns, () => workspace.generation === generation);
  return columns;
}

/** Computes a plan of one output interval, leaving everything about it in the workspace, for `explain`. */
export function computeInterval(
  plan: Plan,
  work: Workspace,
): { readonly block: ComputedBlock; readonly valueNamed: (name: ValueName) => number } {
  const values = {} as { [name in ValueName]: Float64Array };
  for (const name of VALUE_NAMES) values[name] = new Float64Array(1);
  const extra = Object.fromEntries(plan.settings.extra.map((name) => [name, new Float64Array(1)]));
  const states = { temperature: values.temperature, snowDepth: values.snow_depth };
  const averager = new Averager(plan, work, values, extra, (name) => values[name], states.temperature);
  let block: ComputedBlock | undefined;
  runPlan(plan, work, states, {
    take(computed) {
      averager.take(computed);
      block = computed;
    },
  });
  return { block: block as ComputedBlock, valueNamed: (name) => values[name][0]! };
}

/** A column as long as the period: the one asked for, or room to work in. */
type WholeColumn = (name: ValueName) => Float64Array;

/** Averages the sub-steps of each block into the output columns. */
class Averager implements BlockConsumer {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly values: { [name in ValueName]: Float64Array | null };
  private readonly extra: { [name: string]: Float64Array };
  private readonly snow: SnowLoss | null;
  private readonly light: readonly ParameterName[];
  /** What the default formula takes: tilted global, shaded and not, and temperature of the output intervals. */
  private readonly global: { readonly [name in GlobalName]?: Float64Array } = {};
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
    this.light = PARAMETER_NAMES.filter((name) => values[name] !== null && (name in MEANS || name in SUMS));
    this.temperature = temperature;
    if (plan.pv === null) {
      this.global = {
        ...(values.pv_production && { global_tilted_irradiance: whole("global_tilted_irradiance") }),
        ...(values.pv_production_with_shading && {
          global_tilted_irradiance_with_shading: whole("global_tilted_irradiance_with_shading"),
        }),
      };
    }
    const { snow } = plan.settings;
    const wanted = values.pv_production !== null || values.pv_production_with_shading !== null;
    this.snow = snow && wanted ? snowLoss(plan, snow) : null;
  }

  take(block: ComputedBlock): void {
    const { plan, work, values } = this;
    for (const name of this.light) this.mean(name, block, values[name]!);
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

  /** A parameter of light: 0 where there are no sub-steps, NaN where there is too little weather. */
  private mean(name: ParameterName, { first, last }: ComputedBlock, out: Float64Array): void {
    const { plan, work } = this;
    // Behind a flat horizon nothing is shaded.
    const column = (plan.horizon ? name : name.replace(SHADING, "")) as ParameterName;
    const mean = MEANS[column];
    const sum = SUMS[column];
    const s = work.steps.columns;
    const length = plan.output.step / 1000;
    out.fill(0, first, last);
    if (mean) meanRows(work.lit, work.placed, s.weight, length, s[mean], out, first);
    else if (sum) meanSumRows(work.lit, work.placed, s.weight, length, s[sum[0]], s[sum[1]], out, first);
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
    if (global !== this.values[name]) this.mean(name, block, global);
    out.fill(0, first, last);
    const { runs, runCount } = work.lit;
    for (let r = 0; r < runCount; r++) {
      defaultPvRows(first + runs[2 * r]!, first + runs[2 * r + 1]!, global, this.temperature!, out);
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
  private surface(block: ComputedBlock): void {
    const { plan, work } = this;
    const azimuth = this.values.surface_azimuth as Float64Array;
    const tilt = this.values.surface_tilt as Float64Array;
    if (!plan.run.tracker) {
      azimuth.fill(plan.request.surfaceAzimuth, block.first, block.last);
      tilt.fill(plan.request.surfaceTilt, block.first, block.last);
      return;
    }
    const s = work.steps.columns;
    azimuth.fill(90, block.first, block.last);
    tilt.fill(0, block.first, block.last);
    sunlitMeanRows(work.lit, work.placed, s.weight, s.up, s.rotation, 0, tilt, block.first);
    for (let o = block.first; o < block.last; o++) {
      const rotation = tilt[o]!;
      if (rotation >= 1e-9) azimuth[o] = 270;
      else tilt[o] = rotation > -1e-9 ? 0 : -rotation;
    }
  }
}
