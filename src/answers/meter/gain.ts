/** What a learnt system is worth on days that it has not seen, beside a usual plane with one factor. */
import { type FitRows, inParts } from "./fit-rows.js";
import { fitNear, type PlaneFit, scoreAt } from "./plane.js";
import type { Direction } from "./types.js";

const USUAL_TILT = 30;

export interface HeldOutGain {
  /** Errors as shares of the power on unseen clear days: of the learnt plane, and of a plane at 30° to the equator with one factor. */
  readonly learnt: number;
  readonly usual: number;
  /** Clear days that were left out in turn. */
  readonly days: number;
}

export function usualPlane(latitude: number): Direction {
  return { tilt: USUAL_TILT, azimuth: latitude < 0 ? 0 : 180 };
}

export function heldOutGain(rows: FitRows, plane: PlaneFit, latitude: number): HeldOutGain {
  let [learnt, usual, all] = [0, 0, 0];
  for (const [seen, unseen] of inParts(rows)) {
    learnt += errorOf(unseen, fitNear(seen, plane));
    usual += errorOf(unseen, scoreAt(seen)(usualPlane(latitude)));
    all += unseen.measured.reduce((sum, power) => sum + power, 0);
  }
  return { learnt: learnt / all, usual: usual / all, days: rows.days.length - 1 };
}

function errorOf({ sky, measured, limit = Number.POSITIVE_INFINITY }: FitRows, plane: PlaneFit): number {
  const model = sky.power(plane);
  return measured.reduce((sum, power, row) => sum + Math.abs(power - Math.min(limit, plane.power * model[row]!)), 0);
}
