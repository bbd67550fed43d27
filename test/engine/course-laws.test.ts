/** Laws of the course of light within weather intervals of half an hour to six, over drawn skies, and its error on measured quarters. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { irradianceCourse } from "../../src/data/series/course.js";
import { computeColumns } from "../../src/engine/compute.js";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";

const GHI = "global_horizontal_irradiance";
const CLEAR = "global_clear_sky_irradiance";
const QUARTER = 900;
const STEPS = [1800, 3600, 10_800, 21_600];
const DAYS = 6;

const means = (values: ArrayLike<number>, per: number) =>
  Float64Array.from({ length: values.length / per }, (_, k) => {
    let sum = 0;
    for (let i = k * per; i < (k + 1) * per; i++) sum += values[i]!;
    return sum / per;
  });

/** Quarters of an hour from means over `interval` seconds from `start` on. */
function quarters(
  lat: number,
  start: number,
  interval: number,
  ghi: Float64Array,
  spread: "smooth" | "step" = "smooth",
) {
  const end = start + ghi.length * interval * 1000;
  const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
  const query = { lat, lon: 0, start: iso(start), end: iso(end), frequency: "15_minutes" as const };
  const weather = { start, interval, columns: { [GHI]: ghi } };
  const context = { altitude: 200, timeZone: 0, spread, extra: ["apparent_zenith"] as const };
  const { values, extra } = computeColumns({ ...query, parameters: [GHI, CLEAR].join() }, weather, context);
  return { ghi: values[GHI]!, clear: values[CLEAR]!, zenith: extra!.apparent_zenith! };
}

/** A sky whose index jumps from interval to interval: overcast, bright, missing. */
function drawn(lat: number, start: number, interval: number, seed: number) {
  const n = (DAYS * 86_400) / interval;
  const random = randomNumbers(seed);
  const clear = means(quarters(lat, start, interval, new Float64Array(n)).clear, interval / QUARTER);
  const index = Float64Array.from({ length: n }, () => (random() < 0.06 ? Number.NaN : 1.2 * random() ** 1.3));
  return { index, ghi: index.map((k, j) => k * clear[j]!) };
}

describe.each(STEPS)("means over %i s", (interval) => {
  const per = interval / QUARTER;

  test.each([
    [0, Date.UTC(2023, 2, 18)],
    [47, Date.UTC(2023, 9, 2)],
    [-35, Date.UTC(2023, 5, 20)],
    [66.5, Date.UTC(2023, 1, 10)],
    [78, Date.UTC(2023, 5, 18)], // polar day
    [-84, Date.UTC(2023, 11, 20)],
  ])("are kept at %d°; nothing is negative, above 1.25 of the clear sky, or there without sun", (lat, start) => {
    const { ghi: given, index } = drawn(lat, start, interval, Math.round(lat) + interval);
    const { ghi, clear, zenith } = quarters(lat, start, interval, given);
    let spread = 0;
    for (const [j, mean] of means(ghi, per).entries()) {
      if (Number.isNaN(given[j]!)) continue;
      expect(Math.abs(mean - given[j]!)).toBeLessThan(0.005);
      for (let i = j * per; i < (j + 1) * per; i++) {
        expect(ghi[i]!).toBeGreaterThanOrEqual(0);
        // Twilight adds up to 2 W/m² to what the course runs along.
        expect(ghi[i]!).toBeLessThan(1.25 * (clear[i]! + 2) + 1e-9);
        if (zenith[i]! > 97) expect(ghi[i]!).toBeLessThan(0.05);
        spread = Math.max(spread, Math.abs(ghi[i]! - index[j]! * clear[i]!));
      }
    }
    expect(spread).toBeGreaterThan(3);
  });

  test("an interval between missing ones keeps its index", () => {
    const start = Date.UTC(2023, 5, 20);
    const { ghi } = drawn(40, start, interval, 3);
    const alone = ghi.map((value, j) => (j % 2 === 0 ? Number.NaN : value));
    const { ghi: found, clear } = quarters(40, start, interval, alone);
    // The course runs along the clear sky and the 2 W/m² of twilight.
    const sky = clear.map((value) => value + 2);
    const skies = means(sky, per);
    for (const [i, value] of found.entries()) {
      const j = Math.floor(i / per);
      const isHigh = sky.subarray(j * per, (j + 1) * per).every((light) => light > 50);
      if (isHigh && alone[j]! >= 0) expect(Math.abs(value - (alone[j]! * sky[i]!) / skies[j]!)).toBeLessThan(0.5);
    }
  });

  test("the same skies north and south of the equator have the same course at the equinox", () => {
    const start = Date.UTC(2023, 8, 20);
    const { index } = drawn(35, start, interval, 11);
    const [north, south] = [35, -35].map((lat) => {
      const clear = means(
        quarters(
          lat,
          start,
          interval,
          index.map(() => 0),
        ).clear,
        per,
      );
      const { ghi, clear: sky } = quarters(
        lat,
        start,
        interval,
        index.map((k, j) => k * clear[j]!),
      );
      return ghi.map((value, i) => (sky[i]! > 100 ? value / sky[i]! : 0));
    });
    for (const [i, value] of north!.entries()) {
      if (value > 0 && south![i]! > 0) expect(Math.abs(value - south![i]!)).toBeLessThan(0.04);
    }
  });
});

