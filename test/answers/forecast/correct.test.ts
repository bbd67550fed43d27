/** A run corrected by the last observations, without a run, its spread, and what a place's own past teaches. */
import { describe, expect, test } from "vitest";
import { DEFAULT_TABLE } from "../../../src/answers/forecast/default-table.generated.js";
import { cliper, correctForecast, forecastQuantiles, learnFromPast } from "../../../src/answers/forecast/index.js";
import { PROBABILITIES } from "../../../src/answers/forecast/spread.js";
import type { WeatherSeries } from "../../../src/data/weather/index.js";
import { NormalEquations } from "../../../src/foundation/statistics/least-squares.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";
import { ghiSeries } from "./ghi-series.js";

const QUARTER = 900_000;
const HOUR = 4 * QUARTER;
const START = Date.UTC(2024, 5, 21);
const place = { latitude: 50, longitude: 10, altitude: 290 };
const climatology = 0.65;
const grid = { start: START, step: QUARTER, count: 48 * 4 };
const sky = clearSkyOn(grid, place);
/** 11:30 UTC; the last observation ends at 11:15. */
const now = START + 11.5 * HOUR;
const LAST = 44;

const course = (index: (row: number) => number) => sky.global.map((value, row) => value * index(row));

function seriesOf(ghi: ArrayLike<number>, more: WeatherSeries["columns"] = {}): WeatherSeries {
  return { start: START, interval: 900, columns: { global_horizontal_irradiance: ghi, ...more } };
}

const run = seriesOf(course(() => 0.8));
/** Half of the clear sky until 11:15, then nothing. */
const until = (rows: number, index = 0.5) =>
  seriesOf(course(() => index).map((value, row) => (row < rows ? value : Number.NaN)));
const observations = until(LAST + 1);
const options = { now, place, climatology };
const ghiOf = (series: WeatherSeries) => series.columns.global_horizontal_irradiance as Float64Array;

