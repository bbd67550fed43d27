/**
 * Values of HDF5 files. The library tells errors of reading by text alone, and gives what was in memory as values: that text is
 * listened to, and memory is marked before.
 */
import type { Dataset, File } from "h5wasm";
import type { Numbers, StoredNumbers } from "../codecs/numbers.js";
import type { Filters, Pipeline } from "./hdf5-filters.js";

export type Library = typeof import("h5wasm");

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

export function pipelineOf({ metadata, filters }: Dataset): Pipeline {
  return { chunkBytes: (metadata.chunks ?? []).reduce((product, n) => product * n, metadata.size), filters };
}

/** @throws Error if HDF5, or a filter, said something about the values of `name` */
export function throwComplaints(name: string, complaints: Complaints, filters: Filters): void {
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
