/** Elevation tiles: heights as rasterio reads them, horizons as from files, seas, seams, poles, and everything that fails. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTerrain, TerrainError } from "irradiance-engine/terrain";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { tiff } from "../../test/data/terrain/tiff-writer.js";
import type { ElevationTilesOptions } from "../src/elevation/elevation-tiles.js";
import { elevationTiles } from "../src/index.js";
import { fixture } from "./fixture.mjs";
import { inFolder, rangeServer } from "./range-server.mjs";

interface Fixture {
  readonly tiles: { readonly [name: string]: string };
  readonly samples: readonly (readonly [longitude: number, latitude: number, height: number])[];
}

const FIXTURE = fixture("elevation.json.gz") as Fixture;
const WORK = mkdtempSync(join(tmpdir(), "elevation-"));
/** Tiles by name, as in the public bucket. */
const BUCKET = join(WORK, "bucket");
/** Where the four tiles around 50° N, 5° W meet. */
const CORNER = [50.003, -5.004] as const;

type Server = Awaited<ReturnType<typeof rangeServer>>;
const servers: Server[] = [];
let bucket: Server;

beforeAll(async () => {
  for (const [name, bytes] of Object.entries(FIXTURE.tiles)) {
    mkdirSync(join(BUCKET, name), { recursive: true });
    writeFileSync(join(BUCKET, name, `${name}.tif`), Buffer.from(bytes, "base64"));
  }
  bucket = await serve(inFolder(BUCKET));
});
afterEach(() => {
  bucket.requests.length = 0;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(WORK, { recursive: true });
});

async function serve(...how: Parameters<typeof rangeServer>): Promise<Server> {
  const server = await rangeServer(...how);
  servers.push(server);
  return server;
}

const local = () => openTerrain(join(BUCKET, "{name}", "{name}.tif"));
const remote = (options: Partial<ElevationTilesOptions> = {}) =>
  openTerrain(elevationTiles({ tiles: bucket.url, cache: false, attempts: 1, ...options }));
const tileOf = (name: string) => Buffer.from(FIXTURE.tiles[name]!, "base64");
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail("it should fail"),
    (error: unknown) => error as TerrainError,
  );

describe("values", () => {
  it("has the heights of rasterio at samples in the middle, at edges, corners and the date line", async () => {
    const terrain = await local();
    for (const [longitude, latitude, height] of FIXTURE.samples) {
      // A sample on an edge is found from either side of it.
      expect(await terrain.altitude(latitude, longitude), `${latitude}, ${longitude}`).toBeCloseTo(height, 5);
    }
    await terrain.close();
  });

  it("is the same surface over HTTP, from a pattern and from a folder, bit by bit", async () => {
    const flat = join(WORK, "flat");
    mkdirSync(flat);
    for (const name of Object.keys(FIXTURE.tiles)) {
      // Only the four that a search from the corner can see: others would move the lattice's first column.
      if (/N(49|50)/.test(name)) writeFileSync(join(flat, `${name}.tif`), tileOf(name));
    }
    const terrains = await Promise.all([openTerrain(flat), local(), remote()]);
    const [files, ...tiles] = await Promise.all(terrains.map((terrain) => terrain.horizon(...CORNER)));
    expect(files!.covered.complete).toBe(true);
    expect(files!.attributions).toEqual([]);
    for (const { attributions, ...line } of tiles) {
      expect(attributions).toEqual([expect.stringContaining("Copernicus WorldDEM-30")]);
      expect({ ...line, attributions: [] }).toEqual(files);
    }
    expect(new Set(await Promise.all(terrains.map((terrain) => terrain.altitude(...CORNER)))).size).toBe(1);
    await Promise.all(terrains.map((terrain) => terrain.close()));
  });

  it("reads overviews beyond 50 km only, and hills there are as high as they are", async () => {
    const terrain = await local();
    const place = [49.4, -5.3] as const;
    const [near, far] = [await terrain.horizon(...place), await terrain.horizon(...place, { range: 80_000 })];
    const higher = far.profile.map((angle, azimuth) => angle - near.profile[azimuth]!);
    // Straight pieces of rays are of other lengths.
    expect(Math.min(...higher)).toBeGreaterThan(-0.01);
    // Nothing of 2 km above the place is seen above 2.3° at 50 km, nor sinks the line.
    expect(Math.max(...higher)).toBeLessThan(2.3);
    await terrain.close();
    const all = bucket.requests.length;
    const distant = await remote();
    expect((await distant.horizon(...place, { range: 80_000 })).profile).toEqual(far.profile);
    expect(bucket.requests.length).toBeGreaterThan(all);
    await distant.close();
  });
});

