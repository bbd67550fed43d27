/** The description of a system that the options of `irradiance yield` make, alone or over a file. */
import { readFile } from "node:fs/promises";
import { snakeCase } from "../../system/fields.js";
import type { PvPlane } from "../../system/index.js";
import { UsageError } from "../errors.js";
import { trackerFlag } from "../tracker-options.js";
import { MODULES } from "./choices.js";
import { planesOf } from "./planes.js";
import type { YieldFlags } from "./rows.js";
import { longOf, SYSTEM_OPTIONS, type SystemOption, storedAs } from "./system-options.js";

/** As JSON has it: with `planes`, unless the best one is wanted. */
export type Description = { readonly [key: string]: unknown };
type Open = { [key: string]: unknown };

/** @throws UsageError for a file that cannot be read, and for options that describe planes beside one */
export async function descriptionOf(flags: YieldFlags): Promise<Description> {
  const { system: file } = flags;
  if (file !== undefined) refusePlanes(flags);
  const json: Open = file === undefined ? {} : await jsonOf(file, "--system", "a system");
  for (const option of givenOptions(flags)) set(json, option.path, await writtenValue(option, flags));
  if (file !== undefined) return json;
  const planes = planesOf(flags);
  return {
    ...(planes !== undefined && { planes: planes.map(planeJson) }),
    ...json,
    ...(flags.bifacial !== undefined && { bifacial: { factor: flags.bifacial } }),
  };
}

/** Of the description; the planes' are others. */
export function givenOptions(flags: YieldFlags): readonly SystemOption[] {
  return SYSTEM_OPTIONS.filter((option) => stored(flags, option) !== undefined);
}

function stored(flags: YieldFlags, option: SystemOption): unknown {
  return (flags as unknown as Open)[storedAs(option)];
}

/** @throws UsageError for a data sheet that cannot be read */
async function writtenValue(option: SystemOption, flags: YieldFlags): Promise<unknown> {
  const value = stored(flags, option);
  if (option.path !== "module" || MODULES.includes(value as string)) return value;
  if (!/\.json$/i.test(value as string)) return { name: value };
  const sheet = await jsonOf(value as string, longOf(option), "a data sheet");
  return ["datasheet", "cec", "sapm"].some((key) => key in sheet) ? sheet : { datasheet: sheet };
}

/** An option replaces what the file says there, in either spelling. */
function set(json: Open, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop()!;
  let at = json;
  for (const key of keys)
    at = ((at[snakeCase(key)] as Open | undefined) ??= (at[key] as Open | undefined) ?? {}) as Open;
  if (last !== snakeCase(last)) delete at[last];
  at[snakeCase(last)] = value;
}

/** @throws UsageError naming the option */
async function jsonOf(file: string, option: string, what: string): Promise<Open> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${option}: ${file} cannot be read (${cause.code})`, { cause });
  });
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new UsageError(`${option}: ${file} must be JSON (${(cause as Error).message})`, { cause });
  }
  if (typeof found === "object" && found !== null && !Array.isArray(found)) return found as Open;
  throw new UsageError(
    `${option}: ${file} must be ${what} as a JSON object, got ${Array.isArray(found) ? "a list" : found}`,
  );
}

/** @throws UsageError naming the first that is given */
function refusePlanes(flags: YieldFlags): void {
  const given = {
    ...{ "--plane": flags.plane, "--surface-tilt": flags.surfaceTilt, "--surface-azimuth": flags.surfaceAzimuth },
    ...{ "--kwp": flags.kwp, "--tracking-mode": flags.trackingMode, "--rows": flags.rows, "--blocks": flags.blocks },
    "--bifacial": flags.bifacial,
  };
  const named = Object.entries(given).find(([, value]) => value !== undefined)?.[0] ?? trackerFlag(flags);
  if (named === undefined) return;
  throw new UsageError(
    `${named} describes planes, and so does --system ${flags.system}: write it there, or leave it out`,
  );
}

/** With keys as JSON has them. */
export function planeJson(plane: PvPlane): Description {
  return Object.fromEntries(
    Object.entries(plane).flatMap(([key, value]) => {
      if (value === undefined) return [];
      return [[snakeCase(key), typeof value === "object" ? planeJson(value as PvPlane) : value]];
    }),
  );
}
