/** The waits between attempts to write: ever longer. */
import { setTimeout } from "node:timers/promises";

/** ms before the second attempt, twice as long each time, up to the longest. */
const SHORTEST = 500;
const LONGEST = 15_000;
/** Attempts that fail before anybody is told of it: what passes by itself within seconds is no news. */
export const UNTOLD = 3;

/** Waits before the attempt that comes after so many. */
export type Pause = (attempts: number, signal: AbortSignal) => Promise<unknown>;

export const longer: Pause = (attempts, signal) => {
  const ms = Math.min(SHORTEST * 2 ** (attempts - 1), LONGEST);
  return setTimeout(ms, undefined, { signal });
};
