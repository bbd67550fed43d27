/** NetCDF and HDF5 files of this machine as a source: those of the Climate Data Store, of satellites, and of the NSRDB. */
import { readdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { budgetOf, inTurns, type ReadOptions } from "../budget.js";
import { isRemote, locationOf, unreadable, unusable } from "../bytes/location.js";
import type { Hierarchy } from "../cf/array.js";
import { METADATA } from "../cf/cf-source.js";
import { type Listing, listingOf } from "../cf/dataset.js";
import type { CfOptions } from "../cf/options.js";
import { arraySource } from "../cf/runs-source.js";
import type { WeatherSource } from "../source.js";
import { isClassic, readClassic } from "./classic.js";
import type { SiteTable } from "./hdf5-messages.js";
import { type Hdf5Thread, hdf5Thread } from "./hdf5-thread.js";
import { hierarchyOf, isOfSameSites, joinedInTime } from "./joined.js";

// What an operator says of NetCDF and HDF5 files.

export interface NetcdfOptions extends CfOptions {
  /** How settings, answers and logs name it. Default: "netcdf". */
  readonly id?: string | undefined;
  /**
   * A file, or a folder: all files in it that end in `.nc`, `.nc4`, `.h5`, `.hdf5` or `.cdf` are one after the other in time; several of the
   * same times may have other variables each.
   */
  readonly location: string;
}

/** Files of a folder: ten years of days. */
const MOST_FILES = 4_000;
const ENDINGS = /\.(nc|nc4|h5|hdf5|cdf)$/i;

/**
 * NetCDF-4 and HDF5 need the package h5wasm, which runs in a thread of its own; NetCDF-3 needs nothing.
 *
 * @throws TypeError or RangeError for invalid options, naming them; `offer` reports problems of the files
 */
export function netcdfSource(options: NetcdfOptions): WeatherSource {
  const { id = "netcdf" } = options;
  const location = locationOf(options.location, "location");
  if (isRemote(location)) {
    throw new RangeError(
      "location must be a file or folder on this machine; a reference file makes remote files a Zarr store, docs/how-to/archives.md",
    );
  }
  const thread = hdf5Thread();
  const load = (_: readonly string[], use: ReadOptions) => readAll(thread, location, use);
  return arraySource({ id, what: "NetCDF or HDF5 files", location, load, close: () => thread.close() }, options);
}

/**
 * The arrays of a file, or of all files of a folder as one.
 *
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for what is not there or no such file
 * @experimental
 */
export async function inspectNetcdf(
  path: string,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Listing> {
  const thread = hdf5Thread();
  try {
    return listingOf(await readAll(thread, locationOf(path, "path"), { signal, budget: budgetOf(METADATA) }));
  } finally {
    await thread.close();
  }
}

async function readAll(thread: Hdf5Thread, location: string, use: ReadOptions): Promise<Hierarchy> {
  const paths = await pathsOf(location);
  use.budget.take("files", paths.length);
  const tables: SiteTable[] = [];
  const files = await inTurns(paths, 4, (path) => readFile(thread, path, tables, use));
  return files.length === 1 ? files[0]! : joinedInTime(files, location, use);
}

async function pathsOf(location: string): Promise<string[]> {
  const about = await stat(location).catch(() => undefined);
  if (about === undefined) throw unreadable(location, "there is no such file or folder", "not there");
  if (!about.isDirectory()) return [location];
  const names = (await readdir(location)).filter((name) => ENDINGS.test(name)).sort();
  if (names.length === 0)
    throw unreadable(location, "there are no files in it that end in .nc, .nc4, .h5, .hdf5 or .cdf", "not there");
  if (names.length > MOST_FILES) throw unusable(location, `it has ${names.length} files, more than ${MOST_FILES}`);
  return names.map((name) => resolve(location, name));
}

/** @param tables of sites that were read before: years of the same millions of sites have them in common */
async function readFile(thread: Hdf5Thread, path: string, tables: SiteTable[], use: ReadOptions): Promise<Hierarchy> {
  if (await isClassic(path)) return readClassic(path, use);
  const described = await thread.describe(path, use.signal);
  if (described === undefined) throw unreadable(path, "there is no such file", "not there");
  const { sites } = described;
  if (sites === undefined) return hierarchyOf(thread, path, described);
  const known = tables.find((one) => isOfSameSites(one, sites));
  if (known === undefined) tables.push(sites);
  return hierarchyOf(thread, path, { ...described, sites: { ...sites, ...known, times: sites.times } });
}
