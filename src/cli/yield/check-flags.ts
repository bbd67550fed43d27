/** What is wrong with the options of `irradiance yield`, said before any weather is read, in the terms of these options. */

import { checkSystem } from "../../system/checked.js";
import type { YieldPlane } from "../../yield/index.js";
import { UsageError } from "../errors.js";
import { planesOf, systemOf } from "./options.js";
import type { YieldFlags } from "./rows.js";

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

/**
 * @returns the planes that are given; undefined: the best one is wanted
 * @throws UsageError for values out of range, and for options that would do nothing
 */
export function checkFlags(flags: YieldFlags): readonly YieldPlane[] | undefined {
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
  const planes = planesOf(flags);
  try {
    checkSystem({ ...systemOf(flags), planes: planes ?? [{ kwp: flags.kwp }] });
  } catch (cause) {
    throw new UsageError(inYieldFlags((cause as Error).message, planes, flags.plane !== undefined), { cause });
  }
  return planes;
}

/**
 * A message of the library about the system, with the options that it was made of. Trackers and rows have theirs in common for all
 * planes, under the names that `inFlags` knows.
 */
function inYieldFlags(message: string, planes: readonly YieldPlane[] | undefined, isList: boolean): string {
  return message
    .replace(/^yieldOf: /, "")
    .replace(/\bsystem\.planes\[\d+\]\.(?:tracker|rows)\./g, "context.tracker.")
    .replace(/\bsystem\.planes\[(\d+)\]\.(\w+)/g, (_all, index, key) =>
      isList ? `--plane ${planeText(planes![Number(index)]!)}: ${key}` : `--${kebab(key)}`,
    )
    .replace(/\bsystem\.losses\.(\w+)/g, "--losses $1")
    .replace(/\bsystem\.gammaPdc\b/g, "--gamma")
    .replace(/\bsystem\.(\w+)/g, (_all, key: string) => `--${kebab(key)}`);
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (big) => `-${big.toLowerCase()}`);
}

function planeText({ trackingMode, surfaceTilt, surfaceAzimuth, kwp }: YieldPlane): string {
  return trackingMode === "1_axis" ? `tracker/${kwp}` : `${surfaceTilt}/${surfaceAzimuth}/${kwp}`;
}
