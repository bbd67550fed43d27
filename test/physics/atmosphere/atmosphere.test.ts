import { describe, expect, test } from "vitest";
import { type AirmassModel, kasten1966Rows, kastenYoungRows } from "../../../src/physics/models/atmosphere/airmass.js";
import * as atmosphere from "../../../src/physics/models/atmosphere/index.js";

const { alt2pres, getRelativeAirmass, kasten96Lt, pres2alt, rhFromTdew, tdewFromRh } = atmosphere;

describe("relative air mass", () => {
  test("is 1 overhead within a tenth of a percent and never falls towards the horizon", () => {
    const zenith = Float64Array.from({ length: 901 }, (_, i) => i / 10);
    for (const model of ["kastenyoung1989", "kasten1966"] as const) {
      const { airmassRelative } = getRelativeAirmass({ zenith }, { model });
      expect(Math.abs(airmassRelative[0]! - 1)).toBeLessThan(1e-3);
      for (let i = 1; i < zenith.length; i++) expect(airmassRelative[i]!).toBeGreaterThan(airmassRelative[i - 1]!);
    }
  });

  test("agrees among the models up to 60°, and between those made for the horizon up to 85°", () => {
    const zenith = [0, 20, 40, 60, 75, 80, 85];
    const reference = getRelativeAirmass({ zenith }).airmassRelative;
    // Largest deviation from Kasten & Young at 60 and 85 degrees; the secant and Young & Irvine are not made for the latter.
    for (const [model, at60, at85] of [
      ["simple", 0.004, 0.15],
      ["kasten1966", 0.002, 0.02],
      ["youngirvine1967", 0.002, 0.08],
      ["gueymard1993", 0.002, 0.02],
      ["young1994", 0.002, 0.03], // takes the true zenith, 0.16° more there
      ["pickering2002", 0.002, 0.02],
      ["gueymard2003", 0.002, 0.02],
    ] as const) {
      const { airmassRelative } = getRelativeAirmass({ zenith }, { model });
      for (let i = 0; i < zenith.length; i++) {
        const deviation = Math.abs(airmassRelative[i]! / reference[i]! - 1);
        expect(deviation, `${model} at ${zenith[i]}`).toBeLessThan(zenith[i]! <= 60 ? at60 : at85);
      }
    }
  });

  test("at the horizon is what each model's formula says, and finite where the model was made for it", () => {
    const at = (model: AirmassModel) => getRelativeAirmass({ zenith: 90 }, { model }).airmassRelative[0]!;
    expect(at("simple")).toBe(Number.POSITIVE_INFINITY);
    expect(at("youngirvine1967")).toBe(Number.NEGATIVE_INFINITY);
    for (const model of ["gueymard1993", "young1994", "pickering2002", "gueymard2003", "kasten1966"] as const) {
      expect(at(model)).toBeGreaterThan(31);
      expect(at(model)).toBeLessThan(40);
    }
  });

  test("below the horizon is NaN in the function and the horizon's value in the pipeline's kernels", () => {
    const zenith = Float64Array.of(90, 90.0001, 96, 180, Number.NaN);
    expect(Array.from(getRelativeAirmass({ zenith }).airmassRelative, Number.isNaN)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    for (const rows of [kastenYoungRows, kasten1966Rows]) {
      const airmass = new Float64Array(5);
      rows(0, 5, zenith, airmass);
      expect(airmass[0]).toBeGreaterThan(30);
      expect(Array.from(airmass.slice(1, 4))).toEqual([airmass[0], airmass[0], airmass[0]]);
      expect(airmass[4]).toBeNaN();
    }
  });

  test("refuses unknown models by name, also those every object has", () => {
    for (const model of ["kasten", "toString", ""]) {
      // @ts-expect-error wrong on purpose
      expect(() => getRelativeAirmass({ zenith: 10 }, { model })).toThrow(RangeError);
    }
    // @ts-expect-error wrong on purpose
    expect(() => getRelativeAirmass({ zenith: 10 }, { model: "kasten" })).toThrow(
      /kasten1966, youngirvine1967, kastenyoung1989.*"kasten"/,
    );
  });
});

describe("pressure", () => {
  test("is the standard one at sea level, and goes to altitude and back within 0.2 m", () => {
    expect(Math.abs(alt2pres({ altitude: 0 }).pressure[0]! - 101325)).toBeLessThan(1);
    const altitude = Float64Array.from({ length: 95 }, (_, i) => -400 + 100 * i);
    const back = pres2alt(alt2pres({ altitude })).altitude;
    for (let i = 0; i < altitude.length; i++) expect(Math.abs(back[i]! - altitude[i]!)).toBeLessThan(0.2);
  });
});

describe("wind speed", () => {
  const row = { windSpeedReference: 5, heightReference: 10, heightDesired: 2 };

  test("follows the power law, with the exponent given or by surface", () => {
    const { windSpeed } = atmosphere.windspeedPowerlaw(row, { surfaceType: "neutral_air_above_flat_open_coast" });
    expect(windSpeed[0]).toBeCloseTo(5 * 0.2 ** 0.16, 12);
    expect(atmosphere.windspeedPowerlaw(row, { exponent: 0.16 }).windSpeed[0]).toBe(windSpeed[0]);
    expect(atmosphere.windspeedPowerlaw({ ...row, heightDesired: 10 }, { exponent: 0.3 }).windSpeed[0]).toBe(5);
    expect(atmosphere.windspeedPowerlaw({ ...row, heightReference: -10 }, { exponent: 0.3 }).windSpeed[0]).toBeNaN();
  });

  test("wants exactly one of exponent and surface", () => {
    const surfaceType = "neutral_air_above_flat_open_coast";
    expect(() => atmosphere.windspeedPowerlaw(row, {})).toThrow(TypeError);
    expect(() => atmosphere.windspeedPowerlaw(row, { exponent: 0.1, surfaceType })).toThrow(TypeError);
    expect(() => atmosphere.windspeedPowerlaw(row, { exponent: "0.1" as never })).toThrow(TypeError);
    for (const exponent of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => atmosphere.windspeedPowerlaw(row, { exponent })).toThrow(
        /exponent must be finite, got (NaN|Infinity)/,
      );
    }
    expect(() => atmosphere.windspeedPowerlaw(row, { surfaceType: "toString" as never })).toThrow(RangeError);
  });
});

