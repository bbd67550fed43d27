/** GET and POST /v1/yield: the numbers of library and command line, and what is refused. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WeatherSource } from "irradiance-archive";
import { worldYear } from "irradiance-engine/climate";
import { yieldCsv } from "irradiance-engine/internal/yield";
import { optimumOf, type Yield, type YieldSystem, yieldAnswer, yieldOf } from "irradiance-engine/yield";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/cli/in-process.js";
import { noAccounts } from "../../src/accounts/open.js";
import { type Asking, DEMO, linesOf, NOW, posted, type Stand, sourceWith, stand, until } from "./harness.js";
import { jobStand } from "./jobs-fixture.js";

const PLACE = "lat=47.4&lon=8.5";
const EAST_WEST: YieldSystem = {
  planes: [
    { surfaceTilt: 10, surfaceAzimuth: 90, kwp: 4 },
    { surfaceTilt: 10, surfaceAzimuth: 270, kwp: 4 },
  ],
  losses: { soiling: 4, shading: 0 },
};

const SCENE = {
  planes: [
    {
      ...{ surfaceTilt: 35, surfaceAzimuth: 180, kwp: 4.8 },
      modules: { rows: 2, columns: 6, width: 1.05, height: 1.72, corner: [-3.2, 0, 3.1] },
    },
  ],
  scene: {
    obstacles: [
      { kind: "box", name: "chimney", at: [1.2, -0.6, 2.5], size: [0.6, 0.5, 2] },
      { kind: "sphere", at: [-7, -6, 5], radius: 2.5, transmittance: 0.2 },
    ],
  },
};

const post = (system: unknown, more: Partial<Asking> = {}): Asking => ({ ...posted(system), ...more });

async function situation(latitude: number, longitude: number, altitude?: number) {
  const { series, clearTurbidity, expectedError: lightSource } = await worldYear(latitude, longitude, { altitude });
  return { series, options: { typicalYear: true, lightSource, context: { linkeTurbidity: clearTurbidity } } };
}

async function byLibrary(system: YieldSystem, latitude = 47.4, longitude = 8.5, more = {}): Promise<Yield> {
  const { series, options } = await situation(latitude, longitude);
  return yieldOf(series, system, { ...options, ...more });
}

/** Without what an answer says beside the yield. */
function bare({ weather, notices, optimum, ...found }: { readonly [key: string]: unknown }) {
  return found;
}

