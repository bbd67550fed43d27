/** The worker's side of a pool's observation: computed, written, compressed. */
import { computeColumns } from "../engine/compute.js";
import type { Workspace } from "../engine/workspace.js";
import { copyColumns } from "../observation/columns.js";
import { writeCsv } from "../observation/csv.js";
import { writeJson } from "../observation/json.js";
import { parseObservationRequest } from "../observation/request.js";
import type { ObservationColumns } from "../observation/types.js";
import { encodeBody } from "./encoding.js";
import type { ResponseBody } from "./pool-types.js";
import { assertWanted, type Progress } from "./progress.js";
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
  return writtenBody(columns, csv, task, progress);
}

function writtenBody(
  columns: ObservationColumns,
  csv: boolean,
  { encoding, write, context: { decimals } }: Pick<ObserveTask, "encoding" | "write" | "context">,
  progress: Progress,
): ResponseBody {
  const options = { ...write, ...(decimals === undefined ? {} : { decimals }) };
  const written = csv ? writeCsv(columns, options) : writeJson(columns, options);
  assertWanted(progress);
  return {
    contentType: csv ? "text/csv; charset=utf-8" : "application/json",
    encoding,
    body: encodeBody(written, encoding),
    rows: columns.count,
    columns: Object.values(columns.values).filter((column) => column !== null).length,
    diagnostics: columns.diagnostics,
  };
}