describe("correctForecast", () => {
  const found = correctForecast(run, observations, options);

  test("is the climatology plus weighted departures, as the table has them", () => {
    const { weights } = DEFAULT_TABLE.fits.quarter[3]!.steady;
    const [quarter, hour, ofRun, ofRunBefore] = weights as [number, number, number, number];
    const index = climatology + (quarter + hour) * (0.5 - climatology) + (ofRun + ofRunBefore) * (0.8 - climatology);
    // One hour after the issue, which is a quarter after the last observation.
    const row = LAST + 1 + 4;
    expect(ghiOf(found.series)[row]! / sky.global[row]!).toBeCloseTo(index, 12);
  });

  test("has the past as observed, leaves what is 12 hours off, and goes from the observation to the run between", () => {
    const [before, after] = [ghiOf(run), ghiOf(found.series)];
    expect(after.subarray(0, LAST + 1)).toEqual(ghiOf(observations).subarray(0, LAST + 1));
    expect(after.subarray(LAST + 1 + 48)).toEqual(before.subarray(LAST + 1 + 48));
    const indices = [1, 4, 12, 24].map((lead) => after[LAST + 1 + lead]! / sky.global[LAST + 1 + lead]!);
    expect(indices[0]).toBeLessThan(0.6);
    for (let k = 1; k < indices.length; k++) expect(indices[k]!).toBeGreaterThan(indices[k - 1]!);
  });

  test("fades evenly between 6 and 12 hours, quarter by quarter", () => {
    // In the morning, as the sun of the evening would set before they are over.
    const known = 21;
    const { series, correction } = correctForecast(run, until(known), { ...options, now: START + 5.5 * HOUR });
    expect(correction.method).toBe("observation");
    const index = (lead: number) => ghiOf(series)[known + lead]! / sky.global[known + lead]!;
    const longest = index(24);
    expect(longest).toBeLessThan(0.78);
    for (let lead = 25; lead <= 48; lead++)
      expect(index(lead), `lead ${lead}`).toBeCloseTo(longest + ((0.8 - longest) * (lead - 24)) / 24, 9);
    expect(index(49)).toBeCloseTo(0.8, 12);
  });

  test("says what it was corrected by", () => {
    const { method, reason, table, observedUntil, age, sky: kind, weights } = found.correction;
    expect({ method, reason, table, observedUntil, age, kind }).toEqual({
      method: "observation",
      reason: undefined,
      table: DEFAULT_TABLE.name,
      observedUntil: START + 11.25 * HOUR,
      age: 900,
      kind: "steady",
    });
    expect(weights.map(({ lead }) => lead)).toEqual([1800, 4500, 11_700, 22_500]);
    expect(weights[0]!.observation).toBeGreaterThan(weights[2]!.observation);
    expect(weights[2]!.run).toBeGreaterThan(weights[0]!.run);
  });

  test.each([
    ["old", until(LAST - 8), "the last observation is 150 minutes old, more than 120"],
    ["missing", until(0), "no observation falls within the run"],
  ])("does not correct by an observation that is %s", (_, given, reason) => {
    const same = correctForecast(run, given, options);
    expect(ghiOf(same.series)).toEqual(ghiOf(run));
    expect(same.correction).toMatchObject({ method: "none", reason, weights: [] });
  });

  test("does not correct by the night, nor by what a run does not have", () => {
    const night = correctForecast(run, until(9), { ...options, now: START + 2.5 * HOUR });
    expect(ghiOf(night.series)).toEqual(ghiOf(run));
    expect(night.correction.reason).toBe("the sun was too low at the last observation");
    const late = seriesOf(course((row) => (row < LAST ? Number.NaN : 0.8)));
    const { reason } = correctForecast(late, observations, options).correction;
    expect(reason).toBe("the run does not cover the last observed hour");
  });

  test("does not know what is observed after now", () => {
    const more = until(LAST + 30, 0.5);
    expect(correctForecast(run, more, options).correction.observedUntil).toBe(START + 11.5 * HOUR);
    const wild = seriesOf(ghiOf(more).map((value, row) => (row > LAST + 1 ? 3 * value : value)));
    expect(correctForecast(run, wild, options).series).toEqual(correctForecast(run, more, options).series);
  });

  test("does not know an hour before it is over", () => {
    const hours = (last: number): WeatherSeries =>
      ghiSeries(
        START,
        3600,
        Float64Array.from({ length: 13 }, (_, k) => (k === 11 ? last : 300)),
      );
    expect(correctForecast(run, hours(900), options)).toEqual(correctForecast(run, hours(100), options));
    expect(correctForecast(run, hours(900), options).correction.observedUntil).toBe(START + 11 * HOUR);
  });

  test("takes 10 minutes by their share in a quarter", () => {
    const tens = Float64Array.from({ length: 72 }, (_, k) => 10 * k);
    const ten = { start: START, interval: 600, columns: { global_horizontal_irradiance: tens } };
    const quarters = Float64Array.from({ length: 48 }, (_, q) => {
      const k = 1.5 * q;
      return Number.isInteger(k) ? 10 * k + 10 / 3 : 10 * k + 5 / 3;
    });
    const found = correctForecast(run, ten, options);
    const wanted = correctForecast(run, seriesOf(quarters), options);
    expect(found.correction.observedUntil).toBe(wanted.correction.observedUntil);
    for (let row = 0; row < grid.count; row++)
      expect(ghiOf(found.series)[row]).toBeCloseTo(ghiOf(wanted.series)[row]!, 9);
  });

  test("leaves out what cannot have been", () => {
    const broken = seriesOf(ghiOf(observations).map((value, row) => (row === LAST ? 5000 : value)));
    expect(correctForecast(run, broken, options).correction.observedUntil).toBe(START + 11 * HOUR);
  });

  test("takes what was observed where it was observed, as whole as it is, and the run's own before and in gaps", () => {
    const gap = LAST - 6;
    const seen = seriesOf(
      ghiOf(observations).map((value, row) => (row === gap || row < LAST - 12 ? Number.NaN : value)),
    );
    const light = ghiOf(correctForecast(run, seen, options).series);
    for (let row = LAST - 12; row <= LAST; row++) if (row !== gap) expect(light[row]).toBe(ghiOf(observations)[row]);
    for (const row of [gap, LAST - 13, 20]) expect(light[row]).toBe(ghiOf(run)[row]);
  });

  test("does not believe in darkness under a high sun", () => {
    const dead = seriesOf(ghiOf(observations).map((value, row) => (row === LAST ? 0 : value)));
    expect(correctForecast(run, dead, options).correction.observedUntil).toBe(START + 11 * HOUR);
  });

  test("splits corrected light anew: beam and diffuse add up, neither is negative, less light has less beam", () => {
    const direct = ghiOf(run).map((value, row) => Math.min(value, 0.6 * sky.direct[row]!));
    const diffuse = ghiOf(run).map((value, row) => value - direct[row]!);
    const components = { direct_horizontal_irradiance: direct, diffuse_horizontal_irradiance: diffuse };
    const { series } = correctForecast(seriesOf(ghiOf(run), components), observations, options);
    const [all, beam, rest] = ["global", "direct", "diffuse"].map(
      (name) => series.columns[`${name}_horizontal_irradiance` as "direct_horizontal_irradiance"] as Float64Array,
    ) as [Float64Array, Float64Array, Float64Array];
    for (let row = 0; row < grid.count; row++) {
      expect(beam[row]! + rest[row]!).toBeCloseTo(all[row]!, 9);
      expect(Math.min(beam[row]!, rest[row]!)).toBeGreaterThanOrEqual(0);
    }
    const row = LAST + 2;
    expect(beam[row]! / all[row]!).toBeLessThan(direct[row]! / ghiOf(run)[row]!);
  });

  test("moves temperature by its last difference, fading over 12 hours, also at night", () => {
    const warm = (value: number, rows = grid.count) =>
      Float64Array.from({ length: grid.count }, (_, row) => (row < rows ? value : Number.NaN));
    const given = seriesOf(ghiOf(run), { temperature: warm(15) });
    const seen = seriesOf(ghiOf(until(9)), { temperature: warm(18, 9) });
    const { series, correction } = correctForecast(given, seen, { ...options, now: START + 2.5 * HOUR });
    const temperature = series.columns.temperature as Float64Array;
    expect([correction.method, correction.temperature]).toEqual(["none", 3]);
    expect([8, 8 + 24, 8 + 48].map((row) => temperature[row])).toEqual([18, 16.5, 15]);
  });

  test.each([
    [4.25, 3],
    [4.5, undefined],
  ])("at %d h takes a temperature of 2:15 by its age: %s", (hour, difference) => {
    const air = (value: number, rows = grid.count) =>
      Float64Array.from({ length: grid.count }, (_, row) => (row < rows ? value : Number.NaN));
    const given = seriesOf(ghiOf(run), { temperature: air(15) });
    const seen = seriesOf(ghiOf(until(16)), { temperature: air(18, 9) });
    const { series, correction } = correctForecast(given, seen, { ...options, now: START + hour * HOUR });
    expect(correction.temperature).toBe(difference);
    expect((series.columns.temperature as Float64Array)[9 + 11]).toBe(
      difference === undefined ? 15 : 15 + 3 * (1 - 12 / 48),
    );
  });

  test("takes hourly runs and observations, with weights of their own", () => {
    const hours = (index: number, rows: number) => {
      const light = course(() => index);
      return Float64Array.from({ length: 48 }, (_, h) =>
        h < rows ? (light[4 * h]! + light[4 * h + 1]! + light[4 * h + 2]! + light[4 * h + 3]!) / 4 : Number.NaN,
      );
    };
    const hourly = (index: number, rows = 48): WeatherSeries => ghiSeries(START, 3600, hours(index, rows));
    const { series, correction } = correctForecast(hourly(0.8), hourly(0.5, 11), options);
    const [hour, ofRun, ofRunBefore] = DEFAULT_TABLE.fits.hour[3]!.steady.weights as [number, number, number];
    const index = climatology + hour * (0.5 - climatology) + (ofRun + ofRunBefore) * (0.8 - climatology);
    expect(ghiOf(series)[44 + 4]! / sky.global[44 + 4]!).toBeCloseTo(index, 6);
    expect([series.interval, correction.age]).toEqual([900, 1800]);
  });

  test("says what it cannot use", () => {
    const refused =
      (given: unknown, seen: unknown = observations, more = {}) =>
      () =>
        correctForecast(given as WeatherSeries, seen as WeatherSeries, { ...options, ...more });
    const odd = /the run must have intervals of up to 15 minutes, or of whole quarter hours in UTC, got 1200 s/;
    expect(refused({ ...run, interval: 1200 })).toThrow(odd);
    expect(refused(run, { ...observations, columns: { temperature: [1] } })).toThrow(/must have global_horizontal/);
    expect(refused(run, { ...observations, sampling: "instant" })).toThrow(/means of intervals, got instants/);
    expect(refused({ ...run, sampling: "instant" })).toThrow("correctForecast: the run must be means, got instants");
    expect(refused(run, observations, { now: Number.NaN })).toThrow(/now must be Unix ms, got NaN/);
    expect(refused(run, observations, { climatology: [1, 2] })).toThrow(/1, 12 or 288 clear-sky indices from 0 to 1.5/);
  });
});