/** What the command line writes, as answers have it. */
async function byCommand(...flags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-yield-"));
  try {
    const { status, stderr } = await runCli(["yield", ...flags, "--quiet", "--out", "yield.json"], folder);
    expect(status, stderr).toBe(0);
    const { optimum, ...found } = JSON.parse(readFileSync(join(folder, "yield.json"), "utf8"));
    return { ...yieldAnswer(found, { optimum: optimum ?? undefined }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("a yield of a bare place", () => {
  let server: Stand;
  beforeAll(async () => {
    server = await stand({ keep: true, sources: [], settings: { synthetic: true } });
  });
  afterAll(() => server.server.stop());

  it("has what each obstacle of a scene takes when it is asked, as the library has it", async () => {
    const { json } = await server.ask(`/v1/yield?${PLACE}&obstacles=true`, posted(SCENE));
    const found = await byLibrary(SCENE as unknown as YieldSystem, 47.4, 8.5, { obstacles: true });
    expect(json.obstacles).toEqual(found.obstacles);
    expect(json.losses.map(({ name }: { name: string }) => name)).toContain("beam");
    const { months, obstacles } = (await server.ask(`/v1/yield?${PLACE}`, posted(SCENE))).json;
    expect([months[0].stages.diffuse, obstacles]).toEqual([json.months[0].stages.diffuse, undefined]);
  });

  it("refuses obstacles that nobody could see, and a scene that cannot be", async () => {
    const asked = async (query: string, system: object, more: Asking = {}) => {
      const { status, json } = await server.ask(`/v1/yield?${PLACE}${query}`, { ...posted(system), ...more });
      return [status, json.error.parameter, json.error.message];
    };
    expect(await asked("&obstacles=true", EAST_WEST)).toEqual([
      ...[400, "obstacles"],
      'parameter "obstacles" needs a scene in the system',
    ]);
    expect((await asked("&obstacles=true&response_format=csv", SCENE))[2]).toContain("needs response_format=json");
    const [{ modules, ...plane }] = SCENE.planes as [(typeof SCENE.planes)[number]];
    const inside = { ...SCENE, planes: [{ ...plane, modules: { ...modules, corner: [1.2, -0.6, 3] } }] };
    expect(await asked("", inside)).toEqual([400, "system", expect.stringContaining("must be outside of obstacles")]);
  });

  it("has the numbers of the library and of the command line, to the last digit", async () => {
    const answer = await server.ask(`/v1/yield?${PLACE}&kwp=8&tilt=30&azimuth=180`);
    expect([answer.status, answer.headers["api-tokens-cost"]]).toEqual([200, "500"]);
    const found = await byLibrary({ planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] });
    expect(bare(answer.json)).toEqual(bare(yieldAnswer(found)));
    const flags = ["--lat", "47.4", "--lon", "8.5", "--surface-tilt", "30", "--surface-azimuth", "180", "--kwp", "8"];
    expect(bare(answer.json)).toEqual(bare(await byCommand(...flags)));
  });

  it("finds the best plane, as the command line does", async () => {
    const { json } = await server.ask(`/v1/yield?lat=-33.5&lon=-70.7&kwp=3`);
    const { series, options } = await situation(-33.5, -70.7);
    const { surfaceTilt, surfaceAzimuth, ...ranges } = optimumOf(series, { planes: [{ kwp: 3 }] }, options);
    expect(json.optimum).toEqual({
      ...{ surface_tilt: surfaceTilt, surface_azimuth: surfaceAzimuth },
      ...{ specific_yield: ranges.specificYield, tilt_range: ranges.tiltRange, azimuth_range: ranges.azimuthRange },
    });
    const { notices, weather, ...found } = json;
    const { notices: _said, ...printed } = await byCommand("--lat", "-33.5", "--lon", "-70.7", "--kwp", "3");
    expect(found).toEqual(printed);
    expect((await server.ask(`/v1/yield?lat=-33.5&lon=-70.7&kwp=3&tilt=best`)).json).toEqual(json);
  });

  it("knows altitude, tracker, losses and ratio from the query", async () => {
    const { json } = await server.ask(
      `/v1/yield?lat=32.2&lon=-110.9&altitude=900&tracking_mode=1_axis&kwp=1000&losses=10&dc_ac_ratio=1.4`,
    );
    const { series, options } = await situation(32.2, -110.9, 900);
    const system = { planes: [{ trackingMode: "1_axis", kwp: 1000 }], losses: 10, dcAcRatio: 1.4 } as const;
    expect(bare(json)).toEqual(bare(yieldAnswer(yieldOf(series, system, options))));
    expect(json.place.altitude).toBe(900);
  });

  it("takes the names that other endpoints have for the plane, and faces the equator by itself", async () => {
    const [one, other] = await Promise.all([
      server.ask(`/v1/yield?${PLACE}&surface_tilt=30&surface_azimuth=180`),
      server.ask(`/v1/yield?${PLACE}&tilt=30`),
    ]);
    expect(other.json).toEqual(one.json);
    const south = await server.ask("/v1/yield?lat=-33.5&lon=-70.7&tilt=30");
    expect(south.json.planes[0].surface_azimuth).toBe(0);
  });

  it("of a described system has the numbers of the library, with keys of JSON or of JavaScript", async () => {
    const found = await byLibrary(EAST_WEST);
    const snake = {
      planes: EAST_WEST.planes.map(({ surfaceTilt, surfaceAzimuth, kwp }) => ({
        ...{ surface_tilt: surfaceTilt, surface_azimuth: surfaceAzimuth, kwp },
      })),
      losses: EAST_WEST.losses,
    };
    for (const system of [EAST_WEST, snake]) {
      const answer = await server.ask(`/v1/yield?${PLACE}`, post(system));
      expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(bare(answer.json)).toEqual(bare(yieldAnswer(found)));
    }
  });

  it("as CSV is the table of the months, named synthetic", async () => {
    const answer = await server.ask(`/v1/yield?${PLACE}&tilt=30&response_format=csv`);
    const found = await byLibrary({ planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 1 }] });
    expect(answer.body).toBe(yieldCsv(found));
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="yield-synthetic.csv"');
  });

  it("says what its weather is worth, in the header and in the body", async () => {
    const { json, headers } = await server.ask(`/v1/yield?${PLACE}&meta=extended&colour=red`);
    expect(json.weather).toMatchObject({ kind: "typical", synthetic: true, sources: [{ class: "synthetic" }] });
    const said = json.notices.map(({ message }: { message: string }) => message).join("\n");
    expect(said).toContain("eight of ten places of its kind");
    expect(said).toContain("a plausible year, not a history");
    expect(headers["api-notice"]).toContain("unknown query parameter ignored: colour");
    expect(headers["weather-sources"]).toContain(";synthetic=?1;");
  });

  it("keeps its tag until something changes", async () => {
    const path = `/v1/yield?${PLACE}&tilt=30`;
    const { etag } = (await server.ask(path)).headers;
    expect((await server.ask(path, { headers: { "If-None-Match": etag! } })).status).toBe(304);
    expect((await server.ask(`${path}&kwp=2`, { headers: { "If-None-Match": etag! } })).status).toBe(200);
  });

  it("tells its price, and takes it once", async () => {
    const before = server.remaining();
    const head = await server.ask(`/v1/yield?${PLACE}`, { method: "HEAD" });
    expect([head.status, head.headers["api-tokens-cost"]]).toEqual([200, "500"]);
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "one" };
    const first = await server.ask(`/v1/yield?${PLACE}`, post(EAST_WEST, { headers }));
    const again = await server.ask(`/v1/yield?${PLACE}`, post(EAST_WEST, { headers }));
    expect([again.headers["idempotent-replayed"], again.body]).toEqual(["true", first.body]);
    expect(server.remaining()).toBe(before - 500);
  });

  it("is not there for weather that nobody has", async () => {
    const { status, json } = await server.ask(`/v1/yield?${PLACE}&weather=history`);
    expect(status).toBe(404);
    expect(json.error.message).toContain("no complete calendar year of weather");
  });

  const plane = { surface_tilt: 30, surface_azimuth: 180, kwp: 8 };
  it.each<[string, unknown, string, RegExp]>([
    ["a thousand planes", { planes: Array(1000).fill(plane) }, "planes", /at most 100 planes, got 1000/],
    ["no plane", { planes: [] }, "planes", /a list of at least one plane/],
    ["no system", null, "system", /must be an object, got null/],
    ["a list", [plane], "system", /must be an object/],
    ["text for a number", { planes: [{ ...plane, kwp: "8" }] }, "planes[0].kwp", /must be a number, got "8"/],
    ["an unknown key", { planes: [{ ...plane, tilt: 3 }] }, "planes[0]", /has no option "tilt"/],
    ["a slip of the pen", { planes: [plane], loses: 3 }, "system", /has no option "loses": is losses meant\?/],
    [
      "a tilted plane without a direction",
      { planes: [{ surface_tilt: 30 }] },
      "planes[0].surfaceAzimuth",
      /is required/,
    ],
    ["a limit in W", { planes: [plane], inverter: { ac_power: 8000 } }, "inverter.acPower", /is "8000 W" meant\?/],
    ["an export limit of nothing", { planes: [plane], export_limit: "none" }, "exportLimit", /"800 W", "8 kW"/],
    ["__proto__", `{"planes":[{"kwp":1}],"__proto__":{"losses":1}}`, "", /not valid JSON/],
    ["NaN", `{"planes":[{"kwp":NaN}]}`, "", /not valid JSON/],
  ])("refuses %s", async (_name, system, parameter, message) => {
    const answer = await server.ask(`/v1/yield?${PLACE}`, post(system));
    expect([answer.status, answer.json.error.parameter ?? ""]).toEqual([400, parameter]);
    expect(answer.json.error.message).toMatch(message);
  });

  it.each([
    ["lat=91&lon=0", "lat"],
    [`${PLACE}&kwp=0`, "kwp"],
    [`${PLACE}&kwp=NaN`, "kwp"],
    [`${PLACE}&tilt=steep`, "tilt"],
    [`${PLACE}&azimuth=180`, "azimuth"],
    [`${PLACE}&tilt=30&azimuth=-45`, "azimuth"],
    [`${PLACE}&tilt=30&surface_tilt=30`, "surface_tilt"],
    [`${PLACE}&tracking_mode=1_axis&tilt=30`, "tilt"],
    [`${PLACE}&losses=101`, "losses"],
    [`${PLACE}&dc_ac_ratio=0`, "dc_ac_ratio"],
    [`${PLACE}&start_year=2020`, "start_year"],
    [`${PLACE}&weather=history&end_year=2020`, "start_year"],
    [`${PLACE}&weather=history&start_year=2021&end_year=2020`, "end_year"],
    [`${PLACE}&weather=history&start_year=2026`, "start_year"],
    [`${PLACE}&horizon=auto`, "horizon"],
  ])("refuses ?%s", async (query, parameter) => {
    const { status, json } = await server.ask(`/v1/yield?${query}`);
    expect([status, json.error.parameter]).toEqual([400, parameter]);
  });

  it("refuses a system in the query and in the body, and bodies that are too large or no JSON", async () => {
    const twice = await server.ask(`/v1/yield?${PLACE}&kwp=8`, post({ planes: [plane] }));
    expect([twice.status, twice.json.error.parameter]).toEqual([400, "kwp"]);
    const large = await server.ask(`/v1/yield?${PLACE}`, post({ planes: [plane], note: "x".repeat(70_000) }));
    expect(large.status).toBe(413);
    const other = post("planes=8", { headers: { "Content-Type": "text/csv" } });
    expect((await server.ask(`/v1/yield?${PLACE}`, other)).status).toBe(415);
  });

  it("has every hour, as JSON and as CSV, and they add up to the year", async () => {
    const path = `/v1/yield?${PLACE}&tilt=30&output=hours`;
    const { json } = await server.ask(path);
    const { series } = json;
    expect([series.start, series.interval, series.count]).toEqual(["2005-01-01T00:00:00+01:00", 3600, 8760]);
    const sum = series.values.ac.reduce((all: number, watts: number | null) => all + (watts ?? 0), 0) / 1000;
    expect(Math.abs(sum / json.annual.energy - 1)).toBeLessThan(1e-9);
    const { body } = await server.ask(`${path}&response_format=csv`);
    const rows = body.trimEnd().split("\n");
    expect(rows).toHaveLength(8761);
    expect(rows[0]).toBe(["start_time", "end_time", ...Object.keys(series.values)].join(","));
  });

  it("knows products by name, and says which are like one that it does not know", async () => {
    const of = (name: string) => ({ planes: [{ ...plane, kwp: 4.4 }], module: { name } });
    const known = await server.ask(`/v1/yield?${PLACE}`, post(of("Canadian Solar Inc. CS5P-220M")));
    const plain = await server.ask(`/v1/yield?${PLACE}`, post({ planes: [{ ...plane, kwp: 4.4 }] }));
    expect(known.status).toBe(200);
    expect(known.json.annual.energy).not.toBe(plain.json.annual.energy);
    const unknown = await server.ask(`/v1/yield?${PLACE}`, post(of("Canadian Solar Inc. CS5P-999M")));
    expect([unknown.status, unknown.json.error.parameter]).toEqual([400, "system"]);
    expect(unknown.json.error.message).toContain("CS5P");
  });

  it("in a batch has the bytes of GET and POST, beside observations", async () => {
    const requests = [
      { endpoint: "yield", query: { lat: 47.4, lon: 8.5, kwp: 8, tilt: 30, azimuth: 180 } },
      { endpoint: "yield", query: { lat: 47.4, lon: 8.5 }, system: EAST_WEST },
    ];
    const answer = await server.ask("/v1/observation/batch", post({ requests }));
    const lines = linesOf(answer.body);
    expect(lines.map(({ tokens }) => tokens)).toEqual([500, 500]);
    expect(lines[0].response).toEqual((await server.ask(`/v1/yield?${PLACE}&kwp=8&tilt=30&azimuth=180`)).json);
    expect(lines[1].response).toEqual((await server.ask(`/v1/yield?${PLACE}`, post(EAST_WEST))).json);
    const wrong = { endpoint: "realtime", query: { lat: 1, lon: 1 }, system: EAST_WEST };
    const refused = await server.ask("/v1/observation/batch", post({ requests: [wrong] }));
    expect([refused.status, refused.json.error.message]).toEqual([
      400,
      'request 0: "system" must be a stored system\'s name but for yield and forecast/pv',
    ]);
  });
});

