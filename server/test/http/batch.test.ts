/** A batch that is made hard: tokens that end, clients that leave and come again. */
import { describe, expect, it } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { behindDoor, line, post, sent } from "./batches.js";
import { DAY, linesOf, NOW, stand, until } from "./harness.js";

describe("a batch", () => {
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
});
