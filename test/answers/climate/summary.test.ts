import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { summariseYears } from "../../../src/answers/climate/summary/summarise.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { exceedanceValues } from "../../../src/foundation/statistics/exceedance.js";
import { normalQuantile } from "../../../src/foundation/statistics/normal.js";
import {
  noncentralTQuantile,
  studentTProbability,
  studentTQuantile,
  studentTTwoSided,
  trendOf,
} from "../../../src/foundation/statistics/student-t.js";
import { madeWeather } from "./made-weather.js";

const fixture = JSON.parse(
  readFileSync(new URL("../../../fixtures/climate/statistics.json", import.meta.url), "utf8"),
) as {
  tQuantiles: [degrees: number, share: number, t: number][];
  tProbabilities: [degrees: number, t: number, share: number][];
  normalQuantiles: [share: number, z: number][];
  noncentralQuantiles: [degrees: number, shift: number, share: number, t: number][];
  lines: { first: number; values: number[]; slope: number; p: number; standardError: number }[];
};

/** Largest relative difference, absolute near 0. */
const worst = (pairs: (readonly [ours: number, theirs: number])[]) =>
  Math.max(...pairs.map(([ours, theirs]) => Math.abs(ours - theirs) / Math.max(Math.abs(theirs), 1e-3)));

describe("Student's t, against scipy", () => {
  it("has its probabilities", () => {
    // Finite sums of numbers below 1; 1e-3 of absolute floor turns some 1e-16 of absolute error into 1e-13.
    expect(worst(fixture.tProbabilities.map(([of, t, share]) => [studentTProbability(t, of), share]))).toBeLessThan(
      1e-12,
    );
  });

  it("has its quantiles", () => {
    // Where 0.1 % lies beyond, an error of 1e-16 in the probability is one of 1e-13 in the quantile.
    expect(worst(fixture.tQuantiles.map(([of, share, t]) => [studentTQuantile(share, of), t]))).toBeLessThan(1e-12);
    for (const [degrees, share, t] of fixture.tQuantiles)
      expect(studentTQuantile(1 - share, degrees)).toBeCloseTo(-t, 9);
  });

  it("has two sides", () => {
    expect(studentTTwoSided(2.5, 8)).toBeCloseTo(2 * (1 - studentTProbability(2.5, 8)), 14);
    expect(studentTTwoSided(0, 8)).toBe(1);
  });

  it("has a noncentral form, by the trapezoidal rule", () => {
    const of = fixture.noncentralQuantiles;
    const pairs = of.map(([degrees, shift, share, t]) => [noncentralTQuantile(share, degrees, shift), t] as const);
    // scipy's own quantile is a root found to some 1e-10.
    expect(worst(pairs)).toBeLessThan(1e-9);
  });

  it("is the normal distribution's in the end", () => {
    expect(worst(fixture.normalQuantiles.map(([share, z]) => [normalQuantile(share), z] as const))).toBeLessThan(1e-12);
  });
});

describe("trendOf, against scipy.stats.linregress", () => {
  it.each(fixture.lines)("finds the line through $values.length years", ({ first, values, ...line }) => {
    const years = values.map((_, k) => first + k);
    const { slope, pValue, standardError } = trendOf(years, Float64Array.from(values));
    const pairs = [[slope, line.slope] as const, [pValue, line.p] as const];
    // Sums of at most 30 products of numbers with 7 digits.
    expect(worst([...pairs, [standardError, line.standardError]])).toBeLessThan(1e-10);
  });

  it("takes a level line for chance, a perfect slope for none", () => {
    expect(trendOf([1, 2, 3], Float64Array.of(5, 5, 5))).toEqual({ slope: 0, standardError: 0, pValue: 1 });
    expect(trendOf([1, 2, 3], Float64Array.of(5, 6, 7))).toEqual({ slope: 1, standardError: 0, pValue: 0 });
  });
});

