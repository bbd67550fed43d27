/** Runs corrected at every lead: what a place's past teaches of any run, and what it never does to one. */
import { describe, expect, test } from "vitest";
import type { DayAheadTable } from "../../../src/answers/forecast/day-ahead/predictors.js";
import { correctForecast, type ForecastPlace, learnFromPast } from "../../../src/answers/forecast/index.js";
import type { PastRun } from "../../../src/answers/forecast/known-past.js";
import type { IndexClimatology } from "../../../src/answers/forecast/quarter-hours.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";
import { ghiSeries } from "./ghi-series.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 30;
const climatology: IndexClimatology = 0.6;

/** Days clear, broken and dull in turn; a model makes every one of them too bright. */
const skyAt = (time: number) => 0.55 + 0.35 * Math.sin((time / DAY) * 2.4) + 0.08 * Math.sin(time / HOUR);
const modelAt = (time: number) => 0.4 + 0.55 * skyAt(time);

interface Making {
  readonly place?: ForecastPlace;
  /** Of the first run, Unix ms. */
  readonly start?: number;
  /** Seconds. */
  readonly interval?: number;
  readonly hours?: number;
  readonly humid?: boolean;
  /** Clear-sky index of the model. */
  readonly model?: (time: number) => number;
}

const BERLIN = { latitude: 52.5, longitude: 13.4, altitude: 40 };
const SPRING = Date.UTC(2024, 1, 10);

function made({ place = BERLIN, start = SPRING, interval = 3600, hours = 72, humid = false, model = modelAt }: Making) {
  const step = interval * 1000;
  const light = (from: number, stepMs: number, count: number, index: (time: number) => number) =>
    clearSkyOn({ start: from, step: stepMs, count }, place).global.map(
      (clear, k) => clear * index(from + (k + 0.5) * stepMs),
    );
  const runs: PastRun[] = Array.from({ length: 2 * DAYS }, (_, k) => {
    const from = start + k * 12 * HOUR;
    const count = (hours * HOUR) / step;
    const ghi = light(from, step, count, model);
    const air = humid && {
      relative_humidity: ghi.map((_, row) => 100 - 60 * skyAt(from + row * step)),
      precipitation: ghi.map((_, row) => (skyAt(from + row * step) < 0.3 ? 1 : 0)),
    };
    return {
      issued: from + 4 * HOUR,
      series: { start: from, interval, columns: { global_horizontal_irradiance: ghi, ...air } },
    };
  });
  const truth = light(start, HOUR, (DAYS + 6) * 24, skyAt);
  const observations = { start, interval: 3600, columns: { global_horizontal_irradiance: truth } };
  return { place, runs, observations, truth, start };
}

type Made = ReturnType<typeof made>;

/** What runs up to the last but five days teach. */
function taught({ place, runs, observations, truth }: Made) {
  const columns = { global_horizontal_irradiance: truth.subarray(0, (DAYS - 5) * 24) };
  return learnFromPast({ runs, observations: { ...observations, columns } }, { place, climatology });
}

/** The last run with a whole past, corrected without an observation. */
function corrected({ place, runs }: Made, dayAhead: DayAheadTable | undefined, earlier = runs.slice(0, -10)) {
  const { series, issued } = runs.at(-10)!;
  const nothing = { start: issued, interval: 3600, columns: { global_horizontal_irradiance: [Number.NaN] } };
  return correctForecast(series, nothing, { now: issued, place, climatology, dayAhead, earlier });
}

const ghiOf = ({ columns }: WeatherSeries) => columns.global_horizontal_irradiance as Float64Array;

/** RMSE of the hours of a forecast against what came, W/m². */
function rmse({ series }: ReturnType<typeof corrected>, { truth, start }: Made): number {
  const light = ghiOf(series);
  const first = ((series.start as number) - start) / HOUR;
  const errors = Array.from({ length: Math.floor(light.length / 4) }, (_, k) => {
    const mean = light.subarray(4 * k, 4 * k + 4).reduce((sum, one) => sum + one, 0) / 4;
    return mean - truth[first + k]!;
  }).filter((error) => !Number.isNaN(error));
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
}

describe("a model that lacks clouds is mended", () => {
  test.each<[string, Making]>([
    ["with humidity and rain", { humid: true }],
    ["without them", {}],
    ["in the southern hemisphere", { place: { latitude: -34.6, longitude: -58.5, altitude: 25 } }],
    ["in runs of 15 minutes", { interval: 900 }],
    ["in runs of 3 hours", { interval: 3 * 3600 }],
    ["in runs of 6 hours", { interval: 6 * 3600 }],
    ["in runs that begin at half past", { start: SPRING + HOUR / 2 }],
    ["over 14 days", { hours: 336 }],
    ["over the leap day", { start: Date.UTC(2024, 1, 1) }],
    [
      "near the pole in spring",
      { place: { latitude: 78.2, longitude: 15.6, altitude: 20 }, start: Date.UTC(2024, 2, 15) },
    ],
    ["in polar day", { place: { latitude: 78.2, longitude: 15.6, altitude: 20 }, start: Date.UTC(2024, 4, 20) }],
  ])("%s", (_, making) => {
    const past = made(making);
    const { dayAhead } = taught(past);
    const [alone, better] = [corrected(past, undefined), corrected(past, dayAhead)];
    expect(rmse(better, past)).toBeLessThan(0.7 * rmse(alone, past));
    const clear = better.clear;
    ghiOf(better.series).forEach((value, row) => {
      expect(value).toBeGreaterThanOrEqual(0);
      // In twilight the run stays as it is; elsewhere nothing is brighter than 1.3 of the clear sky.
      expect(value).toBeLessThanOrEqual(Math.max(1.3 * clear[row]! + 1e-9, ghiOf(alone.series)[row]!));
      if (clear[row]! < 5) expect(value).toBe(ghiOf(alone.series)[row]);
    });
  });
});

