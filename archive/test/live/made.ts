/** Live stores for tests, and a plain model of what they have to hold. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Disk } from "../../src/bytes/disk-cache.js";
import type { Place } from "../../src/index.js";
import type { LiveStoreOptions } from "../../src/live/manifest.js";
import { readerOf, type Snapshot } from "../../src/live/reader.js";
import type { LiveUpdate } from "../../src/live/update.js";

export const GHI = "global_horizontal_irradiance";
export const STEP = 900_000;
export const NOW = Date.UTC(2026, 6, 1);
export const OPTIONS: LiveStoreOptions = { dataset: "stations", interval: 900, columns: [GHI, "temperature"] };

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "irradiance-live-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Places that are far from one another. */
export function place(cell: number): Place {
  return { latitude: 40 + cell, longitude: 10 };
}

/** Values by place, row and column: what a store has to give. */
export class Model {
  readonly values = new Map<string, number>();

  take({ places, start, columns }: LiveUpdate): void {
    for (const [name, given] of Object.entries(columns)) {
      const rows = given!.length / places.length;
      for (let k = 0; k < given!.length; k++) {
        const value = given![k];
        if (value === null || value === undefined || Number.isNaN(value)) continue;
        const { latitude } = places[Math.floor(k / rows)]!;
        this.values.set(`${latitude} ${start / STEP + (k % rows)} ${name}`, value);
      }
    }
  }

  copy(): Model {
    const copy = new Model();
    for (const [key, value] of this.values) copy.values.set(key, value);
    return copy;
  }
}

/** All values of a store, as the model has them. */
export async function contentOf(snapshot: Snapshot): Promise<Map<string, number>> {
  const { description } = snapshot.manifest;
  const found = new Map<string, number>();
  for (const [cell, { latitude }] of snapshot.cells.places.entries()) {
    const cover = await snapshot.cover(cell);
    if (cover === undefined) continue;
    const columns = [...description.columns.keys()];
    const values = await snapshot.read(cell, cover.first, cover.end, columns);
    values.forEach((column, c) => {
      column.forEach((value, row) => {
        if (!Number.isNaN(value)) found.set(`${latitude} ${cover.first + row} ${description.columns[c]!.name}`, value);
      });
    });
  }
  return found;
}

export async function contentIn(path: string, disk?: Disk): Promise<Map<string, number>> {
  return contentOf(await readerOf(path, 1 << 20, disk).snapshot());
}

export function sorted(values: ReadonlyMap<string, number>): [string, number][] {
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1));
}
