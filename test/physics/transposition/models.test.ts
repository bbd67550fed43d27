import { describe, expect, test } from "vitest";
import {
  aoi,
  getGroundDiffuse,
  groundAlbedo,
  haydavies,
  isotropic,
  klucher,
  perezDriesse,
  planeNormal,
  reindl,
} from "../../../src/physics/models/transposition/index.js";
import { COEFFICIENTS, KNOTS, perezDriesseRows } from "../../../src/physics/models/transposition/perez-driesse.js";
import { cosIncidenceFixedRows, cosIncidenceTrackerRows } from "../../../src/physics/models/transposition/plane.js";

const clear = { dhi: 100, dni: 800, ghi: 700, dniExtra: 1361.1 };
const sun = { solarZenith: 40, solarAzimuth: 180 };
const plane = { surfaceTilt: 30, surfaceAzimuth: 180 };

describe("perezDriesseRows", () => {
  /** F1 and F2 in the limit of no diffuse light at all (δ = 0) and z = 0, where F = f11(ζ), f21(ζ). */
  const atZenith = (zeta: number) => {
    const f1 = new Float64Array(1);
    const f2 = new Float64Array(1);
    const dhi = Float64Array.of(1);
    const dni = Float64Array.of(zeta === 1 ? 1e300 : zeta / (1 - zeta));
    perezDriesseRows(0, 1, dhi, dni, Float64Array.of(1e300), Float64Array.of(90), Float64Array.of(1), f1, f2);
    return [f1[0]!, f2[0]!] as const;
  };

  test("starts and ends at the outer B-spline coefficients, F1 limited to 0…0.9", () => {
    expect(atZenith(0)).toEqual([0, COEFFICIENTS[0][3]]); // f11 = −0.053 is clipped
    expect(atZenith(1)[0]).toBeCloseTo(COEFFICIENTS[9][0], 12);
    expect(atZenith(1)[1]).toBeCloseTo(COEFFICIENTS[9][3], 12);
    expect(Math.max(...Array.from({ length: 101 }, (_, i) => atZenith(i / 100)[0]))).toBe(0.9);
  });

  test("is continuous with its slope at every inner knot", () => {
    const h = 1e-6;
    for (const knot of KNOTS.slice(3, 10)) {
      const [below, at, above] = [atZenith(knot - h)[1], atZenith(knot)[1], atZenith(knot + h)[1]];
      expect(Math.abs(at - below)).toBeLessThan(1e-5);
      // Slopes are up to about 1 and change by at most curvature·h across a knot.
      expect(Math.abs((above - at) / h - (at - below) / h)).toBeLessThan(1e-3);
    }
  });

  test("is 0 with the sun on or below the horizon", () => {
    for (const elevation of [0, -1]) {
      const out = [new Float64Array(1).fill(9), new Float64Array(1).fill(9)] as const;
      const [dhi, dni, extra] = [Float64Array.of(50), Float64Array.of(100), Float64Array.of(1361)];
      perezDriesseRows(0, 1, dhi, dni, extra, Float64Array.of(elevation), Float64Array.of(37.9), ...out);
      expect([out[0][0], out[1][0]]).toEqual([0, 0]);
    }
  });
});

describe("public models", () => {
  test("components add up", () => {
    for (const model of [haydavies, perezDriesse]) {
      const { skyDiffuse } = model({ ...clear, ...sun, ...plane });
      const parts = model({ ...clear, ...sun, ...plane }, { returnComponents: true });
      expect(parts.poaSkyDiffuse).toEqual(skyDiffuse);
      const sum = parts.poaIsotropic[0]! + parts.poaCircumsolar[0]! + parts.poaHorizon[0]!;
      expect(sum).toBeCloseTo(skyDiffuse[0]!, 12);
    }
  });

  test("with the sun down the sky is isotropic in every model", () => {
    const night = { ...clear, dni: 5, dhi: 20, ghi: 21, ...plane, solarAzimuth: 180, solarZenith: 92 };
    const expected = isotropic(night).skyDiffuse[0]!;
    const values = [klucher(night), haydavies(night), reindl(night), perezDriesse(night)];
    for (const { skyDiffuse } of values) expect(skyDiffuse[0]).toBeCloseTo(expected, 12);
  });

  test("a vertical plane sees half the sky and half the ground", () => {
    expect(isotropic({ surfaceTilt: 90, dhi: 100 }).skyDiffuse[0]).toBeCloseTo(50, 12);
    expect(getGroundDiffuse({ surfaceTilt: 90, ghi: 100, albedo: 0.2 }).groundDiffuse[0]).toBeCloseTo(10, 12);
    expect(getGroundDiffuse({ surfaceTilt: 0, ghi: 100 }).groundDiffuse[0]).toBe(0);
  });
});

describe("incidence", () => {
  const vector = (zenith: number, azimuth: number) => planeNormal(zenith, azimuth).map((v) => Float64Array.of(v));

  test("of a fixed plane agrees with the angle of incidence", () => {
    for (const [tilt, facing, zenith, azimuth] of [
      [0, 0, 50, 77],
      [30, 180, 20, 170],
      [90, 90, 80, 300],
      [45, 350, 89.9, 5],
      [60, 0, 0, 0],
    ] as const) {
      const [east, north, up] = vector(zenith, azimuth);
      const out = new Float64Array(1);
      cosIncidenceFixedRows(0, 1, east!, north!, up!, ...planeNormal(tilt, facing), out);
      const angles = { surfaceTilt: tilt, surfaceAzimuth: facing, solarZenith: zenith, solarAzimuth: azimuth };
      expect(out[0]).toBeCloseTo(Math.cos((aoi(angles).aoi[0]! * Math.PI) / 180), 12);
    }
  });

  test("of the tracker agrees with the fixed plane that it makes", () => {
    for (const rotation of [-60, -1, 0, 25, 90]) {
      const [east, north, up] = vector(70, 250);
      const tracked = [new Float64Array(1), new Float64Array(1)] as const;
      cosIncidenceTrackerRows(0, 1, east!, up!, Float64Array.of(rotation), ...tracked);
      const fixed = new Float64Array(1);
      const normal = planeNormal(Math.abs(rotation), rotation < 0 ? 90 : 270);
      cosIncidenceFixedRows(0, 1, east!, north!, up!, ...normal, fixed);
      expect(tracked[0][0]).toBeCloseTo(fixed[0]!, 14);
      expect(tracked[1][0]).toBeCloseTo(normal[2], 14);
    }
  });
});

describe("groundAlbedo", () => {
  test("rises from bare ground to deep snow, fast at first, and keeps NaN", () => {
    const { albedo } = groundAlbedo({ snowDepth: [0, 5, 40, 50, 150, 5000, -3, Number.NaN] });
    expect(Array.from(albedo)).toEqual([
      0.2,
      expect.closeTo(0.259, 3),
      expect.closeTo(0.7 - 0.5 / Math.E, 12),
      expect.closeTo(0.557, 3),
      expect.closeTo(0.688, 3),
      expect.closeTo(0.7, 12),
      0.2,
      Number.NaN,
    ]);
  });
});
