/** Files one after the other in time as one: a day, a month or a year in each. Variables may have files of their own, side by side. */

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { minuteText } from "irradiance-engine/internal/shared";
import { inTurns, type ReadOptions } from "../budget.js";
import { unusable } from "../bytes/location.js";
import { type CfArray, type Hierarchy, readCoordinate } from "../cf/array.js";
import { decodeCoordinate, decodeTimes, decodeValues } from "../cf/decode.js";
import { isGeostationary, viewOf } from "../cf/geostationary.js";
import type { JsonObject } from "../json.js";
import { productOf } from "../lists.js";
import { isMapping } from "./classic.js";
import type { DatasetDescription, FileDescription, SiteTable } from "./hdf5-messages.js";
import type { Hdf5Thread } from "./hdf5-thread.js";

/** Files that are read at once. */
const WIDTH = 4;

/** A file with its times, and where its first stands among those of all. */
interface Piece {
  readonly file: Hierarchy;
  /** The files that it is: several where each has other variables of the same times. */
  readonly parts: readonly Hierarchy[];
  /** Unix ms. */
  readonly times: Float64Array;
  readonly start: number;
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if their times overlap, or their grids differ */
export async function joinedInTime(
  files: readonly Hierarchy[],
  location: string,
  options: ReadOptions,
): Promise<Hierarchy> {
  const dimension = timeOf(files[0]!);
  const pieces = await piecesOf(files, dimension, options);
  const arrays = new Map<string, CfArray>([[dimension, timesOf(pieces, dimension)]]);
  const problems = new Map(files.flatMap(({ problems: own }) => [...own]));
  const first = pieces[0]!.file;
  for (const [name, array] of first.arrays) {
    if (name === dimension || isTime(array)) continue;
    const along = array.dimensions.indexOf(dimension);
    const other = pieces.find(({ file }) => !isAlike(file.arrays.get(name), array, along));
    if (other !== undefined)
      problems.set(name, `${other.file.location}: ${name} is missing or differs from ${first.location}`);
    else arrays.set(name, along < 0 ? array : joined(array, along, pieces));
  }
  await checkCoordinates(first, pieces, arrays, options);
  const versions = pieces.map(({ file }) => [file.location, file.version]);
  const version = createHash("sha256").update(JSON.stringify(versions)).digest("hex");
  return { location, arrays, problems, version };
}

function isTime({ attributes, dimensions }: CfArray): boolean {
  return dimensions.length === 1 && /\ssince\s/.test(String(attributes.units ?? ""));
}

/** The dimension of a coordinate of times. */
function timeOf({ arrays, location }: Hierarchy): string {
  const time = [...arrays.values()].find(isTime);
  if (time === undefined) throw unusable(location, "it has no times");
  return time.dimensions[0]!;
}

/** In order of time. */
async function piecesOf(files: readonly Hierarchy[], dimension: string, options: ReadOptions): Promise<Piece[]> {
  const read = await inTurns(files, WIDTH, async (file) => {
    const time = [...file.arrays.values()].find((one) => isTime(one) && one.dimensions[0] === dimension);
    if (time === undefined) throw unusable(file.location, `it has no times along ${dimension}`);
    const values = await readCoordinate(time, options);
    decodeCoordinate(values, time);
    return { file, times: decodeTimes(values, time.attributes, `${file.location}: ${time.path}`) };
  });
  const there = sideBySide(
    read.filter(({ times }) => times.length > 0).sort((a, b) => a.times[0]! - b.times[0]!),
    dimension,
  );
  let start = 0;
  return there.map(({ file, parts, times }, k) => {
    const before = there[k - 1];
    if (before !== undefined && !(times[0]! > before.times.at(-1)!)) {
      const seam = minuteText(times[0]!);
      throw unusable(file.location, `it begins at ${seam}, before ${before.file.location} ends`);
    }
    const piece = { file, parts, times, start };
    start += times.length;
    return piece;
  });
}

/** Files of the same times that have no field in common, as one: CM SAF delivers SIS in one and SID in the other. */
function sideBySide(
  read: readonly { readonly file: Hierarchy; readonly times: Float64Array }[],
  dimension: string,
): Omit<Piece, "start">[] {
  const found: Omit<Piece, "start">[] = [];
  for (const { file, times } of read) {
    const last = found.at(-1);
    const isBeside =
      last !== undefined &&
      last.times.length === times.length &&
      last.times.every((time, k) => time === times[k]) &&
      fieldsOf(file, dimension).every((name) => !last.file.arrays.has(name));
    if (isBeside) found[found.length - 1] = { ...last, file: union(last.file, file), parts: [...last.parts, file] };
    else found.push({ file, times, parts: [file] });
  }
  return found;
}

/** Names of the arrays that have values at times and places; bounds of a coordinate are none. */
function fieldsOf({ arrays }: Hierarchy, dimension: string): string[] {
  const bounds = new Set([...arrays.values()].map(({ attributes }) => attributes.bounds));
  return [...arrays]
    .filter(([name, { dimensions }]) => dimensions.length > 1 && dimensions.includes(dimension) && !bounds.has(name))
    .map(([name]) => name);
}

function union(one: Hierarchy, other: Hierarchy): Hierarchy {
  return {
    ...one,
    arrays: new Map([...other.arrays, ...one.arrays]),
    problems: new Map([...other.problems, ...one.problems]),
    version: JSON.stringify([one.version, other.version]),
  };
}

function timesOf(pieces: readonly Piece[], dimension: string): CfArray {
  const all = Float64Array.from(pieces.flatMap(({ times }) => [...times]));
  return held(dimension, dimension, "milliseconds since 1970-01-01", all);
}

/** An array of one dimension whose values are in memory. */
function held(path: string, dimension: string, units: string, values: Float64Array): CfArray {
  return {
    path,
    type: "float64",
    shape: [values.length],
    chunks: [values.length],
    dimensions: [dimension],
    attributes: { units },
    fill: Number.NaN,
    isFillMissing: false,
    chunkBytes: values.byteLength,
    line: async (_axis, from, to) => values.slice(from, to),
  };
}

function isAlike(one: CfArray | undefined, other: CfArray, along: number): boolean {
  return (
    one !== undefined &&
    one.attributes.units === other.attributes.units &&
    one.dimensions.join() === other.dimensions.join() &&
    one.shape.every((n, k) => k === along || n === other.shape[k])
  );
}

/** Values decoded: each file may have a scale of its own. */
function joined(array: CfArray, along: number, pieces: readonly Piece[]): CfArray {
  const { units, coordinates, grid_mapping: mapping } = array.attributes;
  const last = pieces.at(-1)!;
  const total = last.start + last.times.length;
  const lineOf = async (piece: Piece, ...[axis, from, to, at, use]: Parameters<CfArray["line"]>) => {
    const own = piece.file.arrays.get(array.path)!;
    const inside = at.map((index, d) => (d === along ? index - piece.start : index));
    const values = await own.line(axis, from, to, inside, use);
    decodeValues(values, own);
    return values;
  };
  return {
    ...array,
    type: "float64",
    // Of the others each says how numbers are stored.
    attributes: {
      ...(units !== undefined && { units }),
      ...(coordinates !== undefined && { coordinates }),
      ...(mapping !== undefined && { grid_mapping: mapping }),
    },
    shape: array.shape.map((n, k) => (k === along ? total : n)),
    async line(axis, from, to, at, use) {
      const isIn = ({ start, times }: Piece) => at[along]! >= start && at[along]! < start + times.length;
      if (axis !== along) return lineOf(pieces.find(isIn)!, axis, from, to, at, use);
      const values = new Float64Array(to - from);
      const needed = pieces.filter(({ start, times }) => start < to && start + times.length > from);
      await inTurns(needed, WIDTH, async (piece) => {
        const [begin, end] = [Math.max(from, piece.start), Math.min(to, piece.start + piece.times.length)];
        const own = await lineOf(piece, axis, begin - piece.start, end - piece.start, at, use);
        values.set(own, begin - from);
      });
      return values;
    },
  };
}

/** Degrees, or the angles under which a satellite sees the places. */
function isPlace({ attributes: { units, standard_name: name } }: CfArray): boolean {
  return (
    /^degrees?_?[ne]/i.test(String(units ?? "")) || /^projection_[xy](_angular)?_coordinate$/.test(String(name ?? ""))
  );
}

/** Places must be the same in all files, and so must the satellite be that sees them. */
async function checkCoordinates(
  first: Hierarchy,
  pieces: readonly Piece[],
  arrays: ReadonlyMap<string, CfArray>,
  options: ReadOptions,
): Promise<void> {
  const common = [...first.arrays.values()].filter((one) => arrays.get(one.path) === one);
  const places = common.filter(isPlace);
  for (const place of places) {
    const expected = await readCoordinate(place, options);
    const files = pieces.flatMap(({ parts }) => parts);
    await inTurns(files, WIDTH, async (file) => {
      const own = file.arrays.get(place.path);
      const values = own === undefined ? [] : await readCoordinate(own, options);
      if (values.length === expected.length && values.every((value, k) => Object.is(value, expected[k]))) return;
      throw unusable(file.location, `its ${place.path} differs from ${first.location}`);
    });
  }
  for (const { path, attributes } of common.filter((one) => isGeostationary(one.attributes))) {
    const expected = viewOf(attributes, `${first.location}: ${path}`);
    for (const { file } of pieces) {
      const own = viewOf(file.arrays.get(path)!.attributes, `${file.location}: ${path}`);
      if (!isDeepStrictEqual(own, expected))
        throw unusable(file.location, `its ${path} differs from ${first.location}`);
    }
  }
}

// Data sets of HDF5 and NetCDF-4 files as arrays of the CF conventions.

export function hierarchyOf(thread: Hdf5Thread, path: string, described: FileDescription): Hierarchy {
  const arrays = new Map<string, CfArray>();
  const problems = new Map<string, string>();
  const { datasets, sites, version } = described;
  for (const one of datasets) {
    if (one.problem !== undefined && !isMapping(one.attributes)) {
      problems.set(one.name, `${path}, ${one.name}: ${one.problem}`);
      continue;
    }
    arrays.set(one.name, arrayOf(thread, path, version, sites === undefined ? one : ofSites(one)));
  }
  if (sites !== undefined) {
    for (const name of ["meta", "time_index"]) problems.delete(name);
    for (const array of coordinatesOf(sites, path)) arrays.set(array.path, array);
  }
  return { location: path, arrays, problems, version };
}

function arrayOf(thread: Hdf5Thread, file: string, version: string, one: DatasetDescription): CfArray {
  const { name, shape, dimensions, attributes, itemBytes } = one;
  // What is stored in one piece is read value by value along any line.
  const chunks = one.chunks ?? shape.map((n, k) => (k === 0 ? n : 1));
  return {
    path: name,
    type: one.type ?? "text",
    shape,
    chunks,
    dimensions,
    attributes,
    fill: Number.NaN,
    isFillMissing: false,
    chunkBytes: productOf(chunks, itemBytes),
    async line(axis, from, to, at, { signal, budget, versions }) {
      if (to <= from) return new Float64Array(0);
      const ranges = at.map((index, d): [number, number] => (d === axis ? [from, to] : [index, index + 1]));
      // Each chunk is unpacked for the values of one line.
      const [length = 1, whole = 1] = [chunks[axis], shape[axis]];
      const touched = Math.ceil((to - from) / length) + 1;
      const unit = one.chunks === undefined ? itemBytes : productOf(one.chunks, itemBytes);
      budget.take("bytes", Math.min(touched, Math.ceil(whole / length)) * unit);
      versions?.set(file, version);
      return thread.read(file, version, name, ranges, signal);
    },
  };
}

/**
 * A data set of the National Solar Radiation Database: values are whole numbers times a factor, dimensions have no names, and
 * the missing value has another name (NREL, "rex": resource data conventions).
 */
function ofSites(one: DatasetDescription): DatasetDescription {
  const { attributes, shape } = one;
  const factor = Number(attributes.scale_factor ?? attributes.psm_scale_factor ?? 1);
  const units = attributes.units ?? attributes.psm_units;
  const own: JsonObject = {
    scale_factor: 1 / factor,
    ...(attributes.add_offset !== undefined && { add_offset: attributes.add_offset }),
    ...(units !== undefined && { units }),
    ...(attributes.fill_value !== undefined && { _FillValue: attributes.fill_value }),
  };
  return { ...one, attributes: own, dimensions: shape.length === 2 ? ["time", "site"] : one.dimensions };
}

export function isOfSameSites(one: SiteTable, other: SiteTable): boolean {
  const isSame = (a: Float64Array, b: Float64Array) => a.length === b.length && a.every((v, k) => Object.is(v, b[k]));
  return (
    isSame(one.latitudes, other.latitudes) &&
    isSame(one.longitudes, other.longitudes) &&
    isSame(one.elevations, other.elevations)
  );
}

function coordinatesOf({ latitudes, longitudes, elevations, times }: SiteTable, file: string): CfArray[] {
  if (times.some(Number.isNaN))
    throw unusable(file, `its time_index must hold times such as "2020-01-01 00:30:00+00:00"`);
  return [
    held("time", "time", "seconds since 1970-01-01", times),
    held("latitude", "site", "degrees_north", latitudes),
    held("longitude", "site", "degrees_east", longitudes),
    held("elevation", "site", "m", elevations),
  ];
}
