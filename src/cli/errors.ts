/** Exit codes: 0 done, 1 failure, 2 a request that cannot be honoured as it was put. */
import { CommanderError } from "commander";
import { RequestError } from "../index.js";

/** What the caller has to say differently. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function exitCode(cause: unknown): number {
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2;
  // A RangeError is how the library refuses a value, and every value comes from an option here.
  return cause instanceof RequestError || cause instanceof UsageError || cause instanceof RangeError ? 2 : 1;
}

export function oneLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\s*\n\s*/g, " ");
}
