/** How good forecasts were, and the references they must beat. */
import { describe, expect, test } from "vitest";
import { between } from "../../../src/answers/forecast/curves.js";
import {
  formatVerification,
  referenceForecasts,
  verificationSvg,
  verifyForecast,
} from "../../../src/answers/forecast/index.js";
import type { ForecastPairs } from "../../../src/answers/forecast/verify.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";
import { ghiSeries } from "./ghi-series.js";

const DAY = 86_400_000;
const START = Date.UTC(2024, 5, 1);

describe("verifyForecast", () => {
  // Errors of ours: +10, −20, +30, −40; of the other: 50 always.
  const pairs: ForecastPairs = {
    issued: [0, DAY, 2 * DAY, 3 * DAY].map((time) => START + time),
    lead: [3600, 3600, 7200, 7200],
    observed: [100, 500, 600, 900],
    clear: [1000, 1000, 1000, 1000],
    forecasts: { ours: [110, 480, 630, 860], other: [150, 550, 650, 950] },
  };

  test("gives the errors and the skill that one computes by hand, of all, by lead time and by sky", () => {
    const { groups, rows, left, days } = verifyForecast(pairs);
    expect([rows, left, days]).toEqual([4, 0, 4]);
    const [all, first, second, overcast, partly, clear] = groups;
    const [ours, other] = all!.errors;
    expect([ours!.mbe, ours!.mae, all!.mean]).toEqual([-5, 25, 525]);
    expect(ours!.rmse).toBeCloseTo(Math.sqrt(750), 12);
    expect(ours!.skill).toBeNull();
    expect(other!.skill).toBeCloseTo(1 - Math.sqrt(750) / 50, 12);
    expect([first!.lead, second!.lead]).toEqual([3600, 7200]);
    expect(second!.errors[0]!.rmse).toBeCloseTo(Math.sqrt(1250), 12);
    expect([overcast, partly, clear].map((group) => [group!.sky, group!.rows])).toEqual([
      ["overcast", 1],
      ["partly", 2],
      ["clear", 1],
    ]);
  });

  test("limits are those of days drawn anew: wide enough for the worst and best, and the same each time", () => {
    const { groups } = verifyForecast(pairs, { draws: 500 });
    const [low, high] = groups[0]!.errors[1]!.limits!;
    expect(low).toBeGreaterThanOrEqual(1 - 40 / 50);
    expect(high).toBeLessThanOrEqual(1 - 10 / 50);
    expect(low).toBeLessThan(groups[0]!.errors[1]!.skill!);
    expect(high).toBeGreaterThan(groups[0]!.errors[1]!.skill!);
    expect(verifyForecast(pairs, { draws: 500 })).toEqual(verifyForecast(pairs, { draws: 500 }));
    expect(verifyForecast(pairs, { draws: 0 }).groups[0]!.errors[1]!.limits).toBeNull();
  });

  test.each([
    [0, [20, 23, 24, 47], 2],
    [5.5, [18.4, 18.5, 42.4, 42.5], 3],
    [-7, [6.9, 7, 30.9, 31], 3],
  ])("days are those of UTC%d", (timeZone, hours, count) => {
    const issued = hours.map((hour) => START + hour * 3_600_000);
    expect(verifyForecast({ ...pairs, issued }, { timeZone, draws: 0 }).days).toBe(count);
  });

  test("a method without a value leaves the row out for all", () => {
    const forecasts = { ours: pairs.forecasts.ours!, other: [150, Number.NaN, 650, 950] };
    const { rows, left, groups } = verifyForecast({ ...pairs, forecasts });
    expect([rows, left, groups[0]!.errors[0]!.mbe]).toEqual([3, 1, 0]);
  });

  test("quantiles: coverage, reliability, width, and the CRPS of an even spread, which is known", () => {
    // A uniform distribution from 0 to 1000: F(x) = x/1000. CRPS(y) = 1000·(y'² − y' + 1/3), y' = y/1000.
    const n = 1000;
    const observed = Array.from({ length: n }, (_, k) => k + 0.5);
    const many = {
      issued: observed.map((_, k) => START + k * 900_000),
      lead: observed.map(() => 900),
      observed,
      clear: observed.map(() => 1000),
      forecasts: { ours: observed.map(() => 500) },
      quantiles: Array.from({ length: 19 }, (_, q) => observed.map(() => 50 * (q + 1))),
    };
    const { spread } = verifyForecast(many, { draws: 0 }).groups[0]!;
    expect(spread!.coverage).toBeCloseTo(0.8, 12);
    expect(spread!.below[8]).toBeCloseTo(0.45, 12);
    expect(spread!.width).toBe(800);
    // Mean over y: 1000/6. The sum over 19 quantiles leaves out both tails: 5 % more, from ∫2p(1 − p)dp by 19 points.
    const points = Array.from({ length: 19 }, (_, q) => (q + 1) / 20);
    const expected = (1000 / 19) * points.reduce((sum, p) => sum + p * (1 - p), 0);
    expect(spread!.crps).toBeCloseTo(expected, 2);
    expect(Math.abs(spread!.crps / (1000 / 6) - 1)).toBeLessThan(0.06);
  });

  test("says what is wrong", () => {
    expect(() => verifyForecast({ ...pairs, lead: [1] })).toThrow(/lead must have 4 values as observed has, got 1/);
    expect(() => verifyForecast({ ...pairs, forecasts: {} })).toThrow(/at least one method/);
    expect(() => verifyForecast({ ...pairs, observed: [1, 2, 3, 4].map(() => Number.NaN) })).toThrow(/no row with/);
    expect(() => verifyForecast({ ...pairs, quantiles: [pairs.observed] })).toThrow(/quantiles must be 19/);
    expect(() => verifyForecast(pairs, { draws: -1 })).toThrow(/draws must be a whole number from 0 to 10,000, got -1/);
  });

  test("as text and picture", () => {
    const found = verifyForecast(pairs);
    const text = formatVerification(found);
    expect(text).toMatch(/^4 rows of 4 days/);
    expect(text).toMatch(/^errors of ours, W\/m²; under the others:/m);
    expect(text).toMatch(/^rows of +n +MBE +MAE +RMSE +other$/m);
    // By hand: −5, 25 and √750 of all rows, beside 50.
    expect(text).toMatch(/^all +4 +−5\.0 +25\.0 +27\.4 +45 % \(\d+…\d+\)$/m);
    expect(text.match(/^2 h /gm)).toHaveLength(1);
    expect(verificationSvg(found)).toMatch(/^<svg[\s\S]*RMSE of ours by lead time[\s\S]*<polyline/);
    // The shortest lead time lies on the left edge, the longest on the right one.
    const [, points] = /<polyline[^>]* points="([^"]+)"/.exec(verificationSvg(found))!;
    expect(points!.split(" ").map((point) => Number.parseFloat(point))).toEqual([70, 795]);
    const one = { ...pairs, lead: [3600, 3600, 3600, 3600] };
    expect(() => verificationSvg(verifyForecast(one))).toThrow(/two lead times or more/);
  });
});

