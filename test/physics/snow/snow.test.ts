/** Scenarios that can be followed by hand; the figures are in the accuracy table. */
import { describe, expect, test } from "vitest";
import {
  coverageFromDepth,
  coverageNrel,
  dcLossNrel,
  fullyCoveredNrel,
  lossTownsend,
  snowfallFromDepth,
} from "../../../src/physics/models/snow/index.js";
import { COVERAGE_NREL, coverageNrelRows, fullyCoveredNrelRows } from "../../../src/physics/models/snow/nrel.js";

const HOUR = 3_600_000;
const hours = (n: number) => Array.from({ length: n }, (_, i) => i * HOUR);
/** Share of the slant height that slides in an hour at 30°. */
const SLIDE = 0.197 * 0.5;
const warm = { poaIrradiance: 300, tempAir: 1, surfaceTilt: 30 };

describe("fullyCoveredNrel", () => {
  test("looks at the rate of fall and at the ground", () => {
    const time = [0, 1, 2, 4, 4.5, 5].map((h) => h * HOUR);
    const snowfall = [1.1, 1, 1.1, 1.9, 0.6, 2];
    expect(Array.from(fullyCoveredNrel({ time, snowfall }).covered)).toEqual([1, 0, 1, 0, 1, 1]);
    const snowDepth = [2, 2, 0.9, 5, 1, Number.NaN];
    expect(Array.from(fullyCoveredNrel({ time, snowfall, snowDepth }).covered)).toEqual([1, 0, 0, 0, 1, Number.NaN]);
  });

  test("one row, none, and missing ones", () => {
    expect(Array.from(fullyCoveredNrel({ time: 0, snowfall: 1.5 }).covered)).toEqual([1]);
    expect(fullyCoveredNrel({ time: [], snowfall: [] }).covered.length).toBe(0);
    expect(Array.from(fullyCoveredNrel({ time: hours(3), snowfall: [2, null, 2] }).covered)).toEqual([
      1,
      Number.NaN,
      1,
    ]);
  });
});

describe("coverageNrel", () => {
  test("covers, stays in the cold, slides in the warm, comes back with new snow", () => {
    const { snowCoverage } = coverageNrel({
      time: hours(6),
      snowfall: [0, 3, 0, 0, 0, 3],
      poaIrradiance: 0,
      tempAir: [-5, -5, -5, 1, 1, 1],
      surfaceTilt: 30,
    });
    const expected = [0, 1, 1, 1 - SLIDE, 1 - 2 * SLIDE, 1];
    for (let i = 0; i < 6; i++) expect(snowCoverage[i]).toBeCloseTo(expected[i]!, 14);
  });

  test("sun makes it slide below freezing: from T > G/−80 on", () => {
    const slides = (poaIrradiance: number, tempAir: number) =>
      coverageNrel({ ...warm, time: hours(2), snowfall: 0, poaIrradiance, tempAir }, { initialCoverage: 1 })
        .snowCoverage[1]! < 1;
    expect([slides(400, -4.9), slides(400, -5), slides(0, 0), slides(0, 0.1)]).toEqual([true, false, false, true]);
  });

  test("does not slide off a horizontal plane, but goes when the ground is bare", () => {
    const { snowCoverage } = coverageNrel(
      { ...warm, surfaceTilt: 0, time: hours(4), snowfall: 0, snowDepth: [5, 5, 0.5, 5] },
      { initialCoverage: 0.8 },
    );
    expect(Array.from(snowCoverage)).toEqual([0.8, 0.8, 0, 0]);
  });

  test("the first step slides nothing, and coverage ends at 0", () => {
    const { snowCoverage } = coverageNrel({ ...warm, time: hours(13), snowfall: 0 }, { initialCoverage: 1 });
    expect(snowCoverage[0]).toBe(1);
    expect(snowCoverage[1]).toBeCloseTo(1 - SLIDE, 14);
    expect(Array.from(snowCoverage.subarray(11))).toEqual([0, 0]);
  });

  test("a missing row is NaN, slides nothing, and hides no snowfall but its own", () => {
    const whole = { ...warm, time: hours(4), snowfall: [3, 0, 0, 0] };
    const coverage = (change: object) => Array.from(coverageNrel({ ...whole, ...change }).snowCoverage);
    const gap = (value: number) => [value, value, Number.NaN, value];
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 14));
    expect(coverage({})).toEqual(near([1, 1 - SLIDE, 1 - 2 * SLIDE, 1 - 3 * SLIDE]));
    for (const change of [{ tempAir: gap(1) }, { poaIrradiance: gap(300) }, { surfaceTilt: gap(30) }]) {
      expect(coverage(change)).toEqual([
        1,
        expect.closeTo(1 - SLIDE, 14),
        Number.NaN,
        expect.closeTo(1 - 2 * SLIDE, 14),
      ]);
    }
    expect(coverage({ snowfall: [3, 0, null, 0] })[3]).toBeCloseTo(1 - 3 * SLIDE, 14);
    expect(coverage({ snowDepth: [9, 9, null, 9] })[3]).toBeCloseTo(1 - 3 * SLIDE, 14);
    expect(coverage({ snowfall: [0, 0, 3, 0], tempAir: gap(1) })).toEqual([
      0,
      0,
      Number.NaN,
      expect.closeTo(1 - SLIDE, 14),
    ]);
  });

  test("gives the same bits in blocks", () => {
    const n = 50;
    const column = (f: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => f(i));
    const c = {
      time: column((i) => i * HOUR),
      snowfall: column((i) => (i % 17 === 3 ? 2 : 0)),
      poaIrradiance: column((i) => 20 * i),
      tempAir: column((i) => Math.sin(i) * 5),
      surfaceTilt: column(() => 35),
      snowDepth: column((i) => (i === 30 ? 0 : 9)),
    };
    const whole = coverageNrel(c).snowCoverage;
    const out = new Float64Array(n);
    for (let i = 0; i < n; i += 7) {
      const to = Math.min(i + 7, n);
      fullyCoveredNrelRows(i, to, n, c.time, c.snowfall, c.snowDepth, 1, 1, out);
      coverageNrelRows(i, to, n, { ...c, snowCoverage: out }, { ...COVERAGE_NREL, initialCoverage: 0 });
    }
    expect(out).toEqual(whole);
  });

  test("says what is wrong; nothing in, nothing out", () => {
    const row = { ...warm, time: hours(2), snowfall: 0 };
    expect(() => coverageNrel(row, { initialCoverage: 1.5 })).toThrow(/initialCoverage must be 0 to 1, got 1.5/);
    expect(() => coverageNrel({ ...row, time: [1, 1] })).toThrow(/coverageNrel: time must increase/);
    expect(() => coverageNrel({ ...row, snowfall: "1" as never })).toThrow(TypeError);
    expect(() => coverageNrel({ ...row, snowfall: [1] })).toThrow(RangeError);
    const none = { time: [], snowfall: [], poaIrradiance: [], tempAir: [], surfaceTilt: [] };
    expect(coverageNrel(none).snowCoverage.length).toBe(0);
  });
});

