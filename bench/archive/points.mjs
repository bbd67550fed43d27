// What points of a map of years cost, in processor time: a store of make-arco-store.py; points.py has the same of xarray.
//
//   python bench/archive/make-arco-store.py FOLDER && node --expose-gc bench/archive/points.mjs FOLDER
//   python bench/archive/points.py FOLDER
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { budgetOf, zarrSource } from "irradiance-archive";
import { inFolder, rangeServer } from "../../archive/test/range-server.mjs";
import { seeded } from "../../scripts/lib/random.mjs";

const DELAY = 60;
const [ROWS, COLUMNS] = [32, 64];
const YEAR = { start: Date.UTC(2024, 0, 1), end: Date.UTC(2025, 0, 1) };
const WANTED = ["global_horizontal_irradiance", "direct_horizontal_irradiance", "temperature"];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError("FOLDER of bench/archive/make-arco-store.py must be given");

const placeOf = (row, column) => ({ latitude: 50 - 0.25 * row, longitude: 5 + 0.25 * column });

/** One in each of 32 chunks. */
const apart = [...Array(32).keys()].map((k) => placeOf(4 * (k >> 2) + (k % 4), 16 * (k % 4) + 8 * ((k >> 4) % 2)));
const { below } = seeded(1);
const scattered = [...Array(1000)].map(() => placeOf(below(ROWS), below(COLUMNS)));

async function read(source, place) {
  const offer = (await source.offer(place, Date.now()))[0];
  const budget = budgetOf({ files: 4000, bytes: 256 * 1024 * 1024, values: 16_000_000 });
  const parts = await source.read(offer, place, YEAR, WANTED, { signal: new AbortController().signal, budget });
  const rows = parts.flatMap(({ series }) => Object.values(series.columns)).map((values) => values.length);
  if (rows.length !== 3 || rows.some((n) => n < 8784)) throw new Error(`a year of three columns has ${rows} rows`);
}

async function measured(name, work) {
  const [before, start] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  const memory = process.memoryUsage().rss / 1e6;
  const wall = performance.now() - start;
  console.log(
    `${name.padEnd(50)} ${((user + system) / 1e6).toFixed(2)} s CPU, ${wall.toFixed(0)} ms, ${memory.toFixed(0)} MB`,
  );
}

async function all(places) {
  const source = zarrSource({ location: folder, product: "era5" });
  for (const place of places) await read(source, place);
  await source.close();
}

await measured("32 point-years, the first of the process", () => all(apart));
for (let round = 0; round < 5; round++) await measured("32 point-years, again", () => all(apart));
await measured("1,000 scattered point-years", () => all(scattered));
const chunkOf = ({ latitude, longitude }) => 100 * Math.floor((50 - latitude) / 1) + Math.floor(longitude - 5);
const sorted = scattered.toSorted((a, b) => chunkOf(a) - chunkOf(b));
await measured("1,000 point-years, sorted by chunk", () => all(sorted));
const server = await rangeServer(inFolder(join(folder, "..")), { delay: DELAY });
for (let round = 0; round < 3; round++) {
  const source = zarrSource({ location: `${server.url}/${folder.split("/").at(-1)}`, product: "era5" });
  const before = server.requests.length;
  await measured(`cold point-year, ${DELAY} ms a request`, () => read(source, apart[round]));
  console.log(
    server.requests
      .slice(before)
      .map(({ path }) => path)
      .join(" "),
    "requests",
  );
  await source.close();
}
await server.close();
