/** Which disk keeps the bytes of a remote source between processes: one cache for all sources of a process that name its folder. */
import { join, resolve } from "node:path";
import { cacheFolder } from "./cache-folder.js";
import { type DiskCache, type DiskCacheOptions, diskCache } from "./disk-cache.js";
import { isOfThisMachine, isRemote } from "./location.js";

/**
 * `off`: nothing is kept. Without a folder it is the user's cache folder, and nothing is kept of servers on this machine. Default of
 * `bytes`, the most that it holds: 4 GiB.
 * @experimental
 */
export type WeatherCache =
  | "off"
  | { readonly [option in keyof DiskCacheOptions]?: DiskCacheOptions[option] | undefined };

/** The cache of a source at a location. */
export type CacheOf = (location: string) => DiskCache | undefined;

const MOST = 4 * 1024 ** 3;
const opened = new Map<string, DiskCache>();

/** @throws TypeError, RangeError for a folder or size that cannot be one, naming it */
export function cacheOf(choice: WeatherCache): CacheOf {
  if (choice === "off") return () => undefined;
  const { folder, bytes = MOST } = choice;
  const cache = cacheIn({ folder: folder ?? join(cacheFolder(), "weather"), bytes });
  const isKept = (location: string) => isRemote(location) && (folder !== undefined || !isOfThisMachine(location));
  return (location) => (isKept(location) ? cache : undefined);
}

function cacheIn({ folder, bytes }: DiskCacheOptions): DiskCache {
  const key = `${bytes} ${resolve(String(folder))}`;
  const cache = opened.get(key) ?? diskCache({ folder, bytes });
  opened.set(key, cache);
  return cache;
}
