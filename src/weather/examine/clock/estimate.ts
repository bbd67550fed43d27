/** The clock of a stretch of days: the shift that the course of the light wants, how surely, and what first and last light say to it. */
import { MINUTE } from "../../../time/calendar.js";
import type { ClockCandidate, SkyRows } from "../types.js";
import type { DayFits } from "./days.js";
import { edgesOf } from "./edges.js";
import { lowest } from "./path.js";

/** Weather of neighbouring days is alike: what their spread says of the mean's error is this much too small. */
const ALIKE = 1.5;

/** Minutes; a sun later than the series' is positive. */
export interface ClockEstimate {
  /** By the course of the days. */
  readonly shift: number;
  /** By first light, by last light, and by both together; NaN where they cannot be seen. */
  readonly first: number;
  readonly last: number;
  readonly edge: number;
  /** Misfit of each shift above the best, in standard errors. */
  readonly candidates: readonly ClockCandidate[];
  /** By how much the best is better than the series' own clock, and than any that is another in kind, in standard errors. */
  readonly beatsOwn: number;
  readonly margin: number;
  /** Misfit of the clearest days: whether the light looks like the sun's at all. */
  readonly clearest: number;
}

/**
 * @param from,to days of `fits`
 * @param kind minutes by which clocks differ at least that are others in kind
 */
export function clockOf(sky: SkyRows, fits: DayFits, from: number, to: number, kind: number): ClockEstimate {
  const { shifts, rows } = fits;
  const means = meanMisfit(fits, from, to);
  const best = lowest(means);
  const candidates = Array.from(shifts, (shift, k) => ({
    shift: shift / MINUTE,
    score: k === best ? 0 : (means[k]! - means[best]!) / errorOf(fits, from, to, k, best),
  }));
  const others = candidates.filter(({ shift }) => Math.abs(shift - shifts[best]! / MINUTE) >= kind);
  const { first, last } = edgesOf(sky, rows.slice(from, to));
  return {
    shift: (shifts[best]! + between(means, best) * (shifts[1]! - shifts[0]!)) / MINUTE,
    first: -first,
    last: -last,
    edge: -(first + last) / 2,
    candidates,
    beatsOwn: candidates.find(({ shift }) => shift === 0)!.score,
    margin: Math.min(...others.map(({ score }) => score)),
    clearest: clearest(fits, from, to, best),
  };
}

export function meanMisfit({ shifts, misfit }: DayFits, from: number, to: number): Float64Array {
  const many = shifts.length;
  const means = new Float64Array(many);
  for (let day = from; day < to; day++) {
    for (let k = 0; k < many; k++) means[k]! += misfit[day * many + k]! / (to - from);
  }
  return means;
}

/** Standard error of the difference of two shifts' mean misfits. */
function errorOf({ shifts, misfit }: DayFits, from: number, to: number, one: number, other: number): number {
  const many = shifts.length;
  let [sum, squares] = [0, 0];
  for (let day = from; day < to; day++) {
    const difference = misfit[day * many + one]! - misfit[day * many + other]!;
    sum += difference;
    squares += difference * difference;
  }
  const n = to - from;
  const variance = Math.max(0, squares / n - (sum / n) * (sum / n));
  return ALIKE * Math.sqrt((variance + 0.01) / n);
}

/** Where the parabola through the lowest value and its neighbours is lowest, in steps from it. */
export function between(values: ArrayLike<number>, at: number): number {
  if (at === 0 || at === values.length - 1) return 0;
  const [before, here, after] = [values[at - 1]!, values[at]!, values[at + 1]!];
  const bend = before - 2 * here + after;
  return bend > 0 ? (before - after) / (2 * bend) : 0;
}

/** Misfit that a tenth of the days are below. */
function clearest({ shifts, misfit }: DayFits, from: number, to: number, shift: number): number {
  const values = Float64Array.from({ length: to - from }, (_, k) => misfit[(from + k) * shifts.length + shift]!).sort();
  return values[Math.floor(values.length / 10)]!;
}
