/** GET /v1/account/usage: an account's own books, page by page; and the notice of tokens that run out. */
import { expect, it } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { refundCharge } from "../../src/accounts/refunds.js";
import { temporaryFile } from "../accounts/fixture.js";
import { BATCH, DAY, DEMO, posted, type Stand, stand, until } from "./harness.js";

const USAGE = "/v1/account/usage";

async function paid({ ask }: Stand, requests: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < requests; i++) {
    const { status, headers } = await ask(DAY);
    expect(status).toBe(200);
    ids.push(headers["x-request-id"] as string);
  }
  return ids;
}

it("has the account's charges, page by page, as JSON and as CSV", async () => {
  const server = await stand();
  const { ask, operate } = server;
  const ids = await paid(server, 5);
  const refund = { account: "lab", requestId: ids[1]!, tokens: MICRO / 4, reason: '=cut, "sorry"' };
  await operate((database, actor) => refundCharge(database, actor, refund));
  // The server sees what the command line has written when it looks next.
  await until(() => server.remaining() === 100_000 - 5 + 0.25);

  const first = await ask(`${USAGE}?by=charge&limit=3`);
  expect([first.status, first.headers["api-tokens-cost"], first.headers["cache-control"]]).toEqual([
    200,
    "0",
    "no-store",
  ]);
  expect(first.json.usage).toHaveLength(3);
  expect(first.json.next_cursor).toBe(first.headers["api-next-cursor"]);
  const second = await ask(`${USAGE}?cursor=${first.json.next_cursor}&limit=1000`);
  expect([second.json.next_cursor, second.headers["api-next-cursor"]]).toEqual([null, undefined]);
  const rows = [...first.json.usage, ...second.json.usage];
  const charges = rows.filter(({ kind }) => kind === "charge");
  expect(charges.map(({ request_id }) => request_id).sort()).toEqual([...ids].sort());
  expect(charges[0]).toMatchObject({ endpoint: "observation/realtime", requests: 1, tokens: 1, status: 200, cut: 0 });
  expect(rows.at(-1)).toMatchObject({ kind: "refund", tokens: -0.25, request_id: ids[1], reason: '=cut, "sorry"' });

  const csv = await ask(`${USAGE}?by=charge&response_format=csv&start=2026-06-21&end=2026-06-22T00:00Z`);
  expect(csv.headers["content-disposition"]).toBe('attachment; filename="account-usage.csv"');
  const lines = csv.body.split("\r\n");
  expect(lines[0]).toBe(
    "kind,time,endpoint,requests,tokens,request_id,key,rows,columns,status,duration,bytes,cut,reason",
  );
  expect(
    lines.filter((line) => line.startsWith("charge,2026-06-21T12:34:56.789Z,observation/realtime,1,1,")),
  ).toHaveLength(5);
  const back = `refund,2026-06-21T12:34:56.789Z,observation/realtime,0,-0.25,${ids[1]},,,,,,,,"'=cut, ""sorry"""`;
  expect(lines).toContain(back);
  for (const by of ["day", "month"]) {
    const { json } = await ask(`${USAGE}?by=${by}`);
    const time = by === "day" ? "2026-06-21" : "2026-06";
    const endpoint = "observation/realtime";
    expect(json.usage).toContainEqual({ kind: "sum", time, endpoint, requests: 5, tokens: 5 });
    expect(json.usage.at(-1)).toEqual({ kind: "refund", time, endpoint, requests: 0, tokens: -0.25 });
  }
  expect((await ask(USAGE, { method: "HEAD" })).status).toBe(200);
});

it("is of nobody else: neither the demo key's nor another account's", async () => {
  const server = await stand({ settings: { demo: "places" } });
  const { ask, administer } = server;
  await paid(server, 3);
  const demo = await ask(USAGE, { key: DEMO });
  expect([demo.status, demo.json.error.message]).toEqual([
    403,
    "the books need the key of an account; the demo key belongs to no account",
  ]);
  expect((await ask(USAGE, { key: null })).status).toBe(401);
  const other = await administer(async (administration) => {
    await administration.createAccount("field");
    return (await administration.createKey("field")).text;
  });
  await until(async () => (await ask(USAGE, { key: other })).status === 200);
  expect(
    (await ask(`${USAGE}?by=charge`, { key: other })).json.usage.filter(
      ({ kind }: { kind: string }) => kind === "charge",
    ),
  ).toEqual([]);
  const { next_cursor } = (await ask(`${USAGE}?by=charge&limit=1`)).json;
  const stolen = await ask(`${USAGE}?cursor=${next_cursor}`, { key: other });
  expect([stolen.status, stolen.json.error.parameter]).toEqual([400, "cursor"]);
});

