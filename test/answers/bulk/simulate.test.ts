/** A simulation against `computeColumns` at each of its sites. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BulkSite, WeatherFunction } from "../../../src/answers/bulk/types.js";
import { monthly } from "../../../src/answers/report/monthly.js";
import { drawsOf } from "../../draws.js";
import { buildCase, type Case, draws, EXTRA } from "../../engine/cases.js";
import { bits, bulk, collect, computeColumns, core, fixture, type SiteSuccess, sameBits } from "./dist.js";
import { days } from "./weather.js";

const { simulate } = bulk;
const SEED = 4711;

const FREQUENCIES = ["1_minute", "15_minutes", "1_hour"] as const;
const MODELS = [undefined, { transposition: "haydavies" }, { decomposition: "erbs", clearSky: "ineichen" }];

function ok(result: { ok: boolean }): SiteSuccess {
  expect(result).toMatchObject({ ok: true });
  return result as SiteSuccess;
}

describe("the bits", () => {
  const short = fc
    .sample(draws, { seed: SEED, numRuns: drawsOf(500, 5) })
    .map((draw) => ({ ...draw, length: draw.length % 4 || 1 }));
  const cases: Case[] = short.map(buildCase);

  /** A case as a site of a run whose sites share frequency, parameters and diagnostics. */
  function siteOf({ query, weather, context }: Case, k: number): BulkSite {
    const { frequency: _f, parameters: _p, response_format: _r, ...own } = query;
    const { altitude, linkeTurbidity } = context;
    return { ...own, weather, altitude, linkeTurbidity, models: MODELS[k % MODELS.length] } as unknown as BulkSite;
  }

  test.each(FREQUENCIES)("are those of computeColumns at random sites, %s", async (frequency) => {
    const { allModels } = await import("../../../src/physics/models/index.js");
    const mine = cases.filter(({ query }) => query.frequency === frequency);
    expect(mine.length).toBeGreaterThan(drawsOf(50, 5));
    const sites = mine.map(siteOf);
    const run = simulate({ sites, frequency, parameters: "all", surface: true, context: { extra: EXTRA }, threads: 2 });
    let k = 0;
    for await (const result of run) {
      expect(result.index).toBe(k);
      const { query, weather, context } = mine[k]!;
      const { altitude, linkeTurbidity } = context;
      const models = MODELS[k % MODELS.length];
      const own = { extra: EXTRA, altitude, linkeTurbidity, registry: allModels, ...(models ? { models } : {}) };
      k += 1;
      let direct: ReturnType<typeof computeColumns>;
      try {
        direct = computeColumns(query, weather, own as Case["context"]);
      } catch (error) {
        expect(result).toMatchObject({ ok: false, attempts: 1, error: { message: (error as Error).message } });
        continue;
      }
      const { start, interval, count, columns, notices, counts, altitude: metres } = ok(result);
      expect({ start, interval, count }).toEqual({
        ...{ start: direct.start, interval: direct.interval, count: direct.count },
      });
      expect({ notices, counts }).toEqual(direct.diagnostics);
      expect(metres).toBe(direct.meta.altitude);
      const all: { [name: string]: Float64Array | null } = { ...direct.values, ...direct.extra };
      expect(Object.keys(columns)).toEqual(Object.keys(all).sort((a, b) => order(columns, a) - order(columns, b)));
      for (const [name, values] of Object.entries(columns))
        if (!sameBits(values, all[name]!)) expect.fail(`site ${result.index}, ${name} differs`);
    }
    expect(k).toBe(mine.length);
  });

  function order(columns: object, name: string): number {
    return Object.keys(columns).indexOf(name);
  }

  test("do not depend on threads, weather's way or memory that is used again", async () => {
    const sites = Array.from({ length: 24 }, (_, i) => ({ lat: i, lon: 3 * i, surface_tilt: i, scale: 0.5 + i / 90 }));
    const common = { sites, parameters: "global_tilted_irradiance", frequency: "1_hour" } as const;
    const at = (scale: number) => days(1, { scale });
    const load: WeatherFunction = (site) => at(site.scale as number);
    const later: WeatherFunction = async (site) => at(site.scale as number);
    const shared = new Map(sites.map(({ scale }) => [scale, bulk.shareWeather(at(scale))]));
    const runs = [
      simulate({ ...common, weather: load, threads: 1 }),
      simulate({ ...common, weather: later, threads: 3 }),
      simulate({ ...common, weather: (site) => shared.get(site.scale as number)!, threads: 2 }),
      simulate({ ...common, sites: sites.map((site) => ({ ...site, weather: at(site.scale) })), threads: 2 }),
      simulate({ ...common, weather: load, threads: 2, reuse: true }),
    ];
    const prints: string[][] = [];
    for (const run of runs) {
      const print: string[] = [];
      for await (const result of run) print.push(bits(ok(result).columns.global_tilted_irradiance!));
      prints.push(print);
    }
    const direct = sites.map(({ scale, ...site }) => {
      const query = { ...site, parameters: common.parameters, frequency: common.frequency };
      return bits(computeColumns(query, at(scale)).values.global_tilted_irradiance!);
    });
    for (const print of prints) expect(print).toEqual(direct);
  });

  test("float32 is the nearest to them", async () => {
    const weather = days(1);
    const [result] = await collect(
      simulate({ sites: [{ lat: 46, lon: 7 }], weather, precision: "float32", threads: 1 }),
    );
    const direct = computeColumns({ lat: 46, lon: 7 }, weather).values.global_horizontal_irradiance!;
    const { columns } = ok(result!);
    expect(columns.global_horizontal_irradiance).toBeInstanceOf(Float32Array);
    expect(columns.global_horizontal_irradiance).toEqual(Float32Array.from(direct));
  });
});

