/** Whether blocks can go the short way, in which interval, sub-step and output are one row, and what that needs. */
import type { Column } from "../../models/stage.js";
import { sameCells } from "../grid/lattice.js";
import { LONGEST_UNMOVED } from "../grid/sub-steps.js";
import type { Basis } from "./basis.js";
import type { LightPlan } from "./light.js";
import { type Inputs, planInputs } from "./needed-columns.js";

export interface OneStepPlan {
  /** All that is read but the irradiances and states. */
  readonly inputs: Inputs;
  /** Whether any of these differs from row to row; what is constant is read from the first row. */
  readonly varies: boolean;
  /** Whether anything asks which sub-step belongs to which row. */
  readonly numbered: boolean;
}

/** What a decomposition may read on the short way. */
const SINGLE_COLUMNS: readonly Column[] = ["kt", "extraterrestrialHorizontal"];

/**
 * Each weather interval must be an output interval, too, with one sub-step in its middle, and GHI be all the light that is
 * given, split by a model that looks at nothing else.
 */
export function planOneStep(basis: Basis, light: LightPlan): OneStepPlan | null {
  const { run, settings, everyStep, reach, decomposition, pv } = basis;
  const isShort =
    run.light &&
    !everyStep &&
    hasOneNode(basis) &&
    reach === 0 &&
    light.given.includes("ghi") &&
    !light.closes &&
    decomposition.stage.reads.every((column) => SINGLE_COLUMNS.includes(column));
  if (!isShort) return null;
  const inputs = planInputs(basis, true);
  const varies = [...inputs.needed].some((column) => !inputs.constant.has(column));
  return {
    inputs,
    varies,
    numbered: varies || pv !== null || settings.snow !== undefined || settings.extra.length > 0,
  };
}

/** Whether the intervals of both grids are the same and have one node each, which stays in the middle even at sunrise. */
function hasOneNode({ subSteps, weather, output }: Basis): boolean {
  if (!sameCells(weather, output)) return false;
  return "count" in subSteps ? subSteps.count === 1 : weather.step <= 1000 * LONGEST_UNMOVED;
}
