/** The value of a forecast lies in its own band: drawn runs, seasons, hemispheres, planes, limits, steps. */
import { describe, expect, test } from "vitest";
import { type Corrected, correctForecast } from "../../../../src/answers/forecast/index.js";
import { PowerCurve } from "../../../../src/answers/yield/forecast/bands.js";
import { forecastPower, type PowerForecast, type YieldSystem } from "../../../../src/answers/yield/index.js";
import type { WeatherSeries } from "../../../../src/data/weather/series.js";
import { Random } from "../../../../src/foundation/statistics/random.js";
import { clearSkyOn } from "../../../../src/physics/sky/clear-sky.js";

const HOUR = 3_600_000;
const plane = (surfaceTilt: number, surfaceAzimuth: number, kwp = 8) => ({ surfaceTilt, surfaceAzimuth, kwp });
const SYSTEMS: Readonly<Record<string, YieldSystem>> = {
  "a wall to the east": { planes: [plane(90, 90)] },
  "a wall to the west": { planes: [plane(90, 270)] },
  "a wall to the north": { planes: [plane(90, 0)] },
  "30° to the south": { planes: [plane(30, 180)] },
  "60° to the north": { planes: [plane(60, 0)] },
  horizontal: { planes: [plane(0, 180)] },
  "east and west, cut by the inverter": { planes: [plane(35, 90, 4), plane(35, 270, 4)], dcAcRatio: 1.8 },
  "cut by the grid": { planes: [plane(30, 180)], exportLimit: 2 },
  "a tracker": { planes: [{ trackingMode: "1_axis", kwp: 8 }] },
};
/** Latitude, first day, whether the run has a beam of its own. */
const RUNS = [
  [48, Date.UTC(2024, 5, 20), false],
  [48, Date.UTC(2024, 11, 10), true],
  [-33, Date.UTC(2024, 11, 20), false],
  [-1, Date.UTC(2024, 2, 20), true],
] as const;

/** Days of drawn clouds: bright ones, dull ones, and those between. */
function drawnRun(latitude: number, start: number, hasBeam: boolean, seed: number): Corrected {
  const place = { latitude, longitude: 8, altitude: 300, linkeTurbidity: 3 };
  const { global, direct } = clearSkyOn({ start, step: HOUR, count: 72 }, place, 3);
  const random = new Random(seed);
  let drawn = 0;
  const draw = () => random.uniform(0, drawn++, 0, 0);
  const days = [0, 1, 2].map(() => 0.25 + 0.75 * draw());
  const light = global.map(
    (value, hour) => value * Math.min(1.05, days[Math.floor(hour / 24)]! * (0.7 + 0.6 * draw())),
  );
  const beam = direct.map((value, hour) => Math.min(0.5 * value, 0.8 * light[hour]!));
  const parts = hasBeam && {
    direct_horizontal_irradiance: beam,
    diffuse_horizontal_irradiance: light.map((v, k) => v - beam[k]!),
  };
  const columns = { global_horizontal_irradiance: light, ...parts, temperature: new Float64Array(72).fill(15) };
  const run: WeatherSeries = { start, interval: 3600, columns, place };
  const now = start + 4 * HOUR;
  const nothing = { start: now, interval: 900, columns: { global_horizontal_irradiance: [Number.NaN] } };
  return correctForecast(run, nothing, { now, place, climatology: 0.6 });
}

type Names = readonly `p${number}`[];
const USUAL: Names = ["p10", "p90"];

function forecast(
  system: YieldSystem,
  corrected: Corrected,
  frequency: "15_minutes" | "1_hour",
  names = USUAL,
): PowerForecast {
  const now = new Date(corrected.series.start).getTime() + 4 * HOUR;
  const options = { now, frequency, bands: { names, corrected }, period: { start: now, end: now + 48 * HOUR } };
  return forecastPower(corrected.series, system, options);
}

