/** A cache on disk, which is full, can only be read, or is no folder: it gives whole blocks, or nothing. */
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { diskCache } from "../src/bytes/disk-cache.js";

const disk = vi.hoisted(() => ({ isFull: false, isReadOnly: false, isUnlisted: false }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof fs>();
  const writeFile = async (file: string, bytes: Uint8Array) => {
    if (!disk.isFull) return real.writeFile(file, bytes);
    await real.writeFile(file, bytes.subarray(0, bytes.length >> 1));
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  };
  const utimes: typeof fs.utimes = async (...given) => {
    if (!disk.isReadOnly) return real.utimes(...given);
    throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
  };
  const readdir = (async (...given: Parameters<typeof fs.readdir>) => {
    if (!disk.isUnlisted) return real.readdir(...given);
    throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
  }) as typeof fs.readdir;
  return { ...real, writeFile, utimes, readdir };
});

const BLOCKS = 40;
const SIZE = 64 * 1024;

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), "archive-disk-"));
});

afterEach(async () => {
  disk.isFull = false;
  disk.isReadOnly = false;
  await fs.rm(folder, { recursive: true });
});

/** How many blocks are there. @throws for one that is not what was written */
async function wholeBlocks(): Promise<number> {
  const cache = diskCache({ folder, bytes: 1e9 });
  let whole = 0;
  for (let k = 0; k < BLOCKS; k++) {
    const block = await cache.get("https://a.org/f", "v", k);
    if (block === undefined) continue;
    expect(block.size).toBe(1e7);
    expect(Buffer.compare(block.bytes, new Uint8Array(SIZE).fill(k + 1))).toBe(0);
    whole++;
  }
  return whole;
}

async function names(): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

it("on a full disk keeps what it has, shows nothing half-written, and leaves nothing behind", async () => {
  const cache = diskCache({ folder, bytes: 1e9 });
  const blockOf = (k: number) => ({ bytes: new Uint8Array(SIZE).fill(k + 1), size: 1e7 });
  await cache.set("https://a.org/f", "v", 0, blockOf(0));
  disk.isFull = true;
  for (let k = 0; k < 4; k++) await cache.set("https://a.org/f", "v", k, blockOf(k));
  expect(await wholeBlocks()).toBe(1);
  expect(await names()).toHaveLength(1);
});

it("below a file, where no folder can be, keeps nothing and does not fail", async () => {
  await fs.writeFile(join(folder, "file"), new Uint8Array(1));
  const cache = diskCache({ folder: join(folder, "file", "cache"), bytes: 1e9 });
  await cache.set("https://a.org/f", "v", 0, { bytes: new Uint8Array(9), size: 9 });
  expect(await cache.get("https://a.org/f", "v", 0)).toBeUndefined();
});

it("that can only be read gives what it has, however old", async () => {
  const cache = diskCache({ folder, bytes: 1e9 });
  await cache.set("https://a.org/f", "v", 0, { bytes: new Uint8Array(SIZE).fill(1), size: 1e7 });
  const [file] = (await fs.readdir(folder, { recursive: true })).filter((name) => /\w{62}$/.test(name));
  await fs.utimes(join(folder, file!), 1e9, 1e9);
  disk.isReadOnly = true;
  expect(await wholeBlocks()).toBe(1);
});

it("makes room beside what is not its own, and again after its folder could not be listed", async () => {
  const cache = diskCache({ folder, bytes: 3 * SIZE });
  await fs.writeFile(join(folder, "ab"), "a file with the name of a folder");
  disk.isUnlisted = true;
  await cache.set("https://a.org/f", "v", 0, { bytes: new Uint8Array(SIZE), size: 1e7 });
  disk.isUnlisted = false;
  // It does without the disk for a minute.
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
  try {
    for (let k = 1; k < 10; k++) {
      // Two files of one tick of the file system's clock are of one age.
      await sleep(20);
      await cache.set("https://a.org/f", "v", k, { bytes: new Uint8Array(SIZE), size: 1e7 });
      expect(await cache.get("https://a.org/f", "v", k)).toBeDefined();
    }
  } finally {
    vi.useRealTimers();
  }
  expect((await names()).length).toBeLessThanOrEqual(1 + 3);
});
