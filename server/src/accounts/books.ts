/**
 * The books: what accounts were charged, request by request or in sums, and what they were given back, in pages of any number.
 *
 * A page is of one moment, and no longer than that anybody waits for it. The next one goes on behind the last row, whatever was
 * charged or pruned in between: the position keeps the sums of a day, and of an account, so far; one more row has what is missing
 * to its sums in the ledger. So the rows of an account add up to its ledger as it is when the last of them is read.
 */
import { DAY } from "irradiance-engine/internal/shared";
import { isoTime } from "./accounts.js";

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
    throw new RangeError(`start and end must be times from 1970 to ${isoTime(LAST_DAY)}, got Unix ms ${from} to ${to}`);
  }
  if (!(from < to)) throw new RangeError(`end must be after start, got ${isoTime(from)} to ${isoTime(to)}`);
  if (by === "charge" || (from % DAY === 0 && to % DAY === 0)) return;
  throw new RangeError(
    `start and end must be the beginning of a day (UTC) for sums by ${by}, got ${isoTime(from)} to ${isoTime(to)}`,
  );
}

type BooksCursor = { readonly query: BooksQuery; readonly position: BookPosition };

/** Of this form. Another one has another number, and is refused. */
const VERSION = 1;
/** Longer than any that was made. */
const LONGEST = 8192;

export function writeCursor({ query, position }: BooksCursor): string {
  const { account, from, to, by } = query;
  const { part, day, after, ofDay, ofAccount } = position;
  const fields = [VERSION, by, from, to, account ?? null, position.account, part, day, after, ofDay, ofAccount];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

/** undefined: it was not made here. Whoever makes one himself asks about the same accounts as without one, and gets other rows. */
export function readCursor(text: string): BooksCursor | undefined {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
  if (!Array.isArray(fields) || fields.length !== 11 || fields[0] !== VERSION) return undefined;
  const [, by, from, to, account, under, part, day, after, ofDay, ofAccount] = fields as unknown[];
  const isRight =
    BOOK_UNITS.some((unit) => unit === by) &&
    [from, to].every(Number.isSafeInteger) &&
    (account === null || isText(account)) &&
    isText(under) &&
    (part === "usage" || part === "refunds") &&
    typeof day === "string" &&
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    isKey(after, by, part) &&
    typeof ofDay === "object" &&
    ofDay !== null &&
    !Array.isArray(ofDay) &&
    Object.values(ofDay).every(isCounted) &&
    isCounted(ofAccount);
  if (!isRight) return undefined;
  const query = { by, from, to, ...(account !== null && { account }) } as BooksQuery;
  const counted = Object.assign(Object.create(null), ofDay) as Record<string, Counted>;
  return { query, position: { account: under, part, day, after, ofDay: counted, ofAccount } as BookPosition };
}

/** As the statements of its part have them. */
function isKey(value: unknown, by: unknown, part: unknown): boolean {
  if (!Array.isArray(value)) return false;
  if (value.length === 0) return true;
  if (by !== "charge") return value.length === 2 && value.every(isText);
  const [at, id, chargedAt] = value as unknown[];
  if (!Number.isSafeInteger(at) || !isText(id)) return false;
  return part === "usage" ? value.length === 2 : value.length === 3 && Number.isSafeInteger(chargedAt);
}

function isCounted(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length === 2 && value.every((count) => Number.isSafeInteger(count) && count >= 0)
  );
}

/** PostgreSQL takes no text with the character 0. */
function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 300 && !value.includes("\0");
}

type Cell = string | number | null | Decimal;

/** Tokens, digit by digit: a double cannot tell micro-tokens of billions apart. */
class Decimal {
  readonly text: string;

  constructor(micro: number) {
    const digits = String(Math.abs(micro)).padStart(7, "0");
    let end = digits.length;
    while (end > digits.length - 6 && digits[end - 1] === "0") end--;
    const fraction = digits.slice(-6, end);
    const text = `${digits.slice(0, -6)}${fraction === "" ? "" : `.${fraction}`}`;
    this.text = micro < 0 ? `-${text}` : text;
  }
}

/** By name, the same names in every row of a unit. */
type BookFields = Readonly<Record<string, Cell>>;

/** Without the account, which the reader may know. */
export function bookFields({ kind, time, endpoint, requests, tokens, request }: BookRow, by: BookUnit): BookFields {
  const sums = { kind, time, endpoint, requests, tokens: new Decimal(tokens) };
  if (by !== "charge") return sums;
  const {
    key = null,
    rows = null,
    columns = null,
    status = null,
    duration = null,
    bytes = null,
    cut = null,
  } = { ...request?.figures };
  const figures = { key, rows, columns, status, duration, bytes, cut };
  return { ...sums, request_id: request?.id ?? null, ...figures, reason: request?.reason ?? null };
}

/** The names of the cells. */
export function csvHead(by: BookUnit): string {
  const row: BookRow = { account: "", kind: "sum", time: null, endpoint: null, requests: 0, tokens: 0 };
  return csvLine(Object.keys(bookFields(row, by)));
}

/** What a spreadsheet takes for a formula; in a cell of text it follows an apostrophe, which says that it is text. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180, without the end of the line. */
export function csvLine(cells: readonly Cell[]): string {
  return cells.map(csvCell).join(",");
}

export function jsonLine(fields: BookFields): string {
  const written = Object.entries(fields).map(([name, cell]) => {
    return `${JSON.stringify(name)}:${cell instanceof Decimal ? cell.text : JSON.stringify(cell)}`;
  });
  return `{${written.join(",")}}`;
}

function csvCell(cell: Cell): string {
  if (cell instanceof Decimal) return cell.text;
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