describe.each(Object.entries(SYSTEMS))("%s", (_, system) => {
  test.each(["15_minutes", "1_hour"] as const)(
    "in means of %s: no value and no day outside of P10 to P90",
    (frequency) => {
      RUNS.forEach(([latitude, start, hasBeam], seed) => {
        const { columns, quantiles, days, planes, count } = forecast(
          system,
          drawnRun(latitude, start, hasBeam, seed + 1),
          frequency,
        );
        const [low, high] = [quantiles!.p10!, quantiles!.p90!];
        let known = 0;
        for (let row = 0; row < count; row++) {
          const value = columns.acPower[row]!;
          const parts = planes.reduce((sum, { acPower }) => sum + acPower[row]!, 0);
          expect(Math.abs(parts - value)).toBeLessThan(1e-6);
          if (Number.isNaN(low[row]!)) continue;
          known++;
          expect(value).toBeGreaterThanOrEqual(low[row]!);
          expect(value).toBeLessThanOrEqual(high[row]!);
        }
        expect(known).toBe(count);
        const told = days.filter((day) => day.quantiles !== null);
        expect(told.length).toBeGreaterThan(0);
        for (const { energy, quantiles: ofDay } of told) {
          expect(energy!).toBeGreaterThanOrEqual(ofDay!.p10! - 1e-9);
          expect(energy!).toBeLessThanOrEqual(ofDay!.p90! + 1e-9);
        }
      });
    },
  );

  /** Between the seven levels power is taken as straight: in the mean of the hours that is off by less than 0.3 % of the nominal power. */
  test("seven levels of light and thirty-three tell the same, and what is asked for moves values by less than a thousandth", () => {
    const run = drawnRun(48, RUNS[0][1], false, 7);
    const many = Array.from({ length: 33 }, (_, k) => `p${3 * k + 1}` as const).filter((name) => name !== "p10");
    const few = forecast(system, run, "1_hour");
    const fine = forecast(
      system,
      run,
      "1_hour",
      [...many, ...USUAL].sort((a, b) => +a.slice(1) - +b.slice(1)),
    );
    const off = { p10: 0, p90: 0, mean: 0 };
    for (let row = 0; row < few.count; row++) {
      for (const name of ["p10", "p90"] as const)
        off[name] += Math.abs(fine.quantiles![name]![row]! - few.quantiles![name]![row]!) / few.count;
      const mean = many.reduce((sum, name) => sum + fine.quantiles![name]![row]!, 0) / many.length;
      // Where the limit keeps the mean at P10, it moves with what is known of P10.
      expect(Math.abs(fine.columns.acPower[row]! - few.columns.acPower[row]!)).toBeLessThan(0.001 * 8000);
      off.mean += Math.abs(mean - few.columns.acPower[row]!) / few.count;
    }
    for (const watts of Object.values(off)) expect(watts).toBeLessThan(0.003 * 8000);
  });
});

/** Power over the light's probability: its quantiles and mean against a hundred thousand ranks. */
test.each([
  ["a hill", [0.02, 0.3, 0.5, 0.98], [100, 900, 800, 100]],
  ["a valley", [0.1, 0.5, 0.9], [500, 100, 600]],
  ["flat tops", [0.02, 0.2, 0.5, 0.7, 0.98], [0, 400, 400, 100, 400]],
  ["what falls", [0.02, 0.98], [700, 100]],
  ["nothing", [0.02, 0.98], [0, 0]],
])("the distribution of a row of %s", (_, p, power) => {
  const curve = new PowerCurve(p.length);
  curve.begin();
  for (const [k, at] of p.entries()) curve.add(at, power[k]!);
  const ranks = Float64Array.from({ length: 100_000 }, (_, k) => {
    const u = (k + 0.5) / 100_000;
    const next = p.findIndex((at) => at >= u);
    if (next < 1) return next === 0 ? power[0]! : power.at(-1)!;
    const share = (u - p[next - 1]!) / (p[next]! - p[next - 1]!);
    return power[next - 1]! + share * (power[next]! - power[next - 1]!);
  });
  expect(curve.mean()).toBeCloseTo(ranks.reduce((sum, value) => sum + value, 0) / ranks.length, 3);
  const asked = p.filter((at) => at > 0.05);
  const out = asked.map(() => new Float64Array(1));
  curve.quantiles(asked, out, 0);
  ranks.sort();
  for (const [q, at] of asked.entries())
    expect(Math.abs(out[q]![0]! - ranks[Math.floor(at * 100_000)]!)).toBeLessThan(0.1);
});

describe("a plane that faces away from the light", () => {
  const run = (latitude: number) => drawnRun(latitude, RUNS[0][1], false, 3).series;
  const told = (latitude: number, planes: readonly object[]) => {
    const series = run(latitude);
    const now = new Date(series.start).getTime() + 4 * HOUR;
    return forecastPower(series, { planes }, { now }).notices.filter(({ code }) => code === "azimuth");
  };

  test.each([
    ["a roof to the north", 50, [plane(30, 0)], 180],
    ["a roof to the south of the southern hemisphere", -34, [plane(30, 180)], 0],
    ["a wall to the north-west", 50, [plane(90, 315)], 180],
  ])("is told in a forecast, whatever its few days bring: %s", (_, latitude, planes, better) => {
    const [notice] = told(latitude, planes);
    expect(notice!.message).toMatch(
      new RegExp(`gets \\d+ % less light in a year than one of azimuth ${better}°.*in PVGIS 0 is south`),
    );
  });

  test.each([
    ["a roof to the south-west", 50, [plane(30, 225)]],
    ["a roof to the north of the southern hemisphere", -34, [plane(30, 0)]],
    ["a roof to both sides", 50, [plane(30, 90), plane(30, 270)]],
    ["a flat roof", 50, [plane(0, 0)]],
    ["near the equator", 2, [plane(15, 180)]],
    ["a tracker", 50, [{ trackingMode: "1_axis", kwp: 8 }]],
  ])("is not told of %s", (_, latitude, planes) => expect(told(latitude, planes)).toEqual([]));
});
