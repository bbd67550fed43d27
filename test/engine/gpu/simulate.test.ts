/** Bulk runs on an accelerator: the shapes of the threads' results, and their values to f32. On the built library. */
import "@tensorflow/tfjs-backend-cpu";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BulkSite, SimulationOptions, SiteSuccess } from "../../../src/answers/bulk/types.js";
import type { Accelerator } from "../../../src/engine/gpu/index.js";
import type { WeatherSeries } from "../../../src/index.js";
import { bulk, collect } from "../../answers/bulk/dist.js";
import { buildCase, draws, STEP_SECONDS } from "../cases.js";
import { LIGHT_PARAMETERS, makeCase } from "./cases.js";
import { useSwiftShader } from "./swiftshader.js";

const { simulate, simulateToFile } = bulk;
const gpu: typeof import("../../../src/engine/gpu/index.js") = await import(
  new URL("../../../dist/engine/gpu/index.js", import.meta.url).href
);
const { openAccelerator, GpuError } = gpu;

const WEATHER_MODULE = fileURLToPath(new URL("fixtures/weather-module.mjs", import.meta.url));

/** What the accelerator has made of the context that it was not told. */
const CHAIN = { spread: "step", subSteps: 4, models: { decomposition: "erbsDriesse" } } as const;
const PARAMETERS = [...LIGHT_PARAMETERS, "temperature"] as const;

/** With gaps where there is no light, with gaps of the temperature, and without gaps. */
const SUMMED = ["direct_normal_irradiance", "pv_production_with_shading", "global_clear_sky_irradiance"] as const;

/** Sites of a seeded case as a list gives them. */
function sitesOf(seed: number, sites: number, days: number, perSite: boolean): { sites: BulkSite[]; weather: unknown } {
  const request = makeCase({ seed, sites, days, interval: 3600, given: "all", perSite });
  const list = request.sites.map((site, k) => ({
    id: `site ${k}`,
    lat: site.latitude,
    lon: site.longitude,
    altitude: site.altitude,
    surface_tilt: site.surfaceTilt,
    surface_azimuth: site.surfaceAzimuth,
    tracking_mode: site.trackingMode,
    ...(site.horizon ? { horizon: site.horizon } : {}),
    linkeTurbidity: site.linkeTurbidity,
    ...(site.albedo === undefined ? {} : { albedo: site.albedo }),
    ...(perSite ? { weather: (request.weather as WeatherSeries[])[k]! } : {}),
  }));
  return { sites: list as BulkSite[], weather: perSite ? undefined : request.weather };
}

/** Runs a simulation on the accelerator and in a thread: results beside each other. */
async function both(accelerator: Accelerator, options: SimulationOptions): Promise<[SiteSuccess, SiteSuccess][]> {
  const there = await collect(simulate({ ...options, accelerator }));
  const here = await collect(simulate({ ...options, threads: 1, context: { ...options.context, ...CHAIN } }));
  expect(there.length).toBe(here.length);
  return there.map((result, k) => [result as SiteSuccess, here[k] as SiteSuccess]);
}

/** All that is not the values of columns, which may differ by `tolerance`. */
function expectAlike(got: SiteSuccess, wanted: SiteSuccess, tolerance: number): void {
  const { columns, counts, periods, ...rest } = got;
  const { columns: expected, counts: _counted, periods: rows, ...others } = wanted;
  expect(rest).toEqual(others);
  expect(counts).toEqual({});
  expect({ start: periods?.start, hours: periods?.hours }).toEqual({ start: rows?.start, hours: rows?.hours });
  periods?.missing.forEach((share, r) => {
    expect(share).toBeCloseTo(rows!.missing[r]!, 12);
  });
  expect(Object.keys(columns)).toEqual(Object.keys(expected));
  for (const [name, column] of Object.entries(columns)) {
    const other = expected[name as keyof typeof expected]!;
    expect(column.constructor).toBe(other.constructor);
    column.forEach((value, r) => {
      const difference = Math.abs(value - other[r]!);
      const same = Number.isNaN(value) && Number.isNaN(other[r]!);
      if (!(same || difference <= tolerance)) expect(value, `${name}, row ${r}`).toBe(other[r]);
    });
  }
}

