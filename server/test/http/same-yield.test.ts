/** One system has the same numbers everywhere, to the last digit: library, command line, bulk run, GET, POST, batch and job. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { worldYear } from "irradiance-engine/climate";
import { yieldHoursCsv } from "irradiance-engine/internal/yield";
import { readSystem, resolveSystem } from "irradiance-engine/system";
import { readWeather } from "irradiance-engine/weather/node";
import { optimumOf, type Yield, yieldAnswer, yieldOf, yieldSeries } from "irradiance-engine/yield";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/cli/in-process.js";
import { folderOfFile, temporaryFolder } from "../temporary.js";
import { posted, stand } from "./harness.js";
import { type JobStand, jobStand } from "./jobs-fixture.js";

const [LATITUDE, LONGITUDE] = [47.4, 8.5];
const PLACE = `lat=${LATITUDE}&lon=${LONGITUDE}`;

/** As JSON has them. */
const SYSTEMS = {
  "one plane": { planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 8 }] },
  "two planes on one inverter, with all that follows it": {
    planes: [
      { surface_tilt: 10, surface_azimuth: 90, kwp: 4 },
      { surface_tilt: 10, surface_azimuth: 270, kwp: 5 },
    ],
    inverter: { ac_power: "6 kW" },
    cabling: { dc: 1, ac: 0.5 },
    transformer: { no_load: 0.2, load: 1 },
    export_limit: "4500 W",
    soiling: [1, 1, 2, 2, 3, 3, 4, 4, 3, 2, 1, 1],
    ageing: { rate: 0.5, years: 20 },
  },
  "a named module on a tracker with rows": {
    planes: [{ tracker: { gcr: 0.4 }, rows: {}, bifacial: { factor: 0.7 }, kwp: 100 }],
    module: { name: "Canadian Solar Inc. CS5P-220M" },
    dc_ac_ratio: 1.4,
  },
  "a map of shade by month, as large as a body may have it": {
    planes: [{ surface_tilt: 30, surface_azimuth: 200, kwp: 6 }],
    shade: { azimuth_step: 10, elevation_step: 5, passes: shadeByMonth() },
  },
};

/** 7,776 numbers of three digits. */
function shadeByMonth(): number[][] {
  return Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 36 * 18 }, (_, cell) => ((137 * cell + 29 * month) % 1000) / 1000),
  );
}

type Json = { readonly [key: string]: unknown };

const folder = folderOfFile();
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** The yield itself, without what an answer says beside it. */
function bare({ weather, notices, optimum, series, ...found }: Json): Json {
  return found;
}

async function situation() {
  const { series, clearTurbidity, expectedError: lightSource } = await worldYear(LATITUDE, LONGITUDE);
  return { series, options: { typicalYear: true, lightSource, context: { linkeTurbidity: clearTurbidity } } };
}

async function byLibrary(json: object): Promise<Yield> {
  const { series, options } = await situation();
  return yieldOf(series, await resolveSystem(readSystem(json)), options);
}

async function byCommand(json: object, ...more: readonly string[]): Promise<Json> {
  put("system.json", JSON.stringify(json));
  const place = [`--lat=${LATITUDE}`, `--lon=${LONGITUDE}`];
  const files = ["--system", "system.json", "--out", "yield.json", "--quiet"];
  const { status, stderr } = await runCli(["yield", ...place, ...files, ...more], folder);
  expect(status, stderr).toBe(0);
  return yieldAnswer(JSON.parse(textOf("yield.json")));
}

/** Rows of the file of a bulk run, a system a row; cells have no commas. */
async function byBulk(systems: readonly object[], ...more: readonly string[]) {
  const cell = (json: object) => `"${JSON.stringify(json).replaceAll('"', '""')}"`;
  const rows = systems.map((json, k) => `${k},${LATITUDE},${LONGITUDE},${cell(json)}`);
  put("sites.csv", ["id,lat,lon,system", ...rows, ""].join("\n"));
  const files = ["--sites", "sites.csv", "--out", "bulk.csv", "--threads", "1", "--force", "--quiet"];
  const { status, stderr } = await runCli(["bulk", "--yield", ...files, ...more], folder);
  expect(status, stderr).toBe(0);
  const [head, ...lines] = textOf("bulk.csv").trimEnd().split("\n");
  const names = head!.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((value, k) => [names[k]!, value])));
}

const written = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));

/** What the row of a year has of a yield. */
function yearRow({ kwp, annual, total, uncertainty, losses }: Yield) {
  const next = uncertainty!.horizons.find(({ years }) => years === 1)!;
  const exceeded = (percent: number) => next.values.find(({ exceedance }) => exceedance === percent)!.energy;
  return {
    ...{ kwp: written(kwp), energy: written(annual!.energy), specific_yield: written(annual!.specificYield) },
    performance_ratio: written(annual!.performanceRatio),
    horizontal_irradiation: written(annual!.horizontalIrradiation),
    plane_irradiation: written(annual!.planeIrradiation),
    ...{ period_energy: written(total.energy), uncertainty: written(next.percent) },
    ...{ p50: written(exceeded(50)), p90: written(exceeded(90)) },
    ...Object.fromEntries(losses.slice(1).map(({ name, factor }) => [`factor_${name}`, written(factor)])),
  };
}

