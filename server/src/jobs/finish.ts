/** Whether a part was charged must be known: its file is kept if it was, and removed if it was not. */
import { PAUSES, pausing, untilDone } from "../background/back-off.js";

const AWAY: readonly unknown[] = ["ERR_ACCOUNTS_UNAVAILABLE", "ERR_CHARGE_UNKNOWN"];

/** The database does not answer, or did not say whether it had written. */
export function isAway(thrown: unknown): boolean {
  return AWAY.includes((thrown as { readonly code?: unknown } | undefined)?.code);
}

/**
 * Asks until there is an answer.
 *
 * @throws the signal's reason where it is still not known: then the part is done, or is made once more
 */
export function finishPatiently<Outcome>(finish: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const onFailure = (thrown: unknown) => {
    if (!isAway(thrown)) throw thrown;
  };
  return untilDone(finish, { onFailure, pause: pausing(PAUSES.database), signal });
}
