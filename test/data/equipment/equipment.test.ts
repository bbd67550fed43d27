/** Modules and inverters by name: what pvlib computes with them, newer files of SAM, and names that are not quite right. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type EquipmentLibrary, openEquipment, readEquipment } from "../../../src/data/equipment/index.js";
import type { CecModule } from "../../../src/data/equipment/types.js";
import {
  calcparamsCec,
  cecSystem,
  sandia,
  sapm,
  sapmEffectiveIrradiance,
  singlediode,
} from "../../../src/physics/models/pv/index.js";

interface Expected {
  readonly name: string;
  readonly power: readonly number[];
}

const FIXTURE = JSON.parse(
  readFileSync(new URL("../../../fixtures/equipment/products.json", import.meta.url), "utf8"),
) as {
  readonly irradiance: number[];
  readonly cell: number[];
  readonly cecModules: readonly (Expected & { readonly bifacial: number; readonly stc: number })[];
  readonly sandiaModules: readonly (Expected & { readonly effective: number[] })[];
  readonly inverters: readonly (Expected & { readonly volts: number[]; readonly watts: number[] })[];
};

let modules: EquipmentLibrary<CecModule>;
beforeAll(async () => {
  modules = await openEquipment("cecModules");
});

/** Formulas in doubles, one after the other; the maximum of a curve is found by another search than pvlib's. */
function expectEqual(actual: ArrayLike<number>, expected: readonly number[], what: string): void {
  expected.forEach((value, k) => {
    expect(Math.abs(actual[k]! - value), `${what}, row ${k}: ${actual[k]}, not ${value}`).toBeLessThanOrEqual(
      1e-9 * Math.max(1, Math.abs(value)),
    );
  });
}

describe("pvlib computes the same", () => {
  it.each(FIXTURE.cecModules)("with the CEC module $name", ({ name, power, bifacial, stc }) => {
    const { parameters, ...module } = modules.get(name);
    const curve = calcparamsCec({ effectiveIrradiance: FIXTURE.irradiance, tempCell: FIXTURE.cell }, parameters);
    expectEqual(singlediode(curve).pMp, power, name);
    expect([Number(module.bifacial), module.powerStc]).toEqual([bifacial, stc]);
  });

  it.each(FIXTURE.sandiaModules)("with Sandia's module $name", async ({ name, power, effective }) => {
    const { parameters } = (await openEquipment("sandiaModules")).get(name);
    const light = sapmEffectiveIrradiance(
      { poaDirect: FIXTURE.irradiance, poaDiffuse: 20, airmassAbsolute: 1.7, aoi: 35 },
      parameters,
    );
    expectEqual(light.effectiveIrradiance, effective, name);
    expectEqual(sapm({ effectiveIrradiance: effective, tempCell: FIXTURE.cell }, parameters).pMp, power, name);
  });

  it.each(FIXTURE.inverters)("with the inverter $name", async ({ name, power, volts, watts }) => {
    const { parameters } = (await openEquipment("inverters")).get(name);
    expectEqual(sandia({ vDc: volts, pDc: watts }, parameters).powerAc, power, name);
  });
});

