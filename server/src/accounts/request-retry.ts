/**
 * A balancer sends a request again when a server dies before its answer, under the id that it gave the request. If the first
 * one was charged, the second is not; but an id is no free pass for ever.
 */

/** A charge that is there already. */
export interface PriorCharge {
  readonly fingerprint: string | null;
  /** Unix ms: arrival of its request. */
  readonly at: number;
}

/** ms after its arrival in which a request may come again under its id. */
export const RETRY_KEPT = 300_000;

/** Whether it was this request that was charged, a moment ago, or another one. */
export function retryOutcome(prior: PriorCharge, fingerprint: string | undefined, now: number): "again" | "other" {
  const isSame = fingerprint !== undefined && prior.fingerprint === fingerprint;
  return isSame && Math.abs(now - prior.at) <= RETRY_KEPT ? "again" : "other";
}
