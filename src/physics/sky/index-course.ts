/**
 * The course of a clear-sky index through intervals of which the means are known, for all that spreads light over shorter steps. The index
 * is a share u of the most that it can be; at the edge of two intervals its logit ln(u/(1 − u)) is on the line between their middles, and
 * to both sides it runs straight to the middles. Towards an interval that is missing or dark it is level. Then the course is brought to
 * the interval's mean from within its bounds (`bendOf`).
 *
 * research/interval-course.md has the study. The most of global light was chosen (of 1.25 and 1.5) on the stations that judge it.
 */
import { exp, log } from "../../foundation/math/index.js";

/** Largest index that a course can reach within an interval whose own is below `HELD` of it; diffuse light is far above the clear sky's. */
export const MOST_OF_COURSE = { global: 1.25, direct: 3, beam: 3, diffuse: 5 } as const;

/** Shares of the most: what is darker counts as so dark; an interval that is clearer keeps its index throughout. */
const DARKEST = 0.016;
export const HELD = 0.984;

/** Below this ratio of clear-sky energy, the weaker of two neighbours (a sliver of day) counts as dark. */
export const WEAK_NEIGHBOUR = 0.001;

/** An index as share of its most, within what a course can have; NaN for NaN. */
export function heldShare(share: number): number {
  return share < DARKEST ? DARKEST : share > HELD ? HELD : share;
}

/** The share whose logit is halfway between those of two shares: at the edge of equal intervals. */
export function halfway(u: number, v: number): number {
  const both = u * v;
  return both / (both + Math.sqrt(both * (1 - u) * (1 - v)));
}

/** As `halfway`, `at` (0…1) of the way from u to v: at the edge of intervals of other lengths. */
export function partway(u: number, v: number, at: number): number {
  return 1 / (1 + exp((1 - at) * log(1 / u - 1) + at * log(1 / v - 1)));
}

/** Largest part of the course's middle that its bend takes; beyond it, the edges follow, and the course jumps where intervals meet. */
export const MOST_BENT = 0.75;

/**
 * How an interval's course is brought to its mean: its shares u, if they send too much light, else their distances 1 − u from the most
 * are multiplied by 1 − bent·(1 − x⁴), x being −1 and 1 at the edges, which stay. Where that is not enough (`MOST_BENT`), all of them are
 * by one factor as well. So none leaves 0…1.
 *
 * @param excess of what is to be multiplied over what is to be left of it
 * @param bendable what there is of it, weighted by 1 − x⁴
 */
export function bendOf(excess: number, bendable: number): number {
  const bent = bendable > 0 ? excess / bendable : 0;
  return bent < MOST_BENT ? bent : MOST_BENT;
}
