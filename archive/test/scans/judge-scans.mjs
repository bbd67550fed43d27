// Reads the scans of a folder that fixtures/make-scans.py --full wrote: every value must be netCDF4's, and the day that the archive
// serves from them must be on time (1 minute) and without bias (1 %), under each satellite.
//
//   node scripts/build.mjs archive && node archive/test/scans/judge-scans.mjs FOLDER

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openArchive, scanReader } from "irradiance-archive";
import { cellSeries } from "irradiance-archive/internal/server";

const COLUMN = "global_horizontal_irradiance";
const STEP = 600_000;
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: judge-scans.mjs FOLDER");
const { sums, truth, start } = JSON.parse(await readFile(join(folder, "expected.json"), "utf8"));
const NOW = start + 2 * 86_400_000;

/** Readings of each place of the truth, by satellite: in the order of the files, which is that of time. */
const readings = new Map();
const counts = { scans: 0, values: 0, other: 0, milliseconds: 0, processor: 0 };
const reader = scanReader();
for (const [name, sum] of Object.entries(sums).sort()) {
  const product = name.startsWith("SIS") ? "dwd-sis" : "goes";
  const [begin, used] = [performance.now(), process.cpuUsage()];
  const scan = await reader.read(join(folder, name), product, { now: NOW });
  counts.milliseconds += performance.now() - begin;
  const { user, system } = process.cpuUsage(used);
  counts.processor += (user + system) / 1000;
  const values = scan.columns[COLUMN];
  counts.scans++;
  counts.values += values.length;
  const own = createHash("sha256").update(new Uint8Array(values.buffer)).digest("hex");
  if (own !== sum) {
    counts.other++;
    console.log(`FAILED ${name}: other values than netCDF4's`);
  }
  const satellite = scan.satellite.replace("GOES-", "G");
  const places =
    readings.get(satellite) ?? truth[satellite].map((place) => ({ place, starts: [], times: [], values: [] }));
  readings.set(satellite, places);
  for (const one of places) {
    const cell = scan.grid.cellAt(one.place.latitude, one.place.longitude);
    if (cell === undefined) continue;
    one.starts.push(scan.start);
    one.times.push(scan.lineTimes[Math.floor(cell / scan.grid.columns)]);
    // The exact place: a thinned grid's own cell is up to 100 km away.
    one.values.push(one.place.values[Math.round((scan.start - start) / STEP)] || Number.NaN);
  }
}
await reader.close();
const each = (total) => Math.round(total / counts.scans);
console.log(`${counts.scans} scans, ${counts.values} values, ${counts.other} scans with other values than netCDF4's`);
console.log(
  `${each(counts.milliseconds)} ms and ${each(counts.processor)} ms of processor time a scan; ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`,
);

let failed = counts.other;
for (const [satellite, places] of readings) {
  const [lates, biases] = [[], []];
  for (const { place, starts, times, values } of places.filter((one) => one.starts.length === 144)) {
    const { late, bias } = await servedAt(
      place,
      cellSeries({ starts, times, columns: { [COLUMN]: values } }, STEP / 1000),
    );
    lates.push(late);
    biases.push(bias);
  }
  if (lates.length === 0) continue;
  const most = (numbers) => Math.max(...numbers.map(Math.abs));
  console.log(
    `${satellite}: ${lates.length} places, at most ${(60 * most(lates)).toFixed(1)} s from the truth, bias at most ${(100 * most(biases)).toFixed(2)} %`,
  );
  if (!(most(lates) <= 1 && most(biases) <= 0.01)) failed++;
}
console.log(failed === 0 ? "passed" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {any} place @param {any[]} series */
async function servedAt({ latitude, longitude: given, truth: means }, series) {
  const longitude = given - 360 * Math.round(given / 360);
  const about = {
    source: "scans",
    dataset: "day",
    class: /** @type {const} */ ("satellite"),
    revision: "1",
    licence: "none",
  };
  const cell = { latitude, longitude, distanceKm: 0 };
  const end = start + 144 * STEP;
  const source = {
    id: "scans",
    offer: async () => [{ ...about, cell, columns: [COLUMN], interval: STEP / 1000, first: start, last: end }],
    read: async () =>
      series.map((one) => ({
        series: one,
        provenance: {
          ...about,
          cell,
          columns: [COLUMN],
          start,
          end,
          method: "point",
          corrections: [],
          synthetic: false,
        },
      })),
    close: async () => {},
  };
  const archive = openArchive({ sources: [/** @type {any} */ (source)] });
  const options = {
    purpose: /** @type {const} */ ("history"),
    period: { start, end },
    columns: [COLUMN],
    interval: STEP / 1000,
  };
  const { series: served } = await archive.weather(
    { latitude, longitude, altitude: 0 },
    NOW,
    /** @type {any} */ (options),
  );
  await archive.close();
  const light = /** @type {Float64Array} */ (served.columns[COLUMN]);
  let [products, squares, sum, expected] = [0, 0, 0, 0];
  for (let k = 1; k < 143; k++) {
    if (Number.isNaN(light[k])) continue;
    const slope = (means[k + 1] - means[k - 1]) / 20;
    products += (means[k] - light[k]) * slope;
    squares += slope * slope;
    sum += light[k];
    expected += means[k];
  }
  return { late: products / squares, bias: sum / expected - 1 };
}
