import { describe, expect, it } from "vitest";
import { azimuthRows, elevationRows } from "../../../src/physics/models/solar-position/ephemeris.js";
import { atmosphericRefraction, refractVectorRows } from "../../../src/physics/models/solar-position/refraction.js";
import { readColumns } from "./fixtures.js";

const RAD = 180 / Math.PI;

describe("atmosphericRefraction", () => {
  it("equals pvlib's to 1e-12°", () => {
    const { n, column } = readColumns("refraction.json");
    const elevation = column("elevation");
    const got = atmosphericRefraction({
      elevation,
      pressure: column("pressure"),
      temperature: column("temperature"),
    });
    const expected = column("refraction");
    for (let i = 0; i < n; i++) {
      expect(Math.abs(got.refraction[i]! - expected[i]!)).toBeLessThan(1e-12);
      expect(got.apparentElevation[i]).toBe(elevation[i]! + got.refraction[i]!);
    }
  });

  it("switches at −(0.26667 + atmosRefract)°", () => {
    const elevation = [-0.8333, -0.8334, -1.0];
    expect([...atmosphericRefraction({ elevation }).refraction].map((r) => r > 0)).toEqual([true, false, false]);
    const wide = atmosphericRefraction({ elevation }, { atmosRefract: 1 });
    expect([...wide.refraction].every((r) => r > 0.6)).toBe(true);
    const none = atmosphericRefraction({ elevation: [-0.2666, -0.2667] }, { atmosRefract: 0 });
    expect(none.refraction[0]).toBeGreaterThan(0);
    expect(none.refraction[1]).toBe(0);
  });

  it("gives NaN for NaN in that row only", () => {
    const nan = Number.NaN;
    const got = atmosphericRefraction({
      elevation: [5, nan, 5, -20, 5],
      pressure: [101325, 101325, nan, nan, 101325],
      temperature: 12,
    });
    expect([...got.refraction].map(Number.isNaN)).toEqual([false, true, true, true, false]);
    expect(got.refraction[4]).toBe(got.refraction[0]);
  });

  it("refuses a switch at the formula's pole", () => {
    expect(() => atmosphericRefraction({ elevation: 0 }, { atmosRefract: 4.9 })).toThrow(RangeError);
    expect(() => atmosphericRefraction({ elevation: 0 }, { atmosRefract: Number.NaN })).toThrow(RangeError);
    expect(() => atmosphericRefraction({ elevation: 0 }, { atmosRefract: "1" as never })).toThrow(TypeError);
  });
});

describe("refractVectorRows", () => {
  const elevations = [-90, -30, -1.01, -0.99, -0.8334, -0.8333, -0.5, 0, 0.1, 5, 45, 80, 89.8, 89.9, 89.999, 89.999999];
  const n = elevations.length;
  const bearing = 0.7;
  const east = Float64Array.from(elevations, (e) => Math.cos(e / RAD) * Math.sin(bearing));
  const north = Float64Array.from(elevations, (e) => Math.cos(e / RAD) * Math.cos(bearing));
  const up = Float64Array.from(elevations, (e) => Math.sin(e / RAD));

  it("lifts the vector by the refraction of its elevation, and keeps length and azimuth", () => {
    const [e, h, u] = [east.slice(), north.slice(), up.slice()];
    refractVectorRows(0, n, e, h, u, 850, -5);
    const { apparentElevation } = atmosphericRefraction({ elevation: elevations, pressure: 85000, temperature: -5 });
    const got = new Float64Array(n);
    const azimuth = new Float64Array(n);
    elevationRows(0, n, e, h, u, got);
    azimuthRows(0, n, e, h, azimuth);
    for (let i = 0; i < n; i++) {
      expect(Math.abs(got[i]! - apparentElevation[i]!)).toBeLessThan(1e-12);
      expect(Math.abs(e[i]! ** 2 + h[i]! ** 2 + u[i]! ** 2 - 1)).toBeLessThan(1e-14);
      expect(azimuth[i]).toBeCloseTo(bearing * RAD, 7);
    }
  });

  it("does not touch rows below the switch, NaN rows and rows outside the range", () => {
    const [e, h, u] = [east.slice(), north.slice(), up.slice()];
    u[9] = Number.NaN;
    const before = [e.slice(), h.slice()];
    refractVectorRows(0, 10, e, h, u, 1013.25, 12);
    for (const i of [0, 1, 2, 3, 4, 10, 11]) {
      expect([e[i], h[i], u[i]]).toEqual([east[i], north[i], up[i]]);
    }
    expect(u[6]).toBeGreaterThan(up[6]!);
    expect(u[9]).toBeNaN();
    expect(before[0]![2]).toBe(east[2]);
  });

  it("stays finite exactly overhead, with the elevation of the formula", () => {
    const [e, h, u] = [Float64Array.of(0), Float64Array.of(0), Float64Array.of(1)];
    refractVectorRows(0, 1, e, h, u, 1013.25, 12);
    const got = new Float64Array(1);
    elevationRows(0, 1, e, h, u, got);
    expect(got[0]).toBeCloseTo(atmosphericRefraction({ elevation: 90 }).apparentElevation[0]!, 12);
  });
});
