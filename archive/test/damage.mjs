// Damages files of the replicas, one at a time, and reads them: cut off, a bit turned, a stretch overwritten, one file in
// place of another, gone. Nothing may end the process, take forever, or fail with anything but an error of the archive. Values
// may differ in silence only where the format has nothing to show it by: that is counted, by what the file is coded with. Only
// files are damaged whose values are read, so that every one counts.
//
//   node scripts/build.mjs archive && node archive/test/damage.mjs zarr|icechunk|om|netcdf [COUNT [STORE …]]

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ZSTDDecoder } from "zstddec";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { fixture } from "./fixture.mjs";

const PERIOD = { start: Date.UTC(2000, 0, 1), end: Date.UTC(2030, 0, 1) };
/** ms: longer is taken for a hang. */
const LONGEST = 60_000;

/** @type {Record<string, (bytes: Buffer, random: () => number, others: Buffer[]) => Buffer | undefined>} */
export const DAMAGES = {
  "cut off": (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  "bit turned": (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = Math.floor(random() * copy.length);
    if (copy.length > 0) copy[at] ^= 1 << Math.floor(random() * 8);
    return copy;
  },
  overwritten: (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = Math.floor(random() * copy.length);
    for (let k = at; k < Math.min(copy.length, at + 16); k++) copy[k] = Math.floor(random() * 256);
    return copy;
  },
  "another file": (_, random, others) => others[Math.floor(random() * others.length)],
  gone: () => undefined,
};

// Icechunk's metadata are a head of 39 bytes and a packed FlatBuffer, in which a turned bit seldom gets through the packing: here it is
// unpacked, changed, and written as it is.

const zstd = new ZSTDDecoder();
await zstd.init();
const [HEAD, PACKED] = [39, 38];

export function unpacked(file) {
  return Buffer.from(zstd.decode(file.subarray(HEAD), 1 << 20));
}

export function repacked(file, change) {
  const head = Buffer.from(file.subarray(0, HEAD));
  head[PACKED] = 0;
  return Buffer.concat([head, change(unpacked(file))]);
}

/** Chunks have no such content: they are damaged as other files. */
const inside = (change, otherwise) => (bytes, random, others) =>
  bytes.subarray(0, 3).equals(Buffer.from("ICE"))
    ? repacked(bytes, (content) => change(content, random))
    : DAMAGES[otherwise](bytes, random, others);

/** Four bytes where FlatBuffers have their ways: to themselves, back, far out, all bits set, or as long as 4 GB. */
const lead = (content, random) => {
  const at = 4 * Math.floor((random() * content.length) / 4);
  const ways = [0, 4, -at, at, content.length, -1, 0x7fffffff, Math.floor(random() * 64)];
  if (at + 4 <= content.length) content.writeInt32LE(ways[Math.floor(random() * ways.length)] | 0, at);
  return content;
};

/** A file whose frame of Zstandard grows to so many blocks of 128 KiB. @param {number} blocks */
export function bomb(file, blocks) {
  const heads = Array.from({ length: blocks }, (_, k) => [(k === blocks - 1 ? 1 : 0) | (1 << 1), 0, 0x10, 0]);
  return Buffer.concat([file.subarray(0, HEAD), Buffer.from("28b52ffd0058", "hex"), Buffer.from(heads.flat())]);
}

const INSIDE = {
  ...DAMAGES,
  "bit turned inside": inside((content, random) => DAMAGES["bit turned"](content, random, []), "bit turned"),
  "overwritten inside": inside((content, random) => DAMAGES.overwritten(content, random, []), "overwritten"),
  "way changed inside": inside(lead, "bit turned"),
  bomb: (bytes, random) => bomb(bytes, 1 + Math.floor(random() * 32768)),
};

/** Whether no value is another: some are missing, and that is seen. */
function isOnlyMissing(values, intact) {
  return (
    values?.length === intact.length &&
    values.every(({ columns, ...about }, k) => {
      const { columns: whole, ...before } = intact[k];
      const isSame = ([name, column]) =>
        column.every((value, row) => Number.isNaN(value) || value === whole[name][row]);
      return isDeepStrictEqual(about, before) && Object.entries(columns).every(isSame);
    })
  );
}

/** What has a checksum of its own over all values: nothing of it may differ in silence. */
const CHECKED = ["gzip, zlib", "checksum of Zarr 3"];

/** What a file is coded with: what can show damage, and what cannot. */
function kindOf(store, path, files) {
  if (/(^|\/)(zarr\.json|\.z[a-z]+|era5\.json)$/.test(path)) return "metadata";
  const text = Object.entries(files)
    .filter(([name]) => [`${path.split("/")[0]}/zarr.json`, `${path.split("/")[0]}/.zarray`].includes(name))
    .map(([, content]) => Buffer.from(content, "base64").toString("utf8"))
    .join();
  if (store === "references") return "references into NetCDF-4";
  if (/sharding/.test(text)) return "shard";
  if (/crc32c|"checksum":\s*true/.test(text)) return "checksum of Zarr 3";
  if (/blosc/.test(text)) return "Blosc";
  if (/zlib|gzip/.test(text)) return "gzip, zlib";
  if (/zstd/.test(text)) return "Zstandard without checksum";
  return /lz4/.test(text) ? "LZ4" : "no compression";
}

/** What an OM file is: it has no checksum anywhere. */
function kindOfOm(_, path) {
  if (path.endsWith(".json")) return "JSON";
  return path.endsWith("HSURF.om") ? "heights" : "OM file";
}

/** What is in Icechunk's folders; whole files of it have no checksum, but an index of shards has one. */
function kindOfIcechunk(_, path) {
  return path.includes("/") ? path.replace(/\/.*/s, "") : "repo";
}

/** Replicas of HDF5 with filters that the library has not got itself. */
const FILTERED = ["zstd", "blosc", "blosclz", "lz4", "bitshuffle", "bzip2", "lzf"];

/** One lead of all runs, as a series. */
export const RUNS = {
  variables: {
    downward_short_wave_radiation_flux_surface: { column: "global_horizontal_irradiance", is: "instant" },
    temperature_2m: { column: "temperature", is: "instant" },
  },
  ...{ select: { lead_time: 2, ensemble_member: 1 }, dataset: "made", class: "reanalysis", licence: "none" },
};

/** By format: its replicas, one place in each, and what a file of them is coded with. */
const FORMATS = {
  zarr: {
    stores: () => fixture("zarr.json.gz"),
    cases: () =>
      fixture("zarr-expected.json.gz").filter(
        ({ store, none }, k, all) => !none && all.findIndex((one) => one.store === store && !one.none) === k,
      ),
    open: ({ zarrSource }, folder, { store, location, options }) =>
      zarrSource({ location: join(folder, store, location), ...options }),
    kindOf,
  },
  icechunk: {
    stores: () => fixture("icechunk.json.gz"),
    // A lead of all runs is a series in time like any other.
    cases: () =>
      ["gefs-v1", "gefs-v2", "gfs-v1", "gfs-v2"].map((store) => ({ store, place: [49.5, 8.75], options: RUNS })),
    open: ({ zarrSource }, folder, { store, options }) => zarrSource({ location: join(folder, store), ...options }),
    kindOf: kindOfIcechunk,
    damages: INSIDE,
  },
  om: {
    stores: () => {
      // Arrays without an archive around them; and one whose files are too large to be read thousands of times.
      const { codecs, era5, ...stores } = fixture("om.json.gz");
      return stores;
    },
    cases: () =>
      Object.entries(fixture("om-expected.json.gz").replicas).map(([store, { options, places }]) => ({
        store,
        options,
        place: places[0].place,
      })),
    open: ({ omSource }, folder, { store, options }) => omSource({ location: join(folder, store), ...options }),
    kindOf: kindOfOm,
  },
  netcdf: {
    stores: () => {
      const { refused, ...stores } = fixture("netcdf.json.gz");
      return stores;
    },
    cases: () =>
      fixture("netcdf-expected.json.gz").filter(
        ({ store }, k, all) => all.findIndex((one) => one.store === store) === k,
      ),
    // One source for all: a thread that has read thousands of damaged files must still read the intact ones.
    open: ({ netcdfSource }, folder, { store, location, options }, kept) => {
      const source =
        kept.get(store) ?? netcdfSource({ location: join(folder, store, location), ...options, refreshMs: 0 });
      kept.set(store, source);
      return source;
    },
    kindOf: (store) => {
      if (/classic-|^classic$/.test(store)) return "NetCDF-3";
      return FILTERED.includes(store) ? `HDF5, ${store}` : "NetCDF-4, HDF5";
    },
  },
};

/**
 * @param {typeof import("irradiance-archive")} archive
 * @param {{ format: keyof typeof FORMATS, count: number, seed: number, only?: string[] }} options `only`: these stores
 */
export async function damage(archive, { format, count, seed, only }) {
  const { budgetOf, ArchiveError } = archive;
  const { stores: storesOf, cases, open, kindOf: kind, damages = DAMAGES } = FORMATS[format];
  const random = randomNumbers(seed);
  /** @type {Map<string, import("irradiance-archive").WeatherSource>} */
  const kept = new Map();
  const stores = storesOf();
  const expected = cases().filter(({ store }) => store in stores && (only?.includes(store) ?? true));
  const folder = await mkdtemp(join(tmpdir(), "archive-damage-"));
  const put = async (path, bytes) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  };
  const read = async (one) => {
    const source = open(archive, folder, one, kept);
    const [latitude, longitude, altitude] = one.place;
    const place = { latitude, longitude, altitude };
    const offers = await source.offer(place, 0);
    const budget = budgetOf({ files: 4000, bytes: 256 * 1024 * 1024, values: 16_000_000 });
    const use = { signal: new AbortController().signal, budget };
    const answers = await Promise.all(
      offers.map(async (offer) => ({
        cell: offer.cell,
        parts: await source.read(offer, place, PERIOD, offer.columns, use),
      })),
    );
    if (kept.size === 0) await source.close();
    const corrections = answers.flatMap(({ parts }) => parts.flatMap(({ provenance }) => provenance.corrections));
    return {
      values: answers.flatMap(({ cell, parts }) => parts.map(({ series }) => ({ ...series, cell }))),
      told: corrections.some((text) => /impossible|are not there|cannot be read/.test(text)),
    };
  };
  const neededOf = async (one) => {
    const paths = [];
    const whole = await read(one);
    for (const [path, content] of Object.entries(stores[one.store])) {
      const file = join(folder, one.store, path);
      await rm(file);
      const without = await read(one).catch(() => undefined);
      await put(file, Buffer.from(content, "base64"));
      if (!isDeepStrictEqual(without, whole)) paths.push(path);
    }
    return paths;
  };
  const report = {
    read: 0,
    same: 0,
    refused: 0,
    told: 0,
    missing: 0,
    silent: /** @type {Record<string, number>} */ ({}),
    failures: /** @type {string[]} */ ([]),
  };
  try {
    for (const { store } of expected) {
      for (const [path, content] of Object.entries(stores[store]))
        await put(join(folder, store, path), Buffer.from(content, "base64"));
    }
    // Of stores that are drawn alone: which of its files matter costs a reading for each.
    const known = new Map();
    const knownOf = async (one) => {
      const found = known.get(one.store) ?? { intact: (await read(one)).values, needed: await neededOf(one) };
      known.set(one.store, found);
      return found;
    };
    for (let k = 0; k < count; k++) {
      const one = expected[Math.floor(random() * expected.length)];
      const { intact, needed: paths } = await knownOf(one);
      const path = paths[Math.floor(random() * paths.length)];
      const changes = Object.entries(damages);
      const [name, change] = changes[Math.floor(random() * changes.length)];
      const before = Buffer.from(stores[one.store][path], "base64");
      const others = paths.map((other) => Buffer.from(stores[one.store][other], "base64"));
      const after = change(before, random, others);
      const file = join(folder, one.store, path);
      if (after === undefined) await rm(file);
      else await writeFile(file, after);
      const what = `${k}: ${one.store}/${path}, ${name}`;
      const start = performance.now();
      try {
        const { values, told } = await read(one);
        const coding = kind(one.store, path, stores[one.store]);
        if (isDeepStrictEqual(values, intact)) report.same++;
        else if (told) report.told++;
        else if (isOnlyMissing(values, intact)) report.missing++;
        // A chunk that is gone was never written, as far as Zarr knows; and a file in place of another is whole.
        else if (CHECKED.includes(coding) && name !== "gone" && name !== "another file")
          report.failures.push(`${what}: other values in silence`);
        else report.silent[`${coding}, ${name}`] = (report.silent[`${coding}, ${name}`] ?? 0) + 1;
      } catch (error) {
        if (error instanceof ArchiveError) report.refused++;
        else report.failures.push(`${what}: ${error instanceof Error ? error.stack : error}`);
      }
      if (performance.now() - start > LONGEST) report.failures.push(`${what}: took ${performance.now() - start} ms`);
      report.read++;
      await put(file, before);
    }
  } finally {
    await Promise.all([...kept.values()].map((source) => source.close()));
    await rm(folder, { recursive: true });
  }
  return report;
}

if (
  process.argv[1] !== undefined &&
  import.meta.url.endsWith(process.argv[1].split("/").at(-1)) &&
  process.argv[1].endsWith("damage.mjs")
) {
  process.on("unhandledRejection", (error) => {
    console.error("unhandled:", error);
    process.exitCode = 1;
  });
  const { silent, failures, ...counts } = await damage(await import("irradiance-archive"), {
    format: /** @type {"zarr" | "icechunk" | "om" | "netcdf"} */ (process.argv[2] ?? "zarr"),
    count: Number(process.argv[3] ?? 5000),
    seed: 1,
    only: process.argv.length > 4 ? process.argv.slice(4) : undefined,
  });
  for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(6)} ${name}`);
  console.log(`${String(Object.values(silent).reduce((sum, n) => sum + n, 0)).padStart(6)} other values in silence:`);
  for (const [name, count] of Object.entries(silent).sort()) console.log(`${String(count).padStart(12)} ${name}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
