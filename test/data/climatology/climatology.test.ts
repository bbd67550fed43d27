import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { standardTimeOffset } from "../../../src/data/climatology/climatology.js";
import { loadWorldClimate, openClimatology } from "../../../src/data/climatology/index.js";
import { monthlySkyIndex } from "../../../src/data/climatology/sky.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";

interface Point {
  latitude: number;
  longitude: number;
  turbidity: number[];
  altitude: number;
}
const { points, steep, hilly, scale }: Record<"points" | "steep" | "hilly", Point[]> & { scale: number } = JSON.parse(
  readFileSync(new URL("../../../fixtures/climatology/points.json", import.meta.url), "utf8"),
);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("embedded climatology against the original grids", () => {
  // The limits are what a 1° (0.5°) mean of a 5′ grid loses, measured at 1,500 places; they hold the packing, the
  // orientation and the interpolation: a shift by one cell or month more than doubles the errors.
  for (const [where, chosen] of [
    ["land", points.filter(({ altitude }) => altitude > 0)],
    ["sea", points.filter(({ altitude }) => altitude <= 0)],
  ] as const) {
    it(`Linke turbidity on ${where}`, async () => {
      const climatology = await openClimatology();
      const errors = chosen.flatMap(({ latitude, longitude, turbidity }) =>
        climatology
          .linkeTurbidity(latitude, longitude)
          .map((value, month) => Math.abs(value - turbidity[month]! / scale)),
      );
      expect(errors.length).toBeGreaterThan(3000);
      expect(mean(errors)).toBeLessThan(0.06);
      expect(Math.max(...errors)).toBeLessThan(2);
    });
  }

  it("Linke turbidity at coasts and in mountains", async () => {
    const climatology = await openClimatology();
    const errors = steep.flatMap(({ latitude, longitude, turbidity }) =>
      climatology
        .linkeTurbidity(latitude, longitude)
        .map((value, month) => Math.abs(value - turbidity[month]! / scale)),
    );
    expect(errors.length).toBeGreaterThan(3000);
    // 0.183 without the detail.
    expect(mean(errors)).toBeLessThan(0.08);
  });

  it("Linke turbidity of Payerne, between lakes and Alps", async () => {
    const climatology = await openClimatology();
    // The original's cell, April to June; the plain grid has 3.68, 3.89 and 4.19.
    const [april, may, june] = climatology.linkeTurbidity(46.815, 6.944).slice(3, 6);
    expect(Math.abs(april! - 4.55)).toBeLessThan(0.25);
    expect(Math.abs(may! - 4.4)).toBeLessThan(0.1);
    expect(Math.abs(june! - 4.5)).toBeLessThan(0.1);
  });

  it("Linke turbidity has no step where the detail begins and ends", async () => {
    const climatology = await openClimatology();
    // Along 2° to the east. Of half a million values: an expect for each takes seconds.
    const largest = steep.map(({ latitude, longitude }) => {
      const walk = Array.from({ length: 201 }, (_, k) => climatology.linkeTurbidity(latitude, longitude + k / 100));
      return Math.max(
        ...walk.slice(1).map((next, k) => Math.max(...next.map((value, month) => Math.abs(value - walk[k]![month]!)))),
      );
    });
    expect(largest.every(Number.isFinite)).toBe(true);
    // It is 0.062, where the detail rises by 2 in a third of a degree.
    expect(Math.max(...largest)).toBeLessThan(0.07);
  });

  it("gives clear minutes half of the aerosol above 0.058, and nothing else", async () => {
    const climatology = await openClimatology();
    for (const { latitude, longitude } of points.slice(0, 100)) {
      const months = climatology.linkeTurbidity(latitude, longitude);
      const { altitude, around } = climatology.ground(latitude, longitude);
      const clear = climatology.clearTurbidity(latitude, longitude, { altitude: around });
      expect(climatology.clearTurbidity(latitude, longitude)).toEqual(
        climatology.clearTurbidity(latitude, longitude, { altitude }),
      );
      months.forEach((month, k) => {
        expect(clear[k]).toBeLessThanOrEqual(month);
        expect(clear[k]).toBeGreaterThan(1 + (month - 1) / 2);
      });
      // The map's own height changes nothing, nor does one that differs from it by no more than the relief.
      expect(climatology.clearTurbidity(latitude, longitude, { altitude: around + 250 })).toEqual(clear);
    }
    // Delhi in June has much of both.
    const [raw, clear] = [climatology.linkeTurbidity(28.6, 77.2)[5]!, climatology.clearTurbidity(28.6, 77.2)[5]!];
    expect(raw - clear).toBeGreaterThan(0.5);
    expect(() => climatology.clearTurbidity(91, 0)).toThrow(/clearTurbidity: latitude must be from -90 to 90/);
  });

  it("has less aerosol and water above the map's height, more below", async () => {
    const climatology = await openClimatology();
    const at = (altitude: number) => climatology.clearTurbidity(28.3, -16.5, { altitude });
    for (let month = 0; month < 12; month++) {
      const [sea, ridge, top] = [at(0), at(2373), at(3700)].map((months) => months[month]!) as [number, number, number];
      expect(ridge).toBeLessThan(sea - 0.3);
      expect(top).toBeLessThan(ridge);
      expect(top).toBeGreaterThanOrEqual(1.5);
    }
    expect(() => climatology.clearTurbidity(0, 0, { altitude: Number.NaN })).toThrow(
      /altitude must be a number from -500 to 9000/,
    );
    expect(() => climatology.clearTurbidity(0, 0, { altitude: "2" as never })).toThrow(TypeError);
  });

  // Greenland's and Antarctica's ice stands higher than the original, which has the rock beneath it.
  const isIce = ({ latitude, longitude }: Point) =>
    latitude < -60 || (latitude > 59 && latitude < 84 && longitude > -73 && longitude < -10);

  it("altitude", async () => {
    const climatology = await openClimatology();
    const errors = points
      .filter((point) => !isIce(point))
      .map(({ latitude, longitude, altitude }) =>
        Math.abs(climatology.altitude(latitude, longitude) - Math.max(altitude, 0)),
      );
    expect(mean(errors)).toBeLessThan(45);
    expect(Math.max(...errors)).toBeLessThan(1500);
  });

  it("altitude in mountains", async () => {
    const { ground } = await openClimatology();
    const found = hilly.filter((point) => !isIce(point));
    const off = (of: "altitude" | "around") =>
      found.map((point) => Math.abs(ground(point.latitude, point.longitude)[of] - Math.max(point.altitude, 0)));
    expect(found.length).toBeGreaterThan(200);
    // Half a step of 112 m, by no more than the floating point; the grid of half a degree alone has 198 m and 1,266 m.
    expect(Math.max(...off("altitude"))).toBeLessThan(56.1);
    expect(mean(off("altitude"))).toBeLessThan(30);
    expect(mean(off("around"))).toBeGreaterThan(150);
  });

  // Surveyed heights; a field of two degrees is smoother than the ice near its edge.
  it.each([
    ["Summit, Greenland", 72.58, -38.46, 3216, 200],
    ["NEEM, Greenland", 77.45, -51.06, 2450, 200],
    ["South Pole", -90, 0, 2835, 50],
    ["Vostok", -78.46, 106.84, 3488, 50],
    ["Dome A", -80.37, 77.35, 4093, 100],
  ])("altitude on ice: %s", async (_name, latitude, longitude, height, tolerance) => {
    const { altitude } = await openClimatology();
    expect(Math.abs(altitude(latitude, longitude) - height)).toBeLessThan(tolerance);
  });

  it("runs smoothly across the date line and to the poles", async () => {
    const climatology = await openClimatology();
    for (const latitude of [-90, -89.9, 0, 51.3, 90]) {
      expect(climatology.linkeTurbidity(latitude, 180)).toEqual(climatology.linkeTurbidity(latitude, -180));
      expect(climatology.altitude(latitude, 179.999999)).toBeCloseTo(climatology.altitude(latitude, -179.999999), 2);
    }
    expect(climatology.altitude(90, 0)).toBeCloseTo(climatology.altitude(89.9, 0), 6);
  });

  it("refuses what is no place", async () => {
    const climatology = await openClimatology();
    expect(() => climatology.linkeTurbidity(91, 0)).toThrow(/latitude must be from -90 to 90 degrees, got 91/);
    expect(() => climatology.altitude(0, Number.NaN)).toThrow(RangeError);
    const text = "45" as unknown as number;
    expect(() => climatology.altitude(text, 10)).toThrow(new TypeError("altitude: latitude must be a number, got 45"));
    await expect(standardTimeOffset(5, text)).rejects.toThrow(/standardTimeOffset: longitude must be a number/);
  });
});

describe("standard time", () => {
  it.each([
    ["Berlin", 52.5, 13.4, 1],
    ["Kathmandu", 27.7, 85.3, 5.75],
    ["Delhi", 28.6, 77.2, 5.5],
    ["Denver", 39.7, -105, -7],
    ["Sydney", -33.9, 151.2, 10],
    ["London", 51.5, -0.1, 0],
    ["Adelaide", -34.9, 138.6, 9.5],
    ["the mid-Atlantic", 0, -30, -2],
    ["Asunción", -25.3, -57.6, -3],
    ["Almaty", 43.2, 76.9, 5],
  ])("%s", async (_name, latitude, longitude, offset) => {
    expect(await standardTimeOffset(latitude, longitude)).toBe(offset);
  });
});

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