async function expectAllColumns(accelerator: Accelerator, days: number): Promise<void> {
  const { sites, weather } = sitesOf(51, 3, days, false);
  const run = { sites, weather, parameters: PARAMETERS, frequency: "1_hour", surface: true } as SimulationOptions;
  for (const [got, wanted] of await both(accelerator, run)) {
    // At noon a tracker may lie flat to the last digit on one side only.
    const { surface_azimuth: mine, ...columns } = got.columns;
    const { surface_azimuth: other, ...expected } = wanted.columns;
    expectAlike({ ...got, columns }, { ...wanted, columns: expected }, 0.02);
    const tilt = wanted.columns.surface_tilt!;
    mine!.forEach((azimuth, r) => {
      if (tilt[r]! > 1e-3) expect(azimuth).toBeCloseTo(other![r]!, 3);
    });
  }
}

/** Sums of light are averaged where they are made; means with temperature on the host. */
async function expectAggregates(accelerator: Accelerator, days: number, period: "monthly" | "daily"): Promise<void> {
  const { sites } = sitesOf(54, 3, days, true);
  const zones = sites.map((site, k) => ({ ...site, timeZone: 5 * k - 7 }));
  const run = { sites: zones, frequency: "1_hour", precision: "float32" } as const;
  const sums = await both(accelerator, { ...run, parameters: SUMMED, aggregate: period });
  for (const [got, wanted] of sums) expectAlike(got, wanted, 0.01 * 24 * days);
  const means = await both(accelerator, {
    ...run,
    parameters: ["pv_production", "temperature"],
    aggregate: { period, statistic: "mean" },
  });
  for (const [got, wanted] of means) expectAlike(got, wanted, 0.005);
}

/** Weather on both sides of the period. */
function within(before: number, after: number): { before: number; after: number } {
  return { before: Math.max(before, 1), after: Math.max(after, 1) };
}

const unavailable = useSwiftShader();

describe.skipIf(unavailable !== null)("a bulk run on the fused form", () => {
  let accelerator: Accelerator;
  beforeAll(async () => {
    accelerator = await openAccelerator();
  });
  afterAll(() => accelerator.close());

  it("gives what threads give", () => expectAllColumns(accelerator, 5));
  it("aggregates as threads do", () => expectAggregates(accelerator, 40, "monthly"));
});

