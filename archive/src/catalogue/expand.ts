/** An entry of the catalogue as descriptions of sources, at its public host or at another address. */
import { resolve } from "node:path";
import type { SourceName } from "irradiance-engine/shared";
import { below, isRemote, locationOf } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";
import { withKey } from "./account.js";
import { catalogueEntry } from "./catalogue.js";
import type { CatalogueEntry, EntrySource } from "./entry.js";

/** What a description says of an entry. */
export interface CatalogueChoice {
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
  if (entry.needsFolder !== undefined && address === undefined) throw refused(entry.needsFolder);
  const own = withKey(entry, environment, address);
  const hasKey = entry.account !== undefined && own[entry.account.variable] !== undefined;
  return entry.sources.map((source) => {
    const { location, headers, ...rest } = source.described;
    const description = {
      ...rest,
      ...common,
      ...(location === undefined ? { location: address } : { location: placed(String(location), address, entry) }),
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
  const home = homeAt(address, entry);
  return isRemote(home) ? below(home, path) : resolve(home, path);
}

function hostsOf({ sources, follows = [] }: CatalogueEntry): ReadonlySet<string> {
  const all = [
    ...sources.map(({ described }) => String(described.location ?? "")),
    ...follows.map((one) => one.address),
  ];
  return new Set(all.filter(isRemote).map((one) => new URL(one).hostname));
}

function homeAt(address: string, { name }: CatalogueEntry): string {
  try {
    return locationOf(address, `${name}=`);
  } catch (cause) {
    throw refused((cause as Error).message, cause);
  }
}

function refused(message: string, cause?: unknown): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_DESCRIPTION", message, cause === undefined ? {} : { cause });
}
