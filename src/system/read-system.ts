/** A system from JSON. */
import { checkSystem } from "./checked.js";
import { SYSTEM } from "./description.js";
import type { JsonSchema } from "./fields.js";
import { hasNames } from "./resolve.js";
import type { PvSystem } from "./types.js";

/** JSON Schema (draft 2020-12) of a system, with keys as JSON has them: `surface_tilt`, `dc_ac_ratio`. @experimental */
export const SYSTEM_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "PV system",
  ...SYSTEM.schema,
};

/**
 * A system from parsed JSON, checked: keys as the library has them or with underscores. Of a product by name the parameters come with
 * `resolveSystem`.
 *
 * @param json such as `{ "planes": [{ "surface_tilt": 30, "surface_azimuth": 180, "kwp": 8 }], "losses": { "soiling": 3 } }`
 * @param caller begins every message
 * @throws TypeError, RangeError naming the value, what was expected and what came
 * @experimental
 */
export function readSystem(json: unknown, caller = "readSystem"): PvSystem {
  const system = SYSTEM.read(json, `${caller}: system`);
  // A product's parameters are checked when they are there.
  if (!hasNames(system)) checkSystem(system, caller);
  return system;
}
