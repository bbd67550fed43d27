import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  horizonBandFactor,
  prepareHorizon,
  prepareSkyView,
  skyViewFactor,
} from "../../../src/physics/models/shading/index.js";
import { type FixedPlane, HORIZON_BAND, skyViewRows } from "../../../src/physics/models/shading/sky-view.js";

const rad = Math.PI / 180;
const uniform = (h: number) => new Array<number>(360).fill(h);
const line = (of: (azimuth: number) => number) => Array.from({ length: 360 }, (_, azimuth) => of(azimuth));
const view = (elevations: number[], plane: FixedPlane) => skyViewFactor(prepareHorizon(elevations), plane);
const band = (elevations: number[], azimuth: number) => horizonBandFactor(prepareHorizon(elevations), azimuth);

/** Hills, a wall, a valley, and a saw that no real place has. */
const lines = {
  hills: line((a) => 12 + 8 * Math.sin(3 * a * rad) + 3 * Math.cos(11 * a * rad)),
  wall: line((a) => (a > 100 && a < 220 ? 55 : 0)),
  valley: line((a) => 35 * Math.abs(Math.sin(a * rad))),
  saw: line((a) => (a % 2 === 0 ? 0 : 60)),
};

const at = (elevations: number[], azimuth: number) => {
  const k = Math.floor(azimuth) % 360;
  return elevations[k]! + (elevations[(k + 1) % 360]! - elevations[k]!) * (azimuth - Math.floor(azimuth));
};

/** ∫∫ max(cos θ, 0) dΩ above the line by the midpoint rule in azimuth and in sin²ε, where the measure is even. */
function visibleByQuadrature(
  elevations: number[],
  { surfaceTilt, surfaceAzimuth }: FixedPlane,
  cells = 6,
  rings = 600,
) {
  const [sinTilt, cosTilt] = [Math.sin(surfaceTilt * rad), Math.cos(surfaceTilt * rad)];
  let seen = 0;
  let all = 0;
  for (let k = 0; k < 360 * cells; k++) {
    const azimuth = (k + 0.5) / cells;
    const facing = sinTilt * Math.cos((azimuth - surfaceAzimuth) * rad);
    const sinLine = Math.sin(at(elevations, azimuth) * rad);
    const top = (1 - sinLine) / rings;
    for (let r = 0; r < rings; r++) {
      const aboveLine = sinLine + (r + 0.5) * top;
      seen += Math.max(cosTilt * aboveLine + facing * Math.sqrt(1 - aboveLine * aboveLine), 0) * top;
      const anywhere = (r + 0.5) / rings;
      all += Math.max(cosTilt * anywhere + facing * Math.sqrt(1 - anywhere * anywhere), 0) / rings;
    }
  }
  return seen / all;
}

