/** GHI over snow, split as over bare ground: the brightening itself, and what the engine makes of it. */
import { describe, expect, test } from "vitest";
import { computeColumns, explain, type ObservationContext, type WeatherSeries } from "../../../src/index.js";
import { overBareGroundRows } from "../../../src/physics/models/decomposition/over-snow.js";
import { albedoUnderSnow } from "../../../src/physics/models/transposition/plane.js";

const GHI = "global_horizontal_irradiance";
const DNI = "direct_normal_irradiance";
const DHI = "diffuse_horizontal_irradiance";

/** GHI as over bare ground, of one row. */
function bare(ghi: number, albedo: number, clear = 500): number {
  const out = Float64Array.of(Number.NaN);
  overBareGroundRows(0, 1, Float64Array.of(ghi), Float64Array.of(clear), Float64Array.of(albedo), out);
  return out[0]!;
}

describe("GHI as over bare ground", () => {
  test("of a clear sky over snow of 0.8 it is 4.4 % less, of dark overcast a third", () => {
    // (1 − 0.2·0.07)/(1 − 0.8·0.07): over black ground snow would add 6 %.
    expect(1000 / bare(1000, 0.8)).toBeCloseTo((1 - 0.2 * 0.07) / (1 - 0.8 * 0.07), 12);
    // Without any light that comes through, cloud sends 1/1.8 of what comes from below down again.
    const overcast = 0.07 + 0.93 / 1.8;
    expect(1e-9 / bare(1e-9, 0.8)).toBeCloseTo((1 - 0.2 * overcast) / (1 - 0.8 * overcast), 6);
  });

  test("is what was measured, to the last bit, up to an albedo of 0.3, where it is unknown, and in the dark", () => {
    for (const albedo of [0, 0.1, 0.2, 0.25, 0.3, Number.NaN]) expect(bare(123.456, albedo)).toBe(123.456);
    for (const ghi of [0, -3, Number.NaN]) expect(bare(ghi, 0.8)).toBe(ghi);
    const out = new Float64Array(2);
    const two = (albedo: number) => Float64Array.of(0.2, albedo);
    expect(overBareGroundRows(0, 2, Float64Array.of(5, 5), Float64Array.of(9, 9), two(0.3), out)).toBe(false);
    expect(overBareGroundRows(0, 2, Float64Array.of(5, 5), Float64Array.of(9, 9), two(0.31), out)).toBe(true);
  });

  test("grows with what is measured, falls with the albedo, and has no steps in either", () => {
    for (let albedo = 0.25; albedo <= 1; albedo += 0.0625) {
      for (let ghi = 1; ghi <= 700; ghi++) {
        const here = bare(ghi, albedo);
        expect(here).toBeLessThanOrEqual(ghi);
        const growth = here - bare(ghi - 1, albedo);
        expect(growth).toBeGreaterThan(0);
        expect(growth).toBeLessThan(2.5);
        const fall = here - bare(ghi, albedo + 1e-4);
        expect(fall).toBeGreaterThanOrEqual(0);
        expect(fall).toBeLessThan(0.15);
      }
    }
  });

  test("leaves 0.8·(1 − cloud) of the clear sky's where cloud and ground pass light to and fro", () => {
    // The sum itself, reflection by reflection, under a cloud layer above which the air is clear and sends nothing back.
    const [c, ground, clear] = [0.4, 0.75, 500];
    const lit = clear * (1 - 1.8 * c);
    const over = (albedo: number) =>
      Array.from({ length: 200 }, (_, k) => lit * (albedo * c) ** k).reduce((a, b) => a + b);
    // The clear sky's own 0.07 makes the rest: 1 to 3 %.
    expect(bare(over(ground), ground, clear) / over(0.2)).toBeGreaterThan(0.93);
    expect(bare(over(ground), ground, clear) / over(0.2)).toBeLessThan(1.03);
  });
});

const START = Date.UTC(2024, 0, 10);
const QUERY = { lat: 47, lon: 0, parameters: "all" } as const;

/** Four winter days of an unsteady sky, and columns beside it. */
function winter(interval: number, columns: WeatherSeries["columns"] = {}): WeatherSeries {
  const n = (4 * 86_400) / interval;
  const ghi = Float64Array.from({ length: n }, (_, i) => {
    const height = Math.sin(2 * Math.PI * (((i + 0.5) * interval) / 86_400 - 0.25)) - 0.2;
    return height > 0 ? 520 * height * (0.3 + 0.65 * Math.sin((i * interval) / 5000) ** 2) : 0;
  });
  return { start: START, interval, columns: { [GHI]: ghi, ...columns } };
}

const FREQUENCY = { 60: "1_minute", 900: "15_minutes", 3600: "1_hour" } as const;

const lightOf = (weather: WeatherSeries, context: ObservationContext = {}) =>
  computeColumns({ ...QUERY, frequency: FREQUENCY[weather.interval as 60] }, weather, { altitude: 300, ...context })
    .values;

