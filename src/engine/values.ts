/** Executes a plan and returns its values. */
import type { ValueName } from "../contract/observation/parameters.js";
import type { Notice } from "../contract/observation/types.js";
import type { BlockConsumer } from "./grid/block.js";
import { Workspace } from "./memory/workspace.js";
import { Averager } from "./output-grid/columns.js";
import type { ValueColumns } from "./plan/outputs.js";
import type { Plan } from "./plan/plan.js";
import { runPlan } from "./run.js";
import { snowLoss } from "./snow-loss.js";
import { closureNotices } from "./weather-grid/closure.js";
import type { Counts } from "./weather-grid/counts.js";

/** The values of a plan, its extra columns, counts and notices. */
export interface Computed {
  readonly computed: ValueColumns;
  readonly extra: { readonly [name: string]: Float64Array };
  readonly counts: Counts;
  /** What the run found out about the weather. */
  readonly notices: readonly Notice[];
}

/** Makes the consumer of the blocks, given the object that averages them. */
export type ConsumerOf = (averager: BlockConsumer, plan: Plan, work: Workspace) => BlockConsumer;

/**
 * Computes a plan.
 *
 * @param workspace holds the values; without one they are new arrays
 */
export function computePlan(
  plan: Plan,
  workspace?: Workspace,
  consumerOf: ConsumerOf = (averager) => averager,
): Computed {
  const { outputs, settings, count } = plan;
  const reused: ValueColumns = workspace?.outputColumns(count) ?? {};
  const work = workspace ?? new Workspace();
  const fresh = (): Float64Array => new Float64Array(count);
  const computed: { [name in ValueName]?: Float64Array } = {};
  for (const name of [...outputs.wanted, ...outputs.others]) computed[name] = reused[name] ?? fresh();
  const extra: { [name: string]: Float64Array } = {};
  for (const name of settings.extra) extra[name] = fresh();
  const averager = new Averager(plan, work, computed, extra, plan.snow && snowLoss(plan.snow));
  const counts = runPlan(plan, work, computed, consumerOf(averager, plan, work));
  return { computed, extra, counts, notices: closureNotices(work.closure) };
}
