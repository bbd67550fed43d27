/** Several files are one surface. */
import { afterAll, describe, expect, it } from "vitest";
import { openTerrain } from "../../../src/data/terrain/index.js";
import { degreesAround } from "../../../src/data/terrain/tiles/tile-surface.js";
import { type TiffOptions, temporaryFolder, tiff } from "./tiff-writer.js";

const files = temporaryFolder();
afterAll(() => files.remove());

const STEP = 1 / 1200;
const SIDE = 300;
/** Hills of all sizes, the same wherever they are cut. */
function hills(c: number, r: number): number {
  const hash = Math.imul(c + 7919, 374761393) ^ Math.imul(r + 104729, 668265263);
  const noise = ((Math.imul(hash ^ (hash >>> 13), 1274126177) >>> 16) & 255) / 255;
  return 800 + 300 * Math.sin(c / 23) * Math.cos(r / 31) + 120 * Math.sin((c + 2 * r) / 7) + 20 * noise;
}

const whole: TiffOptions = { width: SIDE, height: SIDE, at: hills, x0: 8, y0: 47, dx: STEP };

/** A part of the whole. */
function part(left: number, top: number, width: number, height: number, more: Partial<TiffOptions> = {}): string {
  const at = (c: number, r: number) => hills(c + left, r + top);
  return files.write(tiff({ ...whole, width, height, at, x0: 8 + left * STEP, y0: 47 - top * STEP, ...more }));
}

const PLACES = [
  [47 - 150 * STEP, 8 + 150 * STEP],
  [47 - 149.3 * STEP, 8 + 151.7 * STEP],
  [47 - 40 * STEP, 8 + 260.25 * STEP],
] as const;

async function lines(paths: string | string[]) {
  const terrain = await openTerrain(paths);
  const found = [];
  for (const [lat, lon] of PLACES) {
    const { profile, covered } = await terrain.horizon(lat, lon, { range: 20_000 });
    found.push({ profile: [...profile], covered: [...covered.distance], altitude: await terrain.altitude(lat, lon) });
  }
  await terrain.close();
  return found;
}

