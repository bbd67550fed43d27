/** Filters and layouts of HDF5, and bzip2, as hdf5plugin, h5py and Python read them. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it, vi } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { zstdReady } from "../src/codecs/blosc.js";
import { unpackBz2 } from "../src/codecs/bzip2.js";
import { HDF5_FILTERS } from "../src/codecs/hdf5.js";
import { unshuffle } from "../src/codecs/shuffle.js";
import { filterModule } from "../src/netcdf/hdf5-filters.js";
import { readNumbers } from "../src/netcdf/hdf5-values.js";
import { netcdfReader } from "../src/netcdf/reader.js";
import { fixture } from "./fixture.mjs";

const { files, expected, bz2 } = fixture("hdf5.json.gz") as {
  files: { [name: string]: string };
  /** Sums of all bytes of each data set's numbers. */
  expected: { [name: string]: { [dataset: string]: string } };
  /** Texts, in gzip, and as bzip2. */
  bz2: [string, string][];
};

const { signal } = new AbortController();
// A thread runs what is built.
const reader = netcdfReader(new URL("../dist/netcdf/hdf5-worker.js", import.meta.url));
afterAll(() => reader.close());

const sumOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("hex");

describe.each(Object.keys(files))("%s", (name) => {
  it("is what h5py reads, every data set of it, to the last bit", async () => {
    const file = await reader.open(Buffer.from(files[name]!, "base64"), { signal, name });
    const read: { [dataset: string]: string } = {};
    for (const [own, array] of file.arrays) {
      const values = await array.values(signal);
      // Of a scalar there is one number, in float64.
      read[own] = sumOf(array.shape.length === 0 ? Float32Array.from(values) : values);
    }
    await file.close();
    expect(read).toEqual(expected[name]);
  });
});

it("a file out of memory has a name for messages, a limit, and is gone when it is closed", async () => {
  const bytes = Buffer.from(files["filters.h5"]!, "base64");
  await expect(reader.open(bytes.subarray(0, 2000), { signal, name: "scan.nc" })).rejects.toThrow(
    /^scan\.nc cannot be read: it is damaged or not an HDF5 file/,
  );
  const file = await reader.open(bytes, { signal, name: "scan.nc", most: 100 });
  const array = file.arrays.get("zstd-f4")!;
  await expect(array.values(signal)).rejects.toThrow(/scan\.nc, zstd-f4 .*it has 2304 bytes; the limit is 100/);
  const whole = await reader.open(bytes, { signal, name: "scan.nc" });
  await whole.close();
  await expect(whole.arrays.get("zstd-f4")!.values(signal)).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
});

it("a file cannot lead to another one that is open beside it", async () => {
  const { refused } = fixture("netcdf.json.gz") as { refused: { [name: string]: string } };
  const own = netcdfReader(new URL("../dist/netcdf/hdf5-worker.js", import.meta.url));
  await own.open(Buffer.from(files["filters.h5"]!, "base64"), { signal, name: "beside.h5" });
  // As the first of a thread's files was once called in the library's file system.
  const text = Buffer.from(refused["external.nc"]!, "base64").toString("latin1");
  const hostile = Buffer.from(text.replace("elsewhere.raw", "/file-0".padEnd(13, "\0")), "latin1");
  const file = await own.open(hostile, { signal, name: "hostile.nc" });
  await expect(file.arrays.get("ssrd")!.values(signal)).rejects.toThrow(/hostile\.nc cannot be read: ssrd is damaged/);
  await own.close();
});

