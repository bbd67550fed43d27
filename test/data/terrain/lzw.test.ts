/** LZW against geotiff.js's decoder where data are sound, and bounded where they are not. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getDecoder } from "geotiff";
import { describe, expect, it } from "vitest";
import { seeded } from "../../../scripts/lib/random.mjs";
import { FileReader } from "../../../src/data/terrain/files.js";
import { decodeLzw } from "../../../src/data/terrain/tiff/decode.js";
import { readTiff } from "../../../src/data/terrain/tiff/tiff.js";

const folder = new URL("../../../fixtures/terrain/copies/", import.meta.url);
const library = await getDecoder(5, { predictor: 1 } as Parameters<typeof getDecoder>[1]);

async function byLibrary(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array((await library.decode(data.slice().buffer)) as ArrayBuffer);
}

/** The blocks of a TIFF with tiles. */
async function tilesOf(name: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const path = fileURLToPath(new URL(name, folder));
  const file = readFileSync(path);
  const reader = new FileReader();
  const { tags } = await readTiff(reader, path, file.length);
  await reader.close();
  const [offsets, counts] = [tags.get(324) as number[], tags.get(325) as number[]];
  return offsets.map((offset, k) => new Uint8Array(file.subarray(offset, offset + counts[k]!)));
}

/** As TIFF 6.0 has it: a clear code first, and again before the table is full. */
function encode(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  let bits = 0;
  let bitCount = 0;
  let table = new Map<string, number>();
  let width = 9;
  const put = (code: number) => {
    bits = (bits << width) | code;
    for (bitCount += width; bitCount >= 8; bitCount -= 8) out.push((bits >>> (bitCount - 8)) & 255);
    bits &= (1 << bitCount) - 1;
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  put(256);
  let word = "";
  for (const byte of bytes) {
    const longer = word + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      word = longer;
      continue;
    }
    put(codeOf(word));
    table.set(longer, 258 + table.size);
    if (258 + table.size === 1 << width) width += 1;
    if (table.size === 4094 - 258) {
      put(256);
      table = new Map();
      width = 9;
    }
    word = longer.at(-1)!;
  }
  put(codeOf(word));
  put(257);
  if (bitCount > 0) out.push((bits << (8 - bitCount)) & 255);
  return Uint8Array.from(out);
}

/** The same numbers every time. */
function noise(count: number, kinds: number): Uint8Array {
  const { below } = seeded(1);
  return Uint8Array.from({ length: count }, () => below(kinds));
}

describe("decodeLzw", () => {
  it.each(["nad27.tif", "utm16.tif"])("gives what geotiff.js gives for all blocks of %s", async (name) => {
    const tiles = await tilesOf(name);
    expect(tiles.length).toBeGreaterThan(5);
    for (const tile of tiles) {
      const expected = await byLibrary(tile);
      expect(decodeLzw(tile, expected.length)).toEqual(expected);
    }
  });

  it.each([
    ["noise, through several tables", noise(40_000, 256)],
    ["few kinds of bytes", noise(40_000, 3)],
    ["one byte only: codes used where they are made", new Uint8Array(40_000).fill(7)],
    ["one byte", Uint8Array.of(9)],
  ])("undoes an encoder: %s", async (_, bytes) => {
    const data = encode(bytes);
    expect(decodeLzw(data, bytes.length)).toEqual(bytes);
    expect(await byLibrary(data)).toEqual(bytes);
    // Never more than is wanted; as much as there is.
    expect(decodeLzw(data, 1)).toEqual(bytes.subarray(0, 1));
    expect(decodeLzw(data, 50_000)).toEqual(bytes);
  });

  it("ends at the end of cut data, and refuses a code that was not made", () => {
    const bytes = noise(5000, 256);
    const data = encode(bytes);
    const part = decodeLzw(data.subarray(0, 1000), 5000);
    expect(part.length).toBeGreaterThan(500);
    expect(part).toEqual(bytes.subarray(0, part.length));
    expect(decodeLzw(new Uint8Array(0), 10)).toHaveLength(0);
    expect(() => decodeLzw(Uint8Array.of(0x80, 0x7f, 0xff, 0xff), 10)).toThrow("LZW code 511 where 258 are known");
  });

  it("ends, whatever the bytes", () => {
    const data = encode(noise(5000, 20));
    for (let at = 0; at < data.length; at += 7) {
      const damaged = data.slice();
      damaged.fill(255, at, at + 4);
      try {
        expect(decodeLzw(damaged, 5000).length).toBeLessThanOrEqual(5000);
      } catch (cause) {
        expect((cause as Error).message).toMatch(/^LZW code \d+ where \d+ are known$/);
      }
    }
  });
});
