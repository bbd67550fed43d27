/** Modules and inverters of a system: what the models give, names, and what cannot be. */
import { describe, expect, it } from "vitest";
import { openEquipment, readEquipment } from "../../../src/data/equipment/index.js";
import { checkSystem } from "../../../src/data/system/checked.js";
import { type PvSystem, readSystem, resolveSystem, SYSTEM_SCHEMA } from "../../../src/data/system/index.js";
import { preparedInverter, stringVolts } from "../../../src/data/system/inverters.js";
import { moduleDc } from "../../../src/data/system/module.js";
import {
  calcparamsCec,
  cecSystem,
  pvwatts,
  sandia,
  sandiaMulti,
  sapm,
  singlediode,
} from "../../../src/physics/models/pv/index.js";

const PLANES = [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }];
const EFFECTIVE = Float64Array.of(0, 3, 50, 200, 633.3, 1000, 1180, Number.NaN);
const CELL = Float64Array.of(-5, 2, 12.5, 31, 25, 25, 68, 20);
const CEC = (await openEquipment("cecModules")).get("Canadian Solar Inc. CS5P-220M").parameters;
const SAPM = (await openEquipment("sandiaModules")).get("Canadian Solar CS5P-220M [ 2009]").parameters;
const INVERTER = (await openEquipment("inverters")).get("ABB: PVI-3.0-OUTD-S-US-A [208V]");

function run(module: PvSystem["module"]) {
  const { rows, volts } = moduleDc(checkSystem({ planes: PLANES, module }));
  const [power, voltage] = [new Float64Array(EFFECTIVE.length), new Float64Array(EFFECTIVE.length)];
  rows(0, EFFECTIVE.length, EFFECTIVE, CELL, power, voltage);
  return { power, voltage, volts };
}

/** Rows with light, of which the last but one is NaN. */
function expectShares(actual: Float64Array, expected: Float64Array, whole: number): void {
  for (let i = 1; i < EFFECTIVE.length - 1; i++) expect(actual[i]! / (expected[i]! / whole)).toBeCloseTo(1, 12);
  expect([actual[0], actual.at(-1)]).toEqual([0, Number.NaN]);
}

describe("the modules of a system", () => {
  it("follow the single-diode curve, over its own power and voltage at standard conditions", () => {
    const { power, voltage, volts } = run({ cec: CEC });
    const curve = singlediode(calcparamsCec({ effectiveIrradiance: EFFECTIVE, tempCell: CELL }, CEC));
    expectShares(power, curve.pMp, curve.pMp[5]! / 1000);
    expectShares(voltage, curve.vMp, curve.vMp[5]!);
    expect(power[5]).toBeCloseTo(1000, 9);
    expect([voltage[5], volts]).toEqual([1, curve.vMp[5]]);
  });

  it("follow Sandia's polynomials", () => {
    const { power, voltage, volts } = run({ sapm: SAPM });
    const points = sapm({ effectiveIrradiance: EFFECTIVE, tempCell: CELL }, SAPM);
    expectShares(power, points.pMp, points.pMp[5]! / 1000);
    expectShares(voltage, points.vMp, points.vMp[5]!);
    expect(volts).toBe(SAPM.Vmpo);
  });

  it("of a kind have a power alone", () => {
    expect(run("premium")).toMatchObject({ volts: null });
    expect(run("premium").power[6]).toBeCloseTo(1180 * (1 - 0.0035 * 43), 9);
  });

  it("by data sheet are those of its parameters", () => {
    const datasheet = { vMp: 31.8, iMp: 9.44, vOc: 39.2, iSc: 9.9, alphaSc: 0.05, betaVoc: -0.3 };
    const { power, volts } = run({ datasheet });
    expect(volts).toBeCloseTo(31.8, 9);
    expect(power[5]).toBeCloseTo(1000, 9);
    expect(power[6]! / 1180).toBeLessThan(1 - 0.003 * 43);
  });

  it("are cecSystem's", () => {
    const inputs = { poaDirect: 700, poaSkyDiffuse: 100, poaGroundDiffuse: 5, aoi: 20, surfaceTilt: 30, tempAir: 20 };
    const { power } = cecSystem(inputs, {
      ...CEC,
      iam: "none",
      output: "dc",
      cellTemperatureOptions: { a: -3, b: 0, deltaT: 0 },
    });
    const { rows } = moduleDc(checkSystem({ planes: PLANES, module: { cec: CEC } }));
    const own = new Float64Array(1);
    rows(0, 1, Float64Array.of(805), Float64Array.of(20 + 805 * Math.exp(-3)), own);
    expect(own[0]! / power[0]!).toBeCloseTo(1, 12);
  });
});

