/** A job as answers show it. */

import type { FastifyReply, FastifyRequest } from "fastify";
import { DAY } from "irradiance-engine/shared";
import { MICRO } from "../../accounts/accounts.js";
import type { StoredJob, StoredPart } from "../../accounts/jobs.js";
import { wireTime } from "../../answers/wire.js";
import type { JobService } from "../../jobs/job-service.js";
import { endpointOf } from "../../jobs/request.js";
import type { Service } from "../../service.js";
import { chosenEncoding } from "../encodings.js";
import { jsonAnswer } from "../endpoints/json-answer.js";
import type { ErrorCode } from "../error-codes.js";

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
  const done = parts.filter(({ state }) => state === "done");
  const signatures = await links.signed(
    now,
    done.map(({ part }) => ({ job: id, part })),
  );
  return {
    results: done.map((part, k) => {
      const { expires, signature } = signatures[k]!;
      const url = `${JOBS_PATH}/${id}/parts/${part.part}?expires=${expires}&signature=${signature}`;
      return shownResult(part, url);
    }),
    failures: parts
      .filter(({ state }) => state === "given-up")
      .map(({ part, first, sites, failure }) => ({ part, first, sites, code: GIVEN_UP, reason: failure ?? "" })),
  };
}

function shownResult({ part, first, sites, failedSites, file }: StoredPart, url: string) {
  return { part, first, sites, failed_sites: failedSites, bytes: file!.bytes, sha256: file!.sha256, url };
}

export function sendJson(
  { unsent }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  value: object,
): FastifyReply {
  const { body, encoding, contentType } = jsonAnswer(value, chosenEncoding(request.headers["accept-encoding"]));
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  unsent.add(reply.raw, body.byteLength);
  return reply
    .headers({ "Content-Type": contentType, "Cache-Control": "no-store" })
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}
