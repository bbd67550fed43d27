/** Exit codes: 0 success, 1 failure, 2 invalid request, 130 and 143 ended by a signal. */
import { constants } from "node:os";
import { CommanderError } from "commander";
import { RequestError } from "../contract/observation/errors.js";

/** An error that the caller can correct. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What a command made, and cannot write. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** A run that a signal ended in order. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  readonly signal: "SIGINT" | "SIGTERM";

  constructor(message: string, signal: "SIGINT" | "SIGTERM") {
    super(message);
    this.signal = signal;
  }
}

export function exitCode(cause: unknown): number {
  // As shells have it.
  if (cause instanceof InterruptedError) return 128 + constants.signals[cause.signal];
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2;
  // The library rejects values with a RangeError, and every value comes from an option here.
  return cause instanceof RequestError || cause instanceof UsageError || cause instanceof RangeError ? 2 : 1;
}

export function oneLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/(?<!\s)\s*\n\s*/g, " ");
}
