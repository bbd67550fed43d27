/** The order of checks: a request that fails at two of them is told of the earlier one. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { ERROR_CODES } from "../../src/http/error-codes.js";
import { BEFORE_THE_BODY, WITH_THE_BODY } from "../../src/http/exchange.js";
import { everywhere, everyYear } from "../everywhere.mjs";
import type { Asking, Stand } from "./harness.js";
import { DAY, gate, IMPORT, JSON_TYPE, MONTHS, NOW, posted, sourceWith, stand, until, YEAR } from "./harness.js";
import { jobStand } from "./jobs-fixture.js";

/** Tokens that are not there yet. */
const LATER = { tokens: 1_000_000, starts: NOW + 86_400_000 };
const WRONG_KEY = "irr_wrong";
const BODY = { headers: JSON_TYPE, body: "{" };

describe("the order of checks", () => {
  let it_: Stand;
  beforeAll(async () => {
    it_ = await stand({ keep: true, grant: { tokens: 1_000_000 } });
  });
  afterAll(() => it_.server.stop());

  const cases: readonly (readonly [string, number, string, Asking])[] = [
    ["an unknown path (404) before the key (401)", 404, "/v1/nothing", { key: null }],
    ["the method (405) before the key (401)", 405, DAY, { key: null, method: "POST", ...BODY }],
    ["the key (401) before the parameters (400)", 401, "/v1/observation/realtime?lat=91&lon=0", { key: WRONG_KEY }],
    ["the key (401) before the body (400)", 401, "/v1/observation/batch", { key: WRONG_KEY, method: "POST", ...BODY }],
    [
      "the key (401) before the body's type (415)",
      401,
      "/v1/observation/batch",
      { key: null, method: "POST", body: "x" },
    ],
    ["the parameters (400) before the weather (404)", 400, `${DAY}&frequency=hourly&start=-1hours&end=-2hours`, {}],
    ["a key that is given twice (400)", 400, `${DAY}&parameters=temperature&parameters=snow_depth`, {}],
    ["the tokens (402) for a GET", 402, YEAR, {}],
    ["the tokens (402) for a HEAD, too", 402, YEAR, { method: "HEAD" }],
  ];
  it.each(cases)("%s", async (_, status, path, asking) => {
    expect((await it_.ask(path, asking)).status).toBe(status);
  });

  it("each ends an exchange with a status that clients know", () => {
    const known = [200, 304, ...Object.values(ERROR_CODES).map(({ status }) => status)];
    const checks = [...BEFORE_THE_BODY, ...WITH_THE_BODY];
    expect(checks.flatMap(({ ends }) => ends).filter((status) => !known.includes(status))).toEqual([]);
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  });

  it("the weather (404) before the tokens (402)", async () => {
    const early = "/v1/climate/amy?lat=50&lon=10&year=1950";
    expect((await it_.ask(early)).status).toBe(404);
    expect((await it_.ask(early.replace("1950", "2020"))).status).toBe(402);
  });

  it("a product that no list has (400) before the tokens (402), and looked for once", async () => {
    const looked = vi.spyOn(it_.server.service.pool, "resolve");
    onTestFinished(() => looked.mockRestore());
    const planes = [{ surface_tilt: 30, surface_azimuth: 180, kwp: 5 }];
    const place = "lat=50&lon=10";
    expect((await it_.ask(`/v1/yield?${place}`, posted({ planes }))).status).toBe(402);
    const cases = [
      { module: { name: "Foo" } },
      { inverter: { name: `${"Canadian Solar ".repeat(12)}x` } },
      { inverters: { a: { name: "Foo" } }, planes: [{ ...planes[0], inverter: "a" }] },
    ];
    for (const more of cases) {
      for (const path of [`/v1/yield?${place}`, `/v1/forecast/pv?${place}`]) {
        const { status, json } = await it_.ask(path, posted({ planes, ...more }));
        expect([status, json.error.parameter, json.error.message]).toEqual([
          400,
          "system",
          expect.stringMatching(/: no "/),
        ]);
      }
    }
    expect(looked).toHaveBeenCalledTimes(cases.length);
  });

  it("If-None-Match (304) before the tokens (402)", async () => {
    const { headers, status } = await it_.ask(YEAR, { method: "HEAD", judged: true });
    expect(status).toBe(402);
    expect(headers.etag).toBeUndefined();
    // An answer that was paid for once is known by its tag to an account that has nothing left.
    const rich = await stand();
    const tag = (await rich.ask(YEAR, { method: "HEAD" })).headers.etag!;
    const again = await it_.ask(YEAR, { headers: { "If-None-Match": tag } });
    expect(again.status).toBe(304);
  });
});

describe("a body", () => {
  const paths = ["/v1/observation/batch", "/v1/jobs", "/v1/climate/import/monthly"];
  const repeat = { ...BODY, headers: { ...BODY.headers, "Idempotency-Key": "k" } };

  it.each(paths)("of %s is not read where nothing is left (402), unless it may be a repeat or free", async (path) => {
    const poor = await jobStand({ grant: LATER });
    const refused = await poor.ask(path, { method: "POST", ...BODY });
    expect([refused.status, refused.json.error.message]).toEqual([402, "the request costs tokens; 0 are left"]);
    expect([refused.headers["api-tokens-remaining"], refused.headers["api-tokens-limit"]]).toEqual(["0", "0"]);
    expect((await poor.ask(path, { method: "POST", ...repeat })).status).toBe(400);
    const free = await jobStand({ grant: LATER, settings: { "cost-realtime": 0 } });
    expect((await free.ask(path, { method: "POST", ...BODY })).status).toBe(400);
  });

  it.each(paths)("of %s that is nested 10,000 deep is 400, also under an Idempotency-Key", async (path) => {
    const { ask } = await jobStand();
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const body = `{"sites":[${open.repeat(10_000)}1${close.repeat(10_000)}]}`;
      for (const { headers } of [BODY, repeat]) {
        const { status, json } = await ask(path, { method: "POST", headers, body });
        expect([status, json.error.message]).toEqual([400, "the body is nested more than 32 deep"]);
      }
    }
  });
});

