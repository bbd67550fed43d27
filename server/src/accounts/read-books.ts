/** Reads the books page by page: the walk over accounts, their days, their charges and their refunds. */
import { DAY } from "irradiance-engine/internal/shared";
import { isoTime, utcDay } from "./accounts.js";
import { type AccountsDatabase, SHOWN_NAME } from "./accounts-database.js";
import type {
  BookedRequest,
  BookKind,
  BookPosition,
  BookRow,
  BooksPage,
  BooksQuery,
  ChargeFigures,
  Counted,
} from "./books.js";

/** Reads, on the data of one moment. */
export type ReadBooks = Pick<AccountsDatabase, "all">;

/**
 * @param position behind the last row of the page before; undefined: from the beginning
 * @param most rows of the page
 * @throws RangeError for a period that cuts a day whose charges were pruned
 */
export async function readBooks(
  read: ReadBooks,
  query: BooksQuery,
  position: BookPosition | undefined,
  most: number,
): Promise<BooksPage> {
  const walk = new BooksWalk(read, query, position);
  const rows: BookRow[] = [];
  let next: BookPosition | null = null;
  for await (const row of walk.rows()) {
    if (rows.length === most) return { rows, next };
    rows.push(row);
    if (rows.length === most) next = walk.position;
  }
  return { rows, next: null };
}

const NONE: Counted = [0, 0];
const NO_KEY: BookPosition["after"] = [];
/** Rows of one statement. */
const CHUNK = 500;

type SumRow = { readonly time: string; readonly endpoint: string; readonly requests: number; readonly tokens: number };

interface ChargeRow extends ChargeFigures {
  readonly id: string;
  readonly at: number;
  readonly endpoint: string;
  readonly tokens: number;
}

interface RefundRow {
  readonly id: string;
  readonly at: number;
  readonly charged_at: number;
  readonly endpoint: string;
  readonly tokens: number;
  readonly reason: string;
}

class BooksWalk {
  readonly #read: ReadBooks;
  readonly #query: BooksQuery;
  /** Of whole days, and of all days that the period touches. */
  readonly #whole: readonly [first: string, end: string];
  readonly #days: readonly [first: string, end: string];
  #account: string;
  #shownName = "";
  #isDone = false;
  #part: BookPosition["part"];
  #day: string;
  #after: BookPosition["after"];
  #ofDay: Record<string, Counted>;
  #ofAccount: Counted;

  constructor(read: ReadBooks, query: BooksQuery, position: BookPosition | undefined) {
    this.#read = read;
    this.#query = query;
    const { from, to } = query;
    this.#whole = [utcDay(Math.ceil(from / DAY) * DAY), utcDay(Math.floor(to / DAY) * DAY)];
    this.#days = [utcDay(from), utcDay(Math.ceil(to / DAY) * DAY)];
    this.#account = position?.account ?? "";
    this.#part = position?.part ?? "usage";
    this.#day = position?.day ?? this.#days[0];
    this.#after = position?.after ?? NO_KEY;
    this.#ofDay = { ...position?.ofDay };
    this.#ofAccount = position?.ofAccount ?? NONE;
  }

