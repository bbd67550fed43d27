/** Data sheets as parameters: pvlib's `fit_desoto`, SAM's six parameters, and numbers that no module has. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fitDatasheet } from "../../../src/data/system/module.js";
import type { ModuleDatasheet } from "../../../src/data/system/types.js";
import { calcparamsCec, calcparamsDesoto, fitDesoto, singlediode } from "../../../src/physics/models/pv/index.js";

interface Case {
  readonly name: string;
  readonly sheet: Required<{ readonly [name in keyof ModuleDatasheet]: number }>;
  /** A/°C and V/°C. */
  readonly alphaSc: number;
  readonly betaVoc: number;
  /** I_L_ref, I_o_ref, R_s, R_sh_ref, a_ref */
  readonly desoto: readonly [number, number, number, number, number] | null;
  /** alpha, a, Il, Io, Rs, Rsh, Adj */
  readonly sam?: readonly [number, number, number, number, number, number, number];
}

const { modules } = JSON.parse(
  readFileSync(new URL("../../../fixtures/data-sheets/fits.json", import.meta.url), "utf8"),
) as { readonly modules: readonly Case[] };

const fitOf = ({ sheet, alphaSc, betaVoc }: Case) => fitDesoto({ ...sheet, alphaSc, betaVoc });
const hasPositiveShunt = ({ desoto }: Case) => desoto !== null && desoto[3] > 0;

describe("fitDesoto", () => {
  it("has the curve of the data sheet, of every module", () => {
    for (const module of modules) {
      const { vMp, iMp, vOc } = module.sheet;
      const curve = singlediode(calcparamsDesoto({ effectiveIrradiance: 1000, tempCell: [25, 27] }, fitOf(module)));
      const found = [curve.vMp[0]!, curve.pMp[0]!, curve.vOc[0]!, (curve.vOc[1]! - curve.vOc[0]!) / 2];
      for (const [k, expected] of [vMp, vMp * iMp, vOc, module.betaVoc].entries()) {
        expect(Math.abs(found[k]! / expected - 1), `${module.name}, number ${k}`).toBeLessThan(1e-9);
      }
    }
  });

  it("is pvlib's where that finds parameters which a curve can have", () => {
    const found = modules.filter(hasPositiveShunt);
    expect(found.length).toBeGreaterThan(200);
    for (const module of found) {
      const { ILRef, IORef, RS, RShRef, aRef } = fitOf(module);
      for (const [k, value] of [ILRef, IORef, RS, RShRef, aRef].entries()) {
        // A shunt of thousands of ohms is the small difference of large currents.
        const precision = k === 3 ? 1e-9 * Math.max(1, RShRef / 100) : 1e-9;
        expect(Math.abs(value / module.desoto![k]! - 1), `${module.name}, number ${k}`).toBeLessThan(precision);
      }
    }
  });

  it("raises iSc by whole percents where pvlib's shunt is negative, and only there", () => {
    const raises = (module: Case) => {
      const curve = singlediode(calcparamsDesoto({ effectiveIrradiance: 1000, tempCell: 25 }, fitOf(module)));
      return Math.log(curve.iSc[0]! / module.sheet.iSc) / Math.log(1.01);
    };
    const negative = modules.filter(({ desoto }) => desoto !== null && desoto[3] < 0);
    expect(negative.length).toBeGreaterThan(20);
    for (const module of negative) {
      expect(raises(module), module.name).toBeGreaterThan(0.99);
      expect(Math.abs(raises(module) - Math.round(raises(module))), module.name).toBeLessThan(1e-9);
    }
    for (const module of modules.filter(hasPositiveShunt)) expect(Math.abs(raises(module))).toBeLessThan(1e-9);
  });

  const SHEET = { vMp: 31.8, iMp: 9.44, vOc: 39.2, iSc: 9.9, alphaSc: 0.00495, betaVoc: -0.1176 };
  it.each([
    [{ vMp: 40 }, RangeError, "vMp must be below vOc, 39.2 V, got 40"],
    [{ iMp: 10 }, RangeError, "iMp must be below iSc, 9.9 A, got 10"],
    [{ vMp: 15 }, RangeError, "the fill factor, must be from 0.4 to 0.9, got 0.365"],
    [{ betaVoc: 0.1176 }, RangeError, "betaVoc must be below 0 V/°C, got 0.1176"],
    [{ betaVoc: -1.176 }, RangeError, "no curve of a module has vMp 31.8 V, iMp 9.44 A"],
    [{ iSc: -9.9 }, RangeError, "iSc must be above 0, got -9.9"],
    [{ alphaSc: "0.05" as never }, TypeError, "alphaSc must be a number"],
  ])("refuses %o", (wrong, error, message) => {
    expect(() => fitDesoto({ ...SHEET, ...wrong })).toThrow(error);
    expect(() => fitDesoto({ ...SHEET, ...wrong })).toThrow(message);
  });
});

