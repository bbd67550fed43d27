/** The rules of selection one by one, against their definitions written out. */
import { describe, expect, it } from "vitest";
import { smoothJoins } from "../../../src/answers/climate/selection/assemble.js";
import { finkelsteinSchafer, finkelsteinSchaferSum } from "../../../src/answers/climate/selection/daily-indices.js";
import { isoMonth, ruledOut, runsOf, sandiaMonth } from "../../../src/answers/climate/selection/methods.js";
import { usableWeights } from "../../../src/answers/climate/selection/options.js";
import {
  bridged,
  localRecord,
  measuredColumns,
  measuredMonths,
  monthSpan,
  rowTime,
} from "../../../src/answers/climate/selection/record.js";
import { selectProbableYear } from "../../../src/answers/climate/selection/select.js";
import { checkWeather } from "../../../src/data/weather/series.js";
import { Random } from "../../../src/foundation/statistics/random.js";

const HOUR = 3_600_000;
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

  it("is 0 for a month that is like all", () =>
    expect(finkelsteinSchaferSum(sorted(1, 2, 2, 3), sorted(1, 1, 2, 2, 2, 2, 3, 3), "step")).toBe(0));
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

  it("of five candidates the nearest in daily light comes first, of those that persistence leaves in", () => {
    const random = new Random(4);
    for (let k = 0; k < 20; k++) {
      const days = Float64Array.from({ length: 360 }, (_, day) => random.uniform(1, k, day, 0));
      const spans = Array.from({ length: 12 }, (_, year) => ({
        ...span(2001 + year, 30 * year),
        toDay: 30 * year + 30,
      }));
      const rules = { weights: new Map([["ghi_sum", 1]] as const), plotting: "step", persistence: "manual" } as const;
      const { year, years, candidates } = sandiaMonth(spans, { ghi_sum: days }, rules);
      const least = years.map(({ score }) => score).sort((a, b) => a - b);
      expect(candidates.map(({ score }) => score).sort((a, b) => a - b)).toEqual(least.slice(0, 5));
      const off = candidates.map(({ deviation }) => deviation!);
      expect(off).toEqual([...off].sort((a, b) => a - b));
      expect(year).toBe((candidates.find(({ ruledOut: why }) => why === null) ?? candidates[0]!).year);
    }
  });

  it("of February NREL's code alone looks at the 29th, too", () => {
    const days = Float64Array.from({ length: 29 * 12 }, (_, day) => (day % 29 === 28 ? 900 : day % 7));
    const spans = Array.from({ length: 12 }, (_, k) => ({ ...span(2001 + k, 29 * k), month: 2, toDay: 29 * k + 28 }));
    const rules = { weights: new Map([["ghi_sum", 1]] as const), plotting: "step" } as const;
    const brightest = (persistence: "manual" | "nsrdb") =>
      sandiaMonth(spans, { ghi_sum: days }, { ...rules, persistence }).candidates.map(
        ({ deviation }) => deviation! > 10,
      );
    expect([brightest("manual").includes(true), brightest("nsrdb").includes(true)]).toEqual([false, true]);
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

it("weights keep their order and ratios without those that are not there, and published ones their digits", () => {
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

it("bridged draws straight lines across gaps, and goes on level at the ends", () => {
  const column = Float64Array.of(Number.NaN, 2, Number.NaN, Number.NaN, 8, Number.NaN);
  expect([...bridged(column)]).toEqual([2, 2, 4, 6, 8, 8]);
  expect(column[0]).toBeNaN();
});

it("a join is a cross-fade, w = (i + ½)/12, a straight line where the record ends, a step where values are missing, too", () => {
  // Two years of twelve months of 30 hours; all of the first but December, whose record ends with it.
  const source = {
    temperature: Float64Array.from({ length: 720 }, (_, row) => (row < 360 ? row % 7 : 100 + (row % 5))),
  };
  const month = (row: number, month: number, year: number) => ({
    ...{ year, month, fromDay: 0, toDay: 0, fromRow: row, toRow: row + 30 },
  });
  const months = Array.from({ length: 12 }, (_, k) => (k < 11 ? month(30 * k, k + 1, 2001) : month(690, 12, 2002)));
  const record = { step: HOUR } as never;
  const columns = () => ({
    temperature: Float64Array.from(
      months.flatMap(({ fromRow, toRow }) => [...source.temperature.slice(fromRow, toRow)]),
    ),
  });
  const year = columns();
  const joins = smoothJoins(record, months, source, year, 6);
  expect(joins).toEqual([
    { month: 1, from: 2002, to: 2001, straight: ["temperature"], left: [] },
    { month: 12, from: 2001, to: 2002, straight: [], left: [] },
  ]);
  const [from, to] = [columns().temperature[353]!, columns().temperature[6]!];
  const line = Array.from({ length: 12 }, (_, i) => year.temperature[(354 + i) % 360]!);
  line.forEach((value, i) => {
    expect(value).toBeCloseTo(from + ((to - from) * (i + 1)) / 13, 12);
  });
  const [faded, own] = [year.temperature.subarray(324, 336), source.temperature];
  faded.forEach((value, i) => {
    expect(value).toBeCloseTo(own[324 + i]! + (own[684 + i]! - own[324 + i]!) * ((i + 0.5) / 12), 12);
  });
  const gappy = columns();
  gappy.temperature[6] = Number.NaN;
  expect(smoothJoins(record, months, source, gappy, 6)[0]).toMatchObject({ straight: [], left: ["temperature"] });
  expect(gappy.temperature.subarray(354)).toEqual(columns().temperature.subarray(354));
});

describe("months of a record", () => {
  const START = Date.UTC(2001, 0, 1);
  const DAYS = 3 * 365;
  /** Hours of three years of UTC, some without a value; what is dropped of them on another clock. */
  function dropped(timeZone: number, gaps: readonly (readonly [hour: number, length: number])[] = []) {
    const temperature = new Float64Array(24 * DAYS).fill(10);
    for (const [hour, length] of gaps) temperature.fill(Number.NaN, hour, hour + length);
    const record = localRecord("a test", { start: START, interval: 3600, columns: { temperature } }, timeZone);
    const found = measuredMonths(record, { temperature }, ["temperature"]).dropped;
    return found
      .filter(({ reason }) => reason !== "outside the record")
      .map((one) => [one.year, one.month, one.reason]);
  }
  const may = 24 * 130;

  it("may lack six hours in a row and a hundredth of their values, no more", () => {
    const singly = (count: number) => Array.from({ length: count }, (_, k) => [may + 20 * k, 1] as const);
    expect([dropped(0, [[may, 6]]), dropped(0, singly(7))]).toEqual([[], []]);
    for (const gaps of [[[may, 7]] as const, singly(8)]) expect(dropped(0, gaps)).toEqual([[2001, 5, "gaps"]]);
  });

  it("that the clock cuts at an end say so, unless more is missing", () => {
    expect([dropped(6), dropped(-6)]).toEqual([[], []]);
    expect([dropped(7), dropped(-7)]).toEqual([[[2001, 1, "cut by the clock"]], [[2003, 12, "cut by the clock"]]]);
    expect(dropped(7, [[200, 1]])).toEqual([[2001, 1, "the record does not cover it"]]);
    expect(dropped(0, [[0, 7]])).toEqual([[2001, 1, "gaps"]]);
  });

  it.each(["average", "instant"] as const)("begin where a row's middle is past midnight: %s", (sampling) => {
    for (const interval of [300, 1800, 3600]) {
      for (const timeZone of [-9.5, -7, 0, 1, 5.5, 5.75, 12.75]) {
        for (const later of [0, 1, 7.5, 11]) {
          const columns = { temperature: new Float64Array((40 * 86_400) / interval) };
          const weather = { start: START + later * HOUR, interval, sampling, columns };
          const record = localRecord("a test", weather, timeZone);
          const { year, month, fromRow } = monthSpan(record, 2001, 2);
          const midnight = Date.UTC(year, month - 1, 1) - timeZone * HOUR;
          const [step, begin] = [interval * 1000, rowTime(record, fromRow) - midnight];
          const middle = begin + (sampling === "average" ? step / 2 : 0);
          expect(middle >= 0 && middle < step).toBe(true);
          expect(record.phase).toBe(begin);
        }
      }
    }
  });

  it("have no light below the sensors' offsets, which are none, nor beyond what is possible", () => {
    const light = Float64Array.of(-21, -20, -0.1, 0, 2220, 2221);
    const series = { start: START, interval: 3600, columns: { global_horizontal_irradiance: light } };
    const { columns } = measuredColumns(checkWeather(series));
    expect([...columns.global_horizontal_irradiance!]).toEqual([Number.NaN, 0, 0, 0, 2220, Number.NaN]);
  });
});

it("a probable year has the light that its level asks for, within 0.05 %, and levels come in their order", () => {
  const random = new Random(6);
  const count = (Date.UTC(2011, 0, 1) - Date.UTC(2001, 0, 1)) / HOUR;
  const bright = Float64Array.from({ length: count / 24 }, (_, day) => 0.3 + 0.7 * random.uniform(1, day, 0, 0));
  const light = Float64Array.from({ length: count }, (_, hour) =>
    Math.max(0, 800 * bright[Math.floor(hour / 24)]! * Math.sin(((hour % 24) - 6) * (Math.PI / 12))),
  );
  const columns = { global_horizontal_irradiance: light, temperature: light.map((value) => value / 40) };
  const weather = { start: Date.UTC(2001, 0, 1), interval: 3600, columns };
  const reached = (["p90", "p50", "p10"] as const).map((extreme) => {
    const { series, audit } = selectProbableYear(weather, { extreme, timeZone: 0 });
    const sum = (series.columns.global_horizontal_irradiance as Float64Array).reduce((all, value) => all + value, 0);
    expect(audit.probable!.reached).toBeCloseTo(sum / 1000, 6);
    expect(Math.abs(audit.probable!.reached / audit.probable!.target - 1)).toBeLessThan(0.001);
    return audit.probable!.reached;
  });
  expect(reached).toEqual([...reached].sort((a, b) => a - b));
});
