/** Yields of many systems: the numbers of `yieldOf`, whatever each site has of its own. */
import { beforeAll, describe, expect, it } from "vitest";
import { answerTable } from "../../../src/answers/bulk/files/answer-table.js";
import type { SimulationOptions } from "../../../src/answers/bulk/types.js";
import { worldYear } from "../../../src/answers/climate/world-year.js";
import { optimumOf, type YieldSystem, yieldOf, yieldSeries } from "../../../src/answers/yield/index.js";
import { placeContext } from "../../../src/data/climatology/climatology.js";
import { loadSample } from "../../../src/data/weather/index.js";
import { bulk, collect, type SiteSuccess } from "./dist.js";

const PLACE = { lat: 36.1, lon: -79.95 };
const sample = await loadSample();
const context = await placeContext(PLACE.lat, PLACE.lon, sample.place, {});
const options = { latitude: PLACE.lat, longitude: PLACE.lon, typicalYear: true, context };

async function run(given: Omit<SimulationOptions, "threads">) {
  return collect(bulk.simulate({ threads: 1, ...given }));
}

async function succeed(given: Omit<SimulationOptions, "threads">): Promise<SiteSuccess[]> {
  const results = await run(given);
  return results.map((result) => {
    if (!result.ok) throw new Error(result.error.message);
    return result;
  });
}

const ofSample = { weather: sample, yields: { typicalYear: true } };
const south: YieldSystem["planes"] = [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }];

describe("a row for each site", () => {
  it("has no frequency: it is of a year, whatever the intervals of its weather are", async () => {
    expect((await answerTable({ yields: "annual" })).metadata).not.toHaveProperty("frequency");
    expect((await answerTable({ frequency: "1_hour" })).metadata).toMatchObject({ frequency: "1_hour" });
  });

  it("has the numbers of yieldOf, and of its stages", async () => {
    const system = { losses: 10, cabling: { dc: 1.5 }, exportLimit: 5 };
    const site = { ...PLACE, surface_tilt: "30", surface_azimuth: 180, kwp: "8", system: { export_limit: "5 kW" } };
    const [row] = await succeed({
      ...ofSample,
      yields: { ...ofSample.yields, system: { losses: 10, cabling: { dc: 1.5 }, exportLimit: 7 } },
      sites: [site],
    });
    const found = yieldOf(sample, { ...system, planes: south }, options);
    const value = (name: keyof SiteSuccess["columns"]) => row!.columns[name]![0];
    expect(row!.count).toBe(1);
    expect(value("energy")).toBe(found.annual!.energy);
    expect(value("specific_yield")).toBe(found.annual!.specificYield);
    expect(value("performance_ratio")).toBe(found.annual!.performanceRatio);
    expect(value("plane_irradiation")).toBe(found.annual!.planeIrradiation);
    expect(value("period_energy")).toBe(found.total.energy);
    expect(value("surface_tilt")).toBe(30);
    for (const { name, factor } of found.losses.slice(1)) expect(value(`factor_${name}`), name).toBe(factor);
    expect(found.losses.map(({ name }) => name)).toContain("export");
    expect(value("factor_rows")).toBeNaN();
    expect(value("p90_weather")).toBeNaN();
    expect(row!.notices).toEqual(found.notices);
  });

  it("has the best plane where none is given, or the word", async () => {
    const best = { ...PLACE, kwp: 3 };
    const rows = await succeed({ ...ofSample, sites: [best, { ...best, surface_tilt: "best" }] });
    const { surfaceTilt, surfaceAzimuth } = optimumOf(sample, {}, options);
    const { annual } = yieldOf(sample, { planes: [{ surfaceTilt, surfaceAzimuth, kwp: 3 }] }, options);
    for (const { columns } of rows) {
      expect([columns.surface_tilt![0], columns.surface_azimuth![0]]).toEqual([surfaceTilt, surfaceAzimuth]);
      expect(columns.energy![0]).toBe(annual!.energy);
    }
  });

  it("has planes, trackers and rows of its system", async () => {
    const systems: YieldSystem[] = [
      { planes: [...south, { surfaceTilt: 10, surfaceAzimuth: 90, kwp: 4 }], inverter: { acPower: 7 } },
      { planes: [{ tracker: { maxAngle: 60, gcr: 0.4 }, rows: {}, kwp: 1000 }], bifacial: { factor: 0.7 } },
    ];
    const rows = await succeed({ ...ofSample, sites: systems.map((system) => ({ ...PLACE, system })) });
    systems.forEach((system, k) => {
      const { annual } = yieldOf(sample, system, options);
      expect(rows[k]!.columns.energy![0]).toBe(annual!.energy);
      expect(rows[k]!.columns.surface_tilt![0]).toBeNaN();
    });
  });

  it("is of the typical year of a bare place, which is told", async () => {
    const sites = [47.4, 47.4, 40].map((lat) => ({ lat, lon: 8.5, surface_tilt: 30, surface_azimuth: 180, kwp: 8 }));
    const rows = await succeed({ sites, yields: {} });
    for (const [k, { lat }] of sites.entries()) {
      expect(rows[k]!.columns.energy![0]).toBe(yieldOf(await worldYear(lat, 8.5), { planes: south }).annual!.energy);
      expect(rows[k]!.told.map(({ code }) => code)).toEqual(["climatology", "altitude", "synthetic"]);
    }
  });

  it("sees the horizon line of the run, unless it is flat there", async () => {
    const horizon = Array.from({ length: 360 }, () => 15);
    const site = { ...PLACE, surface_tilt: 30, surface_azimuth: 180 };
    const [shaded, flat] = await succeed({
      ...ofSample,
      context: { horizon },
      sites: [site, { ...site, horizon: "flat" }],
    });
    const plane = [{ surfaceTilt: 30, surfaceAzimuth: 180 }];
    const { annual } = yieldOf(sample, { planes: plane }, { ...options, context: { ...context, horizon } });
    expect(shaded!.columns.energy![0]).toBe(annual!.energy);
    expect(flat!.columns.energy![0]).toBe(yieldOf(sample, { planes: plane }, options).annual!.energy);
  });
});

