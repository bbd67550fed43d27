/** Hills whose horizon is known exactly, on a system around the observer in which rays are straight and true to scale. */

import { afterAll, describe, expect, it } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { openTerrain } from "../../../src/data/terrain/index.js";
import { aroundKeys, temporaryFolder, tiff } from "./tiff-writer.js";

const files = temporaryFolder();
afterAll(() => files.remove());

const LAT = 46.5;
const LON = 8;
const RAD = 180 / Math.PI;
const K = 0.13;
const TOLERANCE = 0.05;

/** Opens a square of samples around the place: heights by metres east and north. */
function land(at: (east: number, north: number) => number, cell = 30, half = 200) {
  const height = (c: number, r: number) => at((c - half) * cell, (half - r) * cell);
  const side = 2 * half + 1;
  const bytes = tiff({
    width: side,
    height: side,
    at: height,
    x0: -half * cell,
    y0: half * cell,
    dx: cell,
    keys: aroundKeys(LAT, LON),
  });
  return openTerrain(files.write(bytes));
}

/** Radius of curvature in an azimuth over 1 − k (Euler's formula, WGS 84). */
function radius(azimuth: number): number {
  const e2 = 0.00669437999014;
  const w = 1 - e2 * Math.sin(LAT / RAD) ** 2;
  const cos = Math.cos(azimuth / RAD) ** 2;
  return 1 / ((cos * w ** 1.5) / (6378137 * (1 - e2)) + ((1 - cos) * Math.sqrt(w)) / 6378137) / (1 - K);
}

/** Elevation of a height at a distance for an eye at height 0, by the triangle with the Earth's centre. */
function elevation(height: number, distance: number, azimuth: number, eye = 0): number {
  const r = radius(azimuth);
  const angle = distance / r;
  return RAD * Math.atan2((r + height) * Math.cos(angle) - (r + eye), (r + height) * Math.sin(angle));
}

/** The highest of a profile's elevations, looked for in small steps. */
function highest(profile: (s: number) => number, azimuth: number, from: number, to: number, step = 1): number {
  let best = -90;
  for (let s = from; s <= to; s += step) best = Math.max(best, elevation(profile(s), s, azimuth));
  return best;
}

