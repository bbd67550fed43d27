/** Icechunk stores that are damaged or hostile: an error that says what is wrong, soon, and no other values. */

import { describe, expect, it } from "vitest";
import { drawsOf, partOf } from "../../test/draws.js";
import { byteStore } from "../src/bytes/byte-store.js";
import { ArchiveError, budgetOf, inspectZarr, netcdfSource, omSource, zarrSource } from "../src/index.js";
import {
  type Content,
  checkOrder,
  findChunk,
  headOf,
  manifestOf,
  snapshotOf,
} from "../src/zarr/icechunk/metadata-files.js";
import { icechunkStore } from "../src/zarr/icechunk/store.js";
import { bomb, damage, repacked, unpacked } from "./damage.mjs";
import { fixture } from "./fixture.mjs";
import { rangeServer } from "./range-server.mjs";
import { filesIn, type Stores, use } from "./replicas.js";

const STORES = fixture<Stores>("icechunk.json.gz");
const [SPEC, TYPE, PACKING] = [36, 37, 38];

type Files = Map<string, Buffer>;

const filesOf = (store: string): Files => filesIn(STORES, store);

function pathsOf(files: Files, folder: string): string[] {
  return [...files.keys()].filter((path) => path.startsWith(folder));
}

function changed(files: Files, folder: string, change: (file: Buffer) => Buffer | undefined): Files {
  for (const path of pathsOf(files, folder)) {
    const after = change(files.get(path)!);
    if (after === undefined) files.delete(path);
    else files.set(path, after);
  }
  return files;
}

async function readAll(files: Files): Promise<void> {
  const server = await rangeServer((path) => files.get(path));
  try {
    const bytes = byteStore({ allow: [server.url], attempts: 1 });
    const store = (await icechunkStore(bytes, server.url).newest(use()))!;
    for (const path of (await store.names())!) {
      const json = (await store.open(`${path}/zarr.json`, { whole: 1e6 }, use()))!;
      const { shape } = JSON.parse(Buffer.from(await json.read(0, json.size, use())).toString());
      await store.open(`${path}/c${"/0".repeat(shape.length)}`, { whole: 1e6 }, use());
    }
  } finally {
    await server.close();
  }
}

const set = (at: number, value: number) => (file: Buffer) => {
  const copy = Buffer.from(file);
  copy[at] = value;
  return copy;
};
const grown = (file: Buffer) => bomb(file, 32768);
/** Other letters in what is packed. */
const put = (from: string, to: string) => (file: Buffer) =>
  repacked(file, (content) => {
    expect(content.includes(from)).toBe(true);
    for (let at = content.indexOf(from); at >= 0; at = content.indexOf(from, at + 1)) content.write(to, at);
    return content;
  });
const ref = (text: string) => () => Buffer.from(text);

