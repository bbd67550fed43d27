/** A system interval by interval, stage by stage. */
import type { CheckedPlane, CheckedSystem } from "../../../data/system/checked.js";
import { weatherLattice } from "../../../engine/plan/basis.js";
import { behindCables, simpleEfficiencyRows } from "../../../physics/models/pv/losses.js";
import type { OverTimeInputs } from "../over-time/inputs.js";
import { type KeptShares, keptShares } from "../over-time/kept-shares.js";
import type { Situation } from "../situation.js";
import { behindLimit, type InverterSteps, meanRatio, sumOf, throughInverter } from "./inverter.js";
import { inOneString } from "./one-string.js";
import type { PlaceSteps, StepGrid } from "./place-steps.js";
import { type LightHours, type PlaneSteps, planeSteps } from "./plane-steps.js";

/** A plane with everything that is known of it. */
export interface PlaneHours extends Pick<PlaneSteps, "columns" | "cellTemperature" | "directions"> {
  readonly plane: CheckedSystem["planes"][number];
  readonly kwp: number;
  readonly hours: StageHours;
  readonly kept: KeptShares;
  readonly inputs: OverTimeInputs;
}

/** @param frequency of the output intervals */
export function systemHours(system: CheckedSystem, situation: Situation, frequency?: string): PlaneHours[] {
  const { weather } = situation;
  const time = startsOf(weather);
  let place: PlaceSteps | undefined;
  const planes = system.planes.map((plane) => {
    const steps = planeSteps(plane, system, situation, frequency, place);
    place = steps.place;
    const inputs = inputsOf(steps, situation, time);
    return { plane, steps, inputs, kept: keptShares(system, plane, inputs) };
  });
  const inString = inOneString(planes);
  const power = fedIn(planes, system, weather, planes[0]!.steps.columns.interval, inString);
  return planes.map(({ plane, kept, inputs, steps: { columns, cellTemperature, directions, hours } }, k) => ({
    ...{ plane, kwp: plane.kwp, kept, inputs, columns, cellTemperature, directions },
    hours: { ...hours, ...power[k]! },
  }));
}

/** Of the intervals of the weather, Unix ms. */
function startsOf(weather: Situation["weather"]): Float64Array {
  const { origin, step } = weatherLattice(weather);
  const time = new Float64Array(weather.count);
  for (let row = 0; row < time.length; row++) time[row] = origin + row * step;
  return time;
}

function inputsOf(
  { columns, light, tilt }: PlaneSteps,
  { weather, context, typicalYear, lightSource }: Situation,
  time: Float64Array,
): OverTimeInputs {
  const air = weather.columns.temperature;
  return {
    time,
    interval: weather.interval,
    light,
    temperature: air?.some((value) => !Number.isNaN(value))
      ? air
      : new Float64Array(weather.count).fill(context.temperature ?? Number.NaN),
    surfaceTilt: tilt,
    columns: weather.columns,
    typicalYear,
    timeZone: columns.meta.time_zone,
    isBarePlace: typeof lightSource === "object",
  };
}

/** AC power of a plane on its part of its inverter, W per kWp. */
export function planePower(
  plane: CheckedSystem["planes"][number],
  system: CheckedSystem,
  situation: Situation,
): Float64Array {
  const inverter = system.inverters[plane.inverter]!;
  const partOf = (all: number) => (all * plane.kwp) / inverter.kwp;
  const own = { ...inverter, kwp: plane.kwp, acPower: partOf(inverter.acPower), count: partOf(inverter.count) };
  const single = { ...system, planes: [{ ...plane, inverter: 0 }], inverters: [own], kwp: plane.kwp };
  return systemHours({ ...single, exportLimit: undefined }, situation)[0]!.hours.ac;
}

/*
 * From the DC power of the planes to the energy fed in, at every sub-step: what changes with time, losses, cables, inverters that
 * planes share, their limit, cables and transformer on the AC side, and what the grid takes. Averages come last.
 */

