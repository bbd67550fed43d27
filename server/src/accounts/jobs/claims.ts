/** Parts that servers compute: taken by one at a time, and taken again when it does not renew its claim in time. */
import type { PartClaim } from "../jobs.js";
import { CLAIM_PART, CLAIMED_PART, NEXT_JOB, NEXT_PART, RENEW_PART, RETURN_PART, UNTAKE_PART } from "./sql.js";
import { rows, type Steps } from "./steps.js";

/** Claims of a part that may lapse: as many servers have died of it, or with it. */
const MOST_LAPSES = 5;
export const WORN_OUT = `${MOST_LAPSES} servers stopped while computing it`;

/** A part that is to be given up. */
export interface WornOut {
  readonly job: string;
  readonly account: string;
  readonly part: number;
  /** The last of its claims, which has lapsed. */
  readonly id: string;
  /** When that was seen. */
  readonly lapsed: number;
}

export type NextPart =
  | { readonly kind: "claim"; readonly claim: PartClaim }
  | { readonly kind: "worn-out"; readonly part: WornOut };

interface FreePart {
  readonly part: number;
  readonly state: "waiting" | "running";
  readonly claim: string | null;
  readonly lapses: number;
}

/** @param id of the claim: one that is there was made by an attempt whose outcome was not known */
export function* claimPart(id: string, time: number, life: number): Steps<NextPart | undefined> {
  const [own] = yield* rows<PartClaim>(CLAIMED_PART, id);
  if (own) return { kind: "claim", claim: own };
  const [next] = yield* rows<{ id: string; account: string }>(NEXT_JOB, time, time);
  if (!next) return undefined;
  const of = { job: next.id, account: next.account };
  const [free] = yield* rows<FreePart>(NEXT_PART, of.job, time);
  if (!free) return undefined;
  const { part, state, claim, lapses } = free;
  if (state === "running" && lapses + 1 >= MOST_LAPSES) {
    return { kind: "worn-out", part: { ...of, part, id: claim!, lapsed: time } };
  }
  type ClaimRow = Pick<PartClaim, "first" | "sites" | "tokens" | "attempts">;
  const [taken] = yield* rows<ClaimRow>(CLAIM_PART, id, time + life, of.job, part, time);
  return taken && { kind: "claim", claim: { ...of, part, ...taken, id } };
}

/** @returns those that have ended */
export function* renewClaims(claims: readonly PartClaim[], until: number): Steps<readonly PartClaim[]> {
  const ended: PartClaim[] = [];
  for (const claim of claims) {
    const [renewed] = yield* rows(RENEW_PART, until, claim.job, claim.part, claim.id);
    if (!renewed) ended.push(claim);
  }
  return ended;
}

/** @param freeAt when it may be taken again, by the clock that claims are measured with */
export function* returnPart({ job, part, id }: PartClaim, failure: string, freeAt: number): Steps<void> {
  yield* rows(RETURN_PART, freeAt, failure, job, part, id);
}

export function* untakePart({ job, part, id }: PartClaim): Steps<void> {
  yield* rows(UNTAKE_PART, job, part, id);
}