describe("a bulk run on the portable form", () => {
  let accelerator: Accelerator;
  beforeAll(async () => {
    accelerator = await openAccelerator({ backend: "cpu" });
  });
  afterAll(() => accelerator.close());

  it("gives what threads give", () => expectAllColumns(accelerator, 2));
  it("aggregates as threads do", () => expectAggregates(accelerator, 3, "daily"));

  it.each(["1_minute", "15_minutes", "1_hour"] as const)("gives it where things break, too: %s", async (frequency) => {
    const here = fc
      .sample(draws, { seed: 99, numRuns: 200 })
      .filter((draw) => draw.frequency === frequency)
      .slice(0, 8);
    const sites = here.map((draw) => {
      const { before, after } = draw.weather;
      const taken = { interval: STEP_SECONDS[frequency], phase: 0, instant: false, ...within(before, after) };
      const { query, weather, context } = buildCase({ ...draw, weather: { ...draw.weather, ...taken } });
      const { frequency: _f, parameters: _p, response_format: _r, ...own } = query;
      return { ...own, weather, altitude: context.altitude, linkeTurbidity: context.linkeTurbidity } as BulkSite;
    });
    const context = { closure: frequency === "1_hour" ? "keep-diffuse" : "component-sum" } as const;
    for (const [got, wanted] of await both(accelerator, { sites, frequency, parameters: "all", context })) {
      expect(got.notices.filter(({ code }) => code === "accelerator")).toEqual([]);
      const isShaded = ([name]: [string, unknown]) => name.endsWith("_with_shading");
      const split = ({ columns }: SiteSuccess, shaded: boolean) =>
        Object.fromEntries(Object.entries(columns).filter((column) => isShaded(column) === shaded));
      expectAlike({ ...got, columns: split(got, false) }, { ...wanted, columns: split(wanted, false) }, 0.02);
      // In many of these the sun's disc stands at the edge of a wall or a spike: there f32 has fewer digits.
      expectAlike({ ...got, columns: split(got, true) }, { ...wanted, columns: split(wanted, true) }, 0.2);
    }
  });

  it("leaves to the threads what it cannot have, with a notice, in the order of the sites", async () => {
    const { sites, weather } = sitesOf(53, 4, 3, false);
    const quarters = makeCase({ seed: 54, sites: 1, days: 3, interval: 900, given: "ghi" }).weather as WeatherSeries;
    const { columns, ...times } = quarters;
    const list: BulkSite[] = [
      sites[0]!,
      { ...sites[1]!, weather: quarters },
      { ...sites[2]!, models: { transposition: "haydavies" } },
      { ...sites[3]!, start: "2023-01-01T12:00Z", end: "2023-01-02T00:00Z" },
      { ...sites[0]!, end: "2023-01-09T00:00Z" },
      { ...sites[0]!, weather: { ...times, start: quarters.start as number, columns, sampling: "instant" } },
      { ...sites[1]!, lat: 95 },
      { ...sites[1]!, weather: { start: 0, interval: 3600, columns: { temperature: [] } } },
    ];
    const run = { sites: list, weather, parameters: LIGHT_PARAMETERS, frequency: "1_hour" } as SimulationOptions;
    const results = await both(accelerator, run);
    const notes = results.map(([{ notices }]) => notices?.filter(({ code }) => code === "accelerator") ?? []);
    expect(notes.map(([note]) => note?.message.replace("computed by the engine, not the accelerator: ", ""))).toEqual([
      undefined,
      "its weather has intervals of 900 s, the frequency is 3600 s",
      "models.transposition is haydavies, not perezDriesse",
      undefined,
      "its period extends beyond its weather",
      "its weather is instantaneous",
      undefined,
      undefined,
    ]);
    results.forEach(([got, wanted], k) => {
      if (!got.ok || notes[k]!.length > 0) {
        const { notices, ...rest } = got;
        const { notices: others, ...same } = wanted;
        expect(rest, "the same bits").toEqual(same);
        if (got.ok) expect(notices.slice(0, -1)).toEqual(others);
      } else expectAlike(got, wanted, 0.02);
    });
    expect(results[6]![0]).toMatchObject({ ok: false, index: 6, attempts: 1, error: { code: "ERR_REQUEST" } });
    expect(results[7]![0]).toMatchObject({ ok: false, index: 7, error: { code: "ERR_WEATHER" } });
  });

  it("takes weather from functions and modules", async () => {
    const { sites, weather } = sitesOf(55, 5, 2, false);
    const { weather: none, ...bare } = {
      weather,
      sites,
      parameters: ["pv_production"],
      frequency: "1_hour",
    } as never as {
      weather: WeatherSeries;
      sites: BulkSite[];
      parameters: string[];
      frequency: string;
    };
    const fromFunction = await collect(simulate({ ...bare, accelerator, weather: async () => none }));
    const shared = await collect(simulate({ ...bare, accelerator, weather: none }));
    expect(fromFunction).toEqual(shared);
    const fromModule = await both(accelerator, { ...bare, weather: { module: WEATHER_MODULE } });
    for (const [got, wanted] of fromModule) expectAlike(got, wanted, 0.02);
    const failing = { ...bare, accelerator, weather: { module: WEATHER_MODULE, export: "none" } };
    await expect(collect(simulate(failing))).rejects.toThrow('no export "none"');
  });
});

