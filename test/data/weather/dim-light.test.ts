/** Light too dim for W/m² is asked for its unit: how dim depends on the sun of the place, or, where nobody knows it, on the days. */
import { describe, expect, it } from "vitest";
import { examineWeather, readWeather } from "../../../src/data/weather/index.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";

const HOUR = 3_600_000;
const PLACE = { latitude: 50, longitude: 10, altitude: 300 };
const [JUNE, JANUARY] = ["2025-06-03T00:00Z", "2025-01-01T00:00Z"].map((date) => Date.parse(date)) as [number, number];

/** Clear days and dull ones, W/m². */
function lightOf(start: number, days: number, factor: number): Float64Array {
  const { global } = clearSkyOn({ start, step: HOUR, count: 24 * days }, PLACE, 3);
  return global.map((clear, row) => clear * factor * (Math.floor(row / 24) % 3 === 0 ? 0.3 : 1));
}

const table = (start: number, light: Float64Array) =>
  ["time,ghi", ...Array.from(light, (value, k) => `${new Date(start + k * HOUR).toISOString()},${value}`), ""].join(
    "\n",
  );
const units = (names: readonly string[]) => names.map((name) => `{ ghi: "${name}" }`).join(" or ");

describe("a table without a unit", () => {
  it.each([
    ["ten days of June in MJ/m²", JUNE, 10, 0.0036, PLACE, ["MJ/m2", "W/m2"]],
    ["a dull day of June in MJ/m² or a clear one in kW/m²", JUNE, 1, 0.0036, PLACE, ["kW/m2", "MJ/m2", "W/m2"]],
    ["ten days in MJ/m² of a place that nobody knows", JUNE, 10, 0.0036, undefined, ["MJ/m2", "W/m2"]],
    ["ten days in langleys", JUNE, 10, 0.0036 / 0.04184, PLACE, ["langley", "mW/cm2", "W/m2"]],
    ["January in MJ/m²", JANUARY, 31, 0.0036, PLACE, ["MJ/m2", "W/m2"]],
    ["January in MJ/m² of a place that nobody knows", JANUARY, 31, 0.0036, undefined, ["kW/m2", "MJ/m2", "W/m2"]],
  ])("%s is asked for the units that fit", async (_, start, days, factor, place, expected) => {
    const reading = readWeather(table(start, lightOf(start, days, factor)), { place });
    await expect(reading).rejects.toThrow(new RegExp(`It states none, .*: pass units ${units(expected)}$`));
  });

  it("is believed where the sun lets it be as dim, or may", async () => {
    for (const [start, days, factor, place] of [
      // The days after the polar night; a week as dull as an eighth; a storm; a place that nobody knows.
      [JANUARY, 31, 0.005, { latitude: 72.4, longitude: -54.3 }],
      [JUNE, 10, 0.125, PLACE],
      [JUNE, 1, 0.04, PLACE],
      [JUNE, 1, 0.01, undefined],
    ] as const) {
      const { series } = await readWeather(table(start, lightOf(start, days, factor)), {
        place,
        zone: "UTC",
        examine: false,
      });
      expect(series.columns.global_horizontal_irradiance).toHaveLength(24 * days);
    }
  });
});

const codesOf = (start: number, light: Float64Array, place: typeof PLACE) =>
  examineWeather({
    start,
    interval: HOUR / 1000,
    place,
    columns: { global_horizontal_irradiance: light },
  })!.findings.map(({ code, message }) => `${code}: ${message}`);

describe("a series of days", () => {
  it("in MJ/m² is found", () => {
    const [found] = codesOf(JUNE, lightOf(JUNE, 10, 0.0036), PLACE);
    expect(found).toMatch(/^unit: .* is taken as W\/m², but its highest value is 3\.\d+: is it MJ\/m²\?$/);
  });

  it("of twilight is in no doubt for its unit", () => {
    const arctic = { latitude: 72.401, longitude: -54.325, altitude: 391 };
    const { global } = clearSkyOn({ start: JANUARY, step: HOUR, count: 744 }, arctic, 3);
    expect(Math.max(...global)).toBeGreaterThan(0.2);
    expect(
      codesOf(
        JANUARY,
        global.map((value) => value * 0.9),
        arctic,
      ).filter((text) => text.startsWith("unit")),
    ).toEqual([]);
  });

  it("is in no doubt for a factor where the sun hardly rises", () => {
    const polar = { latitude: 66.559, longitude: -40.026, altitude: 1611 };
    const low = clearSkyOn({ start: JANUARY, step: HOUR, count: 744 }, polar, 3).global.map((value) => value / 2);
    expect(Math.max(...low)).toBeGreaterThan(20);
    expect(codesOf(JANUARY, low, polar).filter((text) => text.startsWith("scale"))).toEqual([]);
    const high = lightOf(JANUARY, 31, 0.4);
    expect(codesOf(JANUARY, high, PLACE).some((text) => text.startsWith("scale"))).toBe(true);
  });
});
