/** A run that comes true: its power is what a yield of the same weather gives. */
import { beforeAll, describe, expect, test } from "vitest";
import { forecastPower, type YieldSystem, yieldSeries } from "../../../../src/answers/yield/index.js";
import { loadSample } from "../../../../src/data/weather/node.js";
import type { WeatherSeries } from "../../../../src/data/weather/series.js";
import { HOUR } from "../../../../src/foundation/time/calendar.js";

let sample: WeatherSeries;
/** Four days of the sample's winter, some of them with snow that falls and lies. */
let winter: WeatherSeries;
let summer: WeatherSeries;

beforeAll(async () => {
  sample = await loadSample();
  summer = stretch(sample, 4100, 96);
  const cold = stretch(sample, 300, 96);
  const falls = Float64Array.from({ length: 96 }, (_, hour) => (hour > 20 && hour < 30 ? 1.5 : 0));
  const temperature = Float64Array.from({ length: 96 }, (_, hour) => -6 + hour / 12);
  winter = { ...cold, columns: { ...cold.columns, temperature, snowfall: falls } };
});

function stretch(series: WeatherSeries, from: number, count: number): WeatherSeries {
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    Float64Array.from(values as Float64Array).subarray(from, from + count),
  ]);
  return { ...series, start: new Date(series.start).getTime() + from * HOUR, columns: Object.fromEntries(columns) };
}

const roof = { surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 };
const SYSTEMS: { readonly [name: string]: YieldSystem } = {
  "one plane": { planes: [roof] },
  "two planes on one inverter": {
    planes: [
      { surfaceTilt: 10, surfaceAzimuth: 90, kwp: 4 },
      { surfaceTilt: 10, surfaceAzimuth: 270, kwp: 4 },
    ],
    inverter: { acPower: 5 },
  },
  clipping: { planes: [roof], dcAcRatio: 2 },
  "an export limit": { planes: [roof, { ...roof, surfaceAzimuth: 90 }], exportLimit: 4.2 },
  "a tracker with cables and a transformer": {
    planes: [{ trackingMode: "1_axis", kwp: 1000 }],
    cabling: { dc: 1, ac: 1 },
    transformer: { noLoad: 0.2, load: 0.9 },
  },
  "no snow on the modules": { planes: [roof], snow: "none" },
};

describe.each(Object.entries(SYSTEMS))("%s", (_, system) => {
  test.each(["1_hour", "15_minutes"] as const)("in means of %s, in summer and in snow", (frequency) => {
    for (const weather of [summer, winter]) {
      const now = new Date(weather.start).getTime();
      const forecast = forecastPower(weather, system, { now, frequency });
      const { columns, planes } = yieldSeries(weather, system, { frequency });
      expect(forecast.count).toBe(columns.ac.length);
      for (let row = 0; row < forecast.count; row++) {
        expect(Math.abs(forecast.columns.acPower[row]! - Math.max(0, columns.ac[row]!))).toBeLessThan(1e-9);
        expect(Math.abs(forecast.columns.snowLoss[row]! - columns.snow_loss[row]!)).toBeLessThan(1e-9);
        planes.forEach((plane, k) => {
          expect(Math.abs(forecast.planes[k]!.acPower[row]! - Math.max(0, plane.columns.ac[row]!))).toBeLessThan(1e-9);
        });
      }
    }
  });
});

test("the systems do what they are here for: one is cut, one limited, one loses power to snow, one draws power at night", () => {
  const at = (weather: WeatherSeries, name: string) =>
    forecastPower(weather, SYSTEMS[name]!, { now: new Date(weather.start).getTime() });
  const most = (weather: WeatherSeries, name: string) => Math.max(...at(weather, name).columns.acPower);
  // What swings within the hours is cut, too: their means stay a little below the limit.
  expect(most(summer, "clipping")).toBeGreaterThan(3900);
  expect(most(summer, "clipping")).toBeLessThanOrEqual(4000);
  expect(most(summer, "an export limit")).toBeGreaterThan(4100);
  expect(most(summer, "an export limit")).toBeLessThanOrEqual(4200);
  expect(Math.max(...at(winter, "one plane").columns.snowLoss)).toBeGreaterThan(100);
  expect(Math.max(...at(winter, "no snow on the modules").columns.snowLoss)).toBe(0);
  const codes = at(summer, "a tracker with cables and a transformer").notices.map(({ code }) => code);
  expect(codes).toContain("night");
  expect(Math.min(...at(summer, "a tracker with cables and a transformer").columns.acPower)).toBe(0);
});

test("a day's energy is the sum of its rows, and that of today whole when the rows begin now", () => {
  const now = new Date(summer.start).getTime() + 34.3 * HOUR;
  const period = { start: now, end: now + 48 * HOUR };
  const { days, energy } = forecastPower(summer, SYSTEMS["one plane"]!, { now, period, timeZone: "America/New_York" });
  const all = forecastPower(summer, SYSTEMS["one plane"]!, { now, frequency: "15_minutes" });
  const sum = (from: number, to: number) => {
    let kWh = 0;
    for (let row = 0; row < all.count; row++) {
      const start = all.start + row * 900_000;
      const share = Math.max(0, Math.min(start + 900_000, to) - Math.max(start, from)) / 900_000;
      kWh += (all.columns.acPower[row]! / 4000) * share;
    }
    return kWh;
  };
  expect(days.length).toBe(3);
  for (const day of days) {
    expect(day.end - day.start).toBe(24 * HOUR);
    expect(new Date(day.start).getUTCHours()).toBe(4);
  }
  for (const day of days.slice(0, 2)) expect(day.energy).toBeCloseTo(sum(day.start, day.end), 9);
  // The weather ends at 8 o'clock of the third.
  expect(days[2]).toMatchObject({ energy: null, remaining: null });
  expect(days[2]!.missing).toBeGreaterThan(0.2);
  expect(energy.today).toBe(days[0]!.energy);
  expect(energy.remainingToday).toBeCloseTo(sum(now, days[0]!.end), 9);
  expect(energy.tomorrow).toBe(days[1]!.energy);
});
