/** Data sets of HDF5 and NetCDF-4 files as arrays of the CF conventions. */
import { unusable } from "../bytes/failures.js";
import type { CfArray, Hierarchy } from "../cf/array.js";
import type { JsonObject } from "../json.js";
import { isMapping } from "./classic.js";
import type { DatasetDescription, FileDescription, SiteTable } from "./hdf5-messages.js";
import type { Hdf5Thread } from "./hdf5-thread.js";

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
    chunkBytes: chunks.reduce((product, n) => product * n, itemBytes),
    async line(axis, from, to, at, { signal, budget, versions }) {
      if (to <= from) return new Float64Array(0);
      const ranges = at.map((index, d): [number, number] => (d === axis ? [from, to] : [index, index + 1]));
      // Each chunk is unpacked for the values of one line.
      const [length = 1, whole = 1] = [chunks[axis], shape[axis]];
      const touched = Math.ceil((to - from) / length) + 1;
      budget.take("bytes", Math.min(touched, Math.ceil(whole / length)) * (one.chunks ? chunkBytesOf(one) : itemBytes));
      versions?.set(file, version);
      return thread.read(file, version, name, ranges, signal);
    },
  };
}

function chunkBytesOf({ chunks = [], itemBytes }: DatasetDescription): number {
  return chunks.reduce((product, n) => product * n, itemBytes);
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
  const made = (path: string, dimension: string, units: string, values: Float64Array): CfArray => ({
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
  });
  return [
    made("time", "time", "seconds since 1970-01-01", times),
    made("latitude", "site", "degrees_north", latitudes),
    made("longitude", "site", "degrees_east", longitudes),
    made("elevation", "site", "m", elevations),
  ];
}
