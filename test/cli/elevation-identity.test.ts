/** What tells the elevation data of two machines apart. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { elevationIdentity } from "../../src/cli/bulk/elevation.js";

const BYTES = 2 * 1201 ** 2;

let folder: string;
let own: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "irradiance-elevation-"));
  own = join(folder, "own");
  mkdirSync(own);
  for (const name of ["N46E008.hgt", "N46E009.hgt"]) writeFileSync(join(own, name), Buffer.alloc(BYTES, 1));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A copy of the data, changed. */
function changed(change: (copy: string) => void): Promise<string> {
  const copy = join(folder, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(own, copy, { recursive: true });
  change(copy);
  return elevationIdentity([copy]);
}

it("a copy elsewhere, of another time, named file by file, is the same", async () => {
  const identity = await elevationIdentity([own]);
  expect(identity).toMatch(/^[0-9a-f]{64}$/);
  const copy = await changed((at) => utimesSync(join(at, "N46E008.hgt"), 1, 1));
  expect(copy).toBe(identity);
  const files = ["N46E008.hgt", "N46E009.hgt"].map((name) => join(own, name));
  expect(await elevationIdentity(files)).toBe(identity);
  // Of two files with data at a place the order may decide.
  expect(await elevationIdentity(files.toReversed())).not.toBe(identity);
});

it("another name, one file less, and other bytes at the beginning, in the middle or at the end are not", async () => {
  const others = [
    (at: string) => renameSync(join(at, "N46E009.hgt"), join(at, "N46E010.hgt")),
    (at: string) => rmSync(join(at, "N46E009.hgt")),
    ...[0, Math.floor((BYTES - 4096) * (3 / 7)), BYTES - 1].map((place) => (at: string) => {
      const file = join(at, "N46E008.hgt");
      const bytes = readFileSync(file);
      bytes[place] = 7;
      writeFileSync(file, bytes);
    }),
  ];
  const identities = [await elevationIdentity([own])];
  for (const change of others) identities.push(await changed(change));
  expect(new Set(identities).size).toBe(others.length + 1);
});

it("tiles are their address, of which nothing is read; what is not there is an error", async () => {
  const [thirty, ninety] = ["{name}", "{name90}"].map((name) => `https://127.0.0.1:1/${name}.tif`) as [string, string];
  expect(await elevationIdentity([thirty])).toBe(await elevationIdentity([thirty]));
  expect(await elevationIdentity([thirty])).not.toBe(await elevationIdentity([ninety]));
  await expect(elevationIdentity([join(folder, "none")])).rejects.toThrow("does not exist");
});
