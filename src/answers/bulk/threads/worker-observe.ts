/** The worker's side of a pool's observation: computed, written, compressed. */
import { copyColumns } from "../../../data/contract/observation/columns.js";
import { parseObservationRequest } from "../../../data/contract/observation/request.js";
import { computeColumns } from "../../../engine/compute.js";
import type { Workspace } from "../../../engine/memory/workspace.js";
import type { JobMessage, ObserveReply, TaskOf } from "../messages/messages.js";
import { assertWanted } from "../messages/progress.js";
import { climateBody, isClimate, observationBody } from "../pool/body.js";
import { engineContext } from "./worker-sites.js";

/** The result of `respond` or `computeColumns`. It is cloned when posted: `ResultBuffer` says why nothing is transferred. */
export async function observe(
  task: TaskOf<"observe">,
  { progress }: Pick<JobMessage, "progress">,
  workspace: Workspace,
): Promise<ObserveReply> {
  const { query, weather, encoding, write, form } = task;
  const context = await engineContext(task.context, task.context.models !== undefined);
  const proceed = () => assertWanted(progress);
  const writing = { encoding, write, decimals: context.decimals, proceed };
  if (isClimate(query)) {
    if (form === "body") return climateBody(query, weather, context, workspace, writing);
    throw new RangeError(
      `pool.observe: as does not apply to a climate year, which has its own response_format; got as: "${form}"`,
    );
  }
  const request = parseObservationRequest(query, context.now === undefined ? {} : { now: context.now });
  const columns = computeColumns(request, weather, context, workspace);
  proceed();
  if (form === "columns") return copyColumns(columns);
  const csv = form === "csv" || (form === "body" && request.responseFormat === "csv");
  return observationBody(columns, csv, writing);
}
