/** What every public function of the family does with bad and missing input; values are compared in test/answers/accuracy/pv.ts. */
import { describe, expect, test } from "vitest";
import * as pv from "../../../src/physics/models/pv/index.js";

const SANDIA = { Paco: 250, Pdco: 260, Vdco: 40, Pso: 2, C0: -4e-5, C1: -9e-5, C2: 7e-4, C3: -0.02, Pnt: 0.08 };
const ADR = {
  ...{ Pnom: 2100, Vnom: 300, Pacmax: 2000, Pnt: 0.3, Vmax: 500, Vmin: 150, Vdcmax: 500, MPPTHi: 450, MPPTLow: 150 },
  ADRCoefficients: [0.01, 0.01, 0.02, -1e-3, 2e-3, 1e-3, 3e-3, 0.02, -0.01],
};
const SAPM = {
  ...{ Isco: 5.1, Impo: 4.55, Voco: 59.3, Vmpo: 48.3, Aisc: 4e-4, Aimp: 1.8e-4, Bvoco: -0.216, Bvmpo: -0.235 },
  ...{ Mbvoc: 0, Mbvmp: 0, N: 1.4, Cells_in_Series: 96, C0: 1.01, C1: -0.01, C2: 0.28, C3: -5.5 },
};
const OPTICAL = {
  ...{ A0: 0.93, A1: 0.07, A2: -0.01, A3: 5e-4, A4: -1e-5, FD: 1 },
  ...{ B0: 1, B1: -2.4e-3, B2: 3e-4, B3: -1e-5, B4: 1e-7, B5: -1e-9 },
};
const CEC = { alphaSc: 0.0045, aRef: 2.6, ILRef: 5.1, IORef: 8e-10, RShRef: 380, RS: 1, Adjust: 8.6 };
const PVSYST = {
  ...{ alphaSc: 0.0046, gammaRef: 0.92, muGamma: 2e-4, ILRef: 9.3, IORef: 3e-11 },
  ...{ RShRef: 550, RSh0: 2000, RS: 0.4, cellsInSeries: 72 },
};
const SHEET = { iSc: 16, vOc: 50, iMp: 15, vMp: 42, alphaSc: 0.007, betaVoc: -0.12 };
const ADR_MODULE = { kA: 1, kD: -6, tcD: 0.02, kRs: 0.05, kRsh: 0.1 };
const WEATHER = { effectiveIrradiance: 700, tempCell: 40 };
const FIVE = { photocurrent: 7, saturationCurrent: 1e-10, resistanceSeries: 0.3, resistanceShunt: 300, nNsVth: 1.5 };
const LIGHT = { poaDirect: 500, poaSkyDiffuse: 90, poaGroundDiffuse: 10 };
const SYSTEM = { ...LIGHT, aoi: 30, surfaceTilt: 35, tempAir: 18, windSpeed: 3 };

