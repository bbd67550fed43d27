/** Whether a system's power is as its own meter taught it: a file of the place, for the same system, and for the runs that are forecast. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import { isSameSystem, type PowerTuning } from "irradiance-engine/internal/yield";
import { hasNames, type PvSystem, resolveSystem } from "irradiance-engine/system";
import { areRunsOf } from "./site-weights.js";
import type { NearbyPower } from "./tunings.js";

export interface TaughtPower {
  /** undefined: none is used. */
  readonly tuning: PowerTuning | undefined;
  /** Why what was learnt at the place is not used. */
  readonly notices: readonly Notice[];
}

export interface PlannedPower {
  /** For the tag of an answer: of all files of the place. */
  readonly revisions: readonly string[];
  /** Whether one is of the system. */
  readonly isTaught: boolean;
  /** @param run what the forecast is made of */
  of(run: readonly Provenance[]): TaughtPower;
}

/** @param near files of the place, the nearest first */
export async function plannedPower(near: readonly NearbyPower[], system: PvSystem): Promise<PlannedPower> {
  const revisions = near.map(({ revision }) => revision);
  if (near.length === 0) return { revisions, isTaught: false, of: () => ({ tuning: undefined, notices: [] }) };
  const own = hasNames(system) ? await resolveSystem(system) : system;
  const its = near.filter(({ tuning }) => isSameSystem(tuning.system, own));
  const of = (run: readonly Provenance[]): TaughtPower => {
    const found = its.find(({ tuning }) => areRunsOf(run, tuning.runs));
    if (found !== undefined) return { tuning: found.tuning, notices: [] };
    const why =
      its[0] === undefined
        ? "it is for another system: describe this one as it was described when its meter taught"
        : `it is for runs of "${its[0].tuning.runs.join('", "')}", and these are others`;
    return {
      tuning: undefined,
      notices: [{ code: "not-taught", message: `what a meter taught here of power is not used: ${why}` }],
    };
  };
  return { revisions, isTaught: its.length > 0, of };
}
