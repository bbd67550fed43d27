/** Executes `irradiance equipment`. */
import { readFile } from "node:fs/promises";
import { type EquipmentLibrary, openEquipment, readEquipment } from "../data/equipment/index.js";
import type { CecModule, Inverter, SandiaModule } from "../data/equipment/types.js";
import { aligned } from "../foundation/text/number.js";
import { UsageError } from "./errors.js";
import type { EquipmentFlags } from "./options/weather.js";
import { printNotice, refuseSameFile, writeResult } from "./output.js";

/** Libraries of equipment, as the command line and as the library call them. */
export const KINDS = {
  "cec-modules": "cecModules",
  "sandia-modules": "sandiaModules",
  inverters: "inverters",
} as const;

type Product = CecModule | SandiaModule | Inverter;

/** Parameters by name, or a list of names with what tells them apart. */
export async function findEquipment(words: readonly string[], flags: EquipmentFlags): Promise<void> {
  await refuseSameFile({ "--out": flags.out }, { "--file": flags.file });
  const most = Number(flags.most);
  if (!(Number.isInteger(most) && most > 0))
    throw new UsageError(`--most must be a whole number above 0, got ${flags.most}`);
  const library = await libraryFor(flags);
  const asked = words.join(" ");
  const found = library.names.includes(asked) ? [asked] : library.search(asked);
  // Proposes similar names.
  if (found.length === 0) library.get(asked);
  const products = found.slice(0, most).map((name) => library.get(name));
  const result =
    flags.format === "json"
      ? `${JSON.stringify(products.length === 1 ? products[0] : products, null, 2)}\n`
      : products.length === 1
        ? sheet(products[0]!)
        : `${aligned(products.map(summary)).join("\n")}\n`;
  await writeResult(result, flags.out);
  printNotices(library, found.length, most);
}

async function libraryFor({ kind, file }: EquipmentFlags): Promise<EquipmentLibrary<Product>> {
  if (file === undefined) return openEquipment(KINDS[kind]);
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: ${cause.code === "ENOENT" ? "does not exist" : `cannot be read (${cause.code})`}`);
  });
  try {
    return readEquipment(KINDS[kind], text, file);
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause;
  }
}

function printNotices({ origin, names, duplicates }: EquipmentLibrary<Product>, found: number, most: number): void {
  const count = (number: number) => number.toLocaleString("en-US");
  if (found > most)
    printNotice(`${count(found)} found: the first ${most} listed (narrow it with more words, or raise --most)`);
  printNotice(`from ${origin}, ${count(names.length)} products: newer ones are missing`);
  if (duplicates.length > 0) {
    printNotice(
      `names that occur more than once (the last one counts): ${duplicates.length}, such as ${duplicates[0]}`,
    );
  }
}

/** One product: what it is, then its parameters, a line each. */
function sheet({ parameters, ...product }: Product): string {
  const lines = (values: object) => Object.entries(values).filter(([, value]) => value !== "");
  const all = [...lines(product), ...lines(parameters)];
  const width = Math.max(...all.map(([name]) => name.length));
  // Percent become shares, and their last digit is rounding.
  const cell = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(12)) : value);
  const shown = (values: object) => lines(values).map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}\n`);
  return [...shown(product), "\n", ...shown(parameters)].join("");
}

/** What tells products apart at a glance. */
function summary(product: Product): string[] {
  if ("technology" in product) {
    const { name, powerStc, technology, bifacial, powerTemperature } = product;
    const perDegree = `${(100 * powerTemperature).toFixed(2)} %/°C`;
    return [name, `${powerStc.toFixed(0)} W`, perDegree, technology, bifacial ? "bifacial" : ""];
  }
  if ("material" in product) {
    const { name, parameters, material, vintage } = product;
    return [name, `${(parameters.Impo * parameters.Vmpo).toFixed(0)} W`, material, vintage];
  }
  const { name, parameters, acVoltage, dcVoltageMost } = product;
  return [name, `${parameters.Paco.toFixed(0)} W`, `${acVoltage} V`, `DC up to ${dcVoltageMost} V`];
}