type Model = (inputs: never, options: never) => { readonly [name: string]: Float64Array };
// [model, good inputs, options, names of options that must be numbers]
const MODELS: readonly (readonly [string, Model, { readonly [name: string]: number }, object, readonly string[]])[] = [
  ["defaultPv", pv.defaultPv, { poaGlobal: 500, tempAir: 20 }, {}, []],
  ["pvwattsDc", pv.pvwattsDc, WEATHER, { pdc0: 100, gammaPdc: -0.004 }, ["pdc0", "gammaPdc", "tempRef", "k"]],
  ["pvwattsLosses", pv.pvwattsLosses, { soiling: 2, shading: 3 }, {}, []],
  ["pvwatts", pv.pvwatts, { pdc: 500 }, { pdc0: 1000 }, ["pdc0", "etaInvNom", "etaInvRef"]],
  ["sandia", pv.sandia, { vDc: 40, pDc: 100 }, SANDIA, Object.keys(SANDIA)],
  ["adr", pv.adr, { vDc: 300, pDc: 1000 }, ADR, ["Pnom", "Vnom", "Pacmax", "Pnt", "vtol"]],
  ["sapm", pv.sapm as Model, WEATHER, SAPM, [...Object.keys(SAPM), "temperatureRef", "irradianceRef", "IXO"]],
  [
    ...(["sapmEffectiveIrradiance", pv.sapmEffectiveIrradiance] as const),
    ...([{ poaDirect: 600, poaDiffuse: 100, airmassAbsolute: 1.5, aoi: 30 }, OPTICAL, ["FD"]] as const),
  ],
  [
    "calcparamsCec",
    pv.calcparamsCec as unknown as Model,
    WEATHER,
    CEC,
    [...Object.keys(CEC), "EgRef", "dEgdT", "irradRef", "tempRef"],
  ],
  ["calcparamsDesoto", pv.calcparamsDesoto as unknown as Model, WEATHER, CEC, ["aRef", "RS"]],
  [
    "calcparamsPvsyst",
    pv.calcparamsPvsyst as unknown as Model,
    WEATHER,
    PVSYST,
    [...Object.keys(PVSYST), "RShExp", "EgRef"],
  ],
  ["singlediode", pv.singlediode, FIVE, {}, []],
  ["estimateVoc", pv.estimateVoc, { photocurrent: 7, saturationCurrent: 1e-10, nNsVth: 1.5 }, {}, []],
  ["maxPowerPoint", pv.maxPowerPoint, FIVE, {}, ["d2mutau", "NsVbi"]],
  ["iFromV", pv.iFromV, { voltage: 20, ...FIVE }, {}, []],
  ["vFromI", pv.vFromI, { current: 3, ...FIVE }, {}, []],
  ["bishop88", pv.bishop88 as unknown as Model, { diodeVoltage: 20, ...FIVE }, {}, ["d2mutau", "breakdownFactor"]],
  ["bishop88IFromV", pv.bishop88IFromV, { voltage: 20, ...FIVE }, {}, ["breakdownExp"]],
  ["bishop88VFromI", pv.bishop88VFromI, { current: 3, ...FIVE }, {}, ["breakdownVoltage"]],
  ["bishop88Mpp", pv.bishop88Mpp, FIVE, {}, ["NsVbi"]],
  ["singlediodeBatzelis", pv.singlediodeBatzelis as unknown as Model, FIVE, {}, []],
  ["batzelis", pv.batzelis as unknown as Model, WEATHER, SHEET, Object.keys(SHEET)],
  ["huld", pv.huld, { effectiveIrradiance: 700, tempMod: 40 }, { pdc0: 250, cellType: "CIS" }, ["pdc0"]],
  ["pvefficiencyAdr", pv.pvefficiencyAdr, WEATHER, ADR_MODULE, Object.keys(ADR_MODULE)],
  [
    "dcOhmsFromPercent",
    pv.dcOhmsFromPercent,
    { vmpRef: 38, impRef: 9, dcOhmicPercent: 2 },
    {},
    ["strings", "modulesPerString"],
  ],
  ["dcOhmicLosses", pv.dcOhmicLosses, { resistance: 0.1, current: 9 }, {}, []],
  ["combineLossFactors", pv.combineLossFactors, { soiling: 0.02, mismatch: 0.01 }, {}, []],
  ["pvwattsSystem", pv.pvwattsSystem, SYSTEM, {}, ["gammaPdc", "losses", "dcAcRatio", "inverterEfficiency"]],
  ["huldSystem", pv.huldSystem, SYSTEM, {}, ["losses", "dcAcRatio"]],
  ["cecSystem", pv.cecSystem, SYSTEM, {}, ["aRef", "RS", "Adjust", "losses"]],
];

