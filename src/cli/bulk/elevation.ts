/** The elevation data of `--dem`: whether they can serve a run, and which they are. */
import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { isTiles } from "../../terrain/open-files.js";
import { UsageError } from "../errors.js";
import { withTerrain } from "../terrain/open.js";
import type { BulkOptions } from "./options.js";

/** Found before the run, not at each site: a folder that is not there, or an address that cannot be one. */
export async function checkElevation(options: Pick<BulkOptions, "dem" | "horizonFile" | "gpu">): Promise<void> {
  const { dem, horizonFile, gpu } = options;
  if (dem === undefined) return;
  if (horizonFile !== undefined)
    throw new UsageError("--dem and --horizon-file both give a horizon line: use one of them");
  if (gpu)
    throw new UsageError("--dem does not work with --gpu: only the threads compute horizon lines from elevation data");
  await withTerrain({ dem }, async () => {});
}

/** Samples of a file: spread over all of it, from its first bytes to its last. */
const SAMPLES = 8;
const SAMPLE_BYTES = 4096;
/** Files looked at at a time. */
const AT_ONCE = 16;

/**
 * Tells elevation data from others on any machine: by the names and sizes of the files in their order, and by samples of their
 * bytes, since a whole model takes long to read. Of a model in tiles it is the address alone.
 *
 * @returns SHA-256
 * @throws as `openTerrain`
 */
export async function elevationIdentity(dem: readonly string[]): Promise<string> {
  const whole = createHash("sha256");
  await withTerrain({ dem: [...dem] }, async ({ files }) => {
    for (let i = 0; i < files.length; i += AT_ONCE)
      for (const hash of await Promise.all(files.slice(i, i + AT_ONCE).map(hashOf))) whole.update(hash.digest());
  });
  return whole.digest("hex");
}

async function hashOf(path: string): Promise<Hash> {
  const hash = createHash("sha256");
  if (isTiles(path)) return hash.update(path);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    hash.update(JSON.stringify([basename(path), size]));
    const last = Math.max(size - SAMPLE_BYTES, 0);
    const sample = Buffer.alloc(SAMPLE_BYTES);
    for (let k = 0; k < SAMPLES; k++) {
      const { bytesRead } = await file.read(sample, 0, SAMPLE_BYTES, Math.floor((last * k) / (SAMPLES - 1)));
      hash.update(sample.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  return hash;
}
