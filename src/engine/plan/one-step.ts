/** Whether blocks can take the shortcut, in which interval, sub-step and output are one row, and what it requires. */
import type { Column } from "../../models/stage.js";
import { sameCells } from "../grid/lattice.js";
import { LONGEST_UNMOVED } from "../grid/sub-steps.js";
import type { Basis, Neighbours } from "./basis.js";
import type { LightPlan } from "./light.js";
import { type Inputs, planInputs } from "./needed-columns.js";

export interface OneStepPlan {
  /** All columns that are read, except the irradiances and states. */
  readonly inputs: Inputs;
  /** Whether any of these varies by row; a constant is read from the first row. */
  readonly varies: boolean;
  /** Whether anything needs to know which sub-step belongs to which row. */
  readonly numbered: boolean;
  /** Whether the decomposition gets a row for every interval, dark or lit; else only the lit ones, without gaps between them. */
  readonly inRows: boolean;
  /** Weather intervals on either side of a block that the decomposition looks at. */
  readonly halo: Neighbours;
}

/** Columns of the sun and the irradiance that are known without gaps between the lit rows. */
const LIT_COLUMNS: readonly Column[] = ["kt", "extraterrestrialHorizontal"];

/** Columns that a decomposition may read on the shortcut. */
const COLUMNS: readonly Column[] = [
  ...LIT_COLUMNS,
  "time",
  "ghi",
  "extraterrestrialNormal",
  "apparentZenith",
  "zenith",
  "sunlitFraction",
  "clearGhi",
  "clearDhi",
  "pressure",
  "temperature",
  "dewPoint",
  "precipitableWater",
];

/**
 * Each weather interval must also be an output interval with one sub-step in its middle, and GHI the only given irradiance,
 * split by a model that does not look at the whole series.
 */
export function planOneStep(basis: Basis, light: LightPlan): OneStepPlan | null {
  const { run, settings, everyStep, reach, decomposition, pv } = basis;
  const { reads } = decomposition.stage;
  const isShort =
    run.light &&
    !everyStep &&
    hasOneNode(basis) &&
    reach.before + reach.after < Number.POSITIVE_INFINITY &&
    light.given.includes("ghi") &&
    !light.closes &&
    reads.every((column) => COLUMNS.includes(column));
  if (!isShort) return null;
  const inputs = planInputs(basis, true);
  const inRows =
    light.seesSnow || reach.before + reach.after > 0 || reads.some((column) => !LIT_COLUMNS.includes(column));
  const varies = inRows || [...inputs.needed].some((column) => !inputs.constant.has(column));
  return {
    inputs,
    varies,
    numbered: varies || pv !== null || settings.snow !== undefined || settings.extra.length > 0,
    inRows,
    halo: reach,
  };
}

/** Whether both grids have the same intervals with one node each, which stays in the middle even at sunrise. */
function hasOneNode({ subSteps, weather, output }: Basis): boolean {
  if (!sameCells(weather, output)) return false;
  return "count" in subSteps ? subSteps.count === 1 : weather.step <= 1000 * LONGEST_UNMOVED;
}