describe("a library", () => {
  it("is complete, says how old it is, and has the units of its file", async () => {
    expect(modules.names).toHaveLength(36_133);
    expect(modules.origin).toContain("November 2024");
    expect(modules.units).toMatchObject({ A_c: "m2", I_sc_ref: "A", beta_oc: "V/K", gamma_r: "%/K" });
    expect(modules.duplicates).toEqual([]);
    const [sandiaModules, inverters] = [await openEquipment("sandiaModules"), await openEquipment("inverters")];
    expect([sandiaModules.names.length, inverters.names.length]).toEqual([523, 4927]);
  });

  it("has every product, with numbers that can be", async () => {
    for (const name of modules.names) {
      const { parameters, powerStc, powerTemperature } = modules.get(name);
      const isSound = Object.values(parameters).every(Number.isFinite) && powerStc > 0 && powerTemperature < 0;
      if (!isSound) expect.fail(`${name}: ${JSON.stringify({ parameters, powerStc, powerTemperature })}`);
    }
    const inverters = await openEquipment("inverters");
    for (const name of inverters.names) {
      expect(Object.values(inverters.get(name).parameters).every(Number.isFinite), name).toBe(true);
    }
  });

  it("finds by words in any order and case, and by pvlib's names", () => {
    const found = modules.search("220m CANADIAN solar cs5p");
    expect(found).toEqual(["Canadian Solar Inc. CS5P-220M"]);
    expect(modules.get("Canadian_Solar_Inc__CS5P_220M")).toEqual(modules.get(found[0]!));
    // Newer ones have pvlib's names alone, but a name in the maker's own letters finds them, too.
    const newer = modules.get("REC_Group_REC275TP2_BLK");
    expect(modules.get("REC Group REC275TP2-BLK")).toEqual(newer);
    expect(newer).toMatchObject({ powerTemperature: -0.00373, version: "2023.12.17" });
    expect(modules.search("no such module")).toEqual([]);
    expect(modules.search("")).toHaveLength(36_133);
  });

  it("proposes similar names", () => {
    expect(() => modules.get("Canadian Solar CS5P-220M")).toThrow(/similar: .*"Canadian Solar Inc. CS5P-220M"/);
    expect(() => modules.get("§§§")).toThrow(/no "§§§" in /);
  });

  it("gives the parameters that a system runs with", () => {
    const { parameters } = modules.get("Canadian Solar Inc. CS5P-220M");
    const inputs = { poaDirect: 700, poaSkyDiffuse: 100, poaGroundDiffuse: 5, aoi: 20, surfaceTilt: 30, tempAir: 20 };
    // The default of the model is this module.
    const [own, fallback] = [cecSystem(inputs, parameters), cecSystem(inputs)];
    expect(own.power[0]).toBeCloseTo(fallback.power[0]!, 3);
  });

  it("is refused for an unknown kind", async () => {
    await expect(openEquipment("windmills" as "inverters")).rejects.toThrow(/kind must be one of cecModules/);
    expect(() => readEquipment("toString" as "inverters", "")).toThrow(/kind must be one of/);
  });
});

describe("a file of SAM", () => {
  const HEAD = "Name,Vac,Pso,Paco,Pdco,Vdco,C0,C1,C2,C3,Pnt,Vdcmax,Idcmax,Mppt_low,Mppt_high,CEC_Date,CEC_Type";
  const UNITS = "Units,V,W,W,W,V,1/W,1/V,1/V,1/V,W,V,A,V,V,,";
  const VARIABLES = "[0],a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p";
  const row = (name: string, power: number | string) =>
    `"${name}",240,2,${power},260,40,-4e-5,-9e-5,5e-4,-0.01,0.1,50,6,30,50,1/2/2026,Micro`;

  it("is read with its units, with or without the rows below the names, and duplicates are named", () => {
    const text = [HEAD, UNITS, VARIABLES, row("A, one", 250), row("B", 300), row("A, one", 251), ""].join("\r\n");
    const library = readEquipment("inverters", `\uFEFF${text}`, "new.csv");
    expect([library.origin, library.names, library.duplicates]).toEqual([
      "new.csv",
      ["A, one", "B", "A, one"],
      ["A, one"],
    ]);
    expect(library.units).toMatchObject({ Vac: "V", C0: "1/W" });
    expect(library.get("A, one")).toMatchObject({ acVoltage: "240", type: "Micro", parameters: { Paco: 251 } });
    const bare = readEquipment("inverters", [HEAD, row("B", 300)].join("\n"));
    expect([bare.units, bare.get("B").parameters.Paco]).toEqual([{}, 300]);
  });

  it.each([
    ["no library", "time,ghi\n1,2", /new\.csv: a library of SAM begins with the line "Name,…", got "time,ghi"/],
    ["nothing", "", /begins with the line "Name,…", got ""/],
    ["a library of another kind", `Name,Technology\nx,y`, /new\.csv: it has no column Paco, Pdco/],
    ["a line cut off", [HEAD, UNITS, `"A",1,2`].join("\n"), /line 3 has 3 cells, but the first one has 17/],
    ["an open quote", [HEAD, '"A,1'].join("\n"), /line 2: a quote is not closed/],
  ])("%s is refused", (_, text, message) => {
    expect(() => readEquipment("inverters", text, "new.csv")).toThrow(message);
  });

  it("names product and column of a cell that is no number", () => {
    const library = readEquipment("inverters", [HEAD, row("B", "3OO")].join("\n"));
    expect(() => library.get("B")).toThrow('Paco of "B" must be a number, got "3OO"');
  });

  it("names the candidates where pvlib's form stands for several", () => {
    const library = readEquipment("inverters", [HEAD, row("A-1", 1), row("A.1", 2)].join("\n"));
    expect(() => library.get("A_1")).toThrow('"A_1" matches several: "A-1", "A.1"');
  });
});
