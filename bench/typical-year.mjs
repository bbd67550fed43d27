// A typical year chosen from ten hourly years: milliseconds, and as many times the engine's hourly year. node bench/typical-year.mjs
// (needs dist/, npm run build). Best of several rounds each, in turn.
import { selectProbableYear, selectTypicalYear, summariseYears } from "../dist/answers/climate/index.js";
import { computeColumns } from "../dist/index.js";
import { loadSample } from "../dist/data/weather/sample.js";

const ROUNDS = 15;
const YEARS = 10;

const sample = await loadSample();
const years = manyYears(sample);
const { latitude: lat, longitude: lon } = sample.place;
const query = { lat, lon, parameters: "all", frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };

const tasks = {
  "engine's hourly year": () => computeColumns(query, sample),
  "tmy3 from ten years": () => selectTypicalYear(years),
  "iso15927 from ten years": () => selectTypicalYear(years, { method: "iso15927" }),
  "P90 year from ten years": () => selectProbableYear(years, { extreme: "p90" }),
  "summary of ten years": () => summariseYears(years, { origin: "measured" }),
};
const best = Object.fromEntries(Object.keys(tasks).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, task] of Object.entries(tasks)) {
    const start = performance.now();
    task();
    best[name] = Math.min(best[name], performance.now() - start);
  }
}
const unit = best["engine's hourly year"];
for (const [name, ms] of Object.entries(best)) {
  console.log(`${name.padEnd(26)} ${ms.toFixed(1).padStart(7)} ms   ${(ms / unit).toFixed(2).padStart(6)} ×`);
}

/**
 * The sample again and again, each year a little different.
 *
 * @param {any} sample
 */
function manyYears({ columns, place, interval }) {
  const start = Date.UTC(2001, 0, 1);
  const count = (Date.UTC(2001 + YEARS, 0, 1) - start) / 1000 / interval;
  const varied = (column, k) =>
    Float64Array.from({ length: count }, (_, row) => {
      const day = Math.floor(row / 24);
      return column[row % column.length] * (0.9 + 0.1 * (((day * 7919 + k * 104_729) % 1000) / 1000));
    });
  const all = Object.entries(columns).map(([name, column], k) => [name, varied(column, k)]);
  return { start, interval, columns: Object.fromEntries(all), place: { ...place, timeZone: 0 } };
}
