/** What an answer's tag knows of the elevation files. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { elevationRevision } from "../../src/answers/elevation-revision.js";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-elevation-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("stays while nothing changes, and changes with each file that is added, written to, touched, moved or removed", async () => {
  const folder = temporaryFolder();
  const [single, tiles] = [join(folder, "single.tif"), join(folder, "tiles")];
  mkdirSync(tiles);
  const tile = join(tiles, "a.tif");
  const revision = () => elevationRevision([single, tiles]);
  const changes = [
    () => writeFileSync(single, "12"),
    () => writeFileSync(single, "345"),
    () => utimesSync(single, 1, 1),
    () => writeFileSync(tile, "12"),
    () => utimesSync(tile, 1, 1),
    () => renameSync(tile, join(tiles, "b.tif")),
    () => rmSync(join(tiles, "b.tif")),
  ];
  const seen = [await revision()];
  for (const change of changes) {
    change();
    seen.push(await revision());
    expect(await revision()).toBe(seen.at(-1));
  }
  // With the last file gone it is as before the first one came.
  expect(seen.pop()).toBe(seen[3]);
  expect(new Set(seen).size).toBe(seen.length);
});

it("is that of all paths, in their order", async () => {
  const [a, b] = [join(temporaryFolder(), "a.tif"), join(temporaryFolder(), "b.tif")];
  for (const file of [a, b]) writeFileSync(file, "1");
  const revisions = await Promise.all([[], [a], [b], [a, b], [b, a]].map(elevationRevision));
  expect(new Set(revisions).size).toBe(revisions.length);
});
