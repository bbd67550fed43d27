/** The books: rows that add up to the ledger, page by page, whatever is charged, pruned and refunded between the pages. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { drawsOf } from "../../../test/draws.js";
import type { AccountsDatabase, AccountsPlace } from "../../src/accounts/accounts-database.js";
import {
  BOOK_UNITS,
  type BookPosition,
  type BookRow,
  type BooksQuery,
  bookFields,
  checkBooksQuery,
  csvLine,
  jsonLine,
  readCursor,
  writeCursor,
} from "../../src/accounts/books.js";
import { readBooks } from "../../src/accounts/read-books.js";
import { pruneCharges, refundCharge } from "../../src/accounts/refunds.js";
import { administer, entry, NOON, type Opened, until, withDatabase } from "./fixture.js";
import { eachStore } from "./stores.js";

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 5, 21);
const ACTOR = { name: "ann@host", now: NOON };
const ALL: BooksQuery = { from: 0, to: TODAY + DAY, by: "charge" };
const ENDPOINTS = ["observation/realtime", "observation/historical", "altitude"] as const;

async function charge(
  { accounts, access }: Opened,
  tokens: number,
  id: string,
  at = NOON,
  endpoint: string = ENDPOINTS[0],
) {
  await accounts.charge(await accounts.hold(access, tokens), entry(id, { at, endpoint }));
}

const prune = (place: AccountsPlace, before: number) =>
  withDatabase(place, (database) => pruneCharges(database, { before, actor: ACTOR }));

const refund = (place: AccountsPlace, requestId: string, tokens?: number) =>
  withDatabase(place, (database) =>
    refundCharge(database, ACTOR, { account: "lab", requestId, tokens, reason: "was cut" }),
  );

/** All rows, in pages of one size, each through its cursor. */
async function allRows(
  place: AccountsPlace,
  query: BooksQuery,
  most: number,
  between?: (page: number) => Promise<void>,
) {
  const rows: BookRow[] = [];
  let position: BookPosition | undefined;
  for (let page = 0; ; page++) {
    const read = (database: AccountsDatabase) => database.snapshot(() => readBooks(database, query, position, most));
    const { rows: more, next } = await withDatabase(place, read);
    expect(more.length).toBeLessThanOrEqual(most);
    rows.push(...more);
    if (next === null) return rows;
    position = readCursor(writeCursor({ query, position: next }))!.position;
    expect(position).toEqual(next);
    await between?.(page);
  }
}

const tokensOf = (rows: readonly BookRow[], isRefund = false) =>
  rows.filter(({ kind }) => (kind === "refund") === isRefund).reduce((sum, { tokens }) => sum + tokens, 0);
const requestsOf = (rows: readonly BookRow[]) => rows.reduce((sum, { requests }) => sum + requests, 0);

/** What the ledger of an account says: the figures that `check` compares. */
const requestsIn = (place: AccountsPlace) =>
  withDatabase(place, async (database) => {
    const sum = "SELECT coalesce(sum(requests), 0) AS sum FROM usage_day";
    return Number((await database.get<{ sum: number }>(sum))!.sum);
  });

async function ledgerOf(place: AccountsPlace, account: string) {
  return withDatabase(place, async (database) => {
    await database.check();
    const sum = async (sql: string) =>
      (await database.get<{ sum: number }>(`SELECT ${sql} WHERE account = ?`, account))!.sum;
    return {
      used: await sum("coalesce(sum(used), 0) AS sum FROM token_grant"),
      requests: await sum("coalesce(sum(requests), 0) AS sum FROM usage_day"),
      refunded: await sum("coalesce(sum(tokens), 0) AS sum FROM refund"),
    };
  });
}

