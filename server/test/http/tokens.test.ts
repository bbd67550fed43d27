/** Tokens: one charge for each 200, none for anything else, and no byte of an answer before the charge is recorded. */

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { ArchiveError, type WeatherSource } from "irradiance-archive";
import { describe, expect, it, onTestFinished } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import type { Accounts } from "../../src/accounts/stored-accounts.js";
import type { Service } from "../../src/service.js";
import { everywhere } from "../everywhere.mjs";
import {
  DAY,
  gate,
  JSON_TYPE,
  linesOf,
  NOW,
  posted,
  type Stand,
  sourceWith,
  stand,
  until,
  withMembers,
  YEAR,
} from "./harness.js";

const BATCH = "/v1/observation/batch";

/** The accounts with a charge of their own. */
function withCharge(charge: (real: Accounts, ...args: Parameters<Accounts["charge"]>) => Promise<void>) {
  return (real: Accounts): Accounts => withMembers(real, { charge: (...args) => charge(real, ...args) });
}

/** A source whose reading waits at a door. */
function behind(door: Promise<void>): WeatherSource {
  const source = sourceWith(() => NOW, {});
  return { ...source, read: (...args) => door.then(() => source.read(...args)) };
}

describe("charges", () => {
  it("one for a 200, none for 304, 400, 404, HEAD and what is free", async () => {
    let charges = 0;
    const { ask, remaining, administer, log } = await stand({
      settings: { "horizon-without-terrain": "flat" },
      accounts: withCharge((real, ...args) => {
        charges++;
        return real.charge(...args);
      }),
    });
    const first = await ask(DAY);
    expect([first.status, charges, remaining()]).toEqual([200, 1, 99_999]);
    expect(first.headers["api-tokens-remaining"]).toBe("99999");
    await ask(DAY, { headers: { "If-None-Match": first.headers.etag! } });
    await ask(DAY, { method: "HEAD" });
    await ask(`${DAY}&frequency=x`);
    await ask("/v1/climate/amy?lat=50&lon=10&year=1950");
    expect([charges, remaining()]).toEqual([1, 99_999]);
    for (const path of ["account", "altitude?lat=1&lon=1", "horizon?lat=1&lon=1", "sources?lat=1&lon=1"]) {
      await ask(`/v1/${path}`, { headers: { "Idempotency-Key": path } });
    }
    expect(remaining()).toBe(99_999);
    await until(() => log.length >= 9);
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "answered");
    expect(lines.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(1);
    const paid = { request_id: first.headers["x-request-id"], tokens: MICRO, status: 200, rows: 97 };
    await until(async () => (await ask("/v1/account")).json.usage.length > 4);
    expect(await administer((admin) => admin.charges("lab", 100))).toMatchObject([paid]);
  });

  it.each([
    [400, new ArchiveError("ERR_ARCHIVE_LIMIT", "the period needs more than 10 files of weather")],
    [503, new ArchiveError("ERR_ARCHIVE_UNREADABLE", "the disk is gone")],
  ])("an answer of %d after its tokens were held says what is left with them", async (status, thrown) => {
    const source = sourceWith(() => NOW, { read: () => Promise.reject(thrown) });
    const { ask, remaining } = await stand({ sources: [source] });
    const { headers, ...answer } = await ask(YEAR);
    expect([answer.status, headers["api-tokens-cost"], headers["api-tokens-remaining"]]).toEqual([
      ...[status, "200"],
      String(remaining()),
    ]);
    expect(remaining()).toBe(100_000);
  });

  it("of a short period at least the least price, of GETs and of lines; what is free stays free", async () => {
    const server = await stand({ settings: { "cost-least": 0.5, "cost-forecast-basic": 0 } });
    const hour = { start: "2024-06-01T00:00Z", end: "2024-06-01T01:00Z" };
    const paid = await server.ask(`/v1/observation/historical?lat=50&lon=10&start=${hour.start}&end=${hour.end}`);
    expect([paid.headers["api-tokens-cost"], server.remaining()]).toEqual(["0.5", 99_999.5]);
    const requests = [{ endpoint: "historical", query: { lat: 50, lon: 10, ...hour } }];
    await server.ask(BATCH, posted({ requests }));
    expect(server.remaining()).toBe(99_999);
    expect((await server.ask(DAY, { method: "HEAD" })).headers["api-tokens-cost"]).toBe("1");
    for (const free of ["/v1/account", "/v1/forecast/basic?lat=50&lon=10"]) {
      expect((await server.ask(free, { method: "HEAD" })).headers["api-tokens-cost"]).toBe("0");
    }
  });

  it("none for a client whose connection is torn down in the moment that the answer is ready", async () => {
    const sockets: Socket[] = [];
    const seen = (message: unknown) => void sockets.push((message as { readonly socket: Socket }).socket);
    subscribe("http.server.request.start", seen);
    onTestFinished(() => void unsubscribe("http.server.request.start", seen));
    const server = await stand();
    const service = server.server.service as { compute: Service["compute"] };
    const { compute } = service;
    service.compute = async (order) => {
      const made = await compute(order);
      sockets.at(-1)!.destroy(); // its "close" comes in a later turn of the event loop
      return made;
    };
    await expect(server.ask(DAY)).rejects.toThrow(/socket hang up|ECONNRESET/);
    await until(() => server.log.length > 0);
    expect([JSON.parse(server.log[0]!).status, server.remaining()]).toEqual([499, 100_000]);
  });

  it("never a first byte before the charge is recorded", async () => {
    const door = gate();
    const server = await stand({
      accounts: withCharge(async (real, ...args) => {
        await door.opened;
        return real.charge(...args);
      }),
    });
    const received: string[] = [];
    const { hostname, port } = new URL(server.server.address);
    const socket = connect(Number(port), hostname);
    socket.on("data", (chunk) => received.push(chunk.toString("latin1")));
    socket.write(`GET ${DAY} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n\r\n`);
    await until(() => server.accounts.balance("lab").held === MICRO);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(received).toEqual([]);
    expect(server.server.service.turns.size).toBe(0);
    door.open();
    await until(() => received.length > 0);
    expect(received[0]).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(server.remaining()).toBe(99_999);
    socket.destroy();
  });

  it("a request that comes again under a trusted proxy's id is answered and charged once; another is 409", async () => {
    const { ask, remaining, clock } = await stand({ settings: { "trust-proxy": ["127.0.0.1"] } });
    const headers = { "X-Request-Id": "from.the-proxy_1" };
    const costs: unknown[] = [];
    for (let i = 0; i < 2; i++) {
      const answer = await ask(DAY, { headers });
      expect([answer.status, answer.headers["x-request-id"]]).toEqual([200, "from.the-proxy_1"]);
      costs.push(answer.headers["api-tokens-cost"]);
    }
    // Whoever asked through the proxy asked once: the price is what it was charged, whichever answer came through.
    expect(costs).toEqual(["1", "1"]);
    expect(remaining()).toBe(99_999);
    const another = await ask(`${DAY}&frequency=1_hour`, { headers });
    expect([another.status, another.json.error.message]).toEqual([
      409,
      "the X-Request-Id of this request was used by another request",
    ]);
    // An id is no free pass: some minutes later it is refused.
    clock.now += 300_001;
    expect((await ask(DAY, { headers })).status).toBe(409);
    expect(remaining()).toBe(99_999);
    const other = await stand();
    const untrusted = await other.ask(DAY, { headers: { "X-Request-Id": "from.nobody" } });
    expect(untrusted.headers["x-request-id"]).not.toBe("from.nobody");
  });
});

