/**
 * From the DC power of the planes to the energy fed in, at every sub-step: what changes with time, losses, cables, inverters that
 * planes share, their limit, cables and transformer on the AC side, and what the grid takes. Averages come last.
 */
import type { CheckedPlane, CheckedSystem } from "../../system/checked.js";
import type { KeptShares } from "../over-time/kept-shares.js";
import { behindLimit, type InverterSteps, meanRatio, sumOf, throughInverter } from "./inverter.js";
import type { PlaneSteps, StepGrid } from "./plane-steps.js";

/** Means over output intervals after each stage, W per kWp of the plane; NaN = missing. */
export interface PowerHours {
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
): PowerHours[] {
  const { grid } = planes[0]!.steps;
  const before = planes.map((plane) => dcSide(plane, system));
  const inverters = system.inverters.map((inverter, v) => {
    const members = planes.flatMap((plane, k) =>
      plane.plane.inverter === v ? [{ ...plane, dc: before[k]!.cabled }] : [],
    );
    return throughInverter(inverter, members, system, interval);
  });
  const all = sumOf(inverters.map(({ cabled }) => cabled));
  const allDc = sumOf(inverters.map(({ dc }) => dc));
  const behind = behindTransformer(all, system);
  const fed =
    system.exportLimit === undefined ? behind : behindExportLimit(inverters, behind, 1000 * system.exportLimit);
  return planes.map(({ plane, steps }, k) => {
    const { snow, soiling, losses, cabled: own } = before[k]!;
    const { dc, unlimited, clipped, cabled } = inverters[plane.inverter]!;
    const { kwp } = system.inverters[plane.inverter]!;
    const partOf = (column: Float64Array) =>
      column.map((power, i) => (dc[i] === 0 ? power / kwp : (power * own[i]!) / dc[i]!));
    const sent = partOf(cabled);
    // What is lost behind the inverters, by the planes' parts of all DC power.
    const lessLost = (column: Float64Array) =>
      column === all
        ? sent
        : sent.map(
            (power, i) => power + (column[i]! - all[i]!) * (allDc[i] === 0 ? 1 / system.kwp : own[i]! / allDc[i]!),
          );
    const mean = (column: Float64Array) => meansOf(grid, column, length, steps.hours.dc);
    return {
      ...{ snow: mean(snow), soiling: mean(soiling), losses: mean(losses), cabling: mean(own) },
      ...{ inverter: mean(partOf(unlimited)), clipping: mean(partOf(clipped)) },
      ...{ transformer: mean(lessLost(behind)), ac: mean(lessLost(fed)) },
    };
  });
}

/** DC power of a plane behind each stage, W per kWp. */
function dcSide({ steps, kept }: PlaneOfSystem, { losses, cabling }: CheckedSystem) {
  const { dc, grid } = steps;
  const dark = new Float64Array(dc.length + 1);
  dark.set(dc);
  const snow = kept.snow === undefined ? dark : times(dark, grid.interval, kept.snow);
  const soiling = kept.soiling === undefined ? snow : times(snow, grid.interval, kept.soiling);
  const left = 1 - losses / 100;
  const after = soiling.map((power) => power * left);
  const ohmic = cabling.dc / 100 / 1000;
  const cabled = ohmic === 0 ? after : after.map((power) => power - ohmic * power * power);
  return { snow, soiling, losses: after, cabled };
}

function times(power: Float64Array, interval: Int32Array, kept: Float64Array): Float64Array {
  const out = power.slice();
  for (let i = 0; i < interval.length; i++) out[i] = power[i]! * kept[interval[i]!]!;
  return out;
}

function behindTransformer(power: Float64Array, { transformer, inverters }: CheckedSystem): Float64Array {
  const { noLoad, load } = transformer;
  if (noLoad === 0 && load === 0) return power;
  const rated = inverters.reduce((sum, { acPower }) => sum + 1000 * acPower, 0);
  const [always, ohmic] = [(noLoad / 100) * rated, load / 100 / rated];
  return power.map((value) => value - always - ohmic * value * value);
}

/**
 * What the grid takes. Power swings as it does before the inverters' limits: all of them together, scaled to what is left of it behind
 * cables and transformer.
 */
function behindExportLimit(inverters: readonly InverterSteps[], behind: Float64Array, limit: number): Float64Array {
  const [{ swings }] = inverters as [InverterSteps];
  if (swings === undefined) return behindLimit(behind, limit, undefined);
  const clipped = sumOf(inverters.map((one) => one.clipped));
  const powers = inverters.map(({ unlimited }) => unlimited);
  const all = sumOf(powers);
  const ratios = inverters.map((one) => one.swings!.beamRatio);
  const beamRatio = meanRatio(ratios, powers, all);
  const left = all.map((power, i) => (clipped[i]! > 0 ? (power * behind[i]!) / clipped[i]! : power));
  const kept = behindLimit(left, limit, { ...swings, beamRatio });
  return behind.map((power, i) => Math.min(power, kept[i]!));
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
