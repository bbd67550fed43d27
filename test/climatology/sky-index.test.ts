/** The mean clear-sky index of a place by month. */
import { expect, it } from "vitest";
import { loadWorldClimate, monthlySkyIndex } from "../../src/climatology/index.js";
import { clearSkyOn } from "../../src/sky/clear-sky.js";

const TURBIDITY = Array(12).fill(3);
const ground = (altitude: number) => ({ altitude, clearTurbidity: TURBIDITY });

it("times the clear sky it is the climate's light, in leap years, too", async () => {
  const index = await monthlySkyIndex(50, 10, ground(290));
  const { globalHorizontal } = (await loadWorldClimate()).at(50, 10, { altitude: 290 });
  const place = { latitude: 50, longitude: 10, altitude: 290 };
  for (const [month, days] of [
    [1, 29],
    [5, 30],
    [11, 31],
  ] as const) {
    const { global } = clearSkyOn({ start: Date.UTC(2024, month), step: 900_000, count: 96 * days }, place, TURBIDITY);
    const clear = global.reduce((sum, value) => sum + value, 0) / global.length;
    // A year's sun is not quite another's: February's is one day longer here.
    expect((index[month]! * clear) / globalHorizontal[month]! - 1).toBeCloseTo(0, 1.7);
  }
});

it.each([
  ["the north pole", 90, 0, 0],
  ["the south pole", -90, 0, 2800],
  ["the polar night", 80, 20, 0],
  ["the date line", -18, 180, 0],
  ["a desert", 24, 33, 100],
  ["a high plain", -16, -68, 4000],
] as const)("is between 0 and 1 everywhere: %s", async (_, latitude, longitude, altitude) => {
  const index = await monthlySkyIndex(latitude, longitude, ground(altitude));
  expect(index).toHaveLength(12);
  for (const value of index) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
});
