/**
 * The paths of jobs below /v1/jobs: GET lists and shows them, DELETE cancels a job that lives, and removes one that has ended,
 * GET …/parts/{part} has the results of a part, with the key of the account or by a signed link. A server that makes no jobs says so at each.
 */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoredPart } from "../../accounts/jobs.js";
import { partName } from "../../background/cut.js";
import { removeJob } from "../../jobs/job-service.js";
import { FORMATS, formatOfFile } from "../../jobs/result-files.js";
import type { Service } from "../../service.js";
import { accessOf, type Caller } from "../callers.js";
import { MOST_JOB_BODY_BYTES } from "../endpoint.js";
import { asHttpError, Deadline, HttpError, slowClients, tooMany } from "../errors.js";
import { admit, type Doing, type Handler, refuseSuspended, VARY } from "../exchange.js";
import { chosenEncoding, matchesTag } from "../headers.js";
import { visitOf } from "../visit.js";
import { absentJob, creationOf, JOBS_PATH, jobsOf, ownJob, sendJson, shownJob, shownParts } from "./create.js";

type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface JobRoute {
  readonly url: string;
  readonly method: string[];
  readonly handler: Handler;
  readonly admission: Admission;
  readonly bodyLimit?: number;
}

const READ = ["GET", "HEAD"];

export function jobRoutes(service: Service): readonly JobRoute[] {
  const admissionTo = (doing: Doing) => where(service, (...given) => admit(...given, doing));
  const [admission, toWrite] = [admissionTo("reads"), admissionTo("writes")];
  const one = `${JOBS_PATH}/:id`;
  return [
    { url: JOBS_PATH, method: READ, handler: listOf(service), admission },
    {
      url: JOBS_PATH,
      method: ["POST"],
      handler: creationOf(service),
      admission: toWrite,
      bodyLimit: MOST_JOB_BODY_BYTES,
    },
    { url: one, method: READ, handler: lookOf(service), admission },
    { url: one, method: ["DELETE"], handler: endOf(service), admission: toWrite },
    { url: `${one}/parts/:part`, method: READ, handler: resultsOf(service), admission: where(service, admitToPart) },
  ];
}

function where(
  service: Service,
  admission: (service: Service, request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Admission {
  return async (request, reply) => {
    jobsOf(service);
    await admission(service, request, reply);
  };
}

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

function lookOf(service: Service): Handler {
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

/** Results of a part never change. */
const CACHE_CONTROL = "private, max-age=3600";
const PLACE = /^(0|[1-9]\d{0,5})$/;
const EXPIRES = /^\d{1,12}$/;

/**
 * What comes by a link counts for no rate: it is bounded by connections, and by `--max-unsent`.
 *
 * @throws HttpError 403 for a link that is wrong or expired; as `admit` without one
 */
async function admitToPart(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { expires, signature } = request.query as { readonly [key: string]: unknown };
  if (expires === undefined && signature === undefined) return admit(service, request, reply);
  reply.headers(VARY);
  const isForm = typeof signature === "string" && typeof expires === "string" && EXPIRES.test(expires);
  const given = isForm ? { expires: Number(expires), signature } : { expires: 0, signature: "" };
  const verdict = await jobsOf(service).links.verdict(visitOf(request).now, addressOf(request), given);
  if (verdict === "expired") {
    throw new HttpError(
      "link_expired",
      "this link has expired: request the job with the account's key to get new links",
    );
  }
  if (verdict === "wrong") throw new HttpError("link_invalid", "the signature of this link is wrong");
}

export function resultsOf(service: Service): Handler {
  return async (request, reply) => {
    const { part, file } = await doneOf(service, request);
    const tag = `W/"${file.sha256}"`;
    reply.headers({ ETag: tag, "Cache-Control": CACHE_CONTROL });
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    if (service.unsent.full) throw slowClients();
    const bytes = await readable(service, jobsOf(service).results.read(file));
    if (bytes === undefined) throw new HttpError("results_gone", "the results of this part are no longer in the store");
    const { contentType, ending, isGzip } = FORMATS[formatOfFile(file.name)];
    reply.header("Content-Type", contentType);
    if (isGzip) return send(service, request, reply, bytes);
    service.unsent.add(reply.raw, bytes.length);
    return reply.header("Content-Disposition", `attachment; filename="${partName(part)}${ending}"`).send(bytes);
  };
}

/** Those who cannot read gzip get the lines as they are taken out of it. */
function send({ unsent }: Service, request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  unsent.add(reply.raw, bytes.length);
  if (chosenEncoding(request.headers["accept-encoding"], ["gzip"]) === "gzip") {
    return reply.header("Content-Encoding", "gzip").send(bytes);
  }
  return request.method === "HEAD" ? reply.send() : reply.send(Readable.from([bytes]).pipe(createGunzip()));
}

type DonePart = StoredPart & { readonly file: NonNullable<StoredPart["file"]> };

/** @throws HttpError 403 for the link of an account that is suspended, 404 */
async function doneOf(service: Service, request: FastifyRequest): Promise<DonePart> {
  const { job: id, part: place } = addressOf(request);
  const { caller } = visitOf(request);
  const { stored } = jobsOf(service);
  // A link is as good as the key of the account that it was given to.
  const job = caller === undefined ? await stored.find(id) : await ownJob(service, caller as Caller, id);
  if (job === undefined) throw absentJob();
  refuseSuspended(service.accounts.standing(job.account));
  const part = await stored.storedPart(id, place);
  if (part === undefined) throw new HttpError("unknown_job", `the job has ${job.parts} parts, from 0 on`);
  if (part.file === null) throw new HttpError("part_not_done", `part ${place} has no results: it is ${part.state}`);
  return { ...part, file: part.file };
}

function addressOf({ params }: FastifyRequest) {
  const { id, part } = params as { readonly id: string; readonly part: string };
  return { job: id, part: PLACE.test(part) ? Number(part) : -1 };
}

/** Seconds after which a store may answer again. */
const RETRY = 5;

/** Work on the store of results. @throws HttpError 503 where it does not answer, or not in time */
export async function readable<Result>({ settings }: Service, work: Promise<Result>): Promise<Result> {
  const deadline = new Deadline(settings.deadline * 1000);
  try {
    return await deadline.unlessEnded(work);
  } catch (thrown) {
    const { code } = (thrown ?? {}) as { readonly code?: unknown };
    if (typeof code === "string" && code.startsWith("ERR_ACCOUNTS")) throw asHttpError(thrown);
    const cause = thrown instanceof HttpError ? new Error("the store of results does not answer in time") : thrown;
    throw tooMany(
      "results_unavailable",
      "the results of jobs cannot be reached at the moment; try again later",
      RETRY,
      {},
      cause,
    );
  } finally {
    deadline.over();
  }
}
