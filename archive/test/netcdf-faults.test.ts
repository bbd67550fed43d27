/** NetCDF and HDF5 files that are damaged, replaced, or do not fit together: refused with a reason, or told. */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as archive from "irradiance-archive";
import { budgetOf, type NetcdfOptions, netcdfSource } from "irradiance-archive";
import { DEFAULT_LIMITS } from "irradiance-archive/internal/server";
import { beforeEach, describe, expect, it } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { HeadIsLonger, readHeader } from "../src/netcdf/classic.js";
import { hdf5Thread } from "../src/netcdf/hdf5-thread.js";
import { netcdfReader } from "../src/netcdf/reader.js";
import { damage } from "./damage.mjs";
import { fixture } from "./fixture.mjs";
import { folderOfTest } from "./folder.js";
import { GHI } from "./made.js";
import { use } from "./replicas.js";

const STORES: { [store: string]: { [path: string]: string } } = fixture("netcdf.json.gz");
const PLACE = { latitude: 48, longitude: 8 };
const ALWAYS = { start: Date.UTC(2000, 0, 1), end: Date.UTC(2030, 0, 1) };

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const bytesOf = (store: string, name: string) => Buffer.from(STORES[store]![name]!, "base64");
async function source(files: { [name: string]: Buffer }, options: Partial<NetcdfOptions> = {}) {
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return netcdfSource({ location: folder, product: "era5", ...options });
}

describe("files are refused, with the reason,", () => {
  it("if there are none", async () => {
    await expect((await source({})).offer(PLACE, 0)).rejects.toThrow(/there are no files in it that end in \.nc/);
    const none = netcdfSource({ location: join(folder, "none.nc"), product: "era5" });
    await expect(none.offer(PLACE, 0)).rejects.toThrow(/there is no such file or folder/);
  });

  it("if they are something else, or cut off", async () => {
    const made = await source({ "a.nc": Buffer.from("nothing") });
    await expect(made.offer(PLACE, 0)).rejects.toThrow(/a\.nc cannot be read: it is damaged or not an HDF5 file/);
    const cut = await source({ "a.nc": bytesOf("deflate", "deflate.nc").subarray(0, 9000) });
    await expect(cut.offer(PLACE, 0)).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE" });
    const classic = await source({ "a.nc": bytesOf("classic", "classic.nc").subarray(0, 3000) });
    await expect(classic.offer(PLACE, 0)).rejects.toThrow(/it is cut off: \w+ ends at \d+ of 3000 bytes/);
    const head = await source({ "a.nc": bytesOf("classic", "classic.nc").subarray(0, 100) });
    await expect(head.offer(PLACE, 0)).rejects.toThrow(/its head is cut off/);
    for (const one of [made, cut, classic, head]) await one.close();
  });

  it.each([
    ["PK\x03\x04\x14\x00", "it is a ZIP, as the Climate Data Store packs its files: unpack it"],
    ["\x1f\x8b\x08", "it is packed by gzip: unpack it"],
    ["BZh91AY", "it is packed by bzip2: unpack it"],
    ["GRIB\x00\x01", "it is GRIB: convert it to NetCDF, for instance with cdo -f nc copy"],
    ["<!DOCTYPE html>", "it is a web page and no data: what was asked for was not sent"],
    ["<html>", "it is a web page and no data: what was asked for was not sent"],
  ])("if they are of another kind, with what to do: %j", async (begin, why) => {
    const bytes = Buffer.from(`${begin}${"x".repeat(900)}`, "latin1");
    const made = await source({ "a.nc": bytes });
    await expect(made.offer(PLACE, 0)).rejects.toThrow(`a.nc cannot be read: ${why}`);
    await made.close();
    const reader = netcdfReader();
    const { signal } = use();
    await expect(reader.open(bytes, { signal, name: "scan.nc" })).rejects.toThrow(`scan.nc cannot be read: ${why}`);
    await reader.close();
  });

  it("if their times overlap, which it names", async () => {
    const bytes = bytesOf("classic", "classic.nc");
    const made = await source({ "a.nc": bytes, "b.nc": bytes });
    await expect(made.offer(PLACE, 0)).rejects.toThrow(
      /b\.nc cannot be read: it begins at 2024-02-28T20:00Z, before .*a\.nc ends/,
    );
  });

  it("if their grids differ", async () => {
    const names = Object.keys(STORES.sarah!);
    const files = Object.fromEntries(names.map((name) => [name, bytesOf("sarah", name)]));
    // 48° N in one of them, as NetCDF-3 writes it, becomes 49° N.
    const bytes = files["month-2.nc"]!;
    const at = bytes.indexOf(Buffer.from("42400000423f0000", "hex"));
    bytes.writeFloatBE(49, at);
    const made = await source(files, { product: "sarah" });
    await expect(made.offer(PLACE, 0)).rejects.toThrow(/its latitude is not that of .*month-3\.nc|month-2\.nc/);
    await made.close();
  });

  it("if files of the same times have other places", async () => {
    const { global, direct } = sideBySide();
    direct.writeFloatBE(49, direct.indexOf(Buffer.from("42400000423f0000", "hex")));
    const made = await source({ "SIS.nc": global, "SID.nc": direct }, { product: "sarah" });
    await expect(made.offer(PLACE, 0)).rejects.toThrow(/SIS\.nc cannot be read: its latitude differs from .*SID\.nc/);
  });

  it("if they are elsewhere", () => {
    expect(() => netcdfSource({ location: "https://example.org/a.nc", product: "era5" })).toThrow(
      /location must be a file or folder on this machine/,
    );
  });
});

