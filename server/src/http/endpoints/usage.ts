/** GET /v1/account/usage: the account's books by charge, day or month, page by page. */
import { checkTexts } from "irradiance-engine/contract";
import { DAY } from "irradiance-engine/shared";
import type { Access } from "../../accounts/accounts.js";
import {
  BOOK_UNITS,
  type BookPosition,
  type BooksPage,
  type BooksQuery,
  type BookUnit,
  checkBooksQuery,
} from "../../accounts/books.js";
import { readCursor, writeCursor } from "../../accounts/books-cursor.js";
import { bookFields, csvHead, csvLine, jsonLine } from "../../accounts/books-lines.js";
import { parseUtcTime } from "../../accounts/utc-day.js";
import type { RenderedAnswer } from "../../answers/render.js";
import type { Service } from "../../service.js";
import { accessOf } from "../callers.js";
import type { ApiRequest, Endpoint, Query, Task } from "../endpoint.js";
import { HttpError } from "../errors.js";
import { otherKeyNotices } from "../query.js";
import { textAnswer } from "./json-answer.js";

export const NEXT_CURSOR = "API-Next-Cursor";

const SHORT_KEYS = ["start", "end", "by", "response_format", "limit"];
const KEYS = [...SHORT_KEYS, "cursor"];
const FORMATS = ["json", "csv"] as const;
type Format = (typeof FORMATS)[number];

/** Days of a period that is not given, today included. */
const DAYS = 31;
const MOST_ROWS = 1000;

export function usageEndpoint(service: Service): Endpoint {
  return { method: "GET", path: "account/usage", isFree: true, parse: (asked) => usageTask(service, asked) };
}

function usageTask(service: Service, { query: asked, now, caller }: ApiRequest): Task {
  const access = accessOf(caller, "the books");
  checkTexts(asked, SHORT_KEYS);
  const { query, position } = questionOf(asked, access, now);
  const format = oneOf(asked, "response_format", FORMATS) ?? "json";
  const most = limitOf(asked);
  asBadRequest(() => checkBooksQuery(query));
  return {
    place: undefined,
    cost: 0,
    values: 0,
    csv: format === "csv",
    notices: otherKeyNotices(KEYS, asked),
    prepare: async () => ({
      identity: undefined,
      maxAge: 0,
      render: async ({ encoding }) => {
        const page = await service.accounts.books(query, position, most).catch(badRequest);
        return pageAnswer(page, query, format, encoding);
      },
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

interface Question {
  readonly query: BooksQuery;
  readonly position: BookPosition | undefined;
}

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
    throw new HttpError(
      "invalid_parameter",
      `parameter "${name}" must be left out or as it was where the cursor comes from`,
      {
        parameter: name,
      },
    );
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
  const text = `parameter "${parameter}" must be ${expected}, got ${JSON.stringify(String(got).slice(0, 60))}`;
  return new HttpError("invalid_parameter", text, { parameter });
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
