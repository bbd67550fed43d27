/**
 * Names of public sources of weather, as `--weather` takes them in place of a file. What lies behind them is irradiance-archive's
 * (its catalogue); here are the names alone, so that the library knows a name from a path without it.
 */
import { nearestName } from "../../foundation/text/nearest-name.js";

export const SOURCE_NAMES = [
  ...(["era5", "era5-land", "open-meteo", "nasa-power", "dwd-sis", "goes", "sarah"] as const),
  ...(["dynamical-gfs", "dynamical-gefs", "dynamical-ifs-ens", "dynamical-aifs"] as const),
  ...(["dynamical-icon-eu", "dynamical-hrrr", "dynamical-gfs-analysis", "dynamical-gefs-analysis"] as const),
] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];

/** A name, and what stands in place of its public host: a mirror, a proxy, a folder. */
export interface NamedSource {
  readonly name: SourceName;
  readonly address: string | undefined;
}

/** @returns undefined for anything else, such as a path: a file of that name is written ./era5 */
export function namedSource(word: string): NamedSource | undefined {
  const [, name, address] = /^([a-z\d-]+)(?:=(.+))?$/s.exec(word) ?? [];
  return isSourceName(name) ? { name, address } : undefined;
}

export function isSourceName(name: unknown): name is SourceName {
  return SOURCE_NAMES.includes(name as SourceName);
}

/** The name that a mistyped one was meant to be. */
export function nearestSource(word: string): string | undefined {
  return nearestName(word, SOURCE_NAMES);
}

/**
 * What to say of a word behind which there is no file: it was meant for a name, mistyped.
 *
 * @returns undefined for what is more likely a path
 */
export function unknownSource(word: string): string | undefined {
  const [, name = "", rest] = /^(\w[\w-]*)(=.*)?$/s.exec(word) ?? [];
  if (rest === "=" && isSourceName(name)) return `${name}= must be followed by an address or a folder, got nothing`;
  const near = nearestSource(name);
  if (name === "" || near === undefined) return undefined;
  return `there is no file and no source ${JSON.stringify(name)} (Did you mean ${near}?); sources are ${SOURCE_NAMES.join(", ")}`;
}