const OPEN_SEA = "no elevation tile lies around the place: it is assumed to be open sea";

describe("places", () => {
  it("is sea where there is no tile, at height 0 and flat", async () => {
    const terrain = await remote();
    const { elevation, notices, covered, attributions } = await terrain.horizon(0.5, -30.5);
    expect(await terrain.altitude(0.5, -30.5)).toBe(0);
    expect([new Set(elevation), notices, covered.complete]).toEqual([new Set([0]), [OPEN_SEA], true]);
    const ground = await terrain.ground(0.5, -30.5);
    expect(ground).toEqual({ altitude: 0, attributions: [], notices: [expect.stringContaining("assumed to be sea")] });
    expect(attributions).toEqual([]);
    await terrain.close();
  });

  it("says that data are missing where there is no tile although there is land", async () => {
    const terrain = await remote();
    const error = await failure(terrain.horizon(46.5, 8.5));
    expect(error).toMatchObject({ code: "ERR_TERRAIN_NO_DATA", name: "TerrainError" });
    expect(error.message).toContain(bucket.url);
    await terrain.close();
  });

  it("sees across the date line, the same hills by either longitude", async () => {
    const terrain = await remote();
    const [east, west, beyond] = [
      await terrain.horizon(64.5, 179.999),
      await terrain.horizon(64.5, -179.999),
      await terrain.horizon(64.5, 180.001),
    ];
    expect(beyond).toEqual(west);
    expect(east.covered.distance[90]).toBeGreaterThan(45_000);
    expect(west.covered.distance[270]).toBeGreaterThan(45_000);
    const differences = east.profile.map((angle, azimuth) => Math.abs(angle - west.profile[azimuth]!));
    // A hundred metres apart: far hills look alike.
    expect(differences.toSorted()[180]).toBeLessThan(0.5);
    expect(await terrain.altitude(64.5, -180)).toBe(await terrain.altitude(64.5, 180));
    await terrain.close();
  });

  it("is sea at the North Pole, and missing at the South Pole", async () => {
    const terrain = await remote();
    for (const longitude of [0, 180, -77]) expect(await terrain.altitude(90, longitude)).toBe(0);
    expect((await terrain.horizon(90, 0)).notices).toEqual([OPEN_SEA]);
    expect(await failure(terrain.altitude(-90, 0))).toMatchObject({ code: "ERR_TERRAIN_NO_DATA" });
    await terrain.close();
  });

  it("meets the sea at the coast without a gap", async () => {
    // N49 W007 and N50 W007 are sea.
    const terrain = await remote();
    const { covered, profile } = await terrain.horizon(50, -5.99);
    expect(covered.complete).toBe(true);
    // West of the coast the ground is the sea's, and the line is the hills'.
    expect(await terrain.ground(50.3, -6.5)).toMatchObject({ altitude: 0, attributions: [] });
    expect((await terrain.ground(50, -5.5)).attributions).toHaveLength(1);
    expect((await terrain.horizon(50.3, -6.1)).attributions).toHaveLength(1);
    expect(profile[270]).toBeLessThan(profile[90]!);
    await terrain.close();
  });
});

