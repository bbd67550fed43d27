/** What the readers of products take from a file: an array by its name, one number, one time, the unit that is expected. */

import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { unusable } from "../bytes/location.js";
import type { ArrayDescription } from "../cf/array.js";
import { decodeCoordinate, decodeTimes } from "../cf/decode.js";
import { geostationaryPlane } from "../cf/geostationary.js";
import { conversionOf } from "../cf/time-axis.js";
import type { StoredNumbers } from "../codecs/shuffle.js";
import type { JsonObject } from "../json.js";
import { productOf } from "../lists.js";
import type { NetcdfFile } from "../netcdf/reader.js";
import type { GridDefinition, ScanGrid } from "./grid.js";

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
  const nothing = { fill: Number.NaN, isFillMissing: false, chunkBytes: 0 };
  const described = [...arrays.values()].map((one): [string, ScanArray] => {
    return [one.name, { ...one, ...nothing, path: one.name, type: one.type ?? "text", chunks: one.shape }];
  });
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
  const size = productOf(array.shape);
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
  { rows, columns }: ScanGrid,
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

// One scan of a satellite: the light of a whole disc or region, each line at the time at which it was seen.

export interface Scan {
  readonly grid: ScanGrid;
  /** "GOES-19", "Meteosat": in messages, and in the name of the data set. */
  readonly satellite: string;
  /** Nominal start, Unix ms: a multiple of the product's step. Scans of the same time and satellite are the same scan. */
  readonly start: number;
  /** Unix ms at which each row was scanned. */
  readonly lineTimes: Float64Array;
  /** rows × columns, row by row; NaN where there is no value, quality flags applied. */
  readonly columns: { readonly [column in WeatherColumn]?: Float32Array };
  readonly dataset: string;
  /** What a user of its values should know, one sentence each. */
  readonly notices: readonly string[];
  readonly licence: string;
  /** Whom its licence wants named. */
  readonly attribution: string;
}

export type ScanProductName = "dwd-sis" | "goes";

/** How a product's files are named and scanned. */
export interface ScanProduct {
  readonly name: ScanProductName;
  /** Seconds from scan to scan. */
  readonly step: number;
  /** Names of its files, those of every satellite and column. */
  readonly names: RegExp;
  readonly licence: string;
  readonly attribution: string;
}

// When each line of a scan was seen, and the series of one cell at its own line's times.

/** How a satellite sweeps its disc: line by line, at an even pace in the angle between line and equator. */
export interface Sweep {
  /** Unix ms at the first and at the last line. */
  readonly begin: number;
  readonly end: number;
  /** Angle of the first and of the last line, radians, north positive: Meteosat begins in the south, GOES in the north. */
  readonly first: number;
  readonly last: number;
}

/** Unix ms of each line, whole; what lies beside the sweep was seen at the nearest of its ends. */
export function timesOfLines(angles: Float64Array, { begin, end, first, last }: Sweep): Float64Array {
  return angles.map((angle) => {
    const share = (angle - first) / (last - first);
    return Math.round(begin + (end - begin) * Math.min(1, Math.max(0, share)));
  });
}

/**
 * The angles of a grid's rows: those of its own lines, or, of rows of equal latitude, those under which the satellite sees the middle
 * of each. Seen from there the ends of such a row are up to 0.2° lower, 8 s of a sweep over 65° N from 20° W to 60° E.
 *
 * @param view height of the satellite above the equator, and equator and pole of the ellipsoid, m; the longitude below it
 */
export function anglesOfRows(definition: GridDefinition, view: Parameters<typeof geostationaryPlane>[0]): Float64Array {
  const { rows } = definition;
  if (definition.type === "geostationary") {
    return Float64Array.from({ length: rows }, (_, row) => definition.first.y + row * definition.step.y);
  }
  const { first, step, columns } = definition;
  const plane = geostationaryPlane(view);
  const middle = first.longitude + ((columns - 1) / 2) * step.longitude;
  return Float64Array.from({ length: rows }, (_, row) => {
    const latitude = first.latitude + row * step.latitude;
    return plane.forward(latitude, middle)?.[1] ?? Math.sign(latitude) * (Math.PI / 2);
  });
}

/** ms by which the time of a line may differ from scan to scan within one series: half of what is served is half of this late. */
const STEADY = 20_000;

/** What scans hold of one cell. */
export interface CellReadings {
  /** Nominal starts of the scans, Unix ms, ascending: multiples of the step. */
  readonly starts: ArrayLike<number>;
  /** When the cell was seen in each, Unix ms. */
  readonly times: ArrayLike<number>;
  /** The values of each scan. */
  readonly columns: { readonly [column in WeatherColumn]?: ArrayLike<number> };
}

/**
 * Series of instants at the times at which a cell was seen. A satellite keeps its rhythm to the second, so that one series has them
 * all; where it begins to scan at another moment of its cycle, another series begins. Missing scans are missing values.
 *
 * @param step seconds from scan to scan
 */
export function cellSeries({ starts, times, columns }: CellReadings, step: number): WeatherSeries[] {
  const runs: { from: number; to: number }[] = [];
  const lag = (k: number) => times[k]! - starts[k]!;
  for (let k = 0; k < starts.length; k++) {
    const run = runs.at(-1);
    if (run !== undefined && Math.abs(lag(k) - lag(run.from)) <= STEADY) run.to = k + 1;
    else runs.push({ from: k, to: k + 1 });
  }
  return runs.map(({ from, to }) => {
    const length = Math.round((starts[to - 1]! - starts[from]!) / (step * 1000)) + 1;
    const lags = Array.from({ length: to - from }, (_, k) => lag(from + k));
    const mean = Math.round(lags.reduce((sum, one) => sum + one, 0) / lags.length);
    const placed = Object.entries(columns).map(([name, values]): [string, Float64Array] => {
      const column = new Float64Array(length).fill(Number.NaN);
      for (let k = from; k < to; k++) column[Math.round((starts[k]! - starts[from]!) / (step * 1000))] = values[k]!;
      return [name, column];
    });
    return {
      start: starts[from]! + mean,
      interval: step,
      sampling: "instant",
      columns: Object.fromEntries(placed) as WeatherSeries["columns"],
    };
  });
}