test("without an earlier run a fit without them serves, and later runs are not looked at", () => {
  const past = made({ humid: true });
  const { dayAhead } = taught(past);
  const first = corrected(past, dayAhead, []);
  expect(rmse(first, past)).toBeLessThan(0.7 * rmse(corrected(past, undefined), past));
  const later = past.runs.slice(-9);
  expect(corrected(past, dayAhead, later).series).toEqual(first.series);
  const mixed = [...later, ...past.runs.slice(0, -10).reverse()];
  expect(corrected(past, dayAhead, mixed).series).toEqual(corrected(past, dayAhead).series);
});

test("the newest of the earlier runs are looked at", () => {
  const past = made({});
  const names = ["constant", "earlier index"] as const;
  const dayAhead = { name: "mean", evidence: "", reach: 72, fits: [{ predictors: names, weights: [0, 1] }] };
  const { start } = past.runs.at(-10)!.series;
  const sky = clearSkyOn({ start: Number(start), step: HOUR, count: 72 }, BERLIN).global;
  // All of the same hours, the later the clearer.
  const earlier = Array.from({ length: 9 }, (_, k) => ({
    issued: Number(start) - (9 - k) * HOUR,
    series: ghiSeries(
      Number(start),
      3600,
      sky.map((one) => (0.1 + 0.1 * k) * one),
    ),
  }));
  const { series, clear } = corrected(past, dayAhead, earlier);
  const indices = Array.from(ghiOf(series), (value, row) => value / clear[row]!).filter((_, row) => clear[row]! > 100);
  for (const index of indices) expect(index).toBeGreaterThan(0.6);
  const oldest = earlier.map((run, k) => (k > 0 ? run : { ...run, series: past.runs.at(-10)!.series }));
  expect(corrected(past, dayAhead, oldest).series).toEqual(series);
});

test("an hour that a run lacks stays missing, and the hours beside it are mended", () => {
  const past = made({});
  const { dayAhead } = taught(past);
  const { series, issued } = past.runs.at(-10)!;
  const torn = Float64Array.from(ghiOf(series), (value, k) => (k % 24 === 12 ? Number.NaN : value));
  const runs = [
    ...past.runs.slice(0, -10),
    { issued, series: { ...series, columns: { global_horizontal_irradiance: torn } } },
    ...past.runs.slice(-9),
  ];
  const found = corrected({ ...past, runs }, dayAhead);
  ghiOf(found.series).forEach((value, row) => {
    expect(Number.isNaN(value)).toBe(Number.isNaN(torn[Math.floor(row / 4)]!));
  });
  expect(rmse(found, past)).toBeLessThan(0.7 * rmse(corrected({ ...past, runs }, undefined), past));
});

test("in polar night nothing is learnt, and nothing made bright", () => {
  const past = made({ place: { latitude: 78.2, longitude: 15.6, altitude: 20 }, start: Date.UTC(2023, 10, 20) });
  expect(taught(past).dayAhead).toBeUndefined();
  const { dayAhead } = taught(made({}));
  expect(ghiOf(corrected(past, dayAhead).series).every((value) => value === 0)).toBe(true);
});

test("a run that was right stays as it is, to a watt", () => {
  const past = made({ model: skyAt });
  const { dayAhead } = taught(past);
  const [alone, same] = [corrected(past, undefined), corrected(past, dayAhead)];
  expect(rmse(same, past)).toBeLessThan(rmse(alone, past) + 1);
});

test("a few hours of observations teach nothing", () => {
  const past = made({});
  const seen = past.truth.map((value, row) => (row % 48 === 11 || row % 48 === 12 ? value : Number.NaN));
  const observations = { ...past.observations, columns: { global_horizontal_irradiance: seen } };
  const { dayAhead } = learnFromPast({ runs: past.runs, observations }, { place: past.place, climatology });
  expect(dayAhead).toBeUndefined();
});

test("the reach of what was learnt is said, and later leads are corrected by the same weights", () => {
  const past = made({ hours: 336 });
  const short = made({});
  const { dayAhead } = taught(short);
  expect(dayAhead?.reach).toBe(68);
  const far = corrected(past, dayAhead);
  expect(rmse(far, past)).toBeLessThan(0.7 * rmse(corrected(past, undefined), past));
});
