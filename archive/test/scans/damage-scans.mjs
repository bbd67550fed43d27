// Damages replicas of scans, one at a time, and reads them: cut off, a bit turned, a stretch overwritten, one in place of another.
// Nothing may end the process, take forever, or fail with anything but an error of the archive; and the reader that has seen all of
// it must still read an intact scan. Other values in silence are counted: HDF5 and NetCDF-3 have no checksum here, bzip2 has.
//
//   node scripts/build.mjs archive && node archive/test/scans/damage-scans.mjs [COUNT]

import { isDeepStrictEqual } from "node:util";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { DAMAGES } from "../damage.mjs";
import { fixture } from "../fixture.mjs";

/** ms: longer is taken for a hang. */
const LONGEST = 60_000;
const NOW = Date.UTC(2026, 8, 21);

/**
 * @param {typeof import("irradiance-archive")} archive
 * @param {{ count: number, seed: number }} options
 */
export async function damageScans({ ArchiveError, scanReader }, { count, seed }) {
  const { scans } = fixture("scans.json.gz");
  const random = randomNumbers(seed);
  const reader = scanReader();
  const read = (/** @type {any} */ { product, name }, /** @type {Buffer} */ bytes) =>
    reader.read(bytes, product, { now: NOW, name });
  const bytes = scans.map((/** @type {any} */ { file }) => Buffer.from(file, "base64"));
  const plain = (/** @type {any} */ { grid, ...scan }) => ({ ...scan, grid: grid.id });
  const intact = [];
  for (const [k, one] of scans.entries()) intact.push(plain(await read(one, bytes[k])));
  const { gone: _, ...damages } = DAMAGES;
  const report = {
    read: 0,
    same: 0,
    refused: 0,
    silent: /** @type {Record<string, number>} */ ({}),
    failures: /** @type {string[]} */ ([]),
  };
  for (let k = 0; k < count; k++) {
    const at = Math.floor(random() * scans.length);
    const [name, change] = Object.entries(damages)[Math.floor(random() * 4)];
    const others = bytes.filter((/** @type {Buffer} */ __, /** @type {number} */ other) => other !== at);
    const after = /** @type {Buffer} */ (change(bytes[at], random, others));
    const what = `${k}: ${scans[at].name}, ${name}`;
    const start = performance.now();
    try {
      const found = plain(await read(scans[at], after));
      const kind = scans[at].name.endsWith(".bz2") ? "bzip2" : after[0] === 0x43 ? "NetCDF-3" : "NetCDF-4, HDF5";
      if (isDeepStrictEqual(found, intact[at])) report.same++;
      // The same file, packed and not.
      else if (kind === "bzip2" && name !== "another file") report.failures.push(`${what}: other values in silence`);
      else report.silent[`${kind}, ${name}`] = (report.silent[`${kind}, ${name}`] ?? 0) + 1;
    } catch (error) {
      if (error instanceof ArchiveError) report.refused++;
      else report.failures.push(`${what}: ${error instanceof Error ? error.stack : error}`);
    }
    if (performance.now() - start > LONGEST) report.failures.push(`${what}: took ${performance.now() - start} ms`);
    report.read++;
  }
  for (const [k, one] of scans.entries()) {
    const again = plain(await read(one, bytes[k]));
    if (!isDeepStrictEqual(again, intact[k])) report.failures.push(`${one.name} has other values after all that`);
  }
  await reader.close();
  return report;
}

if (process.argv[1]?.endsWith("damage-scans.mjs")) {
  process.on("unhandledRejection", (error) => {
    console.error("unhandled:", error);
    process.exitCode = 1;
  });
  const count = Number(process.argv[2] ?? 2000);
  const { silent, failures, ...counts } = await damageScans(await import("irradiance-archive"), { count, seed: 1 });
  for (const [name, n] of Object.entries(counts)) console.log(`${String(n).padStart(6)} ${name}`);
  console.log(`${String(Object.values(silent).reduce((sum, n) => sum + n, 0)).padStart(6)} other values in silence:`);
  for (const [name, n] of Object.entries(silent).sort()) console.log(`${String(n).padStart(12)} ${name}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
