import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { computeColumns, explain, type ObservationContext, RequestError, type WeatherSeries } from "../../src/index.js";
import { buildCase, draws } from "./cases.js";

const HOUR = 3_600_000;
const START = Date.UTC(2023, 5, 10);
const QUERY = { lat: 48, lon: 11, frequency: "1_hour", surface_tilt: 35, surface_azimuth: 170 };

function day(extra: WeatherSeries["columns"] = {}): WeatherSeries {
  const ghi = Array.from({ length: 24 }, (_, h) => Math.max(800 * Math.sin(((h - 3.5) / 16) * Math.PI), 0));
  return { start: START, interval: 3600, columns: { global_horizontal_irradiance: ghi, ...extra } };
}

describe("explain", () => {
  test("gives the values of computeColumns for any interval of any draw, whatever was requested", () => {
    fc.assert(
      fc.property(draws, (draw) => {
        const { query, weather, context } = buildCase(draw);
        const columns = computeColumns(query, weather, context);
        const i = Math.floor(randomNumbers(draw.weather.seed)() * columns.count);
        const time = columns.start + (i + 0.7) * columns.interval * 1000;
        const found = explain({ ...query, parameters: "temperature" }, weather, time, context);
        for (const [name, values] of Object.entries(columns.values)) {
          const value = Number.isNaN(values![i]!) ? null : values![i];
          expect(found.values[name as keyof typeof found.values], name).toBe(value);
        }
        expect(Date.parse(found.start)).toBe(columns.start + i * columns.interval * 1000);
        expect(Date.parse(found.end)).toBe(columns.start + (i + 1) * columns.interval * 1000);
      }),
      { seed: 99, numRuns: 60 },
    );
  });

  test("shows the weather as it was understood, and sub-steps that average to the values", () => {
    const context: ObservationContext = { altitude: 500 };
    const horizon = Array.from({ length: 360 }, (_, a) => (a > 60 && a < 120 ? 15 : 2));
    const found = explain(
      { ...QUERY, horizon },
      day({ temperature: new Array(24).fill(17) }),
      "2023-06-10T05:20Z",
      context,
    );
    expect(found).toMatchObject({ start: "2023-06-10T05:00:00Z", end: "2023-06-10T06:00:00Z" });
    expect(found.models).toEqual({
      ...{
        clearSky: "ineichenAltitude",
        decomposition: "dirintStarke",
        transposition: "perezDriesse",
        pv: "defaultPv",
      },
    });
    expect(found.weather).toHaveLength(1);
    const [weather] = found.weather;
    expect(weather!.start).toBe("2023-06-10T05:00:00Z");
    expect(weather!.temperature).toBe(17);
    const ghi = 800 * Math.sin((1.5 / 16) * Math.PI);
    expect(weather!.ghi).toBeCloseTo(ghi, 9);
    expect(weather!.directHorizontal! + weather!.dhi!).toBeCloseTo(ghi, 9);
    expect(weather!.dhi! / ghi).toBeCloseTo(weather!.diffuseFraction!, 9);

    expect(found.subSteps).toHaveLength(4);
    const mean = (value: (step: (typeof found.subSteps)[number]) => number) =>
      found.subSteps.reduce((sum, step) => sum + value(step) * step.weight!, 0) / 3600;
    expect(mean((s) => s.dni!)).toBeCloseTo(found.values.direct_normal_irradiance!, 9);
    expect(mean((s) => s.dhi!)).toBeCloseTo(found.values.diffuse_horizontal_irradiance!, 9);
    expect(mean((s) => s.directTilted!)).toBeCloseTo(found.values.direct_tilted_irradiance!, 9);
    expect(mean((s) => s.diffuseTiltedShaded!)).toBeCloseTo(found.values.diffuse_tilted_irradiance_with_shading!, 9);
    expect(mean((s) => s.clearGhi!)).toBeCloseTo(found.values.global_clear_sky_irradiance!, 9);

    // The clearness index of the interval, from its sub-steps.
    const extraterrestrial = mean((s) => s.extraterrestrialNormal! * Math.sin((s.elevation! * Math.PI) / 180));
    expect(weather!.extraterrestrialHorizontal).toBeCloseTo(extraterrestrial, 8);
    expect(weather!.kt).toBeCloseTo(ghi / extraterrestrial, 9);
    const cosine = mean((s) => Math.sin((s.elevation! * Math.PI) / 180));
    expect(weather!.apparentZenith).toBeCloseTo((Math.acos(cosine) * 180) / Math.PI, 8);

    for (const step of found.subSteps) {
      const { azimuth, line, elevation, visible, visibleAboveLine } = step;
      const a = Math.floor(azimuth!);
      expect(line).toBeCloseTo(horizon[a]! + (horizon[(a + 1) % 360]! - horizon[a]!) * (azimuth! - a), 9);
      expect(visible).toBe(1);
      // The share is the mean of a cell, in which the sun turns by 1° in 240 s.
      const way = 0.3 + step.weight! / 240;
      if (elevation! > line! + way) expect(visibleAboveLine).toBe(1);
      if (elevation! < line! - way) expect(visibleAboveLine).toBe(0);
    }
    expect(new Set(found.subSteps.map((step) => step.visibleAboveLine)).size).toBeGreaterThan(1);
  });

  test("is plain data without NaN, also at night and without a tracker or line", () => {
    const found = explain(QUERY, day(), START + 0.5 * HOUR);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(found.values.global_horizontal_irradiance).toBe(0);
    expect(found.values.temperature).toBeNull();
    expect(found.subSteps[0]).toMatchObject({ rotation: 0, line: 0, dni: 0 });
  });

  test("shows the tracker's rotation", () => {
    const found = explain({ ...QUERY, tracking_mode: "1_axis" }, day(), "2023-06-10T08:30Z");
    for (const step of found.subSteps) expect(step.rotation).toBeLessThan(0);
    expect(found.values.surface_azimuth).toBe(90);
  });

  test("explains an interval of the period that no weather reaches", () => {
    const period = { start: "2023-06-10T00:00Z", end: "2023-06-12T00:00Z" };
    const found = explain({ ...QUERY, ...period }, day(), "2023-06-11T12:00Z");
    expect(found.values.global_horizontal_irradiance).toBeNull();
    expect(found.values.global_clear_sky_irradiance).toBeGreaterThan(700);
    expect(found.weather[0]!.ghi).toBeNull();
  });

  test("explains a request of an endpoint whose window is past", () => {
    const now = "2023-06-10T12:00Z";
    const request = { ...QUERY, start: "-6hours", end: "now" };
    const found = explain(request, day(), "2023-06-10T08:00Z", { now });
    expect(found.start).toBe("2023-06-10T08:00:00Z");
  });

  test("refuses a time outside the period, and what is no time", () => {
    const period = { start: "2023-06-10T06:00Z", end: "2023-06-10T12:00Z" };
    for (const time of ["2023-06-10T05:59Z", "2023-06-10T12:00Z", START - HOUR]) {
      expect(() => explain({ ...QUERY, ...period }, day(), time)).toThrow(RangeError);
    }
    expect(() => explain(QUERY, day(), "noon")).toThrow(/time must be Unix ms or ISO/);
    expect(() => explain(QUERY, day(), Number.NaN)).toThrow(RangeError);
    expect(() => explain({ ...QUERY, lat: 100 }, day(), START)).toThrow(RequestError);
  });
});
