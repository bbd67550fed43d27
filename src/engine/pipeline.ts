/** Runs a plan: block by block over the output grid, each block with the halo of weather that its models look at. */
import { alt2pres } from "../models/atmosphere/index.js";
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
import { completeRows, needsSplit, splitRows } from "../weather/completion.js";
import { completedQualityRows, qualityRows } from "../weather/quality.js";
import { type Daylight, moveIntoLight, prepareDaylight } from "./daylight.js";
import { fillLight, fillState } from "./gaps.js";
import { cellStart, cellsOver, placeSteps, stepCapacity } from "./grids.js";
import { intervalGeometry, weightRows } from "./intervals.js";
import { airmassRows } from "./kernels/airmass.js";
import { elevationRows } from "./kernels/angles.js";
import { refractRows } from "./kernels/refraction.js";
import { loadWeather } from "./load.js";
import type { Plan } from "./plan.js";
import { componentRows, type PlaneSetup, preparePlane, runPlane, turnTracker } from "./plane.js";
import { indexRows, normalToHorizontalRows, spreadLight, spreadMean, spreadState } from "./spread.js";
import type { Block, Column } from "./stage.js";
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

/** Computes output interval `index` alone, leaving everything about it in the workspace. */
export function runInterval(plan: Plan, work: Workspace, index: number): ComputedBlock {
  return new BlockRunner(plan, work, noCounts()).run(index, index + 1);
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

/** Computes the whole plan; `consume` is called after each block, in order, and reads its results in the workspace. */
export function runPlan(plan: Plan, work: Workspace, consume: (block: ComputedBlock) => void): Counts {
  const counts = noCounts();
  const runner = new BlockRunner(plan, work, counts);
  const outputs = outputsPerBlock(plan, work.blockSize);
  for (let first = 0; first < plan.count; first += outputs) {
    consume(runner.run(first, Math.min(first + outputs, plan.count)));
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
  private readonly followsDni: boolean;
  private readonly withTrueZenith: boolean;
  private readonly expanded: readonly ("pressure" | "linkeTurbidity" | "aerosolOpticalDepth" | "precipitableWater")[];
  private readonly halo: number;

  constructor(plan: Plan, work: Workspace, counts: Counts) {
    this.plan = plan;
    this.work = work;
    this.counts = counts;
    const { latitude, longitude, altitude } = plan.site;
    this.sun = prepareSunSite(latitude, longitude, altitude);
    this.standardPressure = alt2pres({ altitude }).pressure[0]!;
    this.daylight =
      "panel" in plan.subSteps ? prepareDaylight(this.standardPressure / 100, REFRACTION_TEMPERATURE) : null;
    this.plane = preparePlane(plan, this.sun);
    this.smooth = plan.settings.spread === "smooth";
    this.withTrueZenith = plan.decomposition.stage.reads.includes("zenith");
    this.expanded = (["pressure", "linkeTurbidity", "aerosolOpticalDepth", "precipitableWater"] as const).filter(
      (name) => plan.clearSky.stage.reads.includes(name),
    );
    // The course of a mean hangs on its neighbours; where DNI is given, the neighbours' horizontal means do, too.
    this.followsDni = this.smooth && plan.run.light && plan.series.columns.direct_normal_irradiance !== undefined;
    this.halo = (this.smooth ? 1 : 0) + (this.followsDni ? 1 : 0) + (plan.run.light ? plan.reach : 0);
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
    const capacity = stepCapacity(plan.weather, plan.output, n * plan.weather.step, plan.subSteps);
    work.reserveBlock(n, capacity, outputLast - outputFirst);
    const s = work.steps.columns;
    const steps = work.placed;
    placeSteps(plan.weather, first, last, plan.output, outputFirst, outputLast, plan.subSteps, s.cellTime, s.cellWeight, s.lead, steps); // biome-ignore format: one call
    // Each weather interval is counted once: in the block where it starts, or the first one.
    const countFrom =
      (outputFirst === 0 ? inner.first : Math.ceil((begin - plan.weather.origin) / plan.weather.step)) - first;
    const range = { i0: inner.first - first, i1: inner.last - first, countFrom, countTo: inner.last - first };
    loadWeather(plan, first, n, countFrom, range.countTo, this.standardPressure, work, this.counts);
    const from = steps.outputStart[0]!;
    const to = steps.outputStart[outputLast - outputFirst]!;
    if (plan.run.sun) this.findSun(0, steps.count);
    if (plan.run.light) {
      this.completeWeather(first, n, range);
      spreadLight(range.i0, range.i1, this.smooth, steps, work);
      const span = plan.weather.origin + plan.series.count * plan.weather.step;
      fillLight(
        outputLast - outputFirst,
        steps,
        work,
        plan.settings.minimumCoverage,
        plan.weather.origin,
        span,
        this.counts,
      );
    }
    this.spreadStates(range.i0, range.i1, first, outputLast - outputFirst);
    if (plan.run.tracker) turnTracker(plan, from, to, work);
    if (plan.run.light) this.light(from, to);
    return { first: outputFirst, last: outputLast, from, to, weatherFrom: range.i0, weatherTo: range.i1 };
  }

  /** The refracted sun and the clear sky for sub-steps [i0, i1). */
  private findSun(i0: number, i1: number): void {
    const { plan, work } = this;
    const s = work.steps.columns;
    s.time.set(s.cellTime.subarray(i0, i1), i0);
    s.weight.set(s.cellWeight.subarray(i0, i1), i0);
    sunVectorRows(i0, i1, s.time, this.sun, s.east, s.north, s.up, s.distance);
    if (this.daylight) moveIntoLight(i0, i1, this.daylight, this.sun, s);
    if (this.withTrueZenith) s.trueUp.set(s.up.subarray(i0, i1), i0);
    const refract = plan.settings.exact ? refractVectorRows : refractRows;
    refract(i0, i1, s.east, s.north, s.up, this.standardPressure / 100, REFRACTION_TEMPERATURE);
    const findElevation = plan.settings.exact ? exactElevationRows : elevationRows;
    findElevation(i0, i1, s.east, s.north, s.up, s.elevation);
    extraterrestrialRows(i0, i1, s.distance, SOLAR_CONSTANT, s.extraterrestrialNormal);
    this.findAirmass(i0, i1);
    for (const name of this.expanded) this.expand(work.intervals.columns[name], s[name]);
    plan.clearSky.stage.run(this.block(i0, i1, i0, i1, s), plan.clearSky.prepared);
  }

  private findAirmass(i0: number, i1: number): void {
    const s = this.work.steps.columns;
    if (this.plan.settings.exact) {
      for (let i = i0; i < i1; i++) s.zenith[i] = 90 - s.elevation[i]!;
      kastenYoungRows(i0, i1, s.zenith, s.relativeAirmass);
    } else airmassRows(i0, i1, s.up, s.relativeAirmass);
  }

  /** From the given weather to the mean direct-horizontal and diffuse of every interval that the block needs. */
  private completeWeather(
    first: number,
    n: number,
    range: { i0: number; i1: number; countFrom: number; countTo: number },
  ): void {
    const { plan, work, counts } = this;
    const { countFrom, countTo } = range;
    const s = work.steps.columns;
    const w = work.intervals.columns;
    weightRows(0, work.placed.count, s.up, s.elevation, s.extraterrestrialNormal, s.clearDni, s.clearDhi, s.beamWeight, s.beamCap, s.diffuseWeight); // biome-ignore format: one call
    intervalGeometry(n, plan.weather, first, work.placed, work, plan.site.latitude, this.withTrueZenith);
    qualityRows(0, n, countFrom, countTo, w.extraterrestrialNormal, w.largestCosZenith, w.ghi, w.directHorizontal, w.dni, w.dhi, counts); // biome-ignore format: one call
    if (this.followsDni) normalToHorizontalRows(1, n - 1, plan.weather.step / 1000, work.placed, work);
    completeRows(0, n, plan.settings.closure, w.normalToHorizontal, w.dni, w.ghi, w.directHorizontal, w.dhi);
    completedQualityRows(0, n, countFrom, countTo, w.extraterrestrialNormal, w.largestCosZenith, w.ghi, w.directHorizontal, w.dhi, counts); // biome-ignore format: one call
    w.diffuseFraction.fill(Number.NaN, 0, n);
    clearnessRows(0, n, w.ghi, w.extraterrestrialHorizontal, w.kt);
    if (needsSplit(0, n, w.ghi, w.directHorizontal)) {
      for (let j = countFrom; j < countTo; j++) {
        if (w.ghi[j]! > 0 && Number.isNaN(w.directHorizontal[j]!)) counts.decomposed++;
      }
      const { reads } = plan.decomposition.stage;
      if (reads.includes("relativeAirmass")) kastenYoungRows(0, n, w.apparentZenith, w.relativeAirmass);
      const reach = Number.isFinite(plan.reach) ? plan.reach : 0;
      plan.decomposition.stage.run(this.block(reach, n - reach, 0, n, w), plan.decomposition.prepared);
      splitRows(reach, n - reach, w.diffuseFraction, w.ghi, w.directHorizontal, w.dhi);
    }
    const neighbours = this.smooth ? 1 : 0;
    indexRows(range.i0 - neighbours, range.i1 + neighbours, countFrom, countTo, work, counts);
  }

  /** Temperature, snow depth and what else the plane needs, on the sub-steps. */
  private spreadStates(i0: number, i1: number, first: number, outputs: number): void {
    const { plan, work, smooth } = this;
    const s = work.steps.columns;
    const w = work.intervals.columns;
    const steps = work.placed;
    if (plan.run.temperature) {
      spreadState(i0, i1, smooth, plan.weather, first, steps, w.temperature, s.cellTime, s.cellWeight, s.temperature); // biome-ignore format: one call
      fillState(outputs, steps, s.cellWeight, s.temperature, plan.settings.minimumCoverage);
    }
    if (plan.run.snow) {
      s.one.fill(1, 0, steps.count);
      w.scratch.fill(1, 0, w.scratch.length);
      spreadMean(i0, i1, smooth, steps, work, w.snowDepth, w.scratch, s.cellTime, s.cellWeight, s.one, s.snowDepth);
      for (let j = i0; j < i1; j++) {
        if (Number.isNaN(w.snowDepth[j]!)) s.snowDepth.fill(Number.NaN, steps.weatherStart[j]!, steps.weatherStart[j + 1]!); // biome-ignore format: one row
      }
      fillState(outputs, steps, s.cellWeight, s.snowDepth, plan.settings.minimumCoverage);
    }
  }

  /** Everything from direct and diffuse on the horizontal to the light on the plane, for sub-steps [from, to). */
  private light(from: number, to: number): void {
    const { plan, work } = this;
    const s = work.steps.columns;
    componentRows(from, to, s.up, s.extraterrestrialNormal, s.directHorizontal, s.dhi, s.dni, s.ghi);
    if (!plan.run.plane && !plan.run.shading) return;
    this.expand(work.intervals.columns.albedo, s.albedo);
    runPlane(plan, this.plane, this.block(from, to, from, to, s), work);
    if (plan.pv === null) return;
    this.expand(work.intervals.columns.windSpeed, s.windSpeed);
    if (plan.run.shading) {
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
      plan.pv.stage.run(this.block(from, to, from, to, shaded), plan.pv.prepared);
    }
    plan.pv.stage.run(this.block(from, to, from, to, s), plan.pv.prepared);
  }

  /** Gives every sub-step the value of its weather interval. */
  private expand(column: Float64Array, out: Float64Array): void {
    const { weatherStart, count } = this.work.placed;
    for (let j = 0; weatherStart[j]! < count; j++) {
      const value = column[j]!;
      for (let i = weatherStart[j]!; i < weatherStart[j + 1]!; i++) out[i] = value;
    }
  }

  private block(from: number, to: number, first: number, last: number, columns: object): Block {
    const interval = this.plan.series.interval;
    return { from, to, first, last, columns: columns as { [name in Column]: Float64Array }, interval };
  }
}

/** Clearness index of each interval; 0 where there is no sun to compare with. */
function clearnessRows(i0: number, i1: number, ghi: Float64Array, extraterrestrial: Float64Array, kt: Float64Array) {
  for (let j = i0; j < i1; j++) kt[j] = ghi[j]! * (extraterrestrial[j]! > 0 ? 1 / extraterrestrial[j]! : 0);
}
