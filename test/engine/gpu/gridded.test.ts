/** An accelerator's arrays: weather comes in as `ndarray`s, results go out as such. */
import "@tensorflow/tfjs-backend-cpu";
import ndarray from "ndarray";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GriddedWeather } from "../../../src/data/weather/gridded.js";
import { type Accelerator, openAccelerator } from "../../../src/engine/gpu/index.js";
import type { AcceleratorRequest } from "../../../src/engine/gpu/types.js";
import type { WeatherColumn, WeatherSeries } from "../../../src/index.js";
import { makeCase } from "./cases.js";
import { differences } from "./measure.js";

type Data = Float32Array | Float64Array;

/** The series of a list as arrays that lie as [time, site], the sites backwards, in more than there is of either. */
function asArrays(list: readonly WeatherSeries[], Kind: new (length: number) => Data): GriddedWeather {
  const { start, interval, columns } = list[0]!;
  const names = Object.keys(columns) as WeatherColumn[];
  const count = columns[names[0]!]!.length;
  const array = (name: WeatherColumn) => {
    const whole = ndarray(new Kind((count + 3) * (list.length + 2)).fill(1e9), [count + 3, list.length + 2]);
    const view = whole.transpose(1, 0).step(-1, 1).lo(1, 3).hi(list.length, count);
    list.forEach((series, site) => {
      for (let j = 0; j < count; j++) view.set(site, j, series.columns[name]![j]!);
    });
    return view;
  };
  return { start, interval, columns: Object.fromEntries(names.map((name) => [name, array(name)])) };
}

/** A seeded batch whose sites have weather of their own, in numbers that f32 holds. */
function perSite(seed: number, sites: number): AcceleratorRequest & { readonly weather: readonly WeatherSeries[] } {
  const request = makeCase({ seed, sites, days: 4, interval: 3600, given: "all", perSite: true });
  const weather = (request.weather as readonly WeatherSeries[]).map(({ columns, ...times }) => ({
    ...times,
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [name, Float64Array.from(Float32Array.from(values as Data))]),
    ),
  }));
  return { ...request, weather, parameters: [...request.parameters, "temperature", "surface_tilt"] };
}

function fromArrays(accelerator: () => Accelerator) {
  it.each([
    ["Float64Array", Float64Array],
    ["Float32Array", Float32Array],
  ])("are as good as series: %s", async (_name, Kind) => {
    const request = perSite(61, 5);
    const expected = await accelerator().compute(request);
    const result = await accelerator().compute({ ...request, weather: asArrays(request.weather, Kind) });
    expect(result).toEqual(expected);
    const light = request.parameters.filter((name) => !/surface|temperature/.test(name));
    expect(differences({ ...request, parameters: light }, result)).toMatchObject({ gaps: 0 });
    expect(differences({ ...request, parameters: light }, result).worst).toBeLessThan(0.02);
  });

  it("give views [site, time] on one buffer", async () => {
    const request = perSite(62, 3);
    const { values, count } = await accelerator().compute(request);
    const arrays = request.parameters.map((name) => values[name]!);
    const [{ data }] = arrays as [(typeof arrays)[number]];
    expect(data.buffer.byteLength).toBe(4 * arrays.length * 3 * count);
    for (const array of arrays) {
      expect(array).toEqual(ndarray(array.data, [3, count]));
      expect(array.data.buffer).toBe(data.buffer);
      expect(array.get(2, 5)).toBe(array.data[2 * count + 5]);
    }
    expect(new Set(arrays.map(({ data: { byteOffset } }) => byteOffset)).size).toBe(arrays.length);
  });

  it("must have a row for each site", async () => {
    const request = perSite(63, 3);
    const { columns, ...times } = asArrays(request.weather, Float64Array);
    const turned = Object.entries(columns).map(([name, array]) => [name, (array as ndarray.NdArray).transpose(1, 0)]);
    const wrong = (sites: number) => ({ ...request, sites: request.sites.slice(0, sites) });
    const name = "weather column global_horizontal_irradiance";
    await expect(
      accelerator().compute({ ...request, weather: { ...times, columns: Object.fromEntries(turned) } }),
    ).rejects.toThrow(`${name} must have the shape [3, times] (sites, times), got [96, 3]: transpose(1, 0)`);
    await expect(accelerator().compute({ ...wrong(2), weather: { ...times, columns } })).rejects.toMatchObject({
      code: "ERR_WEATHER",
      message: `${name} must have the shape [2, times] (sites, times), got [3, 96]`,
    });
  });

  it("are refused as series are, and a value that is no number is named with its site", async () => {
    const request = perSite(64, 3);
    const weather = asArrays(request.weather, Float64Array);
    await expect(
      accelerator().compute({ ...request, weather: { ...weather, sampling: "instant" } }),
    ).rejects.toMatchObject({ code: "ERR_GPU_UNSUPPORTED" });
    const temperature = ndarray(new Array(3 * 96).fill(20), [3, 96]);
    temperature.set(2, 7, "warm" as never);
    await expect(
      accelerator().compute({ ...request, weather: { ...weather, columns: { ...weather.columns, temperature } } }),
    ).rejects.toThrow('site 2: weather column temperature, row 7: expected a number, or null for missing, got "warm"');
  });

  it("of one site, and columns that all share, are those of all sites", async () => {
    const { weather, ...request } = perSite(65, 3);
    const shared = Object.entries(weather[0]!.columns).map(([name, values]) => [name, ndarray(values as Data)]);
    const expected = await accelerator().compute({ ...request, weather: weather[0]! });
    const columns = Object.fromEntries(shared);
    expect(await accelerator().compute({ ...request, weather: { ...weather[0]!, columns } })).toEqual(expected);
    const [site] = request.sites as [(typeof request.sites)[number]];
    const one = await accelerator().compute({
      ...request,
      sites: [site],
      weather: asArrays([weather[0]!], Float64Array),
    });
    expect(one).toEqual(await accelerator().compute({ ...request, sites: [site], weather: weather[0]! }));
  });
}

describe("arrays of an accelerator, in one tile", () => {
  let accelerator: Accelerator;
  beforeAll(async () => {
    accelerator = await openAccelerator({ backend: "cpu" });
  });
  afterAll(() => accelerator.close());
  fromArrays(() => accelerator);
});

describe("arrays of an accelerator, in many tiles", () => {
  let accelerator: Accelerator;
  beforeAll(async () => {
    accelerator = await openAccelerator({ backend: "cpu", tileBytes: 4 * 96 * 18 * 2 });
  });
  afterAll(() => accelerator.close());
  fromArrays(() => accelerator);

  it("there are many", async () => {
    await accelerator.compute(perSite(66, 5));
    expect(accelerator.statistics!.tiles).toBeGreaterThan(1);
  });
});

describe("arrays of the engine that has stepped in", () => {
  let accelerator: Accelerator;
  beforeAll(async () => {
    accelerator = await openAccelerator({ backend: "nothing", fallback: true });
  });
  afterAll(() => accelerator.close());
  fromArrays(() => accelerator);
});
