import { describe, expect, it } from "vitest";
import {
  continentality,
  hourlyTemperature,
  seasonalSpread,
  usualRanges,
} from "../../../../src/answers/climate/generation/temperature.js";
import type { MonthlyMeans } from "../../../../src/answers/climate/generation/types.js";

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

  describe("of the year's days", () => {
    const place = { latitude: 30, longitude: 0, altitude: 1000, timeZone: 0 };
    const ones = () => new Float64Array(365).fill(1);
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
      sums: { global: ones(), extraterrestrial: ones(), clean: ones(), most: ones() },
      daily: new Float64Array(365).fill(0.5),
    };
    const still = { deviation: 0, days: new Float64Array(365) };
    const flat = new Array(12).fill(15);
    const spanOf = (extremes: Pick<MonthlyMeans, "temperatureMin" | "temperatureMax">) => {
      const monthly = { globalHorizontalIrradiance: [], temperature: flat, ...extremes };
      const day = hourlyTemperature(place, monthly, radiation, still).slice(200 * 24, 201 * 24);
      return Math.max(...day) - Math.min(...day);
    };

    it("is the usual one without min and max", () => {
      // The course of Erbs et al. spans 0.977 of its range in hours.
      expect(spanOf({}) / usualRanges(place, flat)(0.5)).toBeCloseTo(0.977, 2);
    });

    // Minutes by which the sun is ahead of the clock in the almanac.
    it.each([
      [11, "February", 41, -14.2],
      [14, "May", 133, 3.7],
      [26, "July", 206, -6.5],
      [3, "November", 306, 16.4],
    ])("is warmest by the sun, not by the clock: %i %s", (_date, _month, day, ahead) => {
      for (const [longitude, timeZone] of [
        [0, 0],
        [-105, -7],
        [82.5, 5.5],
        [140, 10],
      ] as const) {
        const monthly = { globalHorizontalIrradiance: [], temperature: flat };
        const all = hourlyTemperature({ ...place, longitude, timeZone }, monthly, radiation, still);
        const [x, y] = [Math.cos, Math.sin].map((of) =>
          all
            .slice(24 * day, 24 * day + 24)
            .reduce((sum, air, hour) => sum + air * of((hour + 0.5) * (Math.PI / 12)), 0),
        );
        const warmest = (Math.atan2(y!, x!) * 12) / Math.PI + 24;
        // The first term of Erbs et al. is highest at 3.805 rad of the sun's day.
        const solar = warmest + longitude / 15 - timeZone + ahead / 60;
        expect(Math.abs(solar - (3.805 * 12) / Math.PI)).toBeLessThan(0.02);
      }
    });

    it("reaches from the given min to the given max, or as far to the other side of the mean as the one that is given", () => {
      const of = (value: number) => new Array(12).fill(value);
      // Each day's course spans 0.98 of what the months' means of min and max are apart, and its hours 0.977 of that.
      expect(spanOf({ temperatureMin: of(9), temperatureMax: of(25) })).toBeCloseTo(0.98 * 0.977 * 16, 1);
      expect(spanOf({ temperatureMin: of(9) })).toBeCloseTo(0.98 * 0.977 * 12, 1);
      expect(spanOf({ temperatureMax: of(25) })).toBeCloseTo(0.98 * 0.977 * 20, 1);
    });
  });
});
