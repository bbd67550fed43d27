/** An entry of the catalogue as descriptions of sources, at its public host or at another address. */
import { resolve } from "node:path";
import { shown } from "irradiance-engine/internal/shared";
import { isSourceName, nearestSource, SOURCE_NAMES, type SourceName } from "irradiance-engine/internal/weather";
import { below, isRemote, locationOf } from "../bytes/location.js";
import { wrongIn } from "../errors.js";
import { withKey } from "./compare.js";
import { DYNAMICAL } from "./entries/dynamical.js";
import { OPEN_METEO } from "./entries/open-meteo.js";
import { ERA5, ERA5_LAND, NASA_POWER } from "./entries/reanalyses.js";
import { DWD_SIS, GOES, SARAH } from "./entries/satellites.js";
import type { CatalogueEntry, EntrySource } from "./entry.js";

// The catalogue of public sources: a name for each, in place of a description.

/** @experimental */
export const CATALOGUE: { readonly [name in SourceName]: CatalogueEntry } = {
  era5: ERA5,
  "era5-land": ERA5_LAND,
  "open-meteo": OPEN_METEO,
  "nasa-power": NASA_POWER,
  "dwd-sis": DWD_SIS,
  goes: GOES,
  sarah: SARAH,
  ...DYNAMICAL,
};

/**
 * The entry of a name.
 *
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` for another name, with the one that was likely meant
 */
export function catalogueEntry(name: string): CatalogueEntry {
  if (isSourceName(name)) return CATALOGUE[name];
  const near = typeof name === "string" ? nearestSource(name) : undefined;
  const hint = near === undefined ? "" : ` (Did you mean ${near}?)`;
  throw wrongIn(`a source of the catalogue must be one of ${SOURCE_NAMES.join(", ")}, got ${shown(name)}${hint}`);
}

/** What a description says of an entry. */
interface CatalogueChoice {
  readonly name: SourceName;
  /** In place of the public host: the paths below it stay. */
  readonly address?: string | undefined;
  /** In place of the entry's name in the ids of its sources. */
  readonly id?: string | undefined;
  /** Keys that all its sources take, such as `bounds`. */
  readonly common?: Readonly<Record<string, unknown>> | undefined;
}

export interface Expanded {
  readonly description: { readonly kind: string; readonly id: string; readonly [key: string]: unknown };
  /** With the account's key. */
  readonly environment: Environment;
  readonly source: EntrySource;
}

type Environment = { readonly [name: string]: string | undefined };

/** @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION`: no such entry, a key that is missing or broken, a folder that must be given */
export function expanded(choice: CatalogueChoice, environment: Environment): readonly Expanded[] {
  const entry = catalogueEntry(choice.name);
  const { address, id = entry.name, common = {} } = choice;
  if (entry.needsFolder !== undefined && address === undefined) throw wrongIn(entry.needsFolder);
  const own = withKey(entry, environment, address);
  const hasKey = entry.account !== undefined && own[entry.account.variable] !== undefined;
  return entry.sources.map((source) => {
    const { location, headers, ...rest } = source.described;
    const description = {
      ...rest,
      ...common,
      location: location === undefined ? address : placed(String(location), address, entry),
      ...(headers !== undefined && hasKey && { headers }),
      id: `${id}${source.described.id.slice(entry.name.length)}`,
    };
    return { description, environment: own, source };
  });
}

/**
 * A public address below another one: https://host/path becomes ADDRESS/path. Where an entry has several hosts, ADDRESS has a folder
 * for each, by the first word of its name: a mirror is a folder, or one bucket at its host's root, that holds them all.
 */
export function placed(location: string, address: string | undefined, entry: CatalogueEntry): string {
  if (address === undefined || !isRemote(location)) return location;
  const { pathname, hostname } = new URL(location);
  const folder = hostsOf(entry).size > 1 ? `${hostname.split(".", 1)[0]}/` : "";
  const path = `${folder}${decodeURIComponent(pathname.replace(/^\//, ""))}`;
  let home: string;
  try {
    home = locationOf(address, `${entry.name}=`);
  } catch (cause) {
    throw wrongIn((cause as Error).message, { cause });
  }
  return isRemote(home) ? below(home, path) : resolve(home, path);
}

function hostsOf({ sources, follows = [] }: CatalogueEntry): ReadonlySet<string> {
  const sourcesAt = sources.map(({ described }) => String(described.location ?? ""));
  const all = [...sourcesAt, ...follows.map((one) => one.address)];
  return new Set(all.filter(isRemote).map((one) => new URL(one).hostname));
}
