/** Bands of power: in order, within the limits, narrower for a day than for its hours taken as one. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Corrected, correctForecast } from "../../../../src/answers/forecast/index.js";
import { forecastPower, type PowerForecast, type YieldSystem } from "../../../../src/answers/yield/index.js";
import type { WeatherSeries } from "../../../../src/data/weather/series.js";
import { clearSkyOn } from "../../../../src/physics/sky/clear-sky.js";
import { ghiSeries } from "../../forecast/ghi-series.js";

const HOUR = 3_600_000;
const start = Date.UTC(2026, 5, 21);
const now = start + 6 * HOUR;
const place = { latitude: 47.4, longitude: 8.5, altitude: 430 };
const names = ["p5", "p10", "p50", "p90", "p95"] as const;
const roof = { surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 };

/** A run of half-covered days, with or without a beam of its own. */
function runOf(hasBeam: boolean): WeatherSeries {
  const { global, direct } = clearSkyOn({ start, step: HOUR, count: 96 }, place, 3);
  const light = global.map((value, hour) => value * (0.6 + 0.25 * Math.sin(hour)));
  const beam = direct.map((value, hour) => Math.min(0.4 * value, 0.7 * light[hour]!));
  const parts = {
    direct_horizontal_irradiance: beam,
    diffuse_horizontal_irradiance: light.map((value, k) => value - beam[k]!),
  };
  const temperature = new Float64Array(96).fill(18);
  const columns = { global_horizontal_irradiance: light, ...(hasBeam && parts), temperature };
  return { start, interval: 3600, columns, place };
}

let corrected: Corrected;
beforeAll(() => {
  corrected = correct(runOf(false));
});

function correct(run: WeatherSeries): Corrected {
  const nothing = { start: now, interval: 900, columns: { global_horizontal_irradiance: [Number.NaN] } };
  return correctForecast(run, nothing, { now, place: { ...place, linkeTurbidity: 3 }, climatology: 0.6 });
}

function forecast(system: YieldSystem, frequency: "15_minutes" | "1_hour", of = corrected): PowerForecast {
  const bands = { names, corrected: of };
  return forecastPower(of.series, system, { now, frequency, bands, period: { start: now, end: now + 48 * HOUR } });
}

describe.each(["15_minutes", "1_hour"] as const)("in means of %s", (frequency) => {
  test.each([
    ["one plane", { planes: [roof] }],
    [
      "planes that face away from the sun",
      { planes: [0, 90].map((surfaceAzimuth) => ({ ...roof, surfaceTilt: 80, surfaceAzimuth })) },
    ],
    ["an export limit", { planes: [roof], exportLimit: 3 }],
  ] satisfies [string, YieldSystem][])("of %s ascend from 0 to the limit", (_, system) => {
    const { quantiles, count, acLimit, days, columns } = forecast(system, frequency);
    for (let row = 0; row < count; row++) {
      const values = names.map((name) => quantiles![name]![row]!);
      expect(values.every((value, k) => value >= 0 && value <= acLimit && !(value < values[k - 1]!))).toBe(true);
      if (columns.planeIrradiance[row] === 0) expect(values).toEqual([0, 0, 0, 0, 0]);
    }
    const [, tomorrow] = days;
    const energies = names.map((name) => tomorrow!.quantiles![name]!);
    expect(energies.every((value, k) => value >= 0 && !(value < energies[k - 1]!))).toBe(true);
    expect(tomorrow!.energy).toBeGreaterThan(energies[0]!);
  });

  test("of a day are narrower than its hours taken as one, and wider than as independent", () => {
    const { quantiles, days, start: first, interval } = forecast({ planes: [roof] }, frequency);
    const [, { start: from, end: to, quantiles: ofDay }] = days as [unknown, (typeof days)[number]];
    const rows = [...quantiles!.p10!.keys()].filter((row) => {
      const time = first + row * interval * 1000;
      return time >= from && time < to;
    });
    const widths = rows.map((row) => ((quantiles!.p90![row]! - quantiles!.p10![row]!) * interval) / 3.6e6);
    const asOne = widths.reduce((sum, width) => sum + width, 0);
    const independent = Math.sqrt(widths.reduce((sum, width) => sum + width * width, 0));
    const width = ofDay!.p90! - ofDay!.p10!;
    expect(width).toBeLessThan(asOne);
    expect(width).toBeGreaterThan(independent);
  });

  test("of today hold what is over as it was: late in the day nothing is open", () => {
    const late = now + 15 * HOUR;
    const options = { now: late, frequency, bands: { names, corrected: lateCorrected(late) } };
    const { days } = forecastPower(
      corrected.series,
      { planes: [roof] },
      { ...options, period: { start: late, end: late + HOUR } },
    );
    for (const name of names) expect(days[0]!.quantiles![name]).toBeCloseTo(days[0]!.energy!, 6);
  });
});

