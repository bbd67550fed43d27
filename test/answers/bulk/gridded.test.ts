/** Bulk runs on weather in arrays [site, time]: each site has its own row, and none a neighbour's. On the built library. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ndarray from "ndarray";
import { afterAll, describe, expect, it } from "vitest";
import { identityOf } from "../../../src/answers/bulk/files/identity.js";
import { rowsPerSite } from "../../../src/answers/bulk/files/parts.js";
import type { BulkSite, SimulationOptions } from "../../../src/answers/bulk/index.js";
import { packWeather } from "../../../src/answers/bulk/sites/weather.js";
import type { GriddedWeather } from "../../../src/data/weather/gridded.js";
import { openGridded } from "../../../src/data/weather/gridded.js";
import type { WeatherSeries } from "../../../src/index.js";
import { bulk, collect, computeColumns, type SiteSuccess, sameBits } from "./dist.js";
import { days } from "./weather.js";

const { simulate, simulateToFile } = bulk;

const COUNT = 48;
const sites: BulkSite[] = Array.from({ length: 30 }, (_, k) => ({ id: `site ${k}`, lat: 40 + k / 5, lon: k / 7 }));
/** Another sky at every site, and a gap at some. */
const series: WeatherSeries[] = sites.map(({ lat, lon }, k) => {
  const weather = days(2, { scale: 0.2 + k / 40, lat: Number(lat), lon: Number(lon) });
  const light = Float64Array.from(weather.columns.global_horizontal_irradiance as Float64Array, Math.fround);
  if (k % 3 === 0) light[12] = Number.NaN;
  return { ...weather, columns: { global_horizontal_irradiance: light, temperature: new Float64Array(COUNT).fill(k) } };
});

type Kind = new (buffer: ArrayBuffer) => Float32Array | Float64Array;

/** The series of all sites as stored [site, time], or the other way round, as [site, time]. */
function gridded(order: "sites first" | "times first", Kind: Kind): GriddedWeather {
  const { start, interval } = series[0]!;
  const array = (name: "global_horizontal_irradiance" | "temperature") => {
    const shape = order === "sites first" ? [sites.length, COUNT] : [COUNT, sites.length];
    const stored = ndarray(new Kind(new ArrayBuffer(sites.length * COUNT * 8)), shape);
    const view = order === "sites first" ? stored : stored.transpose(1, 0);
    series.forEach(({ columns }, site) => {
      for (let j = 0; j < COUNT; j++) view.set(site, j, columns[name]![j]!);
    });
    return view;
  };
  const columns = {
    global_horizontal_irradiance: array("global_horizontal_irradiance"),
    temperature: array("temperature"),
  };
  return { start, interval, columns };
}

const run = { sites, parameters: "global_tilted_irradiance,temperature", frequency: "1_hour", threads: 2 } as const;

