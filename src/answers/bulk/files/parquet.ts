/**
 * Parquet: a part is a row group, the tail is the footer. Compressed with Snappy; missing values are null; statistics of
 * every column. Units are in the file's metadata (key `units`, JSON) and in every column chunk (key `unit`).
 */
import type { ColumnSource, KeyValue, ParquetWriter, SchemaElement } from "hyparquet-writer";
import { unlessMissing } from "../../../foundation/packages.js";
import { VERSION } from "../../../foundation/version.js";
import type { EncodedPart, FileFormat, OpenFormat, PlacedPart } from "../table.js";
import {
  isNullable,
  isTime,
  type Numbers,
  type Runs,
  type TableBlock,
  type TableColumn,
  type TableDescription,
  unitsOf,
} from "../table.js";

type Package = typeof import("hyparquet-writer");
type Encoding = NonNullable<ColumnSource["encoding"]>;
type ParquetType = NonNullable<SchemaElement["type"]>;
type RowGroup = ParquetWriter["row_groups"][number];
type ColumnChunk = RowGroup["columns"][number];

/** The footer's entry for a column of a row group; offsets from the beginning of the part. */
interface ChunkIndex {
  encodings: string[];
  data: number;
  dictionary: number | null;
  packed: number;
  unpacked: number;
  nulls: number;
  least: number | string | null;
  most: number | string | null;
}

interface GroupIndex {
  rows: number;
  bytes: number;
  chunks: ChunkIndex[];
}

interface Prepared {
  data: readonly string[] | BigInt64Array | Numbers | readonly number[];
  encoding: Encoding;
  nulls: number;
  least: number | string | null;
  most: number | string | null;
}

const MAGIC = "PAR1";
/** "PAR1": the first bytes that the package's writer writes. */
const MAGIC_BYTES = MAGIC.length;

const PHYSICAL: { [type in TableColumn["type"]]: ParquetType } = {
  float32: "FLOAT",
  float64: "DOUBLE",
  timestamp: "INT64",
  "local-timestamp": "INT64",
  string: "BYTE_ARRAY",
};

export const openParquet: OpenFormat = async (description) => {
  const parquet: Package = await import("hyparquet-writer").catch(unlessMissing("hyparquet-writer", "Parquet files"));
  return {
    head: new TextEncoder().encode(MAGIC),
    encode: rowGroupEncoder(parquet, description),
    tail: (parts, end) => footer(parquet, description, parts, end),
  } satisfies FileFormat;
};

function elementOf({ name, type }: TableColumn): SchemaElement {
  const element: SchemaElement = {
    name,
    type: PHYSICAL[type],
    repetition_type: isNullable(type) ? "OPTIONAL" : "REQUIRED",
  };
  if (type === "string") return { ...element, converted_type: "UTF8", logical_type: { type: "STRING" } };
  if (!isTime(type)) return element;
  const isAdjustedToUTC = type === "timestamp";
  return { ...element, logical_type: { type: "TIMESTAMP", isAdjustedToUTC, unit: "MILLIS" } };
}

interface EncodedChunk {
  bytes: Uint8Array;
  index: ChunkIndex;
}

/** Encodes each column separately: sites of one period have the same times, whose bytes are then kept. */
function rowGroupEncoder(parquet: Package, { columns }: TableDescription): (block: TableBlock) => EncodedPart {
  let lastTimes: { times: Numbers; chunk: EncodedChunk } | undefined;
  const encodeColumn = (column: TableColumn, values: Runs | Numbers, rows: number): EncodedChunk => {
    if (!isTime(column.type)) return encodeChunk(parquet, column, prepare(column, values), rows);
    const times = values as Numbers;
    if (!lastTimes || !equal(lastTimes.times, times))
      lastTimes = { times: times.slice(), chunk: encodeChunk(parquet, column, prepare(column, times), rows) };
    return lastTimes.chunk;
  };
  return (block) => {
    const chunks = block.columns.map((values, i) => encodeColumn(columns[i]!, values, block.rows));
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0));
    const index: GroupIndex = { rows: block.rows, bytes: bytes.length, chunks: [] };
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk.bytes, at);
      index.chunks.push(moved(chunk.index, at));
      at += chunk.bytes.length;
    }
    return { bytes, index };
  };
}

function equal(a: Numbers, b: Numbers): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function moved(index: ChunkIndex, by: number): ChunkIndex {
  return { ...index, data: index.data + by, dictionary: index.dictionary === null ? null : index.dictionary + by };
}

function encodeChunk(parquet: Package, column: TableColumn, prepared: Prepared, rows: number): EncodedChunk {
  const { data, encoding, nulls, least, most } = prepared;
  const writer = new parquet.ByteWriter(rows * 4 + 1024);
  const file = new parquet.ParquetWriter({ writer, schema: [{ name: "schema", num_children: 1 }, elementOf(column)] });
  // Statistics come from `prepare`, at a fraction of the time; an offset index does not help readers of whole columns.
  const columnData = [{ name: column.name, data: data as never, encoding, statistics: false, offsetIndex: false }];
  file.write({ columnData, rowGroupSize: rows });
  const meta = file.row_groups[0]!.columns[0]!.meta_data!;
  const offset = (position: bigint) => Number(position) - MAGIC_BYTES;
  return {
    bytes: new Uint8Array(writer.getBytes()).subarray(MAGIC_BYTES),
    index: {
      encodings: meta.encodings,
      data: offset(meta.data_page_offset),
      dictionary: meta.dictionary_page_offset === undefined ? null : offset(meta.dictionary_page_offset),
      packed: Number(meta.total_compressed_size),
      unpacked: Number(meta.total_uncompressed_size),
      nulls,
      least,
      most,
    },
  };
}

