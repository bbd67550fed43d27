/**
 * Requests that are sent again because their answer was lost are not charged again: a GET or POST by its `Idempotency-Key`,
 * any request by the id that a trusted balancer gave it. A repeat by its key has the bytes that were charged, or is 409.
 */
import { createHash, type Hash, webcrypto } from "node:crypto";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import type { Access, RequestMark } from "../accounts/accounts.js";
import type { KeptAnswer } from "../accounts/charge-entry.js";
import { FREE_REPEATS } from "../accounts/repeats.js";
import type { RenderedAnswer } from "../answers/render.js";
import type { Service } from "../service.js";
import type { Caller } from "./callers.js";
import { HttpError } from "./errors.js";

export interface RepeatKey {
  readonly key: string;
  /** SHA-256 of method, path, query and the text of the body. */
  readonly fingerprint: string;
}

/** A request under its key, from its admission until its hold has it or it is forgotten. */
export interface Repeat extends RepeatKey {
  /** What was charged under the key; undefined: this is the first one. */
  readonly first: KeptAnswer | undefined;
  /** Whether it ends with its hold. */
  isHeld: boolean;
}

/** Marks the answer to a repeat: its price is what the first one was charged. */
export const REPLAYED = "Idempotent-Replayed";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const WITH_KEY = ["GET", "POST"];

/** @throws HttpError 400 */
export function repeatOf(request: FastifyRequest): RepeatKey | undefined {
  const key = request.headers["idempotency-key"];
  if (!WITH_KEY.includes(request.method) || key === undefined) return undefined;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)) {
    throw new HttpError(
      "invalid_idempotency_key",
      "the header Idempotency-Key must be 1 to 255 printable ASCII characters without blanks",
    );
  }
  return { key, fingerprint: fingerprintOf(request) };
}

/** undefined: the id is our own, and comes only once. */
export function markOf({ requestIds }: Service, request: FastifyRequest): RequestMark | undefined {
  return requestIds.isForeign(request.id) ? { id: request.id, fingerprint: fingerprintOf(request) } : undefined;
}

/** Of bodies that are to be recognised, from their first byte. */
const HASHES = new WeakMap<FastifyRequest, Hash>();

/** Takes the text of a body as it arrives: however deep it nests, it is read once and kept nowhere. */
export function noteBody({ requestIds }: Service, request: FastifyRequest, body: Readable): void {
  const { method, headers, id } = request;
  if (method !== "POST" || (headers["idempotency-key"] === undefined && !requestIds.isForeign(id))) return;
  const hash = beginning(request);
  HASHES.set(request, hash);
  body.on("data", (chunk: Buffer) => hash.update(chunk));
  body.pause(); // until somebody reads it
}

/** As of `JSON.stringify([method, url, body])`: charges that are stored have it so. */
function fingerprintOf(request: FastifyRequest): string {
  const hash = HASHES.get(request)?.copy() ?? beginning(request).update("null");
  return hash.update("]").digest("hex");
}

function beginning({ method, url }: FastifyRequest): Hash {
  return createHash("sha256").update(`${JSON.stringify([method, url]).slice(0, -1)},`);
}

/** What is admitted has to be held or forgotten. @throws HttpError 409, 422 */
export async function admitRepeat(
  service: Service,
  access: Access,
  { key, fingerprint }: RepeatKey,
  mark: RequestMark | undefined,
): Promise<Repeat> {
  const repeat = await service.accounts.repeat(access, key, fingerprint, mark?.id);
  switch (repeat.kind) {
    case "other":
      throw new HttpError("idempotency_conflict", "this Idempotency-Key was used with a different request");
    case "running":
      throw new HttpError("idempotency_running", "a request with this Idempotency-Key is still running");
    case "used-up":
      throw new HttpError("not_repeatable", USED_UP);
  }
  return { key, fingerprint, first: repeat.kind === "free" ? repeat.first : undefined, isHeld: false };
}

export function forgetRepeat({ accounts }: Service, { access }: Pick<Caller, "access">, { key, isHeld }: Repeat): void {
  if (access && !isHeld) accounts.forgetRepeat(access, key);
}

const USED_UP =
  `the request with this Idempotency-Key was charged and has been repeated ${FREE_REPEATS} times, the most allowed in 24 ` +
  "hours; nothing was charged now: send another key for a new answer";
const CHANGED =
  "the answer charged under this Idempotency-Key cannot be reproduced: its weather or the server has changed, or a " +
  "source does not answer; nothing was charged now: send another key for a new answer";

/** @throws HttpError 409 where a repeat would not have the bytes that were charged, as far as they are known */
export function demandSame(repeat: Repeat | undefined, answer: Partial<KeptAnswer> | undefined): void {
  const first = repeat?.first;
  if (first === undefined || answer === undefined) return;
  const { revision = first.revision, hash = first.hash } = answer;
  if (revision !== first.revision || hash !== first.hash) throw changed();
}

/**
 * The figures of an answer that is ready, for its repeats.
 *
 * @throws HttpError 409 as `demandSame`
 */
export async function keptAnswer(
  repeat: Repeat,
  known: Omit<KeptAnswer, "hash">,
  rendered: RenderedAnswer,
): Promise<KeptAnswer> {
  const answer = { ...known, hash: await bodyHash(rendered) };
  demandSame(repeat, answer);
  return answer;
}

export function changed(cause?: unknown): HttpError {
  return new HttpError("not_repeatable", CHANGED, { cause });
}

const IN_PIECES = { chunkSize: 2 ** 18 };

/** SHA-256 (hex) of a body as it is before its coding, off the event loop: it may have tens of megabytes. */
async function bodyHash({ body, encoding }: Pick<RenderedAnswer, "body" | "encoding">): Promise<string> {
  if (encoding === "identity") return Buffer.from(await webcrypto.subtle.digest("SHA-256", body)).toString("hex");
  const plain = encoding === "br" ? createBrotliDecompress(IN_PIECES) : createGunzip(IN_PIECES);
  plain.end(body);
  const hash = createHash("sha256");
  for await (const chunk of plain) hash.update(chunk);
  return hash.digest("hex");
}