describe("humidity", () => {
  test("dew point and relative humidity are inverse to one another; saturated air is at its dew point", () => {
    const tempAir = [-40, -5, 0, 20, 45];
    for (const relativeHumidity of [1, 35, 99, 100]) {
      const { tempDew } = tdewFromRh({ tempAir, relativeHumidity });
      for (const value of rhFromTdew({ tempAir, tempDew }).relativeHumidity) {
        expect(value).toBeCloseTo(relativeHumidity, 10);
      }
      if (relativeHumidity === 100) tempDew.forEach((dew, i) => void expect(dew).toBeCloseTo(tempAir[i]!, 11));
    }
  });

  test("refuses coefficients that are not three finite numbers", () => {
    // @ts-expect-error wrong on purpose
    expect(() => tdewFromRh({ tempAir: 1, relativeHumidity: 1 }, { coeff: 3 })).toThrow(TypeError);
    // @ts-expect-error wrong on purpose
    expect(() => tdewFromRh({ tempAir: 1, relativeHumidity: 1 }, { coeff: [1, 2] })).toThrow(RangeError);
    expect(() => rhFromTdew({ tempAir: 1, tempDew: 1 }, { coeff: [1, 2, Number.NaN] })).toThrow(RangeError);
  });
});

describe("Linke turbidity", () => {
  test("at air mass 2 is near 2 for clean air and grows with water and aerosol", () => {
    const at = (precipitableWater: number, aodBb: number) =>
      kasten96Lt({ airmassAbsolute: 2, precipitableWater, aodBb }).linkeTurbidity[0]!;
    expect(at(0, 0)).toBeGreaterThan(1);
    expect(at(0, 0)).toBeLessThan(1.4);
    expect(at(1, 0)).toBeGreaterThan(at(0.5, 0));
    expect(at(1, 0.2)).toBeGreaterThan(at(1, 0.1));
  });
});
