/**
 * HDF5 files through h5wasm, in a thread of its own. The library sees one file and nothing else of the disk, so that a file cannot
 * lead to others; and as it tells errors of reading by text alone, and gives what was in memory as values, that text is listened to.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Attribute, Dataset, File } from "h5wasm";
import type { JsonObject } from "../json.js";
import type { DatasetDescription, FileDescription, FileVersion, SiteTable } from "./hdf5-messages.js";

/** What h5wasm writes to the error stream since it was last asked for. */
export interface Complaints {
  take(): string | undefined;
}

export interface OpenFile extends FileVersion {
  describe(): FileDescription;
  /** @throws Error for what cannot be read */
  read(name: string, ranges: readonly (readonly [number, number])[]): Float64Array;
  /** Whether the bytes are still those that were opened. */
  isUnchanged(): boolean;
  close(): void;
}

type Library = typeof import("h5wasm");

/** Data sets of a file's top group, and bytes of an attribute, that are looked at. */
const MOST_DATASETS = 1_000;
const LARGEST_ATTRIBUTE = 64 * 1024;
/** Sites of a table, which becomes objects before it becomes numbers. */
const MOST_SITES = 300_000;
const MOST_TIMES = 1_000_000;
/** Filters that the library has without plugins: deflate, shuffle, Fletcher's checksum, scale and offset. */
const FILTERS = [1, 2, 3, 6];
const NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable";

let files = 0;

/** Undefined if there is no such file. @throws Error if it is no HDF5 file */
export async function openHdf5(path: string, library: Library, complaints: Complaints): Promise<OpenFile | undefined> {
  const { FS } = await library.ready;
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
  const before = versionOf(fd);
  const name = `file-${files++}`;
  mount(FS, name, fd, before.size);
  const close = () => {
    FS.unlink(`/${name}`);
    closeSync(fd);
  };
  let file: File;
  try {
    file = new library.File(`/${name}`, "r");
    if (complaints.take() !== undefined || file.file_id < 0n) throw new Error("it is damaged or not an HDF5 file");
  } catch (error) {
    close();
    throw error;
  }
  return {
    ...before,
    describe: () => ({ ...before, ...describe(file, complaints) }),
    read: (dataset, ranges) => readValues(file, library, dataset, ranges, complaints),
    isUnchanged: () => versionOf(fd).version === before.version,
    close() {
      file.close();
      complaints.take();
      close();
    },
  };
}

function versionOf(fd: number): FileVersion {
  const { size, ino, mtimeNs } = fstatSync(fd, { bigint: true });
  return { size: Number(size), version: `${size}-${mtimeNs}-${ino}` };
}

/** The one file in the library's own file system, whose bytes are read when they are needed. */
// biome-ignore lint/suspicious/noExplicitAny: Emscripten's file system has no types for its nodes
function mount(FS: any, name: string, fd: number, size: number): void {
  const node = FS.createFile("/", name, {}, true, false);
  Object.defineProperty(node, "usedBytes", { get: () => size });
  const refuse = () => {
    throw new FS.ErrnoError(1);
  };
  node.stream_ops = {
    ...node.stream_ops,
    read: (_: unknown, buffer: Uint8Array, offset: number, length: number, position: number) =>
      position >= size ? 0 : readSync(fd, buffer, offset, Math.min(length, size - position), position),
    write: refuse,
    mmap: refuse,
  };
}

function describe(file: File, complaints: Complaints): Omit<FileDescription, keyof FileVersion> {
  const names = file.keys();
  if (names.length > MOST_DATASETS) throw new Error(`it has ${names.length} data sets, more than ${MOST_DATASETS}`);
  const found = names.flatMap((name): [string, Dataset][] => {
    const entity = file.get(name);
    complaints.take();
    return entity !== null && "slice" in entity && entity.shape !== null ? [[name, entity]] : [];
  });
  const ids = new Map<number, string>();
  for (const [name, dataset] of found) {
    const id = attributeOf(dataset, "_Netcdf4Dimid");
    if (typeof id === "number" && dataset.shape!.length === 1) ids.set(id, name);
  }
  const isVariable = (dataset: Dataset) => !String(attributeOf(dataset, "NAME") ?? "").startsWith(NO_VARIABLE);
  const datasets = found
    .filter(([, dataset]) => isVariable(dataset))
    .map(([name, dataset]) => about(name, dataset, ids));
  complaints.take();
  return { datasets, sites: sitesOf(new Map(found), complaints) };
}

function about(name: string, dataset: Dataset, ids: ReadonlyMap<number, string>): DatasetDescription {
  const { metadata } = dataset;
  const shape = [...dataset.shape!];
  return {
    name,
    type: typeOf(metadata),
    itemBytes: metadata.size,
    shape,
    chunks: metadata.chunks ?? undefined,
    dimensions: dimensionsOf(name, dataset, ids),
    attributes: attributesOf(dataset),
    problem: problemOf(dataset),
  };
}

function typeOf({ type, size, signed, array_type }: Dataset["metadata"]): string | undefined {
  if (array_type !== undefined) return undefined;
  if (type === 1 && (size === 4 || size === 8)) return `float${size * 8}`;
  return type === 0 && [1, 2, 4, 8].includes(size) ? `${signed ? "int" : "uint"}${size * 8}` : undefined;
}

