/** Libraries of products by name: those of the package, and newer ones, as SAM publishes them. */
import { inflated } from "../../foundation/arrays/inflated.js";
import type { SandiaInverter } from "../../physics/models/pv/inverters.js";
import { parseSamTable, type SamTable, unpackedTable } from "./sam-table.js";
import type { CecModule, Equipment, EquipmentLibrary, Inverter, SandiaModule } from "./types.js";

/** Cells of one product by the library's own names. */
interface Cells {
  text(column: string): string;
  /** NaN where the cell is empty. @throws RangeError naming product and column for anything else that is no number */
  number(column: string): number;
}

type Product<Item> = (cells: Cells) => Item;

const PRODUCTS: { readonly [kind in keyof Equipment]: Product<Equipment[kind]> } = {
  cecModules: cecModule,
  sandiaModules: sandiaModule,
  inverters: inverter,
};

/** Columns without which a file is of another kind. */
const NEEDED: { readonly [kind in keyof Equipment]: readonly string[] } = {
  cecModules: ["Technology", "STC", "alpha_sc", "a_ref", "I_L_ref", "I_o_ref", "R_s", "R_sh_ref", "Adjust"],
  sandiaModules: ["Isco", "Impo", "Voco", "Vmpo", "Aisc", "Aimp", "Bvoco", "Bvmpo", "A0", "B0", "FD"],
  inverters: ["Paco", "Pdco", "Vdco", "Pso", "C0", "C1", "C2", "C3", "Pnt"],
};

function cellsAt({ columns }: SamTable, row: number): Cells {
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
    parameters: Object.fromEntries(NEEDED.inverters.map((name) => [name, number(name)])) as unknown as SandiaInverter,
    listed: text("CEC_Date"),
  };
}

/** Names that an error proposes. */
const MOST_SIMILAR = 5;
/** Fewer letters in common say nothing. */
const LEAST_LIKE = 3;
/** Of a name that is looked for: a stranger's may be long, and each word is looked for in all names. */
const MOST_LETTERS = 64;
const MOST_WORDS = 8;
/** What pvlib replaces by an underscore. */
const REPLACED = /[ \-.()[\]:+/",]/g;

function libraryOf<Kind extends keyof Equipment>(
  kind: Kind,
  table: SamTable,
  origin: string,
): EquipmentLibrary<Equipment[Kind]> {
  const { names } = table;
  const rows = new Map(names.map((name, row) => [name, row]));
  let likePvlib: Map<string, number[]> | undefined;
  let lower: readonly string[] | undefined;
  const inLower = () => (lower ??= names.map((name) => name.toLowerCase()));
  const product = (row: number) => PRODUCTS[kind](cellsAt(table, row)) as Equipment[Kind];
  return {
    origin,
    names,
    units: table.units,
    duplicates: rows.size === names.length ? [] : repeated(names),
    get(name) {
      const row = rows.get(name);
      if (row !== undefined) return product(row);
      likePvlib ??= byPvlibName(names);
      const found = likePvlib.get(name.replace(REPLACED, "_")) ?? [];
      if (found.length === 1) return product(found[0]!);
      if (found.length === 0)
        throw new RangeError(`no ${JSON.stringify(name)} in ${origin}${proposal(names, inLower(), name)}`);
      throw new RangeError(`${JSON.stringify(name)} matches several: ${listed(found.map((at) => names[at]!))}`);
    },
    search(words) {
      const wanted = wordsOf(words);
      return names.filter((_, row) => wanted.every((word) => inLower()[row]!.includes(word)));
    },
  };
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of names) (seen.has(name) ? twice : seen).add(name);
  return [...twice];
}

function byPvlibName(names: readonly string[]): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  names.forEach((name, row) => {
    const like = name.replace(REPLACED, "_");
    const known = rows.get(like);
    if (known === undefined) rows.set(like, [row]);
    else known.push(row);
  });
  return rows;
}

