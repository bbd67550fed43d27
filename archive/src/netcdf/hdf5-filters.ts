/** Filters that h5wasm has not got, put into it as plugins that decode with the archive's own codecs. */
import { HDF5_FILTERS } from "../codecs/hdf5.js";
import { messageOf } from "../errors.js";
import { CALL, filterModule } from "./filter-module.js";

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
