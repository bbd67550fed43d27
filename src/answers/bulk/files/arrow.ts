/**
 * Arrow IPC file (Feather version 2), uncompressed: a part is a record batch, the tail is the footer. Missing values are
 * null. Units are in every field (key `unit`) and in the schema's metadata (key `units`, JSON).
 */
import type { Data, Field, RecordBatch, Schema, Struct } from "apache-arrow";
import { unlessMissing } from "../../../foundation/packages.js";
import type { EncodedPart, FileFormat, OpenFormat, PlacedPart } from "../table.js";
import {
  isNullable,
  type Numbers,
  type Runs,
  type TableBlock,
  type TableColumn,
  type TableDescription,
  unitsOf,
} from "../table.js";

type Package = typeof import("apache-arrow");

/** Lengths of a record batch's two halves, bytes. */
interface BatchIndex {
  meta: number;
  body: number;
}

/** "ARROW1" and two zeros: the file begins with it, and all that follows is aligned to 8 bytes. */
const MAGIC = Uint8Array.from([0x41, 0x52, 0x52, 0x4f, 0x57, 0x31, 0, 0]);
/** Four bytes of continuation mark and four of length before a message; four of mark and four zeros end a stream. */
const PREFIX = 8;

export const openArrow: OpenFormat = async (description) => {
  const arrow: Package = await import("apache-arrow").catch(unlessMissing("apache-arrow", "Arrow files"));
  const schema = schemaOf(arrow, description);
  const opening = streamOf(arrow, new arrow.RecordBatch(schema, emptyRows(arrow, schema)), schema);
  const schemaBytes = PREFIX + messageLength(opening, 0);
  return {
    head: joined(MAGIC, opening.subarray(0, schemaBytes)),
    encode: (block) => encodeBatch(arrow, schema, schemaBytes, block),
    tail: (parts) => footer(arrow, schema, parts),
  } satisfies FileFormat;
};

function schemaOf(arrow: Package, description: TableDescription): Schema {
  const metadata = { ...description.metadata, units: JSON.stringify(unitsOf(description)) };
  const fields = description.columns.map((column) => fieldOf(arrow, column));
  return new arrow.Schema(fields, new Map(Object.entries(metadata)));
}

function fieldOf(arrow: Package, { name, type, unit, description }: TableColumn): Field {
  const types = {
    float32: () => new arrow.Float32(),
    float64: () => new arrow.Float64(),
    timestamp: () => new arrow.TimestampMillisecond("UTC"),
    "local-timestamp": () => new arrow.TimestampMillisecond(),
    string: () => new arrow.Utf8(),
  };
  const metadata = new Map<string, string>();
  if (unit !== undefined) metadata.set("unit", unit);
  if (description !== undefined) metadata.set("description", description);
  return new arrow.Field(name, types[type](), isNullable(type), metadata);
}

function emptyRows(arrow: Package, schema: Schema): Data<Struct> {
  return arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: 0,
    nullCount: 0,
    children: schema.fields.map(({ type }) => arrow.makeData({ type })),
  });
}

function encodeBatch(arrow: Package, schema: Schema, schemaBytes: number, block: TableBlock): EncodedPart {
  const children = schema.fields.map((field, i) => columnData(arrow, field, block.columns[i]!, block.rows));
  const type = new arrow.Struct(schema.fields);
  const batch = new arrow.RecordBatch(schema, arrow.makeData({ type, length: block.rows, nullCount: 0, children }));
  const stream = streamOf(arrow, batch, schema);
  const bytes = new Uint8Array(stream.subarray(schemaBytes, stream.length - PREFIX));
  const meta = PREFIX + messageLength(bytes, 0);
  return { bytes, index: { meta, body: bytes.length - meta } satisfies BatchIndex };
}

/** Schema, batch, end mark. */
function streamOf(arrow: Package, batch: RecordBatch, schema: Schema): Uint8Array {
  const writer = new arrow.RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  writer.write(batch);
  return writer.finish().toUint8Array(true);
}

function messageLength(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(at + PREFIX / 2, true);
}

function columnData(arrow: Package, { type }: Field, values: Runs | Numbers, length: number): Data {
  if ("counts" in values) return namesData(arrow, values, length);
  if (arrow.DataType.isTimestamp(type))
    return arrow.makeData({ type, length, nullCount: 0, data: BigInt64Array.from(values, BigInt) });
  const { nullBitmap, nullCount } = presence(values);
  return arrow.makeData({ type, length, nullCount, data: values, ...(nullCount > 0 ? { nullBitmap } : {}) } as never);
}

function namesData(arrow: Package, { values, counts }: Runs, length: number): Data {
  const names = values.map((value) => new TextEncoder().encode(value));
  const data = new Uint8Array(names.reduce((sum, { length }, i) => sum + length * counts[i]!, 0));
  const valueOffsets = new Int32Array(length + 1);
  let [row, at] = [0, 0];
  names.forEach((name, i) => {
    for (let n = 0; n < counts[i]!; n++) {
      data.set(name, at);
      at += name.length;
      valueOffsets[++row] = at;
    }
  });
  return arrow.makeData({ type: new arrow.Utf8(), length, nullCount: 0, valueOffsets, data });
}

/** One bit per row, 1 = present. */
function presence(values: Numbers): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) nullCount++;
    else nullBitmap[i >> 3]! |= 1 << (i & 7);
  }
  return { nullBitmap, nullCount };
}

function footer(arrow: Package, schema: Schema, parts: readonly PlacedPart[]): Uint8Array {
  const blocks = parts.map(({ offset, index }) => {
    const { meta, body } = index as BatchIndex;
    return { offset, metaDataLength: meta, bodyLength: body };
  });
  class FooterWriter extends arrow.RecordBatchFileWriter {
    writeFooter(): this {
      this.reset(undefined, schema);
      this._recordBatchBlocks = blocks as unknown as typeof this._recordBatchBlocks;
      return this.finish();
    }
  }
  // It begins with the magic number, which is already at the beginning of the file.
  return new FooterWriter().writeFooter().toUint8Array(true).subarray(MAGIC.length);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
