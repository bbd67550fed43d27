/** A site of a job in the background: the answer that a request would have got, as a line, and behind all requests. */
import { setTimeout as pause } from "node:timers/promises";
import type { Rendered } from "../../answers/render.js";
import { type MadeSite, type MakeSite, PassingFailure, type SiteOrder } from "../../jobs/make-part.js";
import { siteId } from "../../jobs/request.js";
import { loopTurn } from "../../loop-slices.js";
import type { Service } from "../../service.js";
import { aroundResponse, failureLine } from "../answer-line.js";
import { Deadline } from "../deadline.js";
import { asHttpError, type HttpError } from "../errors.js";
import { CommonQuery } from "./site-task.js";

/** ms until a server that is busy with requests is looked at again. */
const BUSY = 50;

export function siteMaker(service: Service): MakeSite {
  return async (order, signal) => {
    try {
      return answered(order, await renderedInPeace(service, order, signal));
    } catch (thrown) {
      signal.throwIfAborted();
      return failed(service, order, asHttpError(thrown));
    }
  };
}

/** A server that is full of requests is no failure: the site waits. */
async function renderedInPeace(service: Service, order: SiteOrder, signal: AbortSignal): Promise<Rendered> {
  for (;;) {
    await loopTurn();
    signal.throwIfAborted();
    while (service.pool.waiting > 0) await pause(BUSY, undefined, { signal });
    try {
      return await rendered(service, order, signal);
    } catch (thrown) {
      if ((thrown as { readonly code?: unknown } | undefined)?.code !== "ERR_QUEUE_FULL") throw thrown;
    }
    await pause(BUSY, undefined, { signal });
  }
}

async function rendered(service: Service, { claim, request, index }: SiteOrder, stop: AbortSignal): Promise<Rendered> {
  const deadline = new Deadline(service.settings.deadline * 1000);
  const onStop = () => deadline.end(stop.reason);
  stop.addEventListener("abort", onStop, { once: true });
  const { signal } = deadline;
  try {
    const caller = { access: { account: claim.account, keyId: "" } };
    const task = new CommonQuery(service, caller, request).taskOf(request.sites[index]!);
    const prepared = await deadline.unlessEnded(task.prepare(signal));
    return await deadline.unlessEnded(prepared.render({ encoding: "identity", signal, priority: 0 }));
  } finally {
    stop.removeEventListener("abort", onStop);
    deadline.over();
  }
}

function answered({ request, index }: SiteOrder, answer: Rendered): MadeSite {
  const cost = request.costs[index]!;
  const { rows, columns, body } = answer;
  const [before, after] = aroundResponse({ index, id: siteId(request, index) }, { cost }, answer);
  return { line: [before, body, after], tokens: cost, failed: false, rows, columns };
}

/** @throws PassingFailure */
function failed({ jobs }: Service, { claim, request, index, isLastAttempt }: SiteOrder, error: HttpError): MadeSite {
  const id = siteId(request, index);
  if (error.status >= 500) {
    if (!isLastAttempt) throw new PassingFailure(`site ${index} (${JSON.stringify(id)}): ${error.message}`);
    jobs?.watch.siteFailed(claim, index, error.cause ?? error);
  }
  const line = [failureLine({ index, id }, error, `${claim.job}.${claim.part}`)];
  return { line, tokens: 0, failed: true, rows: 0, columns: 0 };
}