describe("traffic", () => {
  it("opens each tile once, and reads each block once, whoever asks", async () => {
    const terrain = await remote();
    await Promise.all([terrain.horizon(...CORNER), terrain.horizon(50.01, -5.01), terrain.altitude(49.9, -5.1)]);
    const asked = bucket.requests.map(({ path, range }) => `${path} ${range}`);
    expect(new Set(asked).size).toBe(asked.length);
    const before = bucket.requests.length;
    await terrain.horizon(...CORNER);
    await terrain.altitude(50.02, -5.02);
    expect(bucket.requests.length).toBe(before);
    await terrain.close();
  });

  it("keeps blocks on disk for the next process, fetches damaged ones again, and stays within its room", async () => {
    const cache = { folder: join(WORK, "cache"), bytes: 150_000 };
    const served = async () => {
      const before = bucket.requests.length;
      const terrain = await remote({ cache });
      const { profile } = await terrain.horizon(...CORNER);
      await terrain.close();
      return { profile, requests: bucket.requests.slice(before) };
    };
    const first = await served();
    const files = () =>
      readdirSync(cache.folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
      );
    // Blocks are written in the background, also those that the second reading had to fetch anew.
    const settled = () => expect.poll(() => files().some((file) => file.endsWith(".tmp"))).toBe(false);
    await expect.poll(() => files().length).toBeGreaterThan(1);
    await settled();
    const again = await served();
    expect(again.profile).toEqual(first.profile);
    await settled();
    for (const [k, file] of files().entries()) {
      if (k % 2 === 0) truncateSync(file, statSync(file).size - 1);
      else writeFileSync(file, readFileSync(file).fill(7, 48, 49));
    }
    expect((await served()).profile).toEqual(first.profile);
    const size = () => files().reduce((sum, file) => sum + statSync(file).size, 0);
    await expect.poll(size).toBeLessThanOrEqual(cache.bytes);
  });

  it("does without a disk where it cannot write", async () => {
    const file = join(WORK, "a-file");
    writeFileSync(file, "");
    const terrain = await remote({ cache: { folder: file, bytes: 1e6 } });
    expect((await terrain.horizon(...CORNER)).covered.complete).toBe(true);
    await terrain.close();
  });
});