function prepare({ type }: TableColumn, values: Runs | Numbers): Prepared {
  if ("counts" in values) return prepareNames(values);
  const { nulls, least, most } = extremes(values);
  if (isTime(type))
    return { data: BigInt64Array.from(values, BigInt), encoding: "DELTA_BINARY_PACKED", nulls, least, most };
  return { data: nulls === 0 ? values : withHoles(values), encoding: "PLAIN", nulls, least, most };
}

/**
 * Missing values as holes, which the package writes as null: an array with nulls would keep each of its numbers on the heap
 * (measured: half the time of encoding a part).
 */
function withHoles(values: Numbers): number[] {
  const data = new Array<number>(values.length);
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) data[i] = values[i]!;
  return data;
}

function prepareNames({ values, counts }: Runs): Prepared {
  const data = new Array<string>(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  values.forEach((value, i) => {
    data.fill(value, at, at + counts[i]!);
    at += counts[i]!;
  });
  const present = values.filter((_, i) => counts[i]! > 0).map((value) => new TextEncoder().encode(value));
  const sorted = present.sort(byBytes).map((bytes) => new TextDecoder().decode(bytes));
  return { data, encoding: "RLE_DICTIONARY", nulls: 0, least: sorted[0] ?? null, most: sorted.at(-1) ?? null };
}

/** UTF-8 strings are ordered by their bytes in Parquet. */
function byBytes(a: Uint8Array, b: Uint8Array): number {
  const odd = a.findIndex((byte, i) => byte !== b[i]);
  return odd < 0 ? a.length - b.length : a[odd]! - (b[odd] ?? -1);
}

function extremes(values: Numbers): { nulls: number; least: number | null; most: number | null } {
  let [nulls, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) nulls++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least > most ? { nulls, least: null, most: null } : { nulls, least, most };
}

function footer(
  parquet: Package,
  description: TableDescription,
  parts: readonly PlacedPart[],
  end: number,
): Uint8Array {
  const writer = new parquet.ByteWriter();
  const file = new parquet.ParquetWriter({
    writer,
    schema: [{ name: "schema", num_children: description.columns.length }, ...description.columns.map(elementOf)],
    kvMetadata: keyValues({ ...description.metadata, units: JSON.stringify(unitsOf(description)) }),
    createdBy: `irradiance-engine version ${VERSION}`,
    // Names are short, and complete ones let a reader skip row groups by site.
    statisticsTruncateLength: Number.POSITIVE_INFINITY,
  });
  file.row_groups = parts.map((part) => rowGroup(description, part));
  file.num_rows = file.row_groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  // The footer takes positions only from the row groups: the writer need not have written the preceding bytes.
  file.finish();
  if (end < MAGIC_BYTES) throw new RangeError(`expected the footer after the magic number, got position ${end}`);
  return new Uint8Array(writer.getBytes()).subarray(MAGIC_BYTES);
}

function keyValues(entries: { [key: string]: string }): KeyValue[] {
  return Object.entries(entries).map(([key, value]) => ({ key, value }));
}

function rowGroup({ columns }: TableDescription, { offset, index }: PlacedPart): RowGroup {
  const { rows, bytes, chunks } = index as GroupIndex;
  return {
    columns: columns.map((column, i) => columnChunk(column, chunks[i]!, offset, rows)),
    total_byte_size: BigInt(chunks.reduce((sum, { unpacked }) => sum + unpacked, 0)),
    num_rows: BigInt(rows),
    total_compressed_size: BigInt(bytes),
  };
}

function columnChunk(column: TableColumn, chunk: ChunkIndex, offset: number, rows: number): ColumnChunk {
  const { encodings, data, dictionary, packed, unpacked, nulls, least, most } = chunk;
  const extreme = (value: number | string, zero: number) => {
    if (isTime(column.type)) return BigInt(value);
    // The format's rule for signed zeros.
    return value === 0 ? zero : value;
  };
  const { unit } = column;
  return {
    file_offset: BigInt(offset + (dictionary ?? data)),
    meta_data: {
      type: PHYSICAL[column.type],
      encodings: encodings as Encoding[],
      path_in_schema: [column.name],
      codec: "SNAPPY",
      num_values: BigInt(rows),
      total_uncompressed_size: BigInt(unpacked),
      total_compressed_size: BigInt(packed),
      ...(unit === undefined ? {} : { key_value_metadata: keyValues({ unit }) }),
      data_page_offset: BigInt(offset + data),
      ...(dictionary === null ? {} : { dictionary_page_offset: BigInt(offset + dictionary) }),
      statistics: {
        null_count: BigInt(nulls),
        ...(least === null ? {} : { min_value: extreme(least, -0) }),
        ...(most === null ? {} : { max_value: extreme(most, 0) }),
      },
    },
  };
}