/** A satellite's month in NetCDF-3, and the same with its variable named as the direct light is. */
function sideBySide() {
  const global = bytesOf("sarah", "month-2.nc");
  const direct = Buffer.from(global);
  direct.write("SID", global.indexOf("SIS"));
  return { global, direct };
}

it("files of the same times, each with a variable of its own, are one", async () => {
  const { global, direct } = sideBySide();
  const made = await source({ "SIS.nc": global, "SID.nc": direct }, { product: "sarah" });
  const [offer] = await made.offer(PLACE, 0);
  const both = [GHI, "direct_horizontal_irradiance"] as const;
  const [{ series } = expect.fail()] = await made.read(offer!, PLACE, ALWAYS, both, use());
  const [light, beam] = both.map((column) => Array.from(series.columns[column]!));
  expect(Math.max(...light!.map(Number))).toBeGreaterThan(100);
  expect(beam).toEqual(light);
});

it("a file that is replaced between offer and read is offered anew, and not mixed with what was read", async () => {
  for (const store of ["deflate", "classic"]) {
    const path = join(folder, `${store}.nc`);
    await writeFile(path, bytesOf(store, `${store}.nc`));
    const made = netcdfSource({ location: path, product: "era5" });
    const [offer] = await made.offer(PLACE, 0);
    await writeFile(join(folder, "next"), bytesOf("netcdf4-packed", "netcdf4-packed.nc"));
    await rename(join(folder, "next"), path);
    const reading = made.read(offer!, PLACE, ALWAYS, [GHI], use());
    if (store === "classic") await expect(reading).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
    // The file that was opened is still there, whatever has its name.
    else expect((await reading)[0]!.series.columns[GHI]).toHaveLength(60);
    await made.close();
  }
});

it("is not read beyond what one answer may take", async () => {
  for (const store of ["deflate", "classic"]) {
    const made = await source(
      { [`${store}.nc`]: bytesOf(store, `${store}.nc`) },
      { location: join(folder, `${store}.nc`) },
    );
    const [offer] = await made.offer(PLACE, 0);
    for (const limits of [{ values: 10 }, { bytes: 10 }]) {
      const budget = budgetOf({ ...DEFAULT_LIMITS, ...limits });
      const reading = made.read(offer!, PLACE, ALWAYS, [GHI], { signal: use().signal, budget });
      await expect(reading).rejects.toMatchObject({ code: "ERR_ARCHIVE_LIMIT" });
    }
    await made.close();
  }
});

