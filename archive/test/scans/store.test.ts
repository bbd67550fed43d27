/** A folder of scans: what is put is there as a whole, later revisions win, and a cell has its own moments. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Disk, nodeDisk } from "../../src/bytes/disk-cache.js";
import { type ScanGrid, scanGrid } from "../../src/scans/grid.js";
import type { Scan } from "../../src/scans/scan-file.js";
import { entryOf, isScanFolder, scanFolderAt, scansIn } from "../../src/scans/store/format.js";
import { scanSource } from "../../src/scans/store/scan-source.js";
import { folderOfTest } from "../folder.js";
import { use } from "../replicas.js";

const NOON = Date.UTC(2026, 5, 21, 12);
const STEP = 600_000;
/** 70 × 45 cells: tiles that end before their side does. */
const GRID = scanGrid({
  type: "regular",
  rows: 70,
  columns: 45,
  first: { latitude: 50, longitude: 5 },
  step: { latitude: -0.1, longitude: 0.1 },
});
const PLACE = { latitude: 46.42, longitude: 8.57 };
function scanAt(start: number, value: (cell: number) => number, given: Partial<Scan> & { grid?: ScanGrid } = {}): Scan {
  const grid = given.grid ?? GRID;
  return {
    grid,
    satellite: "Meteosat",
    start,
    lineTimes: Float64Array.from({ length: grid.rows }, (_, row) => start + 1000 * row),
    columns: {
      global_horizontal_irradiance: Float32Array.from({ length: grid.rows * grid.columns }, (_, cell) => value(cell)),
    },
    dataset: "Test scans",
    notices: [],
    licence: "CC0",
    attribution: "Nobody",
    ...given,
  };
}

async function folderOf() {
  const folder = folderOfTest();
  return folder;
}

async function read(folder: string, period = { start: NOON - 6 * STEP, end: NOON + 12 * STEP }) {
  const source = scanSource({ folder });
  const [offer] = await source.offer(PLACE, NOON);
  return { offer: offer!, parts: await source.read(offer!, PLACE, period, offer!.columns, use()) };
}

const valuesOf = ({ parts }: Awaited<ReturnType<typeof read>>) =>
  Array.from(parts[0]!.series.columns.global_horizontal_irradiance!, (value) => Math.round(value! * 10) / 10);

