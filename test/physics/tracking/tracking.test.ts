import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calcSurfaceOrientation, singleaxis } from "../../../src/physics/models/tracking/index.js";
import { horizontalTrackerRows } from "../../../src/physics/models/tracking/tracker-rows.js";
import { planeNormal } from "../../../src/physics/models/transposition/index.js";

function rotate(east: number, up: number, maxAngle = 45, gcr = 0.3, backtrack = true): number {
  const out = Float64Array.of(Number.NaN);
  horizontalTrackerRows(0, 1, Float64Array.of(east), Float64Array.of(up), maxAngle, gcr, backtrack, out);
  return out[0]!;
}

const zenith = fc.double({ min: 0, max: 90, noNaN: true });
const azimuth = fc.double({ min: 0, max: 360, noNaN: true });

describe("horizontalTrackerRows", () => {
  test("equals singleaxis for an axis to the south", () => {
    const settings = [
      { maxAngle: 45, gcr: 0.3, backtrack: true },
      { maxAngle: 90, gcr: 0.6, backtrack: true },
      { maxAngle: 60, gcr: 0.4, backtrack: false },
    ];
    fc.assert(
      fc.property(zenith, azimuth, fc.constantFrom(...settings), (solarZenith, solarAzimuth, options) => {
        const [east, , up] = planeNormal(solarZenith, solarAzimuth);
        // On the horizon due south or north any rotation is as good as another: 1e-16 in the vector turns it.
        if (up <= 0 || Math.hypot(east, up) < 1e-4) return;
        const { trackerTheta } = singleaxis(
          { apparentZenith: solarZenith, solarAzimuth },
          { axisAzimuth: 180, ...options },
        );
        const got = rotate(east, up, options.maxAngle, options.gcr, options.backtrack);
        expect(Math.abs(got - trackerTheta[0]!)).toBeLessThan(1e-9);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test("faces west in the afternoon, east in the morning, in mirror images", () => {
    expect(rotate(-0.5, 0.5)).toBe(45);
    fc.assert(
      fc.property(zenith, azimuth, (solarZenith, solarAzimuth) => {
        const [east, , up] = planeNormal(solarZenith, solarAzimuth);
        expect(rotate(-east, up) + rotate(east, up)).toBe(0);
        expect(Math.sign(rotate(east, up)) * Math.sign(east)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  test("is flat while the sun is down, on the horizon, overhead and due south", () => {
    expect(rotate(0.9, -0.1)).toBe(0);
    expect(rotate(-1, 0)).toBe(0);
    expect(rotate(0, 1)).toBe(0);
    expect(rotate(0, 0.5)).toBe(0);
    expect(rotate(0, 0)).toBe(0);
  });

  test("tracks, then stays at its limit, then turns back to flat as the sun sinks", () => {
    const evening = (elevation: number) =>
      rotate(-Math.cos((elevation * Math.PI) / 180), Math.sin((elevation * Math.PI) / 180));
    expect(evening(60)).toBeCloseTo(30, 9);
    expect(evening(45)).toBeCloseTo(45, 9);
    expect(evening(30)).toBe(45);
    // Backtracking begins where sin(elevation) = gcr, at 17.5°, and stays at the limit for a while.
    expect(evening(17)).toBe(45);
    expect(evening(8)).toBeCloseTo(82 - (Math.acos(Math.sin((8 * Math.PI) / 180) / 0.3) * 180) / Math.PI, 9);
    expect(evening(1)).toBeLessThan(evening(3));
    expect(evening(1e-6)).toBeCloseTo(0, 4);
    expect(evening(1e-6)).toBeGreaterThan(0);
  });

  test("backtracked rows just touch: the shadow of one ends at the foot of the next", () => {
    const [gcr, elevation] = [0.4, (9 * Math.PI) / 180];
    const theta = (rotate(-Math.cos(elevation), Math.sin(elevation), 90, gcr) * Math.PI) / 180;
    // A row of width gcr casts a shadow of length 1 (the distance of the axes) on the ground.
    const shadow = gcr * (Math.cos(theta) + Math.sin(theta) / Math.tan(elevation));
    expect(shadow).toBeCloseTo(1, 12);
  });

  test("never gives NaN for a finite sun", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (east, up, gcr) => {
          const rotation = rotate(east, up, 45, gcr);
          expect(Math.abs(rotation)).toBeLessThanOrEqual(45);
        },
      ),
      { numRuns: 1000, seed: 3 },
    );
    for (const tiny of [5e-324, 1e-300, 1e-160]) expect(Math.abs(rotate(tiny, tiny))).toBeLessThanOrEqual(45);
  });
});

describe("singleaxis", () => {
  test("the plane's normal is the axis' frame turned by the rotation, and aoi is its angle to the sun", () => {
    const options = { axisTilt: 12, axisAzimuth: 170, maxAngle: 70, gcr: 0.4, crossAxisTilt: 3 };
    for (const [apparentZenith, solarAzimuth] of [
      [10, 100],
      [60, 80],
      [75, 275],
      [85, 190],
    ] as const) {
      const { trackerTheta, surfaceTilt, surfaceAzimuth, aoi } = singleaxis({ apparentZenith, solarAzimuth }, options);
      const theta = (trackerTheta[0]! * Math.PI) / 180;
      const flat = planeNormal(12, 170); // the plane at rotation 0 leans along the axis
      const right = planeNormal(90, 260); // 90° clockwise from the axis
      const expected = flat.map((v, k) => v * Math.cos(theta) + right[k]! * Math.sin(theta));
      const got = planeNormal(surfaceTilt[0]!, surfaceAzimuth[0]!);
      for (let k = 0; k < 3; k++) expect(got[k]).toBeCloseTo(expected[k]!, 12);
      const sun = planeNormal(apparentZenith, solarAzimuth);
      const projection = sun[0] * got[0] + sun[1] * got[1] + sun[2] * got[2];
      expect(Math.cos((aoi[0]! * Math.PI) / 180)).toBeCloseTo(projection, 12);
    }
  });

  test("a horizontal axis' plane faces exactly 90° or 270°", () => {
    for (const theta of [-90, -30, -1e-3, -1e-6, 1e-6, 1e-3, 30, 90]) {
      const { surfaceTilt, surfaceAzimuth } = calcSurfaceOrientation({ trackerTheta: theta }, { axisAzimuth: 180 });
      expect(surfaceAzimuth[0]).toBe(theta < 0 ? 90 : 270);
      expect(surfaceTilt[0]).toBeCloseTo(Math.abs(theta), 11);
    }
  });

  test("NaN stays in its row; a zenith above 90 is NaN", () => {
    const out = singleaxis({ apparentZenith: [40, Number.NaN, 40, 90.5], solarAzimuth: [120, 120, Number.NaN, 120] });
    for (const column of Object.values(out))
      expect(Array.from(column, Number.isNaN)).toEqual([false, true, true, true]);
  });

  test("says which option is wrong", () => {
    const inputs = { apparentZenith: 40, solarAzimuth: 120 };
    expect(() => singleaxis(inputs, { gcr: 0 })).toThrow(/singleaxis: gcr .* got 0/);
    expect(() => singleaxis(inputs, { gcr: 1.2 })).toThrow(RangeError);
    expect(() => singleaxis(inputs, { axisTilt: 91 })).toThrow(/axisTilt/);
    expect(() => singleaxis(inputs, { axisAzimuth: Number.NaN })).toThrow(/axisAzimuth/);
    expect(() => singleaxis(inputs, { maxAngle: -5 })).toThrow(/maxAngle/);
    expect(() => singleaxis(inputs, { maxAngle: [20, 10] })).toThrow(/maxAngle/);
    for (const maxAngle of ["x", null, {}] as never[]) {
      expect(() => singleaxis(inputs, { maxAngle })).toThrow(
        new TypeError(`singleaxis: maxAngle must be a number or [least, largest], got ${String(maxAngle)}`),
      );
    }
    expect(() => singleaxis(inputs, { maxAngle: ["x", 5] as never })).toThrow(TypeError);
    expect(() => singleaxis(inputs, { backtrack: 1 as never })).toThrow(TypeError);
    expect(() => singleaxis({ apparentZenith: [1, 2], solarAzimuth: [1, 2, 3] })).toThrow(RangeError);
  });
});