describe("the request rate (429)", () => {
  it("comes after the key (401) and before the parameters (400)", async () => {
    const { ask } = await stand({ settings: { rate: 2 } });
    const bad = "/v1/observation/realtime?lat=91&lon=0";
    expect([(await ask(bad)).status, (await ask(bad)).status]).toEqual([400, 400]);
    const third = await ask(bad);
    expect(third.status).toBe(429);
    expect(third.json.error.message).toMatch(/too many requests: this account may send 2 in 60 s/);
    expect(third.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
    expect(Number(third.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect((await ask(bad, { key: WRONG_KEY })).status).toBe(401);
  });
});

describe("the demo key's places (403)", () => {
  it("come after the parameters (400) and before the weather (404)", async () => {
    const none = { ...everywhere(), offer: async () => [] };
    const { ask } = await stand({ settings: { demo: "places" }, sources: [none] });
    const demo = { key: "demo0000-0000-0000-0000-000000000000" };
    expect((await ask("/v1/observation/realtime?lat=1&lon=1&frequency=x", demo)).status).toBe(400);
    const elsewhere = await ask("/v1/observation/realtime?lat=1&lon=1", demo);
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.json.error.message).toContain("50,10; 21,79; -3,-60; 51,-114; 24,33; 36.1,-79.95; got 1,1");
    expect((await ask(DAY, demo)).status).toBe(404);
  });
});

describe("the demo key's cap on values (400)", () => {
  it("comes before its places (403)", async () => {
    const { ask } = await stand({ settings: { demo: "places", "demo-values": 400 } });
    const demo = { key: "demo0000-0000-0000-0000-000000000000" };
    expect((await ask("/v1/observation/realtime?lat=1&lon=1", demo)).status).toBe(403);
    expect((await ask("/v1/observation/realtime?lat=1&lon=1&parameters=all", demo)).status).toBe(400);
  });
});

describe("the turn (429), the full server (503) and the deadline (504)", () => {
  it("come after the tokens (402), in this order", async () => {
    const door = gate();
    const source = sourceWith(() => NOW, {});
    const held = {
      ...source,
      read: (...args: Parameters<typeof source.read>) => door.opened.then(() => source.read(...args)),
    };
    const server = await stand({
      grant: { tokens: 2_000_000 },
      sources: [held],
      settings: { running: 1, waiting: 0, deadline: 1, "max-unsent": 1 },
    });
    const first = server.ask(DAY);
    await until(() => server.server.service.turns.size === 1);
    expect((await server.ask(YEAR)).status).toBe(402);
    server.server.service.unsent.take(2 ** 21);
    const second = await server.ask(DAY);
    expect(second.status).toBe(429);
    expect(second.json.error.message).toBe("too many requests at once: 1 may run and 0 wait");
    expect(second.headers["retry-after"]).toBe("2");
    const late = await first;
    expect(late.status).toBe(504);
    expect(late.headers["retry-after"]).toBeUndefined();
    const full = await server.ask(DAY);
    expect(full.status).toBe(503);
    expect(full.headers["retry-after"]).toBe("2");
    expect(server.remaining()).toBe(2);
    door.open();
  });
});

describe("HEAD", () => {
  it("is the price and the tag of GET, and costs nothing", async () => {
    const { ask, remaining } = await stand();
    let left = 100_000;
    for (const [path, cost] of [
      [DAY, "1"],
      [YEAR, "200"],
      ["/v1/climate/tmy?lat=50&lon=10", "500"],
      ["/v1/climate/amy?lat=50&lon=10", "200"],
      ["/v1/forecast/basic?lat=50&lon=10", "1"],
      ["/v1/forecast/precision?lat=50&lon=10", "2"],
      ["/v1/altitude?lat=50&lon=10", "0"],
    ] as const) {
      const head = await ask(path, { method: "HEAD" });
      expect([head.status, head.headers["api-tokens-cost"], head.body]).toEqual([200, cost, ""]);
      expect(Number(head.headers["api-tokens-remaining"])).toBeCloseTo(left, 6);
      expect(remaining()).toBeCloseTo(left, 6);
      const get = await ask(path);
      for (const name of ["etag", "cache-control", "vary", "api-tokens-cost"]) {
        expect(get.headers[name], `${name} of ${path}`).toBe(head.headers[name]);
      }
      left -= Number(cost);
      expect(remaining()).toBeCloseTo(left, 6);
    }
  });

  it("reads no weather, computes nothing and holds nothing", async () => {
    const unread = sourceWith(() => NOW, { read: () => Promise.reject(new Error("it was read")) });
    const { ask, accounts, server } = await stand({ sources: [unread], settings: { running: 1, waiting: 0 } });
    const hold = vi.spyOn(accounts, "hold");
    const take = vi.spyOn(server.service.turns, "take");
    expect((await ask(DAY, { method: "HEAD" })).status).toBe(200);
    expect([hold.mock.calls.length, take.mock.calls.length]).toEqual([0, 0]);
    expect((await ask(DAY)).status).toBe(503);
    expect([hold.mock.calls.length, take.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("prices", () => {
  it("come from the settings, for each path", async () => {
    const { ask } = await stand({
      generator: everyYear(),
      settings: {
        "cost-realtime": 3,
        "cost-year": 366,
        "cost-climate": 7,
        "cost-forecast-basic": 11,
        "cost-forecast-precision": 13,
      },
    });
    for (const [path, cost] of [
      [DAY, "3"],
      [YEAR, "366"],
      ["/v1/observation/training?lat=50&lon=10&start=2024-05-01T00:00Z&end=2024-05-11T00:00Z", "10"],
      ["/v1/climate/amy?lat=50&lon=10", "366"],
      ["/v1/climate/tmy?lat=50&lon=10", "7"],
      ["/v1/forecast/basic?lat=50&lon=10", "11"],
      ["/v1/forecast/precision?lat=50&lon=10", "13"],
      ["/v1/altitude?lat=50&lon=10", "0"],
      ["/v1/sources?lat=50&lon=10", "0"],
      ["/v1/account", "0"],
    ] as const) {
      const { status, headers } = await ask(path, { method: "HEAD" });
      expect([path, status, headers["api-tokens-cost"]]).toEqual([path, 200, cost]);
    }
    expect((await ask(IMPORT, posted(MONTHS))).headers["api-tokens-cost"]).toBe("7");
  });
});
