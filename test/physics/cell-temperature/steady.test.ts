/** The models without memory; their figures are in the accuracy table. */
import { describe, expect, test } from "vitest";
import {
  faiman,
  faimanRad,
  GenericLinearModel,
  genericLinear,
  noctSam,
  pvsystCell,
  ross,
  sapmCell,
  sapmModule,
  TEMPERATURE_MODEL_PARAMETERS,
} from "../../../src/physics/models/cell-temperature/index.js";

const sapm = TEMPERATURE_MODEL_PARAMETERS.sapm.open_rack_glass_glass;
const noct = { noct: 45, moduleEfficiency: 0.2 };
const generic = { uConst: 11.04, duWind: 5.52, moduleEfficiency: 0.19, absorptance: 0.88 };
const row = { poaGlobal: 800, tempAir: 20, windSpeed: 2 };

describe("limits", () => {
  test("without light every model but the one with sky radiation gives the air's temperature", () => {
    const dark = { poaGlobal: 0, tempAir: -7.5, windSpeed: 0 };
    const cells = [
      sapmCell(dark, sapm),
      pvsystCell(dark),
      faiman(dark),
      faimanRad(dark),
      ross(dark, { k: 0.03 }),
      genericLinear(dark, generic),
      noctSam(dark, noct),
      noctSam({ ...dark, effectiveIrradiance: 0 }, noct),
    ];
    for (const { tempCell } of cells) expect(tempCell[0]).toBe(-7.5);
    expect(faimanRad({ ...dark, irDown: 250 }).tempCell[0]).toBeLessThan(-7.5);
  });

  test("under NOCT's conditions Ross gives NOCT, and SAM's model NOCT less what becomes electricity", () => {
    expect(ross({ poaGlobal: 800, tempAir: 20 }, { noct: 46.3 }).tempCell[0]).toBeCloseTo(46.3, 12);
    const wind = 1 / 0.51; // 1 m/s at the module
    const inputs = { poaGlobal: 800, tempAir: 20, windSpeed: wind };
    expect(noctSam(inputs, { noct: 45, moduleEfficiency: 0 }).tempCell[0]).toBeCloseTo(45, 12);
    expect(noctSam(inputs, { noct: 45, moduleEfficiency: 0.18 }).tempCell[0]).toBeCloseTo(40, 12);
    expect(noctSam(inputs, { noct: 45, moduleEfficiency: 0, mountStandoff: 1 }).tempCell[0]).toBeCloseTo(56, 12);
  });

  test("wind cools, except where a factor says it does not", () => {
    const windSpeed = [0, 1, 5, 20];
    for (const { tempCell } of [
      sapmCell({ ...row, windSpeed }, sapm),
      faiman({ ...row, windSpeed }),
      noctSam({ ...row, windSpeed }, noct),
      genericLinear({ ...row, windSpeed }, generic),
    ]) {
      for (let i = 1; i < 4; i++) expect(tempCell[i]).toBeLessThan(tempCell[i - 1]!);
    }
    const { tempCell } = pvsystCell({ ...row, windSpeed });
    expect(new Set(tempCell).size).toBe(1);
  });
});

describe("options", () => {
  test("say what is wrong", () => {
    expect(() => ross(row, {})).toThrow(/ross: either noct or k must be given, got neither/);
    expect(() => ross(row, { noct: 45, k: 0.03 })).toThrow(/got both/);
    expect(() => noctSam(row, { ...noct, arrayHeight: 3 })).toThrow(/arrayHeight must be 1 or 2 stories, got 3/);
    expect(() => faiman(row, { u0: "25" as never })).toThrow(TypeError);
    expect(() => faiman(row, { u0: Number.NaN })).toThrow(/faiman: u0 must be finite, got NaN/);
    expect(() => faimanRad(row, { emissivity: 1.2 })).toThrow(/emissivity must be 0 to 1, got 1.2/);
    expect(() => sapmCell(row, { a: -3, b: -0.06 } as never)).toThrow(/deltaT must be a number, got undefined/);
    expect(() => sapmCell(row, { ...sapm, irradRef: 0 })).toThrow(/irradRef must be above 0, got 0/);
  });
});

describe("GenericLinearModel", () => {
  const module = { moduleEfficiency: 0.19, absorptance: 0.88 };

  test("translates: each model with its translated parameters gives the same temperature", () => {
    const model = new GenericLinearModel(module).useFaiman({ u0: 16, u1: 8 });
    const inputs = { poaGlobal: 800, tempAir: 20, windSpeed: 1 };
    const expected = faiman(inputs, { u0: 16, u1: 8 }).tempCell[0]!;
    expect(expected).toBeCloseTo(53.33333333333333, 12);
    expect(pvsystCell(inputs, model.toPvsyst()).tempCell[0]).toBeCloseTo(expected, 12);
    expect(genericLinear(inputs, model.getGenericLinear()).tempCell[0]).toBeCloseTo(expected, 12);
    const atFit = { poaGlobal: 800, tempAir: 20, windSpeed: 1.4 };
    expect(sapmModule(atFit, model.toSapm()).moduleTemperature[0]).toBeCloseTo(
      faiman(atFit, { u0: 16, u1: 8 }).tempCell[0]!,
      12,
    );
  });

  test("comes back to the parameters it was given", () => {
    const pvsyst = new GenericLinearModel(module).usePvsyst({ uC: 20, uV: 3 });
    expect(pvsyst.toPvsyst().uC).toBeCloseTo(20, 13);
    expect(pvsyst.toPvsyst().uV).toBeCloseTo(3, 13);
    expect(new GenericLinearModel(module).useNoctSam({ noct: 47 }).toNoctSam().noct).toBeCloseTo(47, 12);
    const sapmAgain = new GenericLinearModel(module).useSapm(sapm).toSapm();
    expect(sapmAgain.a).toBeCloseTo(sapm.a, 12);
    expect(sapmAgain.b).toBeCloseTo(sapm.b, 12);
    const own = { uConst: 12, duWind: 3 };
    expect(new GenericLinearModel(module).useGenericLinear(own).getGenericLinear()).toEqual({ ...own, ...module });
  });

  test("has nothing to tell before it is given something, and names bad parameters", () => {
    expect(new GenericLinearModel(module).toFaiman()).toEqual({ u0: Number.NaN, u1: Number.NaN });
    expect(() => new GenericLinearModel({ moduleEfficiency: 2, absorptance: 0.9 })).toThrow(/moduleEfficiency/);
    expect(() => new GenericLinearModel(module).useFaiman({ u0: 16 } as never)).toThrow(/useFaiman: u1/);
  });
});