describe("a job of yields", () => {
  it("has the numbers of GET and POST, with a system for all sites or for one", async () => {
    const server = await jobStand({ sources: [], settings: { synthetic: true } });
    const sites = [
      { id: "own", lat: 47.4, lon: 8.5, system: { ...EAST_WEST, losses: 5 } },
      { id: "common", lat: 47.4, lon: 8.5 },
    ];
    const id = await server.made({ endpoint: "yield", system: EAST_WEST, sites } as never);
    const job = await server.ended(id);
    expect([job.endpoint, job.failed_sites, job.tokens.charged]).toEqual(["yield", 0, 1000]);
    const lines = await server.lines(id);
    const asked = await server.ask(`/v1/yield?${PLACE}`, post({ ...EAST_WEST, losses: 5 }));
    expect(lines[0].response).toEqual(asked.json);
    expect(lines[1].response).toEqual((await server.ask(`/v1/yield?${PLACE}`, post(EAST_WEST))).json);
    const wrong = { endpoint: "yield", sites: [{ lat: 1, lon: 1, system: { planes: [] } }] };
    const refused = await server.post(wrong);
    expect([refused.status, refused.json.error.message]).toEqual([
      400,
      expect.stringMatching(/^site 0: .*at least one plane/),
    ]);
    // Nor is anything held for products that no list has.
    const of = (name: string) => ({ lat: 1, lon: 1, system: { ...EAST_WEST, module: { name } } });
    const named = { endpoint: "yield", sites: [of("Canadian Solar Inc. CS5P-220M"), { ...of("Foo"), id: "b" }] };
    const unknown = await server.post(named);
    expect([unknown.status, unknown.json.error.message]).toEqual([
      400,
      expect.stringMatching(/^site 1 \("b"\): system\.module\.name: no "Foo" in /),
    ]);
    expect(server.remaining()).toBe(100_000 - 1000 - 1000);
  });
});

