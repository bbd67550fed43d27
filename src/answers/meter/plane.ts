/** The plane whose clear-sky power is most like that of the meter. */
import { DEG, sin } from "../../foundation/math/index.js";
import { type Fit, type FitRows, Scorer } from "./fit-rows.js";
import type { Direction } from "./types.js";

/** Planes that are tried first, and the steps (degrees along the sphere) that refine the best of them. */
const TILTS = [5, 20, 35, 50, 70];
const AZIMUTHS = Array.from({ length: 12 }, (_, k) => 30 * k);
const STEPS = [8, 4, 2, 1, 0.5];
/** Moves of one size at most. */
const MOVES = 12;
/** Flatter planes have no azimuth that means something: its steps end here. */
const LEAST_SINE = 0.1;

export interface PlaneFit extends Direction, Fit {}

/** @param passes as in `SkyRows.power` @param limit kW */
export function fitPlane(rows: FitRows, limit?: number, passes?: Float64Array): PlaneFit {
  const scorer = new Scorer(rows, limit);
  const model = new Float64Array(rows.sky.index.length);
  const at = (direction: Direction): PlaneFit => ({
    ...direction,
    ...scorer.score(rows.sky.power(direction, passes, model)),
  });
  return searchPlane(at);
}

/** The direction of the lowest score. */
export function searchPlane<Scored extends Direction & { readonly score: number }>(
  at: (direction: Direction) => Scored,
): Scored {
  const first = TILTS.flatMap((tilt) => AZIMUTHS.map((azimuth) => at({ tilt, azimuth })));
  let best = first.reduce((a, b) => (b.score < a.score ? b : a));
  for (const step of STEPS) {
    for (let move = 0; move < MOVES; move++) {
      const around = neighbours(best, step).map(at);
      const next = around.reduce((a, b) => (b.score < a.score ? b : a));
      if (next.score >= best.score) break;
      best = next;
    }
  }
  return best;
}

/** The same plane, tilted and turned by so many degrees. */
export function neighbours({ tilt, azimuth }: Direction, step: number): Direction[] {
  const turn = step / Math.max(LEAST_SINE, sin(tilt * DEG));
  const around = (degrees: number) => ((degrees % 360) + 360) % 360;
  return [
    { tilt: Math.min(90, tilt + step), azimuth },
    // Beyond level ground a plane leans the other way.
    tilt - step >= 0 ? { tilt: tilt - step, azimuth } : { tilt: step - tilt, azimuth: around(azimuth + 180) },
    { tilt, azimuth: around(azimuth + turn) },
    { tilt, azimuth: around(azimuth - turn) },
  ];
}
