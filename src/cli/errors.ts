/** Exit codes: 0 success, 1 failure, 2 invalid request, 130 and 143 ended by a signal. */
import { constants } from "node:os";
import { CommanderError } from "commander";
import { RequestError } from "../data/contract/observation/readers.js";

/** An error that the caller can correct. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What a command made, and cannot write. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** A run that a signal ended in order. */
class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  readonly signal: "SIGINT" | "SIGTERM";

  constructor(message: string, signal: "SIGINT" | "SIGTERM") {
    super(message);
    this.signal = signal;
  }
}

/** The first signal ends a run in order, with this message; the second one at once. */
export function untilSignal(message: string): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (signal: "SIGINT" | "SIGTERM") => {
    controller.abort(new InterruptedError(message, signal));
    release();
  };
  const release = () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return { signal: controller.signal, release };
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