describe("a client that leaves while its answer is computed", () => {
  it("frees its turn, its hold and its thread, is charged nothing, and is in the log", async () => {
    const door = gate();
    const server = await stand({ sources: [behind(door.opened)] });
    const { hostname, port } = new URL(server.server.address);
    const request = httpRequest({ hostname, port, path: YEAR, headers: { Authorization: `Bearer ${server.key}` } });
    request.on("error", () => {});
    request.end();
    const { service } = server.server;
    await until(() => service.turns.size === 1 && server.accounts.balance("lab").held === 200 * MICRO);
    request.destroy();
    await until(() => service.turns.size === 0 && server.accounts.balance("lab").held === 0);
    // The server's own first yield may still be under way.
    await until(() => service.pool.running + service.pool.waiting === 0);
    await until(() => server.log.length > 0);
    const [line] = server.log.map((text) => JSON.parse(text));
    expect([line.status, line.tokens, line.path]).toEqual([499, 0, "/v1/observation/historical"]);
    door.open();
    expect((await server.ask(DAY)).status).toBe(200);
    expect(server.remaining()).toBe(99_999);
  });

  it("waiting for its turn, it makes room for another", async () => {
    const door = gate();
    const server = await stand({ sources: [behind(door.opened)], settings: { running: 1, waiting: 1 } });
    const first = server.ask(DAY);
    const { service } = server.server;
    await until(() => server.accounts.balance("lab").held === MICRO);
    const { hostname, port } = new URL(server.server.address);
    const leaving = httpRequest({ hostname, port, path: DAY, headers: { Authorization: `Bearer ${server.key}` } });
    leaving.on("error", () => {});
    leaving.end();
    await until(() => server.accounts.balance("lab").held === 2 * MICRO);
    expect((await server.ask(DAY)).status).toBe(429);
    leaving.destroy();
    await until(() => server.accounts.balance("lab").held === MICRO);
    const next = server.ask(DAY);
    await until(() => server.accounts.balance("lab").held === 2 * MICRO);
    door.open();
    expect([(await first).status, (await next).status]).toEqual([200, 200]);
    expect(service.turns.size).toBe(0);
  });
});

