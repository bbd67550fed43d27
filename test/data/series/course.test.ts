/** The course of light within steps: near to an index that is a straight line, and the engine's own course. */
import { describe, expect, it } from "vitest";
import { irradianceCourse } from "../../../src/data/series/course.js";
import { joinSeries } from "../../../src/data/series/joined.js";
import { resample } from "../../../src/data/series/resample.js";
import { computeColumns } from "../../../src/engine/compute.js";
import { DAY, HOUR, MINUTE } from "../../../src/foundation/time/calendar.js";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";

const QUARTER = 15 * MINUTE;
const GHI = "global_horizontal_irradiance";

function meansOf(values: Float64Array, edges: readonly number[], grid: { start: number; step: number }): Float64Array {
  return Float64Array.from({ length: edges.length - 1 }, (_, k) => {
    const [from, to] = [edges[k]!, edges[k + 1]!].map((edge) => (edge - grid.start) / grid.step) as [number, number];
    return values.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
  });
}

it("finds an index that is straight in time again but for its bend towards the most that it can be, whatever the lengths of the steps", () => {
  const grid = { start: 0, step: QUARTER, count: 4 * 40 };
  const clear = Float64Array.from({ length: grid.count }, (_, k) => 400 + 300 * Math.sin(k / 9));
  const truth = clear.map((light, k) => light * (0.3 + 0.004 * (k + 0.5)));
  const edges = [0, 1, 2, 3, 6, 9, 15, 21, 24, 27, 28, 29, 33, 40].map((hour) => hour * HOUR);
  const found = irradianceCourse(meansOf(truth, edges, grid), edges, clear, grid);
  // Beyond the first and the last middle of light there is no neighbour: their steps are level there.
  for (let k = 4; k < 4 * 33; k++) expect(Math.abs(found[k]! - truth[k]!)).toBeLessThan(0.01 * clear[k]!);
});

it("falls towards a step without any light, which keeps its 0, as it does in the engine; not towards a missing one", () => {
  const grid = { start: 0, step: QUARTER, count: 12 };
  const edges = [0, 1, 2, 3].map((hour) => hour * HOUR);
  const clear = new Float64Array(12).fill(800);
  const [falling, level] = [0, Number.NaN].map((middle) => irradianceCourse([640, middle, 640], edges, clear, grid));
  expect([...falling!.subarray(4, 8)]).toEqual([0, 0, 0, 0]);
  // 640 of 800 W/m² are 0.64 of the most, 1.25; 0 counts as 0.016 of it.
  const fall = 0.64 - 1 / (1 + Math.sqrt((1 / 0.64 - 1) * (1 / 0.016 - 1)));
  // Distances from the most, at the middles of the quarters; what they exceed 0.36 in the mean, their bends take.
  const apart = [0.36, 0.36, 0.36 + fall / 4, 0.36 + (3 * fall) / 4];
  const bends = [0.75, 0.25, 0.25, 0.75].map((x) => 1 - x ** 4);
  const bent = fall / apart.reduce((sum, part, k) => sum + part * bends[k]!, 0);
  for (const [row, part] of apart.entries()) {
    const light = 1000 * (1 - part * (1 - bent * bends[row]!));
    expect(falling![row]).toBeCloseTo(light, 9);
    expect(falling![11 - row]).toBeCloseTo(light, 9);
  }
  expect(level![3]).toBeCloseTo(640, 9);
});

describe.each([
  { latitude: 48, longitude: 11, altitude: 500 },
  { latitude: -23, longitude: 134, altitude: 550 },
])("a changing sky at $latitude, $longitude", (place) => {
  const grid = { start: Date.UTC(2024, 2, 10), step: QUARTER, count: 10 * 96 };
  const clear = clearSkyOn(grid, place).global;
  // Slower than the hours: what changes within them no course can know.
  const truth = clear.map((light, k) => light * (0.6 + 0.25 * Math.sin(k / 6)));
  const edges = Array.from({ length: 241 }, (_, k) => grid.start + k * HOUR);
  const means = meansOf(truth, edges, grid);
  const course = irradianceCourse(means, edges, clear, grid);
  const flat = clear.map((light, k) => {
    const [hour, from] = [k >> 2, 4 * (k >> 2)];
    const sky = clear.subarray(from, from + 4).reduce((sum, value) => sum + value, 0) / 4;
    return sky > 0 ? (light * means[hour]!) / sky : 0;
  });
  const series = { start: grid.start, interval: 3600, columns: { [GHI]: means } };
  const apart = (these: ArrayLike<number>, those: ArrayLike<number>) =>
    Math.sqrt(Array.from(these).reduce((sum, value, k) => sum + (value - those[k]!) ** 2, 0) / those.length);

  it("is closer to the truth than a constant index by as much as the engine's own course", () => {
    const [start, end] = [grid.start, grid.start + 10 * DAY].map((time) => new Date(time).toISOString().slice(0, 19));
    const { latitude: lat, longitude: lon, altitude } = place;
    const query = { lat, lon, frequency: "15_minutes", parameters: [GHI], start: `${start}Z`, end: `${end}Z` } as const;
    const engine = computeColumns(query, series, { altitude, timeZone: 0 }).values[GHI]!;
    const [ours, own, constant] = [apart(course, truth), apart(engine, truth), apart(flat, truth)];
    expect(ours).toBeLessThan(0.6 * constant);
    expect(own).toBeLessThan(0.6 * constant);
    // Rows of a quarter of an hour, where the engine has nodes.
    expect(apart(course, engine)).toBeLessThan(0.1 * constant);
    expect(apart(meansOf(engine, edges, grid), means)).toBeLessThan(1e-9);
    expect(apart(meansOf(course, edges, grid), means)).toBeLessThan(1e-9);
  });

  it("is the same on rows of a run and on those of another grid, but for the moments of the clear sky", () => {
    const [joined] = joinSeries([series]);
    const into = new Map([[GHI, new Float64Array(grid.count).fill(Number.NaN)]] as const);
    resample(joined!, [GHI], grid, { from: 0, to: grid.count }, place, into);
    // Three moments of a quarter of an hour, where a run has one row.
    expect(apart(into.get(GHI)!, course)).toBeLessThan(0.5);
  });
});
