import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  directMartinez,
  groundAngle,
  maskingAngle,
  maskingAnglePassias,
  shadedFraction1d,
  skyDiffusePassias,
} from "../../../src/physics/models/shading/index.js";
import { singleaxis } from "../../../src/physics/models/tracking/index.js";

const row = { surfaceTilt: 30, gcr: 0.4, slantHeight: 0.2 };

const block = { poaGlobal: 800, poaDirect: 600, shadedFraction: 0.2, shadedBlocks: 1, totalBlocks: 3 };

describe("maskingAngle", () => {
  test("is 0 at the upper edge and for flat rows, largest at the lower edge", () => {
    expect(maskingAngle({ ...row, slantHeight: 1 }).maskAngle[0]).toBe(0);
    expect(maskingAngle({ ...row, surfaceTilt: 0 }).maskAngle[0]).toBe(0);
    // Vertical rows twice as far apart as they are high.
    expect(maskingAngle({ surfaceTilt: 90, gcr: 0.5, slantHeight: 0 }).maskAngle[0]).toBeCloseTo(26.56505117707799, 12);
  });

  test("the ground seen from the upper edge of a vertical row lies as deep as the sky from the lower edge is high", () => {
    const { psi } = groundAngle({ surfaceTilt: 90, gcr: 0.5, slantHeight: 1 });
    expect(psi[0]).toBeCloseTo(26.56505117707799, 12);
    expect(groundAngle({ ...row, slantHeight: 0 }).psi[0]).toBe(0);
  });
});

describe("maskingAnglePassias", () => {
  test("equals the integral over the row", () => {
    const path = new URL("../../../fixtures/shading/mean-masking-angle.json", import.meta.url);
    const { surfaceTilt, gcr, maskAngle } = JSON.parse(readFileSync(path, "utf8"));
    const got = maskingAnglePassias({ surfaceTilt, gcr }).maskAngle;
    for (let i = 0; i < maskAngle.length; i++) {
      // Terms of the size of sin β cancel to gcr·sin β/2 after a division by gcr: 1e-16/gcr² is left, 1e-12 at 0.01.
      expect(Math.abs(got[i]! - maskAngle[i])).toBeLessThanOrEqual(1e-11 * maskAngle[i]);
    }
    expect(maskAngle.length).toBe(54);
  });
});

test("skyDiffusePassias: nothing lost without a mask, half the sky behind a wall to the zenith, all behind 180°", () => {
  const { derate } = skyDiffusePassias({ maskingAngle: [0, 90, 180] });
  expect(Array.from(derate)).toEqual([0, expect.closeTo(0.5, 15), 1]);
});

describe("shadedFraction1d", () => {
  test("the examples of pvlib's documentation", () => {
    const tracker = { axisAzimuth: 180, collectorWidth: 1.4, pitch: 3, surfaceToAxisOffset: 0.1, crossAxisSlope: 7 };
    const fixed = {
      solarZenith: 80,
      solarAzimuth: 135,
      axisAzimuth: 90,
      shadedRowRotation: 30,
      collectorWidth: 2,
      pitch: 3,
    };
    const first = shadedFraction1d({ ...fixed, surfaceToAxisOffset: 0.05 });
    expect(first.shadedFraction[0]).toBeCloseTo(0.47755694708090535, 14);
    const morning = shadedFraction1d({ ...tracker, solarZenith: 80, solarAzimuth: 90, shadedRowRotation: -30 });
    expect(morning.shadedFraction[0]).toBeCloseTo(0.8242176864434579, 14);
    const evening = shadedFraction1d({ ...tracker, solarZenith: 80, solarAzimuth: 270, shadedRowRotation: 30 });
    expect(evening.shadedFraction[0]).toBeCloseTo(0.018002567182254348, 14);
  });

  test("a backtracking tracker is just not shaded, on a slope too; a true-tracking one is", () => {
    const sun = { apparentZenith: [75, 80, 82], solarAzimuth: [100, 95, 80] };
    const place = { axisAzimuth: 180, crossAxisSlope: 5, collectorWidth: 2, pitch: 5 };
    for (const backtrack of [true, false]) {
      const { trackerTheta } = singleaxis(sun, { axisAzimuth: 180, gcr: 0.4, crossAxisTilt: 5, backtrack });
      const { shadedFraction } = shadedFraction1d({
        ...{ solarZenith: sun.apparentZenith, solarAzimuth: sun.solarAzimuth },
        ...{ ...place, shadedRowRotation: trackerTheta },
      });
      for (const fraction of shadedFraction) {
        if (backtrack) expect(fraction).toBeLessThan(1e-12);
        else expect(fraction).toBeGreaterThan(0.01);
      }
    }
  });
});

describe("directMartinez", () => {
  test("no shadow loses nothing, a full shadow all direct light, no light nothing", () => {
    const of = (change: object) => directMartinez({ ...block, ...change }).shadingLosses[0];
    expect(of({ shadedFraction: 0, shadedBlocks: 0 })).toBe(0);
    expect(of({ shadedFraction: 1, shadedBlocks: 3 })).toBeCloseTo(600 / 800, 15);
    expect(of({ shadedBlocks: 0.01 })).toBe(of({ shadedBlocks: 1 }));
    expect(of({ poaGlobal: 0, poaDirect: 0 })).toBe(0);
  });
});
