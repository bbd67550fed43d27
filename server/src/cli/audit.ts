/** `audit`, `usage`, `backup`, `restore` and `check`: what accounts have used, of any length as CSV or NDJSON, and copies of them. */
import { link, open, rm } from "node:fs/promises";
import { DAY } from "irradiance-engine/internal/shared";
import { draftOf } from "irradiance-engine/internal/shared/node";
import { findAccount, placeName } from "../accounts/accounts-database.js";
import {
  BOOK_UNITS,
  type BookPosition,
  type BookRow,
  type BooksQuery,
  type BookUnit,
  bookFields,
  checkBooksQuery,
  csvHead,
  csvLine,
  jsonLine,
  readCursor,
  writeCursor,
} from "../accounts/books.js";
import { readBooks } from "../accounts/read-books.js";
import { backUpAccounts, restoreAccounts } from "../accounts/transfer.js";
import {
  actorOf,
  administer,
  type Call,
  command,
  given,
  parseCount,
  parseTime,
  printList,
  time,
  tokens,
  UsageError,
  withDatabase,
  wrong,
} from "./command.js";

const DEFAULT_LAST = 100;
const LIST = { last: "N", json: undefined };

const EXPORT_OPTIONS = {
  account: "NAME",
  from: "TIME",
  to: "TIME",
  by: BOOK_UNITS.join("|"),
  format: "csv|ndjson",
  output: "FILE",
  after: "CURSOR",
  limit: "N",
};

export const audit = command("audit", "audit: every charge and every change, oldest first", {
  charges: { arguments: ["ACCOUNT"], options: LIST, run: charges },
  changes: { arguments: [], options: LIST, run: changes },
  export: { arguments: [], options: EXPORT_OPTIONS, run: exportBooks },
});

async function charges(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const rows = await administer(call, (admin) => admin.charges(account, last(call)));
  printList(
    call,
    rows.map(({ at, tokens: micro, ...row }) => ({ at: time(at), ...row, tokens: tokens(micro) })),
  );
}

async function changes(call: Call): Promise<void> {
  const rows = await administer(call, (admin) => admin.changes(last(call)));
  printList(
    call,
    rows.map(({ at, ...row }) => ({ at: time(at), ...row })),
  );
}

function last(call: Call): number {
  return given(call, "last", parseCount) ?? DEFAULT_LAST;
}

const DEFAULT_DAYS = 31;

export const usage = command("usage", "usage: requests and tokens of an account by day and endpoint", {
  "": { arguments: ["ACCOUNT"], options: { days: "N", json: undefined }, run: list },
});

async function list(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const days = given(call, "days", parseCount) ?? DEFAULT_DAYS;
  const rows = await administer(call, (admin) => admin.usage(account, days));
  printList(
    call,
    rows.map((row) => ({ day: row.day, endpoint: row.endpoint, requests: row.requests, tokens: tokens(row.tokens) })),
  );
}

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

async function exportBooks(call: Call): Promise<void> {
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
      throw wrong(`--${name}`, `one of ${values.join(", ")}`, text);
    }
    return value;
  });
}

export const backup = command("backup", "backup: copies all accounts; the server may run", {
  "": { arguments: ["FILE"], run: copy },
});

export const restore = command("restore", "restore: replaces the accounts by a backup; the server must not run", {
  "": { arguments: ["FILE"], run: putBack },
});

export const check = command("check", "check: verifies that the accounts file is intact and its sums agree", {
  "": { arguments: [], run: examine },
});

async function copy({ arguments: [target], place, io }: Call): Promise<void> {
  await backUpAccounts(place, target!);
  io.out(`${placeName(place)} copied to ${target}`);
}

async function putBack(call: Call): Promise<void> {
  const {
    arguments: [backup],
    place,
    io,
  } = call;
  const aside = await restoreAccounts(place, backup!, actorOf(call));
  io.out(`${placeName(place)} restored from ${backup}${aside ? `; the previous file is kept as ${aside}` : ""}`);
}

async function examine(call: Call): Promise<void> {
  await withDatabase(call, (database) => database.check());
  call.io.out(`${placeName(call.place)} is intact, and its sums agree`);
}
