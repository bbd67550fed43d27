/**
 * Two planes on one meter. While the sun is before both their powers add as vectors do, and one plane between them has the same power:
 * two show only where the sun is behind one of them, in the mornings and evenings of clear days.
 */
import { acos, cos, DEG, RAD, sin } from "../../foundation/math/index.js";
import type { FitRows } from "./fit-rows.js";
import { neighbours, type PlaneFit } from "./plane.js";
import { HELD, Scorer } from "./scorer.js";
import type { Direction, LearntPlane } from "./types.js";

/** Planes whose pairs are tried, and the steps that refine the best pair. */
const TILTS = [10, 25, 40, 60];
const AZIMUTHS = Array.from({ length: 12 }, (_, k) => 30 * k);
const STEPS = [8, 4, 2, 1];
const MOVES = 10;
/** Two planes explain at least so much of what one leaves, and of all power. */
const LEAST_GAIN = 0.3;
const LEAST_SCORE = 0.012;
/** Degrees between them, and the smaller one's share of the power. */
const LEAST_ANGLE = 25;
const LEAST_SHARE = 0.15;
/** Fewer clear days let two planes fit what is haze and shade; and so do walls, which are no roof's. */
const FEWEST_DAYS = 20;
const MOST_TILT = 65;

export interface TwoPlanes {
  readonly planes: readonly [LearntPlane, LearntPlane];
  readonly score: number;
}

/** Undefined where one plane does. */
export function fitTwoPlanes(rows: FitRows, one: PlaneFit): TwoPlanes | undefined {
  if (rows.days.length - 1 < FEWEST_DAYS) return undefined;
  const pairs = new Pairs(rows);
  const models = TILTS.flatMap((tilt) => AZIMUTHS.map((azimuth) => pairs.part({ tilt, azimuth })));
  let best = pairs.of(models[0]!, models[1]!);
  for (const [k, first] of models.entries())
    for (const second of models.slice(k + 1)) {
      const pair = pairs.of(first, second);
      if (pair.error < best.error) best = pair;
    }
  best = refined(pairs, best);
  const { parts, powers } = best;
  const { score } = new Scorer(rows).score(sumOf(parts, powers));
  const isBetter = score < (1 - LEAST_GAIN) * one.score && score < one.score - LEAST_SCORE;
  const isTwo = angleBetween(...parts) >= LEAST_ANGLE && Math.min(...powers) >= LEAST_SHARE * (powers[0] + powers[1]);
  if (!isBetter || !isTwo) return undefined;
  const planes = parts.map(({ tilt, azimuth }, k) => ({ tilt, azimuth, power: powers[k]! }));
  return { planes: planes as unknown as [LearntPlane, LearntPlane], score };
}

interface Part extends Direction {
  readonly model: Float64Array;
  /** Sums of its squares, and with the measured power. */
  readonly own: number;
  readonly both: number;
}

interface Pair {
  readonly parts: readonly [Part, Part];
  readonly powers: readonly [number, number];
  /** Squares that are left. */
  readonly error: number;
}

class Pairs {
  private readonly rows: FitRows;
  private readonly free: Int32Array;
  private readonly squares: number;

  constructor(rows: FitRows) {
    this.rows = rows;
    const { limit = Number.POSITIVE_INFINITY } = rows;
    this.free = Int32Array.from(rows.measured.keys()).filter((row) => rows.measured[row]! < limit * HELD);
    this.squares = this.free.reduce((sum, row) => sum + rows.measured[row]! * rows.measured[row]!, 0);
  }

  part(direction: Direction): Part {
    const model = this.rows.sky.power(direction);
    return { ...direction, model, own: this.#product(model, model), both: this.#product(model, this.rows.measured) };
  }

  /** Least squares with powers that are not below 0. */
  of(first: Part, second: Part): Pair {
    const cross = this.#product(first.model, second.model);
    const determinant = first.own * second.own - cross * cross;
    const a = (first.both * second.own - second.both * cross) / determinant;
    const b = (second.both * first.own - first.both * cross) / determinant;
    const powers: [number, number] =
      a > 0 && b > 0
        ? [a, b]
        : first.both / first.own > second.both / second.own
          ? [first.both / first.own, 0]
          : [0, second.both / second.own];
    const [p, q] = powers;
    const error =
      this.squares -
      2 * (p * first.both + q * second.both) +
      p * p * first.own +
      q * q * second.own +
      2 * p * q * cross;
    return { parts: [first, second], powers, error };
  }

  #product(a: Float64Array, b: Float64Array): number {
    let sum = 0;
    for (const row of this.free) sum += a[row]! * b[row]!;
    return sum;
  }
}

function refined(pairs: Pairs, start: Pair): Pair {
  let best = start;
  for (const step of STEPS) {
    for (let move = 0; move < MOVES; move++) {
      const [first, second] = best.parts;
      const next = [
        ...roofs(first, step).map((direction) => pairs.of(pairs.part(direction), second)),
        ...roofs(second, step).map((direction) => pairs.of(first, pairs.part(direction))),
      ].reduce((a, b) => (b.error < a.error ? b : a));
      if (next.error >= best.error) break;
      best = next;
    }
  }
  return best;
}

function roofs(near: Direction, step: number): Direction[] {
  return neighbours(near, step).filter(({ tilt }) => tilt <= MOST_TILT);
}

function sumOf(parts: readonly [Part, Part], [p, q]: readonly [number, number]): Float64Array {
  return parts[0].model.map((value, row) => p * value + q * parts[1].model[row]!);
}

/** Degrees between the normals. */
export function angleBetween(a: Direction, b: Direction): number {
  const flat = cos(a.tilt * DEG) * cos(b.tilt * DEG);
  const steep = sin(a.tilt * DEG) * sin(b.tilt * DEG) * cos((a.azimuth - b.azimuth) * DEG);
  return acos(Math.max(-1, Math.min(1, flat + steep))) * RAD;
}