eachStore(({ openLab }) => {
  it("have each charge, sum and refund once, in the order of time", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await charge(lab, 5, "r1", NOON - 4 * DAY);
    await charge(lab, 6, "r2", NOON - 2);
    await charge(lab, 7, "a", NOON - 2);
    await charge(lab, 8, "r0", NOON - 4 * DAY + 1, ENDPOINTS[1]);
    const { accounts, access } = lab;
    await accounts.charge(await accounts.hold(access, 0), entry("free", { at: NOON - DAY, endpoint: "altitude" }));
    await until(async () => (await accounts.usage("lab")).some(({ endpoint }) => endpoint === "altitude"));
    await refund(lab.place, "r2", 2);
    const rows = await allRows(lab.place, ALL, 100);
    const figures = { key: access.keyId, rows: 96, columns: 21, status: 200, duration: 1.25, bytes: 18_000, cut: 0 };
    const row = (kind: string, time: string, endpoint: string, requests: number, tokens: number, request?: object) => ({
      ...{ account: "lab", kind, time, endpoint, requests, tokens },
      ...(request && { request }),
    });
    expect(rows).toEqual([
      row("charge", "2026-06-17T12:00:00.000Z", ENDPOINTS[0], 1, 5, { id: "r1", figures }),
      row("charge", "2026-06-17T12:00:00.001Z", ENDPOINTS[1], 1, 8, { id: "r0", figures }),
      row("free", "2026-06-20", "altitude", 1, 0),
      row("charge", "2026-06-21T11:59:59.998Z", ENDPOINTS[0], 1, 7, { id: "a", figures }),
      row("charge", "2026-06-21T11:59:59.998Z", ENDPOINTS[0], 1, 6, { id: "r2", figures }),
      row("refund", "2026-06-21T12:00:00.000Z", ENDPOINTS[0], 0, -2, { id: "r2", reason: "was cut" }),
    ]);
    await prune(lab.place, NOON - 3 * DAY);
    expect((await allRows(lab.place, ALL, 100)).slice(0, 3)).toEqual([
      row("pruned", "2026-06-17", ENDPOINTS[1], 1, 8),
      row("pruned", "2026-06-17", ENDPOINTS[0], 1, 5),
      row("free", "2026-06-20", "altitude", 1, 0),
    ]);
    const whole = { from: NOON - 20.5 * DAY, to: NOON + 9.5 * DAY };
    expect(await allRows(lab.place, { ...whole, by: "day" }, 2)).toEqual([
      row("sum", "2026-06-17", ENDPOINTS[1], 1, 8),
      row("sum", "2026-06-17", ENDPOINTS[0], 1, 5),
      row("sum", "2026-06-20", "altitude", 1, 0),
      row("sum", "2026-06-21", ENDPOINTS[0], 2, 13),
      row("refund", "2026-06-21", ENDPOINTS[0], 0, -2),
    ]);
    expect(await allRows(lab.place, { ...whole, by: "month" }, 1)).toEqual([
      row("sum", "2026-06", "altitude", 1, 0),
      row("sum", "2026-06", ENDPOINTS[1], 1, 8),
      row("sum", "2026-06", ENDPOINTS[0], 3, 18),
      row("refund", "2026-06", ENDPOINTS[0], 0, -2),
    ]);
  });

  it("are those of a period: from its start, without its end, of one account or all", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await administer(lab.place, (administration) => administration.createAccount("field", { tokens: 1e9 }));
    await until(() => lab.accounts.balance("field").granted > 0);
    for (const [i, hours] of [0, 5, 11, 12, 13, 24, 40].entries()) {
      await charge(lab, 1 + i, `r${i}`, NOON - hours * 3_600_000);
    }
    const field = { ...lab, access: { account: "field", keyId: lab.key.id } };
    await charge(field, 100, "f", NOON);
    const ids = async (query: Partial<BooksQuery>) =>
      (await allRows(lab.place, { ...ALL, ...query }, 2)).map(({ request, account }) => request?.id ?? account);
    expect(await ids({})).toEqual(["f", "r6", "r5", "r4", "r3", "r2", "r1", "r0"]);
    expect(await ids({ account: "lab", from: NOON - 12 * 3_600_000, to: NOON })).toEqual(["r3", "r2", "r1"]);
    expect(await ids({ account: "field", to: NOON })).toEqual([]);
    expect(await ids({ account: "field", from: NOON, to: NOON + 1 })).toEqual(["f"]);
    expect(await ids({ account: "nobody" })).toEqual([]);
    // A part of a day is known as long as its charges are there.
    await charge(lab, 1, "old", NOON - 5 * DAY);
    const part = { account: "lab", from: NOON - 5 * DAY, to: NOON - 4 * DAY };
    expect(await ids(part)).toEqual(["old"]);
    await prune(lab.place, NOON - 3 * DAY);
    await expect(ids(part)).rejects.toThrow(/start and end must not cut 2026-06-16, whose charges were pruned/);
    expect(await ids({ ...part, from: NOON - 5.5 * DAY })).toEqual(["lab"]);
  });

  it("go on where they ended: nothing twice, nothing lost, and the sums of the ledger, whatever comes between", async () => {
    const act = fc.oneof(
      fc.record({
        do: fc.constant("charge" as const),
        tokens: fc.integer({ min: 0, max: 50 }),
        age: fc.integer({ min: 0, max: 6 * DAY }),
        endpoint: fc.constantFrom(...ENDPOINTS),
        own: fc.boolean(),
      }),
      fc.record({ do: fc.constant("prune" as const), age: fc.integer({ min: 2 * DAY, max: 6 * DAY }) }),
      fc.record({ do: fc.constant("refund" as const), of: fc.nat(30) }),
    );
    const acts = fc.array(act, { maxLength: 25 });
    const between = fc.array(fc.array(act, { maxLength: 4 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(acts, between, fc.integer({ min: 1, max: 9 }), async (before, after, most) => {
        for (const by of BOOK_UNITS) {
          const lab = await openLab({ tokens: 1e9 });
          await administer(lab.place, (administration) => administration.createAccount("field", { tokens: 1e9 }));
          await until(() => lab.accounts.balance("field").granted > 0);
          const field = { ...lab, access: { account: "field", keyId: lab.key.id } };
          let count = 0;
          const take = async (one: (typeof before)[number]) => {
            if (one.do === "prune") await prune(lab.place, NOON - one.age);
            else if (one.do === "refund") await refund(lab.place, `r${one.of}`).catch(() => {});
            else {
              await charge(one.own ? lab : field, one.tokens, `r${count++}`, NOON - one.age, one.endpoint);
              // What is free is counted a little later.
              if (one.tokens === 0) await until(async () => (await requestsIn(lab.place)) === count);
            }
          };
          for (const one of before) await take(one);
          const query = { account: "lab", from: NOON - 20.5 * DAY, to: NOON + 0.5 * DAY, by };
          const rows = await allRows(lab.place, query, most, async (page) => {
            for (const one of after[page] ?? []) await take(one);
          });
          const { used, requests, refunded } = await ledgerOf(lab.place, "lab");
          expect(tokensOf(rows)).toBe(used);
          expect(requestsOf(rows)).toBe(requests);
          expect(-tokensOf(rows, true)).toBeLessThanOrEqual(refunded);
          const ids = rows.flatMap(({ kind, request }) => (request ? [`${kind} ${request.id}`] : []));
          expect(new Set(ids).size).toBe(ids.length);
          await lab.accounts.close();
        }
      }),
      { numRuns: drawsOf(12, 3) },
    );
  });

  it("are read beside a server that charges, and by the server itself", async () => {
    const lab = await openLab({ tokens: 1e9 });
    for (let i = 0; i < 30; i++) await charge(lab, 3, `old-${i}`, NOON - 3 * DAY - i);
    let [running, count] = [true, 0];
    const clients = ["a", "b", "c"].map(async (name) => {
      for (let i = 0; running; i++) await charge(lab, 2, `${name}-${i}`, NOON + i).then(() => count++);
    });
    const query = { account: "lab", from: 0, to: TODAY + DAY, by: "charge" as const };
    const rows: BookRow[] = [];
    for (let position: BookPosition | undefined, i = 0; ; i++) {
      const page = await lab.accounts.books(query, position, 7);
      rows.push(...page.rows);
      if (i === 20) {
        running = false;
        await Promise.all(clients);
      }
      if (page.next === null) break;
      position = page.next;
    }
    running = false;
    await Promise.all(clients);
    if (rows.length > 7 * 20) {
      const { used, requests } = await ledgerOf(lab.place, "lab");
      expect([tokensOf(rows), requestsOf(rows)]).toEqual([used, requests]);
    }
    expect(rows.filter(({ request }) => request?.id.startsWith("old-"))).toHaveLength(30);
    expect(count).toBeGreaterThan(0);
    await expect(lab.accounts.books({ ...query, to: 0 }, undefined, 7)).rejects.toThrow(RangeError);
  });
});

