// What weather from an archive costs: a year of hours, three columns, from disk and from a server that takes 60 ms to answer; a
// thousand places; and the memory that it takes.
//
//   python bench/archive/make-store.py FOLDER && node --expose-gc bench/archive.mjs FOLDER
//   python bench/archive/make-om-store.py FOLDER && node --expose-gc bench/archive.mjs FOLDER om
//
// "cold": a source just made, which knows nothing; "the year alone": one that has made its offer, and has read nothing of the
// year's files; "next cell": another chunk of the same files. Medians of the rounds, and
// the least of them. Rates are of the processor's time of the main thread and of the wall clock: on a busy machine these differ.
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { budgetOf, omSource, zarrSource } from "irradiance-archive";
import { inFolder, rangeServer } from "../archive/test/range-server.mjs";

const ROUNDS = 15;
const DELAY = 60;
const YEAR = { start: Date.UTC(2024, 0, 1), end: Date.UTC(2025, 0, 1) };
/** Of Zarr the same: all that is known of the store is in its metadata. */
const BEFORE = process.argv[3] === "om" ? { start: Date.UTC(2023, 0, 1), end: Date.UTC(2024, 0, 1) } : YEAR;
/** @type {import("irradiance-engine").WeatherColumn[]} */
const COLUMNS = ["global_horizontal_irradiance", "direct_horizontal_irradiance", "temperature"];

const [folder, format = "zarr"] = process.argv.slice(2);
if (folder === undefined)
  throw new TypeError("FOLDER of bench/archive/make-store.py or make-om-store.py must be given");

/** @type {Record<string, (location: string) => import("irradiance-archive").WeatherSource>} */
const SOURCES = {
  zarr: (location) => zarrSource({ location, product: "era5" }),
  om: (location) =>
    omSource({
      location,
      model: "bench",
      grid: { type: "regular", columns: 64, rows: 64, south: 42.25, west: 5, dx: 0.25, dy: 0.25 },
      variables: ["shortwave_radiation", "direct_radiation", "temperature_2m"],
      since: "2023-01-01",
      dataset: "bench",
      class: "reanalysis",
      licence: "none",
    }),
};
const sourceAt = SOURCES[format];
if (sourceAt === undefined) throw new RangeError(`the format must be zarr or om, got ${format}`);

/** Places 0…1023, row by row. */
const placeOf = (k) => ({ latitude: 50 - 0.25 * Math.floor(k / 32) + 0.02, longitude: 5 + 0.25 * (k % 32) - 0.02 });

async function year(source, place, offered = undefined, period = YEAR) {
  const offer = offered ?? (await source.offer(place, Date.now()))[0];
  const budget = budgetOf({ files: 4000, bytes: 256 * 1024 * 1024, values: 16_000_000 });
  const parts = await source.read(offer, place, period, COLUMNS, { signal: new AbortController().signal, budget });
  const rows = parts.flatMap(({ series }) => Object.values(series.columns)).map((values) => values.length);
  if (rows.length !== 3 || rows.some((n) => n < 8759)) throw new Error(`a year of three columns has ${rows} rows`);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const show = (name, value, unit) => console.log(`${name.padEnd(58)} ${value.padStart(14)} ${unit}`);

async function single(name, location, server) {
  const [cold, alone, next, same] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const source = sourceAt(location);
    const before = server?.requests.length ?? 0;
    cold.push(await timed(() => year(source, placeOf(0))));
    const between = server?.requests.length ?? 0;
    next.push(await timed(() => year(source, placeOf(40 + (round % 20)))));
    same.push(await timed(() => year(source, placeOf(1))));
    if (round === 0) {
      show(`${name}: the first of the process`, cold[0].toFixed(1), "ms");
      if (server)
        show(`${name}: requests, cold and next cell`, `${between - before}, ${server.requests.length - between}`, "");
    }
    await source.close();
    const another = sourceAt(location);
    const [offer] = await another.offer(placeOf(0), Date.now());
    alone.push(await timed(() => year(another, placeOf(0), offer, BEFORE)));
    await another.close();
  }
  for (const [what, times] of [
    ["cold", cold],
    ["the year alone", alone],
    ["next cell, another chunk", next],
    ["next cell, the same chunk", same],
  ]) {
    show(`${name}: ${what}`, `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)})`, "ms");
  }
}

await single("local", folder, undefined);
const server = await rangeServer(inFolder(join(folder, "..")), { delay: DELAY });
await single(`http, ${DELAY} ms a request`, `${server.url}/${folder.replace(/\/+$/, "").split("/").at(-1)}`, server);
await server.close();

const source = sourceAt(folder);
const memory = [];
for (const pass of ["first", "second", "third", "fourth", "fifth", "sixth"]) {
  const before = process.cpuUsage();
  const wall = await timed(async () => {
    for (let k = 0; k < 1000; k++) await year(source, placeOf(k));
  });
  const { user, system } = process.cpuUsage(before);
  globalThis.gc?.();
  memory.push((process.memoryUsage().rss / 1e6).toFixed(0));
  const [perWall, perProcessor] = [1000 / (wall / 1000), 1000 / ((user + system) / 1e6)];
  show(
    `1,000 places, ${pass} time`,
    `${perWall.toFixed(0)} (${perProcessor.toFixed(0)})`,
    "point-years/s, per processor second",
  );
}
show("memory after each thousand", memory.join(" "), "MB");