  get position(): BookPosition {
    return {
      account: this.#account,
      part: this.#part,
      day: this.#day,
      after: this.#after,
      ofDay: { ...this.#ofDay },
      ofAccount: this.#ofAccount,
    };
  }

  /** All that follow. After each, `position` is behind it. */
  async *rows(): AsyncGenerator<BookRow> {
    while (await this.#goToAccount()) {
      if (this.#part === "usage") {
        yield* this.#query.by === "charge" ? this.#charges() : this.#sums();
        yield* this.#late();
        [this.#part, this.#after] = ["refunds", NO_KEY];
      }
      yield* this.#query.by === "charge" ? this.#refunds() : this.#sumsOfRefunds();
      this.#part = "usage";
      this.#isDone = true;
    }
  }

  /** The one that was under way, or the next. */
  async #goToAccount(): Promise<boolean> {
    const { account } = this.#query;
    if (this.#account !== "" && !this.#isDone) return this.#findName();
    if (account !== undefined && this.#account === account) return false;
    const which = account === undefined ? "name > ?" : "name = ?";
    const sql = `SELECT name FROM account WHERE ${which} ORDER BY name LIMIT 1`;
    const [next] = await this.#read.all<{ name: string }>(sql, account ?? this.#account);
    if (!next) return false;
    this.#account = next.name;
    this.#isDone = false;
    this.#beginDay(this.#days[0]);
    this.#ofAccount = NONE;
    return this.#findName();
  }

  /** Rows are of the name that people see. */
  async #findName(): Promise<boolean> {
    const sql = `SELECT ${SHOWN_NAME} AS name FROM account WHERE name = ?`;
    const [found] = await this.#read.all<{ name: string }>(sql, this.#account);
    this.#shownName = found?.name ?? this.#account;
    return true;
  }

  /** Request by request; then, for each day, what has no row of its own. */
  async *#charges(): AsyncGenerator<BookRow> {
    for (;;) {
      const totals = await this.#nextDay();
      const day = totals[0]?.time;
      if (day === undefined) return;
      if (day !== this.#day) this.#beginDay(day);
      const isWhole = this.#isWhole(day);
      if (!isWhole) await this.#demandCharges(day);
      yield* this.#chargesOf(day, isWhole);
      if (isWhole) for (const total of totals) yield* this.#rest(total);
      this.#beginDay(utcDay(Date.parse(day) + DAY));
    }
  }

  /** The sums of the first day that is not passed, by endpoint. */
  #nextDay(): Promise<SumRow[]> {
    const first = "SELECT min(day) FROM usage_day WHERE account = ? AND day >= ? AND day < ?";
    const sql = `SELECT day AS time, endpoint, requests, tokens FROM usage_day WHERE account = ? AND day = (${first})
      ORDER BY endpoint`;
    return this.#read.all<SumRow>(sql, this.#account, this.#account, this.#day, this.#days[1]);
  }

  async *#chargesOf(day: string, isWhole: boolean): AsyncGenerator<BookRow> {
    const start = Math.max(Date.parse(day), this.#query.from);
    const end = Math.min(Date.parse(day) + DAY, this.#query.to);
    const columns = `at, request_id AS id, key_id AS key, endpoint, row_count AS rows, column_count AS columns, tokens, status,
      duration, bytes, cut`;
    for (let isMore = true; isMore; ) {
      const { sql, values } = behind("at, request_id", this.#after);
      const rows = await this.#read.all<ChargeRow>(
        `SELECT ${columns} FROM charge WHERE account = ? AND at >= ? AND at < ? ${sql} ORDER BY at, request_id LIMIT ${CHUNK}`,
        ...[this.#account, Math.max(start, Number(this.#after[0] ?? start)), end],
        ...values,
      );
      for (const { at, id, endpoint, tokens, ...figures } of rows) {
        this.#after = [at, id];
        if (isWhole) this.#count(endpoint, [1, tokens]);
        yield this.#row("charge", isoTime(at), endpoint, [1, tokens], { id, figures });
      }
      isMore = rows.length === CHUNK;
    }
  }

  /** What is missing to the sum of a day: pruned, free, or written while the pages went by. */
  async *#rest({ time, endpoint, requests, tokens }: SumRow): AsyncGenerator<BookRow> {
    const [countedRequests, countedTokens] = this.#ofDay[endpoint] ?? NONE;
    const missing: Counted = [requests - countedRequests, tokens - countedTokens];
    if (missing[0] <= 0 && missing[1] <= 0) return;
    this.#count(endpoint, missing);
    const kind = missing[1] === 0 ? "free" : (await this.#isPruned(time)) ? "pruned" : "late";
    yield this.#row(kind, time, endpoint, missing);
  }

  async *#sums(): AsyncGenerator<BookRow> {
    const period = this.#query.by === "day" ? "day" : "substr(day, 1, 7)";
    for await (const { time, endpoint, requests, tokens } of this.#grouped("usage_day", period, "sum(requests)")) {
      this.#ofAccount = plus(this.#ofAccount, [requests, tokens]);
      yield this.#row("sum", time, endpoint, [requests, tokens]);
    }
  }

  async *#sumsOfRefunds(): AsyncGenerator<BookRow> {
    const period = this.#query.by === "day" ? "day" : "substr(day, 1, 7)";
    for await (const { time, endpoint, tokens } of this.#grouped("refund", period, "count(*)")) {
      yield this.#row("refund", time, endpoint, [0, -tokens]);
    }
  }

  async *#grouped(table: string, period: string, requests: string): AsyncGenerator<SumRow> {
    for (let isMore = true; isMore; ) {
      const { sql, values } = behind(`${period}, endpoint`, this.#after);
      const first = String(this.#after[0] ?? this.#whole[0]);
      const rows = await this.#read.all<SumRow>(
        `SELECT ${period} AS time, endpoint, ${requests} AS requests, sum(tokens) AS tokens FROM ${table}
        WHERE account = ? AND day >= ? AND day >= ? AND day < ? ${sql}
        GROUP BY ${period}, endpoint ORDER BY ${period}, endpoint LIMIT ${CHUNK}`,
        ...[this.#account, this.#whole[0], first, this.#whole[1]],
        ...values,
      );
      for (const row of rows) {
        this.#after = [row.time, row.endpoint];
        yield row;
      }
      isMore = rows.length === CHUNK;
    }
  }

  async *#refunds(): AsyncGenerator<BookRow> {
    for (let isMore = true; isMore; ) {
      const { sql, values } = behind("at, request_id, charged_at", this.#after);
      const rows = await this.#read.all<RefundRow>(
        `SELECT at, request_id AS id, charged_at, endpoint, tokens, reason FROM refund
        WHERE account = ? AND at >= ? AND at < ? ${sql} ORDER BY at, request_id, charged_at LIMIT ${CHUNK}`,
        ...[this.#account, Math.max(this.#query.from, Number(this.#after[0] ?? this.#query.from)), this.#query.to],
        ...values,
      );
      for (const { at, id, charged_at, endpoint, tokens, reason } of rows) {
        this.#after = [at, id, charged_at];
        yield this.#row("refund", isoTime(at), endpoint, [0, -tokens], { id, reason });
      }
      isMore = rows.length === CHUNK;
    }
  }

  /** What was charged to days of the account after they were passed. */
  async *#late(): AsyncGenerator<BookRow> {
    const sql = `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(tokens), 0) AS tokens FROM usage_day
      WHERE account = ? AND day >= ? AND day < ?`;
    const [sum] = await this.#read.all<{ requests: number; tokens: number }>(sql, this.#account, ...this.#whole);
    const [requests, tokens] = this.#ofAccount;
    const missing: Counted = [sum!.requests - requests, sum!.tokens - tokens];
    if (missing[0] <= 0 && missing[1] <= 0) return;
    this.#ofAccount = plus(this.#ofAccount, missing);
    yield this.#row("late", null, null, missing);
  }

  #row(
    kind: BookKind,
    time: string | null,
    endpoint: string | null,
    [requests, tokens]: Counted,
    request?: BookedRequest,
  ): BookRow {
    return { account: this.#shownName, kind, time, endpoint, requests, tokens, ...(request && { request }) };
  }

  #beginDay(day: string): void {
    this.#day = day;
    this.#after = NO_KEY;
    this.#ofDay = {};
  }

