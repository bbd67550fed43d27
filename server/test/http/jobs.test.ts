/** Jobs as a customer has them: from the request to the lines, and everything that is refused. */
import { createHash } from "node:crypto";
import { readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { WeatherSource } from "irradiance-archive";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { limitsOf } from "../../src/accounts/limits.js";
import type { Caller } from "../../src/http/callers.js";
import { checkedJob } from "../../src/http/jobs/create.js";
import { CommonQuery } from "../../src/http/jobs/make-site.js";
import { JobExpiry } from "../../src/jobs/job-service.js";
import { type Settings, settingsWith } from "../../src/settings.js";
import { startServer } from "../../src/start.js";
import { countingClock, roundsOf } from "../rounds.js";
import { folderOfFile } from "../temporary.js";
import { DEMO, gate, NOW, sourceWith, stand, until } from "./harness.js";
import { DAY_BEFORE, JOBS, type JobStand, jobStand, temporaryFolder } from "./jobs-fixture.js";

const DAY = 86_400_000;
const THREE = { endpoint: "realtime", query: DAY_BEFORE, sites: [0, 1, 2].map((k) => ({ lat: 40 + k, lon: 10 })) };

/** Weather everywhere but at one latitude. */
function exceptAt(latitude: number): WeatherSource {
  const source = sourceWith(() => NOW, {});
  return {
    ...source,
    offer: async (place, ...more) => (place.latitude === latitude ? [] : source.offer(place, ...more)),
  };
}

/** Weather that comes when the door is opened. */
function behindDoor() {
  const door = gate();
  const source = exceptAt(12);
  const slow: typeof source = {
    ...source,
    async read(...args) {
      await door.opened;
      return source.read(...args);
    },
  };
  return { door, slow };
}

/** A server for the tests of a group that leave it as it was. */
function sharedStand(settings: Partial<Settings> = {}): () => JobStand {
  const folder = folderOfFile();
  let server: JobStand;
  beforeAll(async () => {
    server = await jobStand({ keep: true, settings: { ...settings, jobs: folder } });
  });
  afterAll(() => server.server.stop());
  return () => server;
}

describe("a job", () => {
  it("answers each site with the bytes that GET has for the same query, and a line for one that fails", async () => {
    const server = await jobStand({ sources: [exceptAt(12)] });
    const common = {
      start: "2024-05-31T00:00Z",
      end: "2024-07-02T00:00Z",
      frequency: "1_day",
      parameters: "global_horizontal_irradiance,global_tilted_irradiance",
    };
    const sites = [
      { id: "a1", lat: 47.1, lon: 8.5, surface_tilt: 35, surface_azimuth: "180" },
      { lat: 89.9, lon: 0, frequency: "1_month", parameters: "global_horizontal_irradiance" },
      {
        id: "kathmandu",
        lat: 27.7,
        lon: 85.3,
        time_zone: "local",
        start: "2024-06-01T00:00Z",
        end: "2024-06-11T00:00Z",
      },
      { id: "nothing there", lat: 12, lon: 8.5 },
      { id: "hours", lat: -33.5, lon: 151, frequency: "1_hour" },
    ];
    const id = await server.made({ endpoint: "historical", query: common, sites });
    const lines = await server.lines(id);
    expect(lines.map(({ index, id: site }) => [index, site])).toEqual([
      [0, "a1"],
      [1, "1"],
      [2, "kathmandu"],
      [3, "nothing there"],
      [4, "hours"],
    ]);
    const { results } = (await server.ask(`${JOBS}/${id}`)).json;
    const text = (await server.ask(results[0].url, { key: null })).body;
    const refused: number[] = [];
    for (const [index, { id: _id, ...own }] of sites.entries()) {
      const query = new URLSearchParams(Object.entries({ ...common, ...own }).map(([key, value]) => [key, `${value}`]));
      const alone = await server.ask(`/v1/observation/historical?${query}`);
      if (alone.status === 200) expect(text.split("\n")[index]).toContain(`,"response":${alone.body}}`);
      else {
        refused.push(index);
        expect(lines[index].error).toEqual(alone.json.error);
      }
    }
    expect(refused).toEqual([3]);
    expect(lines[0]).toMatchObject({ sources: [{ source: "everywhere" }], notices: [{ code: "sums" }] });
  });

  it("lives, holds its price, and charges what was made: a site that fails is free", async () => {
    const { door, slow } = behindDoor();
    const server = await jobStand({ sources: [slow] });
    const query = { start: "2025-06-01T00:00Z", end: "2025-06-02T00:00Z" };
    const sites = [...THREE.sites, { lat: 12, lon: 10 }];
    const posted = await server.post({ endpoint: "historical", query, sites });
    const { id, ...job } = posted.json;
    const price = (4 * 200) / 365;
    expect(posted.status, posted.body).toBe(201);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect([posted.status, posted.headers.location]).toEqual([201, `${JOBS}/${id}`]);
    expect(posted.headers["cache-control"]).toBe("no-store");
    expect(job).toEqual({
      ...{ state: "living", created: "2026-06-21T12:34:56Z", ended: null, expires: null, endpoint: "historical" },
      ...{ format: "ndjson", sites: 4, done_sites: 0, failed_sites: 0, parts: 1, done_parts: 0, given_up_parts: 0 },
      tokens: { price: job.tokens.price, charged: 0, held: job.tokens.price },
    });
    expect(job.tokens.price).toBeCloseTo(price, 1);
    expect(posted.headers["api-tokens-cost"]).toBe(String(job.tokens.price));
    expect(server.remaining()).toBeCloseTo(100_000 - job.tokens.price, 6);
    expect(Number(posted.headers["api-tokens-remaining"])).toBeCloseTo(server.remaining(), 6);
    door.open();
    const ended = await server.ended(id);
    expect(ended).toMatchObject({
      ...{ state: "finished", ended: "2026-06-21T12:34:56Z", expires: "2026-06-28T12:34:56Z" },
      ...{ done_sites: 4, failed_sites: 1, done_parts: 1, failures: [] },
    });
    expect(ended.tokens).toEqual({ price: job.tokens.price, charged: ended.tokens.charged, held: 0 });
    expect(ended.tokens.charged).toBeCloseTo((job.tokens.price / 4) * 3, 6);
    expect(server.remaining()).toBeCloseTo(100_000 - ended.tokens.charged, 6);
    const { usage } = (await server.ask("/v1/account")).json;
    expect(usage).toEqual([
      { day: "2026-06-21", endpoint: "jobs/historical", requests: 1, tokens: ended.tokens.charged },
    ]);
    const listed = (await server.ask(JOBS)).json.jobs;
    const { results: _results, failures: _failures, ...short } = ended;
    expect(listed).toEqual([short]);
  });

  it("is cut into parts, each with its own file", async () => {
    const server = await jobStand();
    const sites = Array.from({ length: 510 }, (_, k) => ({ lat: 40 + k / 100, lon: 10 }));
    const query = {
      start: "2026-06-20T10:00Z",
      end: "2026-06-20T11:00Z",
      frequency: "1_hour",
      parameters: "global_horizontal_irradiance",
    };
    const id = await server.made({ endpoint: "realtime", query, sites });
    const lines = await server.lines(id);
    expect(lines.map(({ index }) => index)).toEqual(sites.map((_, index) => index));
    expect(lines.map(({ response }) => response.meta.lat)).toEqual(sites.map(({ lat }) => lat));
    const { results, tokens } = (await server.ask(`${JOBS}/${id}`)).json;
    expect(results.map(({ first, sites: count }: { first: number; sites: number }) => [first, count])).toEqual([
      [0, 500],
      [500, 10],
    ]);
    expect([tokens.charged, server.files(id).length]).toEqual([510, 2]);
  });
});

describe("the results of a part", () => {
  it("come as they are stored to those who read gzip, as lines to others, and not at all to those who have them", async () => {
    const server = await jobStand();
    const id = await server.made(THREE);
    const [{ url, bytes, sha256 }] = (await server.ended(id)).results;
    const own = `${JOBS}/${id}/parts/0`;
    const zipped = await server.ask(own, { headers: { "Accept-Encoding": "br, gzip" } });
    expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", "content-type": "application/x-ndjson" });
    expect([zipped.bytes.length, createHash("sha256").update(zipped.bytes).digest("hex")]).toEqual([bytes, sha256]);
    const plain = await server.ask(url, { key: null });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body).toBe(gunzipSync(zipped.bytes).toString());
    expect(plain.headers.etag).toBe(`W/"${sha256}"`);
    const again = await server.ask(own, { headers: { "If-None-Match": `W/"${sha256}"` } });
    expect([again.status, again.body]).toEqual([304, ""]);
    for (const headers of [{}, { "Accept-Encoding": "gzip" }]) {
      const head = await server.ask(own, { method: "HEAD", headers });
      expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, `W/"${sha256}"`]);
    }
  });

  it("open by a signed link for an hour, without a key; not by any other", async () => {
    const server = await jobStand();
    const id = await server.made(THREE);
    const [{ url }] = (await server.ended(id)).results;
    const [, expires, signature] = /expires=(\d+)&signature=(.+)$/.exec(url)!;
    expect(Number(expires)).toBe(Math.ceil(NOW / 1000) + 3600);
    const path = `${JOBS}/${id}/parts/0`;
    const wrong = [
      `expires=${Number(expires) + 1}&signature=${signature}`,
      `expires=${expires}&signature=${signature!.slice(0, -1)}`,
      `expires=${expires}&signature=`,
      `expires=${expires}`,
      `signature=${signature}`,
      `expires=x&signature=${signature}`,
      `expires=${expires}&expires=${expires}&signature=${signature}`,
    ];
    for (const query of wrong) {
      const { status, json } = await server.ask(`${path}?${query}`, { key: null });
      expect([status, json.error.message]).toEqual([403, "the signature of this link is wrong"]);
    }
    const other = url.replace(id, "AAAAAAAAAAAAAAAAAAAAAA");
    expect((await server.ask(other, { key: null })).status).toBe(403);
    expect((await server.ask(url.replace("parts/0", "parts/1"), { key: null })).status).toBe(403);
    expect((await server.ask(path, { key: null })).status).toBe(401);
    server.clock.now = Number(expires) * 1000 - 1;
    expect((await server.ask(url, { key: null })).status).toBe(200);
    server.clock.now = Number(expires) * 1000;
    const late = await server.ask(url, { key: null });
    expect([late.status, late.json.error.message]).toEqual([403, expect.stringContaining("has expired")]);
  });

  it("are 404 where there are none, and 410 where the file has gone", async () => {
    const server = await jobStand();
    const id = await server.made(THREE);
    await server.ended(id);
    for (const place of ["1", "01", "x", "-1", "9999999"]) {
      expect((await server.ask(`${JOBS}/${id}/parts/${place}`)).status).toBe(404);
    }
    const folder = join(server.folder, "jobs", id);
    const [file] = readdirSync(folder);
    truncateSync(join(folder, file!), 20); // a copy that was cut, a disk that was full
    const is410 = async () => {
      const gone = await server.ask(`${JOBS}/${id}/parts/0`);
      const message = "the results of this part are no longer in the store";
      expect([gone.status, gone.json.error.message, gone.headers.etag]).toEqual([410, message, undefined]);
    };
    await is410();
    rmSync(folder, { recursive: true });
    await is410();
  });
});

