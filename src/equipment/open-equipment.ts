/** The libraries that come with the package. */
import { inflated } from "../arrays/inflated.js";
import { libraryOf } from "./library.js";
import { columnOf, tableOf } from "./sam-table.js";
import type { Equipment, EquipmentLibrary } from "./types.js";

/** As scripts/make-equipment.py writes it. */
interface Packed {
  readonly origin: string;
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** zlib, base64: a line for each column, its cells separated by tabs. */
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
 * Loaded when called (1.3 MB, 0.14 MB, 20 kB).
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
  const [first, ...others] = new TextDecoder().decode(await inflated(data)).split("\n");
  const table = tableOf(names, units, [first!.split("\t"), ...others.map(columnOf)]);
  return libraryOf(kind, table, origin);
}