describe("one system at a bare place", () => {
  let server: JobStand;
  beforeAll(async () => {
    server = await jobStand({ keep: true, sources: [], settings: { synthetic: true, jobs: join(folder, "jobs") } });
  });
  afterAll(() => server.server.stop());

  const post = (path: string, body: unknown) => server.ask(path, posted(body));

  it.each(Object.entries(SYSTEMS))("%s: over HTTP and on the command line as in the library", async (_name, system) => {
    const found = bare(yieldAnswer(await byLibrary(system)));
    const { status, json, body } = await post(`/v1/yield?${PLACE}`, system);
    expect(status, body).toBe(200);
    expect(bare(json)).toEqual(found);
    expect(bare(await byCommand(system))).toEqual(found);
    const query = { lat: LATITUDE, lon: LONGITUDE };
    const batch = await post("/v1/observation/batch", { requests: [{ endpoint: "yield", query, system }] });
    expect(JSON.parse(batch.body).response).toEqual(json);
  });

  it("all of them in one job, and in one bulk run", async () => {
    const systems = Object.values(SYSTEMS);
    const found = await Promise.all(systems.map(byLibrary));
    const sites = systems.map((system) => ({ lat: LATITUDE, lon: LONGITUDE, system }));
    const id = await server.made({ endpoint: "yield", sites });
    expect(await server.ended(id)).toMatchObject({ failed_sites: 0 });
    const lines = await server.lines(id);
    expect(lines.map(({ response }) => bare(response))).toEqual(found.map((one) => bare(yieldAnswer(one))));
    const years = await byBulk(systems);
    for (const [k, one] of found.entries()) expect(years[k], Object.keys(SYSTEMS)[k]).toMatchObject(yearRow(one));
    const months = await byBulk(systems, "--aggregate", "monthly");
    const energies = found.flatMap((one) => one.months.map(({ energy }) => written(energy)));
    expect(months.map(({ energy }) => energy)).toEqual(energies);
  });

  it("a query says what a system says", async () => {
    const { json } = await server.ask(`/v1/yield?${PLACE}&kwp=8&tilt=30&azimuth=180`);
    expect(bare(json)).toEqual(bare(yieldAnswer(await byLibrary(SYSTEMS["one plane"]))));
  });

  it("the best plane is the same one", async () => {
    const { series, options } = await situation();
    const { surfaceTilt, surfaceAzimuth } = optimumOf(series, {}, options);
    const { json } = await server.ask(`/v1/yield?${PLACE}&kwp=3&tilt=best`);
    const plane = { surface_tilt: surfaceTilt, surface_azimuth: surfaceAzimuth, kwp: 3 };
    expect(bare(json)).toEqual(bare(yieldAnswer(await byLibrary({ planes: [plane] }))));
    const list = `lat,lon,kwp\n${LATITUDE},${LONGITUDE},3\n`;
    put("best.csv", list);
    const flags = ["bulk", "--yield", "--sites", "best.csv", "--out", "best-out.csv", "--threads", "1", "--quiet"];
    expect(await runCli(flags, folder)).toMatchObject({ status: 0, stderr: "" });
    const [head, row] = textOf("best-out.csv").trim().split("\n");
    const value = (name: string) => row!.split(",")[head!.split(",").indexOf(name)];
    const { annual } = json as { annual: { energy: number } };
    expect([value("surface_tilt"), value("energy")]).toEqual([String(surfaceTilt), String(annual.energy)]);
  });

  it("the hours are the same in every file", async () => {
    const system = SYSTEMS["two planes on one inverter, with all that follows it"];
    const { series, options } = await situation();
    const hours = yieldSeries(series, readSystem(system), options);
    const expected = Buffer.concat([...yieldHoursCsv(hours)]).toString();
    const { body } = await post(`/v1/yield?${PLACE}&output=hours&response_format=csv`, system);
    expect(body).toBe(expected);
    await byCommand(system, "--series", "hours.csv");
    expect(textOf("hours.csv")).toBe(expected);
    const rows = await byBulk([system], "--aggregate", "hourly");
    expect(rows.map(({ ac }) => ac)).toEqual(Array.from(hours.columns.ac, String));
  });
});

describe("one system in a forecast", () => {
  it("has the power of the library, at every step of an answer", async () => {
    const server = await stand();
    const parameters =
      "global_horizontal_irradiance,direct_normal_irradiance,diffuse_horizontal_irradiance,temperature";
    const query = `lat=50&lon=10&frequency=1_hour&parameters=${parameters}&response_format=csv`;
    const place = temporaryFolder();
    const [forecast, system] = [join(place, "forecast.csv"), join(place, "system.json")];
    const answer = await server.ask(`/v1/forecast/basic?${query}`);
    expect(answer.status, answer.body).toBe(200);
    writeFileSync(forecast, answer.body);
    const described = SYSTEMS["two planes on one inverter, with all that follows it"];
    writeFileSync(system, JSON.stringify(described));
    const files = ["--weather", forecast, "--system", system, "--series", "power.csv"];
    const flags = ["yield", "--lat=50", "--lon=10", "--altitude=290", "--turbidity=3", ...files, "--quiet"];
    const { status, stderr } = await runCli(flags, place);
    expect(status, stderr).toBe(0);
    const { series } = await readWeather(forecast, { place: { latitude: 50, longitude: 10 } });
    const context = { altitude: 290, linkeTurbidity: 3, timeZone: 1 };
    const power = yieldSeries(series, readSystem(described), { context });
    expect(Math.max(...power.columns.ac)).toBeGreaterThan(1000);
    expect(readFileSync(join(place, "power.csv"), "utf8")).toBe(Buffer.concat([...yieldHoursCsv(power)]).toString());
  });
});
