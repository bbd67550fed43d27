/** A site of a job in the background: the answer that a request would have got, as a line, and behind all requests. */
import { setTimeout as pause } from "node:timers/promises";
import type { RenderedAnswer } from "../../answers/render.js";
import { PassingFailure } from "../../background/passing-failure.js";
import type { MadeSite, MakeSite, PartTask, SiteTask } from "../../jobs/make-part.js";
import { siteId } from "../../jobs/request.js";
import { loopTurn } from "../../loop-slices.js";
import type { Service } from "../../service.js";
import { aroundResponse, failureLine } from "../answer-line.js";
import { Deadline } from "../deadline.js";
import { asHttpError, type HttpError } from "../errors.js";
import { CommonQuery } from "./site-task.js";

/** ms until a server that is busy with requests is looked at again. */
const BUSY = 50;

/** Whoever has a job is an account; which one it is makes no difference to its answers. */
const OF_AN_ACCOUNT = { access: { account: "", keyId: "" } };

/** @param onFailure hears of sites whose failure is the server's own, and has become their line */
export function siteMaker(
  service: Service,
  onFailure: (of: PartTask, index: number, failure: unknown) => void,
): MakeSite {
  return async (task, signal) => {
    try {
      return answered(task, await renderedInPeace(service, task, signal));
    } catch (thrown) {
      signal.throwIfAborted();
      const error = asHttpError(thrown);
      const line = failed(task, error);
      if (error.status >= 500) onFailure(task.of, task.index, error.cause ?? error);
      return line;
    }
  };
}

/** A server that is full of requests is no failure: the site waits. */
async function renderedInPeace(service: Service, task: SiteTask, signal: AbortSignal): Promise<RenderedAnswer> {
  for (;;) {
    await loopTurn();
    signal.throwIfAborted();
    while (service.pool.waiting > 0) await pause(BUSY, undefined, { signal });
    try {
      return await rendered(service, task, signal);
    } catch (thrown) {
      if ((thrown as { readonly code?: unknown } | undefined)?.code !== "ERR_QUEUE_FULL") throw thrown;
    }
    await pause(BUSY, undefined, { signal });
  }
}

async function rendered(service: Service, { of, site }: SiteTask, stop: AbortSignal): Promise<RenderedAnswer> {
  const deadline = new Deadline(service.settings.deadline * 1000);
  const onStop = () => deadline.end(stop.reason);
  stop.addEventListener("abort", onStop, { once: true });
  const { signal } = deadline;
  try {
    const task = new CommonQuery(service, OF_AN_ACCOUNT, of.request).taskOf(site);
    const prepared = await deadline.unlessEnded(task.prepare(signal));
    return await deadline.unlessEnded(prepared.render({ encoding: "identity", signal, priority: 0 }));
  } finally {
    stop.removeEventListener("abort", onStop);
    deadline.over();
  }
}

function answered({ site, index, cost }: SiteTask, answer: RenderedAnswer): MadeSite {
  const { rows, columns, body } = answer;
  const [before, after] = aroundResponse({ index, id: siteId(site, index) }, { cost }, answer);
  return { line: [before, body, after], tokens: cost, failed: false, rows, columns };
}

/** @throws PassingFailure */
function failed({ of: { job, part, isLastAttempt }, site, index }: SiteTask, error: HttpError): MadeSite {
  const id = siteId(site, index);
  if (error.status >= 500 && !isLastAttempt) {
    throw new PassingFailure(`site ${index} (${JSON.stringify(id)}): ${error.message}`);
  }
  const line = [failureLine({ index, id }, error, `${job}.${part}`)];
  return { line, tokens: 0, failed: true, rows: 0, columns: 0 };
}