describe.each(MODELS)("%s", (name, model, inputs, options, numbers) => {
  const run = (changed: object, others: object = {}) =>
    model({ ...inputs, ...changed } as never, { ...options, ...others } as never);
  const good = run({});

  test("gives numbers for numbers, one row", () => {
    for (const column of Object.values(good)) {
      expect(column).toHaveLength(1);
      expect(Number.isFinite(column[0])).toBe(true);
    }
  });

  test.each(Object.keys(inputs))("a NaN, null or undefined in %s stays in its row and reaches an output", (input) => {
    const value = inputs[input]!;
    const out = run({ [input]: [value, Number.NaN, null, undefined, value] });
    for (const [key, column] of Object.entries(out)) {
      expect(column[0], key).toBe(good[key]![0]);
      expect(column[4], key).toBe(good[key]![0]);
    }
    for (let i = 1; i < 4; i++) expect(Object.values(out).some((column) => Number.isNaN(column[i]))).toBe(true);
  });

  test.each(Object.keys(inputs))("says that %s is no column, or too short", (input) => {
    expect(() => run({ [input]: "12" })).toThrow(TypeError);
    expect(() => run({ [input]: [1, "2"] })).toThrow(new RegExp(`^${name}: ${input}\\[1\\] must be a number, got "2"`));
    const other = Object.keys(inputs).find((key) => key !== input);
    if (other) expect(() => run({ [input]: [1, 2, 3], [other]: [1, 2] })).toThrow(RangeError);
  });

  test("does not write to its inputs", () => {
    const columns = Object.fromEntries(
      Object.entries(inputs).map(([key, value]) => [key, Float64Array.of(value, value)]),
    );
    run(columns);
    for (const [key, value] of Object.entries(inputs)) expect(Array.from(columns[key]!)).toEqual([value, value]);
  });

  if (numbers.length === 0) return;
  test.each(numbers)("says that the option %s is no finite number", (option) => {
    expect(() => run({}, { [option]: "1" })).toThrow(TypeError);
    expect(() => run({}, { [option]: Number.NaN })).toThrow(RangeError);
    expect(() => run({}, { [option]: "1" })).toThrow(new RegExp(`^${name}: ${option} `));
  });
});