describe("cliper", () => {
  test("is γ of the last index and the rest of the climatology, with γ falling from 1 to 0 as time goes by", () => {
    const { series, observedUntil } = cliper(observations, options);
    const row = LAST + 1 + 4;
    const offset = (START - (series.start as number)) / QUARTER;
    const index = climatology + DEFAULT_TABLE.persistence[3]! * (0.5 - climatology);
    expect(ghiOf(series)[row + offset]! / sky.global[row]!).toBeCloseTo(index, 9);
    expect(observedUntil).toBe(START + 11.25 * HOUR);
    const { persistence } = DEFAULT_TABLE;
    for (let k = 1; k < persistence.length; k++) expect(persistence[k]!).toBeLessThan(persistence[k - 1]!);
  });

  test("has what was observed before it, and a forecast from the last observation on", () => {
    const { series } = cliper(observations, options);
    expect(series.start).toBe(START);
    const light = ghiOf(series);
    expect(light.subarray(0, LAST + 1)).toEqual(ghiOf(observations).subarray(0, LAST + 1));
    const index = climatology + DEFAULT_TABLE.persistence[0]! * (0.5 - climatology);
    expect(light[LAST + 1]! / sky.global[LAST + 1]!).toBeCloseTo(index, 9);
    expect(light.length).toBe(11.5 * 4 + 24);
    const old = ghiOf(cliper(until(LAST - 8), options).series);
    expect([...old.subarray(LAST - 8, LAST + 2)].every(Number.isNaN)).toBe(true);
    expect(old[LAST + 2]! / sky.global[LAST + 2]!).toBeCloseTo(climatology, 9);
  });

  test("is the climatology alone after an old observation", () => {
    const { series, observedUntil } = cliper(until(LAST - 8), options);
    const offset = (START - (series.start as number)) / QUARTER;
    expect(ghiOf(series)[60 + offset]! / sky.global[60]!).toBeCloseTo(climatology, 9);
    expect(observedUntil).toBeUndefined();
  });
});

