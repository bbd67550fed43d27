/** A run of sixty sites in twelve parts, and what makes its dataset whole. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { local, openPlace, type Place, type Running, rows, until, writeSites } from "./fixture.js";

export const SITES = 60;
export const SIZE = 5;
export const PARTS = SITES / SIZE;
/** The words of such a run. */
export const SIZED = ["--part-sites", String(SIZE), "sites.csv"];

/** @param env of all processes, beside their own */
export async function openRunPlace(env: NodeJS.ProcessEnv = {}): Promise<Place> {
  const place = await openPlace(env);
  writeSites(join(place.folder, "sites.csv"), rows(SITES));
  return place;
}

/** By part: sites and weather are the same in every place, so one local run of each is enough. */
const own = new Map<number, Buffer>();

/** The bytes of a local run of the sites of this part alone. */
function ownBytes(place: Place, part: number): Buffer {
  const known = own.get(part);
  if (known !== undefined) return known;
  writeSites(join(place.folder, "own.csv"), rows(SITES).slice(part * SIZE, (part + 1) * SIZE));
  local(place.folder, "--sites", "own.csv", "--out", "own.parquet");
  const bytes = place.bytes("own.parquet");
  rmSync(join(place.folder, "own.parquet"));
  own.set(part, bytes);
  return bytes;
}

/** The parts are all there, and the first and the last have the bytes of a local run of their sites alone. */
export function expectWhole(place: Place): void {
  const manifest = place.manifest();
  expect(manifest).toMatchObject({
    complete: true,
    sites: SITES,
    failedSites: 0,
    rows: SITES * 8760,
    failedParts: [],
  });
  expect(place.parts().length).toBe(PARTS);
  expect(manifest.parts.map(({ part }) => part)).toEqual(Array.from({ length: PARTS }, (_, part) => part));
  for (const part of [0, PARTS - 1]) {
    expect(place.bytes(`ds/${manifest.parts[part]!.file}`).equals(ownBytes(place, part))).toBe(true);
  }
}

export async function expectFinished(place: Place, run: Running): Promise<void> {
  expect(await run.ended).toMatchObject({ status: 0 });
  expectWhole(place);
}

export function someParts(place: Place, count: number): Promise<void> {
  return until(
    () => place.parts().length >= count,
    () => `${count} parts`,
  );
}
