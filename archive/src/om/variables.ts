/** What an OM file says of itself: its end, and the tree of arrays, scalars and groups that the end leads to. */

import type { WeatherColumn } from "irradiance-engine";
import { productOf } from "../lists.js";
import { type Compression, compressionOf, isCoding, TYPES, type TypeCode } from "./codecs/chunk.js";

/** Where in a file something is. */
interface Extent {
  readonly offset: number;
  readonly length: number;
}

export interface OmArray {
  readonly type: TypeCode;
  readonly compression: Compression;
  readonly scale: number;
  readonly offset: number;
  readonly shape: readonly number[];
  readonly chunks: readonly number[];
  readonly lookup: Extent;
  /** Whether the positions of chunks are plain numbers, counted from their own end, as before version 3. */
  readonly isPlain: boolean;
}

export interface OmVariable {
  readonly name: string;
  readonly children: readonly Extent[];
  /** Undefined of groups and scalars. */
  readonly array: OmArray | undefined;
}

/** Bytes of a file's end, which leads to its first variable. */
export const TRAILER = 24;
/** Bytes of one variable, and variables in it, at most: a map has a hundred. */
const LARGEST_VARIABLE = 1 << 20;
const MOST_CHILDREN = 10_000;
const MOST_DIMENSIONS = 8;
/** Values of a chunk at most. Those of the archive have some thousand. */
const LARGEST_CHUNK = 1 << 22;
/** Bytes of the head of an array, before what lists its children and dimensions; and of all others. */
const ARRAY_HEAD = 40;
const HEAD = 8;

/** Whether a file ends as one of version 3 does. */
export function isTrailer(bytes: Uint8Array): boolean {
  return bytes.length === TRAILER && bytes[0] === 0x4f && bytes[1] === 0x4d && bytes[2] === 3;
}

/** @throws RangeError if the bytes are no end of an OM file of version 3 */
export function readTrailer(bytes: Uint8Array, size: number): Extent {
  const view = viewOf(bytes);
  if (!isTrailer(bytes)) {
    throw new RangeError("it does not end like an OM file of version 3: it has another format, or is cut off");
  }
  return extentOf(view, 8, size, LARGEST_VARIABLE);
}

/** @throws RangeError for what contradicts itself, or is not read */
export function readVariable(bytes: Uint8Array, size: number): OmVariable {
  if (bytes.length < HEAD) throw new RangeError(`a variable has ${bytes.length} bytes`);
  const view = viewOf(bytes);
  const code = view.getUint8(0);
  const nameLength = view.getUint16(2, true);
  const count = view.getUint32(4, true);
  if (count > MOST_CHILDREN) throw new RangeError(`a variable contains ${count} others`);
  const isArray = Object.hasOwn(TYPES, code);
  const children = isArray ? ARRAY_HEAD : HEAD;
  const after = children + 16 * count;
  const dimensions = isArray ? dimensionsOf(view) : 0;
  const value = isArray ? 16 * dimensions : valueLength(view, code, after);
  if (after + value + nameLength > bytes.length) throw new RangeError("a variable is longer than declared");
  const name = new TextDecoder().decode(bytes.subarray(after + value, after + value + nameLength));
  return {
    name,
    children: Array.from({ length: count }, (_, k) => {
      const length = lengthAt(view, children + 8 * k);
      const offset = lengthAt(view, children + 8 * (count + k));
      return checked({ offset, length }, size, LARGEST_VARIABLE);
    }),
    array: isArray ? arrayOf(view, code as TypeCode, after, dimensions, size) : undefined,
  };
}

function dimensionsOf(view: DataView): number {
  if (view.byteLength < ARRAY_HEAD) throw new RangeError("an array's head is cut off");
  const dimensions = lengthAt(view, 24);
  if (dimensions < 1 || dimensions > MOST_DIMENSIONS) throw new RangeError(`an array has ${dimensions} dimensions`);
  return dimensions;
}

/** Bytes of the value of a scalar, by its type; a group has none. */
const SCALARS = [0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8];
const TEXT = 11;