describe("a folder of scans", () => {
  it("has each cell's values and moments, and missing scans as missing values", async () => {
    const folder = await folderOf();
    const store = await scanFolderAt(folder, () => NOON);
    const cell = GRID.cellAt(PLACE.latitude, PLACE.longitude)!;
    for (const k of [0, 1, 3]) await store.put(scanAt(NOON + k * STEP, (at) => (at === cell ? 500.3 + k : 1)));
    const found = await read(folder);
    expect(valuesOf(found)).toEqual([500.5, 501.5, Number.NaN, 503.5]);
    expect(found.parts[0]!.series).toMatchObject({ start: NOON + 36_000, interval: 600, sampling: "instant" });
    expect(found.parts[0]!.provenance).toMatchObject({ licence: "CC0", attribution: "Nobody" });
    expect(found.offer).toMatchObject({ class: "satellite", interval: 600, last: NOON + 3 * STEP + 36_000 + STEP / 2 });
    expect(found.offer.covers).toHaveLength(2);
    expect(found.offer.cell.distanceKm).toBeLessThan(5);
  });

  it("has every cell of every tile, to a quarter of a W/m²", async () => {
    const folder = await folderOf();
    const store = await scanFolderAt(folder, () => NOON);
    await store.put(scanAt(NOON, (cell) => (cell % 7 === 3 ? Number.NaN : cell / 3)));
    const source = scanSource({ folder });
    for (let cell = 0; cell < GRID.rows * GRID.columns; cell += 11) {
      const place = GRID.placeOf(cell)!;
      const [offer] = await source.offer(place, NOON);
      const [part] = await source.read(offer!, place, { start: NOON - STEP, end: NOON + STEP }, offer!.columns, use());
      const value = part!.series.columns.global_horizontal_irradiance![0]!;
      if (cell % 7 === 3) expect(value).toBeNaN();
      else expect(Math.abs(value - cell / 3)).toBeLessThanOrEqual(0.2501);
    }
  });

  it("takes a scan that comes again in place of the one before, and a companion's columns beside it", async () => {
    const folder = await folderOf();
    const store = await scanFolderAt(folder, () => NOON);
    await store.put(scanAt(NOON, () => 100));
    await store.put(scanAt(NOON, () => 200));
    const direct = new Float32Array(GRID.rows * GRID.columns).fill(50);
    await store.put(scanAt(NOON, () => 0, { columns: { direct_horizontal_irradiance: direct } }));
    const found = await read(folder);
    expect(valuesOf(found)).toEqual([200]);
    expect(found.parts[0]!.series.columns.direct_horizontal_irradiance).toEqual(Float64Array.of(50));
  });

  it("offers nothing beside its grid, and nothing where nothing is", async () => {
    const folder = await folderOf();
    expect(await scanSource({ folder: join(folder, "none") }).offer(PLACE, NOON)).toEqual([]);
    expect(await isScanFolder(folder)).toBe(false);
    await (await scanFolderAt(folder, () => NOON)).put(scanAt(NOON, () => 1));
    expect(await isScanFolder(folder)).toBe(true);
    expect(await scanSource({ folder }).offer({ latitude: -46, longitude: 8 }, NOON)).toEqual([]);
  });

  it("has two satellites side by side", async () => {
    const folder = await folderOf();
    const store = await scanFolderAt(folder, () => NOON);
    await store.put(scanAt(NOON, () => 1, { satellite: "GOES-19" }));
    await store.put(scanAt(NOON, () => 2, { satellite: "GOES-18" }));
    await store.put(scanAt(NOON + 2 * STEP, () => 2, { satellite: "GOES-18" }));
    expect(await scanSource({ folder }).offer(PLACE, NOON)).toHaveLength(2);
    const { datasets, problems } = await scanSource({ folder }).look!(new AbortController().signal);
    expect(problems).toEqual([]);
    expect(datasets.map(({ dataset, first, last }) => [dataset, first, last]).sort()).toEqual([
      ["GOES-18", NOON, NOON + 3 * STEP],
      ["GOES-19", NOON, NOON + STEP],
    ]);
  });

  it("keeps the last days, and clears away what a crash left", async () => {
    const folder = await folderOf();
    const store = await scanFolderAt(folder, () => NOON);
    for (const k of [-200, -1, 0]) await store.put(scanAt(NOON + k * STEP, () => 1));
    await writeFile(join(folder, "draft-0123456789abcdef.tmp"), "half");
    await writeFile(join(folder, "notes.txt"), "not ours");
    expect(await store.tidy(NOON - 86_400_000)).toBe(1);
    expect((await scansIn(folder)).map(({ start }) => start)).toEqual([NOON - STEP, NOON]);
    expect((await readdir(folder)).filter((name) => !entryOf(name))).toEqual(["notes.txt"]);
  });

  it("a full disk leaves nothing behind, and the next scan is taken", async () => {
    const folder = await folderOf();
    let isFull = true;
    const disk: Disk = {
      ...nodeDisk,
      async create(path) {
        const file = await nodeDisk.create(path);
        const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
        let count = 0;
        return { ...file, write: (bytes) => (isFull && ++count > 1 ? Promise.reject(full) : file.write(bytes)) };
      },
    };
    const store = await scanFolderAt(folder, () => NOON, disk);
    await expect(store.put(scanAt(NOON, () => 1))).rejects.toMatchObject({ code: "ERR_ARCHIVE_NOT_WRITTEN" });
    expect(await readdir(folder)).toEqual([]);
    isFull = false;
    await store.put(scanAt(NOON, () => 1));
    expect(valuesOf(await read(folder))).toEqual([1]);
  });

  it("a damaged scan is missing, with a notice; never a wrong value", async () => {
    const folder = await folderOf();
    const store = await scanFolderAt(folder, () => NOON);
    for (const k of [0, 1, 2]) await store.put(scanAt(NOON + k * STEP, (cell) => 100 + (cell % 50)));
    const truth = valuesOf(await read(folder))[1]!;
    const file = join(folder, (await scansIn(folder))[1]!.file);
    const whole = await readFile(file);
    let told = 0;
    for (let at = 0; at < whole.length; at += 97) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1 << (at % 8);
      await writeFile(file, damaged);
      const found = await read(folder);
      const value = valuesOf(found)[1]!;
      expect(Number.isNaN(value) || value === truth).toBe(true);
      if (Number.isNaN(value)) expect(found.parts[0]!.notices?.[0]?.message).toContain("cannot be read");
      if (Number.isNaN(value)) told++;
    }
    expect(told).toBeGreaterThan(5);
    await writeFile(file, whole.subarray(0, whole.length / 2));
    expect(valuesOf(await read(folder))[1]).toSatisfy((value: number) => Number.isNaN(value) || value === truth);
  });
});
