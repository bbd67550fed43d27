/**
 * FlatBuffers (flatbuffers.dev/internals), read in place: fields of a table by their number. Nothing is trusted: whatever leads out of the
 * buffer throws a RangeError, as DataView does, and nothing is followed further than it is asked for, so that circles do no harm.
 */

export class Table {
  readonly #view: DataView;
  readonly #at: number;
  readonly #fields: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
    this.#fields = at - view.getInt32(at, true);
  }

  static root(bytes: Uint8Array): Table {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new Table(view, view.getUint32(0, true));
  }

  /** Where field `n` lies; undefined if the table has none. */
  #place(n: number): number | undefined {
    const [view, fields] = [this.#view, this.#fields];
    const entry = 4 + 2 * n;
    if (entry + 2 > view.getUint16(fields, true)) return undefined;
    const offset = view.getUint16(fields + entry, true);
    if (offset === 0) return undefined;
    if (offset < 4 || offset >= view.getUint16(fields + 2, true))
      throw new RangeError("a field lies outside its table");
    return this.#at + offset;
  }

  uint8(n: number): number {
    const at = this.#place(n);
    return at === undefined ? 0 : this.#view.getUint8(at);
  }

  uint32(n: number): number {
    const at = this.#place(n);
    return at === undefined ? 0 : this.#view.getUint32(at, true);
  }

  uint64(n: number): number {
    const at = this.#place(n);
    return at === undefined ? 0 : sizeAt(this.#view, at);
  }

  /** A struct of so many bytes. */
  struct(n: number, size: number): Uint8Array | undefined {
    const at = this.#place(n);
    return at === undefined ? undefined : bytesAt(this.#view, at, size);
  }

  /** @param size bytes of an item */
  vector(n: number, size: number): Vector | undefined {
    const at = this.#place(n);
    return at === undefined ? undefined : new Vector(this.#view, at + this.#view.getUint32(at, true), size);
  }

  bytes(n: number): Uint8Array | undefined {
    return this.vector(n, 1)?.bytes();
  }

  /** @throws RangeError for what is not UTF-8 */
  text(n: number): string | undefined {
    const bytes = this.bytes(n);
    return bytes && textOf(bytes);
  }

  table(n: number): Table | undefined {
    const at = this.#place(n);
    return at === undefined ? undefined : new Table(this.#view, at + this.#view.getUint32(at, true));
  }
}

/** Items of equal size; of tables, four bytes for the way to each. */
export class Vector {
  readonly length: number;
  readonly #view: DataView;
  readonly #start: number;
  readonly #size: number;

  constructor(view: DataView, at: number, size: number) {
    this.length = view.getUint32(at, true);
    this.#view = view;
    this.#start = at + 4;
    this.#size = size;
    if (this.#start + this.length * size > view.byteLength) throw new RangeError("a list reaches past the end");
  }

  #place(k: number): number {
    if (!(k < this.length)) throw new RangeError(`a list of ${this.length} has no item ${k}`);
    return this.#start + k * this.#size;
  }

  /** @param offset in the item */
  uint32(k: number, offset = 0): number {
    return this.#view.getUint32(this.#place(k) + offset, true);
  }

  uint64(k: number, offset = 0): number {
    return sizeAt(this.#view, this.#place(k) + offset);
  }

  struct(k: number, size = this.#size): Uint8Array {
    return bytesAt(this.#view, this.#place(k), size);
  }

  table(k: number): Table {
    const at = this.#place(k);
    return new Table(this.#view, at + this.#view.getUint32(at, true));
  }

  bytes(): Uint8Array {
    return bytesAt(this.#view, this.#start, this.length * this.#size);
  }
}

function sizeAt(view: DataView, at: number): number {
  const size = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(size)) throw new RangeError(`a size of ${size}`);
  return size;
}

function bytesAt(view: DataView, at: number, length: number): Uint8Array {
  if (at + length > view.byteLength) throw new RangeError("bytes reach past the end");
  return new Uint8Array(view.buffer, view.byteOffset + at, length);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new RangeError("a text is not UTF-8");
  }
}
