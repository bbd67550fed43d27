/**
 * NetCDF files of the classic format, its 64-bit offset and 64-bit data variants (Unidata, "NetCDF Classic Format Specification"), as
 * arrays of the CF conventions: values are read where they lie, none of them compressed.
 */
import { type FileHandle, open } from "node:fs/promises";
import { inTurns, type ReadOptions } from "../budget.js";
import { readFully, versionOf } from "../bytes/blocks.js";
import { changed, unreadable, unusable } from "../bytes/location.js";
import type { CfArray, Hierarchy } from "../cf/array.js";
import { NUMBERS, type Numbers } from "../codecs/shuffle.js";
import { messageOf } from "../errors.js";
import type { JsonObject } from "../json.js";
import { productOf } from "../lists.js";

export interface ClassicVariable {
  readonly name: string;
  /** "int16", "float32", …; "text". */
  readonly type: ClassicType["name"];
  readonly itemBytes: number;
  readonly read: ReadNumber;
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly attributes: JsonObject;
  /** Position of the first value. */
  readonly begin: number;
  /** Bytes from a record to the next; undefined if the values lie in one piece. */
  readonly record: number | undefined;
}

export interface ClassicHead {
  /** Of the file itself. */
  readonly attributes: JsonObject;
  readonly variables: readonly ClassicVariable[];
}

/** Big-endian. */
type ReadNumber = (view: DataView, at: number) => number;

function typeOf<Name extends string>(name: Name, bytes: number, read: ReadNumber) {
  return { name, bytes, read };
}

/** By the number that stands for them, from 1 on; the last five only in the 64-bit data variant. */
const TYPES = [
  typeOf("int8", 1, (view, at) => view.getInt8(at)),
  typeOf("text", 1, (view, at) => view.getUint8(at)),
  typeOf("int16", 2, (view, at) => view.getInt16(at)),
  typeOf("int32", 4, (view, at) => view.getInt32(at)),
  typeOf("float32", 4, (view, at) => view.getFloat32(at)),
  typeOf("float64", 8, (view, at) => view.getFloat64(at)),
  typeOf("uint8", 1, (view, at) => view.getUint8(at)),
  typeOf("uint16", 2, (view, at) => view.getUint16(at)),
  typeOf("uint32", 4, (view, at) => view.getUint32(at)),
  typeOf("int64", 8, (view, at) => Number(view.getBigInt64(at))),
  typeOf("uint64", 8, (view, at) => Number(view.getBigUint64(at))),
];
type ClassicType = (typeof TYPES)[number];

const [DIMENSIONS, VARIABLES, ATTRIBUTES] = [10, 11, 12];
const MOST = 10_000;
/** Bytes of an attribute that is looked at, and of a name at most. */
export const LARGEST_ATTRIBUTE = 64 * 1024;
const STREAMING = 0xffffffff;

/** The head is longer than the bytes that were read of it. */
export class HeadIsLonger extends Error {}

/**
 * @param bytes from the beginning of the file
 * @param size of the file
 * @throws HeadIsLonger; RangeError for what contradicts itself
 */
export function readHeader(bytes: Uint8Array, size: number): ClassicHead {
  const head = new Reader(bytes);
  const version = head.byte(3);
  if (![1, 2, 5].includes(version))
    throw new RangeError(`its version ${version} of the classic format is not supported`);
  head.at = 4;
  const isLong = version === 5;
  const count = () => (isLong ? head.long() : head.word());
  const name = () => head.text(count());
  const list = <T>(tag: number, item: () => T): T[] => {
    const found = head.word();
    const length = count();
    if (length > MOST || (found !== tag && (found !== 0 || length !== 0))) throw new RangeError("its head is damaged");
    return Array.from({ length }, item);
  };
  const attribute = (): [string, unknown] => [name(), head.values(head.type(), count())];
  const declared = count();
  const dimensions = list(DIMENSIONS, () => ({ name: name(), length: count() }));
  const own = Object.fromEntries(list(ATTRIBUTES, attribute));
  const found = list(VARIABLES, () => {
    const called = name();
    const ids = Array.from({ length: few(count()) }, count);
    const attributes = Object.fromEntries(list(ATTRIBUTES, attribute));
    const type = head.type();
    count();
    const begin = version === 1 ? head.word() : head.long();
    const axes = ids.map((id) => {
      const one = dimensions[id];
      if (one === undefined) throw new RangeError(`${called} has dimension ${id}, but there are ${dimensions.length}`);
      return one;
    });
    const lengths = axes.map(({ length }) => length);
    const isRecord = lengths[0] === 0;
    const bytes = productOf(isRecord ? lengths.slice(1) : lengths, type.bytes);
    return { name: called, axes, lengths, attributes, type, begin, isRecord, bytes };
  });
  const records = found.filter(({ isRecord }) => isRecord);
  // One variable alone is packed without gaps.
  const record = records.length === 1 ? records[0]!.bytes : records.reduce((sum, one) => sum + padded(one.bytes), 0);
  const first = Math.min(...records.map(({ begin }) => begin));
  const steps = !isLong && declared === STREAMING ? Math.floor((size - first) / record) : declared;
  const variables = found.map(({ axes, lengths, isRecord, bytes, type, ...one }): ClassicVariable => {
    const last = one.begin + bytes + (isRecord ? (steps - 1) * record : 0);
    if (!(last <= size)) throw new RangeError(`it is cut off: ${one.name} ends at ${last} of ${size} bytes`);
    const shape = isRecord ? [steps, ...lengths.slice(1)] : lengths;
    const dimensions = axes.map(({ name: own }) => own);
    const kind = { type: type.name, itemBytes: type.bytes, read: type.read };
    return { ...one, ...kind, dimensions, shape, record: isRecord ? record : undefined };
  });
  return { attributes: own, variables };
}

