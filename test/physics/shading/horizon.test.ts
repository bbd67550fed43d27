import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { horizonElevationRows } from "../../../src/physics/models/shading/horizon-line.js";
import { prepareHorizon, visibleDiscFraction } from "../../../src/physics/models/shading/index.js";

const lineAt = (azimuth: number, elevations: ArrayLike<number> | null) => {
  const out = new Float64Array(1);
  horizonElevationRows(0, 1, Float64Array.of(azimuth), prepareHorizon(elevations), out);
  return out[0]!;
};
const ramp = Array.from({ length: 360 }, (_, azimuth) => (azimuth < 180 ? azimuth : 360 - azimuth) / 4);

describe("horizon line", () => {
  test("is linear between whole degrees and closes at north", () => {
    expect(lineAt(0, ramp)).toBe(0);
    expect(lineAt(90.5, ramp)).toBeCloseTo(22.625, 12);
    expect(lineAt(359.5, ramp)).toBeCloseTo(0.125, 12);
    expect(lineAt(360, ramp)).toBe(0);
    expect(lineAt(-90, ramp)).toBe(22.5);
    expect(lineAt(-1e-20, ramp)).toBe(0);
    expect(lineAt(450, ramp)).toBe(22.5);
    expect(lineAt(Number.NaN, ramp)).toBeNaN();
  });

  test("null is the same as 360 zeros; below 0 counts as 0", () => {
    expect(prepareHorizon(new Array(360).fill(0))).toEqual(prepareHorizon(null));
    expect(prepareHorizon(new Array(360).fill(-2))).toEqual(prepareHorizon(null));
    expect(lineAt(123.4, null)).toBe(0);
  });

  test("says what is wrong with a line", () => {
    expect(() => prepareHorizon([1, 2])).toThrow(/360 values, got 2/);
    expect(() => prepareHorizon(new Array(360).fill(Number.NaN))).toThrow(RangeError);
    expect(() => prepareHorizon(new Array(360).fill(91))).toThrow(/elevations\[0\] .* got 91/);
    expect(() => prepareHorizon(new Array(360).fill("5") as never)).toThrow(TypeError);
    expect(() => prepareHorizon("flat" as never)).toThrow(TypeError);
  });
});

describe("visible share of the disc", () => {
  test("is 0 below the line, a half on it, 1 above it", () => {
    expect(visibleDiscFraction(9.735, 10)).toBe(0);
    expect(visibleDiscFraction(10, 10)).toBe(0.5);
    expect(visibleDiscFraction(10.265, 10)).toBe(1);
    expect(visibleDiscFraction(-90, 0)).toBe(0);
    expect(visibleDiscFraction(90, 0)).toBe(1);
    expect(visibleDiscFraction(Number.NaN, 0)).toBeNaN();
    expect(visibleDiscFraction(5, Number.NaN)).toBeNaN();
  });

  test("is the area of a circle above a chord", () => {
    for (const height of [-0.99, -0.7, -0.3, -0.01, 0, 0.2, 0.5, 0.8, 0.999]) {
      // ∫ 2·√(1 − t²) dt from −1 to the height, with t = −cos φ so that the integrand is smooth.
      const steps = 2000;
      const end = Math.acos(-height);
      let area = 0;
      for (let k = 0; k < steps; k++) area += 2 * Math.sin(((k + 0.5) * end) / steps) ** 2 * (end / steps);
      expect(visibleDiscFraction(height * 0.265, 0)).toBeCloseTo(area / Math.PI, 6);
    }
  });

  test("never falls as the sun rises, never rises with the line", () => {
    const angle = fc.double({ min: -0.4, max: 0.4, noNaN: true });
    const rise = fc.double({ min: 0, max: 0.4, noNaN: true });
    fc.assert(
      fc.property(angle, angle, rise, (elevation, line, more) => {
        const visible = visibleDiscFraction(elevation, line);
        expect(visible).toBeGreaterThanOrEqual(0);
        expect(visible).toBeLessThanOrEqual(1);
        // 1e-15: neighbours whose difference is rounding.
        expect(visibleDiscFraction(elevation + more, line)).toBeGreaterThanOrEqual(visible - 1e-15);
        expect(visibleDiscFraction(elevation, line + more)).toBeLessThanOrEqual(visible + 1e-15);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
