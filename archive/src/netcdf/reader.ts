/** A NetCDF or HDF5 file as arrays with all their values, out of memory or from the disk: for files that are read once, such as scans. */
import { readFile, stat } from "node:fs/promises";
import { tooLarge, unreadable, unusable } from "../bytes/location.js";
import type { Numbers } from "../codecs/shuffle.js";
import { messageOf } from "../errors.js";
import type { JsonObject } from "../json.js";
import { productOf } from "../lists.js";
import { beginsClassic, classicValues, HeadIsLonger, isClassic, readHeader } from "./classic.js";
import { type Hdf5Thread, hdf5Thread, WORKER } from "./hdf5-thread.js";

interface NetcdfArray {
  readonly name: string;
  /** "int16", "float32", …; undefined of what is no number, whose values cannot be read. */
  readonly type: string | undefined;
  readonly shape: readonly number[];
  readonly dimensions: readonly string[];
  readonly attributes: JsonObject;
  /**
   * All values as they are stored, neither scaled nor masked, the last dimension fastest; whole numbers of eight bytes as float64.
   *
   * @throws ArchiveError for what cannot be read, is damaged, or would be more than the file may give
   */
  values(signal: AbortSignal): Promise<Numbers>;
}

export interface NetcdfFile {
  /** Of the file itself. */
  readonly attributes: JsonObject;
  readonly arrays: ReadonlyMap<string, NetcdfArray>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly signal: AbortSignal;
  /** For messages, where the file is in memory. */
  readonly name?: string | undefined;
  /** Bytes of the file, and of one array's values. Default: 512 MiB. */
  readonly most?: number | undefined;
}

export interface NetcdfReader {
  /** @throws ArchiveError for what is not there, damaged, or no such file */
  open(source: string | Uint8Array, options: OpenOptions): Promise<NetcdfFile>;
  /** Ends its thread. */
  close(): Promise<void>;
}

const MOST = 512 * 1024 * 1024;
/** ms for one array: nobody waits for an answer, and a full disc takes some seconds on a small machine. */
const LONGEST = 30_000;

/**
 * One thread for all files that it opens, started with the first in HDF5.
 *
 * @param code what the thread runs
 */
export function netcdfReader(code: URL = WORKER): NetcdfReader {
  const thread = hdf5Thread(code, LONGEST);
  let opened = 0;
  return {
    async open(source, { signal, name = "the file", most = MOST }) {
      if (typeof source === "string") {
        if (await isClassic(source)) return classicFile(await classicBytes(source, most), source, most);
        return hdf5File(thread, source, source, undefined, { signal, most });
      }
      if (beginsClassic(source, name)) return classicFile(source, name, most);
      // A name that no file on the disk has.
      return hdf5File(thread, `\0${opened++}`, name, source, { signal, most });
    },
    close: () => thread.close(),
  };
}

async function classicBytes(path: string, most: number): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > most) throw tooLarge(path, size, most);
  return readFile(path);
}

function classicFile(bytes: Uint8Array, where: string, most: number): NetcdfFile {
  try {
    const { attributes, variables } = readHeader(bytes, bytes.length);
    const arrays = variables.map((one): [string, NetcdfArray] => {
      const { name, type, shape, itemBytes } = one;
      const values = async () => {
        checkSize(`${where}, ${name}`, shape, itemBytes, most);
        return classicValues(bytes, one);
      };
      return [name, { ...one, type: type === "text" ? undefined : type, values }];
    });
    return { attributes, arrays: new Map(arrays), close: async () => {} };
  } catch (error) {
    throw unreadable(where, error instanceof HeadIsLonger ? "its head is cut off" : messageOf(error));
  }
}

async function hdf5File(
  thread: Hdf5Thread,
  path: string,
  where: string,
  bytes: Uint8Array | undefined,
  { signal, most }: { readonly signal: AbortSignal; readonly most: number },
): Promise<NetcdfFile> {
  const named = <T>(work: Promise<T>) => work.catch((error) => Promise.reject(renamed(error, path, where)));
  const described = await named(thread.describe(path, signal, bytes));
  if (described === undefined) throw unreadable(where, "there is no such file", "not there");
  const { attributes, datasets, version } = described;
  const arrays = datasets.map((one): [string, NetcdfArray] => {
    const { name, shape, itemBytes, problem } = one;
    const values = async (use: AbortSignal) => {
      if (problem !== undefined) throw unusable(where, `${name}: ${problem}`);
      checkSize(`${where}, ${name}`, shape, itemBytes, most);
      const ranges = shape.map((n): [number, number] => [0, n]);
      return named(thread.stored(path, version, name, ranges, use));
    };
    return [name, { ...one, values }];
  });
  return { attributes, arrays: new Map(arrays), close: () => thread.forget(path) };
}

/** What is in memory has a name for messages. */
function renamed(error: unknown, path: string, where: string): unknown {
  if (error instanceof Error && path !== where) error.message = error.message.replaceAll(path, where);
  return error;
}

function checkSize(where: string, shape: readonly number[], itemBytes: number, most: number): void {
  const size = productOf(shape, itemBytes);
  if (!(size <= most)) throw tooLarge(where, size, most);
}
