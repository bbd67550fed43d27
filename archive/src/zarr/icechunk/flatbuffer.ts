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
    const [view, fields, entry] = [this.#view, this.#fields, 4 + 2 * n];
    const offset = entry < view.getUint16(fields, true) ? view.getUint16(fields + entry, true) : 0;
    if (offset === 0) return undefined;
    if (offset >= view.getUint16(fields + 2, true)) throw new RangeError("a field lies outside its table");
    return this.#at + offset;
  }

  /** 0 where there is none. @param bytes of it */
  uint(n: number, bytes: 1 | 4 | 8): number {
    const at = this.#place(n);
    return at === undefined ? 0 : uintAt(this.#view, at, bytes);
  }

  struct(n: number, bytes: number): Uint8Array | undefined {
    const at = this.#place(n);
    return at === undefined ? undefined : bytesAt(this.#view, at, bytes);
  }

  /** @param bytes of an item */
  vector(n: number, bytes: number): Vector | undefined {
    const at = this.#place(n);
    return at === undefined ? undefined : new Vector(this.#view, at + this.#view.getUint32(at, true), bytes);
  }

  bytes(n: number): Uint8Array | undefined {
    return this.vector(n, 1)?.all();
  }

  text(n: number): string | undefined {
    const bytes = this.bytes(n);
    return bytes && Buffer.from(bytes).toString("utf8");
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
  readonly #bytes: number;

  constructor(view: DataView, at: number, bytes: number) {
    this.length = view.getUint32(at, true);
    this.#view = view;
    this.#start = at + 4;
    this.#bytes = bytes;
    if (this.#start + this.length * bytes > view.byteLength) throw new RangeError("a list reaches past the end");
  }

  #place(k: number): number {
    if (!(k < this.length)) throw new RangeError(`a list of ${this.length} has no item ${k}`);
    return this.#start + k * this.#bytes;
  }

  /** @param offset in the item */
  uint(k: number, bytes: 4 | 8, offset = 0): number {
    return uintAt(this.#view, this.#place(k) + offset, bytes);
  }

  struct(k: number, bytes: number): Uint8Array {
    return bytesAt(this.#view, this.#place(k), bytes);
  }

  table(k: number): Table {
    const at = this.#place(k);
    return new Table(this.#view, at + this.#view.getUint32(at, true));
  }

  all(): Uint8Array {
    return bytesAt(this.#view, this.#start, this.length * this.#bytes);
  }

  map<T>(item: (k: number) => T): T[] {
    return Array.from({ length: this.length }, (_, k) => item(k));
  }
}

function uintAt(view: DataView, at: number, bytes: 1 | 4 | 8): number {
  if (bytes < 8) return bytes === 4 ? view.getUint32(at, true) : view.getUint8(at);
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new RangeError(`a size of ${value}`);
  return value;
}

function bytesAt(view: DataView, at: number, length: number): Uint8Array {
  if (at + length > view.byteLength) throw new RangeError("bytes reach past the end");
  return new Uint8Array(view.buffer, view.byteOffset + at, length);
}
