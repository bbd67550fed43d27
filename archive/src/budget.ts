/** Limits of what one answer may read, whatever the sources, so that no request can exhaust the machine. */
import { ArchiveError } from "./errors.js";

/** @experimental */
export interface Limits {
  /** Files opened or taken from memory. */
  readonly files: number;
  /** Bytes read from files. */
  readonly bytes: number;
  /** Rows × columns, of input and output. */
  readonly values: number;
}

/** Three years of daily files; a year of minutes as text; sixteen million numbers, as in an answer of the service. @experimental */
export const DEFAULT_LIMITS: Limits = { files: 4_000, bytes: 256 * 1024 * 1024, values: 16_000_000 };

/** Limits, with defaults for those that are missing or undefined. */
export type SomeLimits = { readonly [kind in keyof Limits]?: number | undefined };

export function limitsWith(given: SomeLimits = {}): Limits {
  const { files = DEFAULT_LIMITS.files, bytes = DEFAULT_LIMITS.bytes, values = DEFAULT_LIMITS.values } = given;
  return { files, bytes, values };
}

/** @experimental */
export interface Budget {
  /** @throws ArchiveError `ERR_ARCHIVE_LIMIT`, naming the limit, if the request exceeds the remainder */
  take(kind: keyof Limits, amount: number): void;
}

/** @experimental */
export interface ReadOptions {
  readonly signal: AbortSignal;
  /** What the answer may still read: a source takes from it before it opens a file, and is told when it is used up. */
  readonly budget: Budget;
  /** Files that are refused (403) come here and count as not there: for values whose metadata were granted. Undefined: it is an error. */
  readonly forbidden?: Set<string> | undefined;
}

/** @experimental */
export function budgetOf(limits: Limits): Budget {
  const used = { files: 0, bytes: 0, values: 0 };
  return {
    take(kind, amount) {
      used[kind] += amount;
      if (used[kind] <= limits[kind]) return;
      throw new ArchiveError(
        "ERR_ARCHIVE_LIMIT",
        `the period needs more than ${limits[kind]} ${kind} of weather, which is the limit for one answer: request a shorter period`,
      );
    },
  };
}