describe("referenceForecasts", () => {
  const place = { latitude: 50, longitude: 10, altitude: 290 };
  const grid = { start: START, step: 900_000, count: 20 * 96 };
  const { global, zenith } = clearSkyOn(grid, place);
  /** Days of 0.4 and of 0.8 by turns. */
  const index = (row: number) => (Math.floor(row / 96) % 2 === 0 ? 0.4 : 0.8);
  const series = ghiSeries(
    START,
    900,
    global.map((value, row) => value * index(row)),
  );
  const at = (row: number, lead: number) =>
    referenceForecasts(series, { issued: [START + row * 900_000], lead: [lead], interval: 900 }, place);

  test("persistence, its index, the mean of the record, and a mixture of both", () => {
    const row = 4 * 96 + 44;
    const found = at(row, 3600);
    const [last, target] = [row - 2, row + 3];
    expect(found.observed[0]).toBeCloseTo(0.4 * global[target]!, 9);
    expect(found.persistence[0]).toBeCloseTo(0.4 * global[last]!, 9);
    expect(found.smartPersistence[0]).toBeCloseTo(0.4 * global[target]!, 9);
    expect(found.climatology[0]! / global[target]!).toBeCloseTo(0.6, 6);
    // Within a day the index never changes: γ is 1.
    expect(found.cliper[0]).toBeCloseTo(0.4 * global[target]!, 6);
    expect(found.clear[0]).toBe(global[target]);
  });

  test("before the first index of a morning the climatology stands in", () => {
    const first = zenith.findIndex((value, row) => row > 96 && value < 85);
    const found = at(first, 3600);
    expect(found.smartPersistence[0]).toBe(found.climatology[0]);
    expect(found.persistence[0]).toBe(0);
  });

  test("no row with the sun below 5°, in a gap, or outside of the record", () => {
    expect([...at(4 * 96, 3600).observed, ...at(20 * 96 - 1, 3600).observed]).toEqual([Number.NaN, Number.NaN]);
    const gap = series.columns.global_horizontal_irradiance.map((value, row) =>
      row === 4 * 96 + 42 ? Number.NaN : value,
    );
    const holed = { ...series, columns: { global_horizontal_irradiance: gap } };
    const times = { issued: [START + (4 * 96 + 44) * 900_000], lead: [3600], interval: 900 };
    expect(referenceForecasts(holed, times, place).observed).toEqual(new Float64Array([Number.NaN]));
  });

  test("says what is wrong with the times", () => {
    expect(() => at(40.5, 3600)).toThrow(/a quarter hour in UTC, got 2024-06-01T11:07:30.000Z/);
    expect(() => referenceForecasts(series, { issued: [], lead: [], interval: 600 }, place)).toThrow(/got 600/);
  });
});

test("numbers between leads lie on straight lines, those beyond are the last", () => {
  const of = (lead: number) => between([1, 2, 4], lead, (k) => [10, 20, 0][k]!);
  expect([0, 1, 1.5, 3, 4, 9].map(of)).toEqual([10, 10, 15, 10, 0, 0]);
});
