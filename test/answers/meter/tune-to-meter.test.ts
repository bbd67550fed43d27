/** Power learnt from a system's own meter under past runs: what teaches, what does not, and what a forecast makes of it. */
import { describe, expect, test } from "vitest";
import { correctForecast } from "../../../src/answers/forecast/index.js";
import { tuneToMeter } from "../../../src/answers/meter/index.js";
import { forecastPower, yieldSeries } from "../../../src/answers/yield/index.js";
import { type PowerTuning, parsePowerTuning, powerTuningText } from "../../../src/answers/yield/internal.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { Random } from "../../../src/foundation/statistics/random.js";
import { DAY, HOUR } from "../../../src/foundation/time/calendar.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";

const START = Date.UTC(2025, 3, 1);
const DAYS = 60;
const at = { latitude: 48, longitude: 11, altitude: 500 };
const place = {
  ...at,
  linkeTurbidity: Array.from({ length: 12 }, () => 3),
  temperature: new Float64Array(12).fill(12),
};
const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }], exportLimit: 5 };
const random = new Random(7);
/** Of what the system is described with: what dirt and wires take. */
const LEVEL = 0.8;

/** Hours of drawn skies, the same for run and truth; the run is too bright under clouds. */
function weatherOf(start: number, days: number, isRun: boolean): WeatherSeries {
  const { global } = clearSkyOn({ start, step: HOUR, count: 24 * days }, at, 3);
  const light = global.map((clear, row) => {
    const time = start / HOUR + row;
    const sky = 0.3 + 0.7 * random.uniform(1, Math.floor(time / 24), 0, 0);
    const own = 0.8 + 0.4 * random.uniform(2, time, 0, 0);
    return clear * Math.min(1, isRun ? 0.3 + 0.7 * sky : sky * own);
  });
  const temperature = new Float64Array(light.length).fill(15);
  return { start, interval: 3600, place: at, columns: { global_horizontal_irradiance: light, temperature } };
}

/** One a day, at midnight, of two days. */
const runsOf = (days: number) =>
  Array.from({ length: days }, (_, k) => ({
    issued: START + k * DAY - 3 * HOUR,
    series: weatherOf(START + k * DAY - 3 * HOUR, 2, true),
  }));
const runs = runsOf(DAYS);
const truth = yieldSeries(weatherOf(START, DAYS, false), system, { context: { linkeTurbidity: 3 } }).columns.ac;
/** kW, in the day's hours perhaps changed. */
const meterOf = (change: (kw: number, hour: number) => number = (kw) => kw) => ({
  start: START,
  step: HOUR,
  power: truth.map((watts, hour) => change((LEVEL * Math.max(watts, 0)) / 1000, hour)),
});
const learn = (meter = meterOf(), of = runs) => tuneToMeter({ runs: of, meter }, { place, system, runs: ["model"] });

/** @param seen clear-sky index observed before; undefined: nothing is */
function forecast(
  taught: PowerTuning | undefined,
  frequency: "15_minutes" | "1_hour" = "1_hour",
  day = DAYS,
  seen?: number,
) {
  const run = weatherOf(START + day * DAY, 2, true);
  const now = START + day * DAY + (seen === undefined ? 0 : 10 * HOUR);
  const nothing = { start: now, interval: 900, columns: { global_horizontal_irradiance: [Number.NaN] } };
  const options = { now, place: { ...at, linkeTurbidity: 3 }, climatology: 0.6 };
  const { global } = clearSkyOn({ start: now - 3 * HOUR, step: HOUR / 4, count: 12 }, at, 3);
  const bright = {
    ...nothing,
    start: now - 3 * HOUR,
    columns: { global_horizontal_irradiance: global.map((one) => one * (seen ?? 0)) },
  };
  const corrected = correctForecast(run, seen === undefined ? nothing : bright, options);
  return forecastPower(corrected.series, system, {
    ...{ now, frequency, context: { linkeTurbidity: 3 } },
    bands: { names: ["p10", "p50", "p90"], corrected, taught: taught && { tuning: taught, run } },
  });
}