describe("snow depth", () => {
  test("its rise is fresh snow, over a gap too", () => {
    const snowDepth = [5, 7, 6, null, null, 9, 9];
    expect(Array.from(snowfallFromDepth({ snowDepth }).snowfall)).toEqual([0, 2, 0, Number.NaN, Number.NaN, 3, 0]);
    expect(Array.from(snowfallFromDepth({ snowDepth: [null, 4, 5] }).snowfall)).toEqual([Number.NaN, 0, 1]);
    expect(snowfallFromDepth({ snowDepth: [] }).snowfall.length).toBe(0);
  });

  test("covers the modules, lets them slide free, and clears them when it melts", () => {
    const snowDepth = [0, 4, 4, 4, 4, 0.5];
    const { snowCoverage } = coverageFromDepth({ ...warm, time: hours(6), snowDepth });
    const expected = [0, 1, 1 - SLIDE, 1 - 2 * SLIDE, 1 - 3 * SLIDE, 0];
    for (let i = 0; i < 6; i++) expect(snowCoverage[i]).toBeCloseTo(expected[i]!, 14);
  });

  test("is coverageNrel on that snowfall; a constant depth brings no snow", () => {
    const snowDepth = [0, 1, 4, 4, 9, 8, 8];
    const { snowfall } = snowfallFromDepth({ snowDepth });
    const inputs = { ...warm, time: hours(7), snowDepth };
    expect(coverageFromDepth(inputs)).toEqual(coverageNrel({ ...inputs, snowfall }));
    const still = coverageFromDepth({ ...warm, tempAir: -9, time: hours(3), snowDepth: 40 }, { initialCoverage: 0.5 });
    expect(Array.from(still.snowCoverage)).toEqual([0.5, 0.5, 0.5]);
  });

  test("a depth that is held for its hour rises within it, however the hour is cut; a gauge's jitter is no snow", () => {
    const cold = { ...warm, tempAir: -9 };
    const held = [10, 10.8, 12.3, 12.3];
    const quarters = held.flatMap((depth) => [depth, depth, depth, depth]);
    const time = quarters.map((_, row) => row * 900_000);
    const coverage = coverageFromDepth({ ...cold, time, snowDepth: quarters }).snowCoverage;
    const hourly = coverageFromDepth({ ...cold, time: hours(4), snowDepth: held }).snowCoverage;
    expect([...hourly]).toEqual([0, 0, 1, 1]);
    expect([...coverage].filter((_, row) => row % 4 === 3)).toEqual([...hourly]);
    const minutes = Array.from({ length: 240 }, (_, row) => 10 + 0.1 * (row % 2));
    const jitter = { ...cold, time: minutes.map((_, row) => row * 60_000), snowDepth: minutes };
    expect(Math.max(...coverageFromDepth(jitter).snowCoverage)).toBe(0);
  });

  test("errors of coverageFromDepth name it and its own inputs", () => {
    const run = (inputs: object, options = {}) =>
      expect(() => coverageFromDepth({ ...warm, time: hours(3), snowDepth: [1, 2, 3], ...inputs }, options));
    run({ time: undefined }).toThrow(/^coverageFromDepth: time must be a number or an array/);
    run({ time: 5 }).toThrow(/^coverageFromDepth: time must increase/);
    run({ snowDepth: [1, 2] }).toThrow("coverageFromDepth: snowDepth has 2 rows, but time has 3");
    run({ poaIrradiance: [1, 2] }).toThrow("coverageFromDepth: poaIrradiance has 2 rows, but time has 3");
    run({}, { initialCoverage: 2 }).toThrow(/^coverageFromDepth: initialCoverage/);
  });
});