describe("requests at once", () => {
  it("4 run, 16 wait, one more is 429, and all of the 20 are answered", async () => {
    const door = gate();
    let reading = 0;
    const source = sourceWith(() => NOW, {});
    const counted: WeatherSource = {
      ...source,
      async read(...args) {
        reading++;
        await door.opened;
        return source.read(...args);
      },
    };
    const server = await stand({ sources: [counted] });
    const twenty = Array.from({ length: 20 }, () => server.ask(DAY));
    await until(() => server.accounts.balance("lab").held === 20 * MICRO);
    await until(() => reading === 4);
    const refused = await server.ask(DAY);
    expect(refused.status).toBe(429);
    expect(refused.json.error.message).toBe("too many requests at once: 4 may run and 16 wait");
    expect(server.accounts.balance("lab").held).toBe(20 * MICRO);
    expect(reading).toBe(4);
    door.open();
    expect((await Promise.all(twenty)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(server.remaining()).toBe(100_000 - 20);
  });

  it("a full queue of the threads is 503, and free", async () => {
    const server = await stand({ settings: { "inline-rows": 0, "max-waiting": 0, running: 50 } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.ask(YEAR)));
    const full = answers.filter(({ status }) => status === 503);
    const good = answers.filter(({ status }) => status === 200);
    expect(full.length + good.length).toBe(8);
    expect(full.length).toBeGreaterThan(0);
    for (const { json, headers } of full) {
      expect(json.error.message).toMatch(/^the server is full/);
      expect(headers["retry-after"]).toBe("2");
    }
    expect(server.remaining()).toBeCloseTo(100_000 - 200 * good.length, 6);
  });
});

describe("POST /v1/observation/batch", () => {
  const line = (endpoint: string, query: object) => ({ endpoint, query: { lat: 50, lon: 10, ...query } });
  const post = (server: Stand, requests: readonly object[], more: { [name: string]: string } = {}) =>
    server.ask(BATCH, posted({ requests }, more));
  const lines = linesOf;
  const week = { start: "2024-06-01T00:00Z", end: "2024-06-08T00:00Z" };

  it("answers in the order of the requests, each as it would be alone", async () => {
    const server = await stand();
    const requests = [
      line("realtime", {}),
      line("historical", week),
      line("training", { start: "-20days", end: "-19days" }),
    ];
    const answer = await post(server, requests);
    expect(answer.status).toBe(200);
    const found = lines(answer.body);
    expect(found.map(({ index }) => index)).toEqual([0, 1, 2]);
    for (const [i, path] of [
      DAY,
      "/v1/observation/historical?lat=50&lon=10&start=2024-06-01T00:00Z&end=2024-06-08T00:00Z",
      "/v1/observation/training?lat=50&lon=10&start=-20days&end=-19days",
    ].entries()) {
      const alone = await server.ask(path);
      expect(answer.body.split("\n")[i]).toContain(`"response":${alone.body}}`);
      expect(String(found[i].tokens)).toBe(alone.headers["api-tokens-cost"]);
      expect(found[i].sources[0]).toMatchObject({ source: "everywhere", synthetic: false });
    }
    const total = found.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(Number(answer.headers["api-tokens-cost"])).toBeCloseTo(total, 6);
    expect(server.remaining()).toBeCloseTo(100_000 - 2 * total, 5);
  });

  it("a failed line is a line, free, and the others are charged", async () => {
    const server = await stand();
    const nowhere: WeatherSource = {
      ...everywhere(),
      offer: async (place, now) => (place.latitude > 80 ? [] : everywhere({ last: () => NOW }).offer(place, now)),
    };
    const mixed = await stand({ sources: [nowhere] });
    const answer = await post(mixed, [line("realtime", {}), line("realtime", { lat: 85 }), line("realtime", {})]);
    const found = lines(answer.body);
    expect(found.map((one) => ("error" in one ? "error" : one.tokens))).toEqual([1, "error", 1]);
    expect(found[1].error.message).toMatch(/^no weather .* at 85,10/);
    expect(mixed.remaining()).toBe(99_998);
    expect(mixed.accounts.balance("lab").held).toBe(0);
    expect(server.remaining()).toBe(100_000);
  });

  it("all of it is held, or none", async () => {
    const server = await stand({ grant: { tokens: 2.5 * MICRO } });
    const three = [line("realtime", {}), line("realtime", {}), line("realtime", {})];
    expect((await post(server, three)).status).toBe(402);
    expect(server.accounts.balance("lab")).toMatchObject({ held: 0, remaining: 2.5 * MICRO });
    expect((await post(server, three.slice(1))).status).toBe(200);
  });

  it("each request counts for the rate", async () => {
    const server = await stand({ settings: { rate: 10 } });
    const four = Array(4).fill(line("realtime", {}));
    expect((await post(server, four)).headers.ratelimit).toMatch(/;r=6;/);
    expect((await post(server, four)).headers.ratelimit).toMatch(/;r=2;/);
    expect((await post(server, four)).status).toBe(429);
  });

  it("values count over all of them", async () => {
    const server = await stand({ settings: { "max-values": 1000 } });
    const one = line("realtime", { parameters: "temperature" });
    expect((await post(server, [one, one, one])).status).toBe(200);
    const answer = await post(server, [one, one, one, one]);
    expect([answer.status, answer.json.error.message]).toEqual([
      400,
      "the batch would have 1164 values in total; the limit is 1000",
    ]);
  });

  it("a client that leaves midway is charged for the lines that were written, no more", async () => {
    const door = gate();
    let reads = 0;
    const source = sourceWith(() => NOW, {});
    const slow: WeatherSource = {
      ...source,
      async read(...args) {
        if (++reads > 2) await door.opened;
        return source.read(...args);
      },
    };
    const server = await stand({ sources: [slow], settings: { running: 1 } });
    const { hostname, port } = new URL(server.server.address);
    // Places of their own: what was read before is not read again.
    const requests = Array.from({ length: 6 }, (_, k) => line("realtime", { lat: 40 + k }));
    const body = JSON.stringify({ requests });
    const headers = { Authorization: `Bearer ${server.key}`, ...JSON_TYPE, "Content-Length": Buffer.byteLength(body) };
    const received: string[] = [];
    const request = httpRequest({ hostname, port, path: BATCH, method: "POST", headers }, (response) => {
      response.on("data", (chunk) => received.push(String(chunk)));
      response.on("error", () => {});
    });
    request.on("error", () => {});
    request.end(body);
    await until(() => received.join("").split("\n").length === 3);
    request.destroy();
    await until(() => server.accounts.balance("lab").held === 0);
    door.open();
    await until(() => server.server.service.turns.size === 0);
    expect(server.remaining()).toBe(99_998);
    await until(() => server.log.length > 0);
    expect(JSON.parse(server.log[0]!)).toMatchObject({ status: 200, tokens: 2, cut: true });
  });

  it("a line whose charge cannot be recorded is not delivered", async () => {
    let charges = 0;
    const server = await stand({
      accounts: withCharge(async (real, hold, entry) => {
        if (++charges !== 2) return real.charge(hold, entry);
        real.release(hold);
        throw new Error("disk full");
      }),
    });
    const found = lines((await post(server, Array(3).fill(line("realtime", {})))).body);
    expect(found.map(({ error }) => error?.message)).toEqual([
      undefined,
      "the charge could not be recorded; nothing was charged; try again later",
      undefined,
    ]);
    expect(server.remaining()).toBe(99_998);
  });

  it("with an Idempotency-Key a repeat is free, three times; another body is 422, one under way and a fourth one 409", async () => {
    const door = gate();
    const server = await stand({ sources: [behind(door.opened)] });
    const two = [line("realtime", {}), line("realtime", {})];
    const key = { "Idempotency-Key": "k-1" };
    const first = post(server, two, key);
    await until(() => server.accounts.balance("lab").held === 2 * MICRO);
    expect((await post(server, two, key)).status).toBe(409);
    door.open();
    await first;
    expect(server.remaining()).toBe(99_998);
    for (let i = 0; i < 3; i++) {
      const again = await post(server, two, key);
      expect([again.headers["api-tokens-cost"], again.headers["idempotent-replayed"]]).toEqual(["2", "true"]);
      expect(lines(again.body)).toMatchObject([
        { tokens: 1, replayed: true },
        { tokens: 1, replayed: true },
      ]);
    }
    expect(server.remaining()).toBe(99_998);
    expect((await post(server, [...two].slice(1), key)).status).toBe(422);
    expect((await post(server, two, key)).status).toBe(409);
    expect([server.remaining(), server.accounts.balance("lab").held]).toEqual([99_998, 0]);
    const charged = () => server.log.map((line) => JSON.parse(line)).filter(({ status }) => status === 200);
    await until(() => charged().length >= 4);
    expect(charged().map(({ tokens }) => tokens)).toEqual([2, 0, 0, 0]);
  });
});