function few(count: number): number {
  if (count > 32) throw new RangeError(`a variable has ${count} dimensions`);
  return count;
}

/** To whole words of four bytes. */
function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

class Reader {
  at = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves on by whole words, and returns where they begin. */
  private pass(length: number): number {
    const start = this.at;
    this.at += padded(length);
    if (!(this.at <= this.bytes.length)) throw new HeadIsLonger();
    return start;
  }

  byte(at: number): number {
    return this.view.getUint8(at);
  }

  word(): number {
    return this.view.getUint32(this.pass(4));
  }

  long(): number {
    return Number(this.view.getBigUint64(this.pass(8)));
  }

  text(length: number): string {
    if (length > LARGEST_ATTRIBUTE) throw new RangeError(`its head is damaged: a name of ${length} bytes`);
    const start = this.pass(length);
    return new TextDecoder().decode(this.bytes.subarray(start, start + length));
  }

  type(): ClassicType {
    const code = this.word();
    const type = TYPES[code - 1];
    if (type === undefined) throw new RangeError(`it has values of type ${code}`);
    return type;
  }

  /** Of an attribute: text, a number, or several; undefined of what is too large to be one. */
  values(type: ClassicType, count: number): unknown {
    if (count * type.bytes > LARGEST_ATTRIBUTE) {
      this.pass(count * type.bytes);
      return undefined;
    }
    if (type.name === "text") return this.text(count).replace(/(?<!\0)\0+$/, "");
    const start = this.pass(count * type.bytes);
    const values = Array.from({ length: count }, (_, k) => type.read(this.view, start + k * type.bytes));
    return values.length === 1 ? values[0] : values;
  }
}

/** Bytes of a head that are read first, and at most. */
const HEAD = 64 * 1024;
const LARGEST_HEAD = 16 * 1024 * 1024;
/** Values at most this many bytes apart are read together with the bytes between them. */
const CLOSE = 1024;
/** Bytes that are read at once; and reads at once of what lies further apart. */
const SLAB = 1024 * 1024;
const WIDTH = 16;

const PAGES = ["<!DOCTYPE", "<!doctype", "<html", "<HTML", "<?xml"];
/** What else files of such a name begin with, and what to do with them. */
const OTHERS: readonly (readonly [begins: readonly string[], what: string])[] = [
  [["PK\x03\x04"], "it is a ZIP, as the Climate Data Store packs its files: unpack it"],
  [["\x1f\x8b"], "it is packed by gzip: unpack it"],
  [["BZh"], "it is packed by bzip2: unpack it"],
  [["GRIB"], "it is GRIB: convert it to NetCDF, for instance with cdo -f nc copy"],
  [PAGES, "it is a web page and no data: what was asked for was not sent"],
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
  { read, itemBytes, shape, begin, record }: ClassicVariable,
  axis: number,
  from: number,
  to: number,
  at: readonly number[],
  { signal, budget }: ReadOptions,
): Promise<Float64Array> {
  const strides = shape.map((_, d) =>
    d === 0 && record !== undefined ? record : productOf(shape.slice(d + 1), itemBytes),
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
    for (let k = 0; k < count; k++) values[start + k] = read(view, k * step);
  });
  return values;
}

function bytesAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  return readFully(file, position, length, (at) => new RangeError(`it ends at ${at}`));
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

// All values of a variable of the classic format, out of a file that is in memory.

const STORES = { ...NUMBERS, text: Uint8Array, int64: Float64Array, uint64: Float64Array };

/** As they are stored, in this machine's byte order; whole numbers of eight bytes as float64. */
export function classicValues(
  bytes: Uint8Array,
  { type, read, itemBytes, shape, begin, record }: ClassicVariable,
): Numbers {
  const count = productOf(shape);
  const values = new STORES[type](count);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Of a record variable each record is a piece.
  const piece = record === undefined ? count : productOf(shape.slice(1));
  for (let k = 0, at = begin; k < count; k += piece, at += record ?? 0) {
    for (let n = 0; n < piece; n++) values[k + n] = read(view, at + n * itemBytes);
  }
  return values;
}
