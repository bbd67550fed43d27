/** `audit export`: the books of one account or all, of any length, as CSV or NDJSON. */
import { link, open, rm } from "node:fs/promises";
import { DAY } from "irradiance-engine/shared";
import { draftOf } from "irradiance-engine/shared/node";
import {
  BOOK_UNITS,
  type BookPosition,
  type BookRow,
  type BooksQuery,
  type BookUnit,
  checkBooksQuery,
} from "../accounts/books.js";
import { readCursor, writeCursor } from "../accounts/books-cursor.js";
import { bookFields, csvHead, csvLine, jsonLine } from "../accounts/books-lines.js";
import { findAccount } from "../accounts/found-account.js";
import { readBooks } from "../accounts/read-books.js";
import { type Call, UsageError, withDatabase } from "./command.js";
import { given, parseCount, parseTime } from "./values.js";

export const EXPORT_OPTIONS = {
  account: "NAME",
  from: "TIME",
  to: "TIME",
  by: BOOK_UNITS.join("|"),
  format: "csv|ndjson",
  output: "FILE",
  after: "CURSOR",
  limit: "N",
};

/** Rows of a page: each is of one moment, which keeps nobody from writing for long. */
const PAGE = 2_000;
/** For the owner alone. */
const OWNER_ONLY = 0o600;

type Write = (text: string) => Promise<void>;
type Format = "csv" | "ndjson";

interface Exported {
  readonly rows: number;
  /** null: there are no more. */
  readonly cursor: string | null;
}

export async function exportBooks(call: Call): Promise<void> {
  const cursor = cursorOf(call);
  const query = cursor?.query ?? queryOf(call);
  checkBooksQuery(query);
  const format = oneOf(call, "format", ["csv", "ndjson"]) ?? "csv";
  const most = given(call, "limit", parseCount) ?? Number.POSITIVE_INFINITY;
  const output = call.option("output");
  const books = (write: Write) => exported(call, { query, position: cursor?.position, format, most }, write);
  const { rows, cursor: next } = await (output === undefined ? books(call.io.write) : intoFile(output, books));
  if (output !== undefined) call.io.out(`${rows} rows written to ${output}`);
  if (next !== null) call.io.err(`there are more rows: --after ${next}`);
}

interface Export {
  readonly query: BooksQuery;
  readonly position: BookPosition | undefined;
  readonly format: Format;
  readonly most: number;
}

function exported(call: Call, { query: asked, position, format, most }: Export, write: Write): Promise<Exported> {
  return withDatabase(call, async (database) => {
    const { account } = asked;
    const query = account === undefined ? asked : { ...asked, account: (await findAccount(database, account)).name };
    if (format === "csv") await write(`account,${csvHead(asked.by)}\r\n`);
    let [rows, next] = [0, position ?? null];
    do {
      const before = next ?? undefined;
      const size = Math.min(PAGE, most - rows);
      const page = await database.snapshot(() => readBooks(database, query, before, size));
      if (page.rows.length > 0) await write(linesOf(page.rows, query.by, format));
      rows += page.rows.length;
      next = page.next;
    } while (next !== null && rows < most);
    return { rows, cursor: next && writeCursor({ query: asked, position: next }) };
  });
}

function linesOf(rows: readonly BookRow[], by: BookUnit, format: Format): string {
  const fields = rows.map((row) => ({ account: row.account, ...bookFields(row, by) }));
  if (format === "ndjson") return fields.map((row) => `${jsonLine(row)}\n`).join("");
  return fields.map((row) => `${csvLine(Object.values(row))}\r\n`).join("");
}

/** The file has its name when it is whole and on the disk. It replaces nothing. */
async function intoFile(path: string, work: (write: Write) => Promise<Exported>): Promise<Exported> {
  const unfinished = draftOf(path);
  try {
    const file = await open(unfinished, "wx", OWNER_ONLY);
    try {
      const done = await work((text) => file.writeFile(text));
      await file.sync();
      await link(unfinished, path);
      return done;
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw unwritten(path, cause as NodeJS.ErrnoException);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function unwritten(path: string, cause: NodeJS.ErrnoException): Error {
  if (cause.syscall === undefined) return cause;
  if (cause.code !== "EEXIST") return new Error(`${path} cannot be written (${cause.code})`, { cause });
  return new UsageError(`--output must be the name of a new file, got ${path}, which exists`, { cause });
}

function queryOf(call: Call): BooksQuery {
  const tomorrow = (Math.floor(call.io.now() / DAY) + 1) * DAY;
  return {
    account: call.option("account"),
    from: given(call, "from", parseTime) ?? 0,
    to: given(call, "to", parseTime) ?? tomorrow,
    by: oneOf(call, "by", BOOK_UNITS) ?? "charge",
  };
}

/** @throws UsageError for an unknown cursor, or one that belongs to another question than the options that are given beside it */
function cursorOf(call: Call) {
  const text = call.option("after");
  if (text === undefined) return undefined;
  const cursor = readCursor(text);
  if (cursor === undefined) {
    throw new UsageError(
      `--after must be the cursor that an export ended with, got ${JSON.stringify(text.slice(0, 60))}`,
    );
  }
  const asked = queryOf(call);
  for (const name of ["account", "from", "to", "by"] as const) {
    if (call.option(name) === undefined || asked[name] === cursor.query[name]) continue;
    throw new UsageError(`--${name} must be left out or as it was where the cursor of --after comes from`);
  }
  return cursor;
}

function oneOf<Value extends string>(call: Call, name: string, values: readonly Value[]): Value | undefined {
  return given(call, name, (_, text) => {
    const value = values.find((one) => one === text);
    if (value === undefined) {
      throw new UsageError(`--${name} must be one of ${values.join(", ")}, got ${JSON.stringify(text)}`);
    }
    return value;
  });
}