describe("the course of runs and archives", () => {
  const grid = { start: Date.UTC(2023, 5, 20), step: 900_000, count: DAYS * 96 };
  const clear = clearSkyOn(grid, { latitude: 40, longitude: 0, altitude: 200 }).global;
  const random = randomNumbers(8);
  const edges = [0];
  while (edges.at(-1)! < grid.count)
    edges.push(Math.min(edges.at(-1)! + [2, 4, 12, 24][Math.floor(4 * random())]!, grid.count));
  const values = edges.slice(1).map((to, k) => {
    const [mean] = means(clear.subarray(edges[k]!, to), to - edges[k]!);
    return (random() < 0.1 ? Number.NaN : 1.2 * random()) * mean!;
  });
  const times = edges.map((edge) => grid.start + edge * grid.step);
  const course = irradianceCourse(values, times, clear, grid);

  test("keeps the means of steps of any lengths within 0 and 1.25 of the clear sky", () => {
    for (const [k, value] of values.entries()) {
      const own = course.subarray(edges[k]!, edges[k + 1]!);
      if (Number.isNaN(value)) expect(own.every(Number.isNaN)).toBe(true);
      else expect(Math.abs(means(own, own.length)[0]! - value)).toBeLessThan(0.005);
      for (const [m, light] of own.entries()) expect(light < 0 || light > 1.25 * clear[edges[k]! + m]! + 2).toBe(false);
    }
  });

  test("runs backwards where the day does, and moves with the day", () => {
    const back = { ...grid, start: 0 };
    const reversed = irradianceCourse(
      [...values].reverse(),
      [...edges].reverse().map((edge) => (grid.count - edge) * grid.step),
      clear.slice().reverse(),
      back,
    ).reverse();
    const shift = 96 * 31 * grid.step;
    const later = { ...grid, start: grid.start + shift };
    const moved = irradianceCourse(
      values,
      times.map((time) => time + shift),
      clear,
      later,
    );
    for (const [i, value] of course.entries()) {
      if (!Number.isNaN(value)) expect(reversed[i]).toBeCloseTo(value, 9);
      expect(moved[i]).toEqual(value);
    }
  });
});

describe("measured quarters of an hour (fixtures/surfrad)", () => {
  const file = new URL("../../fixtures/surfrad/bondville-june-2018.json", import.meta.url);
  const { start, place, ghi } = JSON.parse(readFileSync(file, "utf8")) as {
    start: string;
    place: { latitude: number; longitude: number; altitude: number };
    ghi: (number | null)[];
  };
  const measured = Float64Array.from(ghi, (value) => value ?? Number.NaN);
  const grid = { start: Date.parse(start), step: 900_000, count: measured.length };
  const sky = clearSkyOn(grid, place, 3).global;

  // Of a constant index; from research/interval-course.md a course gets 4 to 13 % of its error away.
  test.each([
    [2, 1, 0.97],
    [4, 1, 0.97],
    [12, 4, 0.93],
    [24, 4, 0.97],
  ])(
    "from %i quarters to %i: the engine's course and the archive's are nearer than a constant index",
    (from, to, most) => {
      const given = means(measured, from);
      const truth = means(measured, to);
      const query = { lat: place.latitude, lon: place.longitude, start, end: "2018-07-01T00:00:00Z" };
      const error = (found: Float64Array) => {
        const squares = truth.map((value, i) => (Number.isNaN(value + found[i]!) ? 0 : (value - found[i]!) ** 2));
        return Math.sqrt(squares.reduce((sum, value) => sum + value, 0));
      };
      const [smooth, held] = (["smooth", "step"] as const).map((spread) => {
        const weather = { start, interval: from * QUARTER, columns: { [GHI]: given } };
        const context = { altitude: place.altitude, timeZone: 0, spread };
        return error(
          means(
            computeColumns({ ...query, frequency: "15_minutes", parameters: GHI }, weather, context).values[GHI]!,
            to,
          ),
        );
      });
      const edges = Array.from({ length: given.length + 1 }, (_, k) => grid.start + k * from * grid.step);
      expect(smooth! / held!).toBeLessThan(most);
      expect(error(means(irradianceCourse(given, edges, sky, grid), to)) / held!).toBeLessThan(most);
    },
  );
});