/** Means over output intervals after each stage, W per kWp of the plane; NaN = missing. */
export interface PowerHours {
  readonly mismatch: Float64Array;
  readonly snow: Float64Array;
  readonly soiling: Float64Array;
  readonly losses: Float64Array;
  readonly cabling: Float64Array;
  /** AC, without a limit; a shared inverter's by the planes' parts of its DC power. */
  readonly inverter: Float64Array;
  readonly clipping: Float64Array;
  readonly transformer: Float64Array;
  readonly ac: Float64Array;
}

export interface PlaneOfSystem {
  readonly plane: CheckedPlane;
  readonly steps: PlaneSteps;
  readonly kept: KeptShares;
}

/**
 * One column for each plane and stage. Behind the sub-steps of a column stands one more value: that of the dark, in which inverters
 * and transformers take power.
 */
export function fedIn(
  planes: readonly PlaneOfSystem[],
  system: CheckedSystem,
  { interval }: { readonly interval: number },
  length: number,
  inString: ReadonlySet<PlaneOfSystem> = new Set(),
): PowerHours[] {
  const before = planes.map((plane) => dcSide(plane, system, length, inString.has(plane)));
  const inverters = system.inverters.map((inverter, v) =>
    throughInverter(
      inverter,
      planes.flatMap(({ plane, steps }) => (plane.inverter === v ? [{ plane, steps, dc: steps.dc }] : [])),
      system,
      interval,
    ),
  );
  const all = sumOf(inverters.map(({ cabled }) => cabled));
  const allDc = sumOf(inverters.map(({ dc }) => dc));
  const behind = behindTransformer(all, system);
  const fed =
    system.exportLimit === undefined ? behind : behindExportLimit(inverters, behind, 1000 * system.exportLimit);
  const part = new Float64Array(all.length);
  return planes.map(({ plane, steps: { dc: own, place, hours } }, k) => {
    const { dc, unlimited, clipped, cabled } = inverters[plane.inverter]!;
    const { kwp } = system.inverters[plane.inverter]!;
    const mean = () => meansOf(place.grid, part, length, hours.dc);
    const meanOf = (column: Float64Array) => {
      partRows(column, own, dc, kwp, part);
      return mean();
    };
    const inverter = meanOf(unlimited);
    const clipping = meanOf(clipped);
    const sent = cabled === clipped ? clipping : meanOf(cabled);
    // What is lost behind the inverters, by the planes' parts of all DC power; `part` is still that of `cabled`.
    const meanBehind = (from: Float64Array, to: Float64Array) => {
      changeRows(from, to, own, allDc, system.kwp, part);
      return mean();
    };
    const transformer = behind === all ? sent : meanBehind(all, behind);
    const ac = fed === behind ? transformer : meanBehind(behind, fed);
    return { ...before[k]!, inverter, clipping, transformer, ac };
  });
}

/** Row kernel: the part that a plane has of the power of its inverter, by DC power; W per kWp. */
function partRows(column: Float64Array, own: Float64Array, dc: Float64Array, kwp: number, part: Float64Array): void {
  for (let i = 0; i < part.length; i++) part[i] = dc[i] === 0 ? column[i]! / kwp : (column[i]! * own[i]!) / dc[i]!;
}

/** Row kernel: adds to it what changes between two columns of all power. */
function changeRows(
  from: Float64Array,
  to: Float64Array,
  own: Float64Array,
  dc: Float64Array,
  kwp: number,
  part: Float64Array,
): void {
  for (let i = 0; i < part.length; i++) part[i]! += (to[i]! - from[i]!) * (dc[i] === 0 ? 1 / kwp : own[i]! / dc[i]!);
}

