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
import { type ComputedBlock, runPlan } from "./pipeline.js";
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
  for (const name of VALUE_NAMES) values[name] = wanted.has(name) ? (reused?.(name) ?? fresh()) : null;
  const extra: { [name: string]: Float64Array } = {};
  for (const name of settings.extra) extra[name] = fresh();
  const averager = new Averager(plan, work, values, extra);
  const counts = runPlan(plan, work, (block) => averager.take(block));
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

/** Every value of a block of one output interval, for `explain`. */
export function intervalValues(plan: Plan, work: Workspace, block: ComputedBlock): (name: ValueName) => number {
  const values = {} as { [name in ValueName]: Float64Array };
  for (const name of VALUE_NAMES) values[name] = new Float64Array(1);
  const extra = Object.fromEntries(plan.settings.extra.map((name) => [name, new Float64Array(1)]));
  new Averager(plan, work, values, extra).take({ ...block, first: 0, last: 1 });
  return (name) => values[name][0]!;
}

/** Averages the sub-steps of each block into the output columns. */
class Averager {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly values: { [name in ValueName]: Float64Array | null };
  private readonly extra: { [name: string]: Float64Array };
  private readonly snow: SnowLoss | null;
  private readonly light: readonly ParameterName[];

  constructor(
    plan: Plan,
    work: Workspace,
    values: { [name in ValueName]: Float64Array | null },
    extra: { [name: string]: Float64Array },
  ) {
    this.plan = plan;
    this.work = work;
    this.values = values;
    this.extra = extra;
    this.light = PARAMETER_NAMES.filter((name) => values[name] !== null && (name in MEANS || name in SUMS));
    const { snow } = plan.settings;
    const wanted = values.pv_production !== null || values.pv_production_with_shading !== null;
    this.snow = snow && wanted ? snowLoss(plan, snow) : null;
  }

  take(block: ComputedBlock): void {
    const { plan, work, values } = this;
    const n = block.last - block.first;
    for (const name of this.light) this.mean(name, block, values[name]!);
    const { clearGhi } = work.steps.columns;
    if (values.global_clear_sky_irradiance) this.meanOf(clearGhi, block, values.global_clear_sky_irradiance);
    const { temperature, snowDepth } = work.outputs.columns;
    if (values.temperature) copyRows(n, temperature, values.temperature, block.first);
    if (values.snow_depth) copyRows(n, snowDepth, values.snow_depth, block.first);
    if (values.pv_production) this.pv(block, "global_tilted_irradiance", "pv", values.pv_production);
    if (values.pv_production_with_shading) {
      const atSteps = plan.horizon ? "pvShaded" : "pv";
      this.pv(block, "global_tilted_irradiance_with_shading", atSteps, values.pv_production_with_shading);
    }
    this.surface(block);
    if (plan.settings.extra.length > 0) diagnosticRows(plan, work, n, block.first, this.extra);
  }

  /** A parameter of light: 0 where there are no sub-steps, NaN where there is too little weather. */
  private mean(name: ParameterName, block: ComputedBlock, out: Float64Array, offset = block.first): void {
    const { plan, work } = this;
    // Behind a flat horizon nothing is shaded.
    const column = (plan.horizon ? name : name.replace(SHADING, "")) as ParameterName;
    const mean = MEANS[column];
    const sum = SUMS[column];
    const s = work.steps.columns;
    const length = plan.output.step / 1000;
    out.fill(0, offset, offset + block.last - block.first);
    if (mean) meanRows(work.lit, work.placed, s.weight, length, s[mean], out, offset);
    else if (sum) meanSumRows(work.lit, work.placed, s.weight, length, s[sum[0]], s[sum[1]], out, offset);
    this.leaveUncovered(out, offset);
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
  private pv(block: ComputedBlock, global: ParameterName, atSteps: StepColumn, out: Float64Array) {
    const { plan, work } = this;
    const n = block.last - block.first;
    const o = work.outputs.columns;
    if (plan.pv) {
      const power = work.steps.columns[atSteps];
      if (this.snow) this.keepFromSnow(this.snow, block, power);
      this.meanOf(power, block, out);
      this.leaveUncovered(out, block.first);
      return;
    }
    this.mean(global, block, o.global, 0);
    const rows = out.subarray(block.first, block.last);
    defaultPvRows(0, n, o.global, o.temperature, rows);
    if (this.snow) keepRows(work.lit, work.placed, work.steps.columns, this.snow, rows);
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
    for (let k = 0; k < work.lit.count; k++) {
      const o = block.first + work.lit.rows[k]!;
      const rotation = tilt[o]!;
      const flat = Math.abs(rotation) < 1e-9;
      azimuth[o] = flat || rotation < 0 ? 90 : 270;
      tilt[o] = flat ? 0 : Math.abs(rotation);
    }
  }
}

function copyRows(n: number, from: Float64Array, to: Float64Array, offset: number): void {
  for (let o = 0; o < n; o++) to[offset + o] = from[o]!;
}
