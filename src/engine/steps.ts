/** The sub-steps of a request, for whoever goes on computing with them before anything is averaged. */

import type { IntervalRequest } from "../data/contract/observation/request.js";
import type { ObservationColumns, ObservationQuery } from "../data/contract/observation/types.js";
import type { CheckedWeather } from "../data/weather/series.js";
import type { Block, Column, Stage } from "../physics/models/stage.js";
import { litColumns } from "./compute-grid/chain.js";
import type { ComputedBlock } from "./grid/lattice.js";
import { rowsOf, STEPS, type StepColumns } from "./memory/columns.js";
import type { Workspace } from "./memory/workspace.js";
import { meanRows } from "./output-grid/means.js";
import { type ObservationContext, readRequest } from "./plan/context.js";
import type { Plan } from "./plan/plan.js";
import { computeIntervals } from "./values.js";

/** The sub-steps of some output intervals. All columns are valid until the next block. */
export interface StepBlock {
  /** Sub-steps [from, to) as a PV stage gets them: behind horizon line and rows, where there are any. */
  readonly block: Block;
  /** The same sub-steps in the open. */
  readonly open: StepColumns;
  /** Seconds that each stands for. */
  readonly weight: Float64Array;
  /** Output intervals [first, last); `first + k` has the sub-steps [starts[k], starts[k + 1]). */
  readonly first: number;
  readonly last: number;
  readonly starts: Int32Array;
  /** Output intervals of the whole request. */
  readonly count: number;
  /** Hours from UTC to local standard time. */
  readonly timeZone: number;
  /** The mean of a column over each output interval, written to its row; NaN where too little of the weather is known. */
  mean(column: Float64Array, out: Float64Array): void;
}

/**
 * A request like `computeColumns`, whose sub-steps go to `take` block by block. The light on the plane, and what `reads` names, are
 * there; the value of `pv_production` is not computed.
 *
 * @param assumedWind m/s where the weather has no wind: a notice tells of gaps
 * @throws as `computeColumns`
 */
export function computeSteps(
  query: ObservationQuery,
  series: CheckedWeather,
  context: ObservationContext,
  { reads, assumedWind }: { readonly reads: readonly Column[]; readonly assumedWind: number },
  take: (steps: StepBlock) => void,
): ObservationColumns {
  const stage: Stage = {
    ...{ name: "yield", family: "pv", grid: "compute", reach: 0, reads, writes: ["pv"], assumedWind },
    prepare: () => null,
    run: () => undefined,
  };
  const whole = { ...context, models: { ...context.models, pv: { stage } } };
  const { request, settings } = readRequest(query, whole);
  return computeIntervals(request as IntervalRequest, series, settings, whole, undefined, (averager, plan, work) => ({
    take(computed) {
      averager.take(computed);
      take(stepsOf(computed, plan, work));
    },
  }));
}

function stepsOf({ first, last, from, to }: ComputedBlock, plan: Plan, work: Workspace): StepBlock {
  const { lit, placed, uncovered } = work;
  const length = plan.output.step / 1000;
  return {
    block: rowsOf(litColumns(plan), plan, from, to),
    open: STEPS,
    weight: STEPS.weight,
    ...{ first, last, starts: placed.outputStart, count: plan.count, timeZone: plan.timeZone },
    mean(column, out) {
      meanRows(lit, placed, STEPS.weight, length, column, null, out, first);
      for (let k = 0; k < uncovered.count; k++) out[first + uncovered.rows[k]!] = Number.NaN;
    },
  };
}
