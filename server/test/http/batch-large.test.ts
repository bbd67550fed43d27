/** A batch that is made large: many lines, readers that stop, all values there may be. */
import { describe, expect, it } from "vitest";
import { behindDoor, line, post, sent } from "./batches.js";
import { linesOf, stand, until } from "./harness.js";

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
