import { describe, expect, it } from "vitest";
import { computeColumns, createWorkspace, type WeatherSeries } from "../../src/index.js";
import { pvwattsSystem } from "../../src/physics/models/pv/index.js";
import { moduleSnow } from "../../src/physics/models/snow/index.js";

/** Ten winter days: snow falls in the second night, it stays cold for three days, then the sun makes it slide. */
const HOURS = 240;
const weather: WeatherSeries = {
  start: "2024-01-10T00:00Z",
  interval: 3600,
  columns: {
    global_horizontal_irradiance: Array.from({ length: HOURS }, (_, h) => {
      const x = ((h % 24) + 0.5 - 12) / 4.2;
      return Math.max(0, 380 * (1 - x * x));
    }),
    temperature: Array.from({ length: HOURS }, (_, h) => (h < 120 ? -12 : -2)),
    snow_depth: Array.from({ length: HOURS }, (_, h) => (h < 26 ? 0 : h < 32 ? 40 * (h - 25) : 240)),
  },
};
const query = { lat: 47, lon: 0, frequency: "1_hour", parameters: "all", surface_tilt: 35, surface_azimuth: 180 };
const power = (snow: object, more: object = {}, context: object = {}) =>
  computeColumns({ ...query, ...more }, weather, { altitude: 0, ...snow, ...context }).values.pv_production!;
const SNOW = { snow: moduleSnow({ numStrings: 1 }) };
const day = (values: Float64Array, d: number) =>
  values.slice(24 * d, 24 * d + 24).reduce((sum, value) => sum + value, 0);