describe("a yield for the demo key beside accounts", () => {
  const planes = (count: number) => ({
    planes: Array.from({ length: count }, (_, k) => ({ surface_tilt: 30, surface_azimuth: 10 * k, kwp: 1 })),
  });

  it("counts maps of shade, houses and obstacles beside planes and years", async () => {
    const server = await stand({ settings: { demo: "any", "demo-values": 10_000_000 } });
    const many = (count: number, more = {}) => ({ ...SCENE, planes: Array(count).fill(SCENE.planes[0]), ...more });
    const refused = async (query: string, system: object) =>
      (await server.ask(`/v1/yield?${PLACE}${query}`, { ...posted(system), key: DEMO })).json.error;
    expect(await refused("", many(4))).toMatchObject({
      ...{ code: "answer_too_large", parameter: "system" },
      message: expect.stringContaining("may take as long as 20 years of a plane, and this one would take 25"),
    });
    expect((await refused("&obstacles=true", many(2))).parameter).toBe("obstacles");
    const house = { planes: Array(11).fill({ surface_tilt: 30, surface_azimuth: 180 }), house: { load: 4000 } };
    expect((await refused("", house)).message).toContain("it has 11 planes, a house");
    const forecast = await server.ask(`/v1/forecast/pv?${PLACE}`, { ...posted(many(20)), key: DEMO });
    expect([forecast.status, forecast.json.error.code]).toEqual([400, "answer_too_large"]);
  });

  it("has at most twenty planes, or as many years of fewer", async () => {
    const server = await stand({ settings: { demo: "any", "demo-values": 10_000_000 } });
    const key = DEMO;
    const wide = await server.ask(`/v1/yield?${PLACE}`, post(planes(21), { key }));
    expect([wide.status, wide.json.error.code, wide.json.error.message]).toEqual([
      ...[400, "answer_too_large"],
      "at most 20 planes in one answer with the demo key, got 21: describe planes of one direction as one",
    ]);
    const years = `/v1/yield?${PLACE}&weather=history&start_year=2014&end_year=2024`;
    const long = await server.ask(years, post(EAST_WEST, { key }));
    expect([long.status, long.json.error.message]).toEqual([400, expect.stringContaining("10 years of 2 planes")]);
    expect((await server.ask(`/v1/yield?${PLACE}`, post(planes(20), { key }))).status).toBe(200);
    expect((await server.ask(`/v1/yield?${PLACE}`, post(planes(21)))).status).toBe(200);
  });

  it("keeps no account waiting: it has a thread of its own", async () => {
    const server = await stand({ settings: { demo: "any", threads: 1, "demo-running": 4, "demo-values": 10_000_000 } });
    const own = server.server.service.forCaller({ access: undefined });
    expect(own.pool).not.toBe(server.server.service.pool);
    const warm = [server.ask(`/v1/yield?${PLACE}&tilt=30`), server.ask(`/v1/yield?${PLACE}&tilt=30`, { key: DEMO })];
    for (const { status } of await Promise.all(warm)) expect(status).toBe(200);
    const order: string[] = [];
    const demo = Array.from({ length: 4 }, async () => {
      const { status } = await server.ask(`/v1/yield?${PLACE}`, post(planes(20), { key: DEMO }));
      order.push(`demo ${status}`);
    });
    await until(() => own.pool.running > 0);
    const { status } = await server.ask(`/v1/yield?${PLACE}&tilt=31`);
    order.push(`account ${status}`);
    await Promise.all(demo);
    expect(order[0]).toBe("account 200");
  });

  it("has all threads where there are no accounts", async () => {
    const { service } = (await stand({ settings: { demo: "any" }, accounts: () => noAccounts() })).server;
    expect(service.forCaller({ access: undefined })).toBe(service);
  });
});

