import { describe, expect, it } from "vitest";
import {
  beamRatioRows,
  Clearness,
  clippedRows,
  SHARES,
  STEADY,
  swingOf,
} from "../../../../src/answers/yield/chain/clipping.js";
import { behindLimit } from "../../../../src/answers/yield/chain/inverter.js";
import { smoothedArea, swingsWithin } from "../../../../src/data/system/over-time.js";
import { readSystem } from "../../../../src/data/system/resolve.js";

const HOUR = 3600;
const of = (...values: number[]) => Float64Array.from(values);

/** Power of one row behind a limit, where the sky has this index hour after hour. */
function clipped(
  power: number,
  limit: number,
  clearness: readonly number[],
  { at = 1, ratio = 1, interval = HOUR } = {},
) {
  const out = of(0);
  clippedRows(0, 1, of(power), limit, Int32Array.of(at), of(ratio), swingOf(of(...clearness), interval), out);
  return out[0]!;
}

describe("the swing of an hour", () => {
  it("has the mean of the hour, the darkest share first", () => {
    const { cells, changes } = swingOf(of(0.2, 0.9, 0.5, 0.8, 1.1, 0.3), HOUR);
    for (const cell of cells) {
      const shares = changes.subarray(cell * SHARES, (cell + 1) * SHARES);
      expect(shares.reduce((sum, value) => sum + value, 0) / SHARES).toBeCloseTo(0, 12);
      expect([...shares]).toEqual([...shares].sort((a, b) => a - b));
      expect(shares[0]).toBeGreaterThanOrEqual(-1);
    }
  });

  it("has no share brighter than 1.2 clear skies, which only the edges of clouds reach for seconds", () => {
    for (const k of [0.6, 0.7, 0.8, 0.9, 1]) {
      const { cells, changes } = swingOf(of(0.2, k, 1.1), HOUR);
      const brightest = k * (1 + changes[cells[1]! * SHARES + SHARES - 1]!);
      // What is cut off lowers the mean by up to 5 %, and is made up for.
      expect(brightest, String(k)).toBeGreaterThan(1.2);
      expect(brightest, String(k)).toBeLessThan(1.2 * 1.05);
    }
  });

  it("is wide in broken clouds, narrow in a clear or a wholly covered sky", () => {
    const widest = (k: number) => {
      const { cells, changes } = swingOf(of(k, k, k), HOUR);
      return changes[cells[1]! * SHARES + SHARES - 1]!;
    };
    expect(widest(0.7)).toBeGreaterThan(0.3);
    expect(widest(1)).toBeLessThan(0.02);
    expect(widest(0.02)).toBeLessThan(widest(0.7));
  });

  it("is wider beside hours unlike it, and narrower in shorter steps", () => {
    const least = (clearness: readonly number[], interval = HOUR) => clipped(750, 800, clearness, { interval });
    expect(least([0.4, 1, 0.5])).toBeLessThan(least([1, 1, 1]) - 10);
    expect(least([0.7, 0.7, 0.7], 900)).toBeGreaterThan(least([0.7, 0.7, 0.7]) + 10);
  });

  it("is unknown at night, and night is no neighbour", () => {
    const { cells } = swingOf(of(Number.NaN, 0.8, Number.NaN), HOUR);
    expect(cells[0]).toBe(STEADY);
    expect(cells[1]).toBe(swingOf(of(0.8, 0.8, 0.8), HOUR).cells[1]);
  });
});

