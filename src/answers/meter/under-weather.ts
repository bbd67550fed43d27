/** What weather adds to clear days: whether a plane that has to explain all days is the better one, and what its light is worth. */
import { log } from "../../foundation/math/index.js";
import { type FitRows, inParts, withAllSky } from "./fit-rows.js";
import { fitNear, fitPlane, type PlaneFit, scoreAt, withoutStrays } from "./plane.js";
import { FEWEST_DAYS } from "./remarks.js";

export interface FittedPlane {
  readonly rows: FitRows;
  readonly plane: PlaneFit;
}

/** The plane of these rows, without days that are of another system. */
export function settled(all: FitRows): FittedPlane {
  const first = fitPlane(all);
  const rows = withoutStrays(all, first);
  return { rows, plane: rows === all ? first : fitPlane(rows) };
}

export function isEnough({ days }: FitRows): boolean {
  return days.length > FEWEST_DAYS;
}

/** The plane of clear days and of all days together, where it explains days under their weather better that neither has seen. */
export function together(clear: FittedPlane, all: FitRows): FittedPlane | undefined {
  const rows = withAllSky(clear.rows, withoutStrays(all, clear.plane));
  const plane = fitNear(rows, clear.plane);
  let gain = 0;
  for (const [seen, unseen] of inParts(rows)) {
    const { allSky: _, ...alone } = seen;
    const at = scoreAt(unseen.allSky!.rows);
    const [both, one] = [seen, alone].map((part) => at(fitNear(part, plane)).score);
    if (both! < Infinity) gain += log(one! / both!);
  }
  return gain > 0 ? { rows, plane } : undefined;
}
