/** GET /v1/jobs/{id}/parts/{part}: the lines of a part, with the account's key or by a signed link. */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoredPart } from "../../accounts/jobs.js";
import type { Service } from "../../service.js";
import { admit, refuseSuspended, VARY } from "../admission.js";
import type { Caller } from "../callers.js";
import { chosenEncoding } from "../encodings.js";
import { HttpError, slowClients } from "../errors.js";
import { matchesTag } from "../etag.js";
import type { Handler } from "../exchange.js";
import { visitOf } from "../visit.js";
import { absentJob, jobsOf, ownJob } from "./own-job.js";
import { readable } from "./readable.js";

/** Results of a part never change. */
const CACHE_CONTROL = "private, max-age=3600";
const PLACE = /^(0|[1-9]\d{0,5})$/;
const EXPIRES = /^\d{1,12}$/;

/**
 * What comes by a link counts for no rate: it is bounded by connections, and by `--max-unsent`.
 *
 * @throws HttpError 403 for a link that is wrong or expired; as `admit` without one
 */
export async function admitToPart(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<void> {
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
    const { file } = await doneOf(service, request);
    const tag = `W/"${file.sha256}"`;
    reply.headers({ ETag: tag, "Cache-Control": CACHE_CONTROL });
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    if (service.unsent.full) throw slowClients();
    const bytes = await readable(service, jobsOf(service).results.read(file));
    if (bytes === undefined) throw new HttpError("results_gone", "the results of this part are no longer in the store");
    reply.header("Content-Type", "application/x-ndjson");
    return send(service, request, reply, bytes);
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
  const part = (await stored.parts(id)).find((one) => one.part === place);
  if (part === undefined) throw new HttpError("unknown_job", `the job has ${job.parts} parts, from 0 on`);
  if (part.file === null) throw new HttpError("part_not_done", `part ${place} has no results: it is ${part.state}`);
  return { ...part, file: part.file };
}

function addressOf({ params }: FastifyRequest) {
  const { id, part } = params as { readonly id: string; readonly part: string };
  return { job: id, part: PLACE.test(part) ? Number(part) : -1 };
}
