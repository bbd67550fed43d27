/** How good forecasts were, and the references they must beat. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { between } from "../../../src/answers/forecast/curves.js";
import {
  formatVerification,
  referenceForecasts,
  verificationSvg,
  verifyForecast,
} from "../../../src/answers/forecast/index.js";
import { ENSEMBLES } from "../../../src/answers/forecast/persistence-ensembles.js";
import type { PowerObservations } from "../../../src/answers/forecast/references.js";
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
    expect(() => verifyForecast({ ...pairs, quantiles: [pairs.observed] })).toThrow(
      /quantiles must be 19, from 5 to 95 %, or 99, from 1 to 99 %.* got 1/,
    );
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

const scores = JSON.parse(
  readFileSync(new URL("../../../fixtures/forecast-scores/scores.json", import.meta.url), "utf8"),
);
const PLACE = { latitude: 50, longitude: 10, altitude: 290 };

/** The power of the fixture on all quarters of its days: NaN but from 10:00 to 12:00. */
function fixturePower(): PowerObservations {
  const days: number[][] = scores.power;
  const power = new Float64Array(days.length * 96).fill(Number.NaN);
  days.forEach((day, d) => {
    power.set(day, 96 * d + 40);
  });
  const clearPower = power.map((_, row) => 4000 + 10 * (row % 96));
  return { start: START, interval: 900, power, clearPower };
}

/** Forecasts at 11:00 for the quarters that end at 11:30 and 12:00, with `count` quantiles of the fixture. */
function fixturePairs(count: number): ForecastPairs {
  const at = (scores.centres as number[][]).flatMap((pair, day) => pair.map((centre, k) => ({ centre, day, k })));
  const issued = at.map(({ day }) => START + day * DAY + 44 * 900_000);
  const lead = at.map(({ k }) => 1800 * (k + 1));
  const probabilities = Array.from({ length: count }, (_, q) => (q + 1) / (count + 1));
  const { observed, clear, ensembles } = referenceForecasts(
    fixturePower(),
    { issued, lead, interval: 900, probabilities },
    PLACE,
  );
  const quantiles = probabilities.map((p) => at.map(({ centre }) => centre + 2000 * (p - 0.5)));
  const forecasts = { ours: at.map(({ centre }) => centre) };
  return { quantity: "ac_power", issued, lead, observed, clear, forecasts, quantiles, ensembles };
}

