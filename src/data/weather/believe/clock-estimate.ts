/** The clock of a stretch of days: the shift that the course of the light wants, how surely, and what first and last light say to it. */
import { valueAtShare } from "../../../foundation/statistics/order.js";
import { MINUTE } from "../../../foundation/time/calendar.js";
import { type CheckContext, FEWEST_DAYS } from "./context.js";
import { type DayFits, lowest } from "./day-fits.js";
import type { ClockCandidate } from "./types.js";

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
export function clockOf(context: CheckContext, fits: DayFits, from: number, to: number, kind: number): ClockEstimate {
  const { shifts, rows } = fits;
  const means = meanMisfit(fits, from, to);
  const best = lowest(means);
  const candidates = Array.from(shifts, (shift, k) => ({
    shift: shift / MINUTE,
    score: k === best ? 0 : (means[k]! - means[best]!) / errorOf(fits, from, to, k, best),
  }));
  const others = candidates.filter(({ shift }) => Math.abs(shift - shifts[best]! / MINUTE) >= kind);
  const { first, last } = edgesOf(context, rows.slice(from, to));
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
  return valueAtShare(
    Float64Array.from({ length: to - from }, (_, k) => misfit[(from + k) * shifts.length + shift]!),
    0.1,
  )!;
}

/** W/m²: above what sensors show in the night, below what clouds take from the light of the lowest sun. */
const FIRST = 8;
/** Of the days: the earliest first light and the latest last light are those without clouds at the horizon. */
const CLEAREST = 0.25;
/** Steps longer than this do not resolve minutes. */
export const LONGEST_EDGE_STEP = 15 * MINUTE;

/**
 * First and last light: when a day's light passes a small threshold, in the morning and in the evening, beside when a clear sky's does.
 *
 * A wrong clock moves both. A ridge or a bank of cloud delays one, and a sensor that is not level, which makes the course of the day look
 * like that of another time, moves neither: there is hardly a beam yet.
 *
 * Minutes by which the light is later than a clear sky's; NaN where too few days tell.
 */
export interface Edges {
  readonly first: number;
  readonly last: number;
}

/** @param days rows of the days that are looked at */
export function edgesOf(context: CheckContext, days: readonly { readonly from: number; readonly to: number }[]): Edges {
  const [first, last]: [number[], number[]] = [[], []];
  for (const { from, to } of days) {
    first.push(delay(context, from, to, 1));
    last.push(delay(context, from, to, -1));
  }
  return { first: nearestQuantile(first, CLEAREST), last: nearestQuantile(last, 1 - CLEAREST) };
}

/** The nearest of the values; NaN of too few. */
function nearestQuantile(values: readonly number[], share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted.length < FEWEST_DAYS.edges ? Number.NaN : sorted[Math.round(share * (sorted.length - 1))]!;
}

function delay({ light, clear, step }: CheckContext, from: number, to: number, direction: 1 | -1): number {
  const begin = direction > 0 ? from : to - 1;
  const n = to - from;
  return ((crossing(light, begin, n, direction) - crossing(clear, begin, n, direction)) * direction * step) / MINUTE;
}

/** Rows from `begin` until the values pass the threshold for good; NaN where they are above it already, or missing there. */
function crossing(values: ArrayLike<number>, begin: number, n: number, direction: number): number {
  for (let k = 1; k < n; k++) {
    const value = values[begin + k * direction]!;
    if (!(value > FIRST)) continue;
    const before = values[begin + (k - 1) * direction]!;
    return before <= FIRST ? k - (value - FIRST) / (value - before) : Number.NaN;
  }
  return Number.NaN;
}
