/** POST /v1/jobs: everything is checked, the price is held, and the job lives. */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkTexts } from "irradiance-engine/internal/contract";
import { DAY } from "irradiance-engine/internal/shared";
import { type Access, MICRO } from "../../accounts/accounts.js";
import type { JobCreation, NewJob, StoredJob, StoredPart } from "../../accounts/jobs.js";
import { wireTime } from "../../answers/wire.js";
import type { JobRequest, JobSite, SiteValue } from "../../jobs/job-request.js";
import { endpointOf, formatOf, writtenRequest } from "../../jobs/job-request.js";
import type { JobService } from "../../jobs/job-service.js";
import type { PricedSite } from "../../jobs/make-part.js";
import { planParts } from "../../jobs/make-part.js";
import { tableOf } from "../../jobs/part-tables.js";
import { FORMATS } from "../../jobs/result-files.js";
import { Slices } from "../../loop-slices.js";
import type { Service } from "../../service.js";
import { showTokens } from "../answer-charge.js";
import { accessOf, type Caller, checkValues } from "../callers.js";
import { turnOf } from "../connections.js";
import { jsonAnswer, priceFor, type Query } from "../endpoint.js";
import type { ErrorCode } from "../error-codes.js";
import { Departure, HttpError, invalidParameter, tooMany } from "../errors.js";
import type { Handler } from "../exchange.js";
import { chosenEncoding } from "../headers.js";
import { errorAt, lineName, objectOf, refuseKey, refuseOthers, refuseUnknown } from "../line-object.js";
import { markOf, REPLAYED, repeatOf, type Visit, visitOf } from "../visit.js";
import { CommonQuery } from "./make-site.js";
import { namedSites } from "./named-sites.js";

export const JOBS_PATH = "/v1/jobs";
/** Whatever was wrong with single sites is in their lines: a part is given up for faults of its servers alone. */
const GIVEN_UP: ErrorCode = "internal_error";

export function shownJob({ settings }: Service, job: StoredJob) {
  const { id, state, created, ended, beginning, sites, done, parts, givenUp, failedSites } = job;
  return {
    id,
    state,
    created: wireTime(created),
    ended: wireTime(ended),
    expires: wireTime(ended === null ? null : ended + settings["job-days"] * DAY),
    endpoint: endpointOf(beginning),
    format: formatOf(beginning),
    sites,
    done_sites: job.doneSites,
    failed_sites: failedSites,
    parts,
    done_parts: done,
    given_up_parts: givenUp,
    tokens: { price: job.tokens / MICRO, charged: job.charged / MICRO, held: job.held / MICRO },
  };
}

/** With links to the results of parts that are done, and with why others were given up. */
export async function shownParts({ stored, links }: JobService, { id }: StoredJob, now: number) {
  const parts = await stored.parts(id);
  const slices = new Slices();
  const done = parts.filter(({ state }) => state === "done");
  const signatures = await links.signed(
    now,
    done.map(({ part }) => ({ job: id, part })),
  );
  const results: object[] = [];
  for (const [k, part] of done.entries()) {
    const { expires, signature } = signatures[k]!;
    const url = `${JOBS_PATH}/${id}/parts/${part.part}?expires=${expires}&signature=${signature}`;
    results.push(shownResult(part, url));
    // Some of them name hundreds of sites.
    await slices.rest();
  }
  return {
    results,
    failures: parts
      .filter(({ state }) => state === "given-up")
      .map(({ part, first, sites, failure }) => ({ part, first, sites, code: GIVEN_UP, reason: failure ?? "" })),
  };
}

function shownResult({ part, first, sites, failedSites, failures, file }: StoredPart, url: string) {
  const named = failures !== null && { failed: JSON.parse(failures) };
  return { part, first, sites, failed_sites: failedSites, ...named, bytes: file!.bytes, sha256: file!.sha256, url };
}