describe("power behind a limit", () => {
  it("is below both mean and limit in broken clouds, and nearly their lesser in a clear sky", () => {
    expect(clipped(700, 700, [0.7, 0.7, 0.7])).toBeLessThan(650);
    expect(clipped(700, 800, [1, 1, 1])).toBeCloseTo(700, 1);
    expect(clipped(900, 800, [1, 1, 1])).toBeCloseTo(800, 6);
  });

  it("never exceeds mean or limit, and grows with both", () => {
    for (const k of [0.1, 0.4, 0.6, 0.8, 0.95, 1.1]) {
      let before = 0;
      for (let power = 50; power <= 1500; power += 50) {
        const found = clipped(power, 700, [0.5, k, 0.9]);
        expect(found).toBeLessThanOrEqual(Math.min(power, 700));
        expect(found).toBeGreaterThan(before - 1e-9);
        expect(found).toBeLessThanOrEqual(clipped(power, 800, [0.5, k, 0.9]));
        before = found;
      }
    }
  });

  it("lets power far below the limit pass unchanged to the last bit", () =>
    expect(clipped(123.456, 1000, [0.7, 0.7, 0.7])).toBe(123.456));

  it("is lost where broken clouds swing above a limit that no mean comes near", () => {
    const grid = { weight: of(HOUR), interval: Int32Array.of(1), starts: Int32Array.of(0, 1) };
    const behind = (k: number) =>
      behindLimit(of(500), 900, { interval: HOUR, clearness: of(k, k, k), grid, beamRatio: of(1) })[0]!;
    expect(behind(0.4)).toBe(clipped(500, 900, [0.4, 0.4, 0.4]));
    expect(behind(0.4)).toBeLessThan(499.9);
    expect(behind(1)).toBe(500);
  });

  it("is the lesser of both where nothing is known of the sky; what is missing stays missing", () => {
    expect(clipped(900, 800, [Number.NaN, Number.NaN, Number.NaN])).toBe(800);
    expect(clipped(700, 800, [Number.NaN, Number.NaN, Number.NaN])).toBe(700);
    expect(clipped(Number.NaN, 800, [0.7, 0.7, 0.7])).toBeNaN();
    expect(clipped(0, 800, [0.7, 0.7, 0.7])).toBe(0);
    expect(clipped(-3, 800, [0.7, 0.7, 0.7])).toBe(-3);
  });

  it("loses more on a plane with more beam than the horizontal has", () => {
    const on = (ratio: number) => clipped(700, 800, [0.7, 0.7, 0.7], { ratio });
    expect(on(1.4)).toBeLessThan(on(1));
    expect(on(0.6)).toBeGreaterThan(on(1));
  });

  it("is the mean of what chances give: shares of one hour, by hand", () => {
    const swing = swingOf(of(0.7, 0.7, 0.7), HOUR);
    const shares = swing.changes.subarray(swing.cells[1]! * SHARES, (swing.cells[1]! + 1) * SHARES);
    const mean = [...shares].reduce((sum, change) => sum + Math.min(700 * (1 + 0.93 * change), 750), 0) / SHARES;
    expect(clipped(700, 750, [0.7, 0.7, 0.7])).toBeCloseTo(mean, 9);
  });
});

describe("what is known of the sky", () => {
  it("takes the ratio of the shares of beam, within bounds, and 1 where there is none", () => {
    const ratio = of(0, 0, 0, 0, 0);
    beamRatioRows(
      0,
      5,
      of(600, 0, 50, 500, 0),
      of(800, 100, 100, 500, 0),
      of(300, 200, 0, 10, 0),
      of(500, 400, 100, 190, 0),
      ratio,
    );
    expect([...ratio]).toEqual([1.25, 0.5, 1, 1.6, 1]);
  });

  it("adds sub-steps up to intervals", () => {
    const sums = new Clearness(4);
    sums.add(100, 200, 900, 0);
    sums.add(300, 400, 2700, 0);
    sums.add(5, 5, 3600, 1);
    sums.add(0, 0, 3600, 2);
    const clearness = sums.indices();
    expect(clearness[0]).toBeCloseTo((100 * 900 + 300 * 2700) / (200 * 900 + 400 * 2700), 12);
    expect([...clearness.subarray(1)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});

describe("the description", () => {
  const planes = [{ surface_tilt: 30, surface_azimuth: 180 }];

  it("reads both keys and says what is wrong", () => {
    expect(readSystem({ planes, clipping: "withinHour", smoothing: 12 })).toMatchObject({
      clipping: "withinHour",
      smoothing: 12,
    });
    expect(() => readSystem({ planes, clipping: "hour" })).toThrow("system.clipping must be one of steps, withinHour");
    expect(() => readSystem({ planes, smoothing: -1 })).toThrow("system.smoothing must be");
    expect(() => readSystem({ planes, smoothing: "big" })).toThrow("system.smoothing must be one of auto");
  });

  it("swings by default where the steps are 15 minutes and longer", () => {
    expect([60, 300, 900, 3600].map((interval) => swingsWithin(undefined, interval))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(swingsWithin("steps", 3600)).toBe(false);
    expect(swingsWithin("withinHour", 60)).toBe(true);
  });

  it("knows the ground under a plant", () =>
    expect([smoothedArea(undefined, 5000), smoothedArea("auto", 5000), smoothedArea(3, 5000)]).toEqual([0, 10, 3]));
});
