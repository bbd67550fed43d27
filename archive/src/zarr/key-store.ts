/** The files of a Zarr store by their keys: in a folder, below an address, or as a reference file lists them. */
import { readdir } from "node:fs/promises";
import type { ReadOptions } from "../budget.js";
import type { ByteFile, ByteStore } from "../bytes/byte-store.js";
import { changed } from "../bytes/failures.js";
import { below, isRemote } from "../bytes/location.js";
import type { ByteRange } from "../bytes/transport.js";
import type { OneReading } from "../cf/array.js";

export interface KeyStore {
  /** For messages. */
  readonly location: string;
  /** Undefined if the store has no such key. */
  open(key: string, first: ByteRange, options: ReadOptions): Promise<ByteFile | undefined>;
  /** Names of what lies at the top, where that can be known: web servers do not list their files. */
  names(): Promise<readonly string[] | undefined>;
}

/** @throws ArchiveError `ERR_ARCHIVE_CHANGED` if the reading has seen another version of the file */
export function checkVersion({ location, version }: ByteFile, { versions }: OneReading): void {
  if ((versions?.get(location) ?? version) !== version) throw changed(location);
  versions?.set(location, version);
}

/** Largest file that is read whole, bytes: metadata of a large store, a chunk. */
export const LARGEST = 80 * 1024 * 1024;

export function folderStore(bytes: ByteStore, location: string): KeyStore {
  return {
    location,
    open: (key, first, options) => bytes.open(below(location, key), { ...options, first }),
    async names() {
      if (isRemote(location)) return undefined;
      return readdir(location).catch(() => []);
    },
  };
}