describe("inverters", () => {
  test("do not convert more than there is", () => {
    for (const [option, value] of [
      ["etaInvNom", 2],
      ["etaInvRef", 1.01],
      ["etaInvNom", 0],
    ] as const) {
      const run = () => pv.pvwatts({ pdc: 500 }, { pdc0: 1000, [option]: value });
      expect(run).toThrow(
        new RangeError(`pvwatts: ${option} must be ${value > 0 ? "0 to 1" : "above 0"}, got ${value}`),
      );
    }
    expect(pv.pvwatts({ pdc: 500 }, { pdc0: 1000, etaInvNom: 1, etaInvRef: 1 }).powerAc[0]!).toBeLessThan(500);
  });

  test("of several inputs need a list of columns for each", () => {
    expect(() => pv.pvwattsMulti({ pdc: 5 as never }, { pdc0: 100 })).toThrow(/pdc must be an array of columns, got 5/);
    expect(() => pv.pvwattsMulti({ pdc: [] }, { pdc0: 100 })).toThrow(
      /pdc must have a column for each input, got none/,
    );
    expect(() => pv.sandiaMulti({ vDc: [30], pDc: [100, 5] }, SANDIA)).toThrow(/pDc has 2 inputs, but vDc has 1/);
    expect(() => pv.sandiaMulti({ vDc: [30, [1, 2]], pDc: [100, [1, 2, 3]] }, SANDIA)).toThrow(/pDc\[1\] has 3 rows/);
  });

  test("with one input are the ones for one input; a NaN at one input is NaN", () => {
    const vDc = [20, 40, 50];
    const pDc = [1, 100, 400];
    expect(pv.sandiaMulti({ vDc: [vDc], pDc: [pDc] }, SANDIA).powerAc).toEqual(pv.sandia({ vDc, pDc }, SANDIA).powerAc);
    expect(pv.pvwattsMulti({ pdc: [pDc] }, { pdc0: 200 })).toEqual(pv.pvwatts({ pdc: pDc }, { pdc0: 200 }));
    expect(pv.sandiaMulti({ vDc: [40, 40], pDc: [Number.NaN, 0] }, SANDIA).powerAc[0]).toBeNaN();
  });

  test("clip at their rating, never gain power, and take their share at night", () => {
    const pDc = Float64Array.from({ length: 100 }, (_, i) => 5 * i);
    const power = pv.sandia({ vDc: 40, pDc }, SANDIA).powerAc;
    for (let i = 0; i < 100; i++) expect(power[i]!).toBeLessThanOrEqual(Math.min(Math.max(pDc[i]!, 0), 250));
    expect([power[0], power[99]]).toEqual([-0.08, 250]);
    expect(pv.sandia({ vDc: 0, pDc: 0 }, SANDIA).powerAc[0]).toBe(-0.08);
    expect(pv.sandia({ vDc: Number.NaN, pDc: 0 }, SANDIA).powerAc[0]).toBeNaN();
    expect(pv.sandiaMulti({ vDc: [0, 0], pDc: [0, 0] }, SANDIA).powerAc[0]).toBe(-0.08);
  });

  test("adr is NaN outside its voltages and where an input is NaN, and knows the night by its voltage", () => {
    const { powerAc } = pv.adr(
      { vDc: [551, 549, 134, 136, 0, 0, 300], pDc: [1e3, 1e3, 1e3, 1e3, 5, Number.NaN, 9e3] },
      ADR,
    );
    expect([powerAc[0], powerAc[2], powerAc[5]]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(powerAc[1]!).toBeGreaterThan(0);
    expect(powerAc[3]!).toBeGreaterThan(0);
    expect([powerAc[4], powerAc[6]]).toEqual([-0.3, 2000]);
    expect(() => pv.adr({ vDc: 300, pDc: 5 }, { ...ADR, ADRCoefficients: [1, 2] })).toThrow(/array of 9 numbers/);
    expect(() => pv.adr({ vDc: 300, pDc: 5 }, { ...ADR, vtol: 2 })).toThrow(/vtol must be 0 to 1, got 2/);
    for (const limit of ["Vmax", "Vmin", "Vdcmax", "MPPTHi", "MPPTLow"]) {
      const run = (value: unknown) => () => pv.adr({ vDc: 300, pDc: 5 }, { ...ADR, [limit]: value });
      for (const kind of ["500", null, []]) expect(run(kind)).toThrow(TypeError);
      expect(run(undefined)()).toEqual(run(Number.NaN)());
      expect(run("500")).toThrow(`adr: ${limit} must be a number, got 500`);
      expect(run(Number.POSITIVE_INFINITY)).toThrow(`adr: ${limit} must be finite, got Infinity`);
    }
    const unknown = { ...ADR, Vmax: Number.NaN, Vdcmax: Number.NaN, MPPTHi: Number.NaN };
    expect(pv.adr({ vDc: 5000, pDc: 100 }, unknown).powerAc[0]).not.toBeNaN();
  });
});

describe("modules", () => {
  test("without light give nothing, and Huld's formula knows its cell types", () => {
    const dark = { effectiveIrradiance: 0, tempCell: 10 };
    expect(pv.huld({ effectiveIrradiance: 0, tempMod: 10 }, { pdc0: 250, cellType: "csi" }).pdc[0]).toBe(0);
    expect(pv.pvefficiencyAdr(dark, ADR_MODULE).eta[0]).toBe(0);
    expect(Object.values(pv.batzelis(dark, SHEET)).map((column) => column[0])).toEqual([0, 0, 0, 0, 0]);
    const sapm = pv.sapm(dark, SAPM);
    expect([sapm.iSc[0], sapm.iMp[0], sapm.vOc[0], sapm.vMp[0], sapm.pMp[0]]).toEqual([0, 0, 0, 0, 0]);
    const { pMp } = pv.singlediode(pv.calcparamsCec(dark, CEC));
    expect(pMp[0]).toBe(0);
    const run = (options: object) => () => pv.huld({ effectiveIrradiance: 9, tempMod: 10 }, { pdc0: 250, ...options });
    expect(run({})).toThrow(/huld: either k or cellType must be given/);
    expect(run({ cellType: "glass" })).toThrow(/cellType must be one of csi, cis, cdte, got glass/);
    expect(run({ cellType: "csi", kVersion: "pvgis4" })).toThrow(/kVersion must be pvgis5 or pvgis6, got pvgis4/);
    expect(run({ k: [1, 2] })).toThrow(/k must have 6 numbers, got 2/);
    expect(run({ k: [1, 2, 3, 4, 5, "6"] })).toThrow(/k\[5\] must be a number/);
  });

  test("give their rated power at reference conditions", () => {
    const rated = { effectiveIrradiance: 1000, tempCell: 25 };
    expect(pv.pvefficiencyAdr(rated, ADR_MODULE).eta[0]).toBeCloseTo(1, 14);
    expect(pv.pvwattsDc(rated, { pdc0: 4000, gammaPdc: -0.004 }).pdc[0]).toBe(4000);
    expect(pv.batzelis(rated, SHEET).pMp[0]).toBeCloseTo(15 * 42, 9);
  });

  test("negative irradiance carries on in the parameters and is refused by the curve", () => {
    const parameters = pv.calcparamsDesoto({ effectiveIrradiance: [-5, 5], tempCell: 25 }, CEC);
    expect(parameters.photocurrent[0]!).toBeLessThan(0);
    const { pMp, iSc } = pv.singlediode(parameters);
    expect([pMp[0], iSc[0]]).toEqual([Number.NaN, Number.NaN]);
    expect(pMp[1]!).toBeGreaterThan(0);
  });
});

describe("losses", () => {
  test("of a transformer without load are constant; drawing ends where its losses would have no end", () => {
    const inputPower = [0, 50, 1000, -1e6, Number.NaN];
    const options = { noLoadLoss: 0.01, loadLoss: 0, transformerRating: 1000 };
    expect([...pv.simpleEfficiency({ inputPower }, options).outputPower]).toEqual([-10, 40, 990, -1000010, Number.NaN]);
    const { outputPower } = pv.simpleEfficiency({ inputPower }, { ...options, loadLoss: 0.02 });
    // All over the rating: out + 0.01 + 0.02·out² = in.
    expect(outputPower[2]! / 1000 + 0.01 + 0.02 * (outputPower[2]! / 1000) ** 2).toBeCloseTo(1, 12);
    expect(outputPower[3]!).toBeLessThanOrEqual(-1e6);
    expect(() => pv.simpleEfficiency({ inputPower }, { ...options, loadLoss: 2 })).toThrow(
      "loadLoss must be 0 to 1, got 2",
    );
  });

  test("are the manual's 14.08 % unless given, and names are checked", () => {
    expect(pv.pvwattsLosses().losses[0]).toBeCloseTo(14.0757, 4);
    expect(() => pv.pvwattsLosses({ dust: 2 } as never)).toThrow(/unknown loss dust; known are soiling/);
    expect(pv.pvwattsLosses({ shading: undefined })).toEqual(pv.pvwattsLosses());
    expect(pv.combineLossFactors({}).loss[0]).toBe(0);
    expect(() => pv.scaleVoltageCurrentPower({ vmp: 5 } as never)).toThrow(/unknown column vmp; known are vMp/);
    expect(pv.scaleVoltageCurrentPower({ pMp: [1, null] }, { voltage: 2, current: 3 }).pMp).toEqual(
      Float64Array.of(6, Number.NaN),
    );
  });
});
