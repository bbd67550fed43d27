/** Edges; the figures are in the accuracy table. */
import { describe, expect, test } from "vitest";
import {
  CABALLERO_COEFFICIENTS,
  FIRST_SOLAR_COEFFICIENTS,
  JRC_COEFFICIENTS,
} from "../../../src/physics/models/spectrum/factors.js";
import * as models from "../../../src/physics/models/spectrum/index.js";

const sapm = { A0: 0.928385, A1: 0.068093, A2: -0.0157738, A3: 0.0016606, A4: -0.00006984 };
const clear = { precipitableWater: 1.4164, airmassAbsolute: 1.5 };

describe("the reference spectrum", () => {
  test("has a mismatch near 1", () => {
    for (const moduleType of Object.keys(FIRST_SOLAR_COEFFICIENTS) as "cdte"[]) {
      expect(models.spectralFactorFirstsolar(clear, { moduleType }).mismatch[0]).toBeCloseTo(1, 1);
    }
    for (const moduleType of Object.keys(CABALLERO_COEFFICIENTS) as "cdte"[]) {
      const { mismatch } = models.spectralFactorCaballero({ ...clear, aod500: 0.084 }, { moduleType });
      expect(mismatch[0]).toBeCloseTo(1, 1);
    }
    for (const moduleType of Object.keys(JRC_COEFFICIENTS) as "cdte"[]) {
      expect(models.spectralFactorJrc({ airmass: 1.5, clearskyIndex: 1 }, { moduleType }).mismatch[0]).toBe(1);
    }
  });
});

describe("limits", () => {
  test("First Solar's of water and air mass", () => {
    const factor = (precipitableWater: number, airmassAbsolute: number) =>
      models.spectralFactorFirstsolar({ precipitableWater, airmassAbsolute }, { moduleType: "MonoSi" as "monosi" })
        .mismatch[0];
    expect(factor(0, 1.5)).toBe(factor(0.1, 1.5));
    expect(factor(8.01, 1.5)).toBeNaN();
    expect(factor(1, 0.1)).toBe(factor(1, 0.58));
    expect(factor(1, 38)).toBe(factor(1, 10));
  });

  test("Polo's of a sun behind the façade", () => {
    const row = { ...clear, aod500: 0.1, aoi: [90, 91, 180], pressure: 101325 };
    const { mismatch } = models.spectralFactorPolo(row, { moduleType: "cdte" });
    expect(new Set(mismatch).size).toBe(1);
    expect(mismatch[0]).toBeGreaterThan(0);
  });
});

describe("options", () => {
  test("say what is wrong", () => {
    const row = { airmass: 1.5, clearskyIndex: 1 };
    expect(() => models.spectralFactorJrc(row, {})).toThrow(
      /either moduleType or coefficients must be given, got neither/,
    );
    expect(() => models.spectralFactorJrc(row, { moduleType: "cdte", coefficients: [1, 2, 3] })).toThrow(/got both/);
    expect(() => models.spectralFactorJrc(row, { moduleType: "asi" as never })).toThrow(
      /one of multisi, cdte, got "asi"/,
    );
    expect(() => models.spectralFactorJrc(row, { moduleType: "constructor" as never })).toThrow(RangeError);
    expect(() => models.spectralFactorJrc(row, { coefficients: [1, 2] })).toThrow(/must be 3 numbers, got 2/);
    expect(() => models.spectralFactorJrc(row, { coefficients: [1, 2, "3" as never] })).toThrow(/coefficients\[2\]/);
    expect(() => models.spectralFactorSapm({ airmassAbsolute: 1 }, { ...sapm, A4: Number.NaN })).toThrow(/A4/);
  });
});
