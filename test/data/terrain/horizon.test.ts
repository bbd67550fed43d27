/** Horizon lines against brute force (fixtures/terrain/brute_force.py), and what the answer holds. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { Coverage, castRays } from "../../../src/data/terrain/horizon/rays.js";
import { type Piece, pointTangent, traceChunk } from "../../../src/data/terrain/horizon/trace.js";
import { openTerrain, type Terrain } from "../../../src/data/terrain/index.js";
import { CHUNK, CHUNK_SAMPLES, makeChunk } from "../../../src/data/terrain/surface/chunk.js";
import { degreeOf, degreesAround } from "../../../src/data/terrain/tiles/tile-surface.js";
import { Random } from "../../../src/foundation/statistics/random.js";

const folder = new URL("../../../fixtures/terrain/", import.meta.url).pathname;
const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}`, "utf8"));
const { range, jacksboro, copies } = read("horizons.json");

const RADIAN = Math.PI / 180;

interface Point {
  latitude: number;
  longitude: number;
  altitude: number;
  horizon: number[];
}

/** Mean and 95th percentile of |difference|, and the turn of one line at which the two agree best. */
function compare(line: ArrayLike<number>, reference: readonly number[]) {
  const off = Array.from(line, (e, i) => Math.abs(e - reference[i]!));
  const turned = (k: number) =>
    off.reduce((sum, _, i) => sum + Math.abs(line[(i + k + 360) % 360]! - reference[i]!), 0);
  const shifts = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
  const shift = shifts.reduce((best, k) => (turned(k) < turned(best) ? k : best), 0);
  off.sort((a, b) => a - b);
  return { mean: off.reduce((a, b) => a + b) / 360, p95: off[341]!, shift };
}

/** The brute force looks at quarters of cells, so it stays a little below; measured here: mean 0.06, p95 0.44 at most. */
const BOUNDS = { valley: [0.05, 0.2], slope: [0.05, 0.2], ridge: [0.05, 0.2], copy: [0.1, 0.6] } as const;

describe("degrees around a place", () => {
  /** Where a way of so many metres ends, degrees on the sphere. */
  function endOf([latitude, longitude]: readonly [number, number], bearing: number, metres: number) {
    const [lat, way] = [latitude * RADIAN, metres / 6_371_000];
    const north = Math.asin(Math.sin(lat) * Math.cos(way) + Math.cos(lat) * Math.sin(way) * Math.cos(bearing));
    const east = Math.sin(bearing) * Math.sin(way) * Math.cos(lat);
    const turn = Math.atan2(east, Math.cos(way) - Math.sin(lat) * Math.sin(north));
    const around = ((((longitude + turn / RADIAN + 180) % 360) + 360) % 360) - 180;
    return [north / RADIAN, around] as const;
  }

  it("have all that a search of 1,000 random places meets, corners of their degrees among them", () => {
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const within = (whole: number) => whole + (random() < 0.5 ? random() : random() < 0.5 ? 1e-9 : 1 - 1e-9);
    const names = ({ south, west }: { south: number; west: number }) => `${south} ${west}`;
    for (let n = 0; n < 1000; n++) {
      // Half of them near a pole, where a circle is far wider in longitude.
      const south =
        random() < 0.5 ? Math.floor(random() * 180) - 90 : (random() < 0.5 ? 1 : -1) * (75 + Math.floor(random() * 13));
      const place = [within(south), within(Math.floor(random() * 360) - 180)] as const;
      const range = 5000 + random() * 95_000;
      const found = new Set(degreesAround(degreeOf(...place), range).map(names));
      for (let bearing = 0; bearing < 360; bearing++) {
        const end = endOf(place, bearing * RADIAN, range);
        const name = names(degreeOf(...end));
        if (!found.has(name)) expect.fail(`${place}, ${range} m, ${bearing}°: ${name} is not there`);
      }
    }
  });
});