describe("an accelerator of a bulk run", () => {
  const { sites, weather } = sitesOf(56, 2, 2, false);
  const run = { sites, weather, parameters: ["global_tilted_irradiance"], frequency: "1_hour" } as SimulationOptions;
  const folder = mkdtempSync(join(tmpdir(), "irradiance-gpu-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("refuses what no site could have from it", async () => {
    const accelerator = await openAccelerator({ backend: "cpu" });
    const refused = (context: object) => {
      try {
        simulate({ ...run, accelerator, context });
      } catch (error) {
        expect(error).toBeInstanceOf(GpuError);
        expect((error as { code: string }).code).toBe("ERR_GPU_UNSUPPORTED");
        return (error as Error).message.replace("simulate: with an accelerator context.", "");
      }
      return "taken";
    };
    expect(refused({ spread: "smooth" })).toBe('spread must be "step", got smooth');
    expect(refused({ subSteps: "auto" })).toBe("subSteps must be a number up to 16, got auto");
    expect(refused({ subSteps: 17 })).toBe("subSteps must be a number up to 16, got 17");
    expect(refused({ extra: ["azimuth"] })).toBe("extra must be empty, got azimuth");
    expect(refused({ hiddenSky: "ground" })).toBe('hiddenSky must be "dark", got ground');
    expect(refused({ tracker: { maxAngle: 60 } })).toBe("tracker must be absent, got a tracker");
    expect(refused({ exact: true })).toBe("exact must be false, got true");
    expect(refused({ pv: { step: "sub-step" } })).toBe('pv.step must be "interval", got sub-step');
    expect(refused({ snow: { numStrings: 1 } })).toBe("snow must be absent, got a model");
    expect(refused({ models: { decomposition: "engerer2" } })).toBe(
      "models.decomposition must be erbsDriesse, got engerer2",
    );
    expect(refused({ models: { pv: { model: "pvwattsSystem", options: {} } } })).toBe(
      "models.pv must be absent, got pvwattsSystem with options",
    );
    const same = { clearSky: "ineichenAltitude", decomposition: "erbsDriesse", transposition: "perezDriesse" };
    expect(refused({ models: same, subSteps: 16, spread: "step" })).toBe("taken");
    expect(() => simulate({ ...run, accelerator: {} as never })).toThrow("accelerator must come from openAccelerator");
    await accelerator.close();
    const closed = simulate({ ...run, accelerator });
    await expect(collect(closed)).rejects.toMatchObject({ code: "ERR_GPU_CLOSED" });
  });

  it("that has fallen back leaves all sites to the threads, and says why", async () => {
    const accelerator = await openAccelerator({ backend: "nothing", fallback: true });
    for (const [got, wanted] of await both(accelerator, run)) {
      expect(got.notices.at(-1)).toMatchObject({ code: "accelerator", message: expect.stringContaining("nothing") });
      expect(got.columns, "f64, as the threads compute").toEqual(wanted.columns);
    }
    await accelerator.close();
  });

  it("that is lost ends the run, or with a fallback leaves the rest to the threads", async () => {
    const accelerator = await openAccelerator({ backend: "cpu" });
    const gone = new GpuError("ERR_GPU_DEVICE_LOST", "the device went away");
    const failing = { form: "portable", notices: [], compute: () => Promise.reject(gone) } as unknown as Accelerator;
    await expect(collect(simulate({ ...run, accelerator: failing }))).rejects.toBe(gone);
    let lost = false;
    const falling = {
      notices: [{ code: "gpu-fallback", message: "it went away" }],
      get form() {
        return lost ? "cpu" : "portable";
      },
      async compute(request: never) {
        const result = await accelerator.compute(request);
        lost = true;
        return result;
      },
    } as unknown as Accelerator;
    const many = Array.from({ length: 12 }, (_, k) => ({ ...sites[0]!, lat: 40 + k }));
    const results = (await collect(simulate({ ...run, sites: many, accelerator: falling }))) as SiteSuccess[];
    const noted = results.map(({ notices }) => notices.some(({ message }) => message.endsWith("it went away")));
    expect([noted.length, noted[0], noted[11]]).toEqual([12, false, true]);
    await accelerator.close();
  });

  it("stops with the run", async () => {
    const accelerator = await openAccelerator({ backend: "cpu" });
    const aborting = new AbortController();
    const many = Array.from({ length: 50 }, (_, k) => ({ ...sites[0]!, lat: 10 + k }));
    let seen = 0;
    const aborted = async () => {
      for await (const _ of simulate({ ...run, sites: many, accelerator, signal: aborting.signal })) {
        seen++;
        aborting.abort(new Error("enough"));
      }
    };
    await expect(aborted()).rejects.toThrow("enough");
    expect(seen).toBe(1);
    await accelerator.close();
  });

  it("writes files, and is part of what a resumed run must agree in", async () => {
    const accelerator = await openAccelerator({ backend: "cpu" });
    const out = join(folder, "days.csv");
    const report = await simulateToFile({ ...run, accelerator, out, aggregate: "daily" });
    expect(report).toMatchObject({ sites: 2, failed: 0 });
    expect(readFileSync(out, "utf8").split("\n")[0]).toBe("site,period_start,hours,missing,global_tilted_irradiance");
    const aborting = new AbortController();
    const half = join(folder, "half.csv");
    const interrupted = {
      ...run,
      out: half,
      sitesPerPart: 1,
      signal: aborting.signal,
      onResult: ({ index }: { index: number }) => {
        if (index === 0) aborting.abort(new Error("enough"));
      },
    };
    await expect(simulateToFile({ ...interrupted, accelerator })).rejects.toThrow("enough");
    await expect(simulateToFile({ ...run, out: half, sitesPerPart: 1, resume: true })).rejects.toThrow("accelerator");
    const resumed = await simulateToFile({ ...run, out: half, sitesPerPart: 1, resume: true, accelerator });
    expect(resumed).toMatchObject({ sites: 2, resumed: 1 });
    await accelerator.close();
  });
});
