/** What runs in a worker thread: one order at a time, on one workspace, so that a warm thread allocates next to nothing. */
import { move, transferableSymbol, valueSymbol } from "piscina";
import { computeColumns } from "../engine/compute.js";
import { createWorkspace } from "../engine/workspace.js";
import { copyColumns } from "../observation/columns.js";
import { writeCsv } from "../observation/csv.js";
import { writeJson } from "../observation/json.js";
import { parseObservationRequest } from "../observation/request.js";
import type { ObservationColumns } from "../observation/types.js";
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
  const transfer: ArrayBuffer[] = [];
  let answer: Answer;
  try {
    answer = { result: await carryOut(order, transfer) };
  } catch (thrown) {
    transfer.length = 0;
    answer = { error: toWire(thrown) };
  }
  Atomics.store(progress, ITEM, -1);
  return move({ [valueSymbol]: answer, [transferableSymbol]: transfer } as unknown as ArrayBuffer);
}

async function carryOut(order: Order, transfer: ArrayBuffer[]): Promise<unknown> {
  const { task } = order;
  if (task.kind === "warm") return null;
  if (task.kind === "observe") return observe(task, transfer);
  const reply = await computeSites(task, order, workspace);
  transfer.push(reply.buffer);
  return reply;
}

/** What `respond` or `computeColumns` gives, on memory that can be transferred. */
async function observe(task: ObserveTask, transfer: ArrayBuffer[]): Promise<ObserveReply> {
  const context = await engineContext(task.context, task.context.models !== undefined);
  const request = parseObservationRequest(task.query, context.now === undefined ? {} : { now: context.now });
  const columns = computeColumns(request, task.weather, context, workspace);
  if (task.form === "columns") return transferred(copyColumns(columns), transfer);
  const csv = task.form === "csv" || (task.form === "body" && request.responseFormat === "csv");
  const { decimals } = context;
  const body = (csv ? writeCsv : writeJson)(columns, decimals === undefined ? {} : { decimals });
  transfer.push(body.buffer as ArrayBuffer);
  return { contentType: csv ? "text/csv; charset=utf-8" : "application/json", body: body as Uint8Array<ArrayBuffer> };
}

function transferred(columns: ObservationColumns, transfer: ArrayBuffer[]): ObservationColumns {
  for (const values of [columns.values, columns.extra]) {
    for (const column of Object.values(values)) if (column) transfer.push(column.buffer as ArrayBuffer);
  }
  return columns;
}
