/** Scenarios that can be followed by hand; the figures are in the accuracy table. */
import { describe, expect, test } from "vitest";
import { hsu, kimber } from "../../../src/physics/models/soiling/index.js";
import { accumulatedRainRows, errorFunction } from "../../../src/physics/models/soiling/soiling.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const hours = (n: number) => Array.from({ length: n }, (_, i) => i * HOUR);
const days = (n: number) => Array.from({ length: n }, (_, i) => i * DAY);
const close = (values: number[]) => values.map((value) => expect.closeTo(value, 14));

describe("errorFunction", () => {
  // Python's math.erf.
  test.each([
    [0, 0],
    [1e-8, 1.1283791670955126e-8],
    [0.17, 0.1899924612018088],
    [0.5, 0.5204998778130465],
    [1, 0.8427007929497149],
    [2, 0.9953222650189527],
    [3, 0.9999779095030014],
    [5, 0.9999999999984626],
    [5.999, 1],
    [6, 1],
    [Number.POSITIVE_INFINITY, 1],
  ])("of %f", (x, expected) => expect(Math.abs(errorFunction(x) - expected)).toBeLessThanOrEqual(1e-15 * expected));

  test("of nothing is nothing", () => expect(errorFunction(Number.NaN)).toBeNaN());
});

describe("accumulatedRainRows", () => {
  test("sums the rows of a trailing window, the same in blocks", () => {
    const time = Float64Array.of(0, 1, 2, 5, 5.5, 6);
    const rain = Float64Array.of(1, Number.NaN, 2, 4, 0, 8);
    const out = new Float64Array(6);
    accumulatedRainRows(0, 6, 0, time, rain, 3, out);
    expect(Array.from(out)).toEqual([1, 1, 3, 4, 4, 12]);
    const blocks = new Float64Array(6);
    for (let i = 0; i < 6; i++) accumulatedRainRows(i, i + 1, 0, time, rain, 3, blocks);
    expect(blocks).toEqual(out);
  });
});

describe("hsu", () => {
  const dusty = { surfaceTilt: 0, pm25: 1e-5, pm10: 3e-5 };
  const perHour = (1e-5 * 0.0009 + 2e-5 * 0.004) * 3600;
  const ratio = (mass: number) => 1 - 0.3437 * errorFunction(0.17 * mass ** 0.8473);
  const run = (change: object, options: object = {}) =>
    Array.from(
      hsu({ ...dusty, time: hours(4), rainfall: 0, ...change }, { cleaningThreshold: 1, ...options }).soilingRatio,
    );

  test("gathers dust from the first step on until rain of the threshold", () => {
    expect(run({})).toEqual(close([1, 2, 3, 4].map((n) => ratio(n * perHour))));
    expect(run({ rainfall: [0, 0, 1, 0] })).toEqual(close([1, 2, 0, 1].map((n) => ratio(n * perHour))));
    expect(run({ rainfall: [0, 0.5, 0.5, 0] }, { rainAccumPeriod: 2 })[2]).toBe(1);
    expect(run({ rainfall: [0, 0.5, 0.5, 0] })[2]).toBeLessThan(1);
  });

  test("none settles on a vertical plane, nor from clean air; PM10 below PM2.5 counts as equal", () => {
    expect(run({ surfaceTilt: 90 })[3]).toBeCloseTo(1, 12);
    expect(run({ pm25: 0, pm10: 0 })).toEqual([1, 1, 1, 1]);
    expect(run({ pm10: 0 })).toEqual(run({ pm10: 1e-5 }));
  });

  test("a missing row is NaN; its dust or rain is left out of the others", () => {
    expect(run({ pm25: [1e-5, null, 1e-5, 1e-5] })).toEqual([
      ...close([ratio(perHour)]),
      Number.NaN,
      ...close([2, 3].map((n) => ratio(n * perHour))),
    ]);
    expect(run({ rainfall: [0, null, 0, 0] })).toEqual(run({}).with(1, Number.NaN));
  });

  test("says what is wrong; nothing in, nothing out", () => {
    expect(() => run({}, { cleaningThreshold: "1" })).toThrow(TypeError);
    expect(() => run({}, { rainAccumPeriod: 0 })).toThrow(/hsu: rainAccumPeriod must be above 0/);
    expect(() => run({}, { depoVeloc: { pm25: 1 } })).toThrow(/depoVeloc.pm10 must be a number/);
    expect(() => run({ time: 0 })).not.toThrow();
    expect(() => run({ time: [0, 0, 1, 2] })).toThrow(/time must increase/);
    expect(() => run({ rainfall: [1] })).toThrow(RangeError);
    expect(run({ time: [], rainfall: [] })).toEqual([]);
  });
});

describe("kimber", () => {
  const run = (n: number, rain: { [day: number]: number | null }, options: object = {}) => {
    const rainfall = days(n).map((_, day) => (day in rain ? rain[day]! : 0));
    return Array.from(
      kimber({ time: days(n), rainfall }, { soilingLossRate: 0.01, gracePeriod: 2, ...options }).soiling,
    );
  };

  test("grows daily, is cleaned by more than the threshold, waits out the grace period", () => {
    expect(run(7, { 2: 6.5 })).toEqual(close([0, 0.01, 0, 0, 0.01, 0.02, 0.03]));
    expect(run(4, { 2: 6 })).toEqual(close([0, 0.01, 0.02, 0.03]));
    expect(run(4, { 2: 7 }, { gracePeriod: 0 })).toEqual(close([0, 0.01, 0, 0.01]));
  });

  test("starts where it is told, stops at the most, and is washed without grace", () => {
    expect(run(4, {}, { initialSoiling: 0.05, maxSoiling: 0.06 })).toEqual(close([0.05, 0.06, 0.06, 0.06]));
    expect(run(4, {}, { manualWashDates: [2 * DAY] })).toEqual(close([0, 0.01, 0, 0.01]));
    expect(run(4, {}, { manualWashDates: [3 * DAY - 1, DAY / 2] })).toEqual(close([0, 0, 0.01, 0]));
    expect(run(2, {}, { manualWashDates: [-DAY], initialSoiling: 0.1 })).toEqual(close([0.1, 0.11]));
    expect(run(2, {}, { manualWashDates: [0], initialSoiling: 0.1 })).toEqual(close([0, 0.01]));
  });

  test("takes uneven steps by their length", () => {
    const { soiling } = kimber({ time: [0, DAY / 2, 4 * DAY], rainfall: 0 }, { soilingLossRate: 0.01 });
    expect(Array.from(soiling)).toEqual(close([0, 0.005, 0.04]));
  });

  test("missing rain is NaN in its row and none for the others", () => {
    expect(run(5, { 1: null, 3: 9 })).toEqual([0, Number.NaN, ...close([0.02, 0, 0])]);
  });

  test("says what is wrong; nothing in, nothing out", () => {
    expect(() => run(2, {}, { maxSoiling: 2 })).toThrow(/kimber: maxSoiling must be 0 to 1, got 2/);
    expect(() => run(2, {}, { manualWashDates: [Number.NaN] })).toThrow(/manualWashDate must be finite, got NaN/);
    expect(() => run(2, {}, { manualWashDates: ["2024-01-01"] })).toThrow(TypeError);
    expect(run(0, {})).toEqual([]);
    expect(run(1, {}, { initialSoiling: 0.1 })).toEqual([0.1]);
  });
});
