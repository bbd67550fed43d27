/**
 * The books: what accounts were charged, request by request or in sums, and what they were given back, in pages of any number.
 *
 * A page is of one moment, and no longer than that anybody waits for it. The next one goes on behind the last row, whatever was
 * charged or pruned in between: the position keeps the sums of a day, and of an account, so far; one more row has what is missing
 * to its sums in the ledger. So the rows of an account add up to its ledger as it is when the last of them is read.
 */
import { DAY } from "irradiance-engine/shared";

export const BOOK_UNITS = ["charge", "day", "month"] as const;
export type BookUnit = (typeof BOOK_UNITS)[number];

export interface BooksQuery {
  /** As its rows have it (default: every account). */
  readonly account?: string | undefined;
  /** Unix ms: from ≤ time < to. Sums are of whole days. */
  readonly from: number;
  readonly to: number;
  readonly by: BookUnit;
}

/**
 * `charge`: a request; `pruned`, `free`: requests of a day without a row of their own; `sum`: all requests of a day or month;
 * `late`: charged to days that were passed already; `refund`: tokens given back, below 0.
 */
export type BookKind = "charge" | "pruned" | "free" | "sum" | "late" | "refund";

export interface BookRow {
  /** What people call it. */
  readonly account: string;
  readonly kind: BookKind;
  /** Of a request, ISO 8601; of a sum its day or month; null: of the whole period. */
  readonly time: string | null;
  /** null: of all. */
  readonly endpoint: string | null;
  readonly requests: number;
  /** Micro-tokens. */
  readonly tokens: number;
  /** Of a charge or a refund that is a row of its own. */
  readonly request?: BookedRequest | undefined;
}

export interface BookedRequest {
  readonly id: string;
  /** Of a charge. */
  readonly figures?: ChargeFigures | undefined;
  /** Of a refund. */
  readonly reason?: string | undefined;
}

export interface ChargeFigures {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  readonly status: number;
  /** ms */
  readonly duration: number;
  readonly bytes: number;
  /** 1: the answer did not go out whole. */
  readonly cut: number;
}

/** Requests and micro-tokens of rows so far. */
export type Counted = readonly [requests: number, tokens: number];

/** Behind the last row of a page. */
export interface BookPosition {
  readonly account: string;
  readonly part: "usage" | "refunds";
  /** The first day that is not passed. */
  readonly day: string;
  /** Key of the last row. */
  readonly after: readonly (string | number)[];
  /** Of this day, by endpoint. */
  readonly ofDay: Readonly<Record<string, Counted>>;
  /** Of the account, in whole days. */
  readonly ofAccount: Counted;
}

export interface BooksPage {
  readonly rows: readonly BookRow[];
  /** null: there are no more rows. */
  readonly next: BookPosition | null;
}

/** Of what dates of four digits can tell. */
const LAST_DAY = Date.UTC(9999, 11, 31);

/** @throws RangeError for an empty period, or one that its unit does not fit */
export function checkBooksQuery({ from, to, by }: BooksQuery): void {
  if (!(from >= 0 && to <= LAST_DAY)) {
    throw new RangeError(`start and end must be times from 1970 to ${timeOf(LAST_DAY)}, got Unix ms ${from} to ${to}`);
  }
  if (!(from < to)) throw new RangeError(`end must be after start, got ${timeOf(from)} to ${timeOf(to)}`);
  if (by === "charge" || (from % DAY === 0 && to % DAY === 0)) return;
  throw new RangeError(
    `start and end must be the beginning of a day (UTC) for sums by ${by}, got ${timeOf(from)} to ${timeOf(to)}`,
  );
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