function valueLength(view: DataView, code: number, at: number): number {
  if (code === TEXT) return at + 8 <= view.byteLength ? 8 + lengthAt(view, at) : 8;
  const length = SCALARS[code];
  if (length === undefined) throw new RangeError(`a variable has type ${code}, which is not supported`);
  return length;
}

function arrayOf(view: DataView, type: TypeCode, at: number, dimensions: number, size: number): OmArray {
  const code = view.getUint8(1);
  const compression = compressionOf(code);
  if (compression === undefined || !isCoding(type, compression)) {
    throw new RangeError(`values of type ${TYPES[type].name} in compression ${compression ?? code} are not read`);
  }
  const sizes = (from: number) => Array.from({ length: dimensions }, (_, k) => lengthAt(view, from + 8 * k));
  const [shape, chunks] = [sizes(at), sizes(at + 8 * dimensions)];
  const [scale, offset] = [view.getFloat32(32, true), view.getFloat32(36, true)];
  // Its length stands before its position here.
  const lookup = { length: lengthAt(view, 8), offset: lengthAt(view, 16) };
  return checkedArray({ type, compression, scale, offset, shape, chunks, lookup, isPlain: false }, size);
}

/** @throws RangeError for one that cannot be, or is too large to be read */
export function checkedArray(array: OmArray, size: number): OmArray {
  const { shape, chunks, scale, offset, lookup } = array;
  if (
    chunks.some((n, k) => n < 1 || n > shape[k]!) ||
    productOf(chunks) > LARGEST_CHUNK ||
    !(productOf(shape) < 2 ** 50)
  ) {
    throw new RangeError(`an array of ${shape.join(" × ")} in chunks of ${chunks.join(" × ")} is not read`);
  }
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset)) {
    throw new RangeError(`an array has the scale ${scale} and the offset ${offset}`);
  }
  checked(lookup, size, size);
  return array;
}

function extentOf(view: DataView, at: number, size: number, most: number): Extent {
  return checked({ offset: lengthAt(view, at), length: lengthAt(view, at + 8) }, size, most);
}

function checked(extent: Extent, size: number, most: number): Extent {
  const { offset, length } = extent;
  if (length <= most && offset + length <= size) return extent;
  throw new RangeError(`it refers to ${length} bytes from ${offset}, but has ${size}`);
}

function lengthAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// Which variables of Open-Meteo are which columns: https://open-meteo.com/en/docs, with the units that its files have.

export interface OmColumn {
  readonly column: WeatherColumn;
  /** Names of the variable; of two the length of the vector that they are components of. */
  readonly variables: readonly [string] | readonly [string, string];
  /** Mean of the step that ends at the time, or the value at the time. */
  readonly isMean: boolean;
  /** To the column's unit. */
  readonly factor: number;
}

const COLUMNS: readonly OmColumn[] = [
  { column: "global_horizontal_irradiance", variables: ["shortwave_radiation"], isMean: true, factor: 1 },
  { column: "direct_horizontal_irradiance", variables: ["direct_radiation"], isMean: true, factor: 1 },
  { column: "diffuse_horizontal_irradiance", variables: ["diffuse_radiation"], isMean: true, factor: 1 },
  { column: "temperature", variables: ["temperature_2m"], isMean: false, factor: 1 },
  { column: "dew_point_temperature", variables: ["dew_point_2m"], isMean: false, factor: 1 },
  { column: "relative_humidity", variables: ["relative_humidity_2m"], isMean: false, factor: 1 },
  { column: "wind_speed", variables: ["wind_u_component_10m", "wind_v_component_10m"], isMean: false, factor: 1 },
  // m.
  { column: "snow_depth", variables: ["snow_depth"], isMean: false, factor: 1000 },
];

/** Names of the variables that can be read. */
export const VARIABLES: readonly string[] = COLUMNS.flatMap(({ variables }) => [...variables]);

/** The columns that variables make. */
export function columnsOf(variables: readonly string[]): OmColumn[] {
  return COLUMNS.filter((one) => one.variables.every((name) => variables.includes(name)));
}
