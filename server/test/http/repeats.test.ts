/** A request that is sent again under its `Idempotency-Key`: the bytes that were charged, or 409, and never a second charge. */
import { createHash } from "node:crypto";
import { ArchiveError, type WeatherSource } from "irradiance-archive";
import { describe, expect, it } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { accountsPlace } from "../../src/accounts/accounts-database.js";
import { openAdministered } from "../../src/accounts/transfer.js";
import { everyYear } from "../everywhere.mjs";
import type { Answer, Asking, Stand, StandOptions } from "./harness.js";
import { BATCH, NOW, posted, sourceWith, stand } from "./harness.js";
import { JOBS, jobStand, temporaryFolder } from "./jobs-fixture.js";

/** Of relative times, minute by minute: each minute it is another answer. */
const LAST_HOUR = { lat: "50", lon: "10", start: "-1hours", frequency: "1_minute" };
const GET = `/v1/observation/realtime?${new URLSearchParams(LAST_HOUR)}`;
const MONTHS = JSON.stringify({
  global_horizontal_irradiance: [39, 70, 118, 165, 200, 221, 222, 188, 139, 84, 46, 32],
  temperature: [0, 1, 5, 9, 13, 17, 19, 18, 14, 9, 4, 1],
});

type Asked = { readonly path: string; readonly asking: Asking; readonly tokens: number };

const askedAt = (path: string, body: unknown, tokens: number): Asked => ({ path, asking: posted(body), tokens });
const batchOf = (...queries: readonly object[]) =>
  askedAt(BATCH, { requests: queries.map((query) => ({ endpoint: "realtime", query })) }, queries.length);
const KINDS: readonly (readonly [string, Asked])[] = [
  ["a GET", { path: GET, asking: {}, tokens: 1 }],
  [
    "a GET of compressed CSV",
    { path: `${GET}&response_format=csv`, asking: { headers: { "Accept-Encoding": "br" } }, tokens: 1 },
  ],
  ["a forecast", { path: "/v1/forecast/basic?lat=50&lon=10", asking: {}, tokens: 1 }],
  ["a POST of monthly values", askedAt("/v1/climate/import/monthly?lat=50&lon=10", MONTHS, 500)],
  ["a batch", batchOf(LAST_HOUR, { ...LAST_HOUR, lat: "51" })],
];

const ask = (server: Stand, { path, asking }: Asked, key: string, more: { readonly [name: string]: string } = {}) =>
  server.ask(path, { ...asking, headers: { ...asking.headers, ...more, "Idempotency-Key": key } });

/** What an answer says, apart from what marks the lines of a repeat. */
const bytesOf = ({ body }: Answer) => body.replaceAll('"replayed":true,', "");

/** The weather of the others, offered otherwise. */
function offering(more: object): WeatherSource {
  const source = sourceWith(() => NOW, {});
  return { ...source, offer: async (...args) => (await source.offer(...args)).map((offer) => ({ ...offer, ...more })) };
}

/** Other values, and no word of it. */
function warmer(): WeatherSource {
  const source = sourceWith(() => NOW, {});
  return {
    ...source,
    async read(...args) {
      const parts = await source.read(...args);
      return parts.map(({ series, ...part }) => {
        const temperature = Array.from(series.columns.temperature ?? [], () => 1);
        return { ...part, series: { ...series, columns: { ...series.columns, temperature } } };
      });
    },
  };
}

/** A reading that fails the first time at a latitude. */
function failingOnceAt(latitude: number): WeatherSource["read"] {
  const source = sourceWith(() => NOW, {});
  let failed = false;
  return async (offer, place, ...rest) => {
    if (place.latitude !== latitude || failed) return source.read(offer, place, ...rest);
    failed = true;
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", "the disk is gone");
  };
}