describe("the inverters of a system", () => {
  const { parameters } = INVERTER;
  const DC = Float64Array.of(0, 10, 300, 2400, 6200, 7500, Number.NaN);

  it("have PVWatts' power, and their limit apart", () => {
    const { inverters } = checkSystem({ planes: PLANES, dcAcRatio: 1.6 });
    const { limit, rows } = preparedInverter(inverters[0]!);
    const ac = new Float64Array(DC.length);
    rows(0, DC.length, DC, null, ac);
    expect(limit).toBe(5000);
    const { powerAc } = pvwatts({ pdc: DC }, { pdc0: 5000 / 0.96 });
    expect([...ac].map((power) => Math.min(power, limit))).toEqual([...powerAc]);
    expect(ac[5]).toBeGreaterThan(7000);
  });

  it("of Sandia's parameters share the power evenly, and take theirs from the grid at night", () => {
    const system = { planes: PLANES, inverter: { sandia: parameters, count: 2 } };
    const { limit, rows } = preparedInverter(checkSystem(system).inverters[0]!);
    const volts = Float64Array.of(Number.NaN, 0, 320, 300, 310, 280, 300);
    const ac = new Float64Array(DC.length);
    rows(0, DC.length, DC, volts, ac);
    const { powerAc } = sandia({ vDc: volts, pDc: DC.map((power) => power / 2) }, parameters);
    expect(limit).toBe(2 * parameters.Paco);
    expect([...ac].slice(2).map((power) => Math.min(power, limit))).toEqual(
      [...powerAc].slice(2).map((power) => 2 * power),
    );
    expect([...ac].slice(0, 2)).toEqual([-2 * parameters.Pnt, -2 * parameters.Pnt]);
    expect(ac[5]).toBeGreaterThan(limit);
    const rated = new Float64Array(DC.length);
    rows(0, DC.length, DC, null, rated);
    expect(rated[4]).toBeCloseTo(ac[4]!, 6);
  });

  it("see the mean voltage of planes, weighted by power, nearly as several inputs", () => {
    const pDc = [1500, 700];
    const vDc = [330, 270];
    const mean = (330 * 1500 + 270 * 700) / 2200;
    const { powerAc } = sandiaMulti({ vDc, pDc }, parameters);
    expect(sandia({ vDc: mean, pDc: 2200 }, parameters).powerAc[0]! / powerAc[0]!).toBeCloseTo(1, 4);
  });

  it("see the voltage of the modules in series, else their rated one", () => {
    const inverter = { sandia: parameters };
    expect(stringVolts({ modulesPerString: 6 }, inverter, 47)).toBe(282);
    expect(stringVolts({}, inverter, 47)).toBe(parameters.Vdco);
    expect(stringVolts({}, {}, null)).toBe(1);
  });
});

describe("products by name", () => {
  const NAMED = readSystem({
    planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 8, inverter: "a" }],
    module: { name: "Canadian_Solar_Inc__CS5P_220M" },
    inverters: { a: { name: INVERTER.name, count: 2 } },
  });

  it("get their parameters, keep their names, and are left alone from then on", async () => {
    const resolved = await resolveSystem(NAMED);
    expect(resolved.module).toEqual({ name: "Canadian Solar Inc. CS5P-220M", cec: CEC });
    expect(resolved.inverters).toEqual({ a: { name: INVERTER.name, count: 2, sandia: INVERTER.parameters } });
    expect(await resolveSystem(resolved)).toEqual(resolved);
    expect(checkSystem(resolved).inverters[0]!.acPower).toBeCloseTo((2 * INVERTER.parameters.Paco) / 1000, 12);
  });

  it("are Sandia's modules, too", async () => {
    const { module } = await resolveSystem({ planes: PLANES, module: { name: "Canadian Solar CS5P-220M [ 2009]" } });
    expect(module).toMatchObject({ sapm: { Vmpo: SAPM.Vmpo } });
  });

  it("come from a newer file where one is given", async () => {
    const head = "Name,Vac,Pso,Paco,Pdco,Vdco,C0,C1,C2,C3,Pnt,Vdcmax,Idcmax,Mppt_low,Mppt_high,CEC_Date,CEC_Type";
    const inverters = readEquipment(
      "inverters",
      `${head}\nNew 7K,240,20,7000,7200,380,-1e-6,-1e-5,1e-3,-1e-3,2,600,20,200,500,,`,
    );
    const { inverter } = await resolveSystem({ planes: PLANES, inverter: { name: "New 7K" } }, { inverters });
    expect(inverter?.sandia).toMatchObject({ Paco: 7000, Vdco: 380 });
  });

  it("that no list has are refused with similar ones", async () => {
    await expect(resolveSystem({ planes: PLANES, module: { name: "Canadian Solar CS5P-220X" } })).rejects.toThrow(
      /^resolveSystem: system.module.name: no "Canadian Solar CS5P-220X" in .*; similar: "Canadian Solar Inc. CS5P-220M"/,
    );
    const nameless = resolveSystem({ planes: PLANES, inverter: { name: "§" } });
    await expect(nameless).rejects.toThrow(/system.inverter.name: no "§" in/);
  });

  it("must be resolved before they are used", () => {
    expect(() => checkSystem(NAMED)).toThrow(/system.module: .* is only a name: .* await resolveSystem\(system\)/);
    expect(() => checkSystem({ planes: PLANES, inverter: { name: "A" } })).toThrow(
      /system.inverter: "A" is only a name/,
    );
  });
});

