import { expect, test } from "vitest";
import { dualAxis } from "../../../src/physics/models/tracking/index.js";
import { aoi } from "../../../src/physics/models/transposition/index.js";

test("faces the sun until its limit, then stays behind by what is missing", () => {
  const sun = { apparentZenith: [0, 30, 60, 90], solarAzimuth: [180, 120, 359.5, -90] };
  const free = dualAxis(sun);
  expect(Array.from(free.surfaceTilt)).toEqual([0, 30, 60, 90]);
  expect(Array.from(free.surfaceAzimuth)).toEqual([180, 120, 359.5, 270]);
  expect(Array.from(free.aoi)).toEqual([0, 0, 0, 0]);
  const limited = dualAxis(sun, { maxTilt: 50 });
  expect(Array.from(limited.surfaceTilt)).toEqual([0, 30, 50, 50]);
  expect(Array.from(limited.aoi)).toEqual([0, 0, 10, 40]);
  const { surfaceTilt, surfaceAzimuth } = limited;
  const angles = aoi({ surfaceTilt, surfaceAzimuth, solarZenith: sun.apparentZenith, solarAzimuth: sun.solarAzimuth });
  // The arc cosine resolves about 1e-6° at 0.
  for (let i = 0; i < 4; i++) expect(Math.abs(angles.aoi[i]! - limited.aoi[i]!)).toBeLessThan(2e-6);
});

test("NaN with the sun down; a limit out of range is named", () => {
  const down = dualAxis({ apparentZenith: 90.001, solarAzimuth: 300 });
  for (const column of Object.values(down)) expect(column[0]).toBeNaN();
  expect(() => dualAxis({ apparentZenith: 40, solarAzimuth: 120 }, { maxTilt: 91 })).toThrow(/dualAxis: maxTilt .* 91/);
  expect(() => dualAxis({ apparentZenith: 40, solarAzimuth: 120 }, { maxTilt: "9" as never })).toThrow(TypeError);
});