describe("rows of a site", () => {
  const site = { ...PLACE, surface_tilt: 30, surface_azimuth: 180, kwp: 8 };

  it("are its months", async () => {
    const [found] = await succeed({ ...ofSample, sites: [site], aggregate: "monthly" });
    const { months } = yieldOf(sample, { planes: south }, options);
    expect([...found!.columns.month!]).toEqual(months.map(({ month }) => month));
    expect([...found!.columns.energy!]).toEqual(months.map(({ energy }) => energy));
    expect([...found!.columns.factor_inverter!]).toEqual(months.map(({ stages }) => stages.inverter! / stages.losses!));
  });

  it("are its hours", async () => {
    const [found] = await succeed({ ...ofSample, sites: [site], aggregate: "hourly" });
    const { columns, start, count } = yieldSeries(sample, { planes: south }, options);
    expect([found!.start, found!.count, found!.interval]).toEqual([start, count, 3600]);
    for (const name of ["ac", "dc", "clipping_loss", "cell_temperature"] as const)
      expect([...found!.columns[name]!], name).toEqual([...columns[name]]);
  });
});

describe("a site that has no yield", () => {
  const BAD: readonly (readonly [site: object, message: string])[] = [
    [{ kwp: "8 kW" }, 'site.kwp must be a number of kW, got "8 kW"'],
    [{ surface_tilt: "flat" }, 'site.surface_tilt must be a number, or "best", got "flat"'],
    [{ surface_tilt: "best", surface_azimuth: 90 }, "site.surface_azimuth must be left out with surface_tilt best"],
    [{ surface_azimuth: 90 }, "site.surface_tilt is required with surface_azimuth"],
    [{ surface_tilt: 30 }, "system.planes[0].surfaceAzimuth is required for a tilted plane"],
    [{ surface_tilt: 120, surface_azimuth: 180 }, "system.planes[0].surfaceTilt must be from 0 to 90, got 120"],
    [{ tracking_mode: "2_axis" }, 'site.tracking_mode must be none or 1_axis, got "2_axis"'],
    [{ kwp: 0 }, "kwp must be above 0, got 0"],
    [{ system: { loses: 3 } }, 'site.system has no option "loses": is losses meant?'],
    [{ system: "roof.json" }, 'site.system must be an object, got "roof.json"'],
    [{ kwp: 8, system: { planes: [{}, {}] } }, "site.kwp describes one plane, but the system of the site has 2"],
    [{ lat: 95 }, 'parameter "lat" must be a number from -90 to 90'],
  ];
  let results: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    const good = { ...PLACE, surface_tilt: 0 };
    results = await run({ ...ofSample, sites: [good, ...BAD.map(([site]) => ({ ...PLACE, ...site }) as never), good] });
  });

  it.each(BAD.map(([site, message], k) => [site, message, k] as const))("%j fails alone", (_site, message, k) =>
    expect(results[k + 1]).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } }),
  );

  it("leaves the sites before and behind it as they are", () =>
    expect([results[0]!.ok, results.at(-1)!.ok, results.length]).toEqual([true, true, BAD.length + 2]));
});

describe("a run of yields refuses", () => {
  it.each([
    [{ parameters: "all" }, 'simulate: parameters does not apply to yields, got "all"'],
    [{ aggregate: "daily" }, 'simulate: aggregate must be one of annual, monthly, hourly for yields, got "daily"'],
    [{ aggregate: { period: "monthly", statistic: "mean" } }, "aggregate.statistic does not apply to yields"],
    [{ context: { models: { pv: "pvwattsSystem" } } }, "context.models.pv does not apply to yields"],
    [{ query: { frequency: "1_hour" } }, "query.frequency does not apply to yields"],
    [{ yields: { system: { losses: 120 } } }, "simulate: yields.system.losses must be from 0 to 100, got 120"],
    [{ yields: "all" }, 'simulate: yields must be an object, got "all"'],
  ])("%j", (given, message) =>
    expect(() => bulk.simulate({ ...ofSample, sites: [], ...given } as never)).toThrow(message),
  );

  it("a cube", () =>
    expect(bulk.simulate({ ...ofSample, sites: [PLACE] }).cube()).rejects.toThrow("iterate the simulation"));
});
