import { describe, expect, test } from "vitest";
import { STANDARD_PRESSURE } from "../../../src/physics/models/atmosphere/airmass.js";
import { haurwitz, ineichen, simplifiedSolis } from "../../../src/physics/models/clear-sky/index.js";
import { altitudeConstants, ineichenRows } from "../../../src/physics/models/clear-sky/ineichen.js";
import type { Column } from "../../../src/physics/models/stage.js";
import { airmass, constant, runStage, SITE, up, zeniths } from "./run-stage.js";

/** The stage is given the depth at 550 nm; Ångström exponent 1.14. */
const AOD550_PER_AOD700 = (700 / 550) ** 1.14;
describe("ineichen", () => {
  const run = (linkeTurbidity: number, altitude: number, perezEnhancement: boolean) => {
    const n = up.length;
    const [ghi, dni, dhi] = [constant(n, -1), constant(n, -1), constant(n, -1)];
    const extra = constant(n, 1361);
    const sky = altitudeConstants(altitude);
    ineichenRows(0, n, up, airmass, constant(n, linkeTurbidity), sky, extra, perezEnhancement, ghi, dni, dhi);
    return { ghi, dni, dhi };
  };

  test("is finite, not negative and closed for any turbidity and altitude; 0 below the horizon", () => {
    for (const perezEnhancement of [false, true]) {
      for (const turbidity of [0.3, 1, 2, 3, 7, 15]) {
        for (const altitude of [-430, 0, 1500, 5000]) {
          const { ghi, dni, dhi } = run(turbidity, altitude, perezEnhancement);
          for (let i = 0; i < up.length; i++) {
            for (const value of [ghi[i]!, dni[i]!, dhi[i]!]) {
              expect(Number.isFinite(value)).toBe(true);
              expect(value).toBeGreaterThanOrEqual(0);
            }
            expect(Math.abs(dni[i]! * Math.max(up[i]!, 0) + dhi[i]! - ghi[i]!)).toBeLessThan(1e-12 * 1361);
            if (zeniths[i]! >= 90) expect([ghi[i], dni[i], dhi[i]]).toEqual([0, 0, 0]);
          }
        }
      }
    }
  });

  test("what falls on the horizontal goes to 0 with the sun, and DNI stays below the sky's limits", () => {
    const tiny = Float64Array.of(1e-3, 1e-6, 1e-12, 1e-300, Number.MIN_VALUE);
    const [ghi, dni, dhi] = [constant(5, -1), constant(5, -1), constant(5, -1)];
    ineichenRows(
      0,
      5,
      tiny,
      constant(5, 37.9),
      constant(5, 1),
      altitudeConstants(0),
      constant(5, 1361),
      false,
      ghi,
      dni,
      dhi,
    );
    for (let i = 0; i < 5; i++) {
      expect(ghi[i]!).toBeLessThanOrEqual(1361 * tiny[i]!);
      expect(dhi[i]!).toBeLessThanOrEqual(ghi[i]!);
      expect(dni[i]!).toBeGreaterThan(0);
      expect(dni[i]!).toBeLessThan(1361);
    }
  });

  test("takes a column of altitudes row by row", () => {
    const row = { apparentZenith: 50, airmassAbsolute: 1.5, linkeTurbidity: 3 };
    const mixed = ineichen({ ...row, altitude: [0, 0, 2000, 0, Number.NaN] });
    expect(mixed.ghi[0]).toBe(ineichen(row).ghi[0]);
    expect(mixed.ghi[1]).toBe(mixed.ghi[3]);
    expect(mixed.ghi[2]).toBe(ineichen({ ...row, altitude: 2000 }).ghi[0]);
    expect(mixed.ghi[4]).toBeNaN();
  });

  test("its stage gives the function's values, in blocks of any size", () => {
    const whole = runStage(ineichen.stage, {}, {}, up.length);
    for (const step of [1, 7]) expect(runStage(ineichen.stage, {}, {}, step)).toEqual(whole);
    const expected = ineichen({
      apparentZenith: zeniths,
      airmassAbsolute: airmass.map((m) => (m * 88000) / STANDARD_PRESSURE),
      linkeTurbidity: 3,
      altitude: SITE.altitude,
      dniExtra: 1361,
    });
    for (const name of ["ghi", "dni", "dhi"] as const) {
      // The sine of so low a sun differs in the last digits between the two sides.
      for (let i = 0; i < up.length; i++) expect(whole[name][i]!).toBeCloseTo(expected[name][i]!, 9);
    }
    const enhanced = runStage(ineichen.stage, {}, { perezEnhancement: true }, 5);
    expect(enhanced.ghi[3]!).toBeGreaterThan(whole.ghi[3]!);
  });

  test.each([3000, 4000, 4300, 5000, 9000])(
    "its stage stays below the extraterrestrial irradiance at %d m",
    (altitude) => {
      let held = 0;
      for (const turbidity of [1, 2, 3]) {
        const columns = {
          linkeTurbidity: constant(up.length, turbidity),
          pressure: constant(up.length, 101325 - 9 * altitude),
        };
        const { ghi, dni, dhi } = runStage(ineichen.stage, columns, {}, 7, { ...SITE, altitude });
        for (let i = 0; i < up.length; i++) {
          const most = 1361 * Math.max(up[i]!, 0);
          expect(ghi[i]!).toBeLessThanOrEqual(most);
          expect(dni[i]!).toBeLessThanOrEqual(1361);
          expect(dhi[i]!).toBeGreaterThanOrEqual(0);
          expect(Math.abs(dni[i]! * Math.max(up[i]!, 0) + dhi[i]! - ghi[i]!)).toBeLessThan(1e-9);
          if (ghi[i]! > 0 && ghi[i] === most) held++;
        }
      }
      expect(held > 0).toBe(altitude > 4000);
    },
  );
});