function lateCorrected(late: number): Corrected {
  const nothing = { start: late, interval: 900, columns: { global_horizontal_irradiance: [Number.NaN] } };
  return correctForecast(runOf(false), nothing, {
    now: late,
    place: { ...place, linkeTurbidity: 3 },
    climatology: 0.6,
  });
}

/** Half a bright hour that is over, then a dark sky. */
function darkened(hour: number): Corrected {
  const { global } = clearSkyOn({ start, step: HOUR / 4, count: 4 * 96 }, place, 3);
  const light = global.map((value, quarter) => value * (quarter < 4 * hour + 2 ? 1 : 0.2));
  const columns = { global_horizontal_irradiance: light, temperature: new Float64Array(light.length).fill(18) };
  const seen = ghiSeries(start + (hour - 4) * HOUR, 900, light.slice(4 * (hour - 4), 4 * hour + 2));
  const at = { now: start + (hour + 0.5) * HOUR, place: { ...place, linkeTurbidity: 3 }, climatology: 0.6 };
  return correctForecast({ start, interval: 900, columns, place }, seen, at);
}

test("of an hour that has begun stand around its power: both have the quarters that are over", () => {
  const hour = 10;
  const bands = { names, corrected: darkened(hour) };
  const begun = start + hour * HOUR;
  const asked = {
    now: begun + 0.5 * HOUR,
    frequency: "1_hour",
    bands,
    period: { start: begun - HOUR, end: begun + 3 * HOUR },
  } as const;
  const { columns, quantiles, days } = forecastPower(bands.corrected.series, { planes: [roof] }, asked);
  const at = (name: (typeof names)[number]) => [...quantiles![name]!];
  // The hour before is over.
  expect(at("p50")[0]).toBeNaN();
  const [power, later] = [columns.acPower[1]!, columns.acPower[2]!];
  expect(at("p5")[1]).toBeLessThan(power);
  expect(at("p95")[1]).toBeGreaterThan(power);
  // A quarter of it is open, from the first lead time on: the next hour is open as a whole.
  const width = (row: number) => at("p95")[row]! - at("p5")[row]!;
  expect(width(1)).toBeGreaterThan(0.02 * power);
  expect(width(1)).toBeLessThan(0.5 * width(2));
  expect(power).toBeGreaterThan(later);
  expect(days[0]!.quantiles!.p5).toBeLessThan(days[0]!.energy!);
});

test("a run with its own beam keeps it where the light is the same, and has bands around it", () => {
  const own = correct(runOf(true));
  const { quantiles, columns } = forecast({ planes: [roof] }, "1_hour", own);
  const noon = 6;
  expect(quantiles!.p10![noon]!).toBeLessThan(columns.acPower[noon]!);
  expect(quantiles!.p95![noon]!).toBeGreaterThan(columns.acPower[noon]!);
});

test("beyond the end of the run there are neither powers nor bands", () => {
  const bands = { names, corrected };
  const period = { start: start + 90 * HOUR, end: start + 110 * HOUR };
  const { columns, quantiles, days } = forecastPower(corrected.series, { planes: [roof] }, { now, bands, period });
  expect([columns.acPower.at(-1), quantiles!.p50!.at(-1)]).toEqual([Number.NaN, Number.NaN]);
  expect(days.at(-1)).toMatchObject({ energy: null, quantiles: null });
});

test("options are refused by their names", () => {
  const make = (options: object) => () => forecastPower(corrected.series, { planes: [roof] }, options as never);
  expect(make({})).toThrow(/options\.now must be Unix ms, got undefined/);
  expect(make({ now, frequency: "1_day" })).toThrow(/options\.frequency must be one of/);
  expect(make({ now, frequency: "5_minutes", bands: { names, corrected } })).toThrow(/steps that have bands/);
  expect(make({ now, period: { start: 2, end: 1 } })).toThrow(/options\.period must have a start before its end/);
  expect(make({ now, timeZone: "Mars" })).toThrow(/options\.timeZone must be/);
  expect(make({ now, bands: { names: ["p0"], corrected } })).toThrow(/options\.bands\.names must be quantiles/);
  expect(make({ now, bands: { names: [], corrected } })).toThrow(/options\.bands\.names must be quantiles/);
  expect(make({ now, typicalYear: true })).toThrow(/typicalYear/);
  expect(make({ now, tiemZone: "UTC" })).toThrow(/is .*meant|has no/);
});
