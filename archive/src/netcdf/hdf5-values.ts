/**
 * Values of HDF5 files. The library tells errors of reading by text alone, and gives what was in memory as values: that text is
 */
import type { Dataset, File } from "h5wasm";
import type { Numbers, StoredNumbers } from "../codecs/shuffle.js";
import { productOf } from "../lists.js";
import type { Filters, Pipeline } from "./hdf5-filters.js";
import type { SiteTable } from "./hdf5-messages.js";

type Library = typeof import("h5wasm");

/** What h5wasm writes to the error stream since it was last asked for. */
export interface Complaints {
  take(): string | undefined;
}

/** What reading needs beside the file. */
export interface Means {
  readonly library: Library;
  readonly complaints: Complaints;
  readonly filters: Filters;
}

export type Range = readonly [from: number, to: number];

/** Bytes that memory is filled with before it is read into: of each kind of number the same in both byte orders. */
const [MARK, OTHER] = [0xa5, 0x5a];

/** Numbers as float64; what was never written, and has no value that stands for it, is NaN. */
export function readNumbers(file: File, name: string, ranges: readonly Range[], means: Means): Float64Array {
  const { values, again } = readTwice(file, name, ranges, means);
  return Float64Array.from({ length: values.length }, (_, k) =>
    values[k] === again[k] ? Number(values[k]) : Number.NaN,
  );
}

/** Numbers as they are stored; whole numbers of eight bytes as float64. @throws Error for whole numbers that were never written */
export function readStored(file: File, name: string, ranges: readonly Range[], means: Means): Numbers {
  const { values, again } = readTwice(file, name, ranges, means);
  const isUnknown = (_: unknown, k: number) => values[k] !== again[k] && !Number.isNaN(values[k]);
  if (values === again || !Array.prototype.some.call(values, isUnknown))
    return values instanceof BigInt64Array || values instanceof BigUint64Array
      ? Float64Array.from(values, Number)
      : values;
  if (!(values instanceof Float32Array || values instanceof Float64Array))
    throw new Error(`values of ${name} were never written`);
  return values.map((value, k) => (value === again[k] ? value : Number.NaN));
}

/**
 * HDF5 leaves alone what it has no values for, such as chunks that were never written: there memory shows. Where the mark is
 * found, another one tells whether it is a value.
 */
function readTwice(file: File, name: string, ranges: readonly Range[], { library, complaints, filters }: Means) {
  const count = ranges.reduce((product, [from, to]) => product * (to - from), 1);
  const isScalar = ranges.length === 0;
  const dataset = file.get(name) as Dataset | null;
  if (dataset === null || dataset.shape === null) throw new Error(`${name} has no such values`);
  const pipeline = pipelineOf(dataset);
  const read = (mark: number): StoredNumbers => {
    const slices = ranges.map(([from, to]): [number, number] => [from, to]);
    // Of a scalar there are no slices.
    const values = withMarkedMemory(library, mark, () =>
      filters.during(pipeline, () => (isScalar ? Float64Array.of(Number(dataset.value)) : dataset.slice(slices))),
    );
    throwComplaints(name, complaints, filters);
    if (!ArrayBuffer.isView(values) || (values as StoredNumbers).length !== count)
      throw new Error(`${name} has no such values`);
    return values as StoredNumbers;
  };
  const values = read(MARK);
  const isMarked = isScalar || Array.prototype.includes.call(values, markOf(values, MARK));
  return { values, again: isMarked ? read(OTHER) : values };
}

function pipelineOf({ metadata, filters }: Dataset): Pipeline {
  return { chunkBytes: productOf(metadata.chunks ?? [], metadata.size), filters };
}

/** @throws Error if HDF5, or a filter, said something about the values of `name` */
function throwComplaints(name: string, complaints: Complaints, filters: Filters): void {
  // A filter's own reason says more than that it failed; both are taken.
  const [own, other] = [filters.take(), complaints.take()];
  const complaint = own ?? other;
  if (complaint !== undefined) throw new Error(`${name} is damaged: ${complaint}`);
}

/** A number of the same kind that is made of marks. */
function markOf(values: StoredNumbers, mark: number): number | bigint {
  const kind = values.constructor as new (buffer: ArrayBuffer) => StoredNumbers;
  return new kind(new Uint8Array(values.BYTES_PER_ELEMENT).fill(mark).buffer)[0]!;
}

function withMarkedMemory<T>({ Module }: Library, mark: number, work: () => T): T {
  // biome-ignore lint/suspicious/noExplicitAny: Emscripten's memory has no types
  const memory = Module as any;
  const allocate: (length: number) => number = memory._malloc;
  memory._malloc = (length: number) => {
    const start = allocate(length);
    // There was no memory: at 0 the library has its own.
    if (start !== 0) memory.HEAPU8.fill(mark, start, start + length);
    return start;
  };
  try {
    return work();
  } finally {
    memory._malloc = allocate;
  }
}

// Sites and times of the National Solar Radiation Database (NREL, "rex": resource data conventions), read by columns: there are millions.