/** NetCDF-4 attaches a scale to each dimension, or numbers them; a scale is its own dimension. */
function dimensionsOf(name: string, dataset: Dataset, ids: ReadonlyMap<number, string>): string[] {
  const shape = dataset.shape!;
  if (shape.length === 1 && attributeOf(dataset, "CLASS") === "DIMENSION_SCALE") return [name];
  const numbers = attributeOf(dataset, "_Netcdf4Coordinates");
  return shape.map((_, k) => {
    const [scale] = dataset.get_attached_scales(k);
    const number = Array.isArray(numbers) ? numbers[k] : undefined;
    return scale?.replace(/^\//, "") ?? ids.get(number as number) ?? `dimension ${k} of ${name}`;
  });
}

function problemOf(dataset: Dataset): string | undefined {
  const { metadata } = dataset;
  if (metadata.virtual_sources !== undefined) return "its values are in other files, which is not supported";
  if (typeOf(metadata) === undefined) return "its values are not numbers of a supported type";
  const other = dataset.filters.find(({ id }) => !FILTERS.includes(id));
  if (other === undefined) return undefined;
  return `it is compressed with ${other.name || `filter ${other.id}`}; deflate, shuffle, fletcher32 and scaleoffset are read`;
}

/** Texts and numbers; of one number alone the number. */
function attributesOf(dataset: Dataset): JsonObject {
  const found = Object.entries(dataset.attrs).filter(([name]) => !/^(DIMENSION_LIST|REFERENCE_LIST)$/.test(name));
  return Object.fromEntries(found.map(([name, attribute]) => [name, plain(attribute)]));
}

function attributeOf(dataset: Dataset, name: string): unknown {
  const attribute = dataset.attrs[name];
  return attribute && plain(attribute);
}

function plain(attribute: Attribute): unknown {
  const { total_size, size, type } = attribute.metadata;
  // Numbers and texts. Others may refer to anything.
  if (![0, 1, 3].includes(type) || total_size * size > LARGEST_ATTRIBUTE) return undefined;
  const { value } = attribute;
  if (ArrayBuffer.isView(value)) {
    const numbers = Array.from(value as Float64Array, Number);
    return numbers.length === 1 ? numbers[0] : numbers;
  }
  if (Array.isArray(value)) return value.length === 1 ? value[0] : value;
  return typeof value === "bigint" ? Number(value) : value;
}

function sitesOf(datasets: ReadonlyMap<string, Dataset>, complaints: Complaints): SiteTable | undefined {
  const [meta, index] = [datasets.get("meta"), datasets.get("time_index")];
  const members = meta?.metadata.compound_type?.members;
  if (meta === undefined || index === undefined || members === undefined || index.metadata.type !== 3) return undefined;
  const [sites = 0, times = 0] = [meta.shape![0], index.shape![0]];
  if (sites > MOST_SITES || times > MOST_TIMES) {
    throw new Error(
      `it has ${sites} sites and ${times} times, more than ${MOST_SITES} and ${MOST_TIMES}: extract the ones that you need`,
    );
  }
  const rows = meta.slice([]) as unknown[][];
  const texts = index.slice([]) as string[];
  if (complaints.take() !== undefined) throw new Error("its sites or times are damaged");
  const column = (name: string) => {
    const at = members.findIndex((member) => member.name === name);
    return Float64Array.from(rows, (row) => (at < 0 ? Number.NaN : Number(row[at])));
  };
  return {
    latitudes: column("latitude"),
    longitudes: column("longitude"),
    elevations: column("elevation"),
    times: texts,
  };
}

/** Bytes that memory is filled with before it is read into: of each kind of number the same in both byte orders. */
const [MARK, OTHER] = [0xa5, 0x5a];

/**
 * HDF5 leaves alone what it has no values for, such as chunks that were never written: there memory shows. It is marked before,
 * and where the mark is found afterwards, another one tells whether it is a value.
 */
function readValues(
  file: File,
  library: Library,
  name: string,
  ranges: readonly (readonly [number, number])[],
  complaints: Complaints,
): Float64Array {
  const count = ranges.reduce((product, [from, to]) => product * (to - from), 1);
  const isScalar = ranges.length === 0;
  const read = (mark: number): NumberArray => {
    const slices = ranges.map(([from, to]): [number, number] => [from, to]);
    const values = withMarkedMemory(library, mark, () => {
      const dataset = file.get(name) as Dataset | null;
      // Of a scalar there are no slices.
      return isScalar ? Float64Array.of(Number(dataset?.value)) : dataset?.slice(slices);
    });
    const complaint = complaints.take();
    if (complaint !== undefined) throw new Error(`${name} is damaged: ${complaint}`);
    if (!ArrayBuffer.isView(values) || (values as NumberArray).length !== count)
      throw new Error(`${name} has no such values`);
    return values as NumberArray;
  };
  const values = read(MARK);
  const marked = markOf(values, MARK);
  const again = isScalar || Array.prototype.includes.call(values, marked) ? read(OTHER) : values;
  return Float64Array.from({ length: count }, (_, k) => (values[k] === again[k] ? Number(values[k]) : Number.NaN));
}

type NumberArray = Float64Array | BigInt64Array;

/** A number of the same kind that is made of marks. */
function markOf(values: NumberArray, mark: number): number | bigint {
  const kind = values.constructor as new (buffer: ArrayBuffer) => NumberArray;
  return new kind(new Uint8Array(values.BYTES_PER_ELEMENT).fill(mark).buffer)[0]!;
}

function withMarkedMemory<T>({ Module }: Library, mark: number, work: () => T): T {
  // biome-ignore lint/suspicious/noExplicitAny: Emscripten's memory has no types
  const memory = Module as any;
  const allocate: (length: number) => number = memory._malloc;
  memory._malloc = (length: number) => {
    const start = allocate(length);
    memory.HEAPU8.fill(mark, start, start + length);
    return start;
  };
  try {
    return work();
  } finally {
    memory._malloc = allocate;
  }
}
