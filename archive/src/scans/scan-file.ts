/** What the readers of products take from a file: an array by its name, one number, one time, the unit that is expected. */
import { unusable } from "../bytes/failures.js";
import type { ArrayDescription } from "../cf/array.js";
import { decodeCoordinate, decodeTimes } from "../cf/decode.js";
import { conversionOf } from "../cf/units.js";
import type { StoredNumbers } from "../codecs/numbers.js";
import type { JsonObject } from "../json.js";
import type { NetcdfFile } from "../netcdf/reader.js";

/** An array of a file, all of whose values are read at once. */
export interface ScanArray extends ArrayDescription {
  values(signal: AbortSignal): Promise<StoredNumbers>;
}

export interface ScanFile {
  /** For messages. */
  readonly name: string;
  /** Of the whole file. */
  readonly attributes: JsonObject;
  readonly arrays: ReadonlyMap<string, ScanArray>;
}

/** The arrays of numbers of an open file. */
export function scanFileOf({ attributes, arrays }: NetcdfFile, name: string): ScanFile {
  const described = [...arrays.values()].map((one): [string, ScanArray] => [
    one.name,
    {
      path: one.name,
      type: one.type ?? "text",
      shape: one.shape,
      chunks: one.shape,
      dimensions: one.dimensions,
      attributes: one.attributes,
      fill: Number.NaN,
      isFillMissing: false,
      chunkBytes: 0,
      values: (signal) => one.values(signal),
    },
  ]);
  return { name, attributes, arrays: new Map(described) };
}

/** A full disc of GOES has 29 million cells, one of half the step 118. */
const MOST_CELLS = 120_000_000;
/** Values of a coordinate. */
const MOST_COORDINATE = 100_000;

/** @throws ArchiveError naming what the file has in its place */
export function arrayOf({ name, arrays }: ScanFile, names: readonly string[], product: string): ScanArray {
  const found = names.map((one) => arrays.get(one)).find((one) => one !== undefined);
  if (found !== undefined) return found;
  const there = [...arrays.keys()].slice(0, 12).join(", ") || "nothing";
  throw unusable(name, `a file of ${product} must have ${names.join(" or ")}, got ${there}`);
}

/** Coordinates, decoded; of a scalar its one value. */
export async function coordinateOf(array: ScanArray, { name }: ScanFile, signal: AbortSignal): Promise<Float64Array> {
  const size = array.shape.reduce((product, n) => product * n, 1);
  if (size > MOST_COORDINATE) throw unusable(name, `${array.path} has ${size} values, more than ${MOST_COORDINATE}`);
  const stored = await array.values(signal);
  const values = Float64Array.from(stored as ArrayLike<number | bigint>, Number);
  decodeCoordinate(values, array);
  return values;
}

/** Unix ms. */
export async function timesOf(array: ScanArray, file: ScanFile, signal: AbortSignal): Promise<Float64Array> {
  const values = await coordinateOf(array, file, signal);
  const times = decodeTimes(values, array.attributes, `${file.name}: ${array.path}`);
  if (times.length === 0 || times.some((time) => !(Math.abs(time) <= 8.64e15))) {
    throw unusable(file.name, `${array.path} has no times`);
  }
  return times;
}

/** Values of a scan as they are stored: of two dimensions, and of no others that have more than one index. */
export async function cellsOf(
  array: ScanArray,
  { name }: ScanFile,
  rows: number,
  columns: number,
  signal: AbortSignal,
): Promise<StoredNumbers> {
  const { shape, path } = array;
  const isOne = shape.slice(0, -2).every((n) => n === 1);
  if (!isOne || shape.at(-2) !== rows || shape.at(-1) !== columns || rows * columns > MOST_CELLS) {
    throw unusable(name, `${path} must be one map of ${rows} × ${columns}, got ${shape.join(" × ")}`);
  }
  const stored = await array.values(signal);
  if (stored.length !== rows * columns) throw unusable(name, `${path} has ${stored.length} values`);
  return stored;
}

/** First value and step of values that are equally spaced, to a hundredth of a step: coordinates are rounded. */
export function evenly(values: Float64Array, what: string, { name }: ScanFile): { first: number; step: number } {
  const [first, last] = [values[0]!, values.at(-1)!];
  const step = (last - first) / (values.length - 1);
  const isEven = values.every((value, k) => Math.abs(value - first - k * step) <= Math.abs(step) / 100);
  if (values.length < 2 || !Number.isFinite(step) || step === 0 || !isEven) {
    throw unusable(name, `its ${what} must be at least two, in equal steps`);
  }
  return { first, step };
}

/** @throws ArchiveError for another unit than one of power, such as W m-2 */
export function checkPower({ attributes, path }: ScanArray, { name }: ScanFile): void {
  const unit = String(attributes.units ?? "");
  const conversion = conversionOf(unit, "global_horizontal_irradiance");
  if (conversion !== undefined && !conversion.isEnergy && conversion.factor === 1 && conversion.offset === 0) return;
  throw unusable(name, `${path} must be in W m-2, got ${JSON.stringify(unit)}`);
}
