import { describe, expect, it } from "vitest";
import { continentality, seasonalSpread, usualRanges } from "../../../src/climate/generation/daily-range.js";
import { hourlyTemperature } from "../../../src/climate/generation/temperature.js";

/** Twelve means whose standard deviation is 8 K: six of 2 °C, six of 18 °C. */
const SEASONS = [2, 2, 2, 18, 18, 18, 18, 18, 18, 2, 2, 2];

describe("the range of the day from twelve means", () => {
  it("is the rule's, worked out by hand", () => {
    expect(seasonalSpread(SEASONS)).toBe(8);
    expect(continentality(20, SEASONS)).toBeCloseTo(16, 12); // 8 / sin 30°
    expect(continentality(-20, SEASONS)).toBe(continentality(20, SEASONS));
    // −6.78 + 0.253·16 + 1.43·1.5 + 25.15·0.6
    expect(usualRanges({ latitude: 20, altitude: 1500 }, SEASONS)(0.6)).toBeCloseTo(14.503, 10);
    // Of no seasons, at the sea: −6.78 + 25.15·0.5
    expect(usualRanges({ latitude: 0 }, new Array(12).fill(26))(0.5)).toBeCloseTo(5.795, 10);
  });

  it("is not drawn out beyond the places it was fitted to", () => {
    const at = (latitude: number, altitude: number, temperature: readonly number[]) =>
      usualRanges({ latitude, altitude }, temperature)(0.5);
    const harsh = SEASONS.map((value) => 3 * value);
    expect(at(20, 3000, harsh)).toBe(at(20, 5000, SEASONS));
    expect(at(20, -400, SEASONS)).toBe(at(20, 0, SEASONS));
    expect(usualRanges({ latitude: 50 }, SEASONS)(0)).toBe(1);
  });

  it("is what the year's days have, without min and max", () => {
    const place = { latitude: 30, longitude: 0, altitude: 1000, timeZone: 0 };
    const months = Array.from({ length: 12 }, (_, month) => ({ month }));
    const begins = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
    const radiation = {
      months: months.map(({ month }) => ({
        given: 200,
        mean: 200,
        clearness: 0.5,
        clearSkyIndex: 0.7,
        envelopeFactor: 1,
        firstDay: begins[month]!,
        endDay: begins[month + 1]!,
        sum: 1,
      })),
      // Every day is as clear as its month.
      sums: { global: new Float64Array(365).fill(1), extraterrestrial: new Float64Array(365).fill(1) },
      daily: new Float64Array(365).fill(0.5),
    };
    const still = { deviation: 0, days: new Float64Array(365) };
    const flat = new Array(12).fill(15);
    const day = hourlyTemperature(place, { globalHorizontalIrradiance: [], temperature: flat }, radiation, still).slice(
      200 * 24,
      201 * 24,
    );
    // The course of Erbs et al. spans 0.977 of its range in hours.
    expect((Math.max(...day) - Math.min(...day)) / usualRanges(place, flat)(0.5)).toBeCloseTo(0.977, 2);
  });
});
