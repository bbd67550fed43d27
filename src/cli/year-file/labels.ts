/** What every file of a year says behind what the year says of itself. */
import { basename } from "node:path";
import { VERSION } from "../../version.js";

/** More files are counted. */
const MOST_NAMES = 4;

/** @param sources files, or one sentence */
export function madeFrom(sources: readonly string[]): string[] {
  const names = sources.slice(0, MOST_NAMES).map((source) => basename(source));
  const rest = sources.length - names.length;
  return [
    `Source: ${names.join("; ")}${rest > 0 ? `; and ${rest} more files` : ""}`,
    `Made by irradiance-engine ${VERSION}`,
  ];
}
