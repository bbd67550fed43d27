/** HDF5 files through h5wasm, in a thread of its own. The library sees one file and nothing else of the disk, so that a file cannot lead to others. */
import { randomUUID } from "node:crypto";
import type { Attribute, Dataset, File } from "h5wasm";
import type { FileVersion } from "../bytes/blocks.js";
import { HDF5_FILTERS } from "../codecs/hdf5.js";
import type { Numbers } from "../codecs/shuffle.js";
import type { JsonObject } from "../json.js";
import { LARGEST_ATTRIBUTE } from "./classic.js";
import { type DatasetDescription, type FileBytes, type FileDescription, mount } from "./hdf5-messages.js";
import { type Means, type Range, readNumbers, readStored, sitesOf } from "./hdf5-values.js";

export interface OpenFile extends FileVersion {
  describe(): FileDescription;
  /** @throws Error for what cannot be read */
  read(name: string, ranges: readonly Range[]): Float64Array;
  /** As they are stored. @throws Error for what cannot be read */
  stored(name: string, ranges: readonly Range[]): Numbers;
  /** Whether the bytes are still those that were opened. */
  isUnchanged(): boolean;
  close(): void;
}

/** Data sets of a file's top group that are looked at. */
const MOST_DATASETS = 1_000;
/** Filters that the library has itself: deflate, shuffle, Fletcher's checksum, scale and offset; and all that can be read. */
const OWN_FILTERS = [1, 2, 3, 6];
const READ = ["deflate", "shuffle", "fletcher32", "scaleoffset", ...[...HDF5_FILTERS.values()].map(({ name }) => name)];
/** Filters whose plugins have no names that a file must keep. */
const OTHER_FILTERS: { readonly [id: number]: string } = { 4: "szip", 5: "nbit", 32013: "zfp", 32026: "blosc2" };
const NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable";

/** @throws Error if it is no HDF5 file; the bytes are closed then, too */
export function openHdf5(bytes: FileBytes, means: Means): OpenFile {
  const { library, complaints } = means;
  const { size, version } = bytes;
  const FS = library.FS!;
  // A file may name others that its values are in: it cannot guess those that are open beside it.
  const name = randomUUID();
  mount(FS, name, bytes);
  const close = () => {
    FS.unlink(`/${name}`);
    bytes.close();
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
    size,
    version,
    describe: () => ({ size, version, ...describe(file, means) }),
    read: (dataset, ranges) => readNumbers(file, dataset, ranges, means),
    stored: (dataset, ranges) => readStored(file, dataset, ranges, means),
    isUnchanged: () => bytes.isUnchanged(),
    close() {
      file.close();
      complaints.take();
      close();
    },
  };
}

function describe(file: File, means: Means): Omit<FileDescription, keyof FileVersion> {
  const { complaints } = means;
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
  const attributes = attributesOf(file);
  complaints.take();
  return { attributes, datasets, sites: sitesOf(file, new Map(found), means) };
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
  const other = dataset.filters.find(({ id }) => !OWN_FILTERS.includes(id) && !HDF5_FILTERS.has(id));
  if (other === undefined) return undefined;
  const name = OTHER_FILTERS[other.id] ?? (other.name || `filter ${other.id}`);
  return `it is compressed with ${name}; ${READ.slice(0, -1).join(", ")} and ${READ.at(-1)} are read`;
}

/** Texts and numbers; of one number alone the number. */
function attributesOf({ attrs }: Pick<Dataset, "attrs">): JsonObject {
  const found = Object.entries(attrs).filter(([name]) => !/^(DIMENSION_LIST|REFERENCE_LIST)$/.test(name));
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
