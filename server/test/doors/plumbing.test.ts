/** What all doors have in common: whose key it is, what is counted and charged, and that no key is repeated anywhere. */
import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOOR_NAMES } from "../../src/settings.js";
import { DEMO, gate, type Stand, sourceWith, stand, until } from "../http/harness.js";

const ESTIMATE = "estimate/watthours/day/50/10/35/0/8?limit=1";
const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

let server: Stand;
beforeAll(async () => {
  server = await stand({
    settings: { doors: DOOR_NAMES, demo: "places", "demo-rate": 5, "rate-window": 3, "trust-proxy": ["127.0.0.1"] },
    keep: true,
  });
});
afterAll(() => server.server.stop());

const foreign = (path: string, more = {}) => server.ask(path, { judged: false, key: null, ...more });
const lines = () => server.log.map((line) => JSON.parse(line));
const own = (route: string) => lines().filter(({ path }) => path === route);

describe("a key", () => {
  it("comes in the header, the query or the path, and its account pays the price of /v1", async () => {
    const { key } = server;
    const ways: [string, object][] = [
      [`/${ESTIMATE}`, { key }],
      [`/${ESTIMATE}&api_key=${key}`, {}],
      [`/${ESTIMATE}&apikey=${key}`, {}],
      [`/${key}/${ESTIMATE}`, {}],
    ];
    for (const [path, more] of ways) {
      const before = server.remaining();
      const { status, headers } = await foreign(path, more);
      expect([status, server.remaining(), headers["api-tokens-remaining"]]).toEqual([200, before - 2, `${before - 2}`]);
    }
    expect(own("/v1/forecast/pv").every(({ account }) => account === "lab")).toBe(true);
  });

  it("that is wrong is refused, also one that has no form, and without one it is the demo key", async () => {
    for (const path of [`/nobodys/${ESTIMATE}`, `/${ESTIMATE}&api_key=nobodys`, `/${ESTIMATE}&api_key=a%0d%0ab:%20c`]) {
      expect((await foreign(path)).status, path).toBe(401);
    }
    expect((await foreign(`/${ESTIMATE}`, { headers: { Authorization: `Basic ${server.key}` } })).status).toBe(401);
    expect((await foreign(`/${ESTIMATE}&api_key=a&api_key=b`)).status).toBe(400);
    const two = await foreign(`/nobodys/${ESTIMATE}&api_key=${server.key}`);
    expect([two.status, JSON.stringify(two.json)]).toEqual([
      400,
      expect.stringContaining("api_key and the path differ"),
    ]);
    expect((await foreign(`/${server.key}/${ESTIMATE}&api_key=${server.key}`)).status).toBe(200);
    expect((await foreign(`/${ESTIMATE}`)).status).toBe(200);
    const elsewhere = await foreign("/estimate/48/11/35/0/8");
    expect([elsewhere.status, elsewhere.json.message.reason]).toEqual([403, "place_not_free"]);
  });

  it("stands in no line of the log and in no answer, by whatever way it came", async () => {
    const secret = "secret-0123456789abcdef";
    const paths = [
      ...[`/${secret}/${ESTIMATE}`, `/${secret}/check/50/10/35/0/8`, `/${secret}/info`, `/${secret}/nothing/at/all`],
      ...[`/${secret}/estimate/x`, `/${secret}/%zz`, `/estimate/50/10/35/0/8?api_key=${secret}`],
      ...["rooftop_sites", "rooftop_sites/x/forecasts", "data/live/radiation_and_weather", "x"].map(
        (path) => `/solcast/${path}?api_key=${secret}`,
      ),
      ...["open-meteo/v1/forecast", "pvgis/api/v5_3/PVcalc"].map((path) => `/${path}?apikey=${secret}&latitude=x`),
    ];
    for (const path of paths) {
      const { status, body, headers } = await foreign(path, { headers: { traceparent: TRACE } });
      expect(status, path).toBeGreaterThanOrEqual(path.includes("check") ? 200 : 400);
      expect(body + JSON.stringify(headers), path).not.toContain(secret);
    }
    await until(() => lines().length > paths.length);
    expect(server.log.join("")).not.toContain(secret);
    expect(server.log.join("")).not.toContain(server.key);
  });
});

describe("a request at a door", () => {
  it("has a line of its route, and the trace leads to the line of /v1, which says what it cost", async () => {
    await foreign(`/${server.key}/${ESTIMATE}`, { headers: { traceparent: TRACE } });
    await until(() => own("/:key/estimate/*").some(({ trace_id }) => trace_id !== undefined));
    const [outer] = own("/:key/estimate/*").filter(({ trace_id, status }) => trace_id !== undefined && status === 200);
    const [inner] = own("/v1/forecast/pv").filter(({ parent_id }) => parent_id === outer.span_id);
    expect(inner).toMatchObject({ trace_id: outer.trace_id, tokens: 2, account: "lab" });
    expect(outer).toMatchObject({ status: 200, tokens: 0 });
  });

  it("is counted for the address that a proxy names, and hears when it may come again; then it may", async () => {
    const from = (address: string) =>
      foreign(`/${ESTIMATE}&api_key=${DEMO}`, { headers: { "X-Forwarded-For": address } });
    const asked = await Promise.all(Array.from({ length: 8 }, () => from("203.0.113.7")));
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const { json, headers } of refused) {
      const wait = Date.parse(json.message.ratelimit["retry-at"]) - server.clock.now;
      expect(Math.ceil(wait / 1000)).toBe(Number(headers["retry-after"]));
    }
    expect((await from("203.0.113.8")).status).toBe(200);
    await until(async () => (await from("203.0.113.7")).status === 200);
  });

  it("shadows no path of the service, and is not there unless it is opened", async () => {
    for (const path of ["/", "/docs/", "/openapi.yaml", "/explorer/map.json"]) {
      expect((await foreign(path)).status, path).toBe(200);
    }
    expect((await server.ask("/v1/account")).status).toBe(200);
    const closed = await stand();
    for (const path of [`/${ESTIMATE}`, "/solcast/rooftop_sites"]) {
      const { status, json } = await closed.ask(path, { judged: false });
      expect([status, json.error.code]).toEqual([404, "unknown_path"]);
    }
  });

  it("is given up with what it asked when its client leaves, and costs nothing", async () => {
    const { open, opened } = gate();
    let reads = 0;
    const source = sourceWith(Date.now, {});
    const waiting = {
      ...source,
      read: async (...given: Parameters<typeof source.read>) => {
        reads++;
        await opened;
        return source.read(...given);
      },
    };
    const slow = await stand({ settings: { doors: ["forecast-solar"] }, sources: [waiting] });
    slow.clock.now = Date.now();
    const before = slow.remaining();
    const request = get(`${slow.server.address}/${slow.key}/${ESTIMATE}`).on("error", () => {});
    await until(() => reads > 0);
    request.destroy();
    await until(() => slow.log.filter((line) => line.includes('"status":499')).length === 2);
    open();
    expect(slow.remaining()).toBe(before);
  });
});