describe("what a site may have of its own", () => {
  const weather = days(1, { interval: 900 });

  test("a horizon of fractions, a line as text, a tracker, its period", async () => {
    const fractions = Float64Array.from({ length: 360 }, (_, a) => (a < 180 ? 20.25 : 0));
    const whole = Array.from({ length: 360 }, (_, a) => (a > 90 ? 10 : 0));
    const place = { lat: 46, lon: 7, surface_tilt: 30, surface_azimuth: 180 };
    const sites: BulkSite[] = [
      { ...place, horizon: fractions },
      { ...place, horizon: whole },
      { ...place, horizon: whole.join(",") },
      { ...place, tracking_mode: "1_axis", timeZone: 2, albedo: 0.5 },
      { ...place, start: "2024-06-01T10:00Z", end: "2024-06-01T12:00Z" },
    ];
    const parameters = "global_tilted_irradiance_with_shading";
    const results = (await collect(simulate({ sites, weather, parameters, threads: 1 }))).map(ok);
    const query = { ...place, parameters };
    const direct = [
      computeColumns({ ...query, horizon: "auto" }, weather, { horizon: fractions }),
      computeColumns({ ...query, horizon: whole }, weather),
      computeColumns({ ...query, horizon: whole }, weather),
      computeColumns({ ...query, tracking_mode: "1_axis" }, weather, { timeZone: 2, albedo: 0.5 }),
      computeColumns({ ...query, start: "2024-06-01T10:00Z", end: "2024-06-01T12:00Z" }, weather),
    ];
    direct.forEach((columns, k) => {
      expect(bits(results[k]!.columns[parameters]!)).toBe(bits(columns.values[parameters]!));
    });
    expect(results.map(({ count }) => count)).toEqual([96, 96, 96, 96, 8]);
    expect(results[3]!.timeZone).toBe(2);
  });

  test("weather from a module, also late, and models from one", async () => {
    const sites = Array.from({ length: 12 }, (_, i) => ({ lat: 40, lon: i }));
    for (const name of [undefined, "later"]) {
      const module = { module: fixture("loaders.mjs"), ...(name ? { export: name } : {}) };
      const results = await collect(simulate({ sites, weather: module, frequency: "1_hour", threads: 2 }));
      const { default: load } = await import("./fixtures/loaders.mjs");
      results.forEach((result, i) => {
        const direct = computeColumns({ lat: 40, lon: i, frequency: "1_hour" }, load({}, i));
        expect(ok(result).columns.global_horizontal_irradiance).toEqual(direct.values.global_horizontal_irradiance);
      });
    }
  });

  test("models of a site beside those of the run, by family", async () => {
    const { allModels } = await import("../../../src/physics/models/index.js");
    const place = { lat: 40, lon: 1, surface_tilt: 40 };
    const common = { parameters: "global_tilted_irradiance", frequency: "1_hour" };
    const context = { models: { decomposition: "disc", transposition: "isotropic" } };
    const sites = [{ ...place, models: { transposition: "reindl", decomposition: undefined } }, place];
    const weather = days(2);
    const results = await collect(simulate({ sites, weather, ...common, context: context as object, threads: 1 }));
    const expected = ["reindl", "isotropic"].map((transposition) => {
      const models = { decomposition: "disc", transposition };
      return computeColumns({ ...place, ...common }, weather, { models, registry: allModels } as object).values;
    });
    results.forEach((result, k) => {
      expect(bits(ok(result).columns.global_tilted_irradiance!)).toBe(bits(expected[k]!.global_tilted_irradiance!));
    });
  });

  test("snow by its options, models with options", async () => {
    const { moduleSnow } = await import("../../../src/physics/models/snow/index.js");
    const series = days(2);
    const snowy = { ...series, columns: { ...series.columns, snow_depth: new Array(48).fill(50) } };
    const context = { snow: { numStrings: 1 } };
    const site = { lat: 46, lon: 7, surface_tilt: 30 };
    const query = { ...site, parameters: "pv_production", frequency: "1_hour" };
    const [result] = await collect(simulate({ sites: [site], weather: snowy, query, context, threads: 1 }));
    const direct = computeColumns(query, snowy, { snow: moduleSnow({ numStrings: 1 }) });
    expect(bits(ok(result!).columns.pv_production!)).toBe(bits(direct.values.pv_production!));
  });
});

