/** The rules of selection one by one, against their definitions written out. */
import { describe, expect, it } from "vitest";
import { finkelsteinSchafer, finkelsteinSchaferSum } from "../../src/climate/selection/finkelstein-schafer.js";
import { isoMonth } from "../../src/climate/selection/iso15927.js";
import { bridged } from "../../src/climate/selection/measured.js";
import { ruledOut, runsOf } from "../../src/climate/selection/persistence.js";
import { sandiaMonth } from "../../src/climate/selection/sandia.js";
import { usableWeights } from "../../src/climate/selection/weights.js";

const atMost = (values: number[], x: number) => values.filter((value) => value <= x).length;
const sorted = (...values: number[]) => Float64Array.from(values).sort();

describe("the Finkelstein–Schafer statistic", () => {
  const month = [3, 5, 5, 8];
  const all = [1, 3, 3, 4, 5, 5, 6, 8, 9, 9];
  const sum = (plotting: "step" | "hazen" | "nrel" | "iso") =>
    finkelsteinSchaferSum(sorted(...month), sorted(...all), plotting);
  const byHand = (own: (x: number, i: number) => number, usual: (x: number) => number) =>
    month.reduce((total, x, i) => total + Math.abs(own(x, i) - usual(x)), 0);

  it("step: shares of values that are no more, in the month and in all years", () => {
    expect(sum("step")).toBeCloseTo(
      byHand(
        (x) => atMost(month, x) / 4,
        (x) => atMost(all, x) / 10,
      ),
      14,
    );
  });

  it("hazen: half a value less of each", () => {
    expect(sum("hazen")).toBeCloseTo(
      byHand(
        (x) => (atMost(month, x) - 0.5) / 4,
        (x) => (atMost(all, x) - 0.5) / 10,
      ),
      14,
    );
  });

  it("nrel: straight lines from 0 to 1, equal values of the month one after the other", () => {
    expect(sum("nrel")).toBeCloseTo(
      byHand(
        (_, i) => i / 3,
        (x) => (atMost(all, x) - 1) / 9,
      ),
      14,
    );
  });

  it("iso: ranks over one more than there are", () => {
    expect(sum("iso")).toBeCloseTo(
      byHand(
        (_, i) => (i + 1) / 5,
        (x) => atMost(all, x) / 11,
      ),
      14,
    );
  });

  it("is the mean of the differences over the days of each span, and a sum for iso", () => {
    const days = Float64Array.of(3, 8, 5, 5, 1, 9, 9, 3, 4, 6);
    const spans = [
      { fromDay: 0, toDay: 4 },
      { fromDay: 4, toDay: 10 },
    ];
    expect(finkelsteinSchafer(days, spans, "step")[0]).toBeCloseTo(sum("step") / 4, 14);
    expect(finkelsteinSchafer(days, spans, "iso")[0]).toBeCloseTo(sum("iso"), 14);
    expect([...days]).toEqual([3, 8, 5, 5, 1, 9, 9, 3, 4, 6]);
  });

  it("is 0 for a month that is like all", () => {
    expect(finkelsteinSchaferSum(sorted(1, 2, 2, 3), sorted(1, 1, 2, 2, 2, 2, 3, 3), "step")).toBe(0);
  });
});

