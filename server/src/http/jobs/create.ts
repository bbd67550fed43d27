/** POST /v1/jobs: everything is checked, the price is held, and the job lives. */
import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Access } from "../../accounts/accounts.js";
import type { JobCreation, NewJob, StoredJob } from "../../accounts/jobs.js";
import { planParts } from "../../jobs/plan-parts.js";
import { writtenRequest } from "../../jobs/request.js";
import type { Service } from "../../service.js";
import { showTokens } from "../answer-charge.js";
import { accessOf, type Caller } from "../callers.js";
import { Departure } from "../departure.js";
import { HttpError, tooMany } from "../errors.js";
import type { Handler } from "../exchange.js";
import { markOf, REPLAYED, repeatOf } from "../repeats.js";
import { turnOf } from "../turns.js";
import { type Visit, visitOf } from "../visit.js";
import { type CheckedJob, checkedJob } from "./body.js";
import { JOBS_PATH, sendJson, shownJob } from "./job-answer.js";
import { jobsOf } from "./own-job.js";

const MIB = 1_048_576;
/** Of an id: 22 characters. */
const ID_BYTES = 16;
/** Seconds after which another job may have ended. */
const RETRY_WHEN_TOO_MANY = 60;

export function creationOf(service: Service): Handler {
  return async (request, reply) => {
    const visit = visitOf(request);
    const caller = visit.caller as Caller;
    const access = accessOf(caller, "jobs");
    const repeat = jobRepeatOf(service, request);
    const { stored, doorbell, watch } = jobsOf(service);
    const create = async () => {
      const checked = await checkedInTurn(service, caller, request, new Departure(reply.raw, deadlineOf(service)));
      const parts = await planParts(checked.sites);
      const price = parts.reduce((sum, { tokens }) => sum + tokens, 0);
      showTokens(reply, service, caller, price);
      const { jobs: mostLiving, "job-requests": mostMebibytes } = caller.limits;
      const about = { parts, repeat, mostLiving, mostBytes: mostMebibytes * MIB };
      return stored.create({ ...(await newJob(access, checked, visit)), ...about });
    };
    // Asked for before its sites are checked, whose times may have gone out of reach since.
    const creation = (repeat && (await stored.again(access.account, repeat))) ?? (await create());
    const job = jobOf(creation, caller, repeat);
    showTokens(reply, service, caller, job.tokens);
    if (creation.kind === "again") reply.header(REPLAYED, "true");
    else {
      doorbell.ring();
      watch.created(job, visit.trace);
    }
    reply.code(creation.kind === "again" ? 200 : 201).header("Location", `${JOBS_PATH}/${job.id}`);
    return sendJson(service, request, reply, shownJob(service, job));
  };
}

function deadlineOf({ settings }: Service): number {
  return settings.deadline * 1000;
}

/** Thousands of sites take time: as much of it as the account's requests may have. */
async function checkedInTurn(
  service: Service,
  caller: Caller,
  request: FastifyRequest,
  departure: Departure,
): Promise<CheckedJob> {
  const { signal } = departure;
  try {
    const end = await turnOf(service.turns, caller, signal);
    try {
      return await checkedJob(service, caller, request.body, visitOf(request).now, signal);
    } finally {
      end();
    }
  } finally {
    departure.over();
  }
}

async function newJob({ account, keyId }: Access, { request }: CheckedJob, { now: created, trace }: Visit) {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return { id, account, keyId, created, request: await writtenRequest({ ...request, ...(trace && { trace }) }) };
}

/** A balancer that sends a request again under the id that it gave it means the same job, too. */
function jobRepeatOf(service: Service, request: FastifyRequest): NewJob["repeat"] {
  const own = repeatOf(request);
  if (own !== undefined) return own;
  const mark = markOf(service, request);
  return mark && { key: ` ${mark.id}`, fingerprint: mark.fingerprint };
}

/** @throws HttpError 409, 422, 429 */
function jobOf(creation: JobCreation, { limits }: Caller, repeat: NewJob["repeat"]): StoredJob {
  switch (creation.kind) {
    case "new":
    case "again":
      return creation.job;
    case "other":
      throw repeat?.key.startsWith(" ")
        ? new HttpError("request_id_conflict", "the X-Request-Id of this request was used by another request")
        : new HttpError("idempotency_conflict", "this Idempotency-Key was used with a different request");
    case "too-many":
      throw tooMany(
        "too_many_jobs",
        `this account has ${limits.jobs} living jobs, the most allowed: wait until one ends, or cancel one`,
        RETRY_WHEN_TOO_MANY,
      );
    case "too-large":
      throw tooMany(
        "too_many_jobs",
        `the requests of this account's living jobs would have more than ${limits["job-requests"]} MiB: wait until one ends, or cancel one`,
        RETRY_WHEN_TOO_MANY,
      );
  }
}
