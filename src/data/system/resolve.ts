/** A system from JSON, and its products by name → their parameters. The libraries are loaded where a name asks for them. */

import { type Lru, lruOf } from "../../foundation/cache/lru.js";
import { nearestName } from "../../foundation/text/nearest-name.js";
import { PVWATTS_MODULES } from "../../physics/models/pv/systems.js";
import type { CecModule, Equipment, EquipmentLibrary, Inverter, SandiaModule } from "../equipment/types.js";
import { checkSystem } from "./checked.js";
import { SYSTEM } from "./description.js";
import type { JsonSchema } from "./fields.js";
import type { NamedProduct, PvInverter, PvModule, PvSystem } from "./types.js";

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
  const system = readDescription(json, caller);
  if (system.scene !== undefined && !hasNames(system)) checkSystem(system, caller);
  return system;
}

/** The same, where a scene is placed and checked later, as the parameters of a product are: that takes up to seconds. @throws as `readSystem` */
export function readDescription(json: unknown, caller = "readSystem"): PvSystem {
  const system = SYSTEM.read(json, `${caller}: system`);
  // A product's parameters are checked when they are there.
  if (system.scene === undefined && !hasNames(system)) checkSystem(system, caller);
  return system;
}

export interface ResolveOptions {
  /** In place of the package's CEC and Sandia modules, such as a newer file of SAM: `readEquipment("cecModules", text)`. */
  readonly modules?: EquipmentLibrary<CecModule> | EquipmentLibrary<SandiaModule> | undefined;
  /** In place of the package's inverters: `readEquipment("inverters", text)`. */
  readonly inverters?: EquipmentLibrary<Inverter> | undefined;
}

/**
 * A system whose module and inverters have parameters where it had names; the names stay. What has parameters is left as it is.
 *
 * @param system such as `{ planes, module: { name: "Canadian Solar Inc. CS5P-220M" }, inverter: { name: "…" } }`
 * @returns the system that `yieldOf` takes
 * @throws RangeError naming similar products for a name that no library has; as `readSystem`
 * @experimental
 */
export async function resolveSystem(system: PvSystem, options: ResolveOptions = {}): Promise<PvSystem> {
  const { module, inverter, inverters } = system;
  const find = options.inverters === undefined ? packedInverters() : finder(async () => [options.inverters!], {});
  const named = Object.entries(inverters ?? {});
  const resolved = await Promise.all(
    named.map(async ([key, one]) => [key, await inverterOf(one, find, `system.inverters.${key}`)] as const),
  );
  const whole = {
    ...system,
    ...(module !== undefined && { module: await moduleOf(module, options) }),
    ...(inverter !== undefined && { inverter: await inverterOf(inverter, find, "system.inverter") }),
    ...(inverters !== undefined && { inverters: Object.fromEntries(resolved) }),
  };
  checkSystem(whole, "resolveSystem");
  return whole;
}

/** Whether a module or an inverter is only a name: then `resolveSystem` puts its parameters in. @experimental */
export function hasNames({ module, inverter, inverters = {} }: PvSystem): boolean {
  const all = inverter === undefined ? Object.values(inverters) : [inverter, ...Object.values(inverters)];
  return (
    (module !== undefined && isName(module)) ||
    all.some(({ name, sandia }) => name !== undefined && sandia === undefined)
  );
}

function isName(module: PvModule): module is NamedProduct {
  if (typeof module === "string" || "cec" in module || "sapm" in module || "datasheet" in module) return false;
  return module.name !== undefined;
}

async function moduleOf(module: PvModule, { modules }: ResolveOptions): Promise<PvModule> {
  if (!isName(module)) return module;
  const find =
    modules === undefined
      ? packedModules()
      : finder<CecModule | SandiaModule>(async () => [modules], { ideaOf: kindMeant });
  const { name, parameters } = await find(module.name, "system.module");
  return "aRef" in parameters ? { name, cec: parameters } : { name, sapm: parameters };
}

async function inverterOf(inverter: PvInverter, find: Finder<Inverter>, where: string): Promise<PvInverter> {
  if (inverter.name === undefined || inverter.sandia !== undefined) return inverter;
  const { name, parameters } = await find(inverter.name, where);
  return { ...inverter, name, sandia: parameters };
}

/** @throws RangeError for a name that no library has */
type Finder<Item> = (name: string, where: string) => Promise<Item>;

/** What names were found to be, a product or none (the message that says so): the systems of a list share theirs. */
type Known<Item> = Lru<Item | string>;

const KEPT = 100;
/** Longer names are nobody's. */
const LONGEST_KEPT = 200;
const keptModules = /* @__PURE__ */ lruOf<CecModule | SandiaModule | string>(KEPT);
const keptInverters = /* @__PURE__ */ lruOf<Inverter | string>(KEPT);
/** A thread opens each library once: that takes 0.1 s, and then some ten megabytes. */
const opened = /* @__PURE__ */ new Map<string, Promise<unknown>>();

function openOnce<Item>(what: string, open: () => Promise<Item>): Promise<Item> {
  const known = opened.get(what) as Promise<Item> | undefined;
  if (known !== undefined) return known;
  const library = open();
  opened.set(what, library);
  // Whatever it failed for may pass.
  library.catch(() => opened.delete(what));
  return library;
}

/** Of the libraries of the package. */
function packed<Kind extends keyof Equipment>(
  kinds: readonly Kind[],
  options: Parameters<typeof finder<Equipment[Kind]>>[1],
): Finder<Equipment[Kind]> {
  return finder(async () => {
    const { openEquipment } = await import("../equipment/index.js");
    return Promise.all(kinds.map((kind) => openOnce(kind, () => openEquipment(kind))));
  }, options);
}

const packedModules = () => packed(["cecModules", "sandiaModules"], { kept: keptModules, ideaOf: kindMeant });
const packedInverters = () => packed(["inverters"], { kept: keptInverters });

/** Opens the libraries for the first name that is not known. */
function finder<Item extends object>(
  open: () => Promise<readonly Library<Item>[]>,
  { kept, ideaOf }: { readonly kept?: Known<Item>; readonly ideaOf?: (name: string) => string },
): Finder<Item> {
  return async (name, where) => {
    const known = kept?.get(name) ?? found(await open(), name, ideaOf?.(name));
    if (name.length <= LONGEST_KEPT) kept?.set(name, known);
    if (typeof known === "string") throw new RangeError(`resolveSystem: ${where}.name: ${known}`);
    return known;
  };
}

/** For who meant a kind and not a product. */
function kindMeant(name: string): string {
  const kind = nearestName(name, Object.keys(PVWATTS_MODULES));
  return kind === undefined ? "" : `; is the kind ${kind} meant?`;
}

type Library<Item> = Pick<EquipmentLibrary<Item>, "get">;

/** @returns of the first library that has it; the first one's message where none has */
function found<Item>([library, ...others]: readonly Library<Item>[], name: string, idea = ""): Item | string {
  try {
    return library!.get(name);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    for (const other of others) {
      try {
        return other.get(name);
      } catch {}
    }
    return `${cause.message}${idea}`;
  }
}