it("a period must be one, and of whole days for sums", () => {
  const refused: [Partial<BooksQuery>, string][] = [
    [{ from: 5, to: 5 }, "end must be after start"],
    [{ from: Number.NaN }, "must be times from 1970"],
    [{ from: -1 }, "must be times from 1970"],
    [{ to: 9e15 }, "must be times from 1970"],
    [{ from: 1, by: "day" }, "must be the beginning of a day (UTC) for sums by day, got 1970-01-01T00:00:00.001Z"],
    [{ to: NOON, by: "month" }, "must be the beginning of a day (UTC) for sums by month"],
  ];
  for (const [query, text] of refused) {
    let error: unknown;
    try {
      checkBooksQuery({ ...ALL, ...query });
    } catch (cause) {
      error = cause;
    }
    expect(error).toBeInstanceOf(RangeError);
    expect((error as Error).message).toContain(text);
  }
});

it("a cursor that was not made here is none", () => {
  const position: BookPosition = {
    account: "lab",
    part: "usage",
    day: "2026-06-21",
    after: [NOON, "r1"],
    ofDay: { altitude: [1, 0] },
    ofAccount: [1, 0],
  };
  const whole = writeCursor({ query: { ...ALL, account: "lab" }, position });
  expect(readCursor(whole)).toEqual({ query: { ...ALL, account: "lab" }, position });
  const fields = JSON.parse(Buffer.from(whole, "base64url").toString()) as unknown[];
  const broken = fields.flatMap((field, i) =>
    [null, "x\0", -1, 1.5, {}, [1], ["a", 2], [NOON, "r1", 3], { a: [1] }]
      .filter(
        (value) => JSON.stringify(value) !== JSON.stringify(field) && !(i === 2 || i === 3 ? value === -1 : false),
      )
      .filter((value) => !(i === 4 && value === null) && !(i === 9 && JSON.stringify(value) === "{}"))
      .map((value) => fields.with(i, value)),
  );
  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  for (const one of [...broken, fields.slice(1), "text", 5])
    expect(readCursor(written(one)), JSON.stringify(one)).toBeUndefined();
  for (const text of ["", "a b", "%", "AAAA", "x".repeat(9000)]) expect(readCursor(text)).toBeUndefined();
});

it("tokens are decimals to the last digit, and no cell is a formula", () => {
  fc.assert(
    fc.property(fc.integer({ min: -9e15, max: 9e15 }), (micro) => {
      const row: BookRow = { account: "lab", kind: "sum", time: null, endpoint: null, requests: 0, tokens: micro };
      const digits = String(Math.abs(micro)).padStart(7, "0");
      const exact = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "");
      const text = micro < 0 ? `-${exact}` : exact;
      expect(csvLine(Object.values(bookFields(row, "day")))).toBe(`sum,,,0,${text}`);
      expect(jsonLine(bookFields(row, "day"))).toBe(
        `{"kind":"sum","time":null,"endpoint":null,"requests":0,"tokens":${text}}`,
      );
    }),
  );
  expect(csvLine(["=1+1", "+1", "-1", "@a", "\tx", -1.5, null, 'a "b", c', "two\nlines", "plain"])).toBe(
    `'=1+1,'+1,'-1,'@a,'\tx,-1.5,,"a ""b"", c","two\nlines",plain`,
  );
});
