/** /v1/systems, and requests that name a system in place of its place and description. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANY_SYSTEM } from "../../../test/data/system/any-system.js";
import { type Asking, DEMO, posted, type Stand, stand, until } from "./harness.js";

const SYSTEM = { planes: [{ surface_tilt: 30, surface_azimuth: 170, kwp: 8 }], inverter: { ac_power: "6 kW" } };
const SIDES = { planes: [90, 270].map((surface_azimuth) => ({ surface_tilt: 10, surface_azimuth, kwp: 5 })) };
const ROOF = { lat: 50, lon: 10, altitude: 300, system: SYSTEM };
const LINE = Array.from({ length: 360 }, (_, azimuth) => (azimuth < 180 ? 20 : 0));

let server: Stand;
beforeAll(async () => {
  server = await stand({ settings: { systems: 4, demo: "any" }, keep: true });
});
afterAll(() => server.server.stop());

function put(name: string, body: unknown = ROOF, asking: Asking = {}) {
  return server.ask(`/v1/systems/${name}`, { ...posted(body), method: "PUT", ...asking });
}

async function codeOf(answer: ReturnType<typeof put>): Promise<[number, string, string?]> {
  const { status, json } = await answer;
  return [status, json.error.code, json.error.parameter];
}

describe("a stored system", () => {
  it("is put, had, listed, replaced and removed; its tag changes with it", async () => {
    const made = await put("roof");
    expect([made.status, made.headers.location, made.headers["cache-control"]]).toEqual([
      201,
      "/v1/systems/roof",
      "no-store",
    ]);
    expect(made.json).toMatchObject({ name: "roof", ...ROOF });
    const had = await server.ask("/v1/systems/roof");
    expect(had.json).toEqual(made.json);
    const asking = { headers: { "If-None-Match": had.headers.etag as string } };
    expect((await server.ask("/v1/systems/roof", asking)).status).toBe(304);
    expect((await server.ask("/v1/systems/roof", { method: "HEAD" })).headers.etag).toBe(had.headers.etag);
    expect((await put("roof", { ...ROOF, lat: 49, horizon: LINE })).status).toBe(200);
    const changed = await server.ask("/v1/systems/roof", asking);
    expect([changed.status, changed.json.lat, changed.json.horizon]).toEqual([200, 49, LINE]);
    const { json } = await server.ask("/v1/systems");
    expect(json.systems).toEqual([
      { name: "roof", lat: 49, lon: 10, created: made.json.created, changed: json.systems[0].changed },
    ]);
    expect((await server.ask("/v1/systems/roof", { method: "DELETE" })).status).toBe(204);
    expect(await codeOf(server.ask("/v1/systems/roof", { method: "DELETE" }))).toEqual([
      404,
      "unknown_system",
      "system",
    ]);
    expect((await server.ask("/v1/systems")).json).toEqual({ systems: [] });
  });

  it("is refused for what a yield refuses, and for a name that is none", async () => {
    const refused: [unknown, string, string?][] = [
      [{ ...ROOF, lat: 91 }, "invalid_parameter", "lat"],
      [{ lat: 50, system: SYSTEM }, "missing_parameter", "lon"],
      [{ lat: 50, lon: 10 }, "invalid_parameter", "system"],
      [{ ...ROOF, system: { planes: [{ kwp: -1 }] } }, "invalid_parameter", "planes[0].kwp"],
      [{ ...ROOF, horizon: [1, 2] }, "invalid_parameter", "horizon"],
      [{ ...ROOF, name: "roof" }, "unknown_parameter", "name"],
      [[], "invalid_body"],
      ["null", "invalid_body"],
    ];
    for (const [body, code, parameter] of refused) {
      expect(await codeOf(put("bad", body)), JSON.stringify(body)).toEqual([
        400,
        code,
        ...(parameter ? [parameter] : [parameter]),
      ]);
    }
    // The document has another path there.
    expect(await codeOf(put("learn", ROOF, { judged: false }))).toEqual([400, "invalid_parameter", "name"]);
    for (const name of ["-x", "a%20b", "%00", "x".repeat(65)]) {
      expect(await codeOf(put(name)), name).toEqual([400, "invalid_parameter", "name"]);
    }
    const long = { ...ROOF, system: { ...SYSTEM, name: "x".repeat(32 * 1024) } };
    expect((await put("bad", long)).status).toBe(413);
    expect((await server.ask("/v1/systems")).json).toEqual({ systems: [] });
  });

  it("is an account's own, of a key that may write, and one of so many", async () => {
    expect(await codeOf(put("roof", ROOF, { key: DEMO }))).toEqual([403, "account_needed", undefined]);
    expect(await codeOf(server.ask("/v1/systems", { key: DEMO }))).toEqual([403, "account_needed", undefined]);
    const { text: key } = await server.administer((work) => work.createKey("lab", { scope: "read" }));
    await until(() => server.accounts.find(key) !== undefined);
    expect(await codeOf(put("roof", ROOF, { key }))).toEqual([403, "key_reads_only", undefined]);
    expect((await server.ask("/v1/systems", { key })).status).toBe(200);
    for (const name of ["a", "b", "c", "d"]) expect((await put(name)).status).toBe(201);
    expect(await codeOf(put("e"))).toEqual([409, "too_many_systems", undefined]);
    expect((await put("a")).status).toBe(200);
    for (const name of ["a", "b", "c", "d"]) await server.ask(`/v1/systems/${name}`, { method: "DELETE" });
    const { text: other } = await server.administer(async (work) => {
      await work.createAccount("other");
      return work.createKey("other");
    });
    await until(() => server.accounts.find(other) !== undefined);
    await put("roof");
    expect((await server.ask("/v1/systems/roof", { key: other })).status).toBe(404);
    await server.ask("/v1/systems/roof", { method: "DELETE" });
  });
});

describe("a request that names a system", () => {
  beforeAll(async () => {
    await put("roof");
    await put("sides", { lat: 50, lon: 10, horizon: LINE, system: SIDES });
  });

  it.each(["yield?weather=history&start_year=2024&", "forecast/pv?", "observation/pv?start=-48hours&"])(
    "is the same request with its place and body: %s",
    async (path) => {
      for (const [name, place, system] of [
        ["roof", "altitude=300", SYSTEM],
        ["sides", `horizon=${LINE}`, SIDES],
      ] as const) {
        const named = await server.ask(`/v1/${path}system=${name}`);
        const whole = await server.ask(`/v1/${path}lat=50&lon=10&${place}`, posted(system));
        expect([named.status, whole.status]).toEqual([200, 200]);
        expect(named.json).toEqual(whole.json);
        expect(named.headers["api-tokens-cost"]).toBe(whole.headers["api-tokens-cost"]);
      }
    },
  );

  it.each([
    "observation/realtime?",
    "forecast/precision?",
    "observation/historical?start=2025-06-01T00:00Z&end=2025-06-02T00:00Z&",
  ])("has its place and plane elsewhere: %s", async (path) => {
    const parameters = "parameters=global_tilted_irradiance";
    const named = await server.ask(`/v1/${path}${parameters}&system=roof`);
    const whole = await server.ask(`/v1/${path}${parameters}&lat=50&lon=10&surface_tilt=30&surface_azimuth=170`);
    expect([named.status, named.body]).toEqual([200, whole.body]);
    const sides = await server.ask(`/v1/${path}${parameters}&system=sides`);
    expect(sides.headers["api-notice"]).toContain("system sides has several planes");
    const east = await server.ask(`/v1/${path}${parameters}&system=sides&surface_tilt=10&surface_azimuth=90`);
    const plain = `lat=50&lon=10&horizon=${LINE}&surface_tilt=10&surface_azimuth=90`;
    expect(east.body).toBe((await server.ask(`/v1/${path}${parameters}&${plain}`)).body);
    expect(east.headers["api-notice"] ?? "").not.toContain("several planes");
    expect(east.headers["api-notice"] ?? "").not.toContain("stands near");
    const shade = { azimuth_step: 90, elevation_step: 90, passes: [1, 0.5, 1, 1] };
    await put("shaded", { ...ROOF, system: { ...SYSTEM, shade } });
    const shaded = await server.ask(`/v1/${path}${parameters}&system=shaded`);
    expect(shaded.headers["api-notice"]).toContain("what stands near system shaded is left out here");
    await server.ask("/v1/systems/shaded", { method: "DELETE" });
  });

  it.each([
    ["forecast/pv?system=roof&lat=50", "lat"],
    ["yield?system=roof&kwp=8", "kwp"],
    ["yield?system=roof&tilt=8", "tilt"],
    ["forecast/pv?system=roof&altitude=8", "altitude"],
    ["observation/pv?system=sides&horizon=flat", "horizon"],
    ["observation/realtime?system=roof&surface_azimuth=8", "surface_azimuth"],
    ["observation/realtime?system=sides&lon=8", "lon"],
    ["observation/realtime?system=", "system"],
    ["observation/realtime?system=learn", "system"],
    [`observation/realtime?system=${"x".repeat(300)}`, "system"],
    ["observation/realtime?system=%00", "system"],
  ])("is refused where it says something twice, or names nothing: %s", async (path, parameter) => {
    expect(await codeOf(server.ask(`/v1/${path}`))).toEqual([400, "invalid_parameter", parameter]);
  });

  it("is refused with a body beside it, and with the demo key; where no system is taken the name is ignored and said so", async () => {
    const posting = server.ask("/v1/yield?system=roof", posted(SYSTEM));
    expect(await codeOf(posting)).toEqual([400, "invalid_parameter", "system"]);
    expect(await codeOf(server.ask("/v1/yield?system=roof", { key: DEMO }))).toEqual([
      403,
      "account_needed",
      undefined,
    ]);
    const { headers } = await server.ask("/v1/altitude?lat=50&lon=10&system=roof");
    expect(headers["api-notice"]).toContain("unknown query parameter ignored: system");
  });

  it("takes the horizon from the query where none is stored, and changes its tag with the system", async () => {
    const path = "/v1/forecast/pv?system=roof&horizon=flat";
    const first = await server.ask(path);
    const asking = { headers: { "If-None-Match": first.headers.etag as string } };
    expect([first.status, (await server.ask(path, asking)).status]).toEqual([200, 304]);
    await put("roof", { ...ROOF, system: SIDES });
    const second = await server.ask(path, asking);
    expect([second.status, second.json.planes.length]).toEqual([200, 2]);
    await put("roof");
  });

  it("is 404 as soon as the system is removed, while others still ask for it", async () => {
    await put("shed");
    const asked = Array.from({ length: 8 }, () => server.ask("/v1/forecast/pv?system=shed"));
    const removed = server.ask("/v1/systems/shed", { method: "DELETE" });
    const later = Array.from({ length: 8 }, () => server.ask("/v1/forecast/pv?system=shed"));
    expect((await removed).status).toBe(204);
    for (const { status } of await Promise.all([...asked, ...later])) expect([200, 404]).toContain(status);
    expect(await codeOf(server.ask("/v1/forecast/pv?system=shed"))).toEqual([404, "unknown_system", "system"]);
  });
});

describe("hostile input", () => {
  const calm = () => expect(server.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);

  it("any system is stored as it came where a yield takes it, and else refused", async () => {
    await fc.assert(
      fc.asyncProperty(ANY_SYSTEM, async (system) => {
        const body = JSON.stringify({ lat: 50, lon: 10, system });
        const { status, json } = await put("any", body);
        expect([200, 201, 400]).toContain(status);
        const given = JSON.parse(body).system;
        if (status !== 400) expect((await server.ask("/v1/systems/any")).json.system).toEqual(given);
        else expect(json.error.message).toMatch(/system|JSON|nested more than 32 deep/);
      }),
      { numRuns: 60 },
    );
    calm();
  });

  it("any name is found, unknown or refused, in a path and in a query", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 80 }), async (text) => {
        const name = encodeURIComponent(text).replaceAll(".", "%2E");
        const inPath = await server.ask(`/v1/systems/${name}`, { judged: false });
        expect([200, 404], text).toContain(inPath.status);
        const inQuery = await server.ask(`/v1/observation/realtime?system=${name}`);
        expect([400, 404], text).toContain(inQuery.status);
        expect((await put(name, ROOF, { judged: false, method: "DELETE" })).status).toBe(404);
      }),
      { numRuns: 100 },
    );
    calm();
  });
});
