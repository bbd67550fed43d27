/** The worker's side of a pool's observation: computed, written, compressed. */
import { computeColumns } from "../engine/compute.js";
import type { Workspace } from "../engine/workspace.js";
import { copyColumns } from "../observation/columns.js";
import { parseObservationRequest } from "../observation/request.js";
import { writtenBody } from "./body.js";
import { assertWanted } from "./progress.js";
import type { ObserveReply, ObserveTask, Order } from "./wire.js";
import { engineContext } from "./worker-context.js";

/** What `respond` or `computeColumns` gives. It is cloned on its way: see `Arena` for why nothing is transferred. */
export async function observe(
  task: ObserveTask,
  { progress }: Pick<Order, "progress">,
  workspace: Workspace,
): Promise<ObserveReply> {
  const context = await engineContext(task.context, task.context.models !== undefined);
  const request = parseObservationRequest(task.query, context.now === undefined ? {} : { now: context.now });
  const columns = computeColumns(request, task.weather, context, workspace);
  assertWanted(progress);
  if (task.form === "columns") return copyColumns(columns);
  const csv = task.form === "csv" || (task.form === "body" && request.responseFormat === "csv");
  const { encoding, write } = task;
  return writtenBody(columns, csv, { encoding, write, decimals: context.decimals }, () => assertWanted(progress));
}
