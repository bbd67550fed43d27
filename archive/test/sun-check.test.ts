/** Light beside the sun's: what is wrong is named, and no weather is doubted. */
import fc from "fast-check";
import { checkDailyLight } from "irradiance-engine/internal/series";
import { loadSample } from "irradiance-engine/weather";
import { describe, expect, it } from "vitest";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import type { Place } from "../src/index.js";
import { DAY, GHI, HOUR } from "./made.js";

const EQUINOX = Date.UTC(2024, 2, 20);
const gridOf = (start: number, days: number, step = HOUR) => ({ start, step, count: (days * DAY) / step });

/** Clear sky of the place, times the clouds of each row. */
function light(place: Place, grid: ReturnType<typeof gridOf>, clouds: (row: number) => number = () => 1): Float64Array {
  return clearSkyOn(grid, place).global.map((clear, row) => clear * clouds(row));
}

const OSLO = { latitude: 60, longitude: 10 };
const PLACES: readonly Place[] = [
  OSLO,
  { latitude: -33, longitude: 151 },
  { latitude: 0, longitude: -78 },
  { latitude: 21, longitude: 179.9 },
];

describe("no weather is doubted:", () => {
  it("clear, cloudy and changing, anywhere, at any time of the year, in steps of minutes to six hours", () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const steps = fc.constantFrom(HOUR / 60, HOUR / 4, HOUR / 2, HOUR, 3 * HOUR, 6 * HOUR);
    const days = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        anywhere,
        fc.integer({ min: 0, max: 365 }),
        steps,
        days,
        fc.infiniteStream(fc.double({ min: 0.05, max: 1.2, noNaN: true })),
        (place, day, step, count, clouds) => {
          const grid = gridOf(EQUINOX + day * DAY, count, step);
          // A day of clouds from the sun's midnight on, and other clouds in each hour of it.
          const daily = [...Array(count + 2)].map(() => clouds.next().value);
          const hourly = [...Array(24 * count)].map(() => 0.2 + 0.8 * clouds.next().value);
          const values = light(place, grid, (row) => {
            const hour = Math.floor((row * step) / HOUR);
            const day = Math.floor((row * step) / DAY + place.longitude / 360) + 1;
            return Math.min(1.2, daily[day] * hourly[hour]! + 0.03);
          });
          expect(checkDailyLight(values, grid, place)?.message ?? "").toBe("");
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ["the thickest clouds for a fortnight", OSLO, () => 0.06],
    ["polar night", { latitude: 80, longitude: 20 }, () => 1],
    [
      "no nights in it, as those of satellites",
      OSLO,
      (row: number) => (row % 24 > 5 && row % 24 < 18 ? 1 : Number.NaN),
    ],
    ["nothing", OSLO, () => Number.NaN],
  ] as const)("%s", (_, place, clouds) => {
    for (const month of [0, 2, 5, 11]) {
      const grid = gridOf(Date.UTC(2024, month, 10), 14);
      expect(checkDailyLight(light(place, grid, clouds), grid, place)).toBeUndefined();
    }
  });

  it("a typical year of a station", async () => {
    const series = await loadSample();
    const values = Float64Array.from(series.columns[GHI] as ArrayLike<number>);
    const grid = { start: series.start as number, step: series.interval * 1000, count: values.length };
    expect(checkDailyLight(values, grid, series.place!)).toBeUndefined();
  });
});

/** Its kind and its words. */
function doubtIn(...series: Parameters<typeof checkDailyLight>): string {
  const doubt = checkDailyLight(...series);
  return `${doubt?.code}: ${doubt?.message}`;
}

describe.each(PLACES)("at $latitude, $longitude it is told that", (place) => {
  const grid = gridOf(EQUINOX, 10);
  const clouded = (row: number) => 0.6 + 0.4 * Math.sin(row * 1.7);
  const good = light(place, grid, clouded);

  it("values are sums since midnight, even where the impossible ones are left out", () => {
    let sum = 0;
    const sums = good.map((value, row) => {
      sum = row % 24 === 0 ? value : sum + value;
      return sum > 2500 ? Number.NaN : sum;
    });
    expect(doubtIn(sums, grid, place)).toMatch(/^meter: .*only grow from 00 UTC to 00 UTC.*"is": "sum-since-midnight"/);
  });

  it.each([
    [3600, /^unit: .*of the sun's light without an atmosphere: they look like W\/m² with the unit J\/m²/],
    [1000, /they look like kW\/m²/],
    [100, /they look like values in another unit/],
  ])("they are %i times too small", (by, message) => {
    expect(
      doubtIn(
        good.map((value) => value / by),
        grid,
        place,
      ),
    ).toMatch(message);
  });

  it("they are sums of three hours", () => {
    const bright = light(place, grid);
    expect(
      doubtIn(
        bright.map((value) => 3 * value),
        grid,
        place,
      ),
    ).toMatch(/^unit: (10 of 10 days have more light than the sun|9 of 9 days)/);
  });

  it.each([-12, -6, -3, 3, 6, 9])("their clock is %i hours ahead", (ahead) => {
    const doubt = doubtIn(good, { ...grid, start: grid.start + ahead * HOUR }, place);
    const zone = ahead === -12 ? "(?:UTC−12|UTC\\+12)" : `UTC${ahead < 0 ? "−" : "\\+"}${Math.abs(ahead)}`;
    expect(doubt).toMatch(new RegExp(`^clock: .*its times look like ${zone} times read as UTC \\(\`timeShift\``));
  });

  it("they are the same at all hours", () => {
    expect(doubtIn(new Float64Array(grid.count).fill(200), grid, place)).toMatch(
      /^night: .*% of the light falls while the sun/,
    );
  });

  it("days have no light", () => {
    const holes = good.map((value, row) => (row >= 72 && row < 120 ? 0 : value));
    expect(doubtIn(holes, grid, place)).toMatch(/^dead: [12] of \d+ days looked at have no light while the sun is up/);
  });
});