function proposal(names: readonly string[], lower: readonly string[], name: string): string {
  const words = [...new Set(wordsOf(name.slice(0, MOST_LETTERS)))].slice(0, MOST_WORDS);
  const best: { readonly row: number; readonly score: number }[] = [];
  for (let row = 0; row < lower.length; row++) {
    let score = 0;
    for (const word of words) score += likeness(lower[row]!, word);
    if (score <= (best[MOST_SIMILAR - 1]?.score ?? 0)) continue;
    const at = best.findIndex((other) => other.score < score);
    best.splice(at < 0 ? best.length : at, 0, { row, score });
    best.length = Math.min(best.length, MOST_SIMILAR);
  }
  return best.length === 0 ? "" : `; similar: ${listed(best.map(({ row }) => names[row]!))}`;
}

/** Letters of the longest beginning of a word, at least half of it, that the name has. */
function likeness(name: string, word: string): number {
  let length = Math.min(word.length, Math.max(LEAST_LIKE, Math.ceil(word.length / 2)));
  if (!name.includes(word.slice(0, length))) return 0;
  while (length < word.length && name.includes(word.slice(0, length + 1))) length++;
  return length;
}

function listed(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== "");
}

/** As scripts/make-equipment.py writes it. */
interface Packed {
  readonly origin: string;
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** zlib, base64: what `unpackedTable` reads. */
  readonly data: string;
}

const PACKED: { readonly [kind in keyof Equipment]: () => Promise<Packed> } = {
  cecModules: async () => (await import("./cec-modules.generated.js")).CEC_MODULES,
  sandiaModules: async () => (await import("./sandia-modules.generated.js")).SANDIA_MODULES,
  inverters: async () => (await import("./inverters.generated.js")).INVERTERS,
};

/**
 * The modules or inverters that come with the package: 36,133 modules and 4,927 inverters of the California Energy Commission's lists of
 * March 2019 and November 2024 (the newer ones with names as pvlib writes them), and 523 modules that Sandia measured until 2015.
 * Loaded when called (0.9 MB, 0.11 MB, 18 kB).
 *
 * @throws RangeError for an unknown kind
 */
export async function openEquipment<Kind extends keyof Equipment>(
  kind: Kind,
): Promise<EquipmentLibrary<Equipment[Kind]>> {
  if (!Object.hasOwn(PACKED, kind)) {
    throw new RangeError(`kind must be one of ${Object.keys(PACKED).join(", ")}, got ${String(kind)}`);
  }
  const { origin, names, units, data } = await PACKED[kind]();
  const table = unpackedTable(names, units, new TextDecoder().decode(await inflated(data)));
  return libraryOf(kind, table, origin);
}

/**
 * A library from the text of a file in SAM's folder `libraries` ("CEC Modules.csv", "Sandia Modules.csv", "CEC Inverters.csv").
 *
 * @param name of the file, for messages
 * @throws RangeError naming the line or column for a file that is of another kind or damaged
 * @experimental
 */
export function readEquipment<Kind extends keyof Equipment>(
  kind: Kind,
  text: string,
  name = "the file",
): EquipmentLibrary<Equipment[Kind]> {
  if (!Object.hasOwn(NEEDED, kind)) {
    throw new RangeError(`kind must be one of ${Object.keys(NEEDED).join(", ")}, got ${String(kind)}`);
  }
  if (typeof text !== "string") throw new TypeError(`text must be the content of a file, got ${typeof text}`);
  try {
    const table = parseSamTable(text);
    const missing = NEEDED[kind].filter((column) => !table.columns.has(column));
    if (missing.length > 0)
      throw new RangeError(`it has no column ${missing.join(", ")}: it is not a library of ${kind}`);
    return libraryOf(kind, table, name);
  } catch (cause) {
    throw cause instanceof RangeError ? new RangeError(`${name}: ${cause.message}`) : cause;
  }
}