describe("a forecast that a meter taught", () => {
  const tuning = learn();

  test("has the meter's level, and a band around it that is the narrower for it", () => {
    const [own, plain] = [forecast(tuning), forecast(undefined)];
    const due = yieldSeries(weatherOf(START + DAYS * DAY, 2, false), system, { context: { linkeTurbidity: 3 } });
    const off = (power: Float64Array) =>
      power.reduce((sum, watts, row) => sum + Math.abs(watts - LEVEL * Math.max(due.columns.ac[row]!, 0)), 0);
    expect(off(own.columns.acPower)).toBeLessThan(0.7 * off(plain.columns.acPower));
    const width = ({ quantiles }: typeof own) =>
      quantiles!.p90!.reduce((sum, high, k) => sum + high - quantiles!.p10![k]!, 0);
    expect(width(own)).toBeLessThan(width(plain));
    expect(own.notices[0]!.message).toMatch(
      /^power is as the system's own meter taught it: 60 days, 2025-04-01 to 2025-05-30, under runs of model/,
    );
    expect(own.taught).toMatchObject({ days: 60, from: "2025-04-01", until: "2025-05-30" });
    expect(plain.taught).toBeUndefined();
  });

  test.each(["15_minutes", "1_hour"] as const)(
    "in %s has values and days in their bands, which ascend within limits",
    (frequency) => {
      for (let day = DAYS; day < DAYS + 8; day++) {
        const { quantiles, columns, acLimit, days } = forecast(tuning, frequency, day);
        const { p10, p50, p90 } = quantiles as { [name: string]: Float64Array };
        columns.acPower.forEach((power, row) => {
          const all = [0, p10![row]!, p50![row]!, p90![row]!, acLimit];
          expect(all.every((one, k) => k === 0 || one >= all[k - 1]!)).toBe(true);
          expect([power >= p10![row]!, power <= p90![row]!]).toEqual([true, true]);
        });
        for (const { energy, quantiles: ofDay } of days) {
          if (ofDay === null) continue;
          expect([energy! >= ofDay.p10!, energy! <= ofDay.p90!]).toEqual([true, true]);
        }
      }
    },
  );

  test("leans on the bands of the light as long as few days have taught, and says how far", () => {
    const few = learn(meterOf((kw, hour) => (hour < 9 * 24 ? kw : Number.NaN)));
    const { notices } = forecast(few);
    expect(notices[0]!.message).toContain("9 days");
    expect(notices[0]!.message).toMatch(/they have 47 % of the weight, the bands of the light the rest$/);
  });

  test("follows what was observed for six hours, at the meter's level, with the narrower band of the light", () => {
    const [bright, dull] = [0.95, 0.3].map((seen) => forecast(tuning, "1_hour", DAYS, seen));
    const rowAt = (hour: number) => (START + DAYS * DAY + hour * HOUR - bright!.start) / (bright!.interval * 1000);
    const next = rowAt(11);
    expect(bright!.columns.acPower[next]).toBeGreaterThan(1.5 * dull!.columns.acPower[next]!);
    const width = ({ quantiles }: { quantiles: unknown }, row: number) => {
      const { p10, p90 } = quantiles as { [name: string]: Float64Array };
      return p90![row]! - p10![row]!;
    };
    expect(width(bright!, next)).toBeLessThan(width(forecast(tuning), next));
    // The next day is as if nothing had been observed.
    const noon = rowAt(36);
    const plain = forecast(tuning).columns.acPower[noon]!;
    expect(Math.abs(bright!.columns.acPower[noon]! / plain - 1)).toBeLessThan(0.03);
  });

  test("of a system that is described otherwise is refused", () => {
    const other = { ...tuning, system: { ...system, planes: [{ ...system.planes[0]!, surfaceTilt: 35 }] } };
    expect(() => forecast(other)).toThrow(/options\.bands\.taught was learnt for another system/);
  });

  test("is the same from its file, which names what is wrong with it", () => {
    const text = powerTuningText(tuning);
    expect(forecast(parsePowerTuning(text))).toEqual(forecast(tuning));
    expect(() => parsePowerTuning(text.slice(0, -20))).toThrow(/the file is truncated or not JSON/);
    const damaged = (change: object) => () => parsePowerTuning(JSON.stringify({ ...JSON.parse(text), ...change }));
    expect(damaged({ format: "other" })).toThrow(/format must be "irradiance-engine\/power-tuning", got "other"/);
    expect(damaged({ system: { planes: [] } })).toThrow(/planes/);
    expect(damaged({ columns: ["x"] })).toThrow(/columns\[0\] must be one of/);
    expect(damaged({ table: {} })).toThrow();
  });
});

describe("what does not teach:", () => {
  const factor = ({ table }: PowerTuning) => table.bins.factor;
  const right = factor(learn());
  const isOf = (hour: number, from: number, to: number) => hour >= 24 * from && hour < 24 * to;

  test.each([
    ["an outage", (kw: number, hour: number) => (isOf(hour, 20, 27) ? 0 : kw)],
    ["a value that is stuck", (kw: number, hour: number) => (isOf(hour, 20, 26) ? 3.217 : kw)],
    ["a sentinel", (kw: number, hour: number) => (hour % 97 === 0 ? -999 : kw)],
    ["a gap", (kw: number, hour: number) => (isOf(hour, 20, 30) ? Number.NaN : kw)],
  ])("%s", (_, change) => {
    expect(Math.abs(factor(learn(meterOf(change))) / right - 1)).toBeLessThan(0.02);
  });

  test("a clock that is an hour late, which is put right and told of", () => {
    const meter = meterOf();
    const late = learn({ ...meter, start: meter.start + HOUR });
    expect(Math.abs(factor(late) / right - 1)).toBeLessThan(0.02);
    expect(late.evidence.leftOut[0]).toMatch(/clock is off: its times are moved by -60 minutes/);
  });

  test("runs that came when their day had begun", () => {
    const wrong = runs.map(({ issued, series }) => ({
      issued: issued + 9 * HOUR,
      series: { ...series, columns: { ...series.columns, global_horizontal_irradiance: new Float64Array(48).fill(5) } },
    }));
    const all = [...runs, ...wrong].sort((a, b) => a.issued - b.issued);
    expect(learn(meterOf(), all).table).toEqual(learn().table);
  });
});

describe("is refused, with the reason:", () => {
  test.each([
    ["a meter in another unit", meterOf((kw) => 1000 * kw), /has \d+ times what the described system gives/],
    [
      "few days",
      meterOf((kw, hour) => (hour < 100 ? kw : Number.NaN)),
      /days have a run and power to learn from, and 7 are needed/,
    ],
    ["a battery at night", meterOf((kw) => kw + 0.4), /in the dark/],
    ["no value", meterOf(() => Number.NaN), /rows have no value/],
  ])("%s", (_, meter, message) => expect(() => learn(meter)).toThrow(message));

  test("no run", () => expect(() => learn(meterOf(), [])).toThrow(/tuneToMeter: there is no run to learn from/));
});