describe("exceedanceValues", () => {
  const annual = [1000, 1100, 1050, 980, 1020];

  it("is mean − t·s·√(1 + 1/n)", () => {
    const { mean, standardDeviation, values } = exceedanceValues(annual);
    expect(mean).toBe(1030);
    expect(standardDeviation).toBeCloseTo(Math.sqrt(2200), 10);
    // t of 4 degrees of freedom at 90 %, from tables: 1.5332
    expect(values.map(({ exceedance }) => exceedance)).toEqual([10, 50, 90]);
    expect(values[2]!.value).toBeCloseTo(1030 - 1.533206 * Math.sqrt(2200) * Math.sqrt(1.2), 3);
    expect(values[1]!.value).toBeCloseTo(1030, 9);
    expect(values[0]!.value + values[2]!.value).toBeCloseTo(2 * 1030, 9);
  });

  it("is mean − z·s where the normal form is asked for", () => {
    const { values } = exceedanceValues(annual, { form: "normal", exceedances: [90] });
    expect(values[0]!.value).toBeCloseTo(1030 - 1.2815515655446 * Math.sqrt(2200), 9);
  });

  it("says what tenths there were only with ten years", () => {
    expect(exceedanceValues(annual).values[2]!.empirical).toBeNull();
    const ten = Array.from({ length: 11 }, (_, k) => 100 + k);
    expect(exceedanceValues(ten).values.map(({ empirical }) => empirical)).toEqual([109, 105, 101]);
  });

  it("has an interval of P90 that holds the true one in 95 % of samples", () => {
    // 2000 samples of 8 normal years with mean 0, spread 1; the true P90 is −1.2816. 95 ± 3 standard errors of 0.49 %.
    let inside = 0;
    const uniform = randomNumbers(1);
    const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    for (let sample = 0; sample < 2000; sample++) {
      const [low, high] = exceedanceValues(Array.from({ length: 8 }, normal)).p90Interval;
      if (low < -1.28155 && high > -1.28155) inside++;
    }
    expect(inside / 2000).toBeGreaterThan(0.935);
    expect(inside / 2000).toBeLessThan(0.965);
  });

  it.each([
    [[1, 2], {}, /annual must hold 3 years or more, got 2/],
    [[1, 2, Number.NaN], {}, /annual\[2\] must be a finite number, got NaN/],
    [7, {}, /annual must be an array of numbers, got 7/],
    [[1, 2, 3], { exceedances: [100] }, /above 0 and below 100 percent, got 100/],
    [[1, 2, 3], { form: "gauss" }, /options.form must be student or normal, got "gauss"/],
  ])("refuses %j, %j", (values, options, message) =>
    expect(() => exceedanceValues(values as never, options as never)).toThrow(message),
  );
});