describe("persistence", () => {
  // Percentiles of 0 … 9: the 33rd is 2.97, the 67th 6.03.
  const ghi = Float64Array.of(0, 1, 5, 2, 5, 3, 4, 6, 7, 9);
  const spans = [
    { fromDay: 0, toDay: 5 },
    { fromDay: 5, toDay: 10 },
  ];

  it("counts runs of gloom", () => {
    // All ten values in order: 0 1 2 3 4 5 5 6 7 9; 33 % of the way from the first to the last is 2.97.
    expect(runsOf({ spans }, undefined, ghi)).toEqual([
      { longest: 2, count: 2 },
      { longest: 0, count: 0 },
    ]);
  });

  it("counts runs of cold and of heat beside them", () => {
    const temperature = Float64Array.of(9, 8, 7, 5, 5, 0, 1, 2, 5, 9);
    // In order: 0 1 2 5 5 5 7 8 9 9; thresholds 4.91 and 7.03.
    expect(runsOf({ spans }, temperature, ghi)).toEqual([
      { longest: 2, count: 3 },
      { longest: 3, count: 2 },
    ]);
  });

  it("rules out the longest run, the most runs and no run; NREL's code leaves the last in", () => {
    const runs = [
      { longest: 5, count: 3 },
      { longest: 2, count: 7 },
      { longest: 3, count: 4 },
      { longest: 0, count: 0 },
      { longest: 5, count: 4 },
    ];
    expect(ruledOut(runs, "manual")).toEqual(["longest run", "most runs", null, "no run", "longest run"]);
    expect(ruledOut(runs, "nsrdb")).toEqual(["longest run", "most runs", null, null, "longest run"]);
    // Of a month that is both, the first is told.
    expect(
      ruledOut(
        [
          { longest: 5, count: 7 },
          { longest: 2, count: 1 },
        ],
        "nsrdb",
      ),
    ).toEqual(["longest run", null]);
  });
});

describe("of equals", () => {
  const span = (year: number, fromDay: number) => ({
    year,
    month: 1,
    fromDay,
    toDay: fromDay + 3,
    fromRow: 0,
    toRow: 0,
  });
  const ghi = [5, 7, 9];

  it("the earlier year comes first, in the Sandia method and by rank", () => {
    const days = Float64Array.from(Array.from({ length: 7 }, () => ghi).flat());
    const spans = Array.from({ length: 7 }, (_, k) => span(2001 + k, 3 * k));
    const rules = { weights: new Map([["ghi_sum", 1]] as const), plotting: "step", persistence: "none" } as const;
    const sandia = sandiaMonth(spans, { ghi_sum: days }, rules);
    expect(sandia.candidates.map(({ year }) => year)).toEqual([2001, 2002, 2003, 2004, 2005]);
    const iso = isoMonth(spans, { temperature_mean: days, ghi_sum: days, humidity_mean: days });
    expect(iso.candidates.map(({ year }) => year)).toEqual([2001, 2002, 2003]);
    expect(iso.years.every(({ score }) => score === 3)).toBe(true);
  });

  it("the wind decides between the three best by rank", () => {
    const days = Float64Array.from(Array.from({ length: 4 }, () => ghi).flat());
    const spans = Array.from({ length: 4 }, (_, k) => span(2001 + k, 3 * k));
    // Means 1, 2, 6, 3: their mean is 3.
    const wind = Float64Array.of(1, 1, 1, 2, 2, 2, 6, 6, 6, 3, 3, 3);
    const { year, candidates } = isoMonth(spans, {
      temperature_mean: days,
      ghi_sum: days,
      humidity_mean: days,
      wind_mean: wind,
    });
    expect(candidates.map((candidate) => [candidate.year, candidate.deviation])).toEqual([
      [2002, 1],
      [2001, 2],
      [2003, 3],
    ]);
    expect(year).toBe(2002);
  });
});

describe("weights", () => {
  it("keep their order and ratios without those that are not there, and published ones their digits", () => {
    const weights = { ghi_sum: 0.5, temperature_mean: 0.3, dni_sum: 0.2 };
    expect([...usableWeights(weights, () => true)]).toEqual([
      ["temperature_mean", 0.3],
      ["dni_sum", 0.2],
      ["ghi_sum", 0.5],
    ]);
    const rest = usableWeights(weights, (name) => name !== "dni_sum");
    expect([...rest.keys()]).toEqual(["temperature_mean", "ghi_sum"]);
    expect(rest.get("ghi_sum")).toBeCloseTo(0.625, 15);
  });
});

describe("bridged", () => {
  it("draws straight lines across gaps, and goes on level at the ends", () => {
    const column = Float64Array.of(Number.NaN, 2, Number.NaN, Number.NaN, 8, Number.NaN);
    expect([...bridged(column)]).toEqual([2, 2, 4, 6, 8, 8]);
    expect(column[0]).toBeNaN();
  });
});
