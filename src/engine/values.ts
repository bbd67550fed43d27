/** From a plan to its values. */
import type { ValueName } from "../contract/observation/parameters.js";
import type { BlockConsumer } from "./grid/block.js";
import type { Workspace } from "./memory/workspace.js";
import { Averager } from "./output-grid/columns.js";
import type { ValueColumns } from "./plan/outputs.js";
import type { Plan } from "./plan/plan.js";
import { runPlan } from "./run.js";
import { snowLoss } from "./snow-loss.js";
import type { Counts } from "./weather-grid/counts.js";

/**
 * Computes a plan: its values, into columns of a workspace or fresh ones, its extra columns, and what was counted.
 *
 * @param consumerOf what takes the blocks, made of what averages them
 */
export function computePlan(
  plan: Plan,
  work: Workspace,
  reused: ValueColumns = {},
  consumerOf: (averager: BlockConsumer) => BlockConsumer = (averager) => averager,
): {
  readonly computed: ValueColumns;
  readonly extra: { readonly [name: string]: Float64Array };
  readonly counts: Counts;
} {
  const fresh = (): Float64Array => new Float64Array(plan.count);
  const computed: { [name in ValueName]?: Float64Array } = {};
  for (const name of [...plan.outputs.wanted, ...plan.outputs.others]) computed[name] = reused[name] ?? fresh();
  const extra: { [name: string]: Float64Array } = {};
  for (const name of plan.settings.extra) extra[name] = fresh();
  const averager = new Averager(plan, work, computed, extra, plan.snow && snowLoss(plan.snow));
  return { computed, extra, counts: runPlan(plan, work, computed, consumerOf(averager)) };
}
