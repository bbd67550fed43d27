/** What ends a part or a job, and what becomes of their tokens: each is one transaction. */
import type { ChargeEntry } from "../charge-entry.js";
import type { DonePart, PartAttempt } from "../jobs.js";
import {
  CANCEL_JOB,
  END_CLAIMS,
  END_JOB,
  FINISH_PART,
  FINISHED_PART,
  GIVE_UP_PART,
  IS_CHARGED,
  REMOVE_JOB,
  SETTLE_JOB,
  SHORTEN_REQUEST,
} from "./sql.js";
import { type Change, charged, rows, type Steps } from "./steps.js";
import { freeHeld, moveHeld } from "./tokens.js";

interface EndedPart {
  readonly tokens: number;
}

/** A part is charged once, for the first result that comes: the same result that comes again is known by its file and hash. */
export function* finishPart(attempt: PartAttempt, done: DonePart, now: number): Steps<Change<"written" | "lost">> {
  const { job, account, part, id } = attempt;
  const { file, failedSites, tokens } = done;
  const figures = [failedSites, file.name, file.bytes, file.sha256];
  const [ended] = yield* rows<EndedPart>(FINISH_PART, id, ...figures, job, part);
  if (!ended) {
    const same = yield* rows(FINISHED_PART, job, part, file.name, file.sha256);
    return { result: same.length > 0 ? "written" : "lost" };
  }
  const [settled] = yield* rows<{ keyId: string }>(SETTLE_JOB, 1, 0, failedSites, tokens, ended.tokens, job);
  const moved = yield* moveHeld(job, tokens, ended.tokens - tokens);
  const requestId = yield* freeRequestId(account, done.charge, id);
  const charge = { ...done.charge, requestId, holdId: id, account, keyId: settled!.keyId, tokens, repeat: undefined };
  yield* charged({ ...charge, shares: moved.used });
  yield* endIfOver(job, now);
  return { result: "written", ...moved };
}

function* endIfOver(job: string, now: number): Steps<void> {
  yield* rows(END_JOB, now, job);
  yield* rows(SHORTEN_REQUEST, job);
}

/**
 * A customer may have sent a request under the id that the charge was to have. The part, not the id, sees to it that it is
 * charged once: so it gets another.
 */
function* freeRequestId(
  account: string,
  { requestId }: Pick<ChargeEntry, "requestId">,
  attempt: string,
): Steps<string> {
  const [taken] = yield* rows(IS_CHARGED, account, requestId);
  return taken ? `${requestId}.${attempt}` : requestId;
}

/** @param lapsed gives the part up only if its claim has lapsed by then */
export function* giveUpPart(
  { job, part, id }: Pick<PartAttempt, "job" | "part" | "id">,
  failure: string,
  now: number,
  lapsed = Number.MAX_SAFE_INTEGER,
): Steps<Change<void>> {
  const [ended] = yield* rows<EndedPart>(GIVE_UP_PART, failure, job, part, id, lapsed);
  if (!ended) return { result: undefined };
  yield* rows(SETTLE_JOB, 0, 1, 0, 0, ended.tokens, job);
  const { freed } = yield* moveHeld(job, 0, ended.tokens);
  yield* endIfOver(job, now);
  return { result: undefined, freed };
}

export function* cancelJob(id: string, now: number): Steps<Change<void>> {
  const [cancelled] = yield* rows(CANCEL_JOB, now, id);
  if (!cancelled) return { result: undefined };
  yield* rows(END_CLAIMS, id);
  yield* rows(SHORTEN_REQUEST, id);
  return { result: undefined, freed: yield* freeHeld(id) };
}

export function* removeJob(id: string): Steps<void> {
  for (const sql of REMOVE_JOB) yield* rows(sql, id);
}
