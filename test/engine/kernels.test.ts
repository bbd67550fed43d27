import { describe, expect, it } from "vitest";
import { KERNELS } from "../../bench/lib/kernel-claims.mjs";
import {
  azimuthRows as azimuthKernel,
  elevationRows as elevationKernel,
  trackerRows,
} from "../../src/engine/compute-grid/kernels.js";
import { kastenYoungRows } from "../../src/physics/models/atmosphere/airmass.js";
import { azimuthRows, elevationRows } from "../../src/physics/models/solar-position/ephemeris.js";
import { refractVectorRows } from "../../src/physics/models/solar-position/refraction.js";
import { horizontalTrackerRows } from "../../src/physics/models/tracking/tracker-rows.js";
import { cosIncidenceTrackerRows } from "../../src/physics/models/transposition/plane.js";
import { airmassRows, refractRows } from "../../src/physics/sky/kernels.js";

const DEG = Math.PI / 180;
const tolerance = (name: string) => KERNELS.find((kernel) => kernel.name === name)!.tolerance.value;

/** A sun at each elevation (deg) and some azimuth, as unit vectors. */
function suns(elevations: readonly number[]) {
  const n = elevations.length;
  const east = new Float64Array(n);
  const north = new Float64Array(n);
  const up = new Float64Array(n);
  elevations.forEach((elevation, i) => {
    const azimuth = i * 2.4;
    up[i] = Math.sin(elevation * DEG);
    east[i] = Math.cos(elevation * DEG) * Math.sin(azimuth);
    north[i] = Math.cos(elevation * DEG) * Math.cos(azimuth);
  });
  return { n, east, north, up };
}

/** Evenly over the sky, densely at the horizon and at the zenith, and the exact edges. */
const ELEVATIONS = [
  ...Array.from({ length: 60_000 }, (_, i) => -90 + (180 * (i + 0.5)) / 60_000),
  ...Array.from({ length: 20_000 }, (_, i) => -1 + (3 * i) / 20_000),
  ...Array.from({ length: 20_000 }, (_, i) => 89 + i / 20_000),
  ...[-90, -0.8334, 0, 1e-12, 45, 90 - 1e-7, 90],
];

describe("kernels against their models", () => {
  it("are at most ten, and gain at least 1.3×", () => {
    expect(KERNELS.length).toBeLessThanOrEqual(10);
    for (const { gain } of KERNELS) expect(gain).toBeGreaterThanOrEqual(1.3);
  });

  it("airmassRows: Kasten & Young", () => {
    const { n, east, north, up } = suns(ELEVATIONS);
    const zenith = new Float64Array(n);
    elevationRows(0, n, east, north, up, zenith);
    for (let i = 0; i < n; i++) zenith[i] = 90 - zenith[i]!;
    const expected = new Float64Array(n);
    const got = new Float64Array(n);
    kastenYoungRows(0, n, zenith, expected);
    airmassRows(0, n, up, got);
    const worst = got.reduce((largest, value, i) => Math.max(largest, Math.abs(value / expected[i]! - 1)), 0);
    expect(worst).toBeLessThan(tolerance("airmassRows"));
  });

  it("refractRows: SPA's refraction", () => {
    for (const pressure of [500, 1013.25, 1100]) {
      const model = suns(ELEVATIONS);
      const kernel = suns(ELEVATIONS);
      refractVectorRows(0, model.n, model.east, model.north, model.up, pressure, 12);
      refractRows(0, kernel.n, kernel.east, kernel.north, kernel.up, pressure, 12);
      let worst = 0;
      for (let i = 0; i < model.n; i++) {
        if (Math.abs(ELEVATIONS[i]! + 0.83337) < 1e-4) continue;
        const difference = Math.hypot(
          model.east[i]! - kernel.east[i]!,
          model.north[i]! - kernel.north[i]!,
          model.up[i]! - kernel.up[i]!,
        );
        worst = Math.max(worst, difference / DEG);
      }
      expect(worst).toBeLessThan(tolerance("refractRows"));
    }
  });

  it("elevationRows, azimuthRows: the sun's own", () => {
    const { n, east, north, up } = suns(ELEVATIONS);
    const got = new Float64Array(n);
    const expected = new Float64Array(n);
    for (const [name, kernel, model] of [
      [
        "elevationRows",
        () => elevationKernel(0, n, east, north, up, got),
        () => elevationRows(0, n, east, north, up, expected),
      ],
      ["azimuthRows", () => azimuthKernel(0, n, east, north, got), () => azimuthRows(0, n, east, north, expected)],
    ] as const) {
      kernel();
      model();
      let worst = 0;
      for (let i = 0; i < n; i++) worst = Math.max(worst, Math.abs(got[i]! - expected[i]!));
      expect(worst, name).toBeLessThan(tolerance(name));
    }
    const east8 = Float64Array.of(0, 1, 0, -1, 0, -0, -1e-300, 1, -1);
    const north8 = Float64Array.of(1, 0, -1, 0, 0, 0, 1, 1, -1);
    const at = new Float64Array(9);
    azimuthKernel(0, 9, east8, north8, at);
    expect([...at].map((azimuth) => Math.round(azimuth * 1e9) / 1e9)).toEqual([0, 90, 180, 270, 0, 0, 0, 45, 225]);
    expect(at.every((azimuth) => azimuth >= 0 && azimuth < 360)).toBe(true);
  });

  it("trackerRows: rotation and incidence of the tracker models", () => {
    const { n, east, up } = suns(ELEVATIONS);
    const column = () => new Float64Array(n);
    const [rotation, incidence, tilt, rotation2, incidence2, tilt2] = [
      column(),
      column(),
      column(),
      column(),
      column(),
      column(),
    ];
    horizontalTrackerRows(0, n, east, up, 45, 0.3, true, rotation);
    cosIncidenceTrackerRows(0, n, east, up, rotation, incidence, tilt);
    trackerRows(0, n, east, up, rotation2, incidence2, tilt2);
    for (let i = 0; i < n; i++) {
      const label = `elevation ${ELEVATIONS[i]}`;
      if (!(Math.abs(rotation[i]! - rotation2[i]!) < tolerance("trackerRows"))) {
        expect(rotation2[i], label).toBeCloseTo(rotation[i]!, 8);
      }
      if (!(Math.abs(incidence[i]! - incidence2[i]!) < 1e-9))
        expect(incidence2[i], label).toBeCloseTo(incidence[i]!, 9);
      if (!(Math.abs(tilt[i]! - tilt2[i]!) < 1e-9)) expect(tilt2[i], label).toBeCloseTo(tilt[i]!, 9);
    }
  });

  it("leave a NaN in its row", () => {
    const { n, east, north, up } = suns([10, 20, 30]);
    up[1] = Number.NaN;
    refractRows(0, n, east, north, up, 1000, 12);
    const airmass = new Float64Array(n);
    airmassRows(0, n, up, airmass);
    expect([...airmass].map(Number.isNaN)).toEqual([false, true, false]);
  });
});