describe("against brute force", () => {
  let terrain: Terrain;
  beforeAll(async () => {
    terrain = await openTerrain(`${folder}jacksboro.tif`);
  });
  afterAll(() => terrain.close());

  for (const kind of ["valley", "slope", "ridge"] as const) {
    it.each(jacksboro[kind] as Point[])(`${kind} point $latitude, $longitude`, async (point) => {
      const { profile } = await terrain.horizon(point.latitude, point.longitude, { range });
      const { mean, p95, shift } = compare(profile, point.horizon);
      expect(mean).toBeLessThan(BOUNDS[kind][0]);
      expect(p95).toBeLessThan(BOUNDS[kind][1]);
      expect(shift).toBe(0);
      expect(await terrain.altitude(point.latitude, point.longitude)).toBeCloseTo(point.altitude, 6);
    });
  }

  it.each(Object.keys(copies).filter((name) => name !== "kentucky"))("reprojected: %s", async (name) => {
    const copy = await openTerrain(`${folder}copies/${name}.tif`);
    for (const point of copies[name] as Point[]) {
      const { profile } = await copy.horizon(point.latitude, point.longitude, { range });
      const { mean, p95, shift } = compare(profile, point.horizon);
      expect(mean).toBeLessThan(BOUNDS.copy[0]);
      expect(p95).toBeLessThan(BOUNDS.copy[1]);
      expect(shift).toBe(0);
    }
    await copy.close();
  });

  it("a reprojected copy shows the terrain of the original", async () => {
    const copy = await openTerrain(`${folder}copies/albers.tif`);
    // 3 km around the point both have data; resampling smooths 90 m cells.
    const here = await copy.horizon(36.54, -84.21, { range: 2500 });
    const there = await terrain.horizon(36.54, -84.21, { range: 2500 });
    const { mean, shift } = compare(here.profile, [...there.profile]);
    expect(mean).toBeLessThan(0.7);
    expect(shift).toBe(0);
    await copy.close();
  });
});

describe("the answer", () => {
  let terrain: Terrain;
  beforeAll(async () => {
    terrain = await openTerrain([`${folder}jacksboro.tif`]);
  });
  afterAll(() => terrain.close());

  it("has 360 azimuths and whole elevations from 0 to 89", async () => {
    const { azimuth, elevation, profile } = await terrain.horizon(36.6, -84.28, { range: 8000 });
    expect(azimuth).toEqual(Array.from({ length: 360 }, (_, i) => i));
    expect(profile).toBeInstanceOf(Float64Array);
    expect(elevation).toEqual([...profile].map((e) => Math.min(Math.max(Math.round(e), 0), 89)));
    expect(JSON.stringify(elevation)).not.toMatch(/-0|\./);
  });

  it("is complete where the data reach, else says how far they do", async () => {
    const near = await terrain.horizon(36.6, -84.25, { range: 5000 });
    expect(near.covered).toMatchObject({ complete: true, share: 1 });
    expect(near.covered.distance.every((metres) => metres === 5000)).toBe(true);
    expect(near.notices).toEqual([]);
    const far = await terrain.horizon(36.6, -84.25);
    expect(far.covered.complete).toBe(false);
    // Northern edge at 36.73292: 14.75 km.
    expect(far.covered.distance[0]).toBeGreaterThan(14_500);
    expect(far.covered.distance[0]).toBeLessThan(14_950);
    expect(far.notices).toHaveLength(1);
  });

  it("never falls when the range grows, and never rises when the observer does (above the slope at the place)", async () => {
    const look = (options: object) => terrain.horizon(36.5, -84.2, options).then(({ profile }) => profile);
    const [short, long, tower] = [await look({ range: 4000 }), await look({}), await look({ observerHeight: 30 })];
    // Other ranges cut the geodesics in other straight pieces, up to 0.1 sample from each other.
    for (let i = 0; i < 360; i++) {
      expect(long[i]!).toBeGreaterThanOrEqual(short[i]! - 0.05);
      expect(tower[i]!).toBeLessThanOrEqual(long[i]!);
    }
  });

  it("rejects bad numbers by name", async () => {
    await expect(terrain.horizon(91, 0)).rejects.toThrow(/latitude must be between -90 and 90, got 91/);
    await expect(terrain.horizon(36.6, 361)).rejects.toThrow(/longitude/);
    await expect(terrain.horizon(Number.NaN, 0)).rejects.toThrow(RangeError);
    await expect(terrain.horizon(36.6, -84.25, { range: 0 })).rejects.toThrow(/range/);
    await expect(terrain.horizon(36.6, -84.25, { observerHeight: -1 })).rejects.toThrow(/observerHeight/);
    await expect(terrain.horizon(36.6, -84.25, { refraction: 1 })).rejects.toThrow(/refraction/);
    await expect(terrain.altitude("36" as unknown as number, 0)).rejects.toThrow(TypeError);
  });
});

describe("rays", () => {
  it("follow the geodesics of Karney's algorithm, poles and date line included", () => {
    const { rows } = read("rays.json") as { rows: [number, number, number, number, number, number][] };
    for (const [latitude, longitude, azimuth, distance, latitude2, longitude2] of rows) {
      const rays = castRays(latitude, longitude, distance, 1, [azimuth]);
      const east = ((((rays.longitude[1]! - longitude2 + 540) % 360) + 360) % 360) - 180;
      const metres = Math.hypot((rays.latitude[1]! - latitude2) * 111_200, east * 111_320 * Math.cos(latitude2 / 57.3));
      // At a pole the azimuth of a ray and its longitude say the same: longitude comes from the observer's.
      expect(metres, `${latitude}, ${longitude}, ${azimuth}°, ${distance} m`).toBeLessThan(
        distance / 50_000 < 1 ? 0.01 : 0.03,
      );
    }
  });
});

