/** `irradiance bulk --yield`: the options of its own, and the system that a row of the list describes. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { BulkSite, YieldRun } from "../../bulk/types.js";
import { lruOf } from "../../cache/lru.js";
import { SYSTEM_SCHEMA } from "../../system/index.js";
import { namedSources } from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { MODULES } from "../yield/choices.js";
import { toValue } from "../yield/short-form.js";
import type { BulkOptions } from "./options.js";
import type { SiteList, SiteRow } from "./site-list.js";

/** Keys of a system that a column may give: all but its planes, which other columns describe. */
export const SYSTEM_COLUMNS: readonly string[] = Object.keys(SYSTEM_SCHEMA.properties as object).filter(
  (key) => key !== "planes",
);

/** Options that say nothing of yields. */
const OF_OBSERVATIONS = {
  "--parameters": "parameters",
  "--statistic": "statistic",
  "--gpu": "gpu",
} as const satisfies { readonly [flag: string]: keyof BulkOptions };
/** Options of the weather that only an archive takes. */
const OF_ARCHIVES = { "--start": "start", "--end": "end", "--frequency": "frequency" } as const;
/** Options of yields alone. */
const OF_YIELDS = {
  "--system": "system",
  "--kwp": "kwp",
  "--typical-year": "typicalYear",
  "--accept-doubts": "acceptDoubts",
  "--random-seed": "randomSeed",
} as const satisfies { readonly [flag: string]: keyof BulkOptions };

/** @throws UsageError for options that would do nothing */
export function checkYieldOptions(options: Omit<BulkOptions, "out">): void {
  const givenOf = (flags: { readonly [flag: string]: keyof typeof options }) =>
    Object.entries(flags).find(([, key]) => options[key] !== undefined)?.[0];
  if (!options.yield) {
    const idle = givenOf(OF_YIELDS);
    if (idle !== undefined) throw new UsageError(`${idle} needs --yield`);
    return;
  }
  const other = givenOf(OF_OBSERVATIONS);
  if (other !== undefined) throw new UsageError(`${other} does not apply to --yield`);
  const isOfArchive = options.archive !== undefined || namedSources(options.weather) !== undefined;
  const period = isOfArchive ? undefined : givenOf(OF_ARCHIVES);
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
    ...(kwp !== undefined && { kwp }),
    ...(surface_tilt !== undefined && { surface_tilt }),
    ...(surface_azimuth !== undefined && { surface_azimuth }),
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
