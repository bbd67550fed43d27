/** The pipeline's trackers, from the sun's unit vector, against the published functions of angles. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dualAxis, singleaxis } from "../../../src/physics/models/tracking/index.js";
import {
  dualAxisTrackerRows,
  type SingleAxisTracker,
  singleAxisTrackerRows,
} from "../../../src/physics/models/tracking/tracker-rows.js";
import { planeNormal } from "../../../src/physics/models/transposition/index.js";

const solarZenith = fc.double({ min: 0, max: 89.99, noNaN: true });
const solarAzimuth = fc.double({ min: 0, max: 360, noNaN: true });
const RAD = 180 / Math.PI;
const COLUMN = () => new Float64Array(1);
const USUAL: SingleAxisTracker = {
  ...{ mode: "single-axis", axisTilt: 0, axisAzimuth: 180, maxAngle: 45 },
  ...{ gcr: 0.3, backtrack: true, crossAxisTilt: 0 },
};

function turn(zenith: number, azimuth: number, options: Partial<SingleAxisTracker>) {
  const [east, north, up] = planeNormal(zenith, azimuth).map((value) => Float64Array.of(value)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [rotation, cosIncidence, cosTilt] = [COLUMN(), COLUMN(), COLUMN()];
  singleAxisTrackerRows(0, 1, east, north, up, { ...USUAL, ...options }, rotation, cosIncidence, cosTilt);
  return { rotation: rotation[0]!, cosIncidence: cosIncidence[0]!, cosTilt: cosTilt[0]! };
}

const AXES: fc.Arbitrary<Partial<SingleAxisTracker>> = fc.constantFrom(
  { maxAngle: 60 },
  { maxAngle: 60, backtrack: false },
  { maxAngle: 90, gcr: 1 },
  { maxAngle: 0 },
  { axisAzimuth: 0, maxAngle: 55 },
  { axisTilt: 30, axisAzimuth: 0, maxAngle: 60, gcr: 0.45 },
  { axisTilt: 20, axisAzimuth: 200, maxAngle: 90, gcr: 0.5 },
  { axisTilt: 7, axisAzimuth: 195, maxAngle: 55, gcr: 0.4, crossAxisTilt: -6 },
  { axisTilt: 12, axisAzimuth: 170, maxAngle: 55, gcr: 0.4, crossAxisTilt: 9, backtrack: false },
  { axisTilt: 90, axisAzimuth: 180, maxAngle: 90, backtrack: false },
  { axisAzimuth: 90, maxAngle: 80, backtrack: false },
);

describe("singleAxisTrackerRows", () => {
  test("equals singleaxis for every axis", () => {
    fc.assert(
      fc.property(solarZenith, solarAzimuth, AXES, (zenith, azimuth, axis) => {
        const found = turn(zenith, azimuth, axis);
        const expected = singleaxis({ apparentZenith: zenith, solarAzimuth: azimuth }, { ...USUAL, ...axis });
        // Where the sun stands in the axis any rotation is as good: rounding turns it.
        const aim = singleaxis({ apparentZenith: zenith + 1e-7, solarAzimuth: azimuth }, { ...USUAL, ...axis })
          .trackerTheta[0]!;
        if (Math.abs(aim - expected.trackerTheta[0]!) > 1e-4) return;
        expect(Math.abs(found.rotation - expected.trackerTheta[0]!)).toBeLessThan(1e-6);
        expect(Math.abs(found.cosTilt - Math.cos(expected.surfaceTilt[0]! / RAD))).toBeLessThan(1e-8);
        expect(Math.abs(found.cosIncidence - Math.cos(expected.aoi[0]! / RAD))).toBeLessThan(1e-8);
      }),
      { numRuns: 4000, seed: 11 },
    );
  });

  test("an axis named from its other end is the same tracker, turned the other way", () => {
    fc.assert(
      fc.property(solarZenith, solarAzimuth, fc.integer({ min: 0, max: 180 }), (zenith, azimuth, axisAzimuth) => {
        const one = turn(zenith, azimuth, { axisAzimuth, crossAxisTilt: 5 });
        const other = turn(zenith, azimuth, { axisAzimuth: axisAzimuth + 180, crossAxisTilt: -5 });
        if (Math.abs(one.rotation) > 1e-6) expect(other.rotation).toBeCloseTo(-one.rotation, 6);
        expect(other.cosIncidence).toBeCloseTo(one.cosIncidence, 6);
      }),
      { numRuns: 500, seed: 12 },
    );
  });

  test("is at rotation 0 while the sun is down, also without a sun", () => {
    const down = turn(95, 200, { axisTilt: 30, axisAzimuth: 180 });
    expect(down.rotation).toBe(0);
    expect(down.cosTilt).toBeCloseTo(Math.cos(30 / RAD), 14);
    expect(turn(Number.NaN, 200, {}).rotation).toBe(0);
  });
});

describe("dualAxisTrackerRows", () => {
  test("equals dualAxis", () => {
    fc.assert(
      fc.property(solarZenith, fc.constantFrom(90, 60, 0), (zenith, maxAngle) => {
        const [rotation, cosIncidence, cosTilt] = [COLUMN(), COLUMN(), COLUMN()];
        const up = Float64Array.of(Math.cos(zenith / RAD));
        dualAxisTrackerRows(0, 1, up, { mode: "dual-axis", maxAngle }, rotation, cosIncidence, cosTilt);
        const expected = dualAxis({ apparentZenith: zenith, solarAzimuth: 90 }, { maxTilt: maxAngle });
        expect(rotation[0]).toBeCloseTo(expected.surfaceTilt[0]!, 6);
        expect(cosTilt[0]).toBeCloseTo(Math.cos(expected.surfaceTilt[0]! / RAD), 12);
        expect(cosIncidence[0]).toBeCloseTo(Math.cos(expected.aoi[0]! / RAD), 12);
      }),
      { numRuns: 1000, seed: 13 },
    );
  });

  test("is flat while the sun is down", () => {
    const [rotation, cosIncidence, cosTilt] = [COLUMN(), COLUMN(), COLUMN()];
    const down = Float64Array.of(-0.2);
    dualAxisTrackerRows(0, 1, down, { mode: "dual-axis", maxAngle: 90 }, rotation, cosIncidence, cosTilt);
    expect([rotation[0], cosIncidence[0], cosTilt[0]]).toEqual([0, -0.2, 1]);
  });
});
