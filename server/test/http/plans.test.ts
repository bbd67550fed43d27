/** What accounts have of their own: each limit bites alone, the price class is in every price, and a suspended account gets 403. */
import { expect, it } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { deleteAccount } from "../../src/accounts/deletion.js";
import { AccountChanges, type LimitChanges, Plans } from "../../src/accounts/plans.js";
import { type Asking, DAY, gate, NOW, posted, type Stand, sourceWith, stand, until, YEAR } from "./harness.js";
import { DAY_BEFORE, JOBS, type JobStand, jobStand } from "./jobs-fixture.js";

const PLACE = "lat=50&lon=10";
const SUSPENDED = "this account is suspended: ask the operator of this service";

/** Another account, "field", and its key. */
async function withField(server: Stand): Promise<string> {
  return server.administer(async (administration) => {
    await administration.createAccount("field", { tokens: 100_000 * MICRO });
    return (await administration.createKey("field")).text;
  });
}

/** Gives "lab" a plan, and waits until the server has seen it. */
async function planned(server: Stand, limits: LimitChanges): Promise<void> {
  await server.operate(async (database, actor) => {
    await new Plans(database, actor).create("small", limits);
    await new AccountChanges(database, actor).set("lab", { plan: "small" });
  });
  await until(() => server.accounts.standing("lab").plan === "small");
}

const change = (server: Stand, work: (changes: AccountChanges) => Promise<void>) =>
  server.operate((database, actor) => work(new AccountChanges(database, actor)));

const batchOf = (...queries: object[]) =>
  posted({ requests: queries.map((query) => ({ endpoint: "realtime", query })) });

it("two plans on one server: the rate of each is its own, as the headers say", async () => {
  const server = await stand({ settings: { rate: 50, "rate-window": 60 } });
  const field = await withField(server);
  await until(() => server.accounts.find(field) !== undefined);
  await server.operate(async (database, actor) => {
    const plans = new Plans(database, actor);
    await plans.create("small", { rate: 3 });
    await plans.create("large", { rate: 1000 });
    const changes = new AccountChanges(database, actor);
    await changes.set("lab", { plan: "small" });
    await changes.set("field", { plan: "large" });
  });
  await until(() => server.accounts.standing("field").plan === "large");
  const account = (key: string) => server.ask("/v1/account", { key });
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await account(server.key));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[0]!.headers["ratelimit-policy"]).toBe('"key";q=3;w=60');
  expect(answers[3]!.json.error.message).toContain("this account may send 3 in 60 s");
  const other = await account(field);
  expect([other.status, other.headers["ratelimit-policy"]]).toEqual([200, '"key";q=1000;w=60']);
  expect(other.headers.ratelimit).toMatch(/^"key";r=999;/);
  // A value of its own wins over the plan, within the same window; and its batch counts by it.
  await change(server, (changes) => changes.set("lab", { limits: { rate: 6 } }));
  await until(() => server.accounts.standing("lab").limits.rate === 6);
  expect((await account(server.key)).status).toBe(200);
  const batch = await server.ask("/v1/observation/batch", batchOf({ lat: 50, lon: 10 }, { lat: 51, lon: 10 }));
  expect([batch.status, batch.headers["ratelimit-policy"]]).toEqual([429, '"key";q=6;w=60']);
});

