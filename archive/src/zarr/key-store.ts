/** The files of a Zarr store by their keys: in a folder, below an address, or as a reference file lists them. */
import { readdir } from "node:fs/promises";
import type { ByteFile, ByteStore } from "../bytes/byte-store.js";
import { below, isRemote } from "../bytes/location.js";
import type { ByteRange } from "../bytes/transport.js";
import type { ReadOptions } from "../source.js";

export interface KeyStore {
  /** For messages. */
  readonly location: string;
  /** Undefined if the store has no such key. */
  open(key: string, first: ByteRange, options: ReadOptions): Promise<ByteFile | undefined>;
  /** Names of what lies at the top, where that can be known: web servers do not list their files. */
  names(): Promise<readonly string[] | undefined>;
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

/** All of a key; undefined if the store has no such key. */
export async function readKey(store: KeyStore, key: string, options: ReadOptions): Promise<Uint8Array | undefined> {
  const file = await store.open(key, { whole: LARGEST }, options);
  return file?.read(0, file.size, options);
}