it("a thread that says nothing is given half a minute, as a full disc takes some seconds on a small machine", async () => {
  const silent = netcdfReader(new URL("data:text/javascript,setInterval(() => {}, 1000)"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let answer = "";
    const opening = silent.open(Buffer.from("HDF"), { signal, name: "scan.nc" }).catch((error) => {
      answer = (error as Error).message;
    });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(answer).toBe("");
    await vi.advanceTimersByTimeAsync(1_000);
    await opening;
    expect(answer).toBe("scan.nc cannot be read: it took longer than 30 s");
  } finally {
    vi.useRealTimers();
    await silent.close();
  }
});

describe("bzip2", () => {
  it.each(bz2.map(([text, packed], k) => [k, text, packed] as const))(
    "text %i is what Python packed",
    (_, text, packed) => {
      const whole = gunzipSync(Buffer.from(text, "base64"));
      const bytes = Buffer.from(packed, "base64");
      expect(Buffer.compare(unpackBz2(bytes, whole.length), whole)).toBe(0);
      if (whole.length > 0)
        expect(() => unpackBz2(bytes, whole.length - 1)).toThrow(/bzip2 of more than the \d+ bytes/);
      expect(() => unpackBz2(bytes.subarray(0, -1), whole.length)).toThrow("damaged bzip2: cut off");
    },
  );

  it("is refused if anything of it is damaged", () => {
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const short = bz2.filter(([, packed]) => packed.length < 12_000);
    let refused = 0;
    for (let k = 0; k < drawsOf(1500); k++) {
      const [text, packed] = short[Math.floor(random() * short.length)]!;
      const whole = gunzipSync(Buffer.from(text, "base64"));
      const bytes = Buffer.from(packed, "base64");
      bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8);
      try {
        // The bits that fill the last byte say nothing.
        expect(Buffer.compare(unpackBz2(bytes, 2 * whole.length + 10), whole)).toBe(0);
      } catch (error) {
        expect((error as Error).message).toMatch(/bzip2/);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(drawsOf(1500) * 0.9);
  });
});

it("streams of bzip2 without a block cost nothing but their bytes, however many there are", () => {
  const empty = Buffer.from("425a683917724538509000000000", "hex");
  const [text, packed] = bz2.find(([, one]) => one.length > 100)!;
  const whole = gunzipSync(Buffer.from(text, "base64"));
  // Each with room for a block of its own would take a minute.
  const streams = [...Array.from({ length: 400_000 }, () => empty), Buffer.from(packed, "base64"), empty];
  expect(Buffer.compare(unpackBz2(Buffer.concat(streams), whole.length), whole)).toBe(0);
});

it("bytes sorted by rank stay as they are, at once, where a value is said to be larger than all of them", () => {
  expect([...unshuffle(Uint8Array.of(1, 2, 3), 1e15)]).toEqual([1, 2, 3]);
});

it("a filter's class has its name where HDF5 looks for it, and no function to be asked before", async () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const base = 1024;
  const constant = (value: number) => new WebAssembly.Global({ value: "i32" }, value);
  const env = {
    memory,
    fd_write: () => 0,
    __indirect_function_table: new WebAssembly.Table({ element: "anyfunc", initial: 8 }),
    __memory_base: constant(base),
    __table_base: constant(5),
  };
  const { instance } = await WebAssembly.instantiate(filterModule(32_015, 3), { env });
  const start = (instance.exports.H5PLget_plugin_info as () => number)();
  const [version, id, encoder, decoder, name, canApply, setLocal, run] = new Uint32Array(memory.buffer, start, 8);
  expect([version, id, encoder, decoder, canApply, setLocal, run]).toEqual([1, 32_015, 0, 1, 0, 0, 5]);
  // Within its memory, and ended.
  expect(name).toBeGreaterThan(base);
  expect(new Uint8Array(memory.buffer)[name!]).toBe(0);
});

it("where there is no memory for values, the library's own is left alone", () => {
  const HEAPU8 = new Uint8Array(64).fill(7);
  const Module = { HEAPU8, _malloc: () => 0 };
  const slice = () => {
    if (Module._malloc() === 0) throw new Error("no memory");
  };
  const dataset = { shape: [4], metadata: { size: 4 }, filters: [], slice };
  const file = { get: () => dataset } as unknown as Parameters<typeof readNumbers>[0];
  const nothing = { take: () => undefined };
  const means = {
    library: { Module },
    complaints: nothing,
    filters: { ...nothing, during: (_: unknown, read: () => unknown) => read() },
  };
  const reading = () => readNumbers(file, "ghi", [[0, 4]], means as unknown as Parameters<typeof readNumbers>[3]);
  expect(reading).toThrow("no memory");
  expect(HEAPU8.every((byte) => byte === 7)).toBe(true);
});

it("what comes out of a filter has the length that was expected, or is an error, whatever went in", async () => {
  await zstdReady();
  let state = 3;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (const { decode } of HDF5_FILTERS.values()) {
    for (let k = 0; k < drawsOf(400); k++) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() * 256));
      let length = 64;
      try {
        length = decode(bytes, 64, 128, [2, 1, Math.floor(random() * 9), 0, Math.floor(random() * 4)]).length;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
      expect(length).toBe(64);
    }
  }
});