describe("haurwitz", () => {
  test("falls from overhead to 0 at the horizon", () => {
    const { ghi } = haurwitz({ apparentZenith: zeniths });
    for (let i = 1; i < zeniths.length; i++) expect(ghi[i]!).toBeLessThanOrEqual(ghi[i - 1]!);
    expect(ghi[0]!).toBeCloseTo(1098 * Math.exp(-0.059), 9);
    expect(ghi[zeniths.indexOf(90)]).toBe(0);
    expect(ghi.at(-1)).toBe(0);
    expect(haurwitz({ apparentZenith: [10, null, 10] }).ghi[1]).toBeNaN();
    expect(() => haurwitz({ apparentZenith: true as never })).toThrow(TypeError);
  });
});

describe("simplifiedSolis", () => {
  test("is finite and not negative over its range, 0 with the sun down", () => {
    for (const aod700 of [0, 0.049, 0.05, 0.2, 0.45]) {
      for (const precipitableWater of [0, 0.2, 1, 10]) {
        for (const pressure of [41000, 101325]) {
          const apparentElevation = zeniths.map((zenith) => 90 - zenith);
          const result = simplifiedSolis({ apparentElevation, aod700, precipitableWater, pressure });
          for (const column of Object.values(result)) {
            column.forEach((value, i) => {
              expect(Number.isFinite(value)).toBe(true);
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThan(1500);
              if (apparentElevation[i]! <= 0) expect(value).toBe(0);
            });
          }
        }
      }
    }
  });

  test("its stage keeps to the fitted range and stands in for missing aerosol and water", () => {
    const n = up.length;
    const inputs = (aod: number, water: number, pressure: number) => ({
      aerosolOpticalDepth: constant(n, aod * AOD550_PER_AOD700),
      precipitableWater: constant(n, water),
      pressure: constant(n, pressure),
    });
    const run = (columns: { [name in Column]?: Float64Array }, options = {}, step = n) =>
      runStage(simplifiedSolis.stage, columns, options, step);
    const same = (got: ReturnType<typeof run>, expected: ReturnType<typeof run>) => {
      for (const name of ["ghi", "dni", "dhi"] as const) {
        for (let i = 0; i < n; i++) expect(got[name][i]!).toBeCloseTo(expected[name][i]!, 9);
      }
    };
    same(run(inputs(3, 50, 20000)), run(inputs(0.45, 10, 41000)));
    same(run(inputs(-1, 0, 88000)), run(inputs(0, 0.2, 88000)));
    same(run(inputs(Number.NaN, Number.NaN, Number.NaN)), run(inputs(0.1, 1, 101325)));
    const options = { aod700: 0.3, precipitableWater: 4 };
    same(run(inputs(Number.NaN, Number.NaN, 88000), options), run(inputs(0.3, 4, 88000)));
    expect(run(inputs(0.2, 2, 88000), {}, 7)).toEqual(run(inputs(0.2, 2, 88000)));

    const turbid = run(inputs(3, 2, 101325));
    for (let i = 1; i < n; i++) expect(turbid.dni[i]!).toBeLessThanOrEqual(turbid.dni[i - 1]!);
    const expected = simplifiedSolis({
      apparentElevation: zeniths.map((zenith) => 90 - zenith),
      aod700: 0.2,
      precipitableWater: 2,
      pressure: 88000,
      dniExtra: 1361,
    });
    same(run(inputs(0.2, 2, 88000)), expected);
  });
});
