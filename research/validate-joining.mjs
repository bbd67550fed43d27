// What joining is worth (npm run build first). Prints Markdown (docs/reference/archives.md has it).
//
//   node research/validate-joining.mjs FILE@latitude,longitude,altitude…
//
// FILE: weather of some minutes that readWeather knows, with GHI; the place only where the file does not say it.
//
// - Finer steps: measured GHI is averaged over one and three hours and brought back to quarters of an hour. RMSE in % of the mean, of
//   the quarters with light. Step: the mean itself; line: between the middles of intervals; constant: clear sky times the interval's
//   index; quadratic: a parabola of the index whose ends are the means of neighbours, scaled to the interval's mean; joined: by
//   irradiance-archive. Above: quarters of more than 1.2 clear skies, %, joined and measured. Means: the largest difference of an
//   interval's mean from what it was, W/m².
// - Coarse cells: a year of hourly clear sky (ESRA, turbidity 4.5) at the middle of a cell, taken for a place a third of the cell's
//   size north and east of it. RMSE in % of the mean by day, as it is and joined, where the index of Ineichen's clear sky of turbidity
//   3 is taken to the place. No files needed.

import { clearSkyAt } from "irradiance-engine/internal/series";
import { join } from "../archive/dist/join.js";
import { EnvelopeSky } from "../dist/answers/climate/generation/envelope.js";
import { readWeather } from "../dist/data/weather/node.js";
import { markdown } from "./averages/judge.mjs";
import { nameOf, splitPlace } from "./averages/measured.mjs";

const GHI = "global_horizontal_irradiance";
const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
/** Clear sky is averaged over moments so far apart, ms. */
const MOMENT = 300_000;

/** Quarters of an hour, W/m²: NaN where a value is missing while the sun is up. */
async function quartersOf(file) {
  const { path, place } = splitPlace(file);
  const { series } = await readWeather(path);
  const where = place ?? series.place;
  if (!where) throw new Error(`${path} does not say where it was measured: add @latitude,longitude,altitude`);
  const first = new Date(series.start).getTime();
  const step = series.interval * 1000;
  const values = series.columns[GHI];
  // Whole blocks of three hours.
  const start = Math.ceil(first / (3 * HOUR)) * 3 * HOUR;
  const count = Math.floor((first + values.length * step - start) / (3 * HOUR)) * 12;
  const clear = clearMeans(start, QUARTER, count, where);
  const light = Float64Array.from({ length: count }, (_, k) => {
    let sum = 0;
    const from = (start + k * QUARTER - first) / step;
    const to = from + QUARTER / step;
    for (let row = from; row < to; row++) sum += values[row];
    // Some stations have no nights.
    return clear[k] === 0 ? 0 : Math.max((sum * step) / QUARTER, 0);
  });
  return { place: where, start, count, clear, light };
}

function clearMeans(start, step, count, place) {
  const many = step / MOMENT;
  const times = Float64Array.from({ length: count * many }, (_, k) => start + (k + 0.5) * MOMENT);
  return blocks(clearSkyAt(times, place).global, many);
}

/** Means of so many values each. */
function blocks(values, many) {
  return Float64Array.from({ length: values.length / many }, (_, k) => {
    let sum = 0;
    for (let i = k * many; i < (k + 1) * many; i++) sum += values[i];
    return sum / many;
  });
}

const METHODS = { step, line, constant, quadratic, joined };

function step({ means, many, count }) {
  return Float64Array.from({ length: count }, (_, k) => means[Math.floor(k / many)]);
}

function line({ means, many, count }) {
  return Float64Array.from({ length: count }, (_, k) => {
    const row = Math.floor(k / many);
    const away = (k + 0.5) / many - row - 0.5;
    const other = means[row + Math.sign(away)];
    return Number.isFinite(other) ? means[row] + (other - means[row]) * Math.abs(away) : means[row];
  });
}

function constant(task) {
  return scaled(task, () => 1);
}

function quadratic(task) {
  const { means, many, clear } = task;
  const sky = blocks(clear, many);
  const index = means.map((mean, row) => (sky[row] > 5 ? mean / sky[row] : Number.NaN));
  return scaled(task, (k, row) => {
    const own = index[row];
    const near = (side) => (Number.isFinite(index[row + side]) ? index[row + side] : own);
    const [left, right] = [(near(-1) + own) / 2, (near(1) + own) / 2];
    // The parabola through both ends whose mean is the interval's own.
    const x = (k + 0.5) / many - row;
    const bow = 6 * (own - (left + right) / 2);
    return Math.max(left + (right - left) * x + bow * x * (1 - x), 0);
  });
}

