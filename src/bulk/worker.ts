/** What runs in a worker thread: one order at a time, on one workspace, so that a warm thread allocates next to nothing. */
import { computeColumns } from "../engine/compute.js";
import { createWorkspace } from "../engine/workspace.js";
import { copyColumns } from "../observation/columns.js";
import { writeCsv } from "../observation/csv.js";
import { writeJson } from "../observation/json.js";
import { parseObservationRequest } from "../observation/request.js";
import { clock } from "./clock.js";
import { toWire } from "./errors.js";
import { type Answer, ITEM, type ObserveReply, type ObserveTask, type Order, SINCE } from "./wire.js";
import { engineContext } from "./worker-context.js";
import { computeSites } from "./worker-sites.js";

const workspace = createWorkspace();

/**
 * Carries out an order. It never throws: what goes wrong in the computation is an answer, so that an error of the call
 * itself means that the thread is lost.
 */
export default async function work(order: Order): Promise<unknown> {
  const { progress } = order;
  Atomics.store(progress, SINCE, clock() - order.origin);
  Atomics.store(progress, ITEM, 0);
  let answer: Answer;
  try {
    answer = { result: await carryOut(order) };
  } catch (thrown) {
    answer = { error: toWire(thrown) };
  }
  Atomics.store(progress, ITEM, -1);
  return answer;
}

async function carryOut(order: Order): Promise<unknown> {
  const { task } = order;
  if (task.kind === "warm") return null;
  if (task.kind === "observe") return observe(task);
  return computeSites(task, order, workspace);
}

/** What `respond` or `computeColumns` gives. It is cloned on its way: see `Arena` for why nothing is transferred. */
async function observe(task: ObserveTask): Promise<ObserveReply> {
  const context = await engineContext(task.context, task.context.models !== undefined);
  const request = parseObservationRequest(task.query, context.now === undefined ? {} : { now: context.now });
  const columns = computeColumns(request, task.weather, context, workspace);
  if (task.form === "columns") return copyColumns(columns);
  const csv = task.form === "csv" || (task.form === "body" && request.responseFormat === "csv");
  const { decimals } = context;
  const body = (csv ? writeCsv : writeJson)(columns, decimals === undefined ? {} : { decimals });
  return { contentType: csv ? "text/csv; charset=utf-8" : "application/json", body: body as Uint8Array<ArrayBuffer> };
}
