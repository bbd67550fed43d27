/** Weather of many sites in arrays: each site's series, and what is said when an array is not what it should be. */
import ndarray from "ndarray";
import { describe, expect, it } from "vitest";
import { type GriddedWeather, isGridded, lengthOf, openGridded } from "../../../src/data/weather/gridded.js";
import { WeatherError } from "../../../src/data/weather/index.js";
import { checkWeather } from "../../../src/data/weather/series.js";

const times = { start: Date.UTC(2024, 5, 21), interval: 3600 };
/** [site, time]: 100·site + time. */
const sites = (count: number, length: number) =>
  ndarray(
    Float32Array.from({ length: count * length }, (_, k) => 100 * Math.floor(k / length) + (k % length)),
    [count, length],
  );

function open(columns: object, count?: number) {
  return openGridded({ ...times, columns } as GriddedWeather, count);
}

describe("gridded weather", () => {
  it("is a series for each site, with what all share", () => {
    const weather: GriddedWeather = {
      ...times,
      sampling: "average",
      columns: {
        global_horizontal_irradiance: sites(3, 4),
        temperature: ndarray([20, 21, null, 23] as number[], [4]),
        albedo: [0.1, 0.2, 0.3, 0.4],
        pressure: undefined as never,
      },
    };
    expect(isGridded(weather)).toBe(true);
    const opened = openGridded(weather, 3);
    expect([opened.sites, opened.count, lengthOf(weather)]).toEqual([3, 4, 4]);
    const { columns, ...rest } = checkWeather(opened.of(2));
    expect(rest).toEqual({ ...times, sampling: "average", count: 4, place: undefined });
    expect(columns).toEqual({
      global_horizontal_irradiance: Float64Array.of(200, 201, 202, 203),
      temperature: Float64Array.of(20, 21, Number.NaN, 23),
      albedo: Float64Array.of(0.1, 0.2, 0.3, 0.4),
    });
  });

  it("may lie the other way round, in any stretch of more, backwards, and keeps its gaps", () => {
    const stored = ndarray(new Float32Array(20 * 10).fill(-1), [20, 10]); // [time, site], more than is asked for
    for (let t = 0; t < 4; t++) for (let site = 0; site < 3; site++) stored.set(5 + t, 9 - site, 100 * site + t);
    stored.set(6, 9, Number.NaN);
    const array = stored.transpose(1, 0).step(-1, 1).lo(0, 5).hi(3, 4);
    expect(array.stride).toEqual([-1, 10]);
    const opened = open({ global_horizontal_irradiance: array }, 3);
    const rows = [0, 1, 2].map((site) => opened.of(site).columns.global_horizontal_irradiance);
    expect(rows).toEqual([
      Float64Array.of(0, Number.NaN, 2, 3),
      Float64Array.of(100, 101, 102, 103),
      Float64Array.of(200, 201, 202, 203),
    ]);
  });

  it("takes several axes before that of the times", () => {
    const map = ndarray(
      Float64Array.from({ length: 12 }, (_, k) => k),
      [2, 3, 2],
    );
    const opened = open({ global_horizontal_irradiance: map, temperature: sites(6, 2) }, 6);
    expect(opened.of(4).columns).toEqual({
      global_horizontal_irradiance: Float64Array.of(8, 9),
      temperature: Float64Array.of(400, 401),
    });
  });

  it("of columns that all sites share has no number of sites", () => {
    const opened = open({ temperature: ndarray([1, 2, 3]), albedo: [0.1, 0.2, 0.3] }, 7);
    expect(opened.sites).toBeNull();
    expect(opened.of(5).columns).toEqual({ temperature: [1, 2, 3], albedo: [0.1, 0.2, 0.3] });
  });

  it("is told from a series", () => {
    expect(isGridded({ ...times, columns: { temperature: [1] } })).toBe(false);
    for (const none of [undefined, null, 3, "weather", () => {}, { columns: null }, { columns: 3 }]) {
      expect(isGridded(none)).toBe(false);
    }
    expect(lengthOf({ ...times, columns: { temperature: [1, 2] } })).toBe(2);
    expect(lengthOf({ ...times, columns: {} })).toBe(0);
  });
});

describe("what is not as it should be", () => {
  const ghi = "global_horizontal_irradiance";
  it.each<[string, object, number | undefined, string]>([
    [
      "times and sites the wrong way round",
      { [ghi]: sites(24, 3) },
      3,
      `weather column ${ghi} must have the shape [3, times] (sites, times), got [24, 3]: transpose(1, 0) puts the sites first`,
    ],
    [
      "another number of sites",
      { [ghi]: sites(4, 24) },
      3,
      `${ghi} must have the shape [3, times] (sites, times), got [4, 24]`,
    ],
    [
      "columns of different sites",
      { [ghi]: sites(3, 24), temperature: sites(4, 24) },
      undefined,
      `weather column temperature must have the shape [3, 24] (sites, times), as ${ghi}, got [4, 24]`,
    ],
    [
      "one column turned round",
      { [ghi]: sites(3, 24), temperature: sites(24, 3) },
      3,
      `temperature must have the shape [3, 24] (sites, times), as ${ghi}, got [24, 3]: transpose(1, 0) puts the sites first`,
    ],
    [
      "columns of different times",
      { [ghi]: sites(3, 24), temperature: sites(3, 23) },
      3,
      `temperature must have the shape [3, 24] (sites, times), as ${ghi}, got [3, 23]`,
    ],
    [
      "a map of other sites",
      { [ghi]: ndarray(new Float64Array(24), [2, 3, 4]) },
      5,
      "must have the shape [5, times] (sites, times), got [2, 3, 4]",
    ],
    [
      "a shared column of other times",
      { [ghi]: sites(3, 24), temperature: [1, 2] },
      3,
      `weather columns must be of one length: ${ghi} has 24 rows, temperature has 2`,
    ],
    ["no times", { [ghi]: ndarray(new Float64Array(0), [3, 0]) }, 3, `weather column ${ghi} is empty`],
    ["an unknown column", { sunshine: sites(3, 24) }, 3, 'unknown weather column "sunshine"'],
    [
      "data that end too early",
      { [ghi]: ndarray(new Float32Array(71), [3, 24]) },
      3,
      `weather column ${ghi} must lie within its data of 71 numbers, got indices 0 to 71`,
    ],
    [
      "a column that is none",
      { [ghi]: sites(3, 24), albedo: "0.2" },
      3,
      "weather column albedo must be an array of numbers",
    ],
  ])("%s", (_name, columns, count, message) => {
    expect(() => open(columns, count)).toThrow(message);
    expect(() => open(columns, count)).toThrow(WeatherError);
  });

  it("times, and a place that all sites would share", () => {
    const columns = { [ghi]: sites(3, 24) };
    expect(() => openGridded({ ...times, interval: 0, columns })).toThrow(
      "weather.interval must be a number of seconds",
    );
    const place = { latitude: 1, longitude: 2 };
    expect(() => openGridded({ ...times, place, columns } as never)).toThrow("weather.place must be absent");
  });
});
