/** What irradiance-mcp answers over both transports, beside what the command line and a server say. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { NOW, posted, stand } from "../../server/test/http/harness.js";
import { madeRun, madeSources, SITE } from "../../server/test/http/made-sky.js";
import { runCli } from "../../test/cli/in-process.js";
import { type Asked, day, overHttp, overStdio, PLACE, SYSTEM, WEATHER } from "./clients.js";

const folder = mkdtempSync(join(tmpdir(), "irradiance-mcp-"));
const column = (rows: readonly { readonly [name: string]: unknown }[], name: string) => rows.map((row) => row[name]);

let [stdio, http]: Asked[] = [];
beforeAll(async () => {
  [stdio, http] = await Promise.all([overStdio(), overHttp()]);
});
afterAll(async () => {
  await Promise.all([stdio!.close(), http!.close()]);
  rmSync(folder, { recursive: true });
});

/** What `irradiance yield` writes. */
async function cliYield(...words: string[]) {
  const out = join(folder, "yield.json");
  writeFileSync(join(folder, "system.json"), JSON.stringify(SYSTEM));
  const { status, stderr } = await runCli(["yield", ...words, "--out", out, "--quiet"], folder);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(readFileSync(out, "utf8"));
}

describe.each([
  ["stdio", () => stdio!],
  ["HTTP", () => http!],
] as const)("over %s", (_, client) => {
  it("lists five tools that only read, with schemas of arguments and answers", async () => {
    const { tools } = await client().tools();
    const names = ["pv_yield", "pv_forecast", "solar_resource", "best_plane", "check_file"];
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect([annotations?.readOnlyHint, inputSchema.type]).toEqual([true, "object"]);
      expect(outputSchema?.required).toContain("notices");
    }
    expect(JSON.stringify(tools).length).toBeLessThan(13_000);
  });

  it.each([
    ["of a town", PLACE],
    ["of an altitude", { ...PLACE, altitude: 1800 }],
    ["at the date line", { lat: -16.8, lon: 180 }],
  ])("the yield %s is, to the last digit, what `irradiance yield` has", async (_what, place) => {
    const { data, text, isError } = await client().call("pv_yield", { ...place, system: SYSTEM });
    const words = Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const found = await cliYield(...words, "--system", "system.json");
    expect(isError).toBe(false);
    expect(data.annual.energy).toBe(found.annual.energy);
    expect(column(data.months, "energy")).toEqual(column(found.months, "energy"));
    expect(data.annual.p90).toBe(found.uncertainty.horizons[0].values[2].energy);
    expect(data.notices).toEqual(expect.arrayContaining(column(found.notices, "message")));
    expect(text).toMatch(/^! a typical year generated from the embedded world climatology/);
    expect(text).toContain(`annual: energy ${Math.round(found.annual.energy)}`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1500);
    const resource = await client().call("solar_resource", place);
    expect(resource.data.annual.global).toBeCloseTo(found.annual.horizontalIrradiation, 6);
    expect(Buffer.byteLength(resource.text)).toBeLessThanOrEqual(1500);
    expect(resource.text).toMatch(/\n12 .*\n?$/);
  });

  it("the best plane is that of `irradiance yield` without planes", async () => {
    const { data } = await client().call("best_plane", PLACE);
    const { optimum } = await cliYield("--lat", "47.4", "--lon", "8.5");
    expect([data.surface_tilt, data.surface_azimuth, data.tilt_range]).toEqual([
      ...[optimum.surfaceTilt, optimum.surfaceAzimuth, optimum.tiltRange],
    ]);
    expect(data.specific_yield).toBe(optimum.specificYield);
  });

  it("looks at weather and at meters, and says what is missing", async () => {
    const check = async (given: object) => (await client().call("check_file", given)).data;
    expect(await check({ text: WEATHER, ...PLACE })).toMatchObject({ verdict: "fine", rows: 24, findings: [] });
    expect((await check({ text: WEATHER })).notices[0]).toContain("give lat and lon");
    expect(await check({ text: day("time,ac_power_w"), kind: "meter", ...PLACE })).toMatchObject({
      verdict: "fine",
      interval: 3600,
    });
    expect(await check({ text: "a picture" })).toMatchObject({ verdict: "unusable", rows: null });
    const named = { text: day("when,sun"), columns: { time: "when", ghi: "sun" }, units: { ghi: "W/m2" }, ...PLACE };
    expect(await check(named)).toMatchObject({ verdict: "fine", rows: 24 });
    const strange = await client().call("check_file", { ...named, unit: "kW" });
    expect(strange.text).toBe("check_file: arguments.unit is not for a file of kind weather");
    const stuck = WEATHER.replace(/,\d+/g, ",1900");
    const { verdict, findings } = await check({ text: stuck, ...PLACE });
    expect([verdict, findings.length > 0]).toEqual(["unusable", true]);
  });
});

describe("a forecast", () => {
  it("is refused by name without a server, and is that of the server with one", async () => {
    const given = { lat: SITE.latitude, lon: SITE.longitude, system: SYSTEM };
    expect((await stdio!.call("pv_forecast", given)).text).toContain("a forecast needs a weather run");
    const run = madeRun(NOW, () => 0.8, { temperature: () => 18 });
    const { server, key, ask } = await stand({ sources: madeSources(SITE, run) });
    const asking = async (own: string) => {
      const client = await overStdio(["--server", server.address], { IRRADIANCE_KEY: own });
      onTestFinished(() => client.close());
      return client;
    };
    const [client, stranger] = await Promise.all([key, "wrong"].map(asking));
    const { data, text } = await client!.call("pv_forecast", given);
    const query = "lat=50&lon=10&end=%2B48hours&frequency=1_hour&quantiles=p10,p90";
    const { json } = await ask(`/v1/forecast/pv?${query}`, posted(SYSTEM));
    expect(column(data.days, "energy")).toEqual(column(json.days, "energy"));
    expect(data.days[1].p90).toBe(json.days[1].quantiles.p90);
    expect(data.notices).toEqual(column(json.notices, "message"));
    expect(column(data.hours, "ac_power")).toEqual(json.values.ac_power.filter((power: number) => power !== 0));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1500);
    const refused = (await stranger!.call("pv_forecast", given)).text;
    expect(refused).toMatch(/^pv_forecast: the irradiance server at \S+ answers 401: /);
    await server.stop();
    expect((await client!.call("pv_forecast", given)).text).toContain("answers nothing (ECONNREFUSED)");
  });
});
