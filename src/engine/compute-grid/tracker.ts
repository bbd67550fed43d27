/** Per sub-step: how a tracker stands. */
import { horizontalTrackerRows } from "../../models/tracking/horizontal-tracker.js";
import { cosIncidenceTrackerRows } from "../../models/transposition/incidence.js";
import { STEPS } from "../memory/columns.js";
import type { Plan } from "../plan/plan.js";
import { GROUND_COVERAGE, MAX_ROTATION, trackerRows } from "./kernels/tracker.js";

const s = STEPS;

/** The tracker's rotation (degrees, west positive; tilt of a dual-axis one), tilt and incidence for sub-steps [i0, i1). */
export function turnTracker({ settings: { tracker }, steps }: Plan, i0: number, i1: number): void {
  if (tracker) {
    tracker.turn(i0, i1, s);
  } else if (steps.exact) {
    horizontalTrackerRows(i0, i1, s.east, s.up, MAX_ROTATION, GROUND_COVERAGE, true, s.rotation);
    cosIncidenceTrackerRows(i0, i1, s.east, s.up, s.rotation, s.cosIncidence, s.cosTilt);
  } else {
    trackerRows(i0, i1, s.east, s.up, s.rotation, s.cosIncidence, s.cosTilt);
  }
}