/** NREL's full disc has two million sites; five minutes of a year are 105,120 times. */
const MOST_SITES = 8_000_000;
const MOST_TIMES = 1_000_000;
/** Bytes of rows that are read at once, where chunks are not larger. */
const SLAB = 4 * 1024 * 1024;
const LARGEST_SLAB = 256 * 1024 * 1024;

/** A field of a row. */
type Field = NonNullable<Dataset["metadata"]["compound_type"]>["members"][number];
/** Rows as bytes, from row `first`. */
type Rows = (view: DataView, first: number, count: number) => void;

/** Undefined of files of another layout. */
export function sitesOf(file: File, datasets: ReadonlyMap<string, Dataset>, means: Means): SiteTable | undefined {
  const [meta, index] = [datasets.get("meta"), datasets.get("time_index")];
  const fields = meta?.metadata.compound_type?.members;
  if (meta === undefined || index === undefined || fields === undefined) return undefined;
  if (index.metadata.type !== 3 || index.metadata.vlen) return undefined;
  const [sites = 0, times = 0] = [meta.shape![0], index.shape![0]];
  if (sites > MOST_SITES || times > MOST_TIMES) {
    throw new Error(
      `it has ${sites} sites and ${times} times, more than ${MOST_SITES} and ${MOST_TIMES}: extract the ones that you need`,
    );
  }
  const columns = ["latitude", "longitude", "elevation"].map((name) => {
    const field = fields.find((one) => one.name === name);
    const read = field && readerOf(field);
    return { values: new Float64Array(sites).fill(Number.NaN), read, at: field?.offset ?? 0 };
  });
  const { size } = meta.metadata;
  readRows(file, meta, means, (view, first, count) => {
    for (const { values, read, at } of columns) {
      if (read === undefined) continue;
      for (let k = 0; k < count; k++) values[first + k] = read(view, k * size + at);
    }
  });
  const [latitudes, longitudes, elevations] = columns.map(({ values }) => values);
  return {
    latitudes: latitudes!,
    longitudes: longitudes!,
    elevations: elevations!,
    times: timesOf(file, index, means),
  };
}

/** Behind a time of day. */
const ZONE = /(Z|[+-]\d\d:?\d\d)$/;

/** Texts such as "2020-01-01 00:30:00+00:00", in seconds since 1970; without a zone they are in UTC ("rex", `check_tz`). */
function timesOf(file: File, index: Dataset, means: Means): Float64Array {
  const seconds = new Float64Array(index.shape![0]!);
  const { size } = index.metadata;
  const decoder = new TextDecoder("latin1");
  readRows(file, index, means, (view, first, count) => {
    for (let k = 0; k < count; k++) {
      const text = decoder.decode(new Uint8Array(view.buffer, view.byteOffset + k * size, size));
      const time = text.replace(/\0.*$/s, "").trim().replace(" ", "T");
      seconds[first + k] = Date.parse(ZONE.test(time) ? time : `${time}Z`) / 1000;
    }
  });
  return seconds;
}

function readRows(file: File, dataset: Dataset, { library, complaints, filters }: Means, use: Rows): void {
  const { metadata } = dataset;
  const [total, chunk] = [metadata.shape![0]!, metadata.chunks?.[0] ?? 1];
  // Whole chunks: each is unpacked once.
  const rows = Math.min(total, chunk * Math.max(1, Math.floor(SLAB / (metadata.size * chunk))));
  if (metadata.shape!.length !== 1 || rows * metadata.size > LARGEST_SLAB)
    throw new Error("its sites or times are damaged");
  // biome-ignore lint/suspicious/noExplicitAny: Emscripten's memory has no types
  const module = library.Module as any;
  const start: number = module._malloc(rows * metadata.size);
  if (start === 0) throw new Error(`no memory for ${rows} rows`);
  try {
    for (let first = 0; first < total; first += rows) {
      const count = Math.min(rows, total - first);
      const length = count * metadata.size;
      module.HEAPU8.fill(0xff, start, start + length);
      filters.during(pipelineOf(dataset), () =>
        module.get_dataset_data(file.file_id, dataset.path, [BigInt(count)], [BigInt(first)], [1n], BigInt(start)),
      );
      throwComplaints(dataset.path, complaints, filters);
      use(new DataView(module.HEAPU8.buffer, start, length), first, count);
    }
  } finally {
    module._free(start);
  }
}

/** Undefined of what is no number. */
function readerOf({
  type,
  size,
  signed,
  littleEndian: isLittle,
}: Field): ((view: DataView, at: number) => number) | undefined {
  if (type === 1 && size === 4) return (view, at) => view.getFloat32(at, isLittle);
  if (type === 1 && size === 8) return (view, at) => view.getFloat64(at, isLittle);
  if (type !== 0) return undefined;
  if (size === 1) return (view, at) => (signed ? view.getInt8(at) : view.getUint8(at));
  if (size === 2) return (view, at) => (signed ? view.getInt16(at, isLittle) : view.getUint16(at, isLittle));
  if (size === 4) return (view, at) => (signed ? view.getInt32(at, isLittle) : view.getUint32(at, isLittle));
  return size === 8
    ? (view, at) => Number(signed ? view.getBigInt64(at, isLittle) : view.getBigUint64(at, isLittle))
    : undefined;
}
