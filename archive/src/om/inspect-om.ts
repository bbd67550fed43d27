/** The arrays of a single OM file, for who wants to know what it is: it says nothing of its grid, its times and its units. */
import { budgetOf } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { unreadable } from "../bytes/failures.js";
import { folderOf, locationOf } from "../bytes/location.js";
import type { ListedArray } from "../facts.js";
import { TYPES } from "./codecs/chunk.js";
import { openOm } from "./om-file.js";
import type { OmArray, OmVariable } from "./variables.js";

/** A map has a hundred variables. */
const LIMITS = { files: 10, bytes: 64 * 1024 * 1024, values: 0 };

/**
 * @param location path or address of the file
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for what is not there, or no OM file
 * @experimental
 */
export async function inspectOm(
  location: string,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly ListedArray[]> {
  const at = locationOf(location, "location");
  const use = { signal, budget: budgetOf(LIMITS) };
  const file = await openOm(byteStore({ allow: [folderOf(at)] }), at, 0, use);
  if (file === undefined) throw unreadable(at, "there is no such file", "not there");
  const inside = await file.children(file.root, use);
  return [file.root, ...inside].flatMap(arrayOf);
}

function arrayOf({ name, array }: OmVariable): ListedArray[] {
  return array === undefined ? [] : [listedArray(name || "(no name)", array)];
}

export function listedArray(name: string, { type, compression, shape, chunks }: OmArray): ListedArray {
  const form = `${TYPES[type].name} (${compression})`;
  return { name, type: form, units: undefined, dimensions: [], shape, chunks };
}
