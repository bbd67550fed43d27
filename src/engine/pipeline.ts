/** Runs a plan: block by block over the output grid, each block with the halo of weather that its models look at. */
import { standardPressure } from "../models/atmosphere/index.js";
import { kastenYoungRows } from "../models/atmosphere/kasten-young.js";
import {
  elevationRows as exactElevationRows,
  extraterrestrialRows,
  prepareSunSite,
  refractVectorRows,
  SOLAR_CONSTANT,
  type SunSite,
  sunVectorRows,
} from "../models/solar-position/index.js";
import { type Daylight, moveIntoLight, prepareDaylight } from "./daylight.js";
import { fillLight } from "./gaps.js";
import { cellStart, cellsOver, findLitRows, placeSteps, stepCapacity } from "./grids.js";
import { airmassRows } from "./kernels/airmass.js";
import { elevationRows } from "./kernels/angles.js";
import { refractRows } from "./kernels/refraction.js";
import { findLightWindows, openLightWindows } from "./light-windows.js";
import { type LoadPlan, loadWeather, planLoad } from "./load.js";
import type { Plan } from "./plan.js";
import { componentRows, type PlaneSetup, preparePlane, runPlane, sumRows, turnTracker } from "./plane.js";
import { rowsOf } from "./stage.js";
import { fillStateRows, stateMeanRows, stateRows } from "./states.js";
import { type IntervalRange, WeatherLight } from "./weather-light.js";
import { DEFAULT_BLOCK_SIZE, type Workspace } from "./workspace.js";

/** Air temperature that refraction is computed at (°C): the sun's path does not depend on the weather. */
const REFRACTION_TEMPERATURE = 12;

/** What was done on the way, counted in weather intervals (gaps in output intervals). */
export interface Counts {
  [name: string]: number;
  negative: number;
  missing_code: number;
  implausible: number;
  implausible_state: number;
  decomposed: number;
  capped: number;
  light_at_night: number;
  filled: number;
  uncovered: number;
}

function noCounts(): Counts {
  return {
    negative: 0,
    missing_code: 0,
    implausible: 0,
    implausible_state: 0,
    decomposed: 0,
    capped: 0,
    light_at_night: 0,
    filled: 0,
    uncovered: 0,
  };
}

/** Where the states of the output intervals go: as long as the period, or null when not wanted. */
export interface StateOutputs {
  readonly temperature: Float64Array | null;
  readonly snowDepth: Float64Array | null;
}

/** A block that has been computed, ready to be averaged: output intervals [first, last) of the request. */
export interface ComputedBlock {
  readonly first: number;
  readonly last: number;
  /** Sub-steps of these outputs in the workspace. */
  readonly from: number;
  readonly to: number;
  /** Weather intervals that overlap it: rows [weatherFrom, weatherTo) in the workspace. */
  readonly weatherFrom: number;
  readonly weatherTo: number;
}

/** Takes each block in order, and reads its results in the workspace. */
export interface BlockConsumer {
  take(block: ComputedBlock): void;
}

/**
 * Computes the whole plan. What runs for every block is a method or a function of a module, never a function made per call:
 * V8 drops the machine code of those once none is alive.
 */
export function runPlan(plan: Plan, work: Workspace, states: StateOutputs, consumer: BlockConsumer): Counts {
  const counts = noCounts();
  const runner = new BlockRunner(plan, work, counts, states);
  work.running = { runner, consumer };
  const outputs = outputsPerBlock(plan, work.blockSize);
  for (let first = 0; first < plan.count; first += outputs) {
    consumer.take(runner.run(first, Math.min(first + outputs, plan.count)));
  }
  return counts;
}

/** Blocks of models that look far hold this many times what they look at on one side. */
const HALOS_PER_BLOCK = 12;

function outputsPerBlock(plan: Plan, blockSize: number): number {
  if (plan.reach === Number.POSITIVE_INFINITY) return plan.count;
  const day = 86_400_000;
  const perDay = stepCapacity(plan.weather, plan.output, day, plan.subSteps);
  const outputsPerDay = day / plan.output.step;
  // A halo of days would be computed anew for every block: then blocks hold several halos.
  const haloDays = (plan.reach * plan.weather.step) / day;
  const days = Math.max(
    blockSize / perDay,
    blockSize === DEFAULT_BLOCK_SIZE && plan.reach > 1 ? HALOS_PER_BLOCK * haloDays : 0,
  );
  return Math.max(1, Math.floor(days * outputsPerDay));
}

class BlockRunner {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly counts: Counts;
  private readonly sun: SunSite;
  private readonly daylight: Daylight | null;
  private readonly plane: PlaneSetup;
  private readonly standardPressure: number;
  private readonly smooth: boolean;
  private readonly length: number;
  private readonly light: WeatherLight;
  private readonly load: LoadPlan;
  private readonly states: readonly {
    readonly name: "temperature" | "snowDepth";
    readonly positive: boolean;
    readonly out: Float64Array;
  }[];
  private readonly expanded: readonly ("pressure" | "linkeTurbidity" | "aerosolOpticalDepth" | "precipitableWater")[];
  private readonly halo: number;

