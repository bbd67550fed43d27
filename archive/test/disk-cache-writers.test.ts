/** A cache on disk whose writers are killed: it gives whole blocks, or nothing. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { diskCache } from "../src/bytes/disk-cache.js";
import { folderOfTest } from "./folder.js";

const BUILT = new URL("../dist/bytes/disk-cache.js", import.meta.url).href;
const BLOCKS = 40;
const SIZE = 64 * 1024;
/** Writes the same blocks again and again, until it is killed. */
const WRITER = `
  const { diskCache } = await import(${JSON.stringify(BUILT)});
  const cache = diskCache({ folder: process.argv[1], bytes: 1e9 });
  for (let k = 0; ; k = (k + 1) % ${BLOCKS}) {
    await cache.set("https://a.org/f", "v", k, { bytes: new Uint8Array(${SIZE}).fill(k + 1), size: 1e7 });
    if (k === 0) process.stdout.write("round\\n");
  }`;

/** How many blocks are there. @throws for one that is not what was written */
async function wholeBlocks(folder: string): Promise<number> {
  const cache = diskCache({ folder, bytes: 1e9 });
  const blocks = await Promise.all(Array.from({ length: BLOCKS }, (_, k) => cache.get("https://a.org/f", "v", k)));
  for (const [k, block] of blocks.entries()) {
    if (block) expect(Buffer.compare(block.bytes, new Uint8Array(SIZE).fill(k + 1))).toBe(0);
  }
  return blocks.filter((block) => block !== undefined).length;
}

it("whose three writers are killed five times has whole blocks only", async () => {
  const folder = folderOfTest();
  for (let round = 0; round < 5; round++) {
    const writers = [1, 2, 3].map(() =>
      spawn(process.execPath, ["--input-type=module", "-e", WRITER, folder], { stdio: ["ignore", "pipe", "inherit"] }),
    );
    await Promise.all(writers.map(({ stdout }) => once(stdout, "data")));
    await sleep(5 + round * 7);
    const ended = writers.map((writer) => once(writer, "exit"));
    for (const writer of writers) writer.kill("SIGKILL");
    await Promise.all(ended);
    expect(await wholeBlocks(folder)).toBeGreaterThan(0);
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{62}(\.[\w-]+\.tmp)?$/);
});
