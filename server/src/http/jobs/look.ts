/** GET /v1/jobs and /v1/jobs/{id}; DELETE cancels a job that lives, and removes one that has ended. */
import type { FastifyRequest } from "fastify";
import { removeJob } from "../../jobs/expiry.js";
import type { Service } from "../../service.js";
import { accessOf, type Caller } from "../callers.js";
import type { Handler } from "../exchange.js";
import { visitOf } from "../visit.js";
import { sendJson, shownJob, shownParts } from "./job-answer.js";
import { absentJob, jobsOf, ownJob } from "./own-job.js";
import { readable } from "./readable.js";

const MOST_LISTED = 100;
/** ms for which a cancelled job cannot be removed: a balancer, or an impatient click, may have sent the same DELETE twice. */
const CANCELLED_STAYS = 60_000;

export function listOf(service: Service): Handler {
  return async (request, reply) => {
    const { account } = accessOf(visitOf(request).caller as Caller, "jobs");
    const jobs = await jobsOf(service).stored.list(account, MOST_LISTED);
    return sendJson(service, request, reply, { jobs: jobs.map((job) => shownJob(service, job)) });
  };
}

export function lookOf(service: Service): Handler {
  return async (request, reply) => {
    const { caller, now } = visitOf(request);
    const job = await ownJob(service, caller as Caller, idOf(request));
    const parts = await shownParts(jobsOf(service), job, now);
    return sendJson(service, request, reply, { ...shownJob(service, job), ...parts });
  };
}

export function endOf(service: Service): Handler {
  return async (request, reply) => {
    const { caller, now } = visitOf(request);
    const { stored, results, watch, doorbell } = jobsOf(service);
    const found = await ownJob(service, caller as Caller, idOf(request));
    const { id, state, ended } = found;
    if (state === "cancelled" && now - (ended as number) < CANCELLED_STAYS) {
      return sendJson(service, request, reply, shownJob(service, found));
    }
    if (state !== "living") {
      await readable(service, removeJob(stored, results, id));
      watch.removed(id);
      return reply.code(204).header("Cache-Control", "no-store").send();
    }
    await stored.cancel(id, now);
    doorbell.cancelled(id);
    const job = await stored.find(id);
    if (job === undefined) throw absentJob();
    watch.ended(job);
    return sendJson(service, request, reply, shownJob(service, job));
  };
}

export function idOf({ params }: FastifyRequest): string {
  return (params as { readonly id: string }).id;
}