/** Means behind each stage before the inverter; leaves the DC power of the plane's sub-steps as that at the inverter. */
function dcSide(
  { steps, kept }: PlaneOfSystem,
  { losses: percent, cabling: { dc: ohmic } }: CheckedSystem,
  length: number,
  isInString: boolean,
) {
  const { dc, hours, place } = steps;
  const { grid } = place;
  const mean = () => meansOf(grid, dc, length, hours.dc);
  const afterKept = (share: Float64Array | undefined, before: Float64Array) => {
    if (share === undefined) return before;
    keptRows(grid.interval, share, dc);
    return mean();
  };
  const mismatch = isInString ? mean() : hours.mismatch;
  const snow = afterKept(kept.snow, mismatch);
  const soiling = afterKept(kept.soiling, snow);
  timesRows(1 - percent / 100, dc);
  const losses = mean();
  if (ohmic === 0) return { mismatch, snow, soiling, losses, cabling: losses };
  behindCables(dc, ohmic / 100 / 1000, dc);
  return { mismatch, snow, soiling, losses, cabling: mean() };
}

/** Row kernel: what is kept of the power by interval of the weather. A loop behind which more follows is compiled at every call anew. */
function keptRows(interval: Int32Array, share: Float64Array, power: Float64Array): void {
  for (let i = 0; i < interval.length; i++) power[i]! *= share[interval[i]!]!;
}

function timesRows(factor: number, power: Float64Array): void {
  for (let i = 0; i < power.length; i++) power[i]! *= factor;
}

function behindTransformer(power: Float64Array, { transformer, inverters }: CheckedSystem): Float64Array {
  const { noLoad, load } = transformer;
  if (noLoad === 0 && load === 0) return power;
  const rated = inverters.reduce((sum, { acPower }) => sum + 1000 * acPower, 0);
  const out = new Float64Array(power.length);
  simpleEfficiencyRows(0, out.length, power, noLoad / 100, load / 100, rated, out);
  return out;
}

/**
 * What the grid takes. Power swings as it does before the inverters' limits: all of them together, scaled to what is left of it behind
 * cables and transformer.
 */
function behindExportLimit(inverters: readonly InverterSteps[], behind: Float64Array, limit: number): Float64Array {
  const [{ swings }] = inverters as [InverterSteps];
  if (swings === undefined) return behindLimit(behind, limit, undefined);
  const clipped = sumOf(inverters.map((one) => one.clipped));
  const all = sumOf(inverters.map(({ unlimited }) => unlimited));
  const beamRatio = meanRatio(
    inverters.map((one) => ({ ratio: one.swings!.beamRatio, power: one.unlimited, times: 1 })),
    all,
  );
  const left = new Float64Array(all.length);
  for (let i = 0; i < left.length; i++) left[i] = clipped[i]! > 0 ? (all[i]! * behind[i]!) / clipped[i]! : all[i]!;
  const kept = behindLimit(left, limit, { ...swings, beamRatio });
  // What is drawn from the grid knows no limit.
  for (let i = 0; i < kept.length; i++) kept[i] = behind[i]! > 0 ? Math.min(behind[i]!, kept[i]!) : behind[i]!;
  return kept;
}

/** Means of output intervals of `length` seconds; NaN where `known` is. The column's last value is that of the dark. */
function meansOf(
  { weight, starts }: StepGrid,
  column: Float64Array,
  length: number,
  known: Float64Array,
): Float64Array {
  const out = new Float64Array(known.length);
  const dark = column[column.length - 1]!;
  for (let k = 0; k < out.length; k++) {
    const begin = starts[k]!;
    const end = starts[k + 1]!;
    if (end - begin === 1 && weight[begin] === length) {
      out[k] = column[begin]!;
    } else {
      let [sum, lit] = [0, 0];
      for (let i = begin; i < end; i++) {
        sum += column[i]! * weight[i]!;
        lit += weight[i]!;
      }
      // Without consumption in the dark the sum is that of the lit part to the last bit.
      out[k] = (dark === 0 ? sum : sum + (length - lit) * dark) / length;
    }
    if (Number.isNaN(known[k]!)) out[k] = Number.NaN;
  }
  return out;
}

export type StageHours = LightHours & PowerHours;