it("refuses what it does not understand, and names it", async () => {
  const { ask } = await stand();
  const refusals: [string, string, string][] = [
    ["start=yesterday", "start", 'parameter "start" must be YYYY-MM-DD or YYYY-MM-DDTHH:MMZ (UTC), got "yesterday"'],
    ["end=2026-02-30", "end", 'got "2026-02-30"'],
    ["by=hour", "by", 'parameter "by" must be one of charge, day, month, got "hour"'],
    ["response_format=xml", "response_format", "one of json, csv"],
    ["limit=0", "limit", 'a whole number from 1 to 1000, got "0"'],
    ["limit=1001", "limit", "1001"],
    ["limit=1e2", "limit", "1e2"],
    ["cursor=AAAA", "cursor", "a next_cursor that this account was given"],
    ["start=2026-06-21&end=2026-06-21", "start", "end must be after start"],
    ["start=2026-06-21T12:00Z&by=month", "start", "the beginning of a day (UTC) for sums by month"],
    ["end=9999-12-31T23:59Z&by=charge", "start", "times from 1970 to 9999"],
  ];
  for (const [query, parameter, text] of refusals) {
    const { status, json } = await ask(`${USAGE}?${query}`);
    expect([status, json.error.parameter], query).toEqual([400, parameter]);
    expect(json.error.message).toContain(text);
  }
  const { headers, status } = await ask(`${USAGE}?days=3`);
  expect([status, headers["api-notice"]]).toEqual([200, '"unknown query parameter ignored: days"']);
});

it("a cursor keeps its period and unit, and takes no other", async () => {
  const server = await stand();
  const { ask } = server;
  await paid(server, 3);
  const { next_cursor } = (await ask(`${USAGE}?by=charge&limit=1&start=2026-06-21`)).json;
  const same = await ask(`${USAGE}?by=charge&start=2026-06-21&cursor=${next_cursor}&response_format=csv`);
  expect(same.body.split("\r\n").filter((line) => line.startsWith("charge,"))).toHaveLength(2);
  for (const [query, parameter] of [
    ["by=day", "by"],
    ["start=2026-06-20", "start"],
    ["end=2026-06-21", "end"],
  ]) {
    const { status, json } = await ask(`${USAGE}?cursor=${next_cursor}&${query}`);
    expect([status, json.error.parameter]).toEqual([400, parameter]);
  }
});

it("says when 80 and 100 % of the tokens granted are used, once in log and metric, and beside the balance while it holds", async () => {
  const server = await stand({ grant: { tokens: 10 * MICRO }, settings: { "operations-port": 0 } });
  const { ask, log, administer } = server;
  const notice = async (path = DAY) => (await ask(path)).headers["api-tokens-notice"];
  const said = () =>
    log
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "share of the granted tokens is used")
      .map(({ level, account, share, remaining }) => [level, account, share, remaining]);
  const metric = async () => {
    const text = await (await fetch(`${server.server.operations}/metrics`)).text();
    return [80, 100].map((share) =>
      Number(new RegExp(`irradiance_grants_reached_total{share="${share}"} (\\d+)`).exec(text)?.[1]),
    );
  };
  expect(await metric()).toEqual([0, 0]);
  for (let i = 0; i < 7; i++) expect(await notice()).toBeUndefined();
  const eighty = '"80 % of the tokens granted are used"';
  const all = '"100 % of the tokens granted are used"';
  expect(await notice()).toBe(eighty);
  expect(await notice("/v1/account")).toBe(eighty);
  expect(await notice()).toBe(eighty);
  expect(said()).toEqual([[40, "lab", 80, 2]]);
  expect(await notice()).toBe(all);
  const refused = await ask(DAY);
  expect([refused.status, refused.headers["api-tokens-notice"]]).toEqual([402, all]);
  expect(said()).toEqual([
    [40, "lab", 80, 2],
    [40, "lab", 100, 0],
  ]);
  expect(await metric()).toEqual([1, 1]);

  // Another grant arms it again.
  await administer((administration) => administration.grantTokens("lab", { tokens: 10 * MICRO }));
  await until(async () => (await ask("/v1/account")).json.tokens.remaining === 10);
  expect(await notice("/v1/account")).toBeUndefined();
  const requests = Array.from({ length: 8 }, () => ({ endpoint: "realtime", query: { lat: 50, lon: 10 } }));
  expect((await ask(BATCH, posted({ requests }))).status).toBe(200);
  await until(() => said().length === 3);
  expect(said().at(-1)).toEqual([40, "lab", 80, 2]);
  expect(await notice("/v1/account")).toBe(eighty);
  expect(await metric()).toEqual([2, 1]);

  // A grant that is over counts no more.
  await administer(async (administration) => {
    for (const { id } of await administration.grants("lab")) await administration.endGrant(id);
  });
  await until(async () => (await ask("/v1/account")).json.tokens.remaining === 0);
  expect(await notice("/v1/account")).toBeUndefined();
});

it("what was used up before a start is not said again, and what is reached after it is", async () => {
  const place = { file: temporaryFile() };
  const grant = { tokens: 10 * MICRO };
  const said = ({ log }: Stand) => log.filter((line) => line.includes("share of the granted tokens is used"));
  const first = await stand({ place, grant, keep: true });
  for (let i = 0; i < 9; i++) expect((await first.ask(DAY)).status).toBe(200);
  expect(said(first)).toHaveLength(1);
  await first.server.stop();
  const second = await stand({ place, key: first.key, keep: true });
  expect((await second.ask("/v1/account")).headers["api-tokens-notice"]).toBe('"80 % of the tokens granted are used"');
  expect(said(second)).toEqual([]);
  expect((await second.ask(DAY)).status).toBe(200);
  expect(said(second).map((line) => JSON.parse(line).share)).toEqual([100]);
  await second.server.stop();
  const third = await stand({ place, key: first.key });
  expect((await third.ask(DAY)).status).toBe(402);
  expect(said(third)).toEqual([]);
});
