/** Whether a part was charged must be known: its file is kept if it was, and removed if it was not. */
import { BackOff } from "./back-off.js";

/** ms before the database is asked again, and at most: it may be back at any moment, and asking costs nothing. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const AWAY: readonly unknown[] = ["ERR_ACCOUNTS_UNAVAILABLE", "ERR_CHARGE_UNKNOWN"];

/** Between two questions to a database that is away. */
export function databasePause(): BackOff {
  return new BackOff(FIRST_PAUSE, LONGEST_PAUSE);
}

/** The database does not answer, or did not say whether it had written. */
export function isAway(thrown: unknown): boolean {
  return AWAY.includes((thrown as { readonly code?: unknown } | undefined)?.code);
}

/**
 * Asks until there is an answer.
 *
 * @throws the signal's reason where it is still not known: then the part is done, or is made once more
 */
export async function finishPatiently<Outcome>(finish: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const pause = databasePause();
  for (;;) {
    try {
      return await finish();
    } catch (thrown) {
      if (!isAway(thrown)) throw thrown;
    }
    await pause.wait(signal);
    signal.throwIfAborted();
  }
}