describe("forecastQuantiles", () => {
  const corrected = correctForecast(run, observations, options);
  const { values, probabilities } = forecastQuantiles(corrected);

  test("19 of them, to the end of the run, that never cross and are never negative", () => {
    expect(probabilities).toEqual(PROBABILITIES);
    expect(values.length).toBe(19);
    const rows = [...values[0]!.keys()].filter((row) => !Number.isNaN(values[0]![row]!));
    expect(rows).toEqual(Array.from({ length: grid.count - corrected.first }, (_, k) => corrected.first + k));
    for (const row of rows) {
      for (let q = 1; q < 19; q++) expect(values[q]![row]!).toBeGreaterThanOrEqual(values[q - 1]![row]!);
      expect(values[0]![row]!).toBeGreaterThanOrEqual(0);
    }
  });

  test("are wider later, and after a broken sky", () => {
    const width = (from: readonly Float64Array[], row: number) => (from[17]![row]! - from[1]![row]!) / sky.global[row]!;
    expect(width(values, corrected.first + 8)).toBeGreaterThan(width(values, corrected.first));
    const wild = seriesOf(course((row) => (row > LAST ? Number.NaN : row % 2 === 0 ? 0.2 : 0.8)));
    const broken = correctForecast(run, wild, options);
    expect(broken.correction.sky).toBe("broken");
    const row = corrected.first + 1;
    expect(width(forecastQuantiles(broken).values, row)).toBeGreaterThan(width(values, row));
  });
});