const CELL = 30;
const DISTANCE = 2000;
const SIGHT = { eye: 0, curvature: 1 / 7.3e6 };

test("nothing that shows for an eighth of the way through a cell is missed", () => {
  const random = randomNumbers(3);
  const heights = Float32Array.from({ length: CHUNK_SAMPLES ** 2 }, () =>
    random() < 0.35 ? Number.NaN : 300 * random(),
  );
  const chunk = makeChunk(heights);
  let inside = 0;
  for (let k = 0; k < 600; k++) {
    // From one side of a cell to the other, at whatever slant.
    const [column, row] = [Math.floor(random() * CHUNK), Math.floor(random() * CHUNK)];
    const [from, to] = [random(), random()].map((v) => row + 0.01 + 0.98 * v) as [number, number];
    const length = CELL * Math.hypot(1, to - from);
    const piece: Piece = { x: column, y: from, dx: 1 / length, dy: (to - from) / length, s0: DISTANCE, seen: 0 };
    const seen = traceChunk(chunk, piece, DISTANCE, DISTANCE + length - 1e-9, SIGHT, Number.NEGATIVE_INFINITY);
    const FINE = 800;
    const points = Array.from({ length: FINE - 1 }, (_, i) => {
      const tangent = pointTangent(chunk, piece, DISTANCE + ((i + 1) / FINE) * length, SIGHT);
      return Number.isNaN(tangent) ? Number.NEGATIVE_INFINITY : tangent;
    });
    const shown = points.map((_, i) =>
      i < FINE / 8 ? Number.NEGATIVE_INFINITY : Math.min(...points.slice(i - FINE / 8, i + 1)),
    );
    expect(seen, `chord ${k}`).toBeGreaterThanOrEqual(Math.max(...shown) - 1e-9);
    expect(seen, `chord ${k}`).toBeLessThanOrEqual(Math.max(...points) + (300 / DISTANCE / FINE) * 8);
    const ends = [0, 1].map((share) => pointTangent(chunk, piece, DISTANCE + share * (length - 1e-9), SIGHT));
    if (seen > Math.max(...ends.map((t) => (Number.isNaN(t) ? -1 : t))) + 1e-4) inside++;
  }
  // Many of the highest places are inside the cell, at neither end of the way.
  expect(inside).toBeGreaterThan(60);
});

const RANGE = 50_000;

it("covers a run of data as if each step were asked", () => {
  const random = new Random(3);
  for (let k = 0; k < 100; k++) {
    const at = (what: number) => RANGE * (1.4 * random.uniform(1, k, what, 0) - 0.2);
    const [west, east] = [at(0), at(1)].sort((a, b) => a - b) as [number, number];
    const [start, end] = [at(2), at(3)].sort((a, b) => a - b) as [number, number];
    let asked = 0;
    const hasData = (s: number) => {
      asked++;
      return s >= west && s <= east;
    };
    const [byRun, byStep] = [new Coverage(RANGE), new Coverage(RANGE)];
    byRun.add(k % 360, start, end, hasData, true);
    const few = asked;
    byStep.add(k % 360, start, end, hasData);
    expect(byRun.summary()).toEqual(byStep.summary());
    if (west <= start && end <= east) expect(few).toBeLessThanOrEqual(2);
  }
});

it("leaves to coarser data each step that is not covered, those beside it, and no other", () => {
  const [random, step] = [new Random(5), RANGE / 256];
  for (let k = 0; k < 100; k++) {
    const at = (what: number) => RANGE * random.uniform(1, k, what, 0);
    const [asked, ...runs] = [0, 2, 4, 6].map((what) => [at(what), at(what + 1)].sort((a, b) => a - b));
    const [start, end] = asked as [number, number];
    const [cover, parts] = [new Coverage(RANGE), [] as [from: number, to: number][]];
    for (const [from, to] of runs) cover.add(k, from!, to!);
    cover.eachGap(k, start, end, (from, to) => parts.push([from, to]));
    const isCovered = (middle: number) => runs.some(([from, to]) => middle >= from! && middle < to!);
    for (let middle = step / 2; middle < RANGE; middle += step) {
      const near = [-step, 0, step].map((off) => Math.min(Math.max(middle + off, step / 2), RANGE - step / 2));
      const isOpen = middle >= start && middle < end && !near.every(isCovered);
      expect(parts.some(([from, to]) => middle >= from && middle < to)).toBe(isOpen);
    }
  }
});
