/** A batch that is made hard: many lines, readers that stop, clients that leave and come again, tokens that end, all values there may be. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { WeatherSource } from "irradiance-archive";
import { describe, expect, it, onTestFinished } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { DAY, gate, NOW, type Stand, sourceWith, stand, until } from "./harness.js";

const BATCH = "/v1/observation/batch";
const JSON_TYPE = { "Content-Type": "application/json" };

const line = (endpoint: string, query: object = {}) => ({ endpoint, query: { lat: 50, lon: 10, ...query } });
const post = (server: Stand, requests: readonly object[], headers: { [name: string]: string } = {}) =>
  server.ask(BATCH, { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify({ requests }) });
const linesOf = (body: string) =>
  body
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));

/** Weather that is there at once for so many readings, and then behind a door. */
function behindDoor(readings: number) {
  const door = gate();
  const source = sourceWith(() => NOW, {});
  const counted = { reads: 0 };
  const slow: WeatherSource = {
    ...source,
    async read(...args) {
      if (++counted.reads > readings) await door.opened;
      return source.read(...args);
    },
  };
  return { door, slow, counted };
}

/** A batch whose answer can be read when the test likes. */
async function sent(server: Stand, requests: readonly object[], more: { [name: string]: string } = {}) {
  const { hostname, port } = new URL(server.server.address);
  const body = JSON.stringify({ requests });
  const headers = {
    Authorization: `Bearer ${server.key}`,
    ...JSON_TYPE,
    "Content-Length": Buffer.byteLength(body),
    ...more,
  };
  return new Promise<{ request: ClientRequest; response: IncomingMessage }>((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: BATCH, method: "POST", headers, agent: false }, (response) => {
      response.on("error", () => {});
      resolve({ request, response });
    });
    onTestFinished(() => void request.destroy());
    request.once("error", reject);
    request.end(body);
  });
}

describe("a batch", () => {
  it("has up to 100 lines, as many computed at a time as the account may have running, each charged", async () => {
    const server = await stand({ settings: { running: 3 } });
    const most: number[] = [];
    const { turns } = server.server.service;
    const taken = turns.take.bind(turns);
    let running = 0;
    turns.take = (...args) => {
      const turn = taken(...args);
      return turn?.then((end) => {
        most.push(++running);
        return () => {
          running--;
          end();
        };
      });
    };
    const requests = Array.from({ length: 100 }, (_, k) => line("realtime", { lat: k / 2, frequency: "1_hour" }));
    const answer = await post(server, requests);
    const found = linesOf(answer.body);
    expect(found.map(({ index }) => index)).toEqual(requests.map((_, index) => index));
    expect(found.map(({ response }) => response.meta.lat)).toEqual(requests.map(({ query }) => query.lat));
    expect(Math.max(...most)).toBe(3);
    expect(server.remaining()).toBe(100_000 - 100);
    const one = await post(server, [...requests, line("realtime")]);
    expect([one.status, one.json.error.message]).toEqual([
      400,
      'the body must be {"requests": […]} with 1 to 100 requests',
    ]);
    expect(server.remaining()).toBe(100_000 - 100);
  });

  it("is computed no faster than it is read, and goes on when it is", async () => {
    const { slow, counted } = behindDoor(Number.POSITIVE_INFINITY);
    const server = await stand({ sources: [slow], settings: { running: 2 } });
    const week = { frequency: "1_minute", parameters: "all", start: "-7days" };
    // Each has some 2 MiB, and a place of its own: what was read before is not read again.
    const requests = Array.from({ length: 24 }, (_, k) => line("realtime", { ...week, lat: 40 + k / 2 }));
    const { response } = await sent(server, requests);
    response.pause();
    let before = -1;
    await until(async () => {
      const stands = counted.reads > 0 && counted.reads === before;
      before = counted.reads;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return stands && counted.reads === before;
    });
    expect(counted.reads).toBeLessThan(20);
    expect(server.accounts.balance("lab").held).toBeGreaterThan(0);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const found = linesOf(Buffer.concat(chunks).toString());
    expect(found.map(({ tokens }) => tokens)).toEqual(requests.map(() => 1));
    expect(server.remaining()).toBe(100_000 - 24);
    await until(() => server.accounts.balance("lab").held === 0 && server.server.service.unsent.size === 0);
  });

  it("keeps its tokens to the end: others are refused meanwhile, and a grant that ends under way is used", async () => {
    const { door, slow } = behindDoor(1);
    const grant = { tokens: 3 * MICRO, expires: NOW + 60_000 };
    const server = await stand({ sources: [slow], settings: { running: 1 }, grant });
    const { response } = await sent(
      server,
      [0, 1, 2].map((k) => line("realtime", { lat: 40 + k })),
    );
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    await until(() => text.includes("\n"));
    expect((await server.ask(DAY)).status).toBe(402);
    server.clock.now += 120_000;
    door.open();
    await until(() => response.readableEnded);
    expect(linesOf(text).map(({ tokens }) => tokens)).toEqual([1, 1, 1]);
    expect(server.accounts.balance("lab")).toMatchObject({ used: 3 * MICRO, held: 0 });
    expect((await server.ask(DAY)).status).toBe(402);
  });

  it("that was left midway and is sent again under its Idempotency-Key costs what was not delivered, and no more", async () => {
    const { door, slow } = behindDoor(2);
    const server = await stand({ sources: [slow], settings: { running: 1 } });
    const requests = Array.from({ length: 5 }, (_, k) => line("realtime", { lat: 40 + k }));
    const key = { "Idempotency-Key": "left-midway" };
    const { request, response } = await sent(server, requests, key);
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    await until(() => text.split("\n").length === 3);
    expect((await post(server, requests, key)).status).toBe(409);
    request.destroy();
    await until(() => server.accounts.balance("lab").held === 0);
    door.open();
    await until(() => server.server.service.turns.size === 0);
    expect(server.remaining()).toBe(100_000 - 2);
    const again = await post(server, requests, key);
    const [mixed, all] = [[true, true, undefined, undefined, undefined], Array(5).fill(true)];
    expect(linesOf(again.body).map(({ replayed }) => replayed)).toEqual(mixed);
    expect(again.headers["idempotent-replayed"]).toBeUndefined();
    expect(server.remaining()).toBe(100_000 - 5);
    const once = await post(server, requests, key);
    expect(linesOf(once.body).map(({ replayed }) => replayed)).toEqual(all);
    expect(once.headers["idempotent-replayed"]).toBe("true");
    for (const { body } of [again, once]) expect(linesOf(body).map(({ tokens }) => tokens)).toEqual(Array(5).fill(1));
    expect(server.remaining()).toBe(100_000 - 5);
  });

  it("has up to 16 million values", async () => {
    const server = await stand();
    // A year less a week: some 515,000 minutes of a temperature, a tilt and an azimuth.
    const year = line("training", { frequency: "1_minute", parameters: "temperature" });
    const tooMany = await post(server, Array(11).fill(year));
    expect(tooMany.status).toBe(400);
    expect(tooMany.json.error.message).toMatch(/^the batch would have 17\d{6} values in total; the limit is 16000000$/);
    expect(server.remaining()).toBe(100_000);
    const { response } = await sent(server, Array(10).fill(year));
    let lines = 0;
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 0x0a) lines++;
    }
    expect([response.statusCode, lines]).toEqual([200, 10]);
    expect(bytes).toBeGreaterThan(15_000_000);
    expect(server.remaining()).toBeCloseTo(100_000 - Number(response.headers["api-tokens-cost"]), 4);
    await until(() => server.server.service.unsent.size === 0);
  });
});
