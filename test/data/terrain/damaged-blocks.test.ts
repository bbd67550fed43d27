/** Damage within compressed blocks ends with a TerrainError: not with a dead process, not with a loop, not with heights. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { FileReader } from "../../../src/data/terrain/files.js";
import { openTerrain, TerrainError } from "../../../src/data/terrain/index.js";
import { decoderOf, sizedFrame } from "../../../src/data/terrain/tiff/decode.js";
import { readTiff } from "../../../src/data/terrain/tiff/tiff.js";
import { temporaryFolder } from "./tiff-writer.js";

const files = temporaryFolder();
afterAll(() => files.remove());

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/terrain/copies/${name}`, import.meta.url));
const PLACE = [36.54, -84.21] as const;

async function horizonOf(bytes: Uint8Array): Promise<unknown> {
  const path = files.write(bytes, "damaged.tif");
  const terrain = await openTerrain(path);
  try {
    return await terrain.horizon(...PLACE, { range: 20_000 }).catch((cause) => cause);
  } finally {
    await terrain.close();
  }
}

/** The value's place in the directory entry of a tag of a little-endian TIFF. */
function entryOf(file: Buffer, tag: number): number {
  const start = file.readUInt32LE(4);
  let at = start + 2;
  while (file.readUInt16LE(at) !== tag) at += 12;
  return at + 8;
}