describe("a description in JSON", () => {
  it("takes SAM's names of parameters", () => {
    const { alphaSc: alpha_sc, aRef: a_ref, ILRef: I_L_ref, IORef: I_o_ref, RShRef: R_sh_ref, RS: R_s, Adjust } = CEC;
    const cec = { alpha_sc, a_ref, I_L_ref, I_o_ref, R_sh_ref, R_s, Adjust };
    expect(readSystem({ planes: PLANES, module: { cec } }).module).toEqual({ cec: CEC });
  });

  it("has a schema with these names", () => {
    const text = JSON.stringify(SYSTEM_SCHEMA);
    for (const name of ["I_L_ref", "R_sh_ref", "v_mp", "beta_voc", "Paco", "Cells_in_Series"])
      expect(text).toContain(`"${name}":`);
    expect(text).not.toContain('"_');
  });

  const strings = (modules_per_string: number) => [{ ...PLANES[0], modules_per_string }];
  const SHEET = { v_mp: 31.8, i_mp: 9.44, v_oc: 39.2, i_sc: 9.9, alpha_sc: 0.05, beta_voc: -0.3 };
  const { Adjust: _unused, RS: _missing, ...noResistance } = CEC;
  it.each<[unknown, string]>([
    [{ module: { datasheet: { ...SHEET, v_mp: 40 } } }, "module.datasheet: vMp must be below vOc, 39.2 V, got 40"],
    [{ module: { datasheet: { ...SHEET, beta_voc: 0.3 } } }, "module.datasheet.betaVoc must be from -2 to 0, got 0.3"],
    [{ module: { datasheet: { ...SHEET, beta_voc: undefined } } }, "system.module.datasheet.betaVoc is required"],
    [{ module: { datasheet: { ...SHEET, alpha_sc: 4.95 } } }, "datasheet.alphaSc must be from -0.2 to 0.6, got 4.95"],
    [{ module: { cec: noResistance } }, "system.module.cec.RS is required"],
    [{ module: { cec: { ...CEC, RS: -1 } } }, "system.module.cec: RS must be"],
    [{ module: { cec: CEC, sapm: SAPM } }, "system.module must be one of datasheet, cec and sapm, got cec and sapm"],
    [{ module: {} }, "system.module must have a name, a datasheet, cec or sapm"],
    [{ module: { sapm: { ...SAPM, Vmpo: -47 } } }, "system.module.sapm: Vmpo must be above 0, got -47"],
    [{ module: { cec: CEC }, gamma_pdc: -0.004 }, "gammaPdc, got -0.004, has no effect on a module that has a cec"],
    [{ planes: strings(10) }, "system.planes[0].modulesPerString, got 10, has an effect only with a module"],
    [
      { planes: strings(40), module: { cec: CEC }, inverter: { sandia: INVERTER.parameters, count: 2 } },
      "system.planes[0].modulesPerString must be from 1 to 13 for modules of 46.9 V and an inverter of 310 V, got 40",
    ],
  ])("is refused: %o", (more, message) => {
    expect(() => readSystem({ planes: PLANES, ...(more as object) })).toThrow(message);
  });
});