describe("a repeat", () => {
  it.each(KINDS)("of %s has the bytes of the first one, three times, and then 409: one charge", async (_, asked) => {
    const server = await stand({ generator: everyYear() });
    const first = await ask(server, asked, "poll");
    expect([first.status, first.headers["idempotent-replayed"]]).toEqual([200, undefined]);
    const left = 100_000 - asked.tokens;
    expect(server.remaining()).toBe(left);
    for (let i = 0; i < 3; i++) {
      server.clock.now += 61_000;
      const again = await ask(server, asked, "poll");
      expect([again.status, again.headers["idempotent-replayed"], again.headers["cache-control"]]).toEqual([
        ...[200, "true", "no-store"],
      ]);
      expect(again.headers["api-tokens-cost"]).toBe(String(asked.tokens));
      expect(bytesOf(again) === bytesOf(first)).toBe(true);
      expect(server.remaining()).toBe(left);
    }
    const fourth = await ask(server, asked, "poll");
    expect([fourth.status, fourth.json.error.message]).toEqual([409, expect.stringMatching(/repeated 3 times/)]);
    expect([server.remaining(), server.accounts.balance("lab").held]).toEqual([left, 0]);
    // A key of its own asks anew, a day later the same one does.
    expect((await ask(server, asked, "another")).status).toBe(200);
    server.clock.now += 86_400_000;
    expect((await ask(server, asked, "poll")).headers["idempotent-replayed"]).toBeUndefined();
    expect(server.remaining()).toBe(100_000 - 3 * asked.tokens);
  });

  it.each(KINDS.slice(0, 3))("of %s, whichever coding the client asks for now", async (_, asked) => {
    const server = await stand();
    const first = await ask(server, asked, "k");
    for (const coding of ["gzip", "br", "identity"]) {
      const again = await ask(server, asked, "k", { "Accept-Encoding": coding });
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
  });

  /** What a server finds that is asked for an answer of the one before. */
  const CHANGES: readonly (readonly [string, StandOptions, string])[] = [
    ["the weather's revision has moved", { sources: [offering({ revision: "2" })] }, "before its first byte"],
    ["the server is another one", { settings: { compatibility: "pvlib" } }, "before its first byte"],
    ["the weather has changed under its revision", { sources: [warmer()] }, "once it is computed"],
  ];
  it.each(CHANGES)("is 409 when %s, and nothing is charged", async (_, change, when) => {
    const place = accountsPlace(temporaryFolder());
    const before = await stand({ place });
    for (const [, asked] of [KINDS[0]!, KINDS[4]!]) expect((await ask(before, asked, asked.path)).status).toBe(200);
    const left = before.remaining();
    await before.server.stop();
    const server = await stand({ ...change, place, key: before.key });
    const get = await ask(server, KINDS[0]![1], GET);
    expect([get.status, get.json.error.message]).toEqual([409, expect.stringMatching(/cannot be reproduced/)]);
    expect([get.headers["idempotent-replayed"], get.headers.etag]).toEqual([undefined, undefined]);
    const batch = await ask(server, KINDS[4]![1], BATCH);
    if (when === "before its first byte") expect(batch.status).toBe(409);
    else {
      const lines = batch.body.trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line).error?.message)).toEqual(Array(2).fill(get.json.error.message));
    }
    expect([server.remaining(), server.accounts.balance("lab").held]).toEqual([left, 0]);
  });

  it("of a batch that was cut has all of its lines as of the first one", async () => {
    const server = await stand({ sources: [sourceWith(() => NOW, { read: failingOnceAt(51) })] });
    const [, asked] = KINDS[4]!;
    const first = await ask(server, asked, "k");
    expect(first.body.split("\n").map((line) => line.includes('"error"'))).toEqual([false, true, false]);
    server.clock.now += 120_000;
    const again = await ask(server, asked, "k");
    const [one, two] = again.body.split("\n").map((line) => (line === "" ? undefined : JSON.parse(line)));
    expect([one.replayed, two.replayed, server.remaining()]).toEqual([true, undefined, 99_998]);
    expect(two.response.end_times).toEqual(one.response.end_times);
    server.clock.now += 120_000;
    expect(bytesOf(await ask(server, asked, "k")) === bytesOf(again)).toBe(true);
  });

  it("with the tag of its answer is 304, and uses nothing up", async () => {
    const server = await stand();
    const [, asked] = KINDS[0]!;
    const { etag } = (await ask(server, asked, "k")).headers;
    server.clock.now += 61_000;
    for (let i = 0; i < 5; i++) expect((await ask(server, asked, "k", { "If-None-Match": etag! })).status).toBe(304);
    expect((await ask(server, asked, "k")).headers["idempotent-replayed"]).toBe("true");
  });

  it("of what is free is none: an account may be asked under one key as often as one likes", async () => {
    const server = await stand();
    const account: Asked = { path: "/v1/account", asking: {}, tokens: 0 };
    for (let i = 0; i < 6; i++) {
      const { status, headers } = await ask(server, account, "k");
      expect([status, headers["idempotent-replayed"]]).toEqual([200, undefined]);
      expect((await ask(server, KINDS[0]![1], `other-${i}`)).status).toBe(200);
    }
  });

  it("that is refused leaves its key as it was", async () => {
    const server = await stand({ grant: { tokens: 1 * MICRO } });
    const [, asked] = KINDS[0]!;
    const year = {
      ...asked,
      path: "/v1/observation/historical?lat=50&lon=10&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z",
    };
    for (const [status, path] of [
      [400, `${GET}&frequency=x`],
      [404, "/v1/climate/amy?lat=50&lon=10&year=1950"],
      [402, year.path],
    ] as const) {
      expect([status, (await ask(server, { ...asked, path }, "k")).status]).toEqual([status, status]);
    }
    expect((await ask(server, asked, "k")).status).toBe(200);
    expect((await ask(server, year, "k")).status).toBe(422);
    expect((await ask(server, asked, "k")).headers["idempotent-replayed"]).toBe("true");
  });

  it("is known by the text of its body, in however many pieces it comes, as servers of before knew it", async () => {
    const place = accountsPlace(temporaryFolder());
    const server = await stand({ place });
    const body = JSON.stringify({ requests: [{ endpoint: "realtime", query: LAST_HOUR }] });
    const head = `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nIdempotency-Key: k\r\nConnection: close\r\n`;
    const pieces = body.match(/.{1,7}/gs)!.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`);
    expect(await server.raw(`${head}Transfer-Encoding: chunked\r\n\r\n${pieces.join("")}0\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 200/,
    );
    const database = await openAdministered(place);
    const rows = await database.all<{ fingerprint: string }>("SELECT fingerprint FROM repeat_key");
    await database.close();
    const known = createHash("sha256")
      .update(JSON.stringify(["POST", BATCH, JSON.parse(body)]))
      .digest("hex");
    expect(rows).toEqual([{ fingerprint: known }]);
    expect((await ask(server, askedAt(BATCH, body, 1), "k")).headers["idempotent-replayed"]).toBe("true");
    expect((await ask(server, askedAt(BATCH, `${body} `, 1), "k")).status).toBe(422);
  });

  it("HEAD is the price, with a key as without one, and begins nothing", async () => {
    const server = await stand();
    const head: Asked = { path: GET, asking: { method: "HEAD" }, tokens: 0 };
    for (let i = 0; i < 2; i++) expect((await ask(server, head, "k")).status).toBe(200);
    expect((await ask(server, KINDS[0]![1], "k")).headers["idempotent-replayed"]).toBeUndefined();
    expect(server.remaining()).toBe(99_999);
  });
});