describe("damaged blocks", () => {
  it("LZW: table entries in a circle (the process ended)", async () => {
    const bytes = fixture("nad27.tif");
    bytes.fill(0xff, 3562, 3566);
    const error = await horizonOf(bytes);
    expect(error).toBeInstanceOf(TerrainError);
    expect((error as Error).message).toMatch(/damaged\.tif: block \d+ cannot be decoded \(LZW code/);
  });

  it("ZSTD: the decoder's loop did not end", async () => {
    const bytes = fixture("lcc.tif");
    bytes.fill(0xff, 8000, 8001);
    const error = await horizonOf(bytes);
    expect(error).toBeInstanceOf(TerrainError);
    expect((error as Error).message).toMatch(/damaged\.tif: block \d+ cannot be decoded \(.*ZSTD frame/);
    // The decoder is the process's: it must be as good as before.
    expect(await horizonOf(fixture("lcc.tif"))).toHaveProperty("covered");
  });

  it.each(["nad27.tif", "utm16.tif", "lcc.tif", "kentucky.tif", "geo_point.tif", "albers.tif"])(
    "%s with bytes of all kinds all over it",
    async (name) => {
      const options = name === "kentucky.tif" ? { projection: "EPSG:2246" } : {};
      const good = fixture(name);
      for (let at = 600; at < good.length; at += Math.ceil(good.length / 40)) {
        for (const byte of [0, 0x55, 0xff]) {
          const bytes = Buffer.from(good).fill(byte, at, at + 8);
          const work = async () => {
            const terrain = await openTerrain(files.write(bytes, "any.tif"), options);
            await terrain.horizon(...PLACE, { range: 20_000 }).finally(() => terrain.close());
          };
          await work().catch((cause) => expect(cause, `${byte} at ${at}`).toBeInstanceOf(TerrainError));
        }
      }
    },
  );

  it.each([
    ["a tile width that is no whole number", 322, [12, 1, 0x7fc00000], /tileWidth \(tag 322\) must be a whole number/],
    ["a tile length of 0", 323, [3, 1, 0], /tileLength \(tag 323\) must be a whole number above 0, got 0/],
    ["tiles of many GiB", 322, [4, 1, 0x7fffffff], /has blocks of \d+ bytes, more than 1073741824/],
    ["a predictor that nobody knows", 317, [3, 1, 4], /predictor 4 is not supported/],
    ["an image without columns", 256, [3, 1, 0], /imageWidth \(tag 256\) must be a whole number above 0, got 0/],
  ] as const)("%s", async (_, tag, [type, count, value], message) => {
    const bytes = fixture("utm16.tif");
    const at = entryOf(bytes, tag);
    bytes.writeUInt16LE(type, at - 6);
    bytes.writeUInt32LE(count, at - 4);
    bytes.writeUInt32LE(type === 12 ? 8 : value, at);
    const path = files.write(bytes, "tags.tif");
    const error = await openTerrain(path).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(TerrainError);
    expect((error as TerrainError).file).toBe(path);
    expect((error as TerrainError).message).toMatch(message);
  });
});

it("a block before the file's beginning", async () => {
  const bytes = fixture("utm16.tif");
  const at = entryOf(bytes, 324);
  bytes.writeUInt16LE(9, at - 6);
  bytes.writeInt32LE(-8, bytes.readUInt32LE(at));
  const error = await openTerrain(files.write(bytes, "before.tif")).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(TerrainError);
  expect((error as Error).message).toMatch(/before\.tif: block 0 of \d+ is declared with \d+ bytes at -8$/);
});

it("LERC within ZSTD, sound and damaged", async () => {
  const path = fileURLToPath(new URL("../../../fixtures/terrain/copies/geo_point.tif", import.meta.url));
  const file = readFileSync(path);
  const reader = new FileReader();
  const { tags } = await readTiff(reader, path, file.length);
  await reader.close();
  const [offset, count] = [324, 325].map((tag) => (tags.get(tag) as number[])[0]!) as [number, number];
  const lerc = new Uint8Array(file.subarray(offset, offset + count));
  const size = 256 * 256 * 8;
  const expected = await (await decoderOf(34887, [4, 0], path))(lerc, size, size);
  expect(expected).toHaveLength(size);
  const decode = await decoderOf(34887, [4, 2], path);
  expect(await decode(storedFrame(lerc), size, size)).toEqual(expected);
  await expect(decode(storedFrame(lerc).slice(0, -1), size, size)).rejects.toThrow("ZSTD frame is truncated");
  const huge = storedFrame(lerc);
  new DataView(huge.buffer).setUint32(5, 0xfffffff0, true);
  await expect(decode(huge, size, size)).rejects.toThrow("ZSTD frame of 4294967280 bytes");
});

/** A frame that compresses nothing, with its size. */
function storedFrame(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...new Uint8Array(Uint32Array.of(bytes.length).buffer)];
  const most = 100_000;
  for (let at = 0; at < bytes.length; at += most) {
    const part = bytes.subarray(at, at + most);
    const head = (part.length << 3) | (at + most >= bytes.length ? 1 : 0);
    out.push(head & 255, (head >> 8) & 255, head >> 16);
    for (const byte of part) out.push(byte);
  }
  return Uint8Array.from(out);
}

describe("sizedFrame", () => {
  const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
  /** One raw block of three bytes, the last. */
  const BLOCK = [(3 << 3) | 1, 0, 0, 1, 2, 3];
  const frame = (...bytes: number[]) => Uint8Array.from([...MAGIC, ...bytes]);

  it("writes the size where there is none, and drops what follows", () => {
    expect(sizedFrame(frame(0, 0x58, ...BLOCK, 9, 9), 3)).toEqual(frame(0x80, 0x58, 3, 0, 0, 0, ...BLOCK));
    // With a checksum, and with a dictionary's number.
    expect(sizedFrame(frame(5, 0x58, 7, ...BLOCK, 1, 2, 3, 4), 3)).toEqual(
      frame(0x85, 0x58, 7, 3, 0, 0, 0, ...BLOCK, 1, 2, 3, 4),
    );
  });

  it("leaves a size that is there, if it fits", () => {
    for (const good of [
      frame(0x20, 3, ...BLOCK),
      frame(0x80, 0x58, 3, 0, 0, 0, ...BLOCK),
      frame(0xe0, 3, 0, 0, 0, 0, 0, 0, 0, ...BLOCK),
    ]) {
      expect(sizedFrame(good, 3)).toEqual(good);
      expect(sizedFrame(good, 2, 3)).toEqual(good);
      expect(() => sizedFrame(good, 4)).toThrow("ZSTD frame of 3 bytes instead of 4");
      expect(() => sizedFrame(good, 2)).toThrow("ZSTD frame of 3 bytes instead of 2");
    }
    expect(() => sizedFrame(frame(0x60, 3, 0, ...BLOCK), 3)).toThrow("ZSTD frame of 259 bytes");
  });

  it.each([
    ["no frame", Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])],
    ["nothing", new Uint8Array(0)],
    ["cut off", frame(0, 0x58, ...BLOCK.slice(0, 5))],
    ["no last block", frame(0, 0x58, 3 << 3, 0, 0, 1, 2, 3)],
    ["no checksum", frame(4, 0x58, ...BLOCK, 1)],
    ["a block of no kind", frame(0, 0x58, (3 << 3) | 7, 0, 0, 1, 2, 3)],
    ["a reserved flag", frame(8, 0x58, ...BLOCK)],
  ])("refuses %s", (_, data) => {
    expect(() => sizedFrame(data, 3)).toThrow(/ZSTD frame/);
  });
});