  #count(endpoint: string, more: Counted): void {
    this.#ofDay[endpoint] = plus(this.#ofDay[endpoint] ?? NONE, more);
    this.#ofAccount = plus(this.#ofAccount, more);
  }

  #isWhole(day: string): boolean {
    return day >= this.#whole[0] && day < this.#whole[1];
  }

  async #isPruned(day: string): Promise<boolean> {
    const sql = "SELECT 1 AS one FROM pruned_day WHERE account = ? AND day = ? AND tokens > 0";
    return (await this.#read.all(sql, this.#account, day)).length > 0;
  }

  /** @throws RangeError where a part of a day is asked for that is known as a whole alone */
  async #demandCharges(day: string): Promise<void> {
    if (!(await this.#isPruned(day))) return;
    const { from, to } = this.#query;
    throw new RangeError(
      `start and end must not cut ${day}, whose charges were pruned: ask for the whole day, got ${isoTime(from)} to ${isoTime(to)}`,
    );
  }
}

/** A condition on rows behind a key, in the order of the key. */
function behind(columns: string, key: BookPosition["after"]) {
  if (key.length === 0) return { sql: "", values: [] };
  return { sql: `AND (${columns}) > (${key.map(() => "?").join(", ")})`, values: key };
}

function plus(a: Counted, b: Counted): Counted {
  return [a[0] + b[0], a[1] + b[1]];
}
