/** Rows of SAM's libraries as modules and inverters. */
import type { SamTable } from "./sam-table.js";
import type { CecModule, Equipment, Inverter, SandiaModule } from "./types.js";

/** Cells of one product by the library's own names. */
export interface Cells {
  text(column: string): string;
  /** NaN where the cell is empty. @throws RangeError naming product and column for anything else that is no number */
  number(column: string): number;
}

type Product<Item> = (cells: Cells) => Item;

export const PRODUCTS: { readonly [kind in keyof Equipment]: Product<Equipment[kind]> } = {
  cecModules: cecModule,
  sandiaModules: sandiaModule,
  inverters: inverter,
};

/** Columns without which a file is of another kind. */
export const NEEDED: { readonly [kind in keyof Equipment]: readonly string[] } = {
  cecModules: ["Technology", "STC", "alpha_sc", "a_ref", "I_L_ref", "I_o_ref", "R_s", "R_sh_ref", "Adjust"],
  sandiaModules: ["Isco", "Impo", "Voco", "Vmpo", "Aisc", "Aimp", "Bvoco", "Bvmpo", "A0", "B0", "FD"],
  inverters: ["Paco", "Pdco", "Vdco", "Pso", "C0", "C1", "C2", "C3", "Pnt"],
};

export function cellsAt({ columns }: SamTable, row: number): Cells {
  const text = (column: string) => columns.get(column)?.at(row) ?? "";
  return {
    text,
    number(column) {
      const cell = text(column);
      const value = cell === "" ? Number.NaN : Number(cell);
      if (cell === "" || !Number.isNaN(value)) return value;
      throw new RangeError(
        `${column} of ${JSON.stringify(text("Name"))} must be a number, got ${JSON.stringify(cell)}`,
      );
    },
  };
}

function cecModule({ text, number }: Cells): CecModule {
  return {
    name: text("Name"),
    technology: text("Technology"),
    bifacial: text("Bifacial") === "1",
    powerStc: number("STC"),
    powerPtc: number("PTC"),
    area: number("A_c"),
    cellsInSeries: number("N_s"),
    shortCircuitCurrent: number("I_sc_ref"),
    openCircuitVoltage: number("V_oc_ref"),
    currentAtMaximum: number("I_mp_ref"),
    voltageAtMaximum: number("V_mp_ref"),
    noct: number("T_NOCT"),
    // Files since 2020 have renamed it.
    powerTemperature: number(text("gamma_r") === "" ? "gamma_pmp" : "gamma_r") / 100,
    parameters: {
      alphaSc: number("alpha_sc"),
      aRef: number("a_ref"),
      ILRef: number("I_L_ref"),
      IORef: number("I_o_ref"),
      RShRef: number("R_sh_ref"),
      RS: number("R_s"),
      Adjust: number("Adjust"),
    },
    version: text("Version"),
    fitted: text("Date"),
  };
}

/** Columns with a blank in their name, which parameters write with an underscore. */
const CELLS = "Cells in Series";
const REQUIRED = ["Isco", "Impo", "Voco", "Vmpo", "Aisc", "Aimp", "Bvoco", "Bvmpo", "Mbvoc", "Mbvmp", "N"] as const;
const CURVES = ["C0", "C1", "C2", "C3"] as const;
const OPTICAL = ["A0", "A1", "A2", "A3", "A4", "B0", "B1", "B2", "B3", "B4", "B5", "FD"] as const;
/** The two currents beside the maximum, which some modules lack. */
const OPTIONAL = ["IXO", "C4", "C5", "IXXO", "C6", "C7"] as const;

function sandiaModule({ text, number }: Cells): SandiaModule {
  const all = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, number(name)])) as { [name in Name]: number };
  const given = OPTIONAL.filter((name) => text(name) !== "");
  return {
    name: text("Name"),
    vintage: text("Vintage"),
    material: text("Material"),
    area: number("Area"),
    parameters: {
      ...all(REQUIRED),
      Cells_in_Series: number(CELLS),
      ...all(CURVES),
      ...all(OPTICAL),
      ...all(given),
    },
    notes: text("Notes"),
  };
}

function inverter({ text, number }: Cells): Inverter {
  return {
    name: text("Name"),
    acVoltage: text("Vac"),
    dcVoltageMost: number("Vdcmax"),
    dcCurrentMost: number("Idcmax"),
    mpptLow: number("Mppt_low"),
    mpptHigh: number("Mppt_high"),
    type: text("CEC_Type"),
    parameters: {
      Paco: number("Paco"),
      Pdco: number("Pdco"),
      Vdco: number("Vdco"),
      Pso: number("Pso"),
      C0: number("C0"),
      C1: number("C1"),
      C2: number("C2"),
      C3: number("C3"),
      Pnt: number("Pnt"),
    },
    listed: text("CEC_Date"),
  };
}