  constructor(plan: Plan, work: Workspace, counts: Counts, states: StateOutputs) {
    this.plan = plan;
    this.work = work;
    this.counts = counts;
    const { latitude, longitude, altitude } = plan.site;
    const { run, settings } = plan;
    this.sun = prepareSunSite(latitude, longitude, altitude);
    this.standardPressure = standardPressure(altitude);
    this.daylight =
      run.sun && "panel" in plan.subSteps ? prepareDaylight(this.standardPressure / 100, REFRACTION_TEMPERATURE) : null;
    this.plane = preparePlane(plan, this.sun, work);
    this.smooth = settings.spread === "smooth";
    this.length = plan.weather.step / 1000;
    this.load = planLoad(plan);
    this.states = [
      ...(run.temperature && states.temperature
        ? [{ name: "temperature", positive: false, out: states.temperature } as const]
        : []),
      ...(run.snow && states.snowDepth ? [{ name: "snowDepth", positive: true, out: states.snowDepth } as const] : []),
    ];
    this.expanded = (["pressure", "linkeTurbidity", "aerosolOpticalDepth", "precipitableWater"] as const).filter(
      (name) => plan.clearSky.stage.reads.includes(name),
    );
    this.light = new WeatherLight(plan, work, counts, this.sun);
    this.halo = run.light ? this.light.halo : this.smooth ? 1 : 0;
  }

  run(outputFirst: number, outputLast: number): ComputedBlock {
    const { plan, work } = this;
    const begin = cellStart(plan.output, outputFirst);
    const end = cellStart(plan.output, outputLast);
    const inner = cellsOver(plan.weather, begin, end);
    const whole = this.halo === Number.POSITIVE_INFINITY;
    const first = whole ? Math.min(inner.first - 1, 0) : inner.first - this.halo;
    const last = whole ? Math.max(inner.last + 1, plan.series.count) : inner.last + this.halo;
    const n = last - first;
    const outputs = outputLast - outputFirst;
    this.place(first, last, outputFirst, outputLast);
    // Each weather interval is counted once: in the block where it starts, or the first one.
    const countFrom =
      (outputFirst === 0 ? inner.first : Math.ceil((begin - plan.weather.origin) / plan.weather.step)) - first;
    const range = { i0: inner.first - first, i1: inner.last - first, countFrom, countTo: inner.last - first };
    loadWeather(plan, this.load, first, n, countFrom, range.countTo, this.standardPressure, work, this.counts);
    const steps = work.placed;
    const from = steps.outputStart[0]!;
    const to = steps.outputStart[outputs]!;
    work.lit.count = 0;
    if (plan.run.sun) this.findSun(steps.count, n, outputs);
    if (plan.run.light) this.findLight(first, n, range, outputFirst, outputs);
    this.findStates(range.i0, range.i1, first, outputFirst, outputs);
    if (plan.run.tracker) turnTracker(plan, from, to, work);
    if (plan.run.light) this.onPlane(from, to);
    return { first: outputFirst, last: outputLast, from, to, weatherFrom: range.i0, weatherTo: range.i1 };
  }

  /** Sub-steps for weather intervals [first, last), where there can be light. */
  private place(first: number, last: number, outputFirst: number, outputLast: number): void {
    const { plan, work } = this;
    const { weather, output, subSteps } = plan;
    const begin = cellStart(weather, first);
    const end = cellStart(weather, last);
    const capacity = stepCapacity(weather, output, end - begin, subSteps);
    work.reserveBlock(last - first, plan.run.sun ? capacity : 0, outputLast - outputFirst);
    const { windows, placed } = work;
    if (!plan.run.sun) windows.count = 0;
    else if (plan.everyStep) openLightWindows(windows);
    else findLightWindows(this.sun, begin, end, windows);
    const { time, weight, lead } = work.steps.columns;
    placeSteps(weather, first, last, output, outputFirst, outputLast, subSteps, windows, time, weight, lead, placed);
  }

  /** The refracted sun and the clear sky for the sub-steps, and which outputs have any. */
  private findSun(i1: number, intervals: number, outputs: number): void {
    const i0 = 0;
    const { plan, work } = this;
    const s = work.steps.columns;
    sunVectorRows(i0, i1, s.time, this.sun, s.east, s.north, s.up, s.distance);
    if (this.daylight) moveIntoLight(i0, i1, this.daylight, this.sun, s);
    findLitRows(outputs, work.placed.outputStart, s.weight, plan.output.step / 1000, work.lit);
    findLitRows(intervals, work.placed.weatherStart, s.weight, this.length, work.litWeather);
    if (this.light.asksSky) copyRows(i0, i1, s.up, s.trueUp);
    const refract = plan.settings.exact ? refractVectorRows : refractRows;
    refract(i0, i1, s.east, s.north, s.up, this.standardPressure / 100, REFRACTION_TEMPERATURE);
    const findElevation = plan.settings.exact ? exactElevationRows : elevationRows;
    findElevation(i0, i1, s.east, s.north, s.up, s.elevation);
    extraterrestrialRows(i0, i1, s.distance, SOLAR_CONSTANT, s.extraterrestrialNormal);
    this.findAirmass(i0, i1);
    for (const name of this.expanded) this.expand(name);
    plan.clearSky.stage.run(rowsOf(s, plan, i0, i1), plan.clearSky.prepared);
  }

