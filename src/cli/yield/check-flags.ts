/** What is wrong with the options of `irradiance yield`, said before any weather is read, in the terms of these options. */

import { type PvPlane, type PvSystem, readSystem } from "../../system/index.js";
import { UsageError } from "../errors.js";
import { type Description, descriptionOf, givenOptions } from "./description.js";
import type { YieldFlags } from "./rows.js";
import { longOf, type SystemOption } from "./system-options.js";

/** Options that describe a file of weather. */
const OF_FILES = {
  "--label": "label",
  "--time-offset": "timeOffset",
  "--year": "year",
  "--columns": "columns",
  "--units": "units",
  "--date-format": "dateFormat",
  "--delimiter": "delimiter",
  "--decimal": "decimal",
  "--weather-time-zone": "weatherTimeZone",
  "--duplicates": "duplicates",
  "--temperature": "temperature",
  "--closure": "closure",
  "--typical-year": "typicalYear",
  "--trust-clock": "trustClock",
  "--drop-flagged": "dropFlagged",
  "--accept-doubts": "acceptDoubts",
} as const satisfies { readonly [flag: string]: keyof YieldFlags };

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
  }
  const description = await descriptionOf(flags);
  const wantsBest = flags.system === undefined && description.planes === undefined;
  try {
    const system = readSystem(wantsBest ? { ...description, planes: [{ kwp: flags.kwp }] } : description, "yield");
    return { description, system, wantsBest };
  } catch (cause) {
    throw new UsageError(inOptions((cause as Error).message, flags), { cause });
  }
}

/** A message of the library about the system, in the terms of what it was read from: options, or a file. */
function inOptions(message: string, flags: YieldFlags): string {
  const given = givenOptions(flags);
  let isOfFile = flags.system !== undefined;
  const text = message.replace(/^yield: /, "").replace(/\bsystem\.([\w.[\]]+)/g, (_all, path: string) => {
    const option = given.find((one) => isAt(path, one));
    if (option !== undefined) {
      isOfFile = false;
      return [
        longOf(option),
        ...path
          .slice(option.path.length + 1)
          .split(".")
          .map(kebab),
      ]
        .join(" ")
        .trim();
    }
    return flags.system === undefined ? planeWords(path, flags.plane) : path;
  });
  return isOfFile ? `${flags.system}: ${text}` : text;
}

function isAt(path: string, { path: own }: SystemOption): boolean {
  return path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`);
}

/** Trackers and rows have theirs in common for all planes, under the names that `inFlags` knows. */
function planeWords(path: string, list: readonly PvPlane[] | undefined): string {
  const [, index, key = ""] = /^planes\[(\d+)\]\.(.+)$/.exec(path) ?? [];
  if (index === undefined) return `--${kebab(path)}`;
  const [, ofTracker] = /^(?:tracker|rows)\.(.+)$/.exec(key) ?? [];
  if (ofTracker !== undefined) return `context.tracker.${ofTracker}`;
  return list === undefined ? `--${kebab(key)}` : `--plane ${planeText(list[Number(index)]!)}: ${key}`;
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (big) => `-${big.toLowerCase()}`);
}

function planeText({ trackingMode, surfaceTilt, surfaceAzimuth, kwp }: PvPlane): string {
  return trackingMode === "1_axis" ? `tracker/${kwp}` : `${surfaceTilt}/${surfaceAzimuth}/${kwp}`;
}
