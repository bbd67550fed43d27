/** Arrays with names for their dimensions and attributes, as Zarr and NetCDF have them, whatever their files look like. */

import type { ReadOptions } from "../budget.js";
import { unusable } from "../bytes/location.js";
import type { JsonObject } from "../json.js";

/** A read of one answer: every file in it is of one version. */
export interface OneReading extends ReadOptions {
  /** Versions by location, of the files that were read for it. */
  readonly versions?: Map<string, string> | undefined;
  /** What stands for chunks that were never written, in place of the array's own: a run that is not there yet is no night. */
  readonly unwritten?: number | undefined;
}

/** What is known of an array before any value of it is read. */
export interface ArrayDescription {
  /** Path in the store: "t2m". */
  readonly path: string;
  /** Of its values: "float32". */
  readonly type: string;
  readonly shape: readonly number[];
  /** What is decoded at once. */
  readonly chunks: readonly number[];
  readonly dimensions: readonly string[];
  readonly attributes: JsonObject;
  /** What stands for chunks that were never written. */
  readonly fill: number;
  /** Whether that value means that there is none: so xarray reads version 2 of Zarr. */
  readonly isFillMissing: boolean;
  /** Bytes of a decoded chunk. */
  readonly chunkBytes: number;
}

export interface CfArray extends ArrayDescription {
  /**
   * Values as they are stored, [from, to) along dimension `axis`; of an array without dimensions its one value, [0, 1).
   *
   * @param at index in each dimension; that of `axis` is not looked at
   */
  line(axis: number, from: number, to: number, at: readonly number[], options: OneReading): Promise<Float64Array>;
  /** Several lines, where those of one chunk cost no more than one of them; undefined: they do. */
  lines?(axis: number, from: number, to: number, at: Positions, options: OneReading): Promise<readonly Float64Array[]>;
  /** Version of the file with the values at a position; "" if it was never written, undefined where files have no part of an array. */
  versionAt?(at: readonly number[], options: ReadOptions): Promise<string>;
}

type Positions = readonly (readonly number[])[];

export async function linesOf(
  array: CfArray,
  axis: number,
  from: number,
  to: number,
  at: Positions,
  options: OneReading,
): Promise<readonly Float64Array[]> {
  if (array.lines !== undefined) return array.lines(axis, from, to, at, options);
  const lines: Float64Array[] = [];
  for (const one of at) lines.push(await array.line(axis, from, to, one, options));
  return lines;
}

export interface Hierarchy {
  /** For messages. */
  readonly location: string;
  /** What it is, if that shows only when it is read: "Icechunk store (spec 2)". */
  readonly form?: string | undefined;
  readonly arrays: ReadonlyMap<string, CfArray>;
  /** Arrays that cannot be read, and why: nobody may need them. */
  readonly problems: ReadonlyMap<string, string>;
  /** Changes with the metadata. */
  readonly version: string;
}

/** Bytes of a decoded chunk that are read at most. */
export const LARGEST_CHUNK = 64 * 1024 * 1024;
/** Most values of a coordinate. */
const LARGEST_COORDINATE = 8_000_000;

/** All values of a coordinate of two dimensions at most, the last dimension fastest; of none it has one. */
export async function readCoordinate(array: CfArray, options: ReadOptions): Promise<Float64Array> {
  const { shape } = array;
  const size = shape.reduce((product, n) => product * n, 1);
  if (size > LARGEST_COORDINATE || shape.length > 2) {
    throw unusable(array.path, `a coordinate of ${shape.join(" × ")} values is not read`);
  }
  options.budget.take("values", size);
  const last = shape.length - 1;
  const origin = shape.map(() => 0);
  if (last <= 0) return array.line(0, 0, size, origin, options);
  const values = new Float64Array(size);
  const rows = Array.from({ length: shape[0]! }, (_, row) => [row, 0]);
  const lines = await linesOf(array, last, 0, shape[1]!, rows, options);
  lines.forEach((line, row) => {
    values.set(line, row * shape[1]!);
  });
  return values;
}
