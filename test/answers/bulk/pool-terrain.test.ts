/** Horizon lines and altitudes in a pool: those of the terrain itself, its errors, and a terrain that is opened late. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { checkPoolOptions } from "../../../src/answers/bulk/pool-options.js";
import { openTerrain } from "../../../src/data/terrain/index.js";
import { bits, bulk } from "./dist.js";
import { days } from "./weather.js";

type Pool = import("../../../src/answers/bulk/index.js").Pool;

const { createPool } = bulk;
/** An error's class is that of the built library, which the pool comes from. */
const { TerrainError: Built }: typeof import("../../../src/data/terrain/index.js") = await import(
  new URL("../../../dist/data/terrain/index.js", import.meta.url).href
);
const file = fileURLToPath(new URL("../../../fixtures/terrain/jacksboro.tif", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "irradiance-pool-terrain-"));
afterAll(() => rmSync(folder, { recursive: true }));

const place = [36.5, -84.2] as const;

describe("a pool with elevation files", () => {
  const pool = createPool({ threads: 2, terrain: { paths: [file], options: { cacheBytes: 8 << 20 } } });
  afterAll(() => pool.close());

  test("gives the horizon lines and altitudes of the terrain", async () => {
    const terrain = await openTerrain(file);
    const sight = { observerHeight: 10, range: 20_000 };
    const expected = await terrain.horizon(...place, sight);
    const lines = await Promise.all([1, 2, 3].map(() => pool.horizon(...place, sight)));
    for (const line of lines) {
      expect(bits(line.profile)).toBe(bits(expected.profile));
      expect(line).toEqual(expected);
    }
    expect(expected.elevation.some((elevation) => elevation > 0)).toBe(true);
    expect(await pool.horizon(...place)).toEqual(await terrain.horizon(...place));
    expect(await pool.altitude(...place)).toBe(await terrain.altitude(...place));
    await terrain.close();
  });

  test.each([
    ["a place without data", (p: Pool) => p.horizon(0, 0), Built, { code: "ERR_TERRAIN_NO_DATA" }],
    ["no height there either", (p: Pool) => p.altitude(0, 0), Built, { code: "ERR_TERRAIN_NO_DATA", file }],
    ["a latitude that is none", (p: Pool) => p.altitude(91, 0), RangeError, { message: /^altitude: latitude/ }],
    ["a place of text", (p: Pool) => p.horizon("x" as never, 0), TypeError, { message: /^horizon: latitude/ }],
    ["a range too far", (p: Pool) => p.horizon(...place, { range: 1e9 }), RangeError, { message: /^horizon: range/ }],
    ["options of none", (p: Pool) => p.horizon(...place, null as never), TypeError, { message: /^pool.horizon: opt/ }],
    [
      "a priority of 2",
      (p: Pool) => p.altitude(...place, { priority: 2 as never }),
      RangeError,
      { message: /^pool.altitude: priority must be 0 or 1, got 2/ },
    ],
    [
      "a bad deadline",
      (p: Pool) => p.horizon(...place, { deadline: 0 }),
      RangeError,
      { message: /^pool.horizon: dead/ },
    ],
  ] as const)("rejects %s with an error of its class", async (_, call, type, fields) => {
    const error = await call(pool).catch((cause) => cause);
    expect(error).toBeInstanceOf(type);
    const { message, ...rest } = fields as { message?: RegExp };
    expect(error).toMatchObject(rest);
    if (message) expect(error.message).toMatch(message);
  });

  test("ends a call at its signal or deadline, and works on", async () => {
    const reason = new Error("client gone");
    const gone = new AbortController();
    const call = pool.horizon(...place, { signal: gone.signal });
    gone.abort(reason);
    await expect(call).rejects.toBe(reason);
    // Others before it keep the thread busy for longer than any timer's millisecond.
    const others = Array.from({ length: 20 }, () => pool.horizon(...place));
    await expect(pool.horizon(...place, { deadline: 0.001 })).rejects.toMatchObject({
      code: "ERR_DEADLINE",
      message: "pool.horizon: no result within 0.001 ms",
    });
    await Promise.all(others);
    expect(await pool.altitude(...place)).toBeGreaterThan(100);
  });
});

