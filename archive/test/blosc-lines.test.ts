/** Lines out of Blosc's containers, block by block, against the whole content: files of numcodecs, every kind of shuffle. */
import { beforeAll, expect, it } from "vitest";
import { decodeBlosc, openBlosc, zstdReady } from "../src/codecs/blosc.js";
import { budgetOf } from "../src/index.js";
import { bloscChunk } from "../src/zarr/metadata.js";
import { fixture } from "./fixture.mjs";

const STORES: { readonly [store: string]: { readonly [path: string]: string } } = fixture("zarr.json.gz");
const MOST = 1e7;
/** Memory that something else was in. */
const used = (size: number) => new Uint8Array(size).fill(0xa5);
const use = { signal: new AbortController().signal, budget: budgetOf({ files: 1, bytes: 1, values: 1 }) };

beforeAll(zstdReady);

it.each(["v2-blosc-zstd", "v2-blosc-lz4-bits", "v2-blosc-lz4hc", "v2-blosc-zlib", "v2-blosc-blocks"])(
  "%s: every line is as in the whole content",
  async (store) => {
    const chunks = Object.entries(STORES[store]!).filter(([path]) => /^ssrd\/\d/.test(path));
    expect(chunks.length).toBeGreaterThan(0);
    for (const [, content] of chunks) {
      const bytes = Buffer.from(content, "base64");
      const whole = decodeBlosc(bytes, MOST);
      const container = openBlosc(bytes, bytes.length, MOST);
      const [type, Type] =
        container.typeSize === 2 ? (["int16", Int16Array] as const) : (["float32", Float32Array] as const);
      const values = new Type(whole.slice().buffer);
      const asked: number[] = [];
      const chunk = bloscChunk(container, 0, type, [1], async (from, to, _use, work) => {
        asked.push(to - from + 1);
        const numbers = Array.from({ length: to - from + 1 }, (_, k) => from + k);
        work(numbers.map((k) => container.decode(k, bytes.subarray(...container.extentOf(k)), used)));
      })!;
      for (const step of [1, 3, 8, 32]) {
        for (const first of [0, 1, 7, values.length >> 1]) {
          const count = Math.ceil((values.length - first) / step);
          const line = new Float64Array(count + 2);
          await chunk.copy(first, step, line, 1, count + 1, use);
          const wanted = Array.from({ length: count }, (_, k) => values[first + k * step]!);
          expect([...line]).toEqual([0, ...wanted, 0]);
        }
      }
      await chunk.copy(values.length - 1, 1, new Float64Array(1), 0, 1, use);
      expect(asked.at(-1)).toBe(1);
    }
  },
);

/** Blocks of shuffled float32, each split into its bytes of equal rank, none of them compressed; the last block is shorter, and not split. */
function containerOf(values: Float32Array, blockSize: number, order: (count: number) => readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.buffer);
  const count = Math.ceil(bytes.length / blockSize);
  const blocks = Array.from({ length: count }, (_, k) => {
    const block = bytes.subarray(k * blockSize, (k + 1) * blockSize);
    const n = block.length / 4;
    const planes = [0, 1, 2, 3].map((b) => Uint8Array.from({ length: n }, (_, i) => block[4 * i + b]!));
    const splits = block.length === blockSize ? planes : [Buffer.concat(planes)];
    return Buffer.concat(splits.flatMap((split) => [Buffer.from(Uint32Array.of(split.length).buffer), split]));
  });
  const starts = new Uint32Array(count);
  let length = 16 + 4 * count;
  for (const k of order(count)) {
    starts[k] = length;
    length += blocks[k]!.length;
  }
  const head = Buffer.from([2, 1, 0x21, 4]);
  const sizes = Buffer.from(Uint32Array.of(bytes.length, blockSize, length).buffer);
  return Buffer.concat([head, sizes, Buffer.from(starts.buffer), ...order(count).map((k) => blocks[k]!)]);
}

it.each([
  ["in order", (count: number) => [...Array(count).keys()]],
  ["as several threads finish them", (count: number) => [...Array(count).keys()].reverse()],
])("many blocks, %s: every line, from the blocks that it lies in", async (_, order) => {
  const values = Float32Array.from({ length: 256 * 6 + 100 }, (_, k) => Math.sin(k) * 1000);
  const bytes = containerOf(values, 1024, order);
  expect(new Float32Array(decodeBlosc(bytes, MOST).buffer)).toEqual(values);
  const container = openBlosc(bytes, bytes.length, MOST);
  expect(container.count).toBe(7);
  let asked: [number, number] | undefined;
  const chunk = bloscChunk(container, 0, "float32", [1], async (from, to, _use, work) => {
    asked = [from, to];
    const numbers = Array.from({ length: to - from + 1 }, (_, k) => from + k);
    work(numbers.map((k) => container.decode(k, bytes.subarray(...container.extentOf(k)), used)));
  })!;
  for (const step of [1, 3, 32, 300]) {
    for (let first = 0; first < 600; first += 37) {
      const count = Math.min(30, Math.ceil((values.length - first) / step));
      const line = new Float64Array(count);
      await chunk.copy(first, step, line, 0, count, use);
      expect([...line]).toEqual(Array.from({ length: count }, (_, k) => values[first + k * step]));
      expect(asked).toEqual([first >> 8, (first + (count - 1) * step) >> 8]);
    }
  }
});

it("starts of blocks beyond the container, or within its head, are refused", () => {
  for (const start of [3, 1e6]) {
    const bytes = containerOf(new Float32Array(600), 1024, (count) => [...Array(count).keys()]);
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(20, start, true);
    expect(() => openBlosc(bytes, bytes.length, MOST)).toThrow(/damaged Blosc container: cut off/);
  }
});
