/**
 * Cells in unequal light: curves of current and voltage of cells in series, of halves side by side, behind bypass diodes, of modules in
 * series and of strings side by side, and the most power of all.
 *
 * Each cell has the single-diode curve with avalanche breakdown in reverse bias (Bishop 1988, see bishop88.ts). A circuit of them in
 * series has the sum of their voltages at each current, one side by side the sum of the currents at each voltage; a bypass diode keeps the
 * voltage from falling below its own (Quaschning & Hanitsch 1996, Solar Energy 56, 513–520, doi 10.1016/0038-092X(96)00006-0). All curves are
 * voltages at the same currents, so that adding them is adding columns.
 */
import { currentAt, diodeVoltage, maximumPowerVoltage } from "./single-diode/solve.js";

/** One cell at full light; names as in bishop88.ts. */
export interface Cell {
  /** A, Ω, V. */
  readonly photocurrent: number;
  readonly saturationCurrent: number;
  readonly resistanceSeries: number;
  readonly resistanceShunt: number;
  readonly nNsVth: number;
  readonly breakdownFactor: number;
  readonly breakdownVoltage: number;
  readonly breakdownExp: number;
}

/** Currents between 0 and the photocurrent at full light; as many again, and half, below 0 and above. */
const STEPS = 128;
/** Of the steps, below 0: a dark half takes current from its neighbour. */
const BELOW = STEPS / 2;
/** Beyond the photocurrent, the brightest cells themselves are in reverse. */
const ABOVE = STEPS / 32;
const COUNT = BELOW + STEPS + ABOVE + 1;

/** Voltages (V) at equally spaced currents (A). They never rise. */
export type Curve = Float64Array;

export class Cells {
  private readonly cell: Cell;
  /** A between two points of a curve. */
  private readonly step: number;
  private readonly known = new Map<number, Curve>();
  private readonly sum = new Float64Array(COUNT);

  /** @param most of the light that any cell gets, over that of the cell */
  constructor(cell: Cell, most = 1) {
    this.cell = cell;
    this.step = (cell.photocurrent * most) / STEPS;
  }

  /** Of one cell. @param light over that of the cell */
  curve(light: number): Curve {
    const known = this.known.get(light);
    if (known !== undefined) return known;
    const { photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth } = this.cell;
    const { breakdownFactor, breakdownVoltage, breakdownExp } = this.cell;
    const gsh = 1 / resistanceShunt;
    const none = Number.POSITIVE_INFINITY;
    const made = new Float64Array(COUNT);
    for (let j = 0; j < COUNT; j++) {
      const current = (j - BELOW) * this.step;
      const rest = light * photocurrent - current;
      const k = breakdownFactor * gsh;
      const x = diodeVoltage(rest, gsh, 1, saturationCurrent, nNsVth, 0, none, k, breakdownVoltage, breakdownExp);
      made[j] = x - current * resistanceSeries;
    }
    this.known.set(light, made);
    return made;
  }

  /** Most power of one cell, W. */
  power(light: number): number {
    if (!(light > 0)) return 0;
    const { photocurrent, saturationCurrent, resistanceSeries: rs, resistanceShunt, nNsVth } = this.cell;
    const { breakdownFactor, breakdownVoltage: vbr, breakdownExp: m } = this.cell;
    const [il, gsh] = [light * photocurrent, 1 / resistanceShunt];
    const k = breakdownFactor * gsh;
    const x = maximumPowerVoltage(il, saturationCurrent, rs, gsh, nNsVth, 0, Number.POSITIVE_INFINITY, k, vbr, m);
    const current = currentAt(x, il, saturationCurrent, gsh, nNsVth, 0, Number.POSITIVE_INFINITY, k, vbr, m);
    return current * (x - current * rs);
  }

