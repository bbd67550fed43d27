/** NetCDF files of the classic format as arrays of the CF conventions: values are read where they lie, none of them compressed. */
import { type FileHandle, open } from "node:fs/promises";
import type { ReadOptions } from "../budget.js";
import { changed, unreadable, unusable } from "../bytes/failures.js";
import { type FileVersion, fileVersion } from "../bytes/file-version.js";
import type { CfArray, Hierarchy } from "../cf/array.js";
import { inTurns } from "../deadline.js";
import { messageOf } from "../errors.js";
import type { JsonObject } from "../json.js";
import { type ClassicHead, type ClassicVariable, HeadIsLonger, numberAt, readHeader } from "./classic-header.js";

/** Bytes of a head that are read first, and at most. */
const HEAD = 64 * 1024;
const LARGEST_HEAD = 16 * 1024 * 1024;
/** Values at most this many bytes apart are read together with the bytes between them. */
const CLOSE = 1024;
/** Bytes that are read at once; and reads at once of what lies further apart. */
const SLAB = 1024 * 1024;
const WIDTH = 16;

/** What else files of such a name begin with, and what to do with them. */
const OTHERS: readonly (readonly [begins: readonly string[], what: string])[] = [
  [["PK\x03\x04"], "it is a ZIP, as the Climate Data Store packs its files: unpack it"],
  [["\x1f\x8b"], "it is packed by gzip: unpack it"],
  [["BZh"], "it is packed by bzip2: unpack it"],
  [["GRIB"], "it is GRIB: convert it to NetCDF, for instance with cdo -f nc copy"],
  [
    ["<!DOCTYPE", "<!doctype", "<html", "<HTML", "<?xml"],
    "it is a web page and no data: what was asked for was not sent",
  ],
];

/** Whether a file begins as those of the classic format do. @throws ArchiveError for one that is neither such a file nor HDF5 */
export async function isClassic(path: string): Promise<boolean> {
  const file = await open(path, "r").catch(() => {
    throw unreadable(path, "it cannot be opened", "unreachable");
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return beginsClassic(buffer.subarray(0, bytesRead), path);
  } finally {
    await file.close();
  }
}

/** @throws as `isClassic` */
export function beginsClassic(bytes: Uint8Array, where: string): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const other = OTHERS.find(([begins]) => begins.some((begin) => head.startsWith(begin)));
  if (other !== undefined) throw unusable(where, other[1]);
  return bytes[0] === 0x43 && bytes[1] === 0x44 && bytes[2] === 0x46;
}

export async function readClassic(path: string, { signal }: ReadOptions): Promise<Hierarchy> {
  return withFile(path, async (file) => {
    const { size, version } = await versionOf(file);
    const { variables } = await headerOf(file, path, size);
    signal.throwIfAborted();
    // A grid mapping has attributes only, and is of any type: CF 1.11, section 5.6.
    const readable = variables.filter(({ type, attributes }) => type !== "text" || isMapping(attributes));
    const arrays = new Map(readable.map((one) => [one.name, arrayOf(path, version, one)]));
    return { location: path, arrays, problems: new Map(), version };
  });
}

export function isMapping({ grid_mapping_name: name }: JsonObject): boolean {
  return typeof name === "string";
}

async function headerOf(file: FileHandle, path: string, size: number): Promise<ClassicHead> {
  for (let length = HEAD; ; length *= 16) {
    const bytes = await bytesAt(file, 0, Math.min(length, size));
    try {
      return readHeader(bytes, size);
    } catch (error) {
      if (error instanceof HeadIsLonger && length < Math.min(size, LARGEST_HEAD)) continue;
      if (error instanceof HeadIsLonger) throw unreadable(path, "its head is cut off");
      throw unreadable(path, messageOf(error));
    }
  }
}

function arrayOf(path: string, version: string, variable: ClassicVariable): CfArray {
  const { name, type, itemBytes, shape, dimensions, attributes } = variable;
  const chunks = shape.map((n, k) => (k === 0 ? n : 1));
  return {
    path: name,
    type,
    shape,
    chunks,
    dimensions,
    attributes,
    fill: Number.NaN,
    isFillMissing: false,
    chunkBytes: itemBytes * (shape[0] ?? 1),
    line: (axis, from, to, at, options) =>
      withFile(path, async (file) => {
        options.budget.take("files", 1);
        options.versions?.set(path, version);
        if ((await versionOf(file)).version !== version) throw changed(path);
        const values = await readLine(file, variable, axis, from, to, at, options);
        // A file that is written to in place.
        if ((await versionOf(file)).version !== version) throw changed(path);
        return values;
      }),
  };
}

async function readLine(
  file: FileHandle,
  { type, itemBytes, shape, begin, record }: ClassicVariable,
  axis: number,
  from: number,
  to: number,
  at: readonly number[],
  { signal, budget }: ReadOptions,
): Promise<Float64Array> {
  const strides = shape.map((_, d) =>
    d === 0 && record !== undefined ? record : shape.slice(d + 1).reduce((product, n) => product * n, itemBytes),
  );
  const step = strides[axis] ?? itemBytes;
  const first = at.reduce((sum, index, d) => sum + (d === axis ? from : index) * strides[d]!, begin);
  const values = new Float64Array(to - from);
  const together = step <= CLOSE ? Math.max(1, Math.floor((SLAB - itemBytes) / step)) : 1;
  const starts = Array.from({ length: Math.ceil(values.length / together) }, (_, k) => k * together);
  await inTurns(starts, WIDTH, async (start) => {
    signal.throwIfAborted();
    const count = Math.min(together, values.length - start);
    const length = (count - 1) * step + itemBytes;
    budget.take("bytes", length);
    const bytes = await bytesAt(file, first + start * step, length);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let k = 0; k < count; k++) values[start + k] = numberAt(view, k * step, type);
  });
  return values;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw new RangeError(`it ends at ${position + read}`);
    read += bytesRead;
  }
  return bytes;
}

async function versionOf(file: FileHandle): Promise<FileVersion> {
  return fileVersion(await file.stat({ bigint: true }));
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, "r").catch((error) => {
    throw unreadable(path, messageOf(error));
  });
  try {
    return await work(file);
  } catch (error) {
    throw error instanceof RangeError ? unreadable(path, error.message) : error;
  } finally {
    await file.close();
  }
}
