/** The plane whose clear-sky power is most like that of the meter. */
import { DEG, exp, log, sin } from "../../foundation/math/index.js";
import { type FitRows, ofDays } from "./fit-rows.js";
import { type Fit, Scorer } from "./scorer.js";
import type { Direction } from "./types.js";

/** Planes that are tried first, and the steps (degrees along the sphere) that refine the best of them. */
const TILTS = [5, 20, 35, 50, 70];
const AZIMUTHS = Array.from({ length: 12 }, (_, k) => 30 * k);
const STEPS = [8, 4, 2, 1, 0.5];
const NEAR_STEPS = [2, 1, 0.5];
/** Clear days that show where to begin. */
const ROUGH_DAYS = 40;
/** Moves of one size at most. */
const MOVES = 12;
/** Flatter planes have no azimuth that means something: its steps end here. */
const LEAST_SINE = 0.1;

export interface PlaneFit extends Direction, Fit {
  /** What a fit makes least: the score, or with all days under their weather the mean of both, by the days' numbers. */
  readonly misfit: number;
}

export function fitPlane(rows: FitRows): PlaneFit {
  const every = Math.ceil((rows.days.length - 1) / ROUGH_DAYS);
  const rough = scoreAt(every > 1 ? ofDays(rows, (day) => day % every === 0) : rows);
  const first = TILTS.flatMap((tilt) => AZIMUTHS.map((azimuth) => rough({ tilt, azimuth })));
  const start = first.reduce((a, b) => (b.misfit < a.misfit ? b : a));
  const at = scoreAt(rows);
  return refined(at, at(start), STEPS);
}

/** A clear day that has so much less or more of its power than the others is one of snow, of a part that is out, of another system. */
const STRAY = [0.8, 1.25] as const;

/** The days that are like the others under a plane. */
export function withoutStrays(rows: FitRows, plane: Direction): FitRows {
  const scorer = new Scorer(rows);
  const own = scorer.ownFactors(scorer.score(rows.sky.power(plane)).power);
  const isStray = (day: number) => !(own[day]! > STRAY[0] && own[day]! < STRAY[1]);
  return own.some((_, day) => isStray(day)) ? ofDays(rows, (day) => !isStray(day)) : rows;
}

/** The same near a plane that is known: of a part of the days. */
export function fitNear(rows: FitRows, near: Direction): PlaneFit {
  const at = scoreAt(rows);
  return refined(at, at(near), NEAR_STEPS);
}

/** A plane's factor and its errors. */
export function scoreAt(rows: FitRows): (direction: Direction) => PlaneFit {
  const scorer = new Scorer(rows);
  const model = new Float64Array(rows.sky.index.length);
  const { allSky } = rows;
  const under = allSky && scoreAt(allSky.rows);
  const share = allSky === undefined ? 0 : allSky.isAlone ? 1 : shareOf(allSky.rows, rows);
  return (wanted) => {
    const { tilt, azimuth } = { ...wanted, ...rows.fixed };
    const fit = scorer.score(rows.sky.power({ tilt, azimuth }, undefined, model));
    if (under === undefined) return { tilt, azimuth, ...fit, misfit: fit.score };
    const { score } = under({ tilt, azimuth });
    const misfit = share === 1 ? score : exp((1 - share) * log(fit.score) + share * log(score));
    return { tilt, azimuth, ...fit, misfit };
  };
}

/** Of the days of both. */
function shareOf(one: FitRows, other: FitRows): number {
  return (one.days.length - 1) / (one.days.length + other.days.length - 2);
}

function refined(at: (direction: Direction) => PlaneFit, start: PlaneFit, steps: readonly number[]): PlaneFit {
  let best = start;
  for (const step of steps) {
    for (let move = 0; move < MOVES; move++) {
      const next = neighbours(best, step)
        .map(at)
        .reduce((a, b) => (b.misfit < a.misfit ? b : a));
      if (next.misfit >= best.misfit) break;
      best = next;
    }
  }
  return best;
}

/** The same plane, tilted and turned by so many degrees, and both: errors lie in valleys that run across. */
export function neighbours({ tilt, azimuth }: Direction, step: number): Direction[] {
  const turn = step / Math.max(LEAST_SINE, sin(tilt * DEG));
  const around = (degrees: number) => ((degrees % 360) + 360) % 360;
  return [-step, 0, step].flatMap((up) =>
    [-turn, 0, turn]
      .filter((aside) => up !== 0 || aside !== 0)
      // Beyond level ground a plane leans the other way.
      .map((aside) => ({
        tilt: Math.min(90, Math.abs(tilt + up)),
        azimuth: around(azimuth + aside + (tilt + up < 0 ? 180 : 0)),
      })),
  );
}