  /** Most power of curves in series, so many of each, W. */
  seriesPower(curves: readonly Curve[], counts: ArrayLike<number>): number {
    const sum = inSeries(curves, counts, this.sum, BELOW);
    let best = BELOW;
    for (let j = BELOW + 1; j < COUNT; j++) if ((j - BELOW) * sum[j]! > (best - BELOW) * sum[best]!) best = j;
    if (best === BELOW) return 0;
    const at = (j: number) => (j - BELOW) * sum[j]!;
    return this.step * (best === COUNT - 1 ? at(best) : peakOf(at(best - 1), at(best), at(best + 1)));
  }

  /** Most power of curves side by side at one voltage, W. */
  parallelPower(curves: readonly Curve[]): number {
    const most = curves.reduce((high, curve) => Math.max(high, curve[BELOW]!), 0);
    const [total, width] = [new Float64Array(STEPS + 1), most / STEPS];
    for (const curve of curves) {
      for (let v = 0, j = COUNT - 1; v <= STEPS; v++) {
        while (j > 1 && curve[j - 1]! <= v * width) j--;
        const fall = curve[j - 1]! - curve[j]!;
        // A string below the others takes nothing back than what its curve has.
        const back = fall > 0 ? Math.max(0, Math.min(1, (v * width - curve[j]!) / fall)) : 0;
        total[v]! += j - back - BELOW;
      }
    }
    let best = 0;
    for (let v = 1; v <= STEPS; v++) if (v * total[v]! > best * total[best]!) best = v;
    if (best === 0 || best === STEPS) return 0;
    const at = (v: number) => v * total[v]!;
    return this.step * width * peakOf(at(best - 1), at(best), at(best + 1));
  }
}

/** Curves in series, so many of each. @param sum overwritten and returned, from a point on */
export function inSeries(
  curves: readonly Curve[],
  counts: ArrayLike<number>,
  sum: Curve = new Float64Array(COUNT),
  from = 0,
): Curve {
  sum.fill(0);
  for (let k = 0; k < curves.length; k++) addRows(from, COUNT, curves[k]!, counts[k]!, sum);
  return sum;
}

function addRows(from: number, to: number, curve: Curve, times: number, sum: Curve): void {
  for (let j = from; j < to; j++) sum[j]! += times * curve[j]!;
}

/** Of the parabola through three points, the middle one highest. */
function peakOf(left: number, middle: number, right: number): number {
  const bend = 2 * middle - left - right;
  return bend > 0 ? middle + ((right - left) * (right - left)) / (8 * bend) : middle;
}

/** Behind a bypass diode that conducts from `drop` volts on. */
export function behindDiode(curve: Curve, drop: number): Curve {
  return curve.map((voltage) => Math.max(voltage, -drop));
}

/** Two halves side by side, each with half the area of the cells that its curve is of: half the sum of their currents at each voltage. */
export function halvesTogether(one: Curve, other: Curve): Curve {
  if (one === other) return one;
  const made = new Float64Array(COUNT);
  // Down through the voltages of both, from where both have one; `i` and `j` are the next points below.
  let voltage = Math.min(one[0]!, other[0]!);
  let [i, j, filled, before, at] = [1, 1, 0, voltage, 0];
  while (i < COUNT && one[i]! >= voltage) i++;
  while (j < COUNT && other[j]! >= voltage) j++;
  for (;;) {
    const place = (placeOf(one, i, voltage) + placeOf(other, j, voltage)) / 2;
    for (; filled <= place; filled++)
      made[filled] = filled > at ? before + ((voltage - before) * (filled - at)) / (place - at) : voltage;
    if (i === COUNT || j === COUNT) return made.fill(voltage, filled);
    [before, at, voltage] = [voltage, place, Math.max(one[i]!, other[j]!)];
    if (one[i]! >= voltage) i++;
    if (other[j]! >= voltage) j++;
  }
}

/** Of a voltage between the points before `next` and there. */
function placeOf(curve: Curve, next: number, voltage: number): number {
  const below = Math.min(next, COUNT - 1);
  const fall = curve[below - 1]! - curve[below]!;
  return fall > 0 ? below - 1 + (curve[below - 1]! - voltage) / fall : below - 1;
}
