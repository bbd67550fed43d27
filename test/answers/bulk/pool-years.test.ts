/** Climate years in threads: the bytes of the main thread, its errors, and the bounds of all calls. */
import { afterAll, describe, expect, test } from "vitest";
import { generateYear, selectProbableYear, selectTypicalYear } from "../../../src/answers/climate/index.js";
import { madeWeather } from "../climate/made-weather.js";
import { bits, bulk, core } from "./dist.js";

const place = { latitude: 47.4, longitude: 8.5, altitude: 440, timeZone: 1 };
const monthly = {
  globalHorizontalIrradiance: [41, 70, 119, 167, 200, 222, 224, 190, 138, 85, 46, 33],
  temperature: [0.3, 1.4, 5.4, 9.3, 13.9, 17.2, 19.1, 18.5, 14.5, 10, 4.5, 1.2],
};
const record = madeWeather({ site: 4, firstYear: 2001, years: 10, timeZone: 1 });

type Columns = { readonly [name: string]: ArrayLike<number | null | undefined> | undefined };

function bitsOf(columns: Columns): { [name: string]: string } {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, bits(values as Float64Array)]));
}

const pool = bulk.createPool({ threads: 1, maxQueue: 8 });
afterAll(() => pool.close());

describe("generateYear", () => {
  test.each([{}, { randomSeed: 7, daily: "aguiar", hourly: "tag", clearSky: "solis", year: 2032 } as const])(
    "gives the bytes and the report of the library (%j)",
    async (options) => {
      const expected = generateYear(place, monthly, options);
      const year = await pool.generateYear(place, monthly, options);
      expect(bitsOf(year.weather.columns)).toEqual(bitsOf(expected.weather.columns));
      expect(bits(year.envelope)).toBe(bits(expected.envelope));
      expect({ ...year.weather, columns: 0 }).toEqual({ ...expected.weather, columns: 0 });
      expect(year.report).toEqual(expected.report);
    },
  );

  test("throws what the library throws", async () => {
    const dark = { globalHorizontalIrradiance: new Array<number>(12).fill(1) };
    const call = pool.generateYear(place, dark);
    await expect(call).rejects.toThrow(RangeError);
    await expect(call).rejects.toThrow(/^generateYear: globalHorizontalIrradiance must be at least 10 %/);
    const problem = expect.stringMatching(/^globalHorizontalIrradiance must be at least 10 %/);
    await expect(call).rejects.toMatchObject({ code: "ERR_GENERATION", problem });
    await expect(pool.generateYear(place, {} as never)).rejects.toThrow(TypeError);
  });

  test("keeps to signal and deadline", async () => {
    const controller = new AbortController();
    const running = pool.generateYear(place, monthly, { interval: 60 });
    const waiting = pool.generateYear(place, monthly, {}, { signal: controller.signal });
    controller.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    expect((await running).weather.interval).toBe(60);
    const late = pool.generateYear(place, monthly, { interval: 60 }, { deadline: 1 });
    await expect(late).rejects.toMatchObject({ code: "ERR_DEADLINE" });
    // The thread that was stopped has a successor.
    expect((await pool.generateYear(place, monthly)).report.randomSeed).toBe(1);
  });
});

describe("selectYear", () => {
  test("gives the typical year of the library, its sources and its audit", async () => {
    const options = { method: "hall1978", plotting: "hazen" } as const;
    const expected = selectTypicalYear(record, options);
    const before = bits(record.columns.temperature);
    const year = await pool.selectYear(record, options);
    expect(bitsOf(year.series.columns)).toEqual(bitsOf(expected.series.columns));
    expect(bits(year.sourceTimes)).toBe(bits(expected.sourceTimes));
    expect({ ...year.series, columns: 0 }).toEqual({ ...expected.series, columns: 0 });
    expect([year.audit, year.notices]).toEqual([expected.audit, expected.notices]);
    expect(bits(record.columns.temperature)).toBe(before);
  });

  test("gives a P90 year where an extreme is asked for, also of shared weather", async () => {
    const expected = selectProbableYear(record, { extreme: "p90" });
    const year = await pool.selectYear(bulk.shareWeather(record), { extreme: "p90" });
    expect(year.audit).toEqual(expected.audit);
    expect(bitsOf(year.series.columns)).toEqual(bitsOf(expected.series.columns));
  });

  test("throws what the library throws", async () => {
    const short = madeWeather({ site: 4, firstYear: 2001, years: 3 });
    const call = pool.selectYear(short);
    await expect(call).rejects.toThrow(core.WeatherError);
    await expect(call).rejects.toThrow(/a typical year needs 10 years of weather, found 3 whole years/);
    await expect(pool.selectYear(record, { method: "none" as never })).rejects.toThrow(RangeError);
  });
});