describe("skyViewFactor", () => {
  test("a flat line leaves exactly everything", () => {
    for (const surfaceTilt of [0, 30, 90]) {
      expect(skyViewFactor(prepareHorizon(null), { surfaceTilt, surfaceAzimuth: 77 })).toBe(1);
      expect(view(uniform(0), { surfaceTilt, surfaceAzimuth: 77 })).toBe(1);
    }
  });

  test("an even line h leaves cos²h on a horizontal plane", () => {
    for (const h of [0.1, 5, 20, 45, 80, 89, 90]) {
      expect(view(uniform(h), { surfaceTilt: 0, surfaceAzimuth: 0 })).toBeCloseTo(Math.cos(h * rad) ** 2, 13);
    }
  });

  test("an even line h on a vertical plane leaves 1 − (h + sin h·cos h)/(π/2)", () => {
    // ∫ cos φ dφ over the front is 2; in elevation ½(π/2 − h − sin h·cos h) of ½·π/2.
    for (const h of [0.1, 5, 20, 45, 80]) {
      const expected = 1 - (h * rad + Math.sin(h * rad) * Math.cos(h * rad)) / (Math.PI / 2);
      expect(view(uniform(h), { surfaceTilt: 90, surfaceAzimuth: 123 })).toBeCloseTo(expected, 9);
    }
  });

  test("a wall behind a vertical plane costs nothing, one in front of it as much as an even line there", () => {
    const wall = line((a) => (a >= 85 && a <= 275 ? 40 : 0)); // reaches past the plane's edges
    expect(view(wall, { surfaceTilt: 90, surfaceAzimuth: 0 })).toBeGreaterThan(0.99);
    expect(view(wall, { surfaceTilt: 90, surfaceAzimuth: 180 })).toBeCloseTo(
      view(uniform(40), { surfaceTilt: 90, surfaceAzimuth: 180 }),
      12,
    );
  });

  test("agrees with integration over the sphere", () => {
    for (const elevations of [lines.hills, lines.wall, lines.valley]) {
      for (const plane of [
        { surfaceTilt: 20, surfaceAzimuth: 180 },
        { surfaceTilt: 60, surfaceAzimuth: 10 },
        { surfaceTilt: 90, surfaceAzimuth: 95.5 },
      ]) {
        // The midpoint rule itself is good to some 1e-5 at the kinks of cos θ = 0.
        expect(Math.abs(view(elevations, plane) - visibleByQuadrature(elevations, plane))).toBeLessThan(3e-5);
      }
    }
  });

  test.each([
    ["hills", 1e-8],
    ["wall", 1e-6],
    ["valley", 1e-8],
    ["saw", 1e-5],
  ] as const)("agrees with 200 steps per degree: %s to %f", (name, tolerance) => {
    const elevations = lines[name];
    for (const surfaceTilt of [0, 35, 90]) {
      const facing = (azimuth: number) => Math.sin(surfaceTilt * rad) * Math.cos((azimuth - 140) * rad);
      const cosTilt = Math.cos(surfaceTilt * rad);
      const below = (e: number, f: number) => 0.5 * (cosTilt * Math.sin(e) ** 2 + f * (e + Math.sin(e) * Math.cos(e)));
      let lost = 0;
      const cells = 200;
      for (let k = 0; k < 360 * cells; k++) {
        const azimuth = (k + 0.5) / cells;
        const f = facing(azimuth);
        const start = f < 0 ? Math.atan2(-f, cosTilt) : 0;
        const h = Math.max(at(elevations, azimuth) * rad, start);
        lost += ((below(h, f) - below(start, f)) * rad) / cells;
      }
      const fine = 1 - lost / ((Math.PI / 2) * (1 + cosTilt));
      expect(Math.abs(view(elevations, { surfaceTilt, surfaceAzimuth: 140 }) - fine)).toBeLessThan(tolerance);
    }
  });

  test("says what is wrong with a plane", () => {
    expect(() => view(uniform(5), { surfaceTilt: 91, surfaceAzimuth: 0 })).toThrow(/surfaceTilt .* got 91/);
    expect(() => view(uniform(5), { surfaceTilt: 30, surfaceAzimuth: Number.NaN })).toThrow(RangeError);
    expect(() => prepareSkyView(prepareHorizon(null), "horizontal-axis", 45.5)).toThrow(/maxAngle .* got 45.5/);
  });
});

describe("horizonBandFactor", () => {
  test("is 1 for a flat line, linear in an even one, 0 from 6.5° on", () => {
    expect(horizonBandFactor(prepareHorizon(null), 33)).toBe(1);
    for (const h of [0.5, 3, 6.4]) expect(band(uniform(h), 77)).toBeCloseTo(1 - h / HORIZON_BAND, 13);
    expect(band(uniform(6.5), 77)).toBeCloseTo(0, 14);
    expect(band(uniform(40), 77)).toBeCloseTo(0, 14);
  });

  test("takes the azimuths in front of the plane only", () => {
    const south = line((a) => (a >= 90 && a <= 270 ? 20 : 0));
    expect(band(south, 180)).toBeCloseTo(0, 14);
    // Next to the wall a degree of ramp remains in front, where the weight is below sin 1°.
    expect(1 - band(south, 0)).toBeLessThan(rad * rad);
  });

  test("is exact where the line crosses 6.5° or the plane's edge inside a degree", () => {
    for (const elevations of [...Object.values(lines), line((a) => (a === 100 ? 80 : 0))]) {
      for (const surfaceAzimuth of [0, 100.3, 180, 359.9]) {
        const cells = 1000;
        let seen = 0;
        for (let k = 0; k < 180 * cells; k++) {
          const x = -90 + (k + 0.5) / cells;
          const azimuth = (x + surfaceAzimuth + 720) % 360;
          seen += (Math.cos(x * rad) * Math.max(1 - at(elevations, azimuth) / HORIZON_BAND, 0) * rad) / cells;
        }
        // The sum's own steps leave some 1e-7.
        expect(Math.abs(band(elevations, surfaceAzimuth) - seen / 2)).toBeLessThan(1e-6);
      }
    }
  });
});

