/** Lines of a batch and sites of a job that name a system which the account stores: the answers of a GET with `system=NAME`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderOfFile } from "../temporary.js";
import { BATCH, DEMO, linesOf, posted, until } from "./harness.js";
import { JOBS, type JobStand, jobStand } from "./jobs-fixture.js";

const SYSTEM = { planes: [{ surface_tilt: 30, surface_azimuth: 170, kwp: 8 }], inverter: { ac_power: "6 kW" } };
const SIDES = { planes: [90, 270].map((surface_azimuth) => ({ surface_tilt: 10, surface_azimuth, kwp: 5 })) };
const LINE = Array.from({ length: 360 }, (_, azimuth) => (azimuth < 180 ? 20 : 0));
const ROOF = { lat: 50, lon: 10, altitude: 300, system: SYSTEM };

const ENDPOINTS = [
  ["yield", "yield", { weather: "history", start_year: 2024, end_year: 2024 }],
  ["forecast/pv", "forecast/pv", { frequency: "30_minutes" }],
  ["realtime", "observation/realtime", { frequency: "1_hour" }],
  ["historical", "observation/historical", { start: "2025-06-01T00:00Z", end: "2025-06-02T00:00Z", horizon: "flat" }],
  ["training", "observation/training", { start: "-9days", end: "-8days", parameters: "global_tilted_irradiance" }],
] as const;

let server: JobStand;
async function put(name: string, description: unknown): Promise<void> {
  const { status, body } = await server.ask(`/v1/systems/${name}`, { ...posted(description), method: "PUT" });
  expect([200, 201], body).toContain(status);
}
const remove = (name: string) => server.ask(`/v1/systems/${name}`, { method: "DELETE" });
const batch = (...requests: readonly object[]) => server.ask(BATCH, posted({ requests }));

beforeAll(async () => {
  server = await jobStand({ settings: { demo: "any", jobs: folderOfFile() }, keep: true });
  await put("roof", ROOF);
  await put("sides", { lat: 50, lon: 10, horizon: LINE, system: SIDES });
});
afterAll(() => server.server.stop());

/** The answer of a GET, its price and its notices. */
async function alone(path: string, query: object) {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]));
  const { status, body, headers } = await server.ask(`/v1/${path}?${asked}`);
  expect(status, body).toBe(200);
  return { body, tokens: Number(headers["api-tokens-cost"]), notices: headers["api-notice"] ?? "" };
}

describe.each(ENDPOINTS)("a stored system in lines of %s", (endpoint, path, query) => {
  // What the endpoint's query would say twice.
  const of = (name: string): { [key: string]: unknown } =>
    name === "sides" && "horizon" in query ? { ...query, horizon: undefined } : query;

  it("is the GET that names it: bytes, price, notices; in a batch and in a job", async () => {
    const names = ["roof", "sides"];
    const asked = names.map((name) => JSON.parse(JSON.stringify(of(name))));
    const lines = await batch(...names.map((system, k) => ({ endpoint, system, query: asked[k] })));
    const made = await server.made({
      endpoint,
      sites: names.map((system, k) => ({ id: system, system, ...asked[k] })),
    });
    const sites = await server.lines(made);
    for (const [k, system] of names.entries()) {
      const { body, tokens, notices } = await alone(path, { ...asked[k], system });
      for (const line of [linesOf(lines.body)[k], sites[k]]) {
        expect(JSON.stringify(line.response)).toBe(body);
        expect(line.tokens).toBe(tokens);
        for (const { message } of line.notices) expect(notices).toContain(message);
      }
      const isPlane = system === "sides" && path.startsWith("observation");
      const codes = sites[k].notices.map(({ code }: { code: string }) => code);
      expect([codes.includes("planes"), notices.includes("has several planes")]).toEqual([isPlane, isPlane]);
    }
  });
});