describe("quantiles", () => {
  test.each([19, 99])("%i of power have the scores that numpy and scoringrules give them", (count) => {
    const { groups, unit, probabilities } = verifyForecast(fixturePairs(count), { draws: 0 });
    const expected = scores.levels[count];
    const { pinball, crps, skills } = groups[0]!.spread!;
    expect([unit, probabilities!.length]).toEqual(["W", count]);
    pinball.forEach((loss, q) => {
      expect(loss / expected.pinball[q]).toBeCloseTo(1, 12);
    });
    expect(crps / expected.crps).toBeCloseTo(1, 12);
    for (const [name, of] of [["CH-PeEn", expected.complete] as const, ["PeEn", expected.plain] as const]) {
      expect(skills[name]!.crps / of.crps).toBeCloseTo(1, 12);
      expect(skills[name]!.skill).toBeCloseTo(of.skill, 12);
    }
    expect([skills.PeEn!.rows, skills["CH-PeEn"]!.rows]).toEqual([expected.plain.rows, 50]);
    // Quantiles leave out the tails: 99 come within 2 % of the ensemble's own CRPS, by properscoring; 19 within 6 %, as above.
    const tails = skills["CH-PeEn"]!.crps / scores.ensembleCrps - 1;
    expect(tails).toBeGreaterThan(0);
    expect(tails).toBeLessThan(count === 99 ? 0.02 : 0.06);
  });

  const spreadOf = (change: Partial<ForecastPairs>) =>
    verifyForecast({ ...fixturePairs(19), ...change }, { draws: 0 }).groups[0]!.spread!;

  test("of a perfect forecast lose nothing and have all skill; those of CH-PeEn itself have none", () => {
    const pairs = fixturePairs(19);
    const perfect = spreadOf({ quantiles: pairs.quantiles!.map(() => pairs.observed) });
    expect([perfect.crps, perfect.width, perfect.coverage]).toEqual([0, 0, 1]);
    for (const name of ENSEMBLES) expect(perfect.skills[name]!.skill).toBe(1);
    const same = spreadOf({ quantiles: pairs.ensembles!["CH-PeEn"] });
    expect(same.skills["CH-PeEn"]!.skill).toBe(0);
    expect(same.coverage).toBeGreaterThanOrEqual(0.76);
    expect(same.coverage).toBeLessThanOrEqual(0.84);
  });

  test("that are shifted lose reliability", () => {
    const complete = fixturePairs(19).ensembles!["CH-PeEn"]!;
    const off = (by: number) => {
      const { below } = spreadOf({ quantiles: complete.map((one) => Array.from(one, (value) => value + by)) });
      return Math.abs(below[9]! - 0.5);
    };
    expect(off(0)).toBeLessThan(0.03);
    expect(off(600)).toBeGreaterThan(0.1);
    expect(off(-600)).toBeGreaterThan(0.1);
  });

  test("give the same in any order of rows", () => {
    const pairs = fixturePairs(19);
    const order = Array.from({ length: 50 }, (_, k) => (k * 17) % 50);
    const by = (values: ArrayLike<number>) => order.map((row) => values[row]!);
    const moved = verifyForecast(
      {
        ...pairs,
        ...{ issued: by(pairs.issued), lead: by(pairs.lead), observed: by(pairs.observed), clear: by(pairs.clear!) },
        forecasts: { ours: by(pairs.forecasts.ours!) },
        quantiles: pairs.quantiles!.map(by),
        ensembles: Object.fromEntries(Object.entries(pairs.ensembles!).map(([name, of]) => [name, of.map(by)])),
      },
      { draws: 0 },
    );
    const first = verifyForecast(pairs, { draws: 0 });
    moved.groups.forEach(({ spread, rows }, k) => {
      expect(rows).toBe(first.groups[k]!.rows);
      expect(spread!.crps).toBeCloseTo(first.groups[k]!.spread!.crps, 8);
      expect(spread!.below).toEqual(first.groups[k]!.spread!.below);
    });
  });

  test("are judged by the sky that was forecast, and leave out rows that lack one", () => {
    const pairs = fixturePairs(19);
    const quantiles = pairs.quantiles!.map((one, q) =>
      Array.from(one, (value, k) => (q === 3 && k === 7 ? Number.NaN : value)),
    );
    const { groups, rows, left } = verifyForecast({ ...pairs, quantiles }, { draws: 0 });
    expect([rows, left]).toEqual([49, 1]);
    const ofForecast = groups.filter(({ forecastSky }) => forecastSky !== null);
    expect(ofForecast.map(({ forecastSky }) => forecastSky)).toEqual(["overcast", "partly", "clear"]);
    expect(ofForecast.reduce((sum, group) => sum + group.rows, 0)).toBe(49);
    const { clear: _, ...unknown } = pairs;
    expect(verifyForecast(unknown, { draws: 0 }).groups.filter(({ lead }) => lead === null)).toHaveLength(1);
  });

  test("of one day have no ensemble, and of polar night there is nothing", () => {
    const { start, interval, power, clearPower } = fixturePower();
    const times = { issued: [START + 44 * 900_000], lead: [1800], interval: 900, probabilities: [0.5] };
    const day = (values: ArrayLike<number>) => Array.from(values).slice(0, 96);
    const one = { start, interval, power: day(power), clearPower: day(clearPower!) };
    const found = referenceForecasts(one, times, PLACE);
    expect(found.observed[0]).toBe(scores.power[0][5]);
    expect(ENSEMBLES.map((name) => found.ensembles![name][0]![0])).toEqual([Number.NaN, Number.NaN]);
    const quantiles = Array.from({ length: 19 }, () => [1000]);
    const ensembles = { PeEn: Array.from({ length: 19 }, () => [Number.NaN]) };
    const pairs = { ...times, observed: found.observed, forecasts: { ours: [1000] }, quantiles, ensembles };
    expect(verifyForecast(pairs, { draws: 0 }).groups[0]!.spread!.skills).toEqual({ PeEn: null });
    const dark = referenceForecasts({ start, interval, power }, times, { latitude: -80, longitude: 10, altitude: 0 });
    expect(dark.observed[0]).toBeNaN();
  });

  test("power without a clear one follows the course of clear light: a system of constant yield persists", () => {
    const { global, zenith } = clearSkyOn({ start: START, step: 900_000, count: 22 * 96 }, PLACE);
    const power = global.map((light) => 6 * light);
    const row = 20 * 96 + 44;
    const times = { issued: [START + row * 900_000], lead: [3600], interval: 900, probabilities: [0.1, 0.9] };
    const found = referenceForecasts({ start: START, interval: 900, power }, times, PLACE);
    expect(zenith[row]!).toBeLessThan(85);
    for (const values of [found.observed, found.smartPersistence, found.cliper, ...found.ensembles!.PeEn])
      expect(values[0]! / (6 * global[row + 3]!)).toBeCloseTo(1, 9);
  });

  test("stand in the table and in the picture; power in percent of its capacity", () => {
    const found = verifyForecast(fixturePairs(19), { draws: 0, capacity: 5000 });
    const text = formatVerification(found);
    expect(text).toMatch(/^errors of ours, % of the capacity$/m);
    expect(text).toMatch(/^CRPS: twice the mean pinball loss of 19 quantiles; under PeEn and CH-PeEn: by how much/m);
    expect(text).toMatch(/ p10–p90 holds +width +CRPS +PeEn +CH-PeEn$/m);
    // 227.557 W of 5000, 1600 W from p10 to p90.
    expect(text).toMatch(/^all +50 .* \d+ % +32\.0 +4\.55 +69 % +65 %$/m);
    expect(text).toMatch(/^forecast partly +\d+ /m);
    const picture = verificationSvg(found);
    expect(picture).toMatch(/RMSE of ours by lead time[\s\S]*class="reliability"[\s\S]*forecast clear/);
    const one = { ...fixturePairs(19), lead: Array.from({ length: 50 }, () => 900) };
    expect(verificationSvg(verifyForecast(one, { draws: 0 }))).toMatch(/Reliability of ours/);
    expect(() => verifyForecast(fixturePairs(19), { capacity: 0 })).toThrow(/capacity must be W above 0, got 0/);
    expect(() => verifyForecast({ ...fixturePairs(19), quantity: "energy" as "ac_power" })).toThrow(/quantity must be/);
    expect(() => verifyForecast({ ...fixturePairs(19), quantity: undefined }, { capacity: 5 })).toThrow(
      /light has none/,
    );
  });
});
