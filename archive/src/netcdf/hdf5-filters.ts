/** Filters that h5wasm has not got, put into it as plugins that decode with the archive's own codecs. */
import { HDF5_FILTERS } from "../codecs/hdf5.js";
import { messageOf } from "../errors.js";

// A plugin for a filter of HDF5 (HDF Group, "HDF5 Dynamically Loaded Filters") as a WebAssembly side module (tool-conventions,
// "WebAssembly Dynamic Linking"): some 400 bytes, which pass the library's call on to JavaScript. A side module has the functions
// of the C library and no others, so the call goes out as a write of its arguments to a device, and what it returns is found behind them.

/** Words of the module's memory: what HDF5 asks for of a filter; one vector for the write; what was written; the call; its answer. */
const CALL = { words: 7, answer: 7 } as const;
const [CLASS, VECTOR, WRITTEN, ARGUMENTS] = [0, 32, 40, 48];
const ANSWER = ARGUMENTS + 4 * CALL.answer;
const NAME = ANSWER + 4;
const MEMORY = NAME + 4;

const [I32, FUNCTIONS] = [0x7f, 0x70];
const [FUNCTION, TABLE, MEMORIES, GLOBAL] = [0, 1, 2, 3];
const [END, CALL_FUNCTION, DROP, LOCAL_GET, GLOBAL_GET, LOAD, STORE, CONST, ADD] = [
  0x0b, 0x10, 0x1a, 0x20, 0x23, 0x28, 0x36, 0x41, 0x6a,
];
/** Imported globals. */
const [MEMORY_BASE, TABLE_BASE] = [0, 1];
/** Types of functions, and functions: the first is imported. */
const [WRITE, GET, FILTER] = [0, 1, 2];
const [GET_TYPE, GET_CLASS, RUN] = [1, 2, 3];

/**
 * @param id of the filter
 * @param device descriptor of the file that is written to
 */
export function filterModule(id: number, device: number): Uint8Array<ArrayBuffer> {
  const here = (offset: number) => [GLOBAL_GET, MEMORY_BASE, CONST, ...signed(offset), ADD];
  const put = (offset: number, value: readonly number[]) => {
    return [GLOBAL_GET, MEMORY_BASE, ...value, STORE, 2, ...unsigned(offset)];
  };
  const constant = (value: number) => [CONST, ...signed(value)];
  const getType = constant(0);
  // The function stands in a table, at a place that is known when the module is loaded.
  const name = put(CLASS + 16, here(NAME));
  const getClass = [...name, ...put(CLASS + 28, [GLOBAL_GET, TABLE_BASE]), GLOBAL_GET, MEMORY_BASE];
  const run = [
    ...[0, 1, 2, 3, 4, 5].flatMap((k) => put(ARGUMENTS + 4 * k, [LOCAL_GET, k])),
    ...put(ARGUMENTS + 24, constant(id)),
    ...put(ANSWER, constant(0)),
    ...put(VECTOR, here(ARGUMENTS)),
    ...put(VECTOR + 4, constant(4 * CALL.words)),
    ...[...constant(device), ...here(VECTOR), ...constant(1), ...here(WRITTEN), CALL_FUNCTION, 0, DROP],
    ...[GLOBAL_GET, MEMORY_BASE, LOAD, 2, ...unsigned(ANSWER)],
  ];
  // Version of the structure, number, encoder, decoder, name, nothing to ask before, function.
  const memory = new Uint8Array(MEMORY);
  memory.set(new Uint8Array(Uint32Array.of(1, id, 0, 1).buffer), CLASS);
  const imports = [
    [...text("env"), ...text("fd_write"), FUNCTION, WRITE],
    [...text("env"), ...text("memory"), MEMORIES, 0, 0],
    [...text("env"), ...text("__indirect_function_table"), TABLE, FUNCTIONS, 0, 0],
    [...text("env"), ...text("__memory_base"), GLOBAL, I32, 0],
    [...text("env"), ...text("__table_base"), GLOBAL, I32, 0],
  ];
  const exports = [
    [...text("H5PLget_plugin_type"), FUNCTION, GET_TYPE],
    [...text("H5PLget_plugin_info"), FUNCTION, GET_CLASS],
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(0, [...text("dylink.0"), ...section(1, [...unsigned(MEMORY), 3, 1, 0])]),
    ...section(1, list([signature(4), signature(0), signature(6)])),
    ...section(2, list(imports)),
    ...section(3, list([[GET], [GET], [FILTER]])),
    ...section(7, list(exports)),
    ...section(9, list([[0, GLOBAL_GET, TABLE_BASE, END, 1, RUN]])),
    ...section(10, list([getType, getClass, run].map((code) => sized([0, ...code, END])))),
    ...section(11, list([[0, GLOBAL_GET, MEMORY_BASE, END, ...sized([...memory])]])),
  ]);
}

