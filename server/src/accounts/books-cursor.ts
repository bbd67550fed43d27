/** A place in the books as text, which a client hands back as it came: with the question that it belongs to. */
import { BOOK_UNITS, type BookPosition, type BooksQuery, type Counted } from "./books.js";

export interface BooksCursor {
  readonly query: BooksQuery;
  readonly position: BookPosition;
}

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