  private findAirmass(i0: number, i1: number): void {
    const s = this.work.steps.columns;
    if (this.plan.settings.exact) {
      for (let i = i0; i < i1; i++) s.zenith[i] = 90 - s.elevation[i]!;
      kastenYoungRows(i0, i1, s.zenith, s.relativeAirmass);
    } else airmassRows(i0, i1, s.up, s.relativeAirmass);
  }

  /** Direct-horizontal and diffuse on the sub-steps. */
  private findLight(first: number, n: number, range: IntervalRange, outputFirst: number, outputs: number): void {
    const { plan, work, counts } = this;
    const { series, weather } = plan;
    this.light.complete(first, n, range);
    const complete = this.light.spread(range);
    work.uncovered.count = 0;
    const inside = first + range.i0 >= 0 && first + range.i1 <= series.count;
    if (complete && inside) return;
    const seriesEnd = weather.origin + series.count * weather.step;
    fillLight(
      outputs,
      plan.output,
      outputFirst,
      work.placed,
      work,
      plan.settings.minimumCoverage,
      weather.origin,
      seriesEnd,
      counts,
    );
  }

  /** Temperature and snow depth of the outputs, and of the sub-steps where a PV model asks for them. */
  private findStates(i0: number, i1: number, first: number, outputFirst: number, outputs: number): void {
    const { plan, work } = this;
    const { output, weather } = plan;
    for (const { name, positive, out } of this.states) {
      const course = { smooth: this.smooth, positive };
      const mean = work.intervals.columns[name];
      stateMeanRows(
        outputs,
        output,
        outputFirst,
        weather,
        first,
        course,
        plan.settings.minimumCoverage,
        mean,
        out,
        outputFirst,
      );
      if (plan.pv === null || !plan.run.light) continue;
      const s = work.steps.columns;
      stateRows(i0, i1, weather, first, course, work.placed, mean, s, s[name]);
      fillStateRows(work.lit, work.placed, out, outputFirst, s[name]);
    }
  }

  /** Everything from direct and diffuse on the horizontal to the light on the plane, for sub-steps [from, to). */
  private onPlane(from: number, to: number): void {
    const { plan, work } = this;
    const s = work.steps.columns;
    componentRows(from, to, s.up, s.extraterrestrialNormal, s.directHorizontal, s.dhi, s.dni, s.ghi);
    if (!plan.run.plane && this.plane.horizon === null) return;
    this.expand("albedo");
    runPlane(plan, this.plane, rowsOf(s, plan, from, to), work);
    if (plan.pv === null || !plan.run.plane) return;
    this.expand("windSpeed");
    if (this.plane.horizon) {
      sumRows(from, to, s.directTiltedShaded, s.diffuseTiltedShaded, s.globalTiltedShaded);
      const shaded = {
        ...s,
        dni: s.dniShaded,
        dhi: s.dhiShaded,
        ghi: s.ghiShaded,
        directTilted: s.directTiltedShaded,
        diffuseTilted: s.diffuseTiltedShaded,
        globalTilted: s.globalTiltedShaded,
        pv: s.pvShaded,
      };
      plan.pv.stage.run(rowsOf(shaded, plan, from, to), plan.pv.prepared);
    }
    sumRows(from, to, s.directTilted, s.diffuseTilted, s.globalTilted);
    plan.pv.stage.run(rowsOf(s, plan, from, to), plan.pv.prepared);
  }

  /** Gives every sub-step the value of its weather interval. */
  private expand(
    name: "pressure" | "linkeTurbidity" | "aerosolOpticalDepth" | "precipitableWater" | "albedo" | "windSpeed",
  ): void {
    const { weatherStart, count } = this.work.placed;
    const column = this.work.intervals.columns[name];
    const out = this.work.steps.columns[name];
    if (this.load.constant.has(name)) {
      out.fill(column[0]!, 0, count);
      return;
    }
    for (let j = 0; weatherStart[j]! < count; j++) {
      const value = column[j]!;
      for (let i = weatherStart[j]!; i < weatherStart[j + 1]!; i++) out[i] = value;
    }
  }
}

function copyRows(i0: number, i1: number, from: Float64Array, to: Float64Array): void {
  for (let i = i0; i < i1; i++) to[i] = from[i]!;
}