describe("a yield of history", () => {
  it("is of the years that are asked for, at the price of years, with P-values from three", async () => {
    const server = await stand();
    const path = "/v1/yield?lat=50&lon=10&tilt=30&weather=history";
    const { json, headers } = await server.ask(`${path}&start_year=2021&end_year=2024`);
    expect(headers["api-tokens-cost"]).toBe("800");
    expect(json.weather).toMatchObject({ kind: "history", start_year: 2021, end_year: 2024 });
    expect(json.years.map(({ year }: { year: number }) => year)).toEqual([2021, 2022, 2023, 2024]);
    expect(json.exceedance.values).toHaveLength(3);
    const last = await server.ask(path);
    expect([last.headers["api-tokens-cost"], last.json.weather.start_year]).toEqual(["200", 2025]);
  });

  it("has dirt by the rain of the years, where a source has rain", async () => {
    const dry = sourceWith(() => NOW, {});
    const rainy: WeatherSource = {
      ...dry,
      async offer(...asked) {
        return (await dry.offer(...asked)).map((one) => ({ ...one, columns: [...one.columns, "precipitation"] }));
      },
      async read(...asked) {
        const parts = await dry.read(...asked);
        return parts.map(({ series, ...part }) => {
          const precipitation = Float64Array.from(series.columns.temperature!, () => 0);
          return { ...part, series: { ...series, columns: { ...series.columns, precipitation } } };
        });
      },
    };
    const path = "/v1/yield?lat=50&lon=10&weather=history&start_year=2021&end_year=2021";
    const asking = post({ planes: [{}], soiling: "kimber" });
    const { json } = await (await stand({ sources: [rainy] })).ask(path, asking);
    // A rainless year ends in Kimber's largest loss.
    expect(json.months.at(-1).stages.soiling / json.months.at(-1).stages.temperature).toBeCloseTo(0.7, 6);
    const without = await (await stand({ sources: [dry] })).ask(path, asking);
    expect(without.json.error.message).toContain("the weather has no precipitation");
  });
});

