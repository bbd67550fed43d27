/** Every code of the list comes from a server that runs, with its status. Other tests have what is said beside it. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { ChargeUnknownError, MICRO } from "../../src/accounts/accounts.js";
import { AccountChanges } from "../../src/accounts/plans.js";
import { ERROR_CODES, type ErrorCode } from "../../src/http/error-codes.js";
import { everywhere } from "../everywhere.mjs";
import { folderOfFile } from "../temporary.js";
import type { Answer, Asking, Stand, StandOptions } from "./harness.js";
import { DAY, DEMO, gate, NOW, parseRaw, posted, refusing, sourceWith, stand, until, YEAR } from "./harness.js";
import { DAY_BEFORE, JOBS, type JobStand, jobStand } from "./jobs-fixture.js";
import { tileServer } from "./tile-server.js";

const BATCH = "/v1/observation/batch";
const JOB = { endpoint: "realtime", query: DAY_BEFORE, sites: [{ lat: 50, lon: 10 }] };
const FOREIGN = "AAAAAAAAAAAAAAAAAAAAAA";

const folder = folderOfFile();
let server: JobStand;
beforeAll(async () => {
  server = await jobStand({
    keep: true,
    settings: {
      ...{ jobs: folder, demo: "places", "trust-proxy": ["127.0.0.1"] },
      ...{ "headers-timeout": 1, "request-timeout": 1.5, "keep-alive": 1 },
    },
  });
});
afterAll(() => server.server.stop());

type Refused = Pick<Answer, "status" | "body">;

const raw = async (text: string): Promise<Refused> => parseRaw(await server.raw(text));

function post(path: string, body: unknown, { ask }: Pick<Stand, "ask"> = server, asking: Asking = {}) {
  return ask(path, { ...posted(body), ...asking });
}

/** The answer of a server that only this code needs. */
async function of(options: StandOptions, path = DAY): Promise<Answer> {
  return (await stand(options)).ask(path);
}

/** The second of two requests, the first of which waits for its weather. */
async function behind(settings: StandOptions["settings"], asking: Asking): Promise<Answer> {
  const { source, open } = shutSource();
  const { ask, server: running } = await stand({ sources: [source], ...(settings && { settings }) });
  const first = ask(DAY, asking);
  await until(() => running.service.turns.size === 1);
  const second = await ask(DAY, asking);
  open();
  await first;
  return second;
}

function shutSource() {
  const { open, opened } = gate();
  const source = everywhere({ last: () => NOW });
  const read: typeof source.read = (...args) => opened.then(() => source.read(...args));
  return { open, source: { ...source, read } };
}

/** A job that waits for its weather until the test ends. */
async function shutJob(settings: StandOptions["settings"] = {}): Promise<{ jobs: JobStand; id: string }> {
  const { source, open } = shutSource();
  const jobs = await jobStand({ sources: [source], settings });
  onTestFinished(open);
  return { jobs, id: await jobs.made(JOB) };
}

/** A part whose file is replaced by something else. */
async function spoilt(spoil: (file: string) => void): Promise<Answer> {
  const id = await server.made(JOB);
  await server.ended(id);
  const [name] = server.files(id);
  const file = join(folder, "jobs", id, name!);
  rmSync(file);
  spoil(file);
  return server.ask(`${JOBS}/${id}/parts/0`);
}

async function repeated(path: string, times: number, headers: { readonly [name: string]: string }): Promise<Answer> {
  for (let i = 0; i < times; i++) expect((await server.ask(DAY, { headers })).status).toBe(200);
  return server.ask(path, { headers });
}

async function late(): Promise<Answer> {
  const { links } = server.server.service.jobs!;
  const [{ expires, signature } = { expires: 0, signature: "" }] = await links.signed(NOW - 86_400_000, [
    { job: FOREIGN, part: 0 },
  ]);
  return server.ask(`${JOBS}/${FOREIGN}/parts/0?expires=${expires}&signature=${signature}`, { key: null });
}

async function withoutTiles(): Promise<Answer> {
  const bucket = await tileServer();
  await bucket.close();
  return of({ settings: { dem: [bucket.url] } }, "/v1/altitude?lat=50&lon=10");
}

async function full(): Promise<Answer> {
  const { ask, server: running } = await stand({ settings: { "max-unsent": 1 } });
  running.service.unsent.take(2 ** 21);
  return ask(DAY);
}

const silent = () => sourceWith(() => NOW, { read: () => new Promise(() => {}) });
const dead = () => sourceWith(() => NOW, { offer: () => Promise.reject(new Error("ENOENT")) });