export function sendJson(
  { unsent }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  value: object,
  keeping = "no-store",
): FastifyReply {
  const { body, encoding, contentType } = jsonAnswer(value, chosenEncoding(request.headers["accept-encoding"]));
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  unsent.add(reply.raw, body.byteLength);
  return reply
    .headers({ "Content-Type": contentType, "Cache-Control": keeping })
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** As they are made. */
const JOB_ID = /^[\w-]{22}$/;

/** @throws HttpError 404 on a server that makes no jobs */
export function jobsOf({ jobs }: Service): JobService {
  if (jobs !== undefined) return jobs;
  throw new HttpError("jobs_disabled", "this server does not run jobs (its operator can enable them with --jobs)");
}

/** @throws HttpError 404, the same for a job that does not exist and for another account's job */
export async function ownJob(service: Service, caller: Caller, id: string): Promise<StoredJob> {
  const { account } = accessOf(caller, "jobs");
  // Whatever a path may have is not asked of a database: PostgreSQL refuses some characters.
  const job = JOB_ID.test(id) ? await jobsOf(service).stored.find(id) : undefined;
  if (job?.account === account) return job;
  throw absentJob();
}

export function absentJob(): HttpError {
  return new HttpError("unknown_job", "this account has no such job");
}

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
      throw tooManyJobs(`this account has ${limits.jobs} living jobs, the most allowed`);
    case "too-large":
      throw tooManyJobs(
        `the requests of this account's living jobs would have more than ${limits["job-requests"]} MiB`,
      );
  }
}

function tooManyJobs(why: string): HttpError {
  return tooMany("too_many_jobs", `${why}: wait until one ends, or cancel one`, RETRY_WHEN_TOO_MANY);
}

const LONGEST_ID = 100;
/** What every site has of its own, what has no meaning here, and what stands beside the query. */
const NOT_IN_COMMON = ["lat", "lon", "response_format", "system"];

/** Sites of one table have its columns, and nothing beside them. */
const NOT_IN_TABLES = ["parameters", "frequency", "output", "meta", "obstacles"];

type CheckedJob = { readonly request: JobRequest; readonly sites: readonly PricedSite[] };

/** @throws HttpError 400, 403, 404, 413 that names the site; the signal's reason */
export async function checkedJob(
  service: Service,
  caller: Caller,
  body: unknown,
  now: number,
  signal: AbortSignal,
): Promise<CheckedJob> {
  const { endpoint, format, query = {}, system, sites: entries, ...others } = objectOf(body, "the body");
  refuseOthers(others, "the body has an unknown key");
  const common = {
    endpoint: lineName(endpoint),
    ...formatGiven(format),
    now,
    query: valuesOf(objectOf(query, '"query"')),
    ...(typeof system !== "string" && given(system)),
  };
  const misplaced = NOT_IN_COMMON.find((key) => key in common.query);
  if (misplaced !== undefined) refuseKey(misplaced, `"query" must not have ${JSON.stringify(misplaced)}`);
  refuseUnknown(common.endpoint, common.query as Query);
  if (common.format === "parquet") await checkTable(common);
  const commonQuery = new CommonQuery(service, caller, common);
  const resolved = namedSites(service, caller, common);
  const slices = new Slices();
  const ids = new Set<string>();
  const sites: JobSite[] = [];
  const priced: PricedSite[] = [];
  for (const [index, entry] of listOf(entries, caller.limits["job-sites"]).entries()) {
    await slices.rest();
    signal.throwIfAborted();
    const asked = named(index, entry, () => siteOf(entry, index, ids));
    const site = await resolved(asked, system).catch((thrown) => refuseSite(index, entry, thrown));
    if (common.format === "parquet") named(index, entry, () => refuseInTable(site.query, NOT_IN_TABLES, "a site"));
    const task = named(index, entry, () => checkedTask(commonQuery, caller, site));
    await task.lookUp?.(signal).catch((thrown) => refuseSite(index, entry, thrown));
    sites.push(site);
    priced.push({ values: task.values, cost: priceFor(caller, task) });
  }
  return { request: { ...common, sites, costs: priced.map(({ cost }) => cost) }, sites: priced };
}

