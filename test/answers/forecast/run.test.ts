/** A run of a weather model as a series: sums taken apart, steps of mixed length, the next model beyond its end. */
import { describe, expect, test } from "vitest";
import { deaccumulate, type ForecastRun, runToSeries } from "../../../src/answers/forecast/index.js";
import type { WeatherColumn } from "../../../src/data/weather/index.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 5, 21);
const PLACE = { latitude: 50, longitude: 10, altitude: 290 };
const QUARTER = 900_000;

/** Hours to 24 h, then 3 to 48 h, then 6 to 72 h. */
const EDGES = [
  ...Array.from({ length: 25 }, (_, k) => k),
  ...Array.from({ length: 8 }, (_, k) => 27 + 3 * k),
  ...Array.from({ length: 4 }, (_, k) => 54 + 6 * k),
].map((hours) => START + hours * HOUR);

const grid = { start: START, step: QUARTER, count: 72 * 4 };
const sky = clearSkyOn(grid, PLACE);

/** Means over the steps of what is known on quarters. */
function steps(values: ArrayLike<number>, edges: readonly number[] = EDGES): number[] {
  return edges.slice(1).map((end, k) => {
    const [from, to] = [(edges[k]! - START) / QUARTER, (end - START) / QUARTER];
    return (
      Array.from(values)
        .slice(from, to)
        .reduce((sum, value) => sum + value, 0) /
      (to - from)
    );
  });
}

function runOf(global: ArrayLike<number>, more: ForecastRun["columns"] = {}): ForecastRun {
  return { model: "test", run: START, edges: EDGES, columns: { global_horizontal_irradiance: steps(global), ...more } };
}

const seriesOf = (run: ForecastRun, name: WeatherColumn = "global_horizontal_irradiance") =>
  runToSeries(run, PLACE).series.columns[name] as Float64Array;

describe("runToSeries", () => {
  test("keeps the mean of every step, of 1, 3 and 6 hours", () => {
    const cloudy = sky.global.map((value, k) => value * (0.6 + 0.4 * Math.sin(k / 7)));
    const course = seriesOf(runOf(cloudy));
    expect(course.length).toBe(grid.count);
    const kept = steps(cloudy);
    for (const [k, mean] of steps(course).entries()) expect(mean).toBeCloseTo(kept[k]!, 9);
    expect(Math.min(...course)).toBeGreaterThanOrEqual(0);
  });

  test("a constant clear-sky index gives the clear sky's own course", () => {
    const half = sky.global.map((value) => value / 2);
    // Below 1 W/m² of clear sky light has no course.
    seriesOf(runOf(half)).forEach((value, k) => {
      if (sky.global[k]! > 20) expect(Math.abs(value / half[k]! - 1)).toBeLessThan(1e-9);
    });
  });

  test("an index that runs straight through a day comes back from hours to 1 %, and better than from steps", () => {
    const truth = sky.global.map((value, k) => value * (0.3 + 0.005 * (k % 96)));
    const course = seriesOf(runOf(truth));
    const hours = steps(truth);
    let [smooth, stairs] = [0, 0];
    for (let k = 24; k < 76; k++) {
      expect(Math.abs(course[k]! - truth[k]!)).toBeLessThan(0.01 * truth[k]! + 0.5);
      smooth += (course[k]! - truth[k]!) ** 2;
      stairs += (hours[Math.floor(k / 4)]! - truth[k]!) ** 2;
    }
    expect(smooth).toBeLessThan(stairs / 100);
  });

  test("the beam on level ground follows the clear beam and is never more than all light; temperature runs straight", () => {
    const global = sky.global.map((value) => 0.9 * value);
    const direct = sky.direct.map((value) => 0.9 * value);
    const temperature = EDGES.slice(1).map((end, k) => ((end + EDGES[k]!) / 2 - START) / HOUR);
    const run = runOf(global, { direct_horizontal_irradiance: steps(direct), temperature });
    const all = seriesOf(run);
    for (const [k, value] of seriesOf(run, "direct_horizontal_irradiance").entries())
      expect(value).toBeLessThanOrEqual(all[k]!);
    expect(seriesOf(run, "temperature")[grid.count / 2]).toBeCloseTo(36.125, 9);
  });

  test("a missing step stays missing, and its neighbours are as without it", () => {
    const run = runOf(sky.global);
    const ghi = [...(run.columns.global_horizontal_irradiance as number[])] as (number | null)[];
    ghi[10] = null;
    const course = seriesOf({ ...run, columns: { global_horizontal_irradiance: ghi } });
    expect([...course].map((value, k) => (Number.isNaN(value) ? k : -1)).filter((k) => k >= 0)).toEqual([
      40, 41, 42, 43,
    ]);
  });

  test("beyond its end the next model takes over, of which an earlier step is cut, not blended", () => {
    const first = { ...runOf(sky.global), edges: EDGES.slice(0, 13) };
    const global = (first.columns.global_horizontal_irradiance as number[]).slice(0, 12);
    const coarse: ForecastRun = {
      model: "coarse",
      run: START - 6 * HOUR,
      edges: [-1, 11, 14, 17, 29].map((hours) => START + hours * HOUR),
      columns: { global_horizontal_irradiance: [100, 600, 300, 50] },
    };
    const found = runToSeries({ ...first, columns: { global_horizontal_irradiance: global } }, PLACE, {
      beyond: [coarse],
    });
    const course = found.series.columns.global_horizontal_irradiance as Float64Array;
    const alone = runToSeries({ ...coarse, columns: coarse.columns }, PLACE);
    const own = alone.series.columns.global_horizontal_irradiance as Float64Array;
    expect(found.parts.map(({ model, start }) => [model, (start - START) / HOUR])).toEqual([
      ["test", 0],
      ["coarse", 12],
    ]);
    expect(course.subarray(48)).toEqual(own.subarray(52));
    expect(found.notices).toEqual([
      { code: "next-model", message: "from 2024-06-21T12:00Z on the values come from coarse" },
    ]);
  });

  test("says what is wrong with a run", () => {
    const run = runOf(sky.global);
    const refused =
      (changes: object, options = {}) =>
      () =>
        runToSeries({ ...run, ...changes } as ForecastRun, PLACE, options);
    expect(refused({ columns: { temperature: [] } })).toThrow(
      /must have global_horizontal_irradiance, got temperature/,
    );
    expect(refused({ edges: EDGES.slice(1) })).toThrow(/edges must be one more than the 36 values, got 36/);
    expect(refused({ edges: EDGES.map((edge, k) => (k === 3 ? edge + 1 : edge)) })).toThrow(/intervals of 900 s/);
    expect(refused({}, { interval: 1000 })).toThrow(/interval must be whole minutes in seconds, got 1000/);
    expect(refused({ columns: { ...run.columns, direct_normal_irradiance: [] } })).toThrow(/direct_normal_irradiance/);
    const late = { ...run, model: "late", edges: EDGES.map((edge) => edge + 100 * HOUR) };
    expect(refused({}, { beyond: [late] })).toThrow(/late begins at 2024-06-25T04:00:00.000Z, after the end/);
  });
});