describe("a rising line", () => {
  test("never raises a share, degree by degree", () => {
    const degree = fc.integer({ min: 0, max: 359 });
    const height = fc.integer({ min: 0, max: 89 });
    const angle = fc.double({ min: 0, max: 360, noNaN: true });
    const tilt = fc.double({ min: 0, max: 90, noNaN: true });
    const base = fc.constantFrom(...Object.values(lines), uniform(0), uniform(6), uniform(89));
    fc.assert(
      fc.property(base, degree, height, tilt, angle, (elevations, where, rise, surfaceTilt, surfaceAzimuth) => {
        const higher = elevations.slice();
        higher[where] = Math.min(elevations[where]! + rise, 90);
        const plane = { surfaceTilt, surfaceAzimuth };
        // 1e-14: sums of 3240 terms whose only difference is rounding.
        expect(view(higher, plane)).toBeLessThanOrEqual(view(elevations, plane) + 1e-14);
        expect(view(higher, plane)).toBeGreaterThanOrEqual(0);
        expect(band(higher, surfaceAzimuth)).toBeLessThanOrEqual(band(elevations, surfaceAzimuth) + 1e-14);
        expect(band(higher, surfaceAzimuth)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe("prepareSkyView", () => {
  const rows = (
    elevations: number[] | null,
    plane: FixedPlane | "horizontal-axis",
    rotations: number[],
    max?: number,
  ) => {
    const [sky, share] = [new Float64Array(rotations.length), new Float64Array(rotations.length)];
    const prepared = prepareSkyView(prepareHorizon(elevations), plane, max);
    skyViewRows(0, rotations.length, Float64Array.from(rotations), prepared, sky, share);
    return { sky, share };
  };

  test("gives a fixed plane its shares on every row", () => {
    const plane = { surfaceTilt: 30, surfaceAzimuth: 160 };
    const { sky, share } = rows(lines.hills, plane, [0, 20]);
    expect(Array.from(sky)).toEqual(new Array(2).fill(view(lines.hills, plane)));
    expect(Array.from(share)).toEqual(new Array(2).fill(band(lines.hills, 160)));
  });

  test("gives a tracker exactly 1 under a flat line", () => {
    const { sky, share } = rows(null, "horizontal-axis", [-45, -0.3, 0, 12.34, 45], 45);
    expect([...sky, ...share]).toEqual(new Array(10).fill(1));
  });

  test("is within 5e-5 of the tracker's plane, east and west, to both ends", () => {
    const rotations = Array.from({ length: 121 }, (_, k) => -90 + 1.5 * k);
    for (const elevations of [...Object.values(lines), uniform(75)]) {
      const { sky, share } = rows(elevations, "horizontal-axis", rotations);
      for (const [i, rotation] of rotations.entries()) {
        const plane = { surfaceTilt: Math.abs(rotation), surfaceAzimuth: rotation < 0 ? 90 : 270 };
        expect(Math.abs(sky[i]! - view(elevations, plane))).toBeLessThan(5e-5);
        expect(share[i]).toBe(band(elevations, plane.surfaceAzimuth));
      }
    }
  });

  test("covers only the rotations asked for, with the same values", () => {
    const rotations = [-45, -44.6, 0, 30.2, 45];
    expect(rows(lines.hills, "horizontal-axis", rotations, 45)).toEqual(
      rows(lines.hills, "horizontal-axis", rotations),
    );
  });

  test("keeps NaN in its row", () => {
    const { sky } = rows(lines.hills, "horizontal-axis", [10, Number.NaN, 10]);
    expect(Array.from(sky, Number.isNaN)).toEqual([false, true, false]);
  });
});
