/** Newer libraries, as SAM's users have them. */
import { libraryOf } from "./library.js";
import { NEEDED } from "./products.js";
import { parseSamTable } from "./sam-table.js";
import type { Equipment, EquipmentLibrary } from "./types.js";

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
