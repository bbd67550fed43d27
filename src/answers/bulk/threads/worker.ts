/** Entry point of a worker thread: one job at a time, on one workspace, so that a warm thread allocates almost nothing. */
import { setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { createWorkspace } from "../../../engine/memory/workspace.js";
import { toWire } from "../errors.js";
import type { Answer, JobMessage, Task, TaskOf, ThreadData, WorkerThreadsData } from "../messages/messages.js";
import { assertWanted, beginItem, endItem } from "../messages/progress.js";
import { imported } from "../sites/checks.js";
import { observe } from "./worker-observe.js";
import { altitude, computeSites, ground, horizon } from "./worker-sites.js";
import { computeLearning, computePower, computeYield, wellDescribed } from "./worker-yield.js";

const workspace = createWorkspace();

const { niceness = 0 } = (workerData as ThreadData<WorkerThreadsData>).data;
// Linux knows priorities of threads; elsewhere this would be the whole process's.
if (niceness > 0 && process.platform === "linux") setPriority(niceness);

/** The handler of each kind of task. */
const HANDLERS: { readonly [Kind in Task["kind"]]: (task: TaskOf<Kind>, message: JobMessage) => unknown } = {
  warm: () => null,
  observe: (task, message) => observe(task, message, workspace),
  sites: (task, message) => computeSites(task, message, workspace),
  horizon,
  altitude,
  ground,
  generate: async ({ place, monthly, options }) => {
    const { generateYear } = await import("../../climate/generation/generate.js");
    return generateYear(place, monthly, options);
  },
  select: async ({ weather, options }) => {
    const { selectProbableYear, selectTypicalYear } = await import("../../climate/selection/select.js");
    return "extreme" in options ? selectProbableYear(weather, options) : selectTypicalYear(weather, options);
  },
  yield: computeYield,
  power: computePower,
  learn: computeLearning,
  resolve: ({ system }) => wellDescribed(system),
  call: async ({ of, data }) => ((await imported(of)) as (data: unknown) => unknown)(data),
};

/**
 * Executes a job. It never throws: an error of the computation is an answer, so that an error of the call
 * itself means that the thread is lost.
 */
export default async function work(message: JobMessage): Promise<Answer> {
  const { task, progress, origin } = message;
  const handle = HANDLERS[task.kind] as (task: Task, message: JobMessage) => unknown;
  beginItem(progress, 0, origin);
  let answer: Answer;
  try {
    assertWanted(progress);
    answer = { result: await handle(task, message) };
  } catch (thrown) {
    answer = { error: toWire(thrown) };
  }
  endItem(progress);
  return answer;
}