const WAYS: { readonly [code in ErrorCode]: () => Promise<Refused> } = {
  invalid_request: () => raw("hello\r\n\r\n"),
  invalid_parameter: () => server.ask(`${DAY}&frequency=x`),
  missing_parameter: () => server.ask("/v1/observation/realtime?lat=50"),
  unknown_parameter: () => post(BATCH, { requests: [{ endpoint: "realtime", query: { lat: 50, lon: 10, x: 1 } }] }),
  invalid_body: () => post(BATCH, '{"requests":['),
  invalid_idempotency_key: () => server.ask(DAY, { headers: { "Idempotency-Key": "two words" } }),
  answer_too_large: () => server.ask(`${YEAR.replace("2024-01", "2022-01")}&frequency=1_minute&parameters=all`),
  invalid_key: () => server.ask(DAY, { key: null }),
  out_of_tokens: () => of({ grant: { tokens: 0.5 * MICRO } }),
  place_not_free: () => server.ask("/v1/observation/realtime?lat=1&lon=2", { key: DEMO }),
  account_needed: () => server.ask(JOBS, { key: DEMO }),
  account_suspended: async () => {
    const { ask, accounts, operate } = await stand({});
    await operate((database, actor) => new AccountChanges(database, actor).suspend("lab"));
    await until(() => accounts.standing("lab").isSuspended);
    return ask(DAY);
  },
  key_reads_only: async () => {
    const { text: key } = await server.administer((work) => work.createKey("lab", { scope: "read" }));
    await until(() => server.accounts.find(key) !== undefined);
    return post(JOBS, JOB, server, { key });
  },
  link_expired: late,
  link_invalid: () => server.ask(`${JOBS}/${FOREIGN}/parts/0?expires=9999999999&signature=x`, { key: null }),
  unknown_path: () => server.ask("/v1/nothing"),
  no_weather: () => of({ sources: [everywhere({ last: () => Date.UTC(2026, 5, 10) })] }),
  not_yet: () => server.ask(`${DAY}&start=2026-06-21T12:30:00Z&end=2026-06-21T12:34:56Z`),
  jobs_disabled: () => of({}, JOBS),
  unknown_job: () => server.ask(`${JOBS}/${FOREIGN}`),
  unknown_system: () => server.ask("/v1/systems/nowhere"),
  part_not_done: async () => {
    const { jobs, id } = await shutJob();
    return jobs.ask(`${JOBS}/${id}/parts/0`);
  },
  method_not_allowed: () => server.ask(DAY, { method: "DELETE" }),
  request_timeout: () => raw("GET /v1/account HTTP/1.1\r\nHost: x\r\n"),
  idempotency_running: () => behind(undefined, { headers: { "Idempotency-Key": "k" } }),
  not_repeatable: () => repeated(DAY, 4, { "Idempotency-Key": "used-up" }),
  request_id_conflict: () => repeated(`${DAY}&frequency=1_hour`, 1, { "X-Request-Id": "from.a-proxy" }),
  too_many_systems: async () => {
    const { ask } = await stand({ settings: { systems: 0 } });
    return ask("/v1/systems/roof", { ...posted({ lat: 50, lon: 10, system: { planes: [{}] } }), method: "PUT" });
  },
  results_gone: () => spoilt(() => {}),
  body_too_large: () => post(BATCH, `"${"x".repeat(65_536)}"`),
  unsupported_media_type: () => post(BATCH, "{}", server, { headers: { "Content-Type": "text/plain" } }),
  expectation_failed: () => raw("GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\n\r\n"),
  idempotency_conflict: () => repeated(`${DAY}&frequency=1_hour`, 1, { "Idempotency-Key": "of-a-day" }),
  rate_limited: async () => {
    const { ask } = await stand({ settings: { rate: 1 } });
    expect((await ask(DAY)).status).toBe(200);
    return ask(DAY);
  },
  too_many_bad_keys: async () => {
    const { ask } = await stand({ settings: { "bad-keys": 1 } });
    expect((await ask(DAY, { key: null })).status).toBe(401);
    return ask(DAY, { key: null });
  },
  too_many_running: () => behind({ running: 1, waiting: 0 }, {}),
  too_many_jobs: async () => (await shutJob({ "jobs-living": 1 })).jobs.post(JOB),
  headers_too_large: () => server.ask(`/v1/account?x=${"x".repeat(17_000)}`),
  internal_error: async () => {
    const generator = { version: "1", generate: () => Promise.reject(new TypeError("of undefined")) };
    const months = { global_horizontal_irradiance: Array(12).fill(200), temperature: Array(12).fill(20) };
    return post("/v1/climate/import/monthly", { lat: 1, lon: 1, ...months }, await stand({ generator }));
  },
  server_full: full,
  accounts_unavailable: () => of({ accounts: (real) => refusing(real) }),
  charge_unknown: () => of({ accounts: (real) => refusing(real, new ChargeUnknownError("no answer")) }),
  weather_unavailable: () => of({ sources: [dead()] }),
  elevation_unavailable: withoutTiles,
  results_unavailable: () => spoilt((file) => mkdirSync(file)),
  deadline: () => of({ sources: [silent()], settings: { deadline: 1 } }),
};

it.each(Object.entries(WAYS))("%s", async (code, way) => {
  const { status, body } = await way();
  expect([status, JSON.parse(body).error.code]).toEqual([ERROR_CODES[code as ErrorCode].status, code]);
});