it("requests at a time and those that wait are the account's own, and follow a change while requests run", async () => {
  const door = gate();
  const source = sourceWith(() => NOW, {});
  const reading = {
    ...source,
    read: (...args: Parameters<typeof source.read>) => door.opened.then(() => source.read(...args)),
  };
  const server = await stand({ sources: [reading] });
  const field = await withField(server);
  await until(() => server.accounts.find(field) !== undefined);
  await planned(server, { running: 1, waiting: 1 });
  const hours = (key: string, i: number) => server.ask(`${DAY}&start=-${i + 1}hours`, { key });
  const own = Array.from({ length: 4 }, (_, i) => hours(server.key, i));
  const others = Array.from({ length: 4 }, (_, i) => hours(field, i));
  const refused = await Promise.race(own);
  expect([refused.status, refused.json.error.message]).toEqual([
    429,
    "too many requests at once: 1 may run and 1 wait",
  ]);
  door.open();
  const statuses = (await Promise.all(own)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it("values of an answer and of a batch are the account's own", async () => {
  const server = await stand();
  const field = await withField(server);
  await until(() => server.accounts.find(field) !== undefined);
  await planned(server, { values: 1000 });
  const long = `/v1/observation/historical?${PLACE}&start=2024-06-01T00:00Z&end=2024-07-01T00:00Z&frequency=1_hour`;
  const refused = await server.ask(long);
  expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining("the limit is 1000")]);
  expect((await server.ask(long, { key: field })).status).toBe(200);
  const hourly = {
    lat: 50,
    lon: 10,
    start: "2026-06-19T00:00Z",
    end: "2026-06-21T00:00Z",
    frequency: "1_hour",
    parameters: "temperature,snow_depth",
  };
  const one = await server.ask("/v1/observation/batch", batchOf(hourly));
  expect([one.status, one.status === 200 ? "" : one.body]).toEqual([200, ""]);
  const batch = await server.ask("/v1/observation/batch", batchOf(...Array.from({ length: 9 }, () => hourly)));
  expect([batch.status, batch.json.error.message]).toEqual([400, expect.stringContaining("the limit is 1000")]);
});

it("living jobs, their sites and their bytes are the account's own", async () => {
  const server = await jobStand({ settings: { "jobs-living": 3 } });
  await planned(server, { jobs: 1, "job-sites": 2 });
  const site = { lat: 50, lon: 10 };
  const tooMany = await server.post({ endpoint: "realtime", query: DAY_BEFORE, sites: [site, site, site] });
  expect([tooMany.status, tooMany.json.error.message]).toEqual([400, '"sites" must be a list of 1 to 2 sites, got 3']);
  // A job that waits: its account is suspended, and resumed where it is to be seen.
  await change(server, (changes) => changes.suspend("lab"));
  await change(server, (changes) => changes.resume("lab"));
  const shown = (await server.ask("/v1/account")).json;
  expect(shown).toMatchObject({ plan: "small", price_class: 1, limits: { living_jobs: 1, sites_per_job: 2 } });
  const stop = await living(server);
  const second = await server.post({ endpoint: "realtime", query: DAY_BEFORE, sites: [site] });
  expect([second.status, second.json.error.message]).toEqual([429, expect.stringContaining("has 1 living jobs")]);
  await stop();
});

/** A job of "lab" that lives until it is ended: nobody makes its part. */
async function living({ accounts }: Stand): Promise<() => Promise<void>> {
  const jobs = accounts.jobs!;
  const about = {
    created: NOW,
    request: '{"endpoint":"historical"}',
    repeat: undefined,
    mostLiving: 9,
    mostBytes: 1e6,
  };
  const made = await jobs.create({
    ...about,
    id: "waits",
    account: "lab",
    keyId: "k",
    parts: [{ sites: 1, tokens: 0 }],
  });
  expect(made.kind).toBe("new");
  return () => jobs.cancel("waits", NOW);
}

it("the price class is in every price: GET, HEAD, POST, batch, climate, yield, forecasts", async () => {
  const server = await stand();
  const paths = [
    DAY,
    YEAR,
    `/v1/observation/training?${PLACE}&start=2026-06-10T00:00Z&end=2026-06-11T00:00Z`,
    `/v1/climate/tmy?${PLACE}`,
    `/v1/climate/amy?${PLACE}&year=2024`,
    `/v1/yield?${PLACE}&kwp=5&tilt=30&azimuth=180`,
    `/v1/forecast/basic?${PLACE}`,
    `/v1/forecast/precision?${PLACE}`,
    `/v1/forecast/pv?${PLACE}&kwp=5&tilt=30&azimuth=180`,
  ];
  const priceOf = async (path: string) => {
    const { status, headers } = await server.ask(path, { method: "HEAD" });
    expect([path, status]).toEqual([path, 200]);
    return Number(headers["api-tokens-cost"]);
  };
  const full = await Promise.all(paths.map(priceOf));
  expect(full.every((price) => price > 0)).toBe(true);
  await planned(server, { price: 333_333 });
  const reduced = await Promise.all(paths.map(priceOf));
  expect(reduced).toEqual(full.map((price) => Math.round(price * MICRO * 0.333333) / MICRO));

  const charged = async (path: string, asking?: Asking) => {
    const before = server.remaining();
    const answer = await server.ask(path, asking);
    expect([path, answer.status]).toEqual([path, 200]);
    const price = Number(answer.headers["api-tokens-cost"]);
    expect(before - server.remaining()).toBeCloseTo(price, 9);
    return price;
  };
  expect(await charged(DAY)).toBe(0.333333);
  expect(await charged("/v1/observation/batch", batchOf({ lat: 50, lon: 10 }, { lat: 51, lon: 10 }))).toBe(0.666666);
  // The least share of a price is no gift, and 0 is one.
  await change(server, (changes) => changes.set("lab", { limits: { price: 1 } }));
  await until(() => server.accounts.standing("lab").limits.price === 1);
  const minute = `/v1/observation/historical?${PLACE}&start=2024-06-01T00:00Z&end=2024-06-01T00:01Z&frequency=1_minute`;
  expect(await charged(minute)).toBe(0.000001);
  await change(server, (changes) => changes.set("lab", { limits: { price: 0 } }));
  await until(() => server.accounts.standing("lab").limits.price === 0);
  expect(await charged(DAY)).toBe(0);
  await server.administer(async (administration) => {
    for (const { id } of await administration.grants()) await administration.endGrant(id);
  });
  await until(() => server.remaining() === 0);
  const free = await server.ask("/v1/observation/batch", batchOf({ lat: 50, lon: 10 }));
  expect([free.status, free.headers["api-tokens-cost"]]).toEqual([200, "0"]);
  await server.operate((database) => database.check());
});

it("the price of a job is the one of its creation, whatever the class is later, and workers charge what its rows say", async () => {
  const server = await jobStand();
  await planned(server, { price: 500_000 });
  const job = {
    endpoint: "realtime",
    query: DAY_BEFORE,
    sites: [
      { lat: 50, lon: 10 },
      { lat: 51, lon: 10 },
    ],
  };
  const made = await server.post(job);
  expect([made.status, made.status === 201 ? "" : made.body]).toEqual([201, ""]);
  await change(server, (changes) => changes.set("lab", { limits: { price: 10_000_000 } }));
  const { id, tokens } = made.json;
  expect(tokens.price).toBe(1);
  const ended = await server.ended(id);
  expect(ended.tokens).toMatchObject({ price: tokens.price, charged: tokens.price });
  const lines = await server.lines(id);
  expect(lines.reduce((sum, { tokens: price }) => sum + price, 0)).toBeCloseTo(tokens.price, 9);
  expect(100_000 - server.remaining()).toBeCloseTo(tokens.price, 9);
});

it("a suspended account gets 403 on every path, its links too; its jobs wait, and all goes on when it is resumed", async () => {
  const server = await jobStand();
  const site = { lat: 50, lon: 10 };
  const id = await server.made({ endpoint: "realtime", query: DAY_BEFORE, sites: [site] });
  const { results } = await server.ended(id);
  await change(server, (changes) => changes.suspend("lab", "unpaid"));
  await until(() => server.accounts.standing("lab").isSuspended);
  const asked: [string, Asking?][] = [
    [DAY],
    [DAY, { method: "HEAD" }],
    ["/v1/account"],
    [`/v1/sources?${PLACE}`],
    ["/v1/observation/batch", batchOf(site)],
    [JOBS],
    [JOBS, posted({ endpoint: "realtime", query: DAY_BEFORE, sites: [site] })],
    [`${JOBS}/${id}`],
    [`${JOBS}/${id}`, { method: "DELETE" }],
    [`${JOBS}/${id}/parts/0`],
    [results[0].url, { key: null }],
  ];
  for (const [path, asking] of asked) {
    const answer = await server.ask(path, asking);
    expect([path, answer.status]).toEqual([path, 403]);
    if (asking?.method !== "HEAD") expect(answer.json.error.message).toBe(SUSPENDED);
  }
  const lines = () => server.log.map((line) => JSON.parse(line)).filter(({ status }) => status === 403);
  await until(() => lines().length >= asked.length);
  expect(lines().filter(({ account }) => account === "lab").length).toBe(asked.length - 1); // of a link nobody knows who has it
  await change(server, (changes) => changes.resume("lab"));
  await until(() => !server.accounts.standing("lab").isSuspended);
  expect((await server.ask(DAY)).status).toBe(200);
  expect((await server.ask(results[0].url, { key: null })).status).toBe(200);
});

it("another name is the one that answers and logs have", async () => {
  const server = await stand();
  await change(server, (changes) => changes.rename("lab", "Sun.Lab"));
  await until(() => server.accounts.standing("lab").shownName === "Sun.Lab");
  await server.ask(DAY);
  expect((await server.ask("/v1/account")).json).toMatchObject({ account: "Sun.Lab", usage: [{ tokens: 1 }] });
  await until(() => server.log.some((line) => JSON.parse(line).account === "Sun.Lab"));
});

it("a key that may only read computes everything, and makes, cancels and removes no job", async () => {
  const server = await jobStand();
  const reader = await server.administer((one) => one.createKey("lab", { label: "eyes", scope: "read" }));
  await until(() => server.accounts.find(reader.text) !== undefined);
  const site = { lat: 50, lon: 10 };
  const id = await server.made({ endpoint: "realtime", query: DAY_BEFORE, sites: [site] });
  await server.ended(id);
  const key = reader.text;
  const system = { planes: [{ kwp: 5 }] };
  const reads: [string, Asking?][] = [
    [DAY],
    ["/v1/observation/batch", batchOf(site)],
    [`/v1/yield?${PLACE}`, posted(system)],
    [`/v1/forecast/pv?${PLACE}`, posted(system)],
    [JOBS],
    [`${JOBS}/${id}`],
    [`${JOBS}/${id}/parts/0`],
  ];
  for (const [path, asking] of reads) {
    const { status, body } = await server.ask(path, { ...asking, key });
    expect([path, status, status === 200 ? "" : body]).toEqual([path, 200, ""]);
  }
  const writes: [string, Asking][] = [
    [JOBS, posted({ endpoint: "realtime", query: DAY_BEFORE, sites: [site] })],
    [`${JOBS}/${id}`, { method: "DELETE" }],
  ];
  for (const [path, asking] of writes) {
    const { status, json } = await server.ask(path, { ...asking, key });
    expect([status, json.error.message]).toEqual([403, expect.stringContaining('this key has the scope "read"')]);
  }
  const { keys } = (await server.ask("/v1/account", { key })).json;
  expect(keys).toMatchObject([
    { label: "first", scope: "all" },
    { label: "eyes", scope: "read" },
  ]);
  expect((await server.ask(`${JOBS}/${id}`, { method: "DELETE" })).status).toBe(204);
});

it("a deleted account opens nothing, its jobs are cancelled, and its links are refused", async () => {
  const server: JobStand = await jobStand();
  const id = await server.made({ endpoint: "realtime", query: DAY_BEFORE, sites: [{ lat: 50, lon: 10 }] });
  const { results } = await server.ended(id);
  await living(server);
  await server.operate((database, actor) => deleteAccount(database, "lab", actor));
  await until(() => server.accounts.find(server.key) === undefined);
  expect((await server.ask(DAY)).status).toBe(401);
  expect((await server.ask(results[0].url, { key: null })).status).toBe(403);
  expect(await server.accounts.jobs!.find("waits")).toMatchObject({ state: "cancelled", held: 0 });
  await server.operate((database) => database.check());
});