const constant = (weather: WeatherSeries, value: number) => new Float64Array(weather.columns[GHI]!.length).fill(value);

describe("the engine", () => {
  test.each([60, 900, 3600])(
    "splits bright ground's light as before up to an albedo of 0.3, bit by bit (%i s)",
    (interval) => {
      const plain = winter(interval);
      const before = lightOf(plain);
      for (const ground of [0, 0.2, 0.3, Number.NaN]) {
        const after = lightOf(winter(interval, { albedo: constant(plain, ground) }));
        for (const name of [GHI, DNI, DHI] as const) expect(after[name]).toEqual(before[name]);
      }
      const thin = lightOf(winter(interval, { snow_depth: constant(plain, 8) }));
      expect(thin[DNI]).toEqual(before[DNI]);
    },
  );

  test.each([60, 900, 3600])("finds less beam over snow and keeps GHI (%i s)", (interval) => {
    const plain = winter(interval);
    const before = lightOf(plain);
    const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
    let last = before[DNI]!;
    for (const ground of [0.35, 0.5, 0.8]) {
      const snow = lightOf(winter(interval, { albedo: constant(plain, ground) }));
      snow[GHI]!.forEach((ghi, i) => {
        expect(ghi).toBeCloseTo(before[GHI]![i]!, 8);
      });
      expect(sum(snow[DNI]!)).toBeLessThan(sum(last));
      last = snow[DNI]!;
    }
    expect(sum(last)).toBeLessThan(0.9 * sum(before[DNI]!));
  });

  test("takes the albedo under snow where none is measured, and never the context's", () => {
    const plain = winter(900);
    const depth = 60;
    const snow = lightOf(winter(900, { snow_depth: constant(plain, depth) }));
    expect(snow[DNI]).toEqual(lightOf(winter(900, { albedo: constant(plain, albedoUnderSnow(depth)) }))[DNI]);
    const implausible = { albedo: constant(plain, 1.5), snow_depth: constant(plain, depth) };
    expect(lightOf(winter(900, implausible))[DNI]).toEqual(snow[DNI]);
    // Gravel on a roof is no snow around it; and snow lies around it, whatever is on the roof.
    expect(lightOf(plain, { albedo: 0.8 })[DNI]).toEqual(lightOf(plain)[DNI]);
    expect(lightOf(winter(900, { snow_depth: constant(plain, depth) }), { albedo: 0.1 })[DNI]).toEqual(snow[DNI]);
  });

  test("leaves alone what has its components", () => {
    const plain = winter(900);
    const parts = { [DHI]: Float64Array.from(plain.columns[GHI]!, (ghi) => 0.4 * ghi!) };
    const bright = { ...parts, albedo: constant(plain, 0.8) };
    expect(lightOf(winter(900, bright))[DNI]).toEqual(lightOf(winter(900, parts))[DNI]);
  });

  test("keeps the light on the horizontal of rows without snow, beside rows with it", () => {
    const plain = winter(900);
    const melted = constant(plain, 0.8);
    melted.fill(0.2, 2 * 96);
    const [before, after] = [lightOf(plain), lightOf(winter(900, { albedo: melted }))];
    expect(after[DHI]!.slice(2 * 96)).toEqual(before[DHI]!.slice(2 * 96));
    expect(after[DHI]!.slice(0, 2 * 96)).not.toEqual(before[DHI]!.slice(0, 2 * 96));
    // Row by row where no course within an interval looks at its neighbours, in the middle of a day, too.
    const albedo = Float64Array.from(plain.columns[GHI]!, (_, i) => (i % 5 < 2 ? 0.8 : 0.3));
    const [bare, mixed] = [lightOf(plain, { spread: "step" }), lightOf(winter(900, { albedo }), { spread: "step" })];
    let brighter = 0;
    albedo.forEach((ground, i) => {
      if (ground === 0.3) expect(mixed[DNI]![i]).toBe(bare[DNI]![i]);
      else if (mixed[DNI]![i]! < bare[DNI]![i]!) brighter++;
    });
    expect(brighter).toBeGreaterThan(30);
  });

  test("explains it", () => {
    const plain = winter(3600);
    const noon = START + 12 * 3_600_000;
    const told = (weather: WeatherSeries) =>
      explain({ ...QUERY, frequency: "1_hour" }, weather, noon, { altitude: 300 });
    const snow = told(winter(3600, { albedo: constant(plain, 0.8) }));
    expect(snow.plan.light.seesSnow).toBe(true);
    const { ghi, ghiOverBareGround, diffuseFraction } = snow.weather[0]!;
    expect(ghiOverBareGround!).toBeLessThan(0.96 * ghi!);
    expect(diffuseFraction!).toBeGreaterThan(told(plain).weather[0]!.diffuseFraction!);
    expect(told(winter(3600, { albedo: constant(plain, 0.2) })).weather[0]!.ghiOverBareGround).toBeNull();
    expect(told(plain).plan.light.seesSnow).toBe(false);
  });
});