describe("deaccumulate", () => {
  const edges = [0, 1, 2, 3, 6, 9].map((hours) => START + hours * HOUR);

  test("sums in J/m² since the start become W/m² of each step, of its own length", () => {
    const means = [100, 200, 0, 50, 400];
    let sum = 0;
    const sums = means.map((mean, k) => (sum += (mean * (edges[k + 1]! - edges[k]!)) / 1000));
    expect([...deaccumulate(sums, edges, { kind: "sum" })].map((value) => Math.round(value * 1e6) / 1e6)).toEqual(
      means,
    );
  });

  test("means since the start, as ICON has them: (t·A(t) − s·A(s))/(t − s)", () =>
    expect([...deaccumulate([100, 150, 100, 75, 110], edges, { kind: "mean" })]).toEqual([100, 200, 0, 50, 180]));

  test("a count that begins anew after 6 hours, as GFS has it", () => {
    const found = deaccumulate([100, 150, 100, 75, 110], edges, { kind: "mean", reset: 21_600 });
    expect([...found]).toEqual([100, 200, 0, 50, 110]);
  });

  test("a difference over a missing value is the mean of both steps; missing at the end of a count stays missing", () => {
    expect([...deaccumulate([360_000, null, 1_080_000], edges.slice(0, 4), { kind: "sum" })]).toEqual([100, 100, 100]);
    const reset = deaccumulate([100, 150, 100, null, 110], edges, { kind: "mean", reset: 21_600 });
    expect([...reset]).toEqual([100, 200, 0, Number.NaN, 110]);
  });

  test("small decreases are packing, large ones are missing", () => {
    const found = deaccumulate([360_000, 324_000, 0], edges.slice(0, 4), { kind: "sum" });
    expect([...found]).toEqual([100, 0, Number.NaN]);
  });

  test("says what is wrong", () => {
    expect(() => deaccumulate([1], [0, 1, 2], { kind: "sum" })).toThrow(
      /edges must be one more than the 1 values, got 3/,
    );
    expect(() => deaccumulate([1, 2], [0, 1, 1], { kind: "sum" })).toThrow(/ascend, got 1 at 2/);
    expect(() => deaccumulate([1], [0, 1], { kind: "total" as never })).toThrow(/"sum" or "mean", got "total"/);
    expect(() => deaccumulate([1], [0, 1], { kind: "sum", reset: 0 })).toThrow(/reset must be seconds above 0, got 0/);
  });
});