describe("learnFromPast", () => {
  const days = 40;
  const long = { start: START, step: QUARTER, count: days * 96 };
  const clear = clearSkyOn(long, place);
  /** A sky that changes from day to day and within each: known to the run, or not. */
  const index = (row: number, day: number) => 0.6 + 0.3 * Math.sin(day * 2.4) + 0.1 * Math.sin(row / 5 + day);
  const light = (shift: number) =>
    clear.global.map((value, row) => value * index(row, (Math.floor(row / 96) + shift) % days));
  const past = (shift: number) => ({
    runs: Array.from({ length: days * 4 - 1 }, (_, k) => ({
      issued: START + (6 * k + 4) * HOUR,
      series: ghiSeries(START + 6 * k * HOUR, 900, light(shift).subarray(24 * k, Math.min(long.count, 24 * k + 96))),
    })),
    observations: { start: START, interval: 900, columns: { global_horizontal_irradiance: light(0) } },
  });

  test("trusts a run that was right, and one without skill no more", () => {
    const right = learnFromPast(past(0), { place, climatology });
    const useless = learnFromPast(past(17), { place, climatology });
    const weight = ({ table }: typeof right) => table.fits.quarter[9]!.steady.weights[2]!;
    const usual = DEFAULT_TABLE.fits.quarter[9]!.steady.weights[2]!;
    expect(weight(right)).toBeGreaterThan(usual + 0.1);
    expect(weight(useless)).toBeLessThan(usual - 0.19);
    expect(right.table.unobserved[9]!.weights[0]).toBeCloseTo(1, 1);
    expect(useless.table.unobserved[9]!.weights[0]).toBeLessThan(0.4);
    expect(right.table.name).toBe(`${DEFAULT_TABLE.name} with the place's own past`);
  });

  test("knows the spread of a place whose runs are right", () => {
    const { table, spread } = learnFromPast(past(0), { place, climatology });
    const corrected = correctForecast(run, observations, { ...options, table });
    const width = (values: readonly Float64Array[]) =>
      values[17]![corrected.first + 8]! - values[1]![corrected.first + 8]!;
    const [own, usual] = [forecastQuantiles(corrected, spread), forecastQuantiles(corrected)];
    expect(own.values.length).toBe(usual.values.length);
    expect(width(own.values)).toBeLessThan(width(usual.values));
  });

  test("refuses runs out of order", () => {
    const { runs, observations: seen } = past(0);
    const given = { runs: [runs[1]!, runs[0]!], observations: seen };
    expect(() => learnFromPast(given, { place, climatology })).toThrow(
      /in the order in which they were issued: 1 is not/,
    );
  });
});

test("least squares: the plane through points that lie on one, and a fit's weights back from its moments", () => {
  const equations = new NormalEquations(3);
  for (let k = 0; k < 20; k++) {
    const x = [1, Math.sin(k), k / 20];
    equations.add(x, 2 * x[0]! - 3 * x[1]! + 0.5 * x[2]!, 1 + (k % 3));
  }
  const weights = equations.solve();
  for (const [k, value] of [2, -3, 0.5].entries()) expect(weights[k]!).toBeCloseTo(value, 3);
  const again = new NormalEquations(3);
  again.addFit(
    equations.moments.map((sum) => sum / equations.samples),
    weights,
    10,
  );
  for (const [k, value] of [...weights].entries()) expect(again.solve()[k]!).toBeCloseTo(value, 3);
});
