/** What is wrong with the options of `irradiance yield`, said before any weather is read, in the terms of these options. */

import { type PvPlane, type PvSystem, readSystem, resolveSystem } from "../../system/index.js";
import { checkUncertainty } from "../../yield/uncertainty/uncertainty-of.js";
import { type FileOption, namedSources, OF_FILES, refuseFileOptions } from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { inFlags } from "../option-names.js";
import { type Description, descriptionOf, givenOptions } from "./description.js";
import type { YieldFlags } from "./rows.js";
import { longOf, SYSTEM_OPTIONS, type SystemOption } from "./system-options.js";

/** Options of files that sources by name take, too. */
const OF_SOURCES: readonly FileOption[] = ["--year", "--temperature", "--closure", "--accept-doubts"];

export interface AskedSystem {
  readonly description: Description;
  /** Its planes are one for the search if the best is wanted. */
  readonly system: PvSystem;
  readonly wantsBest: boolean;
}

/** @throws UsageError for values out of range, and for options that would do nothing */
export async function checkFlags(flags: YieldFlags): Promise<AskedSystem> {
  if (flags.models?.pv !== undefined) {
    throw new UsageError(
      "yield does not take --models pv: it computes the PVWatts chain stage by stage; --module, --iam, --cell-temperature and --spectrum change it",
    );
  }
  if (flags.weather === undefined) {
    const idle = Object.entries(OF_FILES).find(([, key]) => flags[key] !== undefined)?.[0];
    if (idle !== undefined) throw new UsageError(`${idle} needs --weather: it describes a weather file`);
  } else if (flags.randomSeed !== undefined) {
    throw new UsageError("--random-seed applies to a generated year: leave out --weather or --random-seed");
  } else if (namedSources(flags.weather) !== undefined) {
    refuseFileOptions(flags, flags.weather, OF_SOURCES);
  }
  checkShares(flags.uncertainty);
  const description = await descriptionOf(flags);
  const wantsBest = flags.system === undefined && description.planes === undefined;
  try {
    const read = readSystem(wantsBest ? { ...description, planes: [{ kwp: flags.kwp }] } : description, "yield");
    return { description, system: await resolveSystem(read), wantsBest };
  } catch (cause) {
    throw inOptions(cause, flags);
  }
}

/** @throws UsageError before any weather is read */
function checkShares(given: YieldFlags["uncertainty"]): void {
  try {
    checkUncertainty(given, "options.uncertainty");
  } catch (cause) {
    throw new UsageError(inFlags((cause as Error).message), { cause });
  }
}

/** An error of the library; one about the system says so in the terms of what it was read from. */
export function inOptions(cause: unknown, flags: YieldFlags): unknown {
  const { message } = cause as Error;
  const words = systemWords(message, flags);
  return words === message ? cause : new UsageError(words, { cause });
}

/** A message about the system, in the terms of its options, or of its file. */
export function systemWords(message: string, flags: YieldFlags): string {
  const given = givenOptions(flags);
  // One about the weather only names a key in passing.
  const isAboutSystem = /^(?:\w+: )?system\b/.test(message);
  let isOfFile = false;
  const whole = message.replace(
    /^\w+: system(?= has )/,
    flags.system === undefined ? "the system" : `${flags.system}: the system`,
  );
  const text = whole.replace(/\bsystem\.([\w.[\]]*\w\]?)(: )?/g, (all, path: string, colon = "") => {
    const option = given.find((one) => isAt(path, one));
    if (option !== undefined) return `${longOf(option)}${restWords(path.slice(option.path.length))}${colon}`;
    if (flags.system === undefined) return planeWords(path, flags.plane, colon);
    if (!isAboutSystem) return all;
    isOfFile = true;
    return `${path}${colon}`;
  });
  const bare = (text === message ? text : text.replace(/^\w+: /, "")).replace(/(--[\w-]{1,40}) "(\w{1,40})"/g, "$1 $2");
  return isOfFile ? `${flags.system}: ${bare}` : bare;
}

/** `.dc` → ` dc`, `[11]` as it is */
function restWords(rest: string): string {
  return rest.replace(/\.(\w+)/g, (_all, key: string) => ` ${kebab(key)}`);
}

function isAt(path: string, { path: own }: SystemOption): boolean {
  return path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`);
}

/** Trackers and rows have theirs in common for all planes, under the names that `inFlags` knows. */
function planeWords(path: string, list: readonly PvPlane[] | undefined, colon: string): string {
  const [, index, key = ""] = /^planes\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
  if (index === undefined) {
    const option = SYSTEM_OPTIONS.find((one) => isAt(path, one));
    if (option !== undefined) return `${longOf(option)}${restWords(path.slice(option.path.length))}${colon}`;
    return `--${kebab(path.replace(/^bifacial\.factor$/, "bifacial"))}${colon}`;
  }
  if (key === "rows") return `--rows${colon}`;
  // Of a whole plane: a single one needs no name.
  if (key === "") return list === undefined ? "" : `--plane ${planeText(list[Number(index)]!)}${colon}`;
  const [, ofTracker] = /^(?:tracker|rows)\.(.+)$/.exec(key) ?? [];
  if (ofTracker !== undefined) return `context.tracker.${ofTracker}${colon}`;
  return `${list === undefined ? `--${kebab(key)}` : `--plane ${planeText(list[Number(index)]!)}: ${key}`}${colon}`;
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (big) => `-${big.toLowerCase()}`);
}

function planeText({ trackingMode, surfaceTilt, surfaceAzimuth, kwp }: PvPlane): string {
  return trackingMode === "1_axis" ? `tracker/${kwp}` : `${surfaceTilt}/${surfaceAzimuth}/${kwp}`;
}