describe("a mosaic", () => {
  const single = lines(files.write(tiff(whole)));

  it("of four tiles that meet at a corner is the single file, bit by bit, in any order", async () => {
    const tiles = [part(0, 0, 150, 150), part(150, 0, 150, 150), part(0, 150, 150, 150), part(150, 150, 150, 150)];
    expect(await lines(tiles)).toEqual(await single);
    expect(await lines(tiles.reverse())).toEqual(await single);
  });

  it("of tiles that share edges, overlap and differ in layout too", async () => {
    const tiles = [
      part(0, 0, 151, 151, { tile: [32, 16] }),
      part(150, 0, 150, 190, { rowsPerStrip: 3 }),
      part(0, 150, 160, 150, { point: true }),
      part(130, 120, 170, 180, { bigEndian: true, deflate: true, predictor: 3 }),
    ];
    expect(await lines(tiles)).toEqual(await single);
  });

  it("PixelIsPoint is PixelIsArea", async () => {
    expect(await lines(part(0, 0, SIDE, SIDE, { point: true }))).toEqual(await single);
  });

  it("says what a missing tile leaves open", async () => {
    const terrain = await openTerrain([part(0, 0, 150, 300), part(150, 0, 150, 150)]);
    const { covered, notices, profile } = await terrain.horizon(47 - 100 * STEP, 8 + 100 * STEP, { range: 6000 });
    expect(covered.complete).toBe(false);
    expect(covered.distance[0]).toBe(6000);
    // South-east, the tile that is not there begins after 50 columns and rows.
    expect(covered.distance[145]).toBeGreaterThan(3800);
    expect(covered.distance[145]).toBeLessThan(6000);
    expect(covered.share).toBeGreaterThan(0.9);
    expect(notices[0]).toMatch(/do not reach 6\.0 km at \d+ of 360 azimuths/);
    expect(profile.every(Number.isFinite)).toBe(true);
    await terrain.close();
  });

  it("across the date line", async () => {
    const cut = (left: number, width: number, x0: number) => {
      const at = (c: number, r: number) => hills(c + left, r);
      return files.write(tiff({ ...whole, width, at, x0 }));
    };
    // Column 150 lies on the line.
    const tiles = [cut(0, 150, 180 - 150 * STEP), cut(150, 150, -180)];
    const across = await openTerrain(tiles);
    const plain = await openTerrain(part(0, 0, SIDE, SIDE));
    for (const [east, lon] of [
      [140, 180 - 10 * STEP],
      [150, 180],
      [150, -180],
      [160, -180 + 10 * STEP],
      [160, 180 + 10 * STEP],
    ] as const) {
      const here = await across.horizon(47 - 150 * STEP, lon, { range: 8000 });
      const there = await plain.horizon(47 - 150 * STEP, 8 + east * STEP, { range: 8000 });
      expect(here.covered.complete).toBe(true);
      expect(Math.max(...here.profile.map((e, i) => Math.abs(e - there.profile[i]!)))).toBeLessThan(1e-6);
    }
    await across.close();
    await plain.close();
  });

  it("of tiles with other steps in longitude has no gap at the seam", async () => {
    // North of row 150 two columns are one, as in Copernicus' tiles towards the poles; the surface is a plane.
    const plane = (c: number, r: number) => 500 + 2 * c - r;
    const south = files.write(tiff({ ...whole, height: 150, y0: 47 - 150 * STEP, at: (c, r) => plane(c, r + 150) }));
    const at = (c: number, r: number) => plane(2 * c, r);
    const north = files.write(tiff({ ...whole, width: 150, height: 150, dx: 2 * STEP, dy: -STEP, at }));
    const terrain = await openTerrain([south, north]);
    for (let k = -3; k <= 3; k += 0.125) {
      const row = 149.5 + k;
      expect(await terrain.altitude(47 - row * STEP, 8 + 100.3 * STEP)).toBeCloseTo(plane(100.3, row), 3);
    }
    const { covered } = await terrain.horizon(47 - 150.2 * STEP, 8 + 150 * STEP, { range: 8000 });
    expect(covered.complete).toBe(true);
    await terrain.close();
  });

  it("of a fine file inside a coarse one is the fine one where it has data", async () => {
    const coarse = files.write(tiff({ ...whole, width: 100, height: 100, dx: 3 * STEP, at: () => 1000 }));
    const fine = part(100, 100, 100, 100, { at: (c, r) => (c < 3 && r < 3 ? Number.NaN : 400) });
    const terrain = await openTerrain([coarse, fine]);
    expect(await terrain.altitude(47 - 150 * STEP, 8 + 150 * STEP)).toBe(400);
    expect(await terrain.altitude(47 - 20 * STEP, 8 + 20 * STEP)).toBe(1000);
    expect(await terrain.altitude(47 - 101 * STEP, 8 + 101 * STEP)).toBe(1000);
    // 50 rows of 92.6 m to the wall of 600 m where the fine file ends.
    const { profile } = await terrain.horizon(47 - 150 * STEP, 8 + 150 * STEP, { range: 9000 });
    const wall = (Math.atan(600 / (50 * 92.64)) * 180) / Math.PI;
    expect(Math.abs(profile[180]! - wall)).toBeLessThan(0.5);
    await terrain.close();
  });
});

describe("memory", () => {
  it("stays below its limit, and changes nothing", async () => {
    const path = files.write(tiff({ ...whole, width: 1100, height: 1100, tile: [128, 128] }));
    const small = await openTerrain(path, { cacheBytes: 4 * 1024 * 1024 });
    const large = await openTerrain(path);
    for (let k = 0; k < 4; k++) {
      const place = [47 - (300 + 120 * k) * STEP, 8 + (700 - 90 * k) * STEP] as const;
      const a = await small.horizon(...place);
      const b = await large.horizon(...place);
      const again = await large.horizon(...place);
      expect([...a.profile]).toEqual([...b.profile]);
      expect([...again.profile]).toEqual([...b.profile]);
      expect(again.covered).toEqual(b.covered);
      expect(a.covered).toEqual(b.covered);
    }
    expect(small.memory().peak).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(large.memory().peak).toBeGreaterThan(4 * 1024 * 1024);
    await small.close();
    await large.close();
  });

  it("concurrent questions get the answers of single ones", async () => {
    const path = files.write(tiff(whole));
    const terrain = await openTerrain(path, { cacheBytes: 4 * 1024 * 1024 });
    const all = await Promise.all(PLACES.map(([lat, lon]) => terrain.horizon(lat, lon, { range: 20_000 })));
    const alone = await lines(path);
    expect(all.map(({ profile }) => [...profile])).toEqual(alone.map(({ profile }) => profile));
    await terrain.close();
  });
});

it("a search without reach still takes the neighbours, whose tiles may begin a sample too late", () => {
  const found = degreesAround({ south: 47, west: 8 }, 0).map(({ south, west }) => [south, west]);
  const rows = [48, 47, 46];
  expect(found).toEqual(rows.flatMap((south) => [7, 8, 9].map((west) => [south, west])));
});
