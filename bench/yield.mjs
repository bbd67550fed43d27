// A year's yield and the best plane as many times the engine's own hourly year of the same weather, in one run: node
// bench/yield.mjs (npm run build first). Least processor time of several rounds each, in turn, so that a busy machine disturbs
// all alike.
import { computeColumns } from "../dist/index.js";
import { loadSample } from "../dist/weather/sample.js";
import { optimumOf, yieldOf } from "../dist/yield/index.js";

const sample = await loadSample();
const { latitude: lat, longitude: lon } = sample.place;
const query = { lat, lon, parameters: "all", frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };
const south = { surfaceTilt: 35, surfaceAzimuth: 180, kwp: 8 };
const east = { surfaceTilt: 10, surfaceAzimuth: 90, kwp: 4 };
const west = { surfaceTilt: 10, surfaceAzimuth: 270, kwp: 4 };

const rounds = process.argv.includes("--quick") ? 3 : 15;
const tasks = {
  "engine's hourly year": () => computeColumns(query, sample),
  "yield of one plane": () => yieldOf(sample, { planes: [south] }, { typicalYear: true }),
  "yield of east and west": () => yieldOf(sample, { planes: [east, west] }, { typicalYear: true }),
  "best plane": () => optimumOf(sample),
};
const least = Object.fromEntries(Object.keys(tasks).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let round = 0; round < rounds; round++) {
  for (const [name, task] of Object.entries(tasks)) least[name] = Math.min(least[name], milliseconds(task));
}
const unit = least["engine's hourly year"];
for (const [name, ms] of Object.entries(least)) {
  console.log(`${name.padEnd(24)} ${ms.toFixed(1).padStart(7)} ms   ${(ms / unit).toFixed(2).padStart(6)} ×`);
}

/** @param {() => unknown} work */
function milliseconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