describe("dcLossNrel", () => {
  test("names bad strings", () => {
    for (const numStrings of [0, 1.5])
      expect(() => dcLossNrel({ snowCoverage: 1 }, { numStrings })).toThrow(RangeError);
    expect(() => dcLossNrel({ snowCoverage: 1 }, {} as never)).toThrow(TypeError);
  });
});

describe("lossTownsend", () => {
  const year = { snowTotal: 0, snowEvents: 0, relativeHumidity: 80, tempAir: 0, poaGlobal: 1e5 };
  const options = { surfaceTilt: 30, slantHeight: 2, lowerEdgeHeight: 1 };
  const months = (values: { [month: number]: number | null }) =>
    Array.from({ length: 12 }, (_, month) => (month in values ? values[month]! : 0));

  test("a month's snow weighs on the next, December's on January", () => {
    const { loss } = lossTownsend({ ...year, snowTotal: months({ 11: 60 }), snowEvents: months({ 11: 4 }) }, options);
    expect(loss[11]).toBeGreaterThan(loss[0]!);
    expect(loss[0]).toBeGreaterThan(0);
    expect(Array.from(loss.subarray(1, 11))).toEqual(new Array(10).fill(0));
  });

  test("is 0 without snow, also in the polar night; 1 at most", () => {
    const dark = { ...year, poaGlobal: months({}) };
    expect(Array.from(lossTownsend(dark, options).loss)).toEqual(new Array(12).fill(0));
    const snowy = { ...dark, snowTotal: months({ 0: 50 }), snowEvents: months({ 0: 2 }) };
    expect(Array.from(lossTownsend(snowy, options).loss.subarray(0, 3))).toEqual([1, 1, 0]);
    expect(lossTownsend({ ...year, snowTotal: 500, snowEvents: 20, poaGlobal: 1000 }, options).loss[0]).toBe(1);
  });

  test("missing snow reaches the next month, anything else only its own", () => {
    const snow = { snowTotal: months({ 3: 20 }), snowEvents: months({ 3: 2 }) };
    const whole = lossTownsend({ ...year, ...snow }, options).loss;
    const missing = (change: object) => Array.from(lossTownsend({ ...year, ...snow, ...change }, options).loss);
    expect(missing({ snowTotal: months({ 3: null }) })).toEqual(
      Array.from(whole.with(3, Number.NaN).with(4, Number.NaN)),
    );
    const air = new Array(12).fill(0).with(3, null);
    expect(missing({ tempAir: air })).toEqual(Array.from(whole.with(3, Number.NaN)));
    expect(missing({ poaGlobal: new Array(12).fill(1e5).with(3, null) })).toEqual(
      Array.from(whole.with(3, Number.NaN)),
    );
  });

  test("says what is wrong; nothing in, nothing out", () => {
    expect(() => lossTownsend(year, { ...options, slantHeight: 0 })).toThrow(/slantHeight must be above 0, got 0/);
    expect(() => lossTownsend(year, { ...options, surfaceTilt: 120 })).toThrow(/surfaceTilt must be 0 to 90, got 120/);
    const none = { snowTotal: [], snowEvents: [], relativeHumidity: [], tempAir: [], poaGlobal: [] };
    expect(lossTownsend(none, options).loss.length).toBe(0);
  });
});