describe("a deep body with an Idempotency-Key, or a proxy's X-Request-Id", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  it.each([
    [JOBS, `{"endpoint":"historical","query":{},"sites":${deep(100_000)}}`],
    [BATCH, `{"requests":${deep(30_000)}}`],
    ["/v1/climate/import/monthly", `{"temperature":${deep(30_000)}}`],
  ])("at %s is 400, as it is without", async (path, body) => {
    const server = await jobStand({ settings: { "trust-proxy": ["127.0.0.1"] } });
    for (const headers of [{}, { "Idempotency-Key": "d1" }, { "X-Request-Id": "r1" }]) {
      const answer = await server.ask(path, posted(body, headers));
      expect([answer.status, server.log.some((line) => line.includes('"level":50'))]).toEqual([400, false]);
    }
  });
});

describe("a job that is asked for again", () => {
  it("is the same one also when its times are no longer within reach, and when no token is left", async () => {
    const server = await jobStand({ grant: { tokens: 2 * MICRO } });
    const job = { endpoint: "realtime",
      query: { start: "2026-06-14T13:00Z", end: "2026-06-14T14:00Z" },
      sites: [{ lat: 50, lon: 10 }, { lat: 51, lon: 10 }],
    }; // biome-ignore format: short
    const headers = { "Idempotency-Key": "k" };
    const { id } = (await server.post(job, headers)).json;
    await server.ended(id);
    server.clock.now += 2 * 86_400_000;
    expect((await server.post(job)).status).toBe(402);
    const again = await server.post(job, headers);
    expect([again.status, again.json.id, again.headers["api-tokens-cost"]]).toEqual([200, id, "2"]);
    expect((await server.ask(JOBS)).json.jobs).toHaveLength(1);
    expect(server.remaining()).toBe(0);
  });
});