describe("summariseYears", () => {
  const made = madeWeather({ site: 7, firstYear: 2001, years: 12, timeZone: -8 });
  const summary = summariseYears(made, { origin: "measured" });
  const hours = (from: number, to: number) => (to - from) / 3_600_000;

  it("adds irradiance up and averages the rest, without 29 February", () => {
    const ghi = summary.columns.global_horizontal_irradiance!;
    expect(ghi.aggregation).toBe("sum");
    expect(ghi.years).toEqual(Array.from({ length: 12 }, (_, k) => 2001 + k));
    const from = hours(Date.UTC(2001, 0, 1), Date.UTC(2004, 0, 1));
    const leapDay = hours(Date.UTC(2001, 0, 1), Date.UTC(2004, 1, 29));
    const to = hours(Date.UTC(2001, 0, 1), Date.UTC(2005, 0, 1));
    const total = (column: Float64Array, a: number, b: number) => column.subarray(a, b).reduce((sum, v) => sum + v, 0);
    const { global_horizontal_irradiance: light, temperature } = made.columns;
    const year = total(light, from, to) - total(light, leapDay, leapDay + 24);
    expect(ghi.annual.values[3]).toBeCloseTo(year / 1000, 9);
    expect(ghi.monthly).toHaveLength(12);
    expect(ghi.monthly[1]!.values[3]).toBeCloseTo(total(light, from + 31 * 24, leapDay) / 1000, 9);
    const sumOfMonths = ghi.monthly.reduce((sum, { values }) => sum + values[3]!, 0);
    expect(sumOfMonths).toBeCloseTo(ghi.annual.values[3]!, 9);
    const warmth = summary.columns.temperature!;
    expect(warmth.aggregation).toBe("mean");
    const mean = (total(temperature, from, to) - total(temperature, leapDay, leapDay + 24)) / 8760;
    expect(warmth.annual.values[3]).toBeCloseTo(mean, 10);
  });

  it("is made of the same annual values as its P-values and trend", () => {
    const { annual, years, exceedance, trend } = summary.columns.global_horizontal_irradiance!;
    expect(exceedance).toEqual(exceedanceValues(annual.values));
    expect(trend).toEqual(trendOf(years, annual.values));
    const sorted = [...annual.values].sort((a, b) => a - b);
    expect(annual.quantiles.minimum).toBe(sorted[0]);
    expect(annual.quantiles.maximum).toBe(sorted[11]);
    expect(annual.quantiles.median).toBeCloseTo((sorted[5]! + sorted[6]!) / 2, 9);
    expect(summary.notices).toEqual([]);
  });

  it("does not depend on the step", () => {
    const half = madeWeather({ site: 7, firstYear: 2001, years: 3, stepsPerDay: 48 });
    const { annual } = summariseYears(half, { origin: "measured" }).columns.global_horizontal_irradiance!;
    const light = half.columns.global_horizontal_irradiance.subarray(0, 365 * 48);
    expect(annual.values[0]).toBeCloseTo(light.reduce((total, value) => total + value, 0) / 2000, 9);
  });

  it("leaves out a year with a long gap, for that column only, and says so", () => {
    const temperature = made.columns.temperature.slice();
    temperature.fill(Number.NaN, 24 * 400, 24 * 400 + 7);
    const weather = { ...made, columns: { ...made.columns, temperature } };
    const { columns, notices } = summariseYears(weather, { origin: "satellite" });
    expect(columns.temperature!.years).not.toContain(2002);
    expect(columns.temperature!.dropped).toEqual([
      { month: 2, year: 2002, reason: "gaps", column: "temperature", longestGap: 7, missing: 7 / (28 * 24) },
    ]);
    expect(columns.wind_speed!.years).toContain(2002);
    expect(notices).toEqual([]);
  });

  it("warns of few years, and refuses fewer than three", () => {
    const of = (years: number) =>
      summariseYears(madeWeather({ site: 1, firstYear: 2001, years }), { origin: "measured" });
    const message = "global_horizontal_irradiance: 4 whole years show little of how years differ; give ten or more";
    expect(of(4).notices[0]).toEqual({ code: "few-years", message });
    expect(() => of(2)).toThrow(/needs 3 whole years without long gaps, found 2/);
  });

  it.each(["typical", "generated", "synthetic"])("refuses %s years", (origin) => {
    expect(() => summariseYears(made, { origin: origin as never })).toThrow(
      `a year of origin "${origin}" is not a record of actual dates: the spread of such years, their P-values and trend say nothing about the place`,
    );
  });

  it("refuses a year that was repeated, whatever it is called", () => {
    const { columns } = madeWeather({ site: 1, firstYear: 2001, years: 1 });
    const repeated = Object.entries(columns).map(([name, column]) => [name, [...column, ...column, ...column]]);
    const thrice: WeatherSeries = {
      ...{ start: "2001-01-01T00:00Z", interval: 3600, place: { latitude: 1, longitude: 1, timeZone: 0 } },
      columns: Object.fromEntries(repeated),
    };
    expect(() => summariseYears(thrice, { origin: "measured" })).toThrow(
      /of January 2002 repeats 2001 value for value/,
    );
  });

  it.each([
    [undefined, /options must be an object \{ origin/],
    [{}, /options.origin must be one of measured, satellite, reanalysis, got undefined/],
    [{ origin: "measured", columns: ["rain"] }, /options.columns must be an array of/],
    [{ origin: "measured", columns: ["pressure"] }, /the weather has no pressure/],
    [{ origin: "measured", timeZone: 15 }, /options.timeZone must be the UTC offset .* got 15/],
  ])("refuses the options %j", (options, message) =>
    expect(() => summariseYears(made, options as never)).toThrow(message),
  );
});