describe("the thread for HDF5", () => {
  const code = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
  const { signal } = new AbortController();

  it("may die: who asked is told, and the next question starts another", async () => {
    const thread = hdf5Thread(
      code(`
        import { parentPort } from "node:worker_threads";
        parentPort.on("message", ({ id, path }) => {
          if (path === "bad") process.exit(134);
          parentPort.postMessage({ id, value: { path } });
        });`),
    );
    for (let k = 0; k < 3; k++) {
      const [bad, good] = await Promise.allSettled([thread.describe("bad", signal), thread.describe("good", signal)]);
      expect(bad).toMatchObject({ status: "rejected", reason: { code: "ERR_ARCHIVE_UNREADABLE" } });
      expect(good).toMatchObject({ status: "fulfilled", value: { path: "good" } });
    }
    await thread.close();
  });

  it("may hang: it is ended, and said so", async () => {
    const thread = hdf5Thread(
      code(`
        import { parentPort } from "node:worker_threads";
        parentPort.on("message", () => { for (;;); });`),
      300,
    );
    await expect(thread.describe("a.nc", signal)).rejects.toThrow(/a\.nc cannot be read: it took longer than 0\.3 s/);
    await thread.close();
  });

  it("may lack its package: what to install is said", async () => {
    const thread = hdf5Thread(
      code(`throw Object.assign(new Error("Cannot find package 'h5wasm'"), { code: "ERR_MODULE_NOT_FOUND" });`),
    );
    await expect(thread.describe("a.nc", signal)).rejects.toThrow(
      /NetCDF-4 and HDF5 need the package h5wasm: npm install h5wasm/,
    );
    await thread.close();
  });

  it("is not asked for who has left", async () => {
    const thread = hdf5Thread(code("setInterval(() => {}, 1000)"), 200);
    const gone = new AbortController();
    gone.abort(new Error("left"));
    await expect(thread.describe("a.nc", gone.signal)).rejects.toThrow("left");
    await thread.close();
  });
});

it("heads of the classic format are read or refused, whatever they are made of", () => {
  const whole = bytesOf("classic-data64", "classic-data64.nc");
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let k = 0; k < drawsOf(5000); k++) {
    const bytes = Buffer.from(whole.subarray(0, 2000));
    for (let n = 0; n < 4; n++) bytes[4 + Math.floor(random() * 900)] = Math.floor(random() * 256);
    try {
      for (const { shape } of readHeader(bytes, whole.length).variables)
        expect(shape.every(Number.isSafeInteger)).toBe(true);
    } catch (error) {
      expect(error instanceof RangeError || error instanceof HeadIsLonger).toBe(true);
    }
  }
});

it("a head of the classic format has no attribute or name that fills the memory", () => {
  const word = (value: number) => [value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  const head = (name: number, values: number) =>
    Uint8Array.from([
      ...[0x43, 0x44, 0x46, 1, ...word(0), ...word(0), ...word(0), ...word(12), ...word(1)],
      ...[...word(name), ...Array(name).fill(0x61), ...word(1), ...word(values), ...Array(values).fill(1)],
      ...[...word(0), ...word(0)],
    ]);
  const attributesOf = (bytes: Uint8Array) => readHeader(bytes, bytes.length).attributes;
  expect(attributesOf(head(4, 4))).toEqual({ aaaa: [1, 1, 1, 1] });
  expect(attributesOf(head(4, 100_000))).toEqual({ aaaa: undefined });
  expect(() => attributesOf(head(100_000, 4))).toThrow("its head is damaged: a name of 100000 bytes");
});

it("damage of any file is an error, is told, or is of a kind that the format cannot show", async () => {
  const only = ["deflate", "fletcher", "classic", "sarah", "nsrdb"];
  const count = drawsOf(150);
  const { read, refused, failures } = await damage(archive, { format: "netcdf", count, seed: 2, only });
  expect(failures).toEqual([]);
  expect(read).toBe(count);
  expect(refused).toBeGreaterThan(count / 3);
});

it("damage of chunks that the archive's own filters unpack is an error, or is of a kind that the format cannot show", async () => {
  const only = ["zstd", "blosc", "blosclz", "lz4", "bitshuffle", "bzip2", "lzf"];
  const count = drawsOf(100);
  const { read, refused, failures } = await damage(archive, { format: "netcdf", count, seed: 3, only });
  expect(failures).toEqual([]);
  expect(read).toBe(count);
  expect(refused).toBeGreaterThan(count / 4);
});
