import { describe, expect, test } from "vitest";
import { getRelativeAirmass } from "../../../src/physics/models/atmosphere/index.js";
import * as clearSkies from "../../../src/physics/models/clear-sky/index.js";
import type { Stage } from "../../../src/physics/models/stage.js";
import { constant, runStage, SITE, up, zeniths } from "./run-stage.js";

const { bird, esra, mac2, rest2V5, rest2V9, solis2018 } = clearSkies;

type Sky = { ghi: Float64Array; dni: Float64Array; dhi: Float64Array };

/** ghi = dni·cos z + dhi, all finite and not negative, dark from zenith 90 on, never more than the extraterrestrial. */
function expectPhysical({ ghi, dni, dhi }: Sky, extra: number) {
  for (let i = 0; i < zeniths.length; i++) {
    for (const value of [ghi[i]!, dni[i]!, dhi[i]!]) {
      expect(Number.isFinite(value)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(0);
    }
    expect(dni[i]!).toBeLessThan(extra);
    expect(ghi[i]!).toBeLessThan(extra);
    expect(Math.abs(dni[i]! * Math.max(up[i]!, 0) + dhi[i]! - ghi[i]!)).toBeLessThan(1e-9);
    if (zeniths[i]! >= 90) expect([ghi[i], dni[i], dhi[i]]).toEqual([0, 0, 0]);
  }
}

function same(got: Sky, expected: Sky) {
  // The sine of so low a sun differs in the last digits between the two sides.
  for (const name of ["ghi", "dni", "dhi"] as const) {
    for (let i = 0; i < zeniths.length; i++)
      expect(got[name][i]!, `${name} ${zeniths[i]}`).toBeCloseTo(expected[name][i]!, 8);
  }
}

describe("options of the stages", () => {
  const stages = Object.values(clearSkies as { [name: string]: { stage?: Stage } }).flatMap(({ stage }) => stage ?? []);
  const withAerosol = stages.filter(({ reads }) => reads.includes("aerosolOpticalDepth"));

  test.each(withAerosol.map((stage) => [stage.name, stage]))(
    "%s: undefined is the default, what is wrong is named",
    (name, stage) => {
      const run = (options: object) =>
        runStage(stage, { aerosolOpticalDepth: constant(up.length, Number.NaN) }, options, 7);
      const key = name === "simplifiedSolis" ? "aod700" : "aerosolOpticalDepth";
      expect(run({ [key]: undefined })).toEqual(run({}));
      expect(run({ [key]: 0.3 })).not.toEqual(run({}));
      expect(() => run({ [key]: "0.3" })).toThrow(new TypeError(`${name}: ${key} must be a number, got 0.3`));
      expect(() => run({ [key]: Number.NaN })).toThrow(`${key} must be a number, got NaN`);
      expect(() => run({ aerosol: 1 })).toThrow(`${name}: unknown option aerosol`);
    },
  );

  test("are those of six models", () => expect(withAerosol).toHaveLength(6));
});

describe("bird", () => {
  const airmassRelative = getRelativeAirmass({ zenith: zeniths }, { model: "kasten1966" }).airmassRelative;
  const row = {
    zenith: 40,
    airmassRelative: 1.3,
    aod380: 0.2,
    aod500: 0.1,
    precipitableWater: 1.5,
    ozone: 0.3,
    pressure: 90000,
    dniExtra: 1361,
    asymmetry: 0.85,
    albedo: 0.2,
  };

  test("is physical from clean to turbid skies", () => {
    for (const aod of [0, 0.1, 0.5, 2]) {
      for (const precipitableWater of [0, 1, 8]) {
        for (const albedo of [0, 1]) {
          const inputs = {
            ...row,
            zenith: zeniths,
            airmassRelative,
            aod380: aod,
            aod500: aod,
            precipitableWater,
            albedo,
          };
          expectPhysical(bird(inputs), 1361);
        }
      }
    }
  });

  test("its stage gives the function's values, takes defaults for missing weather, in blocks of any size", () => {
    const whole = runStage(bird.stage, {}, {}, up.length);
    for (const step of [1, 7]) expect(runStage(bird.stage, {}, {}, step)).toEqual(whole);
    const aod = (wavelength: number) => 0.15 * (550 / wavelength) ** 1.14;
    const relative = Float64Array.from(
      zeniths,
      (zenith) => 1 / (Math.max(Math.cos((zenith * Math.PI) / 180), 0) + 0.026),
    );
    const expected = bird({
      zenith: zeniths,
      airmassRelative: relative.map((m) => Math.min(m, 14)),
      aod380: aod(380),
      aod500: aod(500),
      precipitableWater: 1.5,
      pressure: 88000,
      dniExtra: 1361,
    });
    same(whole, expected);
    for (let i = 1; i < up.length; i++) expect(whole.dni[i]!).toBeLessThanOrEqual(whole.dni[i - 1]!);
    const missing = {
      aerosolOpticalDepth: constant(up.length, Number.NaN),
      precipitableWater: constant(up.length, Number.NaN),
    };
    const options = { aerosolOpticalDepth: 0.15, precipitableWater: 1.5 };
    same(runStage(bird.stage, missing, options, up.length), expected);
    expect(runStage(bird.stage, {}, { albedo: 0.8 }, up.length).dhi[3]!).toBeGreaterThan(whole.dhi[3]!);
  });
});

describe("esra", () => {
  test("is physical for any turbidity and altitude", () => {
    for (const linkeTurbidity of [0.3, 1, 2, 4, 8]) {
      for (const altitude of [-430, 0, 4500]) {
        expectPhysical(esra({ zenith: zeniths, linkeTurbidity, altitude, dniExtra: 1361 }), 1361);
      }
    }
  });

  test("its stage takes the apparent sun, the pipeline's air mass and the pressure", () => {
    const whole = runStage(esra.stage, {}, {}, up.length);
    for (const step of [1, 7]) expect(runStage(esra.stage, {}, {}, step)).toEqual(whole);
    expectPhysical(whole, 1361);
    // High sun: refraction changes the air mass by less than a thousandth.
    const pressure = 101325 * Math.exp(-SITE.altitude / 8434.5);
    const { airmassRelative } = getRelativeAirmass({ zenith: zeniths });
    const relativeAirmass = airmassRelative.map((m) => (Number.isNaN(m) ? 38 : m));
    const staged = runStage(esra.stage, { relativeAirmass, pressure: constant(up.length, pressure) }, {}, up.length);
    const direct = esra({ zenith: zeniths, linkeTurbidity: 3, altitude: SITE.altitude, dniExtra: 1361 });
    for (let i = 0; i < 4; i++) expect(Math.abs(staged.dni[i]! / direct.dni[i]! - 1)).toBeLessThan(1e-3);
  });
});

describe("rest2V5", () => {
  const row = {
    zenith: 40,
    aod550: 0.2,
    precipitableWater: 1.5,
    angstromAlpha: 1.3,
    pressure: 90000,
    ozone: 0.3,
    nitrogenDioxide: 0.0002,
    albedo: 0.2,
    dniExtra: 1361,
  };

  test("is physical over the whole range of its inputs, where the published fits have poles too", () => {
    for (const angstromAlpha of [0, 0.1, 0.3, 0.5, 1, 2.5]) {
      for (const aod550 of [0, 0.05, 0.5, 1.1, 4]) {
        for (const nitrogenDioxide of [0, 0.0002, 0.03]) {
          const inputs = { ...row, zenith: zeniths, angstromAlpha, aod550, nitrogenDioxide };
          expectPhysical(rest2V5(inputs), 1361);
        }
      }
    }
    for (const other of [
      { precipitableWater: 0 },
      { precipitableWater: 10 },
      { ozone: 0 },
      { ozone: 0.6 },
      { albedo: 1 },
    ]) {
      expectPhysical(rest2V5({ ...row, zenith: zeniths, ...other }), 1361);
    }
  });

  test("has no jump at the poles of the wavelengths: DNI falls with the optical depth", () => {
    const aod550 = Float64Array.from({ length: 400 }, (_, i) => i * 0.005);
    for (const zenith of [0, 60, 80, 88]) {
      for (const angstromAlpha of [0, 0.25, 0.5, 1.5]) {
        const { dni } = rest2V5({ ...row, zenith, angstromAlpha, aod550 });
        // By the time a limit is reached there is less than 1e-3 W/m² left.
        for (let i = 1; i < dni.length; i++) expect(dni[i]!).toBeLessThanOrEqual(dni[i - 1]! + 1e-5);
      }
    }
  });

  test("takes values outside the ranges as the nearest limit", () => {
    const at = (other: object) => rest2V5({ ...row, ...other });
    expect(at({ pressure: 2e5 })).toEqual(at({ pressure: 1.1e5 }));
    expect(at({ angstromAlpha: 3, aod550: 0 })).toEqual(at({ angstromAlpha: 2.5, aod550: 0 }));
    expect(at({ precipitableWater: -1 })).toEqual(at({ precipitableWater: 0 }));
    expect(at({ aod550: 9 })).toEqual(at({ aod550: 8 }));
    expect(at({ ozone: 1 })).toEqual(at({ ozone: 0.6 }));
  });

  test("its stage gives the function's values, takes defaults for missing weather, in blocks of any size", () => {
    const whole = runStage(rest2V5.stage, {}, {}, up.length);
    for (const step of [1, 7]) expect(runStage(rest2V5.stage, {}, {}, step)).toEqual(whole);
    const expected = rest2V5({
      zenith: zeniths,
      aod550: 0.15,
      precipitableWater: 1.5,
      pressure: 88000,
      dniExtra: 1361,
    });
    same(whole, expected);
    const nothing = constant(up.length, Number.NaN);
    const missing = { aerosolOpticalDepth: nothing, precipitableWater: nothing, pressure: nothing };
    const defaults = runStage(rest2V5.stage, missing, {}, up.length);
    same(defaults, rest2V5({ zenith: zeniths, aod550: 0.13, precipitableWater: 1, dniExtra: 1361 }));
  });
});

describe.each([
  ["mac2", mac2, {}],
  ["rest2V9", rest2V9, { ozone: 0.3, singleScatteringAlbedo: 0.9, asymmetry: 0.65 }],
] as const)("%s", (_name, model, more) => {
  const row = {
    zenith: 40,
    aod550: 0.2,
    precipitableWater: 1.5,
    angstromAlpha: 1.3,
    pressure: 90000,
    albedo: 0.2,
    dniExtra: 1361,
    ...more,
  };

  test("is physical from clean to turbid skies", () => {
    for (const angstromAlpha of [0, 0.5, 1.3, 2.5]) {
      for (const aod550 of [0, 0.05, 0.5, 2]) {
        for (const precipitableWater of [0, 1, 10]) {
          for (const albedo of [0, 0.9]) {
            const inputs = { ...row, zenith: zeniths, angstromAlpha, aod550, precipitableWater, albedo };
            expectPhysical(model(inputs), 1361);
          }
        }
      }
    }
  });

  test("its stage gives the function's values, takes defaults for missing weather, in blocks of any size", () => {
    const { stage } = model;
    const whole = runStage(stage, {}, {}, up.length);
    for (const step of [1, 7]) expect(runStage(stage, {}, {}, step)).toEqual(whole);
    const inputs = { zenith: zeniths, pressure: 88000, dniExtra: 1361 };
    same(whole, model({ ...inputs, aod550: 0.15, precipitableWater: 1.5 }));
    const nothing = constant(up.length, Number.NaN);
    const missing = { aerosolOpticalDepth: nothing, precipitableWater: nothing };
    same(runStage(stage, missing, {}, up.length), model({ ...inputs, aod550: 0.13, precipitableWater: 1 }));
    const options = { aerosolOpticalDepth: 0.4, precipitableWater: 3, angstromAlpha: 0.8, albedo: 0.6 };
    const own = { aod550: 0.4, precipitableWater: 3, angstromAlpha: 0.8, albedo: 0.6 };
    same(runStage(stage, missing, options, up.length), model({ ...inputs, ...own }));
  });
});

describe("solis2018", () => {
  const row = { zenith: 40, aod550: 0.2, precipitableWater: 1.5, pressure: 90000, dniExtra: 1361 };

  test("is finite, not negative, dark from zenith 90 on, and closes where the beam leaves room for diffuse light", () => {
    for (const aod550 of [0, 0.01, 0.3, 1, 2]) {
      for (const precipitableWater of [0, 0.5, 10]) {
        for (const pressure of [50000, 101325]) {
          const { ghi, dni, dhi } = solis2018({ ...row, zenith: zeniths, aod550, precipitableWater, pressure });
          for (let i = 0; i < zeniths.length; i++) {
            for (const value of [ghi[i]!, dni[i]!, dhi[i]!]) {
              expect(Number.isFinite(value)).toBe(true);
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThan(1361);
              if (zeniths[i]! >= 90) expect(value).toBe(0);
            }
            if (dhi[i]! > 0) expect(Math.abs(dni[i]! * up[i]! + dhi[i]! - ghi[i]!)).toBeLessThan(1e-9);
          }
        }
      }
    }
  });

  test("its stage gives the function's values, takes defaults for missing weather, in blocks of any size", () => {
    const whole = runStage(solis2018.stage, {}, {}, up.length);
    for (const step of [1, 7]) expect(runStage(solis2018.stage, {}, {}, step)).toEqual(whole);
    const inputs = { zenith: zeniths, pressure: 88000, dniExtra: 1361 };
    same(whole, solis2018({ ...inputs, aod550: 0.15, precipitableWater: 1.5 }));
    const nothing = constant(up.length, Number.NaN);
    const missing = { aerosolOpticalDepth: nothing, precipitableWater: nothing };
    same(
      runStage(solis2018.stage, missing, {}, up.length),
      solis2018({ ...inputs, aod550: 0.13, precipitableWater: 1 }),
    );
  });
});
