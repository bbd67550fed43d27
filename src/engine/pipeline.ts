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
import { completedQualityRows, qualityRows, UPPER_LIMITS, type UpperLimit } from "../weather/quality.js";
import { type Daylight, moveIntoLight, prepareDaylight } from "./daylight.js";
import { fillLight } from "./gaps.js";
import { cellStart, cellsOver, findLitRows, placeSteps, stepCapacity } from "./grids.js";
import { largestCosZenith, lightMeans, normalMeans, skyMeans, weightRows } from "./intervals.js";
import { airmassRows } from "./kernels/airmass.js";
import { elevationRows } from "./kernels/angles.js";
import { refractRows } from "./kernels/refraction.js";
import { findLightWindows, openLightWindows } from "./light-windows.js";
import { type LoadPlan, loadWeather, planLoad } from "./load.js";
import type { Plan } from "./plan.js";
import { componentRows, type PlaneSetup, preparePlane, runPlane, sumRows, turnTracker } from "./plane.js";
import { countDarkLight, indexRows, normalToHorizontalRows, spreadLight, takeSingles } from "./spread.js";
import type { Block, Column } from "./stage.js";
import { fillStateRows, stateMeanRows, stateRows } from "./states.js";
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

/** Computes the whole plan; `consume` is called after each block, in order, and reads its results in the workspace. */
export function runPlan(
  plan: Plan,
  work: Workspace,
  states: StateOutputs,
  consume: (block: ComputedBlock) => void,
): Counts {
  const counts = noCounts();
  const runner = new BlockRunner(plan, work, counts, states);
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

/** Rows of the block's weather: those under its outputs, and those that enter the counts. */
interface Range {
  readonly i0: number;
  readonly i1: number;
  readonly countFrom: number;
  readonly countTo: number;
}

/** What `skyMeans` finds; without a decomposition that reads it, it is not computed. */
const SKY_COLUMNS: readonly Column[] = [
  "apparentZenith",
  "zenith",
  "sunlitFraction",
  "relativeAirmass",
  "clearGhi",
  "clearDirectHorizontal",
  "clearDhi",
];

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
  private readonly followsDni: boolean;
  private readonly asksSky: boolean;
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
    const { run, settings, series } = plan;
    this.sun = prepareSunSite(latitude, longitude, altitude);
    this.standardPressure = alt2pres({ altitude }).pressure[0]!;
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
    this.asksSky = plan.everyStep || plan.decomposition.stage.reads.some((column) => SKY_COLUMNS.includes(column));
    this.expanded = (["pressure", "linkeTurbidity", "aerosolOpticalDepth", "precipitableWater"] as const).filter(
      (name) => plan.clearSky.stage.reads.includes(name),
    );
    // The course of a mean hangs on its neighbours; where DNI is given, the neighbours' horizontal means do, too.
    this.followsDni = this.smooth && run.light && series.columns.direct_normal_irradiance !== undefined;
    this.halo = (this.smooth ? 1 : 0) + (this.followsDni ? 1 : 0) + (run.light ? plan.reach : 0);
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
    if (plan.run.light) this.light(from, to);
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
    if (this.asksSky) copyRows(i0, i1, s.up, s.trueUp);
    const refract = plan.settings.exact ? refractVectorRows : refractRows;
    refract(i0, i1, s.east, s.north, s.up, this.standardPressure / 100, REFRACTION_TEMPERATURE);
    const findElevation = plan.settings.exact ? exactElevationRows : elevationRows;
    findElevation(i0, i1, s.east, s.north, s.up, s.elevation);
    extraterrestrialRows(i0, i1, s.distance, SOLAR_CONSTANT, s.extraterrestrialNormal);
    this.findAirmass(i0, i1);
    for (const name of this.expanded) this.expand(name);
    plan.clearSky.stage.run(this.block(i0, i1, i0, i1, s), plan.clearSky.prepared);
  }

  private findAirmass(i0: number, i1: number): void {
    const s = this.work.steps.columns;
    if (this.plan.settings.exact) {
      for (let i = i0; i < i1; i++) s.zenith[i] = 90 - s.elevation[i]!;
      kastenYoungRows(i0, i1, s.zenith, s.relativeAirmass);
    } else airmassRows(i0, i1, s.up, s.relativeAirmass);
  }

  /** Direct-horizontal and diffuse on the sub-steps. */
  private findLight(first: number, n: number, range: Range, outputFirst: number, outputs: number): void {
    const { plan, work, counts } = this;
    const { series, weather } = plan;
    this.completeWeather(first, n, range);
    const complete = this.spread(range);
    work.uncovered.count = 0;
    const inside = first + range.i0 >= 0 && first + range.i1 <= series.count;
    if (complete && inside) return;
    const seriesEnd = weather.origin + series.count * weather.step;
    fillLight(outputs, plan.output, outputFirst, work.placed, work, plan.settings.minimumCoverage, weather.origin, seriesEnd, counts); // biome-ignore format: one call
  }

  /** Light of the intervals over their sub-steps; false where some is missing. */
  private spread({ i0, i1, countFrom, countTo }: Range): boolean {
    const { work, counts } = this;
    const w = work.intervals.columns;
    if (work.litWeather.single && !this.plan.everyStep) {
      countDarkLight(countFrom, countTo, work.placed, w.ghi, counts);
      return takeSingles(work.litWeather, countFrom, countTo, work, counts);
    }
    const neighbours = this.smooth ? 1 : 0;
    const complete = indexRows(i0 - neighbours, i1 + neighbours, countFrom, countTo, w, counts);
    spreadLight(i0, i1, this.smooth, this.length, work.placed, work);
    return complete;
  }

  /** From the given weather to the mean direct-horizontal and diffuse of every interval that the block needs. */
  private completeWeather(first: number, n: number, range: Range): void {
    const { plan, work, counts, length } = this;
    const { countFrom, countTo } = range;
    const s = work.steps.columns;
    const w = work.intervals.columns;
    const given = plan.series.columns;
    weightRows(0, work.placed.count, s.up, s.elevation, s.extraterrestrialNormal, s.clearDni, s.clearDhi, s.beamWeight, s.beamCap, s.diffuseWeight); // biome-ignore format: one call
    lightMeans(n, length, work.placed, s, w);
    const largest = (j: number) => largestCosZenith(j, plan.weather, first + j, work.placed, s, w, this.sun);
    const check = (limit: UpperLimit, column: Float64Array) =>
      qualityRows(0, n, countFrom, countTo, limit, w.extraterrestrialNormal, w.largestCosZenith, largest, column, counts); // biome-ignore format: one call
    if (given.global_horizontal_irradiance) check(UPPER_LIMITS.ghi, w.ghi);
    if (given.diffuse_horizontal_irradiance) check(UPPER_LIMITS.dhi, w.dhi);
    if (given.direct_normal_irradiance) check(UPPER_LIMITS.dni, w.dni);
    if (given.direct_horizontal_irradiance) check(UPPER_LIMITS.directHorizontal, w.directHorizontal);
    if (given.direct_normal_irradiance || given.direct_horizontal_irradiance || given.diffuse_horizontal_irradiance) {
      if (given.direct_normal_irradiance) normalMeans(n, length, work.placed, s, w);
      else w.normalToHorizontal.fill(0, 0, n);
      if (this.followsDni) normalToHorizontalRows(1, n - 1, length, work.placed, work);
      completeRows(0, n, plan.settings.closure, w.normalToHorizontal, w.dni, w.ghi, w.directHorizontal, w.dhi);
      check(UPPER_LIMITS.ghi, w.ghi);
      completedQualityRows(0, n, w.ghi, w.directHorizontal, w.dhi);
    }
    if (plan.everyStep) {
      skyMeans(n, length, work.placed, s, w);
      clearnessRows(0, n, w.ghi, w.extraterrestrialHorizontal, w.kt);
      w.diffuseFraction.fill(Number.NaN, 0, n);
    }
    if (needsSplit(0, n, w.ghi, w.directHorizontal)) this.split(n, countFrom, countTo);
  }

  /** Splits GHI where nothing else is given. */
  private split(n: number, countFrom: number, countTo: number): void {
    const { plan, work, counts, length } = this;
    const w = work.intervals.columns;
    const { stage, prepared } = plan.decomposition;
    if (this.asksSky && !plan.everyStep) skyMeans(n, length, work.placed, work.steps.columns, w);
    clearnessRows(0, n, w.ghi, w.extraterrestrialHorizontal, w.kt);
    w.diffuseFraction.fill(Number.NaN, 0, n);
    for (let j = countFrom; j < countTo; j++) {
      if (w.ghi[j]! > 0 && Number.isNaN(w.directHorizontal[j]!)) counts.decomposed++;
    }
    if (stage.reads.includes("relativeAirmass")) kastenYoungRows(0, n, w.apparentZenith, w.relativeAirmass);
    const reach = Number.isFinite(plan.reach) ? plan.reach : 0;
    stage.run(this.block(reach, n - reach, 0, n, w), prepared);
    splitRows(reach, n - reach, w.diffuseFraction, w.ghi, w.directHorizontal, w.dhi);
  }

  /** Temperature and snow depth of the outputs, and of the sub-steps where a PV model asks for them. */
  private findStates(i0: number, i1: number, first: number, outputFirst: number, outputs: number): void {
    const { plan, work } = this;
    const { output, weather } = plan;
    for (const { name, positive, out } of this.states) {
      const course = { smooth: this.smooth, positive };
      const mean = work.intervals.columns[name];
      stateMeanRows(outputs, output, outputFirst, weather, first, course, plan.settings.minimumCoverage, mean, out, outputFirst); // biome-ignore format: one call
      if (plan.pv === null || !plan.run.light) continue;
      const s = work.steps.columns;
      stateRows(i0, i1, weather, first, course, work.placed, mean, s, s[name]);
      fillStateRows(work.lit, work.placed, out, outputFirst, s[name]);
    }
  }

  /** Everything from direct and diffuse on the horizontal to the light on the plane, for sub-steps [from, to). */
  private light(from: number, to: number): void {
    const { plan, work } = this;
    const s = work.steps.columns;
    componentRows(from, to, s.up, s.extraterrestrialNormal, s.directHorizontal, s.dhi, s.dni, s.ghi);
    if (!plan.run.plane && this.plane.horizon === null) return;
    this.expand("albedo");
    runPlane(plan, this.plane, this.block(from, to, from, to, s), work);
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
      plan.pv.stage.run(this.block(from, to, from, to, shaded), plan.pv.prepared);
    }
    sumRows(from, to, s.directTilted, s.diffuseTilted, s.globalTilted);
    plan.pv.stage.run(this.block(from, to, from, to, s), plan.pv.prepared);
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

  private block(from: number, to: number, first: number, last: number, columns: object): Block {
    const interval = this.plan.series.interval;
    return { from, to, first, last, columns: columns as { [name in Column]: Float64Array }, interval };
  }
}

function copyRows(i0: number, i1: number, from: Float64Array, to: Float64Array): void {
  for (let i = i0; i < i1; i++) to[i] = from[i]!;
}

/** Clearness index of each interval; 0 where there is no sun to compare with. */
function clearnessRows(i0: number, i1: number, ghi: Float64Array, extraterrestrial: Float64Array, kt: Float64Array) {
  for (let j = i0; j < i1; j++) kt[j] = ghi[j]! * (extraterrestrial[j]! > 0 ? 1 / extraterrestrial[j]! : 0);
}
