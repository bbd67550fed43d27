/** Heads of NetCDF files of the classic format, its 64-bit offset and 64-bit data variants (Unidata, "NetCDF Classic Format Specification"). */
import type { JsonObject } from "../json.js";

export interface ClassicVariable {
  readonly name: string;
  /** "int16", "float32", …; undefined of texts. */
  readonly type: ClassicType["name"];
  readonly itemBytes: number;
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly attributes: JsonObject;
  /** Position of the first value. */
  readonly begin: number;
  /** Bytes from a record to the next; undefined if the values lie in one piece. */
  readonly record: number | undefined;
}

export interface ClassicHead {
  /** Of the file itself. */
  readonly attributes: JsonObject;
  readonly variables: readonly ClassicVariable[];
}

interface ClassicType {
  readonly name:
    | "int8"
    | "text"
    | "int16"
    | "int32"
    | "float32"
    | "float64"
    | "uint8"
    | "uint16"
    | "uint32"
    | "int64"
    | "uint64";
  readonly bytes: number;
}

/** By the number that stands for them; from 7 on only in the 64-bit data variant. */
const TYPES: readonly (ClassicType | undefined)[] = [
  undefined,
  { name: "int8", bytes: 1 },
  { name: "text", bytes: 1 },
  { name: "int16", bytes: 2 },
  { name: "int32", bytes: 4 },
  { name: "float32", bytes: 4 },
  { name: "float64", bytes: 8 },
  { name: "uint8", bytes: 1 },
  { name: "uint16", bytes: 2 },
  { name: "uint32", bytes: 4 },
  { name: "int64", bytes: 8 },
  { name: "uint64", bytes: 8 },
];
const [DIMENSIONS, VARIABLES, ATTRIBUTES] = [10, 11, 12];
const MOST = 10_000;
/** Bytes of an attribute that is looked at, and of a name at most. */
export const LARGEST_ATTRIBUTE = 64 * 1024;
const STREAMING = 0xffffffff;

/** The head is longer than the bytes that were read of it. */
export class HeadIsLonger extends Error {}

/**
 * @param bytes from the beginning of the file
 * @param size of the file
 * @throws HeadIsLonger; RangeError for what contradicts itself
 */
export function readHeader(bytes: Uint8Array, size: number): ClassicHead {
  const head = new Reader(bytes);
  const version = head.byte(3);
  if (![1, 2, 5].includes(version))
    throw new RangeError(`its version ${version} of the classic format is not supported`);
  head.at = 4;
  const isLong = version === 5;
  const count = () => (isLong ? head.long() : head.word());
  const name = () => head.text(count());
  const list = <T>(tag: number, item: () => T): T[] => {
    const found = head.word();
    const length = count();
    if (length > MOST || (found !== tag && (found !== 0 || length !== 0))) throw new RangeError("its head is damaged");
    return Array.from({ length }, item);
  };
  const attribute = (): [string, unknown] => [name(), head.values(head.type(), count())];
  const declared = count();
  const dimensions = list(DIMENSIONS, () => ({ name: name(), length: count() }));
  const own = Object.fromEntries(list(ATTRIBUTES, attribute));
  const found = list(VARIABLES, () => {
    const called = name();
    const ids = Array.from({ length: few(count()) }, count);
    const attributes = Object.fromEntries(list(ATTRIBUTES, attribute));
    const type = head.type();
    count();
    const begin = version === 1 ? head.word() : head.long();
    const axes = ids.map((id) => {
      const one = dimensions[id];
      if (one === undefined) throw new RangeError(`${called} has dimension ${id}, but there are ${dimensions.length}`);
      return one;
    });
    return { name: called, axes, attributes, type, begin };
  });
  const isRecord = ({ axes }: (typeof found)[number]) => axes[0]?.length === 0;
  const sizeOf = ({ axes, type }: (typeof found)[number]) =>
    axes
      .slice(isRecord({ axes } as (typeof found)[number]) ? 1 : 0)
      .reduce((product, { length }) => product * length, type.bytes);
  const records = found.filter(isRecord);
  // One variable alone is packed without gaps.
  const record =
    records.length === 1 ? sizeOf(records[0]!) : records.reduce((sum, one) => sum + padded(sizeOf(one)), 0);
  const first = Math.min(...records.map(({ begin }) => begin));
  const steps = !isLong && declared === STREAMING ? Math.floor((size - first) / record) : declared;
  const variables = found.map((one): ClassicVariable => {
    const shape = one.axes.map(({ length }, k) => (k === 0 && isRecord(one) ? steps : length));
    const last = isRecord(one) ? one.begin + (steps - 1) * record + sizeOf(one) : one.begin + sizeOf(one);
    if (!(last <= size)) throw new RangeError(`it is cut off: ${one.name} ends at ${last} of ${size} bytes`);
    return {
      name: one.name,
      type: one.type.name,
      itemBytes: one.type.bytes,
      dimensions: one.axes.map(({ name: own }) => own),
      shape,
      attributes: one.attributes,
      begin: one.begin,
      record: isRecord(one) ? record : undefined,
    };
  });
  return { attributes: own, variables };
}

function few(count: number): number {
  if (count > 32) throw new RangeError(`a variable has ${count} dimensions`);
  return count;
}

/** To whole words of four bytes. */
function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

class Reader {
  at = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves on by whole words, and returns where they begin. */
  private pass(length: number): number {
    const start = this.at;
    this.at += padded(length);
    if (!(this.at <= this.bytes.length)) throw new HeadIsLonger();
    return start;
  }

  byte(at: number): number {
    return this.view.getUint8(at);
  }

  word(): number {
    return this.view.getUint32(this.pass(4));
  }

  long(): number {
    return Number(this.view.getBigUint64(this.pass(8)));
  }

  text(length: number): string {
    if (length > LARGEST_ATTRIBUTE) throw new RangeError(`its head is damaged: a name of ${length} bytes`);
    const start = this.pass(length);
    return new TextDecoder().decode(this.bytes.subarray(start, start + length));
  }

  type(): ClassicType {
    const code = this.word();
    const type = TYPES[code];
    if (type === undefined) throw new RangeError(`it has values of type ${code}`);
    return type;
  }

  /** Of an attribute: text, a number, or several; undefined of what is too large to be one. */
  values(type: ClassicType, count: number): unknown {
    if (count * type.bytes > LARGEST_ATTRIBUTE) {
      this.pass(count * type.bytes);
      return undefined;
    }
    if (type.name === "text") return this.text(count).replace(/(?<!\0)\0+$/, "");
    const start = this.pass(count * type.bytes);
    const values = Array.from({ length: count }, (_, k) => numberAt(this.view, start + k * type.bytes, type.name));
    return values.length === 1 ? values[0] : values;
  }
}

/** Big-endian. */
export function numberAt(view: DataView, at: number, type: ClassicType["name"]): number {
  switch (type) {
    case "int8":
      return view.getInt8(at);
    case "uint8":
    case "text":
      return view.getUint8(at);
    case "int16":
      return view.getInt16(at);
    case "uint16":
      return view.getUint16(at);
    case "int32":
      return view.getInt32(at);
    case "uint32":
      return view.getUint32(at);
    case "float32":
      return view.getFloat32(at);
    case "float64":
      return view.getFloat64(at);
    case "int64":
      return Number(view.getBigInt64(at));
    case "uint64":
      return Number(view.getBigUint64(at));
  }
}
