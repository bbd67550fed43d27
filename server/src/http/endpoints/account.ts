/** GET /v1/account: tokens, limits, keys and usage; GET /v1/account/usage: the ledger by charge, day or month, page by page. */
import { checkTexts } from "irradiance-engine/internal/contract";
import { DAY } from "irradiance-engine/internal/shared";
import { type Access, type Balance, MICRO, parseUtcTime } from "../../accounts/accounts.js";
import {
  BOOK_UNITS,
  type BookPosition,
  type BooksPage,
  type BooksQuery,
  type BookUnit,
  bookFields,
  checkBooksQuery,
  csvHead,
  csvLine,
  jsonLine,
  readCursor,
  writeCursor,
} from "../../accounts/books.js";
import { WHOLE_PRICE } from "../../accounts/limits.js";
import type { RenderedAnswer } from "../../answers/series.js";
import { wireTime } from "../../answers/wire.js";
import type { Service } from "../../service.js";
import { accessOf, type Caller } from "../callers.js";
import {
  type ApiRequest,
  jsonAnswer,
  MOST_BODY_BYTES,
  MOST_HEADER_BYTES,
  momentary,
  otherKeyNotices,
  type Query,
  type Task,
  textAnswer,
  UNPAID,
  unknownKeyNotices,
} from "../endpoint.js";
import { HttpError, invalidParameter } from "../errors.js";

export function accountTask(service: Service, { query, caller }: ApiRequest): Task {
  return {
    ...UNPAID,
    place: undefined,
    notices: unknownKeyNotices("account", query),
    prepare: async () => momentary(async ({ encoding }) => jsonAnswer(await accountOf(service, caller), encoding)),
  };
}

/** The demo key has no account: no tokens to count, no keys. */
async function accountOf(service: Service, caller: Caller) {
  const { accounts, settings } = service;
  const account = caller.access?.account;
  const { limits, rate } = caller;
  return {
    account: caller.shownName,
    plan: caller.plan,
    price_class: account === undefined ? null : limits.price / WHOLE_PRICE,
    tokens: account === undefined ? NO_TOKENS : tokensOf(await accounts.currentBalance(account)),
    limits: {
      requests_per_window: rate.limit,
      window_seconds: rate.window,
      running: limits.running,
      waiting: limits.waiting,
      values_per_answer: limits.values,
      requests_per_batch: settings["batch-requests"],
      living_jobs: limits.jobs,
      sites_per_job: limits["job-sites"],
      job_request_mebibytes: limits["job-requests"],
      stored_systems: limits.systems,
      body_bytes: MOST_BODY_BYTES,
      header_bytes: MOST_HEADER_BYTES,
      deadline_seconds: settings.deadline,
    },
    keys: (account === undefined ? [] : accounts.keys(account)).map((key) => ({
      id: key.id,
      label: key.label,
      scope: key.scope,
      created: wireTime(key.created),
      last_used: wireTime(key.lastUsed),
      expires: wireTime(key.expires),
    })),
    usage: (account === undefined ? [] : await accounts.usage(account)).map((row) => ({
      ...row,
      tokens: row.tokens / MICRO,
    })),
  };
}

const NO_TOKENS = { granted: null, used: null, held: null, remaining: null, next_expiry: null };

function tokensOf({ granted, used, held, remaining, nextExpiry }: Balance) {
  return {
    granted: granted / MICRO,
    used: used / MICRO,
    held: held / MICRO,
    remaining: remaining / MICRO,
    next_expiry: wireTime(nextExpiry),
  };
}

export const NEXT_CURSOR = "API-Next-Cursor";

const SHORT_KEYS = ["start", "end", "by", "response_format", "limit"];
const KEYS = [...SHORT_KEYS, "cursor"];
const FORMATS = ["json", "csv"] as const;
type Format = (typeof FORMATS)[number];

/** Days of a period that is not given, today included. */
const DAYS = 31;
const MOST_ROWS = 1000;