describe("a store is refused, with the reason,", () => {
  it.each<[string, (files: Files) => Files, RegExp]>([
    [
      "a repo that grows to 4 GB",
      (files) => changed(files, "repo", grown),
      /repo cannot be read: .*more than the \d+ b/,
    ],
    ["a snapshot that does", (files) => changed(files, "snapshots", grown), /snapshots\/.*more than the \d+ b/],
    ["another program's file", (files) => changed(files, "repo", set(1, 0)), /it is not a file of Icechunk/],
    ["a later spec", (files) => changed(files, "repo", set(SPEC, 3)), /Icechunk's spec 3; supported are 1 and 2/],
    ["a file of another type", (files) => changed(files, "snapshots", set(TYPE, 2)), /it is no snapshot of Icechunk/],
    ["another compression", (files) => changed(files, "repo", set(PACKING, 2)), /compressed in a way that is not read/],
    ["no branch main", (files) => changed(files, "repo", put("main", "mair")), /it has no branch main/],
    [
      "no snapshot",
      (files) => changed(files, "snapshots", () => undefined),
      /there is no such file, but .* refers to it/,
    ],
    ["no manifest", (files) => changed(files, "manifests", () => undefined), /there is no such file, but/],
    ["no chunks", (files) => changed(files, "chunks", () => undefined), /chunks\/.* there is no such file, but/],
    [
      "chunks cut off",
      (files) => changed(files, "chunks", (file) => file.subarray(0, 9)),
      /it is cut off: it has 9 of/,
    ],
    [
      "manifests cut off",
      (files) => changed(files, "manifests", (file) => file.subarray(0, 90)),
      /manifests\/.*Zstandard frame/,
    ],
    [
      "two shapes",
      (files) => changed(files, "snapshots", put('"shape": [\n    5', '"shape": [\n    4')),
      /two things of its shape/,
    ],
    ["no JSON", (files) => changed(files, "snapshots", put('{\n  "shape"', '[\n  "shape"')), /it is not JSON/],
  ])("%s", async (_, change, message) => {
    const reading = readAll(change(filesOf("gefs-v2")));
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(ArchiveError);
  });

  it.each<[string, string, RegExp]>([
    ["no JSON", "{", /it is not JSON/],
    ["another path", '{"snapshot":"../../../../etc/pwd"}', /it does not name a snapshot/],
    ["nothing", '{"snapshot":null}', /it does not name a snapshot/],
  ])("a branch of spec 1 that leads to %s", async (_, text, message) => {
    await expect(readAll(changed(filesOf("gfs-v1"), "refs/branch", ref(text)))).rejects.toThrow(message);
  });

  it("and through the source: it is damaged, not absent", async () => {
    const files = changed(filesOf("gefs-v2"), "snapshots", grown);
    const server = await rangeServer((path) => files.get(path));
    await expect(inspectZarr({ location: server.url })).rejects.toMatchObject({ kind: "damaged" });
    await server.close();
  });
});

describe("every word of a FlatBuffer, made hostile, is read or refused", () => {
  const ofManifest = (rank: number) => async (content: Content) => {
    for (const refs of manifestOf(content).arrays.values()) {
      await checkOrder(refs, { id: "", extents: [] }, rank);
      findChunk(refs, Array(rank).fill(0));
    }
  };

  it.each<[string, string, (content: Content) => unknown]>([
    ["gefs-v1", "snapshots", snapshotOf],
    ["gefs-v2", "snapshots", snapshotOf],
    ["gefs-v2", "repo", (content) => headOf(content, "main")],
    ["spread", "manifests", ofManifest(5)],
    ["virtual-v1", "manifests", ofManifest(3)],
  ])("%s, %s", async (store, folder, read) => {
    const file = filesOf(store).get(pathsOf(filesOf(store), folder)[0]!)!;
    const content = { spec: file[SPEC]!, bytes: unpacked(file) };
    const { bytes } = content;
    await read(content);
    const words = Array.from({ length: bytes.length >> 2 }, (_, k) => 4 * k);
    let refused = 0;
    const oneOf = Math.ceil(words.length / 500);
    for (const at of partOf(words, oneOf, oneOf)) {
      const before = bytes.readInt32LE(at);
      // To itself, back to the start, to the end, over it, and as long as 4 GB.
      for (const way of [0, 4, -at, bytes.length - at, bytes.length, 0x7fffffff, -1]) {
        bytes.writeInt32LE(way, at);
        try {
          await read(content);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          refused++;
        }
      }
      bytes.writeInt32LE(before, at);
    }
    expect(refused).toBeGreaterThan(40);
  });
});

it("damage of any file is an error, is told, or lies in a chunk, where the format cannot show it", async () => {
  const count = drawsOf(1000);
  const { read, refused, silent, failures } = await damage(
    { zarrSource, omSource, netcdfSource, budgetOf, ArchiveError },
    { format: "icechunk", count, seed: 5 },
  );
  expect(failures).toEqual([]);
  expect(Object.keys(silent).filter((kind) => !kind.startsWith("chunks"))).toEqual([]);
  expect(read).toBe(count);
  expect(refused).toBeGreaterThan(0.4 * count);
});
