/** What runs in a worker thread: one order at a time, on one workspace, so that a warm thread allocates next to nothing. */
import { createWorkspace } from "../../engine/memory/workspace.js";
import { toWire } from "../errors.js";
import type { Answer, Order, Task } from "../messages/messages.js";
import { assertWanted, beginItem, endItem } from "../messages/progress.js";
import { observe } from "./worker-observe.js";
import { computeSites } from "./worker-sites.js";
import { altitude, horizon } from "./worker-terrain.js";
import { generate, select } from "./worker-years.js";

const workspace = createWorkspace();

/** What becomes of each kind of task. */
const HANDLERS: { readonly [Kind in Task["kind"]]: (task: TaskOf<Kind>, order: Order) => unknown } = {
  warm: () => null,
  observe: (task, order) => observe(task, order, workspace),
  sites: (task, order) => computeSites(task, order, workspace),
  horizon,
  altitude,
  generate,
  select,
};

type TaskOf<Kind extends Task["kind"]> = Extract<Task, { readonly kind: Kind }>;

/**
 * Carries out an order. It never throws: what goes wrong in the computation is an answer, so that an error of the call
 * itself means that the thread is lost.
 */
export default async function work(order: Order): Promise<Answer> {
  const { task, progress, origin } = order;
  const handle = HANDLERS[task.kind] as (task: Task, order: Order) => unknown;
  beginItem(progress, 0, origin);
  let answer: Answer;
  try {
    assertWanted(progress);
    answer = { result: await handle(task, order) };
  } catch (thrown) {
    answer = { error: toWire(thrown) };
  }
  endItem(progress);
  return answer;
}