export function usageTask(service: Service, { query: asked, now, caller }: ApiRequest): Task {
  const access = accessOf(caller, "the books");
  checkTexts(asked, SHORT_KEYS);
  const { query, position } = questionOf(asked, access, now);
  const format = oneOf(asked, "response_format", FORMATS) ?? "json";
  const most = limitOf(asked);
  asBadRequest(() => checkBooksQuery(query));
  return {
    ...UNPAID,
    place: undefined,
    csv: format === "csv",
    notices: otherKeyNotices(KEYS, asked),
    prepare: async () =>
      momentary(async ({ encoding }) => {
        const page = await service.accounts.books(query, position, most).catch(badRequest);
        return pageAnswer(page, query, format, encoding);
      }),
  };
}

function pageAnswer(
  { rows, next }: BooksPage,
  query: BooksQuery,
  format: Format,
  encoding: RenderedAnswer["encoding"],
): RenderedAnswer {
  const cursor = next && writeCursor({ query, position: next });
  const headers = cursor === null ? {} : { [NEXT_CURSOR]: cursor };
  const fields = rows.map((row) => bookFields(row, query.by));
  if (format === "csv") {
    const lines = [csvHead(query.by), ...fields.map((row) => csvLine(Object.values(row)))];
    return textAnswer(lines.map((line) => `${line}\r\n`).join(""), "text/csv", encoding, { headers });
  }
  const text = `{"usage":[${fields.map(jsonLine).join(",")}],"next_cursor":${JSON.stringify(cursor)}}`;
  return textAnswer(text, "application/json", encoding, { headers });
}

type Question = { readonly query: BooksQuery; readonly position: BookPosition | undefined };

/** A cursor has the period and the unit with it. @throws HttpError 400 */
function questionOf(asked: Query, { account }: Access, now: number): Question {
  const [start, end, by] = [timeOf(asked, "start"), timeOf(asked, "end"), oneOf(asked, "by", BOOK_UNITS)];
  if (asked.cursor !== undefined) return continued(asked.cursor, account, { start, end, by });
  const tomorrow = (Math.floor(now / DAY) + 1) * DAY;
  const query = { account, from: start ?? tomorrow - DAYS * DAY, to: end ?? tomorrow, by: by ?? "day" };
  return { query, position: undefined };
}

function continued(
  text: Query[string],
  account: string,
  given: { start: number | undefined; end: number | undefined; by: BookUnit | undefined },
): Question {
  const cursor = typeof text === "string" ? readCursor(text) : undefined;
  const isOwn = cursor?.query.account === account && cursor.position.account === account;
  if (cursor === undefined || !isOwn) throw refused("cursor", "a next_cursor that this account was given", text);
  const { from, to, by } = cursor.query;
  for (const [name, mine, value] of [
    ["start", from, given.start],
    ["end", to, given.end],
    ["by", by, given.by],
  ] as const) {
    if (value === undefined || value === mine) continue;
    throw invalidParameter(name, `parameter "${name}" must be left out or as it was where the cursor comes from`);
  }
  return cursor;
}

function timeOf(asked: Query, name: "start" | "end"): number | undefined {
  const text = asked[name];
  if (text === undefined) return undefined;
  const time = parseUtcTime(String(text));
  if (Number.isNaN(time)) throw refused(name, "YYYY-MM-DD or YYYY-MM-DDTHH:MMZ (UTC)", text);
  return time;
}

function oneOf<Value extends string>(asked: Query, name: string, values: readonly Value[]): Value | undefined {
  const text = asked[name];
  if (text === undefined) return undefined;
  const value = values.find((one) => one === text);
  if (value === undefined) throw refused(name, `one of ${values.join(", ")}`, text);
  return value;
}

function limitOf({ limit }: Query): number {
  if (limit === undefined) return MOST_ROWS;
  const rows = /^\d{1,4}$/.test(String(limit)) ? Number(limit) : 0;
  if (rows < 1 || rows > MOST_ROWS) throw refused("limit", `a whole number from 1 to ${MOST_ROWS}`, limit);
  return rows;
}

function refused(parameter: string, expected: string, got: Query[string]): HttpError {
  const shown = JSON.stringify(String(got).slice(0, 60));
  return invalidParameter(parameter, `parameter "${parameter}" must be ${expected}, got ${shown}`);
}

function asBadRequest(check: () => void): void {
  try {
    check();
  } catch (cause) {
    badRequest(cause);
  }
}

/** What the books say of a period is about the request. */
function badRequest(cause: unknown): never {
  if (!(cause instanceof RangeError)) throw cause;
  throw new HttpError("invalid_parameter", cause.message, { parameter: "start", cause });
}