describe("a request for a job", () => {
  const site = { lat: 50, lon: 10 };
  const many = (count: number) => Array.from({ length: count }, () => site);
  const keys = (count: number) => Object.fromEntries(many(count).map((_, k) => [`key${k}`, 1]));
  const narrow = sharedStand({ "job-sites": 10, "max-values": 10_000 });
  it.each([
    ["no object", [], "the body must be an object"],
    ["an unknown key", { ...THREE, output: "s3://x" }, 'the body has an unknown key "output"'],
    ["an endpoint of another kind", { ...THREE, endpoint: "precision" }, '"endpoint" must be one of'],
    ["a place for all", { ...THREE, query: site }, '"query" must not have "lat"'],
    ["a format", { ...THREE, query: { response_format: "csv" } }, '"query" must not have "response_format"'],
    ["a value of another kind", { ...THREE, query: { start: null } }, '"start" must be a text or a number'],
    ["no sites", { ...THREE, sites: [] }, '"sites" must be a list of 1 to 10 sites, got 0'],
    ["no list", { ...THREE, sites: {} }, '"sites" must be a list of 1 to 10 sites'],
    ["too many sites", { ...THREE, sites: many(11) }, '"sites" must be a list of 1 to 10 sites, got 11'],
    ["a site that is none", { ...THREE, sites: [site, 7] }, "site 1: a site must be an object"],
    ["a bad place", { ...THREE, sites: [site, { id: "b", lat: 91, lon: 0 }] }, 'site 1 ("b"): parameter "lat"'],
    ["a key nobody reads", { ...THREE, sites: [{ ...site, file: "/etc/passwd" }] }, "site 0: unknown query parameter"],
    ["a site's format", { ...THREE, sites: [{ ...site, response_format: "csv" }] }, 'site 0: "response_format" must'],
    ["a common key nobody reads", { ...THREE, query: { file: "x" } }, "unknown query parameter: file"],
    ["a parameter twice", { ...THREE, query: { parameters: "temperature,temperature" } }, '"temperature" twice'],
    ["100,000 keys nobody reads", { ...THREE, ...keys(100_000) }, "apart from its lists the body has more than"],
    [
      "100,000 parameters",
      { ...THREE, query: { parameters: "x,".repeat(100_000) } },
      "apart from its lists the body has",
    ],
    ["a list of values", { ...THREE, sites: [{ ...site, horizon: [1] }] }, 'site 0: "horizon" must be a text or'],
    ["an id of another kind", { ...THREE, sites: [{ ...site, id: 5 }] }, 'site 0: "id" must be a text of 1 to 100'],
    ["a long id", { ...THREE, sites: [{ ...site, id: "x".repeat(101) }] }, '"id" must be a text of 1 to 100'],
    ["an id that moves the cursor", { ...THREE, sites: [{ ...site, id: "a\u001b[A" }] }, '"id" must have no control'],
    ["a long zone", { ...THREE, query: { time_zone: `utc${" ".repeat(9_999)}x` } }, '"time_zone" must have at most 64'],
    ["an id twice", { ...THREE, sites: [site, { ...site, id: "0" }] }, 'site 1 ("0"): another site has the id "0"'],
    ["too much of a site", { ...THREE, query: { start: "-7days", frequency: "1_minute" } }, "site 0: the answer would"],
  ])("with %s is 400, and nothing is stored", async (_, body, message) => {
    const server = narrow();
    const answer = await server.post(body);
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await server.ask(JOBS)).json).toEqual({ jobs: [] });
    expect(server.remaining()).toBe(100_000);
  });

  it("of a thousand sites lets other requests have their turn while it is checked", async () => {
    const { server } = await jobStand();
    const limits = limitsOf(server.service.settings, { values: 1_000_000 });
    const caller = { access: { account: "lab", keyId: "k" }, limits } as Caller;
    const sites = Array.from({ length: 1000 }, (_, k) => ({ lat: k / 20, lon: 10 }));
    const { signal } = new AbortController();
    countingClock();
    const rounds = await roundsOf(checkedJob(server.service, caller, { ...THREE, sites }, NOW, signal));
    expect(rounds).toBeGreaterThan(1000 / 6);
    const bad = { ...THREE, sites: [...sites.slice(1), { lat: 95, lon: 10 }] };
    await expect(checkedJob(server.service, caller, bad, NOW, signal)).rejects.toThrow(/^site 999: .*"lat"/);
    const left = AbortSignal.abort(new Error("the client has left"));
    await expect(checkedJob(server.service, caller, { ...THREE, sites }, NOW, left)).rejects.toThrow("has left");
  });

  it("has its common query read once, whatever the number of its sites, and sites of their own as GET has them", async () => {
    const { server } = await jobStand();
    const limits = limitsOf(server.service.settings, { values: 1_000_000 });
    const caller = { access: { account: "lab", keyId: "k" }, limits } as Caller;
    let reads = 0;
    const query = Object.defineProperty({ ...DAY_BEFORE }, "parameters", {
      enumerable: true,
      get() {
        reads++;
        return "temperature";
      },
    });
    const sites = Array.from({ length: 500 }, (_, k) => ({ lat: k / 20, lon: 10 }));
    const { signal } = new AbortController();
    await checkedJob(server.service, caller, { ...THREE, query, sites }, NOW, signal);
    expect(reads).toBeLessThan(10);
    // Each local day has its own number of hours: the zone of the first place must not become that of all.
    const zoned = { frequency: "1_hour", start: "2026-06-20", end: "2026-06-21", time_zone: "local" };
    const places = [50, 51, { lat: 50, lon: 10, start: "2026-06-20T20:00" }].map((own) =>
      typeof own === "number" ? { lat: own, lon: own === 50 ? 10 : -114 } : own,
    );
    const checked = await checkedJob(server.service, caller, { ...THREE, query: zoned, sites: places }, NOW, signal);
    expect(checked.sites.map(({ values }) => values)).toEqual([24 * 4, 24 * 4, 4 * 4]);
    const task = new CommonQuery(server.service, caller, { endpoint: "realtime", now: NOW, query: zoned });
    const begins = places.map((own) => (task.taskOf({ query: own }).place as unknown as { start: number }).start);
    expect(begins.map((start) => new Date(start).toISOString())).toEqual([
      "2026-06-19T22:00:00.000Z",
      "2026-06-20T06:00:00.000Z",
      "2026-06-20T18:00:00.000Z",
    ]);
  });

  it("is 402 where the balance does not cover it: there is no job then", async () => {
    const server = await jobStand({ grant: { tokens: 2 * MICRO } });
    const answer = await server.post(THREE);
    expect([answer.status, answer.headers["api-tokens-cost"]]).toEqual([402, "3"]);
    expect((await server.ask(JOBS)).json.jobs).toEqual([]);
    expect(server.remaining()).toBe(2);
  });

  it("is 413 with a body that is too large, which is larger than that of other requests", async () => {
    const server = await jobStand();
    const padded = (bytes: number) => ({ ...THREE, x: "x".repeat(bytes) });
    expect((await server.post(padded(4_190_000))).status).toBe(400);
    expect((await server.post(padded(4_194_304))).status).toBe(413);
  });

  it("is 403 with the demo key, whatever the method", async () => {
    const server = await jobStand({ settings: { demo: "any" } });
    const headers = { "Content-Type": "application/json" };
    const asked = [
      await server.ask(JOBS, { method: "POST", key: DEMO, headers, body: JSON.stringify(THREE) }),
      await server.ask(JOBS, { key: DEMO }),
      await server.ask(`${JOBS}/x`, { key: DEMO }),
      await server.ask(`${JOBS}/x`, { key: DEMO, method: "DELETE" }),
      await server.ask(`${JOBS}/x/parts/0`, { key: DEMO }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it("is 429 while as many live as may", async () => {
    const { door, slow } = behindDoor();
    const server = await jobStand({ sources: [slow], settings: { "jobs-living": 2 } });
    const ids = [await server.made(THREE), await server.made(THREE)];
    const third = await server.post(THREE);
    expect([third.status, third.headers["retry-after"]]).toEqual([429, "60"]);
    expect(server.remaining()).toBe(100_000 - 6);
    door.open();
    for (const id of ids) await server.ended(id);
    expect((await server.post(THREE)).status).toBe(201);
  });

  it("is 429 while its request and those of the jobs that live are too long together", async () => {
    const { door, slow } = behindDoor();
    const server = await jobStand({ sources: [slow], settings: { "job-requests": 1 / 1024 } });
    const id = await server.made(THREE);
    const long = { ...THREE, sites: [0, 1, 2, 3].map((k) => ({ id: `${k}`.repeat(100), lat: 40 + k, lon: 10 })) };
    const refused = await server.post(long);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect(refused.json.error.message).toContain("the requests of this account's living jobs would have more than");
    door.open();
    await server.ended(id);
    expect((await server.post(long)).status).toBe(201);
  });

  it("that is sent again under its Idempotency-Key is the same job; another one is 422", async () => {
    const server = await jobStand();
    const headers = { "Idempotency-Key": "k1" };
    const first = await server.post(THREE, headers);
    const second = await server.post(THREE, headers);
    expect([first.status, second.status, second.headers["idempotent-replayed"]]).toEqual([201, 200, "true"]);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.json.id).toBe(first.json.id);
    const other = await server.post({ ...THREE, sites: [{ lat: 1, lon: 1 }] }, headers);
    expect([other.status, other.headers["idempotent-replayed"]]).toEqual([422, undefined]);
    await server.ended(first.json.id);
    expect((await server.post(THREE, headers)).json).toMatchObject({ id: first.json.id, state: "finished" });
    expect((await server.ask(JOBS)).json.jobs).toHaveLength(1);
    expect(server.remaining()).toBe(100_000 - 3);
  });

  it("that a trusted balancer sends again is the same job, too", async () => {
    const server = await jobStand({ settings: { "trust-proxy": ["127.0.0.1"] } });
    const headers = { "X-Request-Id": "lb-1" };
    const [first, second] = [await server.post(THREE, headers), await server.post(THREE, headers)];
    expect([first.status, second.status, second.json.id]).toEqual([201, 200, first.json.id]);
    expect((await server.post({ ...THREE, sites: [{ lat: 1, lon: 1 }] }, headers)).status).toBe(409);
  });
});

describe("who asks", () => {
  const usual = sharedStand();

  it("sees its own jobs alone: for another account they do not exist", async () => {
    const server = await jobStand();
    const { text: key } = await server.administer(async (administration) => {
      await administration.createAccount("other", { tokens: 100 * MICRO });
      return administration.createKey("other", { label: "second" });
    });
    await until(async () => (await server.ask("/v1/account", { key })).status === 200);
    const id = await server.made(THREE);
    await server.ended(id);
    const nobody = "AAAAAAAAAAAAAAAAAAAAAA";
    for (const [method, path] of [
      ["GET", ""],
      ["HEAD", ""],
      ["DELETE", ""],
      ["GET", "/parts/0"],
      ["GET", "/parts/7"],
    ] as const) {
      const foreign = await server.ask(`${JOBS}/${id}${path}`, { method, key });
      const unknown = await server.ask(`${JOBS}/${nobody}${path}`, { method, key });
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    expect((await server.ask(JOBS, { key })).json).toEqual({ jobs: [] });
    expect((await server.ask(`${JOBS}/${id}`)).status).toBe(200);
  });

  it.each(["x", "x".repeat(101), "%ff", "%00", "..%2f..%2fx"])(
    "finds no job at %s, and no method is to blame",
    async (id) => {
      const server = usual();
      for (const [method, path] of [
        ["GET", ""],
        ["DELETE", ""],
        ["GET", "/parts/0"],
      ] as const) {
        const { status, json, headers } = await server.ask(`${JOBS}/${id}${path}`, { method });
        expect([status, json.error.code, headers.allow]).toEqual([404, "unknown_job", undefined]);
      }
      expect((await server.ask(`${JOBS}/${id}`, { method: "HEAD" })).status).toBe(404);
      expect((await server.ask(`${JOBS}/${id}`, { method: "POST" })).status).toBe(405);
    },
  );

  it("is 404 without --jobs, and the start says that --jobs needs accounts", async () => {
    const server = await stand();
    for (const path of [JOBS, `${JOBS}/x`, `${JOBS}/x/parts/0`, `${JOBS}/x/parts/0?expires=1&signature=x`]) {
      const { status, json } = await server.ask(path, { key: null });
      expect([status, json.error.message]).toEqual([404, expect.stringContaining("--jobs")]);
    }
    const settings = settingsWith({ port: 0, "operations-port": "off", jobs: temporaryFolder() });
    const started = startServer(settings, { log: pino({ level: "silent" }) });
    await expect(started).rejects.toThrow('setting "jobs" needs accounts: set --data, too');
  });

  it("is told of the methods of a path, also where it has an id, and browsers may use them", async () => {
    const server = await jobStand();
    const put = async (path: string) => (await server.ask(path, { method: "PUT" })).headers.allow;
    expect([await put(JOBS), await put(`${JOBS}/x`), await put(`${JOBS}/x/parts/0`)]).toEqual([
      "GET, HEAD, POST, OPTIONS",
      "GET, HEAD, DELETE, OPTIONS",
      "GET, HEAD, OPTIONS",
    ]);
    const asked = { Origin: "https://page.example", "Access-Control-Request-Method": "DELETE" };
    const preflight = await server.ask(`${JOBS}/x`, { method: "OPTIONS", headers: asked });
    expect(preflight.headers["access-control-allow-methods"]).toContain("DELETE");
    await until(() =>
      server.log.some((line) => line.includes('"/v1/jobs/:id/parts/:part"') || line.includes("answered")),
    );
    expect(server.log.join("")).not.toContain("/v1/jobs/x");
  });
});

describe("DELETE", () => {
  it("cancels a job in the middle: what is done stays and is charged, the rest is free", async () => {
    const door = gate();
    const source = sourceWith(() => NOW, {});
    let reads = 0;
    const slow: typeof source = {
      ...source,
      async read(...args) {
        if (++reads > 500) await door.opened;
        return source.read(...args);
      },
    };
    const server = await jobStand({ sources: [slow] });
    const query = {
      start: "2026-06-20T10:00Z",
      end: "2026-06-20T11:00Z",
      frequency: "1_hour",
      parameters: "global_horizontal_irradiance",
    };
    const sites = Array.from({ length: 510 }, (_, k) => ({ lat: 40 + k / 100, lon: 10 }));
    const id = await server.made({ endpoint: "realtime", query, sites });
    await until(async () => (await server.ask(`${JOBS}/${id}`)).json.done_parts === 1);
    expect((await server.ask(`${JOBS}/${id}/parts/1`)).json.error.message).toMatch(/part 1 has no results: it is /);
    const cancelled = await server.ask(`${JOBS}/${id}`, { method: "DELETE" });
    expect([cancelled.status, cancelled.json]).toMatchObject([
      200,
      { state: "cancelled", done_sites: 500, tokens: { price: 510, charged: 500, held: 0 } },
    ]);
    expect(server.remaining()).toBe(100_000 - 500);
    door.open();
    expect(await server.lines(id)).toHaveLength(500);
    const sentTwice = await server.ask(`${JOBS}/${id}`, { method: "DELETE" });
    expect([sentTwice.status, sentTwice.json]).toEqual([200, cancelled.json]);
    server.clock.now += 60_000;
    const gone = await server.ask(`${JOBS}/${id}`, { method: "DELETE" });
    expect([gone.status, gone.body]).toEqual([204, ""]);
    expect((await server.ask(`${JOBS}/${id}`)).status).toBe(404);
    expect(server.remaining()).toBe(100_000 - 500);
  });

  it("takes the headers that clients send with every request", async () => {
    const server = await jobStand();
    const id = await server.made(THREE);
    await server.ended(id);
    const headers = { "Content-Type": "application/json" };
    expect((await server.ask(`${JOBS}/${id}`, { method: "DELETE", headers })).status).toBe(204);
  });

  it("removes a job that has ended with its files, those that nobody lists included", async () => {
    const server = await jobStand();
    const id = await server.made(THREE);
    const [{ url }] = (await server.ended(id)).results;
    expect(server.files(id)).toHaveLength(1);
    expect((await server.ask(`${JOBS}/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(server.files(id)).toEqual([]);
    expect((await server.ask(url, { key: null })).status).toBe(404);
    expect((await server.ask(JOBS)).json.jobs).toEqual([]);
    expect(server.remaining()).toBe(100_000 - 3);
  });
});

it("results expire when they were kept long enough, and not before", async () => {
  const folder = temporaryFolder();
  const server = await jobStand({ settings: { jobs: folder, "job-days": 2 } });
  const id = await server.made(THREE);
  expect((await server.ended(id)).expires).toBe("2026-06-23T12:34:56Z");
  const { stored: jobs, results, watch } = server.server.service.jobs!;
  const looks = vi.spyOn(jobs, "endedBefore");
  const expiry = new JobExpiry({ jobs, results, watch, clock: server.clock, days: 2, every: 5 });
  onTestFinished(() => expiry.stop());
  const looked = async () => {
    const before = looks.mock.calls.length;
    await until(() => looks.mock.calls.length > before + 2);
  };
  server.clock.now = NOW + 2 * DAY;
  await looked();
  expect((await server.ask(`${JOBS}/${id}`)).status).toBe(200);
  server.clock.now += 1;
  await looked();
  expect((await server.ask(`${JOBS}/${id}`)).status).toBe(404);
  expect(server.files(id)).toEqual([]);
});