describe("a data sheet with its temperature coefficient of power", () => {
  const IRRADIANCE = [1000, 1000, 1000, 800, 400, 200, 100];
  const CELL = [25, 50, 75, 50, 35, 25, 15];
  const powerOf = (module: Parameters<typeof calcparamsCec>[1]) =>
    singlediode(calcparamsCec({ effectiveIrradiance: IRRADIANCE, tempCell: CELL }, module)).pMp;

  it("is SAM's module within 0.03 %, in the heat and in low light", () => {
    const both = modules.filter(({ sam }) => sam !== undefined);
    expect(both.length).toBeGreaterThan(60);
    for (const { name, sheet, sam } of both) {
      const [alphaSc, aRef, ILRef, IORef, RS, RShRef, Adjust] = sam!;
      const expected = powerOf({ alphaSc, aRef, ILRef, IORef, RS, RShRef, Adjust });
      powerOf(fitDatasheet(sheet, name)).forEach((power, k) => {
        expect(Math.abs(power / expected[k]! - 1), `${name}, row ${k}`).toBeLessThan(3e-4);
      });
    }
  });

  const SHEET = { vMp: 31.8, iMp: 9.44, vOc: 39.2, iSc: 9.9, alphaSc: 0.05, betaVoc: -0.3, gammaPmp: -0.38 };
  it("has it, and not what the other two give", () => {
    const { gammaPmp: _without, ...three } = SHEET;
    const gammaOf = (sheet: ModuleDatasheet) => {
      const module = fitDatasheet(sheet, "sheet");
      const curve = singlediode(calcparamsCec({ effectiveIrradiance: 1000, tempCell: [-10, 25, 50] }, module));
      return (100 * (curve.pMp[2]! - curve.pMp[0]!)) / 60 / curve.pMp[1]!;
    };
    expect(gammaOf(SHEET)).toBeCloseTo(-0.38, 8);
    expect(Math.abs(gammaOf(three) + 0.38)).toBeGreaterThan(0.005);
  });

  it.each([
    [{ betaVoc: -0.118 }, "betaVoc must be at most -0.16, in %/°C, got -0.118: in V/°C it would be -0.30 %/°C"],
    [{ gammaPmp: -0.0038 }, "gammaPmp must be at most -0.1, in %/°C, got -0.0038"],
    [{ gammaPmp: -1.2 }, "gammaPmp contradicts the other numbers: alphaSc and betaVoc give -0.3"],
    [{ cellsInSeries: 144 }, "cellsInSeries must be such that vOc is from 0.3 to 2.5 V a cell, got 0.272 V"],
    [{ vMp: 39.3 }, "sheet: vMp must be below vOc, 39.2 V, got 39.3"],
  ])("refuses %o", (wrong, message) => {
    expect(() => fitDatasheet({ ...SHEET, ...wrong }, "sheet")).toThrow(RangeError);
    expect(() => fitDatasheet({ ...SHEET, ...wrong }, "sheet")).toThrow(message);
  });
});