describe("a name in a line", () => {
  const twice: [object, number, string, string?][] = [
    [{ endpoint: "yield", system: "roof", query: { lat: 50 } }, 400, "invalid_parameter", "lat"],
    [{ endpoint: "yield", system: "roof", query: { kwp: 8 } }, 400, "invalid_parameter", "kwp"],
    [{ endpoint: "realtime", system: "roof", query: { surface_tilt: 8 } }, 400, "invalid_parameter", "surface_tilt"],
    [{ endpoint: "forecast/pv", system: "sides", query: { horizon: "flat" } }, 400, "invalid_parameter", "horizon"],
    [{ endpoint: "yield", system: "", query: {} }, 400, "invalid_parameter", "system"],
    [{ endpoint: "yield", system: "learn", query: {} }, 400, "invalid_parameter", "system"],
    [{ endpoint: "yield", query: { system: "roof" } }, 400, "unknown_parameter", "system"],
    [{ endpoint: "realtime", system: SYSTEM, query: { lat: 50, lon: 10 } }, 400, "unknown_parameter", "system"],
    [{ endpoint: "realtime", query: {} }, 400, "missing_parameter", "lat"],
    [{ endpoint: "yield", system: "nowhere", query: {} }, 404, "unknown_system", "system"],
  ];
  it.each(twice)("is refused as in a GET, and the line named: %j", async (line, status, code, parameter) => {
    const { endpoint, system, query } = line as { endpoint: string; system?: unknown; query: object };
    const site = "system" in query ? { endpoint, query, sites: [{}] } : { endpoint, sites: [{ system, ...query }] };
    const refused = await server.ask(BATCH, { ...posted({ requests: [line] }), judged: false });
    const refusedJob = await server.ask(JOBS, { ...posted(site), judged: false });
    for (const { json, status: got } of [refused, refusedJob]) {
      expect([got, json.error.code, json.error.parameter]).toEqual([status, code, parameter]);
    }
    expect(refused.json.error.message).toMatch(/^request 0: /);
    if (!("system" in query)) expect(refusedJob.json.error.message).toMatch(/^site 0: /);
  });

  it("is 403 with the demo key, and 404 for another account's", async () => {
    const body = posted({ requests: [{ endpoint: "yield", system: "roof", query: {} }] });
    const demo = await server.ask(BATCH, { ...body, key: DEMO });
    expect([demo.status, demo.json.error.code]).toEqual([403, "account_needed"]);
    const { text: key } = await server.administer(async (work) => {
      await work.createAccount("other", { tokens: 1e9 });
      return work.createKey("other");
    });
    await until(() => server.accounts.find(key) !== undefined);
    const { status, json } = await server.ask(BATCH, { ...body, key });
    expect([status, json.error.code]).toEqual([404, "unknown_system"]);
  });

  it("may be common to all sites of a job, which then have their own periods; a site's own description goes before it", async () => {
    const june = { start: "2025-06-01T00:00Z", end: "2025-06-02T00:00Z" };
    const july = { start: "2025-07-01T00:00Z", end: "2025-07-02T00:00Z" };
    const id = await server.made({ endpoint: "historical", system: "roof", sites: [june, july] } as never);
    const lines = await server.lines(id);
    for (const [k, period] of [june, july].entries()) {
      const { body } = await alone("observation/historical", { ...period, system: "roof" });
      expect(JSON.stringify(lines[k].response)).toBe(body);
    }
    const own = { lat: 50, lon: 10, system: SIDES };
    const [first] = await server.lines(await server.made({ endpoint: "yield", system: "roof", sites: [own] } as never));
    expect(first.response.planes).toHaveLength(2);
  });
});

describe("a system that changes", () => {
  it("is in a job what it was when the job was made, also after it is replaced and removed", async () => {
    await put("shed", ROOF);
    const { body } = await alone("yield", { system: "shed" });
    const [one, table] = [{}, { format: "parquet" }].map((more) => ({ endpoint: "yield", ...more }));
    const made = await server.post({ ...one, sites: [{ system: "shed" }] });
    await put("shed", { ...ROOF, system: SIDES });
    const after = await server.post({ ...one, sites: [{ system: "shed" }] });
    const rows = await server.post({ ...table, sites: [{ system: "shed" }] });
    await remove("shed");
    const [[first], [second]] = await Promise.all([server.lines(made.json.id), server.lines(after.json.id)]);
    expect(JSON.stringify(first.response)).toBe(body);
    expect(second.response.planes).toHaveLength(2);
    expect((await server.ended(rows.json.id)).failed_sites).toBe(0);
  });

  it("is an answer or 404 where it is removed meanwhile", async () => {
    const requests = [0, 1].map(() => ({ endpoint: "forecast/pv", system: "hut", query: {} }));
    for (let round = 0; round < 4; round++) {
      await put("hut", ROOF);
      const asked = Array.from({ length: 3 }, () => [
        batch(...requests),
        server.post({ endpoint: "yield", sites: [{ system: "hut" }, { system: "hut" }] }),
      ]).flat();
      const removed = remove("hut");
      expect((await removed).status).toBe(204);
      for (const { status, body } of await Promise.all(asked)) {
        expect([200, 201, 404, 429]).toContain(status);
        if (status === 200) expect(linesOf(body).every(({ response }) => response !== undefined)).toBe(true);
      }
    }
    expect(server.log.filter((entry) => JSON.parse(entry).level >= 50)).toEqual([]);
  });

  it("is refused where so many sites name it that the job would be larger than any body", async () => {
    const planes = Array.from({ length: 100 }, (_, k) => ({
      surface_tilt: 30,
      surface_azimuth: k + 1 / 3,
      kwp: 1 / 3,
    }));
    await put("large", { ...ROOF, horizon: LINE, system: { ...SYSTEM, planes } });
    const sites = Array.from({ length: 600 }, (_, k) => ({ id: `${k}`, system: "large" }));
    const { status, json } = await server.post({ endpoint: "yield", sites });
    expect([status, json.error.code, json.error.parameter]).toEqual([413, "body_too_large", "system"]);
    expect(json.error.message).toMatch(/^site \d{3} \("\d{3}"\): stored systems must have at most 4 MiB/);
    await remove("large");
  });
});