describe("a simulation on arrays", () => {
  it.each([
    ["sites first", Float64Array],
    ["times first", Float32Array],
  ] as const)("computes what series give, to the bit: %s", async (order, Kind) => {
    const results = await collect(simulate({ ...run, weather: gridded(order, Kind as Kind) }));
    expect(results.length).toBe(sites.length);
    results.forEach((result, k) => {
      const { lat, lon } = sites[k]!;
      const { parameters, frequency } = run;
      const direct = computeColumns({ lat, lon, parameters, frequency }, series[k]!).values;
      const { columns } = result as SiteSuccess;
      for (const name of ["global_tilted_irradiance", "temperature"] as const)
        expect(sameBits(columns[name] as Float64Array, direct[name]!), `${name} of site ${k}`).toBe(true);
    });
  });

  it("copies nothing of doubles on shared memory that lie side by side", () => {
    const shared = ndarray(new Float64Array(new SharedArrayBuffer(8 * 30 * COUNT)), [30, COUNT]);
    const weather = (array: typeof shared) => ({
      ...gridded("sites first", Float64Array),
      columns: { temperature: array },
    });
    const row = openGridded(weather(shared)).of(3);
    expect(packWeather(row)).toBe(row);
    expect((row.columns.temperature as Float64Array).byteOffset).toBe(3 * COUNT * 8);
    const turned = openGridded(weather(shared.step(1, -1))).of(3);
    expect(packWeather(turned)).not.toBe(turned);
  });

  it("shares one column with all sites, and leaves a site its own weather", async () => {
    const { columns, ...times } = gridded("sites first", Float64Array as Kind);
    const temperature = ndarray(Float64Array.from({ length: COUNT }, (_, j) => j));
    const own = { ...series[7]!, columns: { temperature: new Float64Array(COUNT).fill(-3) } };
    const some = sites.map((site, k) => (k === 2 ? { ...site, weather: own } : site));
    const weather = { ...times, columns: { ...columns, temperature } };
    const results = (await collect(simulate({ ...run, sites: some, weather }))) as SiteSuccess[];
    expect(results[1]!.columns.temperature).toEqual(temperature.data);
    expect(results[2]!.columns.temperature).toEqual(own.columns.temperature);
    const onlyShared = simulate({ ...run, weather: { ...times, columns: { temperature } }, parameters: "temperature" });
    for (const result of await collect(onlyShared))
      expect((result as SiteSuccess).columns.temperature).toEqual(temperature.data);
  });

  it("counts from the first site, also where earlier ones are read over", async () => {
    const weather = gridded("times first", Float64Array as Kind);
    const [result] = (await collect(simulate({ ...run, weather, from: 29 }))) as SiteSuccess[];
    expect([result!.index, result!.columns.temperature![0]]).toEqual([29, 29]);
  });

  it("refuses another number of sites: before it runs where it is known, else as soon as it is", async () => {
    const weather = gridded("sites first", Float64Array as Kind);
    const shape =
      "weather column global_horizontal_irradiance must have the shape [29, times] (sites, times), got [30, 48]";
    expect(() => simulate({ ...run, weather, sites: sites.slice(1) })).toThrow(shape);
    expect(() => simulate({ ...run, weather, sites: new Set(sites.slice(1)) })).toThrow(shape);
    function* only(count: number) {
      for (let k = 0; k < count; k++) yield sites[k % sites.length]!;
    }
    const collected = (count: number) => collect(simulate({ ...run, weather, sites: only(count) }));
    expect((await collected(30)).every(({ ok }) => ok)).toBe(true);
    await expect(collected(29)).rejects.toThrow("weather has rows for 30 sites, but there are only 29");
    await expect(collected(31)).rejects.toMatchObject({
      code: "ERR_WEATHER",
      message: "weather has rows for 30 sites, but there are more than 30",
    });
  });

  it("fails the site whose value is no number", async () => {
    const { columns, ...times } = gridded("sites first", Float64Array as Kind);
    const temperature = ndarray(new Array(sites.length * COUNT).fill(null), [sites.length, COUNT]);
    temperature.set(4, 5, "mild" as never);
    const results = await collect(simulate({ ...run, weather: { ...times, columns: { ...columns, temperature } } }));
    expect(results.flatMap((result) => (result.ok ? [] : [[result.index, result.error]]))).toEqual([
      [
        4,
        {
          code: "ERR_WEATHER",
          message: 'weather column temperature, row 5: expected a number, or null for missing, got "mild"',
        },
      ],
    ]);
  });
});

describe("a file from arrays", () => {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-gridded-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("has the bytes of one from series", async () => {
    const texts = [];
    for (const weather of [gridded("times first", Float32Array as Kind), (_: unknown, k: number) => series[k]!]) {
      const out = join(folder, `${texts.length}.csv`);
      await simulateToFile({ ...run, weather, out, sitesPerPart: 7 });
      texts.push(readFileSync(out, "utf8"));
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]!.split("\n").length).toBe(sites.length * COUNT + 2);
  });

  it("has parts as large as from a series", () => {
    const rows = (weather: SimulationOptions["weather"]) =>
      rowsPerSite({ frequency: "1_hour" } as never, weather, null);
    expect(rows(gridded("times first", Float32Array as Kind))).toBe(rows(series[0]!));
    expect(rows(series[0]!)).toBe(COUNT);
  });

  it("belongs to its values, not to how they lie", () => {
    const identity = (weather: GriddedWeather) => identityOf({ ...run, weather }).weather;
    const first = identity(gridded("sites first", Float64Array as Kind));
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(identity(gridded("times first", Float32Array as Kind))).toBe(first);
    const other = gridded("sites first", Float64Array as Kind);
    (other.columns.temperature as ndarray.NdArray).set(29, 47, -1);
    expect(identity(other)).not.toBe(first);
    const { columns, ...times } = gridded("sites first", Float64Array as Kind);
    const { data } = columns.temperature as ndarray.NdArray<Float64Array>;
    const folded = { ...columns, temperature: ndarray(data, [15, 2 * COUNT]) };
    expect(identity({ ...times, columns: folded })).not.toBe(first);
  });
});