describe("order and extent", () => {
  const weather = days(1);
  const place = { lat: 10, lon: 20 };

  test("ids, indices, and sites that are done already", async () => {
    const sites = Array.from({ length: 40 }, (_, i) => ({ ...place, ...(i % 2 ? { id: `plant ${i}` } : {}) }));
    const done = (index: number) => index % 10 === 7;
    const results = await collect(simulate({ sites, weather, from: 3, done, threads: 2 }));
    expect(results.map(({ index }) => index)).toEqual(sites.map((_, i) => i).filter((i) => i >= 3 && i % 10 !== 7));
    expect(results.slice(0, 2).map(({ id }) => id)).toEqual(["plant 3", "4"]);
  });

  test("no sites, no results", async () => {
    expect(await collect(simulate({ sites: [], weather, threads: 1 }))).toEqual([]);
  });

  test("it reads a bounded distance ahead, from an async iterable too, and waits for a slow reader", async () => {
    let read = 0;
    let finished = false;
    async function* sites() {
      try {
        for (;;) {
          read++;
          yield place;
        }
      } finally {
        finished = true;
      }
    }
    const run = simulate({ sites: sites(), weather, frequency: "1_hour", threads: 2 });
    let taken = 0;
    let ahead = 0;
    for await (const _ of run) {
      taken++;
      if (taken % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      ahead = Math.max(ahead, read - taken);
      if (taken === 2000) break;
    }
    expect(ahead).toBeLessThanOrEqual((2 * 2 + 5) * 256);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(finished).toBe(true);
  });

  test("a simulation runs once", async () => {
    const run = simulate({ sites: [place], weather, threads: 1 });
    await collect(run);
    await expect(collect(run)).rejects.toThrow(/once/);
    const closed = simulate({ sites: [place], weather, threads: 1 });
    await closed.close();
    await closed.close();
    await expect(collect(closed)).rejects.toThrow(/closed/);
  });
});

describe("aggregates", () => {
  const weather = days(75, { interval: 1800, start: "2024-01-20T00:00Z" });
  const site = { lat: 46, lon: 7, surface_tilt: 30, surface_azimuth: 180, timeZone: 1 };
  const parameters = ["global_horizontal_irradiance", "global_tilted_irradiance", "pv_production", "temperature"];
  const frequency = "1_hour";
  const run = async (aggregate: "hourly" | "daily" | "monthly" | "annual", statistic: "sum" | "mean" = "sum") => {
    const simulation = simulate({
      sites: [site],
      weather,
      parameters,
      frequency,
      aggregate: { period: aggregate, statistic },
      threads: 1,
    });
    const [result] = await collect(simulation);
    return { ...ok(result!), units: simulation.columns.map(({ unit }) => unit) };
  };

  test("monthly sums are those of the report", async () => {
    const { timeZone, ...query } = site;
    const months = monthly(computeColumns({ ...query, parameters, frequency }, weather, { timeZone }));
    const { count, columns, periods, units } = await run("monthly");
    expect(units).toEqual(["Wh/m**2", "Wh/m**2", "Wh/kWp", "°C"]);
    expect(count).toBe(months.length);
    expect(Array.from(periods!.start, (time) => new Date(time).toISOString().slice(0, 7))).toEqual(
      months.map(({ month }) => month),
    );
    months.forEach((month, r) => {
      expect(columns.global_tilted_irradiance![r]! / 1000).toBeCloseTo(month.global_tilted_irradiance!, 9);
      expect(columns.pv_production![r]! / 1000).toBeCloseTo(month.pv_production!, 9);
      expect(columns.temperature![r]).toBeCloseTo(month.temperature!, 12);
      expect(periods!.hours[r]).toBe(month.intervals);
      expect(periods!.missing[r]).toBe(month.missing);
    });
  });

  test("hours, days and years hold the same light; means are in W/m²", async () => {
    const total = (column: Float32Array | Float64Array) => Array.from(column).reduce((sum, value) => sum + value, 0);
    const { columns, units } = await run("annual", "mean");
    expect(units).toEqual(["W/m**2", "W/m**2", "W/kWp", "°C"]);
    const mean = columns.global_horizontal_irradiance!;
    const annual = await run("annual");
    const energy = annual.columns.global_horizontal_irradiance!;
    expect(energy[0]).toBeCloseTo(mean[0]! * annual.periods!.hours[0]!, 5);
    expect(annual.periods!.start).toEqual(Float64Array.of(Date.UTC(2024, 0)));
    const daily = await run("daily");
    expect(daily.count).toBe(76);
    expect(Array.from(daily.periods!.hours.slice(0, 2))).toEqual([23, 24]);
    expect(daily.periods!.hours.at(-1)).toBe(1);
    const hourly = await run("hourly");
    expect(hourly.count).toBe(75 * 24);
    for (const { columns } of [daily, hourly])
      expect(total(columns.global_horizontal_irradiance!)).toBeCloseTo(energy[0]!, 5);
  });

  test("gaps are left out of sums and told; a column that is not there at all is not a gap", async () => {
    const short = days(2, { interval: 3600 });
    const global = Float64Array.from(short.columns.global_horizontal_irradiance as Float64Array);
    global.fill(Number.NaN, 10, 14);
    const gappy = { ...short, columns: { ...short.columns, global_horizontal_irradiance: global } };
    const names = "global_horizontal_irradiance,snow_depth";
    const options = { sites: [{ lat: 46, lon: 0 }], parameters: names, frequency: "1_hour", threads: 1 } as const;
    const [result] = await collect(simulate({ ...options, weather: gappy, aggregate: "daily" }));
    const { columns, periods } = ok(result!);
    const direct = computeColumns({ lat: 46, lon: 0, parameters: names, frequency: "1_hour" }, gappy);
    const values = direct.values.global_horizontal_irradiance!.slice(0, 24);
    const gaps = values.filter(Number.isNaN).length;
    expect(gaps).toBeGreaterThan(2);
    expect(periods!.missing).toEqual(Float64Array.of(gaps / 24, 0));
    expect(columns.global_horizontal_irradiance![0]).toBe(
      values.reduce((sum, v) => (Number.isNaN(v) ? sum : sum + v), 0),
    );
    expect(Array.from(columns.snow_depth!)).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("cube", () => {
  const weather = days(2);
  const sites = Array.from({ length: 150 }, (_, i) => ({ id: `s${i}`, lat: i === 70 ? 100 : i / 2, lon: 0 }));
  const parameters = ["global_horizontal_irradiance", "temperature"];

  test.each(["an array", "a generator"])("holds every site, from %s", async (kind) => {
    const given =
      kind === "an array"
        ? sites
        : (function* () {
            yield* sites;
          })();
    const cube = await simulate({ sites: given, weather, parameters, frequency: "1_hour", threads: 2 }).cube();
    expect(cube.values.shape).toEqual([150, 2, 48]);
    expect(cube.values.data.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(cube.ids).toEqual(sites.map(({ id }) => id));
    expect(cube.columns.map(({ name }) => name)).toEqual(parameters);
    expect([cube.time.length, cube.time[0], cube.time[47]]).toEqual([
      48,
      Date.UTC(2024, 5, 1),
      Date.UTC(2024, 5, 2, 23),
    ]);
    expect(cube.failures.map(({ id }) => id)).toEqual(["s70"]);
    for (const s of [0, 69, 71, 149]) {
      const { lat, lon } = sites[s]!;
      const direct = computeColumns({ lat, lon, parameters, frequency: "1_hour" }, weather).values;
      for (let t = 0; t < 48; t++) {
        expect(cube.values.get(s, 0, t)).toBe(direct.global_horizontal_irradiance![t]);
        expect(cube.values.get(s, 1, t)).toBe(direct.temperature![t]);
      }
    }
    expect(cube.values.pick(70, null, null).get(1, 3)).toBeNaN();
  });

  test("periods of all time zones find their places", async () => {
    const around = [-120, 0, 120].map((lon) => ({ lat: 10, lon }));
    const run = () =>
      simulate({ sites: around, weather, parameters, aggregate: "daily", precision: "float32", threads: 1 });
    const results = (await collect(run())).map(ok);
    const cube = await run().cube();
    expect(Array.from(cube.time, (time) => new Date(time).getUTCDate())).toEqual([31, 1, 2, 3]);
    expect(cube.values.data).toBeInstanceOf(Float32Array);
    results.forEach(({ periods, columns }, s) => {
      cube.time.forEach((time, t) => {
        const row = periods!.start.indexOf(time);
        const expected = row < 0 ? Number.NaN : columns.temperature![row];
        expect(cube.values.get(s, 1, t)).toBe(expected);
      });
    });
  });

  test("sites with other intervals are refused", async () => {
    const mixed = [
      { lat: 1, lon: 1 },
      { lat: 1, lon: 1, weather: days(3) },
    ];
    const run = simulate({ sites: mixed, weather, threads: 1 });
    await expect(run.cube()).rejects.toThrow(/cube: all sites must have the same intervals: site 1 has 288 of 900 s/);
  });
});

describe("options", () => {
  const sites = [{ lat: 1, lon: 1 }];
  const weather = days(1);
  const refused = (options: object) => {
    try {
      simulate({ sites, weather, ...options });
    } catch (error) {
      return `${(error as Error).constructor.name}: ${(error as Error).message}`;
    }
    return "nothing";
  };

  test.each([
    [{ sites: 3 }, /^TypeError: simulate: sites must be an iterable/],
    [{ threads: 0 }, /^RangeError: simulate: threads must be a whole number from 1/],
    [{ threads: "2" }, /^TypeError: simulate: threads must be a number/],
    [{ memoryLimit: 1 }, /^RangeError: simulate: memoryLimit/],
    [{ parameters: "nonsense" }, /^RequestError: .*nonsense/],
    [{ frequency: "2_hours" }, /^RequestError: .*frequency/],
    [{ start: "yesterday" }, /^RequestError: .*start/],
    [{ aggregate: 5 }, /^TypeError: simulate: aggregate must be the name of a period or { period, statistic }, got 5$/],
    [{ aggregate: null }, /^TypeError: simulate: aggregate must be .*, got null$/],
    [{ aggregate: "weekly" }, /^RangeError: simulate: aggregate must be one of hourly/],
    [{ aggregate: { period: "daily", statistic: "max" } }, /^RangeError: simulate: aggregate.statistic/],
    [{ aggregate: "daily", surface: true }, /^RangeError: simulate: surface/],
    [{ precision: "float16" }, /^RangeError: simulate: precision/],
    [{ deadline: 0 }, /^RangeError: simulate: deadline/],
    [{ from: -1 }, /^RangeError: simulate: from/],
    [{ done: [1] }, /^TypeError: simulate: done must be a function/],
    [{ signal: {} }, /^TypeError: simulate: signal must be an AbortSignal/],
    [{ reuse: 1 }, /^TypeError: simulate: reuse must be true or false, got 1$/],
    [{ surface: "yes" }, /^TypeError: simulate: surface must be true or false, got yes$/],
    [{ context: null }, /^TypeError: context must be an object, got null$/],
    [{ context: { snow: null } }, /^TypeError: .*moduleSnow/],
    [{ context: { registry: null } }, /^TypeError: context.registry must be { module, export }, got null$/],
    [{ context: { registry: "models.mjs" } }, /^TypeError: context.registry must be { module, export }/],
    [
      { context: { models: { transposition: "perz" } } },
      /^RangeError: .*unknown transposition model "perz"; known are/,
    ],
    [{ context: { albedo: 2 } }, /^RangeError: context.albedo/],
    [{ context: { models: { pv: () => 1 } } }, /^TypeError: context.models.pv must be a model's name/],
    [{ weather: { start: 0, interval: 60, columns: {} } }, /^WeatherError: weather.columns/],
    [{ weather: { module: 3 } }, /^TypeError: weather.module/],
    [{ weather: "weather.csv" }, /^WeatherError: .*weather/],
  ])("%j is refused at once", (options, message) => expect(refused(options)).toMatch(message));

  test("errors are of the classes of the core", () =>
    expect(() => simulate({ sites, weather, frequency: "2_hours" })).toThrow(core.RequestError));
});