describe("elevation files are opened late", () => {
  test("a pool whose files are not there starts and observes; once they are there it finds them", async () => {
    const path = join(folder, "later.tif");
    const pool = createPool({ threads: 1, terrain: { paths: [path] } });
    await pool.warm();
    expect((await pool.observe({ lat: 46, lon: 7, parameters: "all" }, days(1))).rows).toBe(96);
    const error = await pool.altitude(...place).catch((cause) => cause);
    expect(error).toBeInstanceOf(Built);
    expect(error).toMatchObject({ code: "ERR_TERRAIN", file: path, message: `${path}: does not exist` });
    copyFileSync(file, path);
    expect(await pool.altitude(...place)).toBeGreaterThan(100);
    await pool.close();
  });

  test("what is no elevation file is named", async () => {
    const path = join(folder, "text.tif");
    writeFileSync(path, "no elevations");
    const pool = createPool({ threads: 1, terrain: { paths: [path] } });
    await expect(pool.horizon(...place)).rejects.toMatchObject({
      name: "TerrainError",
      code: "ERR_TERRAIN",
      file: path,
    });
    await pool.close();
  });

  test("paths are those of the pool's making, whatever the working directory becomes", () => {
    const { terrain } = checkPoolOptions({ threads: 1, terrain: { paths: ["tile.tif", file] } });
    expect(terrain).toEqual({ paths: [join(process.cwd(), "tile.tif"), file], options: {} });
  });

  test.skipIf(process.platform !== "linux")("a pool that is closed leaves no file open", async () => {
    const opened = () => readdirSync("/proc/self/fd").length;
    const before = opened();
    const pool = createPool({ threads: 2, terrain: { paths: [file] } });
    await Promise.all([1, 2, 3, 4].map(() => pool.horizon(...place)));
    expect(opened()).toBeGreaterThan(before);
    await pool.close();
    expect(opened()).toBe(before);
  });
});

describe("options", () => {
  test("a pool without elevation files says so", async () => {
    const pool = createPool({ threads: 1 });
    for (const [name, call] of [
      ["horizon", pool.horizon(...place)],
      ["altitude", pool.altitude(...place)],
    ] as const) {
      const error = await call.catch((cause) => cause);
      expect(error).toMatchObject({ name: "TerrainError", code: "ERR_TERRAIN" });
      expect(error.message).toBe(`pool.${name}: the pool has no elevation files (option terrain of createPool)`);
    }
    await pool.close();
  });

  test("a cache too small is refused by the thread", async () => {
    const pool = createPool({ threads: 1, terrain: { paths: [file], options: { cacheBytes: 1 } } });
    await expect(pool.altitude(...place)).rejects.toThrow(/^openTerrain: cacheBytes must be at least/);
    await pool.close();
  });

  test.each([
    [null, TypeError, "createPool: terrain must be an object, got null"],
    [{ paths: file }, TypeError, `createPool: terrain.paths must be an array of paths, got "${file.slice(0, 10)}`],
    [{ paths: [1] }, TypeError, "createPool: terrain.paths must be an array of paths, got an array of 1"],
    [{ paths: [] }, RangeError, "createPool: terrain.paths must name a file or folder, got none"],
    [{ paths: [file], options: 1 }, TypeError, "createPool: terrain.options must be an object, got 1"],
    [{ paths: [file], options: { cacheBytes: "1" } }, TypeError, "createPool: terrain.options.cacheBytes must be"],
    [{ paths: [file], options: { projection: 1 } }, TypeError, "createPool: terrain.options.projection must be"],
  ])("%j is refused", (terrain, type, message) => {
    expect(() => createPool({ threads: 1, terrain: terrain as never })).toThrow(type);
    expect(() => createPool({ threads: 1, terrain: terrain as never })).toThrow(message);
  });
});
