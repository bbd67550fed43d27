/** What the disk says of a file that its server has replaced meanwhile is forgotten when that shows. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { budgetOf, DEFAULT_LIMITS } from "../src/budget.js";
import { BLOCK } from "../src/bytes/blocks.js";
import { byteStore } from "../src/bytes/byte-store.js";
import { diskCache } from "../src/bytes/disk-cache.js";
import { rangeServer } from "./range-server.mjs";

const use = () => ({ signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) });

it("a file that is replaced while its version on disk is believed is read anew after one error", async () => {
  let bytes = new Uint8Array(4 * BLOCK).fill(1);
  const server = await rangeServer(() => bytes);
  const folder = await mkdtemp(join(tmpdir(), "archive-changed-"));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });
  const disk = diskCache({ folder, bytes: 1e9 });
  const location = `${server.url}/a.bin`;
  const opened = () => byteStore({ allow: [server.url], pause: 1, maxAge: 86_400_000, disk }).open(location, use());
  await (await opened())!.read(0, 1, use());
  await new Promise((resolve) => setTimeout(resolve, 200));
  bytes = new Uint8Array(4 * BLOCK).fill(2);
  const read = async () => (await (await opened())!.read(2 * BLOCK, 1, use()))[0];
  await read().catch((error: { code: string }) => expect(error.code).toBe("ERR_ARCHIVE_CHANGED"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await read()).toBe(2);
});
