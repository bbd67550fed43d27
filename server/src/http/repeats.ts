/**
 * Requests that are sent again because their answer was lost are not charged again: a POST by its `Idempotency-Key`, any
 * request by the id that a trusted balancer gave it.
 */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Access, RequestMark } from "../accounts/accounts.js";
import type { Service } from "../service.js";
import { HttpError } from "./errors.js";

export interface RepeatKey {
  readonly key: string;
  /** SHA-256 of method, path, query and body. */
  readonly fingerprint: string;
}

/** Marks the answer to a repeat: its price is what the first one was charged. */
export const REPLAYED = "Idempotent-Replayed";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** @throws HttpError 400 */
export function repeatOf(request: FastifyRequest): RepeatKey | undefined {
  const key = request.headers["idempotency-key"];
  if (request.method !== "POST" || key === undefined) return undefined;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)) {
    throw new HttpError(400, "the header Idempotency-Key must be 1 to 255 printable ASCII characters without blanks");
  }
  return { key, fingerprint: fingerprintOf(request) };
}

/** undefined: the id is our own, and comes only once. */
export function markOf({ requestIds }: Service, request: FastifyRequest): RequestMark | undefined {
  return requestIds.isForeign(request.id) ? { id: request.id, fingerprint: fingerprintOf(request) } : undefined;
}

function fingerprintOf({ method, url, body }: FastifyRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([method, url, body]))
    .digest("hex");
}

/** @throws HttpError 409, 422 */
export async function admitRepeat(
  service: Service,
  access: Access,
  repeat: RepeatKey,
  mark: RequestMark | undefined,
): Promise<"new" | "free" | "used-up"> {
  const { kind } = await service.accounts.repeat(access, repeat.key, repeat.fingerprint, mark?.id);
  if (kind === "other") throw new HttpError(422, "this Idempotency-Key was used with a different request");
  if (kind === "running") throw new HttpError(409, "a request with this Idempotency-Key is still running");
  return kind;
}
