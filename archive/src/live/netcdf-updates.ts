/** NetCDF and HDF5 files of stations and of small grids as updates of a live store, found by the names of their variables. */

import { win32 } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { clearSkyAt } from "irradiance-engine/internal/series";
import { HOUR } from "irradiance-engine/internal/shared";
import type { Label } from "irradiance-engine/internal/weather";
import { decodeValues } from "../cf/decode.js";
import { type Conversion, conversionOf } from "../cf/time-axis.js";
import { productOf } from "../lists.js";
import { netcdfReader } from "../netcdf/reader.js";
import { readScan } from "../scans/read-scan.js";
import {
  arrayOf,
  coordinateOf,
  type Scan,
  type ScanArray,
  type ScanFile,
  type ScanProductName,
  scanFileOf,
  timesOf,
} from "../scans/scan-file.js";
import type { Place } from "../source.js";
import type { LiveDescription } from "./manifest.js";
import type { LiveUpdate } from "./update.js";

interface NetcdfUpdateOptions {
  readonly label?: Label | undefined;
  readonly timeOffset?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Cells of a file, and values of a column in it. A region of 100 × 100 cells has a day of 15 minutes in 1 million. */
const MOST_CELLS = 20_000;
const MOST_VALUES = 50_000_000;

/** CF standard names, where a variable is not named as the column is. */
const STANDARD: { readonly [column in WeatherColumn]?: readonly string[] } = {
  global_horizontal_irradiance: ["surface_downwelling_shortwave_flux_in_air"],
  direct_horizontal_irradiance: ["surface_direct_downwelling_shortwave_flux_in_air"],
  direct_normal_irradiance: ["surface_direct_along_beam_shortwave_flux_in_air"],
  diffuse_horizontal_irradiance: ["surface_diffuse_downwelling_shortwave_flux_in_air"],
  temperature: ["air_temperature"],
  dew_point_temperature: ["dew_point_temperature"],
  wind_speed: ["wind_speed"],
  pressure: ["surface_air_pressure", "air_pressure"],
  relative_humidity: ["relative_humidity"],
};

/**
 * Times are those of the store: starts of intervals, unless `label` says otherwise, or instants.
 *
 * @throws RangeError saying what is missing or does not fit; ArchiveError for what cannot be read
 */
export async function netcdfUpdates(
  path: string,
  description: LiveDescription,
  options: NetcdfUpdateOptions,
): Promise<readonly LiveUpdate[]> {
  const { signal = new AbortController().signal } = options;
  const reader = netcdfReader();
  try {
    const file = await reader.open(path, { signal });
    return await updatesOf(scanFileOf(file, path), description, options, signal);
  } finally {
    await reader.close();
  }
}

async function updatesOf(
  file: ScanFile,
  description: LiveDescription,
  options: NetcdfUpdateOptions,
  signal: AbortSignal,
): Promise<readonly LiveUpdate[]> {
  const found = columnsOf(file, description);
  const [leading] = found;
  if (leading === undefined) {
    const names = description.columns.map(({ name }) => name).join(", ");
    throw new RangeError(
      `it must have variables with the names of the store's columns (${names}) or their standard_name`,
    );
  }
  const { dimensions } = leading.array;
  const timeArray = [...file.arrays.values()].find(
    (one) =>
      / since /.test(String(one.attributes.units)) && one.shape.length === 1 && dimensions.includes(one.dimensions[0]!),
  );
  if (timeArray === undefined) throw new RangeError(`${leading.array.path} must have a dimension with times`);
  const places = await placesOf(file, signal);
  const step = description.step * 1000;
  const stamps = await timesOf(timeArray, file, signal);
  const moved = stamps.map((time) => time + shiftOf(options, description));
  const { rows, start } = rowsOf(moved, step);
  const length = rows.reduce((most, row) => Math.max(most, row), 0) + 1;
  const [time] = timeArray.dimensions as [string];
  const columns: { [column in WeatherColumn]?: Float64Array } = {};
  if (!(places.all.length * length * found.length <= MOST_VALUES)) {
    throw new RangeError(`it has more than ${MOST_VALUES} values: split it in time`);
  }
  for (const { column, array, conversion } of found) {
    const values = await decoded(array, file, [time, ...places.dimensions], conversion, description, signal);
    columns[column] = inOrder(values, array, time, places, rows, length);
  }
  return [{ places: places.all, start, columns }];
}

interface Found {
  readonly column: WeatherColumn;
  readonly array: ScanArray;
  readonly conversion: Conversion;
}

function columnsOf({ arrays }: ScanFile, { columns, sampling }: LiveDescription): Found[] {
  return columns.flatMap(({ name: column }) => {
    const standard = STANDARD[column] ?? [];
    const own = arrays.get(column);
    const meant = [...arrays.values()].filter((one) => standard.includes(String(one.attributes.standard_name)));
    const array = own ?? meant[0];
    if (array === undefined) return [];
    // Such as temperatures at several heights.
    if (own === undefined && meant.length > 1) {
      const names = meant.map(({ path }) => path).join(", ");
      throw new RangeError(`it must have one variable of ${column}, got ${names}: name the right one ${column}`);
    }
    const unit = String(array.attributes.units ?? "");
    const conversion = conversionOf(unit, column);
    if (conversion === undefined || (conversion.isEnergy && sampling === "instant")) {
      throw new RangeError(`${array.path} must have units of ${column}, got ${JSON.stringify(unit)}`);
    }
    return [{ column, array, conversion }];
  });
}

interface PlacesOfFile {
  readonly all: readonly Place[];
  /** Of the places: one of a list, two of a grid, none of a single station. */
  readonly dimensions: readonly string[];
  readonly counts: readonly number[];
}

async function placesOf(file: ScanFile, signal: AbortSignal): Promise<PlacesOfFile> {
  const what = "stations or a grid of latitudes and longitudes";
  const [y, x] = [arrayOf(file, ["lat", "latitude"], what), arrayOf(file, ["lon", "longitude"], what)];
  const size = ({ shape }: ScanArray) => productOf(shape);
  const isGrid = y.shape.length === 1 && x.shape.length === 1 && y.dimensions[0] !== x.dimensions[0];
  const cells = isGrid ? size(y) * size(x) : Math.max(size(y), size(x));
  if (!(cells <= MOST_CELLS)) {
    throw new RangeError(
      `it has ${cells} cells, more than the ${MOST_CELLS} of one update: a whole region goes into a folder of scans, irradiance-server weather follow`,
    );
  }
  const [latitudes, longitudes] = await Promise.all([y, x].map((one) => coordinateOf(one, file, signal)));
  const place = (latitude: number, longitude: number): Place => {
    return { latitude, longitude: longitude - 360 * Math.round(longitude / 360) };
  };
  if (isGrid) {
    const all = [...latitudes!].flatMap((latitude) => [...longitudes!].map((longitude) => place(latitude, longitude)));
    return { all, dimensions: [y.dimensions[0]!, x.dimensions[0]!], counts: [size(y), size(x)] };
  }
  if (y.shape.length > 1 || size(y) !== size(x)) {
    throw new RangeError(`${y.path} and ${x.path} must be two axes, or as long as one another`);
  }
  const all = Array.from(latitudes!, (latitude, k) => place(latitude, longitudes![k]!));
  return { all, dimensions: y.dimensions, counts: y.shape };
}

/** From a time of the file to the store's, ms. */
function shiftOf(
  { label = "start", timeOffset = 0 }: NetcdfUpdateOptions,
  { sampling, step }: LiveDescription,
): number {
  const within = { start: 0, center: -step / 2, end: -step }[label];
  return -timeOffset * HOUR + (sampling === "instant" ? 0 : within * 1000);
}

/** The row of each time, from the first on. */
function rowsOf(times: Float64Array, step: number): { readonly rows: Float64Array; readonly start: number } {
  const start = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const odd = times.find((time) => !Number.isInteger(time / step));
  if (odd !== undefined) {
    const got = new Date(odd).toISOString();
    throw new RangeError(`its times must be multiples of the store's step ${step / 1000} s, got ${got}`);
  }
  return { rows: times.map((time) => (time - start) / step), start };
}

async function decoded(
  array: ScanArray,
  { name }: ScanFile,
  known: readonly string[],
  { factor, offset, isEnergy }: Conversion,
  { step }: LiveDescription,
  signal: AbortSignal,
): Promise<Float64Array> {
  const other = array.dimensions.find((dimension, k) => !known.includes(dimension) && array.shape[k]! > 1);
  if (other !== undefined)
    throw new RangeError(`${array.path} must have the dimensions ${known.join(", ")}, and has ${other}, too`);
  if (productOf(array.shape) > MOST_VALUES)
    throw new RangeError(`${name} has more than ${MOST_VALUES} values of ${array.path}`);
  const values = Float64Array.from((await array.values(signal)) as ArrayLike<number | bigint>, Number);
  decodeValues(values, array);
  const scale = isEnergy ? factor / step : factor;
  return values.map((value) => value * scale + offset);
}

/** Place by place, each with all its rows. */
function inOrder(
  values: Float64Array,
  { dimensions, shape, path }: ScanArray,
  time: string,
  { all, dimensions: horizontal, counts }: PlacesOfFile,
  rows: Float64Array,
  length: number,
): Float64Array {
  const strideOf = (name: string, count: number) => {
    const at = dimensions.indexOf(name);
    if (at < 0) throw new RangeError(`${path} must have the dimension ${name}`);
    // HDF5 has dimensions by name only: nothing makes them as long as their coordinates.
    if (shape[at] !== count)
      throw new RangeError(`${path} must have ${count} values along ${name}, as its coordinate has, got ${shape[at]}`);
    return productOf(shape.slice(at + 1));
  };
  const [along, across] = [strideOf(time, rows.length), horizontal.map((name, k) => strideOf(name, counts[k]!))];
  const into = new Float64Array(all.length * length).fill(Number.NaN);
  const last = counts.at(-1) ?? 1;
  for (let place = 0; place < all.length; place++) {
    const [first = 0, second = 0] = across;
    const at = across.length === 2 ? Math.floor(place / last) * first + (place % last) * second : place * first;
    for (let k = 0; k < rows.length; k++) into[place * length + rows[k]!] = values[at + k * along]!;
  }
  return into;
}

// A scan of few cells as an update of a live store: its values, brought from the time of each line to the one in the store.

/** Below this clear sky (global, W/m²) the ratio to it is meaningless. */
const LOW_SUN = 20;

/** The product of a file, by its name; undefined: it is no scan. */
export function scanProductOf(path: string): ScanProductName | undefined {
  const base = win32.basename(path);
  if (/^OR_ABI-L2-DSR/.test(base)) return "goes";
  return /^(SIS|SID)in\d{12}/.test(base) ? "dwd-sis" : undefined;
}

/** @throws RangeError for a scan of too many cells, and for a store of other times; ArchiveError for what cannot be read */
export async function scanUpdates(
  path: string,
  product: ScanProductName,
  description: LiveDescription,
  now: number,
): Promise<readonly LiveUpdate[]> {
  const { sampling, step, columns } = description;
  const scan = await readScan(path, product, { now });
  const cells = scan.grid.rows * scan.grid.columns;
  if (cells > MOST_CELLS) {
    throw new RangeError(
      `it has ${cells} cells, more than the ${MOST_CELLS} of one update: irradiance-server weather follow ${product} makes a folder of scans`,
    );
  }
  if (sampling !== "instant")
    throw new RangeError("a scan needs a store of instants (--sampling instant), not of means");
  const [found] = Object.entries(scan.columns) as [WeatherColumn, Float32Array][];
  const [column, values] = found!;
  if (!columns.some(({ name }) => name === column)) throw new RangeError(`the store must have the column ${column}`);
  const { start } = scan;
  // Two scans would be of one time, and the later file in place of the nearer.
  if (start % (step * 1000) !== 0) {
    const got = new Date(start).toISOString();
    throw new RangeError(`the time of a scan must be a multiple of the store's step ${step} s, got ${got}`);
  }
  const taken = [...values.keys()].filter((k) => !Number.isNaN(values[k]!) && scan.grid.placeOf(k) !== undefined);
  if (taken.length === 0) return [];
  const places = taken.map((cell): Place => scan.grid.placeOf(cell)!);
  const moved = taken.map((cell, k) => values[cell]! * ratioOf(scan, cell, places[k]!, column, start));
  return [{ places, start, columns: { [column]: moved } }];
}

/** By the clear sky of both times; NaN where the sun is too low in one of them. */
function ratioOf({ lineTimes, grid }: Scan, cell: number, place: Place, column: WeatherColumn, start: number): number {
  const sky = clearSkyAt(Float64Array.of(lineTimes[Math.floor(cell / grid.columns)]!, start), place);
  if (Math.min(sky.global[0]!, sky.global[1]!) < LOW_SUN) return Number.NaN;
  const [own, nominal] = column === "direct_horizontal_irradiance" ? sky.direct : sky.global;
  return nominal! / own!;
}