/** Of a function of whole numbers that returns one. */
function signature(parameters: number): number[] {
  return [0x60, ...list(Array.from({ length: parameters }, () => [I32])), 1, I32];
}

function section(kind: number, content: readonly number[]): number[] {
  return [kind, ...sized(content)];
}

function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): number[] {
  return sized([...new TextEncoder().encode(value)]);
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const low = value & 127;
  const rest = value >> 7;
  return (rest === 0 && low < 64) || (rest === -1 && low >= 64) ? [low] : [low | 128, ...signed(rest)];
}

type Library = typeof import("h5wasm");

/** A data set's filters in the order in which they were applied. */
export interface Pipeline {
  readonly chunkBytes: number;
  readonly filters: readonly { readonly id: number; readonly cd_values: readonly number[] }[];
}

export interface Filters {
  /** Reads with what is known of the data set's chunks. */
  during<T>(pipeline: Pipeline, read: () => T): T;
  /** Why a filter failed since this was last asked for: HDF5 says only that it did. */
  take(): string | undefined;
}

const FOLDER = "/filters";
const REVERSE = 0x100;
/** Filters that leave as many bytes as they get, or four more: bytes sorted by rank, and Fletcher's checksum. */
const [SHUFFLE, FLETCHER] = [2, 3];
/** Compressors add some bytes to what they cannot compress, and one may stand behind another. */
const SLACK = 4096;

/** Bytes of a chunk when unpacked: a map of a satellite's full disc may be one. */
const LARGEST_CHUNK = 512 * 1024 * 1024;

export async function addFilters({ ready }: Library): Promise<Filters> {
  const module = await ready;
  // biome-ignore lint/suspicious/noExplicitAny: Emscripten's file system and memory have no types
  const { FS, memory } = { FS: module.FS as any, memory: module as any };
  let current: Pipeline | undefined;
  let problem: string | undefined;

  /** @returns bytes that came out; 0 is HDF5's sign for a failure */
  const run = (call: readonly number[]): number => {
    const [flags = 0, , , length = 0, size = 0, pointer = 0, id = 0] = call;
    if (current === undefined || (flags & REVERSE) === 0) return 0;
    const begin = new DataView(memory.HEAPU8.buffer).getUint32(pointer, true);
    const decoded = decode(id, memory.HEAPU8.subarray(begin, begin + length), current);
    const start: number = memory._malloc(Math.max(decoded.length, 1));
    if (start === 0) throw new Error(`no memory for ${decoded.length} bytes`);
    memory.HEAPU8.set(decoded, start);
    // Memory may have grown, and then is another buffer.
    const after = new DataView(memory.HEAPU8.buffer);
    memory._free(after.getUint32(pointer, true));
    after.setUint32(pointer, start, true);
    after.setUint32(size, decoded.length, true);
    return decoded.length;
  };

  const device = FS.createFile("/", "filter-calls", {}, true, true);
  device.stream_ops = {
    ...device.stream_ops,
    write(_: unknown, _buffer: unknown, at: number, length: number) {
      const view = new DataView(memory.HEAPU8.buffer);
      const call = Array.from({ length: CALL.words }, (_, k) => view.getUint32(at + 4 * k, true));
      let answer = 0;
      try {
        answer = run(call);
      } catch (error) {
        problem ??= messageOf(error);
      }
      new DataView(memory.HEAPU8.buffer).setUint32(at + 4 * CALL.answer, answer, true);
      return length;
    },
  };
  const { fd } = FS.open("/filter-calls", "r+");
  FS.mkdir(FOLDER);
  for (const id of HDF5_FILTERS.keys()) FS.writeFile(`${FOLDER}/libfilter-${id}.so`, filterModule(id, fd));
  for (const _ of module.get_plugin_search_paths()) module.remove_plugin_search_path(0);
  module.insert_plugin_search_path(FOLDER, 0);

  return {
    during(pipeline, read) {
      current = pipeline;
      try {
        return read();
      } finally {
        current = undefined;
      }
    },
    take() {
      const own = problem;
      problem = undefined;
      return own;
    },
  };
}

function decode(id: number, packed: Uint8Array, { chunkBytes, filters }: Pipeline): Uint8Array {
  const at = filters.findIndex((one) => one.id === id);
  const filter = HDF5_FILTERS.get(id);
  if (at < 0 || filter === undefined) throw new Error(`filter ${id} is not the data set's`);
  const before = filters.slice(0, at);
  const isKnown = before.every((one) => one.id === SHUFFLE || one.id === FLETCHER);
  if (chunkBytes > LARGEST_CHUNK) throw new Error(`${filter.name}: chunks of ${chunkBytes} bytes`);
  const size = chunkBytes + 4 * before.filter((one) => one.id === FLETCHER).length;
  try {
    return filter.decode(packed, isKnown ? size : undefined, size + SLACK, filters[at]!.cd_values);
  } catch (error) {
    throw new Error(`${filter.name}: ${messageOf(error)}`);
  }
}
