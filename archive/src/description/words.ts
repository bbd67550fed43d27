/** Words of a command line as a description: names of the catalogue, live stores and other folders, and weather files. */
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { namedSource, unknownSource } from "irradiance-engine/shared";
import { cacheOf } from "../bytes/weather-cache.js";
import type { Description, DescriptionOptions } from "./description.js";
import { wrongIn } from "./fields.js";
import { CATALOGUE_KIND, KINDS } from "./kinds.js";
import { openAll } from "./open-all.js";

/** @experimental */
export interface WordsOptions extends DescriptionOptions {
  /** km: largest distance of a weather file from a place. */
  readonly maxDistanceKm?: number | undefined;
}

/**
 * The sources that words name, in their order: `era5`, `era5=https://mirror.example`, a file, a folder. All files are one source.
 * A file that is named as a source is written `./era5`.
 *
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` for a word that is neither, with what was likely meant
 * @experimental
 */
export async function describeWords(words: readonly string[], options: WordsOptions = {}): Promise<Description> {
  const { environment = process.env, maxDistanceKm, cache = "off" } = options;
  const found = await Promise.all(words.map(sourceOf));
  const files = found.flatMap(({ kind, location }) => (kind === "files" ? [location] : []));
  const sources = found.flatMap((source, k) => {
    if (source.kind !== "files") return [source];
    const isFirst = found.findIndex(({ kind }) => kind === "files") === k;
    return isFirst ? [{ ...source, location: files, ...(maxDistanceKm !== undefined && { maxDistanceKm }) }] : [];
  });
  const given = sources.map((source) => ({ given: source, where: String(source.name ?? source.kind) }));
  const opened = openAll(given, { folder: process.cwd(), environment, cache: cacheOf(cache) });
  return { ...opened, timeout: undefined, limits: undefined };
}

interface FoundSource {
  readonly kind: string;
  readonly [key: string]: unknown;
}

async function sourceOf(word: string): Promise<FoundSource> {
  const named = namedSource(word);
  if (named !== undefined) {
    const { name, address } = named;
    // Shells leave a tilde behind an equals sign as it is.
    return {
      kind: CATALOGUE_KIND.name,
      name,
      ...(address !== undefined && { address: address.replace(/^~(?=\/)/, homedir()) }),
    };
  }
  for (const [kind, { more }] of Object.entries(KINDS)) {
    if (await more?.isAt?.(word)) return { kind, location: word };
  }
  const unknown = unknownSource(word);
  // A path may be made later, and is watched; a bare word that is nothing was mistyped.
  if (unknown !== undefined && !(await isThere(word))) throw wrongIn(unknown);
  return { kind: "files", location: word };
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