describe("faults", () => {
  it("says that a host is dead, and asks it again later", async () => {
    const server = await serve(inFolder(BUCKET));
    await server.close();
    const terrain = await openTerrain(elevationTiles({ tiles: server.url, cache: false, attempts: 1 }));
    const error = await failure(terrain.horizon(...CORNER));
    expect(error).toBeInstanceOf(TerrainError);
    expect(error.code).toBe("ERR_TERRAIN_UNREADABLE");
    expect(error.message).toContain(new URL(server.url).host);
    await terrain.close();
  });

  it("takes a 403 for the sea where there is none on the map: buckets that may not be listed forbid what they do not have", async () => {
    const server = await serve(inFolder(BUCKET), { fault: (_, response) => Boolean(response.writeHead(403).end()) });
    const terrain = await openTerrain(elevationTiles({ tiles: server.url, cache: false, attempts: 1 }));
    expect(await terrain.altitude(0.5, -30.5)).toBe(0);
    const refused = { code: "ERR_TERRAIN_UNREADABLE", message: expect.stringContaining("answers 403") };
    expect(await failure(terrain.altitude(47.5, 8.5))).toMatchObject(refused);
    await terrain.close();
  });

  it.each([500, 503])("does not take a status %i for the sea, and goes on when it has passed", async (status) => {
    let isBroken = true;
    const fault: NonNullable<Parameters<typeof rangeServer>[1]>["fault"] = (_, response) => {
      if (isBroken) response.writeHead(status).end();
      return isBroken;
    };
    const server = await serve(inFolder(BUCKET), { fault });
    const terrain = await openTerrain(elevationTiles({ tiles: server.url, cache: false, attempts: 1 }));
    expect(await failure(terrain.altitude(0.5, -30.5))).toMatchObject({ code: "ERR_TERRAIN_UNREADABLE" });
    isBroken = false;
    await expect.poll(() => terrain.altitude(0.5, -30.5).catch(() => undefined), { interval: 500 }).toBe(0);
    await terrain.close();
  });

  it("refuses a tile that lies elsewhere than its name says", async () => {
    const server = await serve((path) =>
      path.includes("N50_00_W005") ? tileOf("Copernicus_DSM_COG_10_N50_00_W006_00_DEM") : undefined,
    );
    const terrain = await openTerrain(elevationTiles({ tiles: server.url, cache: false }));
    expect((await failure(terrain.altitude(50.5, -4.5))).message).toMatch(/should lie at longitude -5 to -4/);
    await terrain.close();
  });

  it("says that a tile was replaced while it was read, and then reads the new one", async () => {
    // Rows of 4 KiB, uncompressed: what lies far apart is in different blocks of the store.
    const land = { width: 1024, height: 1024, x0: -5, y0: 51, dx: 1 / 1024, point: true, rowsPerStrip: 64 };
    const [before, after] = [tiff({ ...land, at: () => 100 }), tiff({ ...land, at: () => 200 })];
    let current = before;
    const server = await serve((path) => (path.includes("N50_00_W005") ? current : undefined));
    const terrain = await openTerrain(elevationTiles({ tiles: server.url, cache: false, attempts: 1 }));
    expect(await terrain.altitude(50.97, -4.97)).toBe(100);
    current = after;
    const error = await failure(terrain.altitude(50.03, -4.03));
    expect(error).toMatchObject({ code: "ERR_TERRAIN_UNREADABLE" });
    expect(error.message).toContain("was replaced while it was read");
    // Nothing of the old one is left, not even what had been read.
    expect([await terrain.altitude(50.97, -4.97), await terrain.altitude(50.03, -4.03)]).toEqual([200, 200]);
    await terrain.close();
  });

  it("never ends the process, and never gives a line, for tiles that are cut off", async () => {
    const whole = tileOf("Copernicus_DSM_COG_10_N50_00_W005_00_DEM");
    for (let k = 0; k < 40; k++) {
      const part = whole.subarray(0, Math.floor((k / 40) * whole.length));
      const server = await serve((path) => (path.includes("N50_00_W005") ? part : undefined));
      const terrain = await openTerrain(elevationTiles({ tiles: server.url, cache: false }));
      expect(await failure(terrain.horizon(50.5, -4.5)), `${part.length} bytes`).toBeInstanceOf(TerrainError);
      await terrain.close();
    }
  });

  it("wants a range for which there are not too many tiles", async () => {
    const terrain = await remote();
    expect((await failure(terrain.horizon(89.5, 0, { range: 500_000 }))).message).toMatch(/needs \d+ tiles here/);
    await terrain.close();
  });
});

describe("addresses", () => {
  it.each([
    ["", "tiles must be an address or a path"],
    ["https://example.org/{tile}.tif", "got {tile}"],
    ["https://example.org/{latitude}.tif", "both {latitude} and {longitude}"],
    ["https://me:secret@example.org/", "must not contain a password"],
  ])("%o is refused: %s", (tiles, message) => {
    expect(() => elevationTiles({ tiles })).toThrow(message);
  });

  it("fills blanks for other layouts, .hgt among them", async () => {
    const paths: string[] = [];
    const server = await serve((path) => {
      paths.push(path);
      return path === "S01W031.hgt" ? Buffer.alloc(1201 * 1201 * 2, Buffer.from([0, 7])) : undefined;
    });
    const tiles = elevationTiles({ tiles: `${server.url}/{latitude}{longitude}.hgt`, cache: false });
    const terrain = await openTerrain(tiles);
    expect(await terrain.altitude(-0.5, -30.5)).toBe(0x0007);
    expect(paths).toContain("S01W031.hgt");
    expect(await failure(terrain.altitude(46.5, 8.5))).toMatchObject({ code: "ERR_TERRAIN_NO_DATA" });
    await terrain.close();
  });

  it("opens them by address alone", async () => {
    const terrain = await openTerrain(join(BUCKET, "{name}/{name}.tif"));
    expect(terrain.attributions?.join()).toContain("Copernicus WorldDEM-30");
    expect(await terrain.altitude(...CORNER)).toBeGreaterThan(0);
    await terrain.close();
  });
});