describe("known hills, in every azimuth", () => {
  it("a cone", async () => {
    // Samples every 10 m: the file cannot hold the sharp edge of the cone's foot, which at 30 m counts for 0.06°.
    const cone = (east: number, north: number) => Math.max(600 - 0.6 * Math.hypot(east - 1200, north - 1600), 0);
    const terrain = await land(cone, 10, 320);
    const { profile } = await terrain.horizon(LAT, LON, { range: 3100 });
    for (let azimuth = 0; azimuth < 360; azimuth++) {
      const [sin, cos] = [Math.sin(azimuth / RAD), Math.cos(azimuth / RAD)];
      const exact = highest((s) => cone(s * sin, s * cos), azimuth, 5, 3100);
      expect(Math.abs(profile[azimuth]! - exact), `azimuth ${azimuth}`).toBeLessThan(TOLERANCE);
    }
    await terrain.close();
  });

  it("a wall", async () => {
    const terrain = await land((_, north) => (north >= 1500 ? 400 : 0));
    const { profile, elevation: whole } = await terrain.horizon(LAT, LON, { range: 5500 });
    for (let azimuth = 0; azimuth < 360; azimuth++) {
      const distance = 1500 / Math.cos(azimuth / RAD);
      const seen = distance > 0 && distance < 5500 ? elevation(400, distance, azimuth) : 0;
      expect(Math.abs(profile[azimuth]! - seen), `azimuth ${azimuth}`).toBeLessThan(TOLERANCE);
      expect(whole[azimuth]).toBe(Math.max(Math.round(profile[azimuth]!), 0));
    }
    await terrain.close();
  });

  it("a ridge one sample wide, far off", async () => {
    const terrain = await land((east) => (east === -9000 ? 1200 : 0), 90, 130);
    const { profile } = await terrain.horizon(LAT, LON, { range: 11_000 });
    for (let azimuth = 0; azimuth < 360; azimuth++) {
      const distance = -9000 / Math.sin(azimuth / RAD);
      const seen = distance > 0 && distance < 10_999 ? elevation(1200, distance, azimuth) : 0;
      expect(Math.abs(profile[azimuth]! - seen), `azimuth ${azimuth}`).toBeLessThan(TOLERANCE);
    }
    await terrain.close();
  });

  it("one spike in the middle of nowhere is never missed", async () => {
    for (const [column, row] of [
      [3, 97],
      [-41, 150],
      [128, 127],
      [-1, -199],
      [55, -56],
    ] as const) {
      const terrain = await land((east, north) => (east === column * 30 && north === row * 30 ? 700 : 0));
      const azimuth = (RAD * Math.atan2(column, row) + 360) % 360;
      const nearest = Math.round(azimuth) % 360;
      const { profile } = await terrain.horizon(LAT, LON, { range: 8500 });
      // The ray passes beside the sample; over its four cells a spike is a tent of bilinear sides.
      const distance = 30 * Math.hypot(column, row);
      const tent = (s: number) => {
        const u = Math.abs((s * Math.sin(nearest / RAD)) / 30 - column);
        const v = Math.abs((s * Math.cos(nearest / RAD)) / 30 - row);
        return u < 1 && v < 1 ? 700 * (1 - u) * (1 - v) : 0;
      };
      const exact = highest(tent, nearest, distance - 60, distance + 60, 0.02);
      expect(Math.abs(profile[nearest]! - Math.max(exact, 0)), `spike at ${column}, ${row}`).toBeLessThan(TOLERANCE);
      await terrain.close();
    }
  });

  it("the Earth's own curvature: the dip of the sea", async () => {
    const terrain = await land(() => 0, 500, 100);
    for (const eye of [10, 100]) {
      const { profile, elevation: whole } = await terrain.horizon(LAT, LON, { observerHeight: eye, range: 49_000 });
      for (let azimuth = 0; azimuth < 360; azimuth++) {
        const dip = -RAD * Math.acos(radius(azimuth) / (radius(azimuth) + eye));
        expect(Math.abs(profile[azimuth]! - dip)).toBeLessThan(1e-4);
        expect(whole[azimuth]).toBe(0);
      }
    }
    await terrain.close();
  });

  it("refraction lifts what is far", async () => {
    const terrain = await land((_, north) => (north >= 40_000 ? 1500 : 0), 500, 100);
    const bent = await terrain.horizon(LAT, LON, { range: 49_000 });
    const straight = await terrain.horizon(LAT, LON, { range: 49_000, refraction: 0 });
    expect(Math.abs(bent.profile[0]! - elevation(1500, 40_000, 0))).toBeLessThan(1e-3);
    // k s / 2R in radians.
    expect(bent.profile[0]! - straight.profile[0]!).toBeCloseTo((RAD * K * 40_000) / (2 * 6.37e6), 3);
    await terrain.close();
  });
});

describe("no peak is missed", () => {
  it("on rough ground: no point of any ray stands above the line, and the line is reached", async () => {
    const random = randomNumbers(12345);
    const side = 401;
    const heights = Float32Array.from({ length: side * side }, () => 200 * random() ** 6 + 900 * random() ** 60);
    const terrain = await land(
      (east, north) => heights[Math.round(200 - north / 30) * side + Math.round(east / 30 + 200)]!,
    );
    const bilinear = (x: number, y: number) => {
      const [c, r] = [Math.floor(x), Math.floor(y)];
      const [u, v] = [x - c, y - r];
      const h = (i: number, j: number) => heights[j * side + i]!;
      return (h(c, r) * (1 - u) + h(c + 1, r) * u) * (1 - v) + (h(c, r + 1) * (1 - u) + h(c + 1, r + 1) * u) * v;
    };
    const { profile } = await terrain.horizon(LAT, LON, { range: 5900 });
    const eye = heights[200 * side + 200]!;
    for (let azimuth = 0; azimuth < 360; azimuth += 9) {
      const [sin, cos] = [Math.sin(azimuth / RAD), Math.cos(azimuth / RAD)];
      let best = -90;
      for (let s = 15.01; s < 5899; s += 0.1) {
        best = Math.max(best, elevation(bilinear(200 + (s * sin) / 30, 200 - (s * cos) / 30), s, azimuth, eye));
      }
      // Slopes reach 30 m a metre: half a step of 0.1 m is 1.5 m, 0.05° at 2 km and more nearby.
      expect(profile[azimuth]!, `azimuth ${azimuth}`).toBeGreaterThan(best - 1e-3);
      expect(profile[azimuth]!, `azimuth ${azimuth}`).toBeLessThan(best + 0.1);
    }
    await terrain.close();
  });
});