describe("a demo of a yield", () => {
  it("is free at the free places, and nowhere else", async () => {
    const server = await stand({ sources: [], settings: { demo: "places" } });
    const answer = await server.ask("/v1/yield?lat=50&lon=10&tilt=20", { key: DEMO });
    expect([answer.status, answer.headers["api-tokens-cost"]]).toEqual([200, "0"]);
    const found = await byLibrary({ planes: [{ surfaceTilt: 20, surfaceAzimuth: 180, kwp: 1 }] }, 50, 10);
    expect(bare(answer.json)).toEqual(bare(yieldAnswer(found)));
    expect((await server.ask("/v1/yield?lat=51&lon=10&tilt=20", { key: DEMO })).status).toBe(403);
  });
});

describe("a client that leaves", () => {
  it("is charged nothing, and leaves the thread to others", async () => {
    const server = await stand({ sources: [], settings: { synthetic: true } });
    const before = server.remaining();
    const stop = new AbortController();
    const headers = { Authorization: `Bearer ${server.key}` };
    const left = fetch(`${server.server.address}/v1/yield?${PLACE}`, { headers, signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(left).rejects.toThrow();
    expect((await server.ask(`/v1/yield?${PLACE}&tilt=30`)).status).toBe(200);
    expect(server.remaining()).toBe(before - 500);
  });
});
