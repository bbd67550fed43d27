// Real runs of a weather model at two stations beside what was measured there (real-runs/README.md).
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createEngine } from "irradiance-engine";

const HOUR = 3_600_000;
/** Of the runs: leads 0 … 72 h. */
const HOURS = 72;
/** Runs are there so long after they began. */
const DELAY = 4 * HOUR;
const NAMES = {
  ghi: "global_horizontal_irradiance",
  t2: "temperature",
  rh: "relative_humidity",
  rain: "precipitation",
};
/** Coordinates as the README has them; the clock of the measurements in hours from UTC. */
const STATIONS = {
  ba: { latitude: -34.6, longitude: -58.48, altitude: 25, clock: 0 },
  ar: { latitude: -32.78, longitude: -61.6, altitude: 60, clock: -3 },
};

/**
 * @param {"ba" | "ar"} station
 * @returns runs as hourly means from their start on, with the time they were there; measured GHI (NaN = missing) and the sun's zenith
 * as the origin has it, both in the same hours
 */
export async function realRuns(station) {
  const { clock, ...at } = STATIONS[station];
  const place = { ...at, linkeTurbidity: await turbidityAt(at) };
  const runs = new Map();
  for (const [variable, run, ...values] of await rowsOf(`runs-${station}.csv.gz`)) {
    const start = Date.parse(run.replace("Z", ":00Z"));
    const columns = runs.get(start) ?? {};
    runs.set(start, columns);
    // The value at run + lead is the mean of the hour that ends there.
    columns[NAMES[variable]] = Float64Array.from({ length: HOURS }, (_, k) => numberOf(values[k + 1]));
  }
  return { place, runs: [...runs].map(([run, columns]) => runOf(run, columns)), ...(await measured(station, clock)) };
}

async function turbidityAt({ latitude, longitude }) {
  const engine = await createEngine();
  const { linkeTurbidity } = await engine.context(latitude, longitude);
  await engine.close();
  return linkeTurbidity;
}

function runOf(run, columns) {
  return { run, issued: run + DELAY, series: { start: run, interval: HOUR / 1000, columns } };
}

async function measured(station, clock) {
  const [, ...rows] = await rowsOf(`measured-${station}.csv.gz`);
  const times = rows.map(([time]) => Date.parse(`${time}:00Z`) - clock * HOUR);
  const count = (times.at(-1) - times[0]) / HOUR + 1;
  const [ghi, zenith] = [1, 2].map((column) => {
    const values = new Float64Array(count).fill(Number.NaN);
    rows.forEach((row, k) => {
      values[(times[k] - times[0]) / HOUR] = numberOf(row[column]);
    });
    return values;
  });
  const columns = { global_horizontal_irradiance: ghi };
  return { observations: { start: times[0], interval: HOUR / 1000, columns }, zenith };
}

async function rowsOf(name) {
  const packed = await readFile(new URL(`real-runs/${name}`, import.meta.url));
  const text = (await promisify(gunzip)(packed)).toString("utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(","));
}

function numberOf(text) {
  return text === undefined || text === "" ? Number.NaN : Number(text);
}