/** Clear sky times an index, such that every interval keeps its mean; twilight is level. */
function scaled({ means, many, count, clear }, indexOf) {
  const shape = clear.map((sky, k) => sky * (indexOf(k, Math.floor(k / many)) || 0));
  const mean = blocks(shape, many);
  return Float64Array.from({ length: count }, (_, k) => {
    const row = Math.floor(k / many);
    return mean[row] > 0 ? (means[row] * shape[k]) / mean[row] : means[row];
  });
}

/** By the archive itself. */
function joined({ means, many, count, start, place }) {
  return joinedOf(
    means,
    { start, step: many * QUARTER },
    { start, step: QUARTER, count },
    { ...place, distanceKm: 0 },
    place,
  );
}

/** What the archive makes of a cell's means for a place. */
function joinedOf(means, { start, step }, grid, cell, place) {
  const dataset = { source: "measured", dataset: "means" };
  const period = { start, end: grid.start + grid.count * grid.step };
  const plan = {
    place,
    period,
    grid,
    offers: [{ ...dataset, class: "measured", interval: step / 1000, cell }],
    stretches: [{ ...period, offer: 0, columns: [GHI] }],
  };
  const series = { start, interval: step / 1000, columns: { [GHI]: means } };
  // No more of both than joining looks at.
  const part = /** @type {any} */ ({ series, provenance: { ...dataset, cell } });
  return join([part], /** @type {any} */ (plan)).columns[GHI];
}

function judge(station, hours) {
  const many = hours * 4;
  const task = { ...station, many, means: blocks(station.light, many) };
  const made = Object.entries(METHODS).map(([name, method]) => [name, method(task)]);
  const all = [station.light, ...made.map(([, values]) => values)];
  const rows = [...station.light.keys()].filter(
    (k) => station.clear[k] > 0 && all.every((one) => Number.isFinite(one[k])),
  );
  const mean = rows.reduce((sum, k) => sum + station.light[k], 0) / rows.length;
  const rmse = (values) =>
    (100 * Math.sqrt(rows.reduce((sum, k) => sum + (values[k] - station.light[k]) ** 2, 0) / rows.length)) / mean;
  const above = (values) => (100 * rows.filter((k) => values[k] > 1.2 * station.clear[k]).length) / rows.length;
  const own = made.at(-1)[1];
  const kept = blocks(own, many).reduce(
    (most, value, row) => Math.max(most, Math.abs(value - task.means[row]) || 0),
    0,
  );
  const of = made.map(([, values]) => rmse(values).toFixed(2));
  return [...of, above(own).toFixed(2), above(station.light).toFixed(2), kept.toExponential(0)];
}

/** Of the year of the coarse cells. */
const START = Date.UTC(2023, 0, 1);

const table = [];
for (const file of process.argv.slice(2)) {
  const station = await quartersOf(file);
  for (const hours of [1, 3]) table.push([nameOf(file), `${hours} h`, ...judge(station, hours)]);
}
if (table.length > 0) {
  console.log(markdown(["series", "from", ...Object.keys(METHODS), "above, joined", "measured", "means"], table));
}

const cells = [];
for (const spacing of [0.25, 1]) {
  for (const latitude of [0, 25, 45, 60, -35]) {
    const cell = { latitude, longitude: 10, altitude: 300 };
    const place = { ...cell, latitude: latitude + spacing / 3, longitude: 10 + spacing / 3 };
    const [there, here] = [hourlyEsra(cell), hourlyEsra(place)];
    const grid = { start: START, step: HOUR, count: here.length };
    const moved = joinedOf(there, grid, grid, { ...cell, distanceKm: 1, spacing }, place);
    const rows = [...here.keys()].filter((k) => here[k] > 0);
    const mean = rows.reduce((sum, k) => sum + here[k], 0) / rows.length;
    const rmse = (values) =>
      (100 * Math.sqrt(rows.reduce((sum, k) => sum + (values[k] - here[k]) ** 2, 0) / rows.length)) / mean;
    const [nearest, transferred] = [rmse(there), rmse(moved)];
    cells.push([
      `${spacing}°`,
      `${latitude}°`,
      nearest.toFixed(2),
      transferred.toFixed(3),
      (nearest / transferred).toFixed(0),
    ]);
  }
}
console.log(`\n${markdown(["cell", "latitude", "as it is", "joined", "ratio"], cells)}`);

/** Hourly means of a year, W/m². */
function hourlyEsra({ latitude, longitude, altitude }) {
  const sky = new EnvelopeSky({ latitude, longitude, altitude }, "esra");
  const many = HOUR / MOMENT;
  const moments = new Float64Array(365 * 24 * many);
  for (let day = 0; day < 365; day++) {
    for (let k = 0; k < 24 * many; k++) sky.time[k] = START + (day * 24 * many + k + 0.5) * MOMENT;
    sky.computeUnder(4.5, 24 * many);
    moments.set(sky.global.subarray(0, 24 * many), day * 24 * many);
  }
  return blocks(moments, many);
}
