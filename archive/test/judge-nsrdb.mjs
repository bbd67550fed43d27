// Reads a replica of the National Solar Radiation Database that fixtures/make-nsrdb.py made, and compares every value with h5py's.
//
//   python archive/test/fixtures/make-nsrdb.py FOLDER 10000 2020 2022 && node archive/test/judge-nsrdb.mjs FOLDER

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { budgetOf, netcdfSource } from "irradiance-archive";

const COLUMNS = {
  ghi: "global_horizontal_irradiance",
  dni: "direct_normal_irradiance",
  dhi: "diffuse_horizontal_irradiance",
  air_temperature: "temperature",
};

const [folder = "."] = process.argv.slice(2);
const { sites, expected } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
const years = Object.keys(expected[0].years).map(Number);
const period = { start: Date.UTC(Math.min(...years), 0, 1), end: Date.UTC(Math.max(...years) + 1, 0, 1) };
const source = netcdfSource({ location: folder, product: "nsrdb" });
const cpu = process.cpuUsage();
const since = (mark) => {
  const { user, system } = process.cpuUsage(mark);
  return `${((user + system) / 1e6).toFixed(2)} s of processor time`;
};
let [values, different] = [0, 0];
for (const [k, { place, years: own }] of expected.entries()) {
  const [latitude, longitude] = place;
  const [offer] = await source.offer({ latitude, longitude }, 0);
  if (k === 0) console.log(`opened ${sites} sites, ${years.length} files: ${since(cpu)}`);
  if (offer.cell.latitude !== latitude || offer.cell.longitude !== longitude)
    throw new Error(`another site: ${JSON.stringify(offer.cell)}`);
  const budget = budgetOf({ files: 4000, bytes: 4e9, values: 64_000_000 });
  const parts = await source.read(offer, { latitude, longitude }, period, offer.columns, {
    signal: new AbortController().signal,
    budget,
  });
  for (const [name, column] of Object.entries(COLUMNS)) {
    const read = parts.map(({ series }) => series.columns[column]).find((one) => one !== undefined);
    const whole = years.flatMap((year) => own[year][name]);
    values += whole.length;
    different +=
      whole.filter((value, row) => Math.abs(read[row] - value) > 1e-12 * Math.abs(value)).length +
      Math.abs(read.length - whole.length);
  }
}
const places = performance.now();
for (let k = 0; k < 2000; k++) {
  const [latitude, longitude] = expected[k % expected.length].place;
  await source.offer({ latitude: latitude + 0.01, longitude }, 0);
}
console.log(
  `${values} values, ${different} differ from h5py's; ${since(cpu)} in all, ${((performance.now() - places) / 2000).toFixed(3)} ms an offer`,
);
console.log(`${Math.round(process.memoryUsage().rss / 1e6)} MB`);
await source.close();
if (different > 0) process.exitCode = 1;
