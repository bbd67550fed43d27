/**
 * FlatBuffers, as far as answers need them: tables, texts and vectors, written from the root on, each aligned to its own size. Format:
 * https://flatbuffers.dev/internals/.
 */

/** A field of a table; undefined: it has its default. */
export type Field = Scalar | Nested | undefined;
type Scalar = readonly [kind: "u8" | "i16" | "i32" | "f32" | "i64", value: number];
type Nested =
  | readonly [kind: "text", value: string]
  | readonly [kind: "table", fields: Table]
  | readonly [kind: "tables", tables: readonly Table[]]
  | readonly [kind: "f32s", values: readonly (number | null)[]]
  | readonly [kind: "i64s", values: readonly number[]];
/** By the numbers of the schema. */
export type Table = readonly Field[];

/** Bytes inline: what is nested has an offset. */
const SIZES = { u8: 1, i16: 2, i32: 4, f32: 4, i64: 8 } as const;
const OFFSET_SIZE = 4;
const WIDEST = 8;

const isScalar = (field: Scalar | Nested): field is Scalar => field[0] in SIZES;
const sizeOf = (field: Scalar | Nested) => (isScalar(field) ? SIZES[field[0]] : OFFSET_SIZE);

/** A buffer with its length before it, padded so that another may follow. A missing value (null) of f32s is NaN. */
export function sizedBuffer(root: Table): Uint8Array {
  const writer = new Writer();
  const length = writer.reserve(4, 4);
  const start = writer.reserve(4, 4);
  writer.point(start, writer.table(root));
  writer.reserve(0, WIDEST);
  writer.view.setUint32(length, writer.length - 4, true);
  return writer.bytes.subarray(0, writer.length);
}

class Writer {
  bytes = new Uint8Array(1024);
  view = new DataView(this.bytes.buffer);
  length = 0;

  /** Where so many bytes begin, zeros, at a multiple of `align` (less `before`, which stand before them). */
  reserve(bytes: number, align: number, before = 0): number {
    const at = Math.ceil((this.length + before) / align) * align - before;
    this.length = at + bytes;
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.bytes);
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }

  /** Writes the offset at `from` that leads to `to`. */
  point(from: number, to: number): void {
    this.view.setUint32(from, to - from, true);
  }

  /** The table with its virtual table before it, then what it refers to. */
  table(fields: Table): number {
    const given = fields.flatMap((field, k) => (field === undefined ? [] : [[field, k] as const]));
    given.sort(([one], [other]) => sizeOf(other) - sizeOf(one));
    const places = new Map<number, number>();
    let size = 4;
    for (const [field, k] of given) {
      const own = sizeOf(field);
      size = Math.ceil(size / own) * own;
      places.set(k, size);
      size += own;
    }
    const entries = 4 + 2 * fields.length;
    const virtual = this.reserve(entries, 2);
    const at = this.reserve(size, WIDEST);
    this.view.setUint16(virtual, entries, true);
    this.view.setUint16(virtual + 2, size, true);
    for (const [k, place] of places) this.view.setUint16(virtual + 4 + 2 * k, place, true);
    this.view.setInt32(at, at - virtual, true);
    for (const [field, k] of given) this.field(at + places.get(k)!, field);
    return at;
  }

  private field(at: number, field: Scalar | Nested): void {
    if (isScalar(field)) this.scalar(at, field[0], field[1]);
    else this.point(at, this.nested(field));
  }

  /** Where it begins. */
  private nested(field: Nested): number {
    switch (field[0]) {
      case "text":
        return this.text(field[1]);
      case "table":
        return this.table(field[1]);
      case "tables":
        return this.tables(field[1]);
      case "f32s":
        return this.numbers("f32", field[1]);
      case "i64s":
        return this.numbers("i64", field[1]);
    }
  }

  private scalar(at: number, kind: Scalar[0], value: number): void {
    if (kind === "u8") this.view.setUint8(at, value);
    else if (kind === "i16") this.view.setInt16(at, value, true);
    else if (kind === "i32") this.view.setInt32(at, value, true);
    else if (kind === "f32") this.view.setFloat32(at, value, true);
    else this.view.setBigInt64(at, BigInt(value), true);
  }

  /** Its length in bytes, UTF-8, and a zero. */
  private text(text: string): number {
    const encoded = new TextEncoder().encode(text);
    const at = this.reserve(4 + encoded.length + 1, 4);
    this.view.setUint32(at, encoded.length, true);
    this.bytes.set(encoded, at + 4);
    return at;
  }

  private tables(tables: readonly Table[]): number {
    const at = this.reserve(4 + 4 * tables.length, 4);
    this.view.setUint32(at, tables.length, true);
    for (const [k, table] of tables.entries()) this.point(at + 4 + 4 * k, this.table(table));
    return at;
  }

  private numbers(kind: "f32" | "i64", values: readonly (number | null)[]): number {
    const size = SIZES[kind];
    const at = this.reserve(4 + size * values.length, size, 4);
    this.view.setUint32(at, values.length, true);
    for (const [k, value] of values.entries()) this.scalar(at + 4 + size * k, kind, value ?? Number.NaN);
    return at;
  }
}