/** @throws HttpError 400 */
function formatGiven(format: unknown = "ndjson"): Pick<JobRequest, "format"> {
  if (format === "ndjson") return {};
  if (format === "parquet") return { format };
  throw invalidParameter("format", `"format" must be one of ${Object.keys(FORMATS).join(", ")}`);
}

/** @throws HttpError 400, also for want of the package that writes the files; RequestError */
async function checkTable(common: Pick<JobRequest, "endpoint" | "query">): Promise<void> {
  if (common.endpoint === "forecast/pv") {
    throw invalidParameter("format", '"format" must be ndjson for the endpoint forecast/pv, which has no table');
  }
  refuseInTable(common.query, ["meta", "obstacles"], '"query"');
  try {
    await tableOf(common);
  } catch (thrown) {
    if ((thrown as { readonly code?: unknown }).code !== "ERR_MISSING_PACKAGE") throw thrown;
    const remedy = "which this server lacks (its operator can install it with npm install hyparquet-writer)";
    throw invalidParameter("format", `"format" must be ndjson: parquet needs the package hyparquet-writer, ${remedy}`);
  }
}

/** @throws HttpError 400 */
function refuseInTable(query: object, names: readonly string[], where: string): void {
  const key = names.find((name) => name in query);
  if (key !== undefined) refuseKey(key, `${where} must not have ${JSON.stringify(key)} with the format parquet`);
}

function listOf(sites: unknown, most: number): readonly unknown[] {
  if (Array.isArray(sites) && sites.length >= 1 && sites.length <= most) return sites;
  const got = Array.isArray(sites) ? `, got ${sites.length}` : "";
  throw new HttpError("invalid_body", `"sites" must be a list of 1 to ${most} sites${got}`, { parameter: "sites" });
}

function checkedTask(common: CommonQuery, caller: Caller, site: JobSite) {
  const task = common.taskOf(site);
  checkValues(caller, task.values);
  return task;
}

/** @param ids of the sites before, to which its own is added */
function siteOf(entry: unknown, index: number, ids: Set<string>): JobSite {
  const { id, system, ...query } = objectOf(entry, "a site");
  if (id !== undefined && !(typeof id === "string" && id.length >= 1 && id.length <= LONGEST_ID)) {
    throw invalidParameter("id", `"id" must be a text of 1 to ${LONGEST_ID} characters`);
  }
  checkTexts({ id });
  if ("response_format" in query) refuseKey("response_format", '"response_format" must be omitted: answers are JSON');
  const own = id ?? String(index);
  if (ids.has(own)) throw invalidParameter("id", `another site has the id ${JSON.stringify(own)}`);
  ids.add(own);
  return { id, query: valuesOf(query), ...given(system) };
}

function given(system: unknown): Pick<JobSite, "system"> {
  return system === undefined ? {} : { system };
}

function valuesOf(query: { readonly [key: string]: unknown }): JobSite["query"] {
  const strange = Object.keys(query).find((key) => !["string", "number"].includes(typeof query[key]));
  if (strange === undefined) return query as { readonly [key: string]: SiteValue };
  const name = strange.slice(0, 40);
  throw invalidParameter(name || undefined, `${JSON.stringify(name)} must be a text or a number`);
}

function named<Result>(index: number, entry: unknown, read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    refuseSite(index, entry, thrown);
  }
}

/** Errors name the site. */
function refuseSite(index: number, entry: unknown, thrown: unknown): never {
  const { id } = (entry ?? {}) as { readonly id?: unknown };
  const name = typeof id === "string" ? ` (${JSON.stringify(id.slice(0, LONGEST_ID))})` : "";
  throw errorAt(`site ${index}${name}`, thrown);
}
