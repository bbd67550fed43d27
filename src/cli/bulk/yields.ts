/** `irradiance bulk --yield`: the options of its own, and the system that a row of the list describes. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { BulkSite, YieldRun } from "../../answers/bulk/types.js";
import { SYSTEM_SCHEMA } from "../../data/system/index.js";
import { lruOf } from "../../foundation/cache/lru.js";
import { given as onlyGiven } from "../../foundation/text/shown.js";
import { namedSources } from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { firstGiven } from "../option-names.js";
import { toValue } from "../options/parse.js";
import type { BulkOptions } from "../options/power.js";
import { MODULES } from "../options/system.js";
import type { SiteList, SiteRow } from "./site-list.js";

/** Keys of a system that a column may give: all but its planes, which other columns describe. */
export const SYSTEM_COLUMNS: readonly string[] = Object.keys(SYSTEM_SCHEMA.properties as object).filter(
  (key) => key !== "planes",
);

/** @throws UsageError for options that would do nothing */
export function checkYieldOptions(options: Omit<BulkOptions, "out">): void {
  if (!options.yield) {
    const idle = firstGiven(options, ["system", "kwp", "typicalYear", "acceptDoubts", "randomSeed"]);
    if (idle !== undefined) throw new UsageError(`${idle} needs --yield`);
    return;
  }
  const other = firstGiven(options, ["parameters", "statistic", "gpu"]);
  if (other !== undefined) throw new UsageError(`${other} does not apply to --yield`);
  const isOfArchive = options.archive !== undefined || namedSources(options.weather) !== undefined;
  const period = isOfArchive ? undefined : firstGiven(options, ["start", "end", "frequency"]);
  if (period !== undefined)
    throw new UsageError(`${period} does not apply to --yield, unless an archive has the weather`);
}

/** @throws UsageError for a description that cannot be read; TypeError, RangeError of the system when the run is checked */
export async function yieldRunOf(options: Omit<BulkOptions, "out">): Promise<YieldRun> {
  const { system, kwp, acceptDoubts, randomSeed } = options;
  const read = system === undefined ? undefined : await describedSystem(system, ".");
  if (typeof read === "string") throw new UsageError(`--system ${read}`);
  return { system: read, kwp, acceptDoubts, randomSeed };
}

/** The site with the system of its row; what cannot be read stays a text, with which the site fails alone. */
export async function siteOfYield(site: BulkSite, row: SiteRow, { path }: SiteList): Promise<BulkSite> {
  const { system: given, kwp, surface_tilt = row.tilt, surface_azimuth = row.azimuth } = row;
  const described = given === undefined ? {} : await describedSystem(given, dirname(path));
  if (typeof described === "string") return { ...site, system: described as never };
  const own = SYSTEM_COLUMNS.flatMap((key) => (row[key] === undefined ? [] : [[key, cellValue(key, row[key])]]));
  const system = { ...described, ...Object.fromEntries(own) };
  return {
    ...site,
    ...onlyGiven({ kwp, surface_tilt, surface_azimuth }),
    ...(Object.keys(system).length > 0 && { system }),
  };
}

function cellValue(key: string, text: string): unknown {
  if (key === "module" && !/^\s*\{/.test(text)) return MODULES.includes(text) ? text : { name: text };
  try {
    return toValue(text);
  } catch {
    return text;
  }
}

/** Of a text that is named by its beginning. */
const FEW_LETTERS = 40;
/** Descriptions that neighbours in a list share. */
const KEPT = 100;
const kept = /* @__PURE__ */ lruOf<Promise<object | string>>(KEPT);

/** @param given JSON, or the path of a file of it, from that folder @returns the description, or what is wrong, in words */
function describedSystem(given: string, folder: string): Promise<object | string> {
  if (given.startsWith("{")) return Promise.resolve(parsed(given, given.slice(0, FEW_LETTERS)));
  const path = resolve(folder, given);
  const known = kept.get(path);
  if (known) return known;
  const read = readFile(path, "utf8").then(
    (text) => parsed(text.replace(/^\uFEFF/, ""), given),
    (cause: NodeJS.ErrnoException) => `${given}: cannot be read (${cause.code})`,
  );
  kept.set(path, read);
  return read;
}

function parsed(text: string, name: string): object | string {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found;
    return `${name}: must be a JSON object, got ${Array.isArray(found) ? "a list" : String(found)}`;
  } catch {
    return `${name}: not JSON`;
  }
}
