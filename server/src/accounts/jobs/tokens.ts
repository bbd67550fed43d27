/** Tokens that a job holds: charged from those that are used first, freed from those that last longest. */
import type { Share } from "../ledger.js";
import { FORGET_EMPTY_HOLDS, HOLDS_OF, LOWER_HOLD } from "./sql.js";
import { rows, type Steps } from "./steps.js";

export interface Moved {
  readonly used: readonly Share[];
  readonly freed: readonly Share[];
}

/** Takes tokens out of what a job holds. */
export function* moveHeld(job: string, used: number, freed: number): Steps<Moved> {
  const holds = yield* rows<Share>(HOLDS_OF, job);
  const moved = split(holds, used, freed);
  for (const { grant, tokens } of [...moved.used, ...moved.freed]) yield* rows(LOWER_HOLD, tokens, job, grant);
  yield* rows(FORGET_EMPTY_HOLDS, job);
  return moved;
}

/** All that a job holds. */
export function* freeHeld(job: string): Steps<readonly Share[]> {
  const holds = yield* rows<Share>(HOLDS_OF, job);
  const held = holds.reduce((sum, { tokens }) => sum + tokens, 0);
  return (yield* moveHeld(job, 0, held)).freed;
}

/** @param holds in the order in which they are used */
export function split(holds: readonly Share[], used: number, freed: number): Moved {
  const fromFirst = take(holds, used);
  const left = holds.map(({ grant, tokens }, i) => ({ grant, tokens: tokens - (fromFirst[i] ?? 0) }));
  const fromLast = take(left.toReversed(), freed).toReversed();
  return { used: sharesOf(holds, fromFirst), freed: sharesOf(holds, fromLast) };
}

/** As much of each as is needed, in order. */
function take(holds: readonly Share[], tokens: number): number[] {
  let missing = tokens;
  const taken = holds.map((hold) => {
    const some = Math.min(missing, hold.tokens);
    missing -= some;
    return some;
  });
  if (missing > 0) throw new Error(`the job holds ${tokens - missing} micro-tokens, ${tokens} are needed`);
  return taken;
}

function sharesOf(holds: readonly Share[], taken: readonly number[]): Share[] {
  return holds.flatMap(({ grant }, i) => (taken[i]! > 0 ? [{ grant, tokens: taken[i]! }] : []));
}
