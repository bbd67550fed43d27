/** The most light that an interval can have while the sun is below the horizon (src/engine/weather-grid/interval-sky.ts). */
import { describe, expect, test } from "vitest";
import { mostInTwilight } from "../../src/data/weather/limits.js";
import { computeColumns, type ObservationContext, type WeatherSeries } from "../../src/index.js";
import { iso, roughSun } from "./cases.js";

const GHI = "global_horizontal_irradiance";
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** 30·((e + 6)/6)³ W/m² at an apparent elevation in degrees. */
const limitAt = (elevation: number) => 30 * Math.max((elevation + 6) / 6, 0) ** 3;
const elevationAt = (time: number, lat: number, lon = 0) => roughSun(time, lat, lon).elevation;

/** The first minute of the day whose sun is above `elevation` at its end. */
function crossing(day: number, elevation: number, lat: number): number {
  for (let time = day; time < day + 24 * HOUR; time += MINUTE) {
    if (elevationAt(time + MINUTE, lat) > elevation) return time;
  }
  throw new Error("the sun stays below");
}

/** GHI in steps of `interval` seconds from `start`, as `frequency`. */
function run(lat: number, start: number, interval: number, ghi: number[], frequency: string, more: object = {}) {
  const { sampling = "average", ...context } = more as ObservationContext & Pick<WeatherSeries, "sampling">;
  const at = sampling === "instant" ? start + interval * 500 : start; // the same intervals: instants are their middles
  const query = {
    ...{ lat, lon: 0, frequency, parameters: [GHI, "diffuse_horizontal_irradiance"].join() },
    ...{ start: iso(start), end: iso(start + ghi.length * interval * 1000) },
  };
  const weather: WeatherSeries = { start: at, interval, sampling, columns: { [GHI]: ghi } };
  const { values, diagnostics, start: first } = computeColumns(query, weather, { altitude: 0, ...context });
  return { first, ghi: values[GHI]!, dhi: values.diffuse_horizontal_irradiance!, counts: diagnostics.counts };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** No minute with the sun down has more than the limit at its higher end, by an independent sun. */
function expectBelowLimit(lat: number, first: number, ghi: Float64Array): void {
  for (const [k, value] of ghi.entries()) {
    const time = first + k * MINUTE;
    const highest = Math.max(elevationAt(time, lat), elevationAt(time + MINUTE, lat));
    if (highest <= 0) expect(value, iso(time)).toBeLessThanOrEqual(limitAt(highest + 0.03) + 0.01);
  }
}

describe("the limit", () => {
  test("is the mean of 30·((e + 6)/6)³ over the time, close to the cube of degrees", () => {
    for (const [high, low] of [
      [0, -1],
      [-0.5, -0.5],
      [-1, -4],
      [-3, -6],
      [-2, -9],
      [-5, -20],
    ] as const) {
      const [top, bottom] = [Math.sin((high * Math.PI) / 180), Math.sin((low * Math.PI) / 180)];
      let sum = 0;
      const parts = 20_000;
      for (let k = 0; k < parts; k++) {
        const sine = bottom + ((k + 0.5) / parts) * (top - bottom);
        sum += limitAt((Math.asin(sine) * 180) / Math.PI);
      }
      // At −6° the sine is 0.37 % nearer than degrees, its cube 1.1 %.
      expect(Math.abs(mostInTwilight(top, bottom) / (sum / parts) - 1)).toBeLessThan(0.011);
    }
    expect(mostInTwilight(0, 0)).toBeCloseTo(30, 12);
    expect(mostInTwilight(Math.sin(-0.106), Math.sin(-0.2))).toBe(0);
  });
});

describe("an hour", () => {
  const equinox = Date.UTC(2023, 2, 20);

  test("that ends a minute after −6° has no minute of 120 W/m² any more", () => {
    const dusk = crossing(equinox, -6, 50);
    const found = run(50, dusk - 59 * MINUTE, 3600, [2, 50], "1_minute");
    const hour = found.ghi.subarray(0, 60);
    expect(Math.max(...hour)).toBeLessThan(0.1);
    expect(found.counts.twilight_excess).toBe(1);
  });

  test("with sunrise inside keeps its mean; what its twilight cannot have is in its sunlit minutes", () => {
    const sunrise = crossing(equinox, 0, 50);
    for (const spread of ["smooth", "step"] as const) {
      for (const ghi of [2, 8, 15]) {
        const found = run(50, sunrise - 35 * MINUTE, 3600, [ghi, 150], "1_minute", { spread });
        expect(mean(found.ghi.subarray(0, 60))).toBeCloseTo(ghi, 9);
        expectBelowLimit(50, found.first, found.ghi);
        expect(found.counts.twilight_excess).toBe(0);
      }
    }
  });

  test("with more than its sun and twilight can have together loses the rest, once", () => {
    const sunrise = crossing(equinox, 0, 50);
    const found = run(50, sunrise - 55 * MINUTE, 3600, [80, 300], "1_minute");
    const kept = mean(found.ghi.subarray(0, 60));
    // Five sunlit minutes of at most some 120 W/m² and the twilight's (30/4)·(6°/8.4°) before them.
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(18);
    expect(found.counts.twilight_excess).toBe(1);
    expectBelowLimit(50, found.first, found.ghi);
    expect(mean(found.ghi.subarray(60, 120))).toBeCloseTo(300, 9);
  });

  test("keeps its mean however few sub-steps it has, if a part of it is sunlit", () => {
    const sunrise = crossing(equinox, 0, 50);
    for (const subSteps of [1, 2, 3, 7, "auto"] as const) {
      const found = run(50, Math.floor(sunrise / HOUR) * HOUR, 3600, [12, 150], "1_hour", { subSteps });
      expect(found.ghi[0]).toBeCloseTo(12, 9);
      expect(found.counts.twilight_excess).toBe(0);
    }
  });

  test("gets the same mean in every output and period", () => {
    const dusk = Math.floor(crossing(equinox, -6, 50) / HOUR) * HOUR;
    const weather = [0, 20, 40, 150, 300];
    const hours = run(50, dusk - HOUR, 3600, weather, "1_hour");
    for (const frequency of ["1_minute", "15_minutes"]) {
      const fine = run(50, dusk - HOUR, 3600, weather, frequency);
      const per = fine.ghi.length / weather.length;
      expect(fine.counts.twilight_excess).toBe(hours.counts.twilight_excess);
      for (let h = 0; h < weather.length; h++) {
        // The limit of a cell with the end of the twilight in it depends a little on where its cells begin.
        expect(Math.abs(mean(fine.ghi.subarray(h * per, (h + 1) * per)) - hours.ghi[h]!)).toBeLessThan(0.1);
      }
    }
  });
});

describe("minutes before sunrise", () => {
  const sunrise = crossing(Date.UTC(2023, 8, 1), 0, 40);
  const start = sunrise - 40 * MINUTE;

  test.each(["average", "instant"] as const)(
    "(%s) have the limit of their own sun at most, and are counted",
    (sampling) => {
      const given = new Array(40).fill(35);
      const found = run(40, start, 60, given, "1_minute", { sampling });
      expectBelowLimit(40, found.first, found.ghi);
      const limited = found.ghi.filter((value) => value < 35 - 1e-9).length;
      expect(limited).toBeGreaterThan(30);
      expect(found.counts.twilight_excess! + found.counts.light_at_night!).toBe(limited);
      for (let k = 1; k < 30; k++) expect(found.ghi[k]!).toBeGreaterThanOrEqual(found.ghi[k - 1]!);
    },
  );

  test("keep what twilight has: nothing changes and nothing is counted", () => {
    const given = Array.from({ length: 40 }, (_, k) => 0.4 * limitAt(elevationAt(start + (k + 0.5) * MINUTE, 40)));
    for (const subSteps of ["auto", 1] as const) {
      const found = run(40, start, 60, given, "1_minute", { subSteps, models: { decomposition: "erbsDriesse" } });
      for (const [k, value] of given.entries()) expect(found.ghi[k]).toBeCloseTo(value, 12);
      expect(found.counts.twilight_excess).toBe(0);
    }
  });

  test("that are missing stay missing, and are not counted", () => {
    const given = [Number.NaN, 35, Number.NaN, 35, Number.NaN];
    const found = run(40, sunrise - 20 * MINUTE, 60, given, "1_minute");
    expect([...found.ghi].map(Number.isNaN)).toEqual([true, false, true, false, true]);
    expect(found.counts.twilight_excess).toBe(2);
  });
});

describe("near the poles", () => {
  test("a day of twilight keeps what it can have, and the rest goes", () => {
    const day = Date.UTC(2023, 11, 21);
    const noon = elevationAt(day + 12 * HOUR, 69);
    expect(noon).toBeGreaterThan(-4);
    expect(noon).toBeLessThan(-1);
    const little = run(
      69,
      day,
      3600,
      Array.from({ length: 24 }, (_, h) => (h === 11 ? 2 : 0)),
      "1_hour",
    );
    expect(little.ghi[11]).toBeCloseTo(2, 12);
    expect(little.counts.twilight_excess).toBe(0);
    const much = run(
      69,
      day,
      3600,
      Array.from({ length: 24 }, (_, h) => (h === 11 ? 60 : 0)),
      "1_hour",
    );
    const times = Array.from({ length: 60 }, (_, k) => limitAt(elevationAt(day + 11 * HOUR + (k + 0.5) * MINUTE, 69)));
    // The independent sun is refracted that far down, too, by up to 0.02° (3 % here); over half an hour near noon, a sub-step of
    // twilight, the sun does not sink evenly, as the limit's mean takes it to (below 1 %).
    expect(Math.abs(much.ghi[11]! / (times.reduce((a, b) => a + b) / 60) - 1)).toBeLessThan(0.04);
    expect(much.dhi[11]).toBe(much.ghi[11]);
    expect(much.counts.twilight_excess).toBe(1);
  });

  test("under the midnight sun nothing is limited", () => {
    const ghi = Array.from({ length: 24 }, (_, h) => 100 - 50 * Math.cos((h / 12) * Math.PI));
    const found = run(69, Date.UTC(2023, 5, 21), 3600, ghi, "1_hour");
    for (const [h, value] of ghi.entries()) expect(found.ghi[h]).toBeCloseTo(value, 9);
    expect(found.counts.twilight_excess).toBe(0);
  });

  test("a whole day as one interval keeps its mean through a night that is all twilight", () => {
    const day = Date.UTC(2023, 5, 21);
    expect(elevationAt(day, 63)).toBeLessThan(-3);
    const found = run(63, day, 86_400, [200], "1_minute");
    expect(mean(found.ghi)).toBeCloseTo(200, 9);
    expectBelowLimit(63, found.first, found.ghi);
    expect(found.counts.twilight_excess).toBe(0);
  });
});