describe("snow on the modules", () => {
  it("takes nothing before it falls, everything while it lies, and slides off when it thaws", () => {
    const bare = power({});
    const snowy = power(SNOW);
    expect(day(snowy, 0)).toBe(day(bare, 0));
    expect(day(bare, 2)).toBeGreaterThan(1000);
    expect(day(snowy, 2)).toBe(0);
    expect(day(snowy, 9)).toBe(day(bare, 9));
    expect(snowy.every((value, i) => value >= 0 && value <= bare[i]!)).toBe(true);
  });

  it("with more strings along the slope, what is free already gives power", () => {
    const one = power(SNOW);
    const many = power({ snow: moduleSnow({ numStrings: 8 }) });
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    expect(sum(many)).toBeGreaterThan(sum(one));
  });

  it("does not depend on period, block size or frequency's cuts", () => {
    const whole = power(SNOW);
    const alone = power(SNOW, { start: "2024-01-14T00:00Z", end: "2024-01-15T00:00Z" });
    expect(alone).toEqual(whole.slice(96, 120));
    const small = computeColumns(query, weather, { altitude: 0, ...SNOW }, createWorkspace({ blockSize: 7 }));
    expect(small.values.pv_production).toEqual(whole);
  });

  it("works with a tracker and with a full system", () => {
    const pv = { models: { pv: { model: pvwattsSystem, options: {} } } };
    expect(day(power({}, {}, pv), 2)).toBeGreaterThan(1000);
    expect(day(power(SNOW, {}, pv), 2)).toBe(0);
    const tracked = power(SNOW, { tracking_mode: "1_axis" });
    expect(tracked.every(Number.isFinite)).toBe(true);
    expect(day(tracked, 2)).toBeLessThan(day(power({}, { tracking_mode: "1_axis" }), 2));
  });

  it("takes its share once, behind a flat horizon, too", () => {
    const context = { altitude: 0, snow: moduleSnow({ numStrings: 8 }), models: { pv: pvwattsSystem } };
    const { values } = computeColumns(query, weather, context);
    expect(values.pv_production_with_shading).toEqual(values.pv_production);
    const bare = computeColumns(query, weather, { ...context, snow: undefined as never }).values.pv_production!;
    expect(values.pv_production!.some((value, i) => value > 0 && value < bare[i]!)).toBe(true);
  });

  it.each(["default", "system"])(
    "takes of each hour what the loss of that hour is, behind hills, too (%s power)",
    (pv) => {
      const models = pv === "system" ? { models: { pv: pvwattsSystem } } : {};
      const request = { ...query, horizon: new Array(360).fill(8) };
      const snow = moduleSnow({ numStrings: 8 });
      const context = { altitude: 0, ...models };
      const bare = computeColumns(request, weather, context).values;
      const snowy = computeColumns(request, weather, { ...context, snow }).values;
      // Snow slides by what the open sky sends the plane.
      const loss = snow.loss({
        time: bare.pv_production!.map((_, h) => Date.UTC(2024, 0, 10, h)),
        snowDepth: Float64Array.from(weather.columns.snow_depth as number[]),
        poaIrradiance: bare.global_tilted_irradiance!,
        tempAir: Float64Array.from(weather.columns.temperature as number[]),
        surfaceTilt: new Float64Array(HOURS).fill(35),
      });
      const shares = new Set<number>();
      for (const name of ["pv_production", "pv_production_with_shading"] as const) {
        for (let h = 0; h < HOURS; h++) {
          if (bare[name]![h]! > 1) shares.add(Math.round(100 * loss[h]!));
          expect(Math.abs(snowy[name]![h]! - bare[name]![h]! * (1 - loss[h]!)), `${name}, hour ${h}`).toBeLessThan(
            1e-9,
          );
        }
      }
      // Hours of no loss, of a whole one and of some between, and hills that take something of the day.
      expect([...shares].sort((a, b) => a - b).at(0)).toBe(0);
      expect([...shares]).toContain(100);
      expect(shares.size).toBeGreaterThan(4);
      expect(day(bare.pv_production_with_shading!, 0)).toBeLessThan(0.95 * day(bare.pv_production!, 0));
    },
  );

  it.each(["a tracker", "gaps in the weather"])("takes the model's loss with %s", (which) => {
    const ghi = [...(weather.columns.global_horizontal_irradiance as number[])];
    if (which !== "a tracker") for (let h = 60; h < 84; h++) ghi[h] = Number.NaN;
    const series = { ...weather, columns: { ...weather.columns, global_horizontal_irradiance: ghi } };
    const request = { ...query, ...(which === "a tracker" ? { tracking_mode: "1_axis" } : {}) };
    const snow = moduleSnow({ numStrings: 8 });
    const bare = computeColumns(request, series, { altitude: 0 }).values;
    const snowy = computeColumns(request, series, { altitude: 0, snow }).values.pv_production!;
    const loss = snow.loss({
      time: bare.pv_production!.map((_, h) => Date.UTC(2024, 0, 10, h)),
      snowDepth: Float64Array.from(weather.columns.snow_depth as number[]),
      poaIrradiance: bare.global_tilted_irradiance!,
      tempAir: Float64Array.from(weather.columns.temperature as number[]),
      surfaceTilt: bare.surface_tilt as Float64Array,
    });
    const expected = bare.pv_production!.map((power, h) => power * (1 - (loss[h]! > 0 ? loss[h]! : 0)));
    const lost = expected.filter((power, h) => power < bare.pv_production![h]!);
    expect(lost.length).toBeGreaterThan(10);
    expected.forEach((power, h) => {
      if (Number.isNaN(power)) expect(snowy[h]).toBeNaN();
      else expect(Math.abs(snowy[h]! - power), `hour ${h}`).toBeLessThan(1e-9);
    });
  });

  it("does not depend on what else is asked for", () => {
    const alone = (name: string) => computeColumns({ ...query, parameters: name }, weather, { altitude: 0, ...SNOW });
    const whole = computeColumns(query, weather, { altitude: 0, ...SNOW }).values;
    expect(alone("pv_production").values.pv_production).toEqual(whole.pv_production);
    const { pv_production_with_shading: shaded } = alone("pv_production_with_shading").values;
    expect(shaded).toEqual(whole.pv_production_with_shading);
  });

  it("light that is missing is missing for the model, on a plane that the sun does not see, too", () => {
    const gap = [60, 61, 62]; // hours of a day
    const light = [...(weather.columns.global_horizontal_irradiance as number[])];
    for (const h of gap) light[h] = Number.NaN;
    const broken = { ...weather, columns: { ...weather.columns, global_horizontal_irradiance: light } };
    for (const plane of [{}, { surface_tilt: 90, surface_azimuth: 0 }, { tracking_mode: "1_axis" as const }]) {
      let seen: Float64Array | undefined;
      const loss = (series: { poaIrradiance: Float64Array }) => {
        seen = series.poaIrradiance.slice();
        return new Float64Array(series.poaIrradiance.length);
      };
      computeColumns({ ...query, ...plane } as typeof query, broken, { altitude: 0, snow: { loss } });
      expect(Array.from(seen!, (value, h) => (Number.isNaN(value) ? h : -1)).filter((h) => h >= 0)).toEqual(gap);
    }
  });

  it("without a snow depth there is no loss", () => {
    const { snow_depth: _, ...columns } = weather.columns;
    const noDepth = computeColumns(query, { ...weather, columns }, { altitude: 0, ...SNOW }).values.pv_production;
    expect(noDepth).toEqual(computeColumns(query, { ...weather, columns }, { altitude: 0 }).values.pv_production);
  });

  it("refuses what is no number of strings", () => {
    expect(() => power({ snow: true })).toThrow(/context\.snow must be a model from moduleSnow\(\)/);
    expect(() => moduleSnow({ numStrings: 0 })).toThrow(/numStrings must be a whole number of 1 or more, got 0/);
    expect(() => moduleSnow({ numStrings: "3" as never })).toThrow(TypeError);
  });
});
