// A year's yield and the best plane as many times the engine's own hourly year of the same weather, in one run: node
// bench/yield.mjs (npm run build first). Least processor time of several rounds each, in turn, so that a busy machine disturbs
// all alike. Then many systems at a time, as `bulk --yield` computes them.
import { simulate } from "../dist/answers/bulk/index.js";
import { worldYear } from "../dist/answers/climate/index.js";
import { computeColumns } from "../dist/index.js";
import { loadSample } from "../dist/data/weather/sample.js";
import { optimumOf, yieldOf, yieldSeries } from "../dist/answers/yield/index.js";

const sample = await loadSample();
const { latitude: lat, longitude: lon } = sample.place;
const query = { lat, lon, parameters: "all", frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };
const south = { surfaceTilt: 35, surfaceAzimuth: 180, kwp: 8 };
const east = { surfaceTilt: 10, surfaceAzimuth: 90, kwp: 4 };
const west = { surfaceTilt: 10, surfaceAzimuth: 270, kwp: 4 };

/** 72 cells of crystalline silicon: De Soto's single diode, as the CEC's list has it. */
const cec = { alphaSc: 0.004539, aRef: 2.6373, ILRef: 5.114, IORef: 8.196e-10, RS: 1.065, RShRef: 381.68, Adjust: 8.7 };
const hundred = Array.from({ length: 100 }, (_, k) => ({ ...south, surfaceTilt: 10 + (k % 40) }));

/** A bare place as bulk runs and the service have it: another one each time. */
let places = 0;
async function bareYield() {
  const { series, clearTurbidity: linkeTurbidity } = await worldYear(35 + ((places++ * 7.3) % 25), 8.5);
  return yieldOf(series, { planes: [south] }, { typicalYear: true, context: { linkeTurbidity } });
}

const rounds = process.argv.includes("--quick") ? 3 : 15;
const tasks = {
  "engine's hourly year": () => computeColumns(query, sample),
  "yield of one plane": () => yieldOf(sample, { planes: [south] }, { typicalYear: true }),
  "yield of east and west": () => yieldOf(sample, { planes: [east, west] }, { typicalYear: true }),
  "of a single-diode module": () => yieldOf(sample, { planes: [south], module: { cec } }, { typicalYear: true }),
  "every hour of it": () => yieldSeries(sample, { planes: [south] }, { typicalYear: true }),
  "a typical year and its yield": bareYield,
  "best plane": () => optimumOf(sample),
  "yield of 100 planes": () => yieldOf(sample, { planes: hundred }, { typicalYear: true }),
};
const least = Object.fromEntries(Object.keys(tasks).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let round = 0; round < rounds; round++) {
  for (const [name, task] of Object.entries(tasks)) least[name] = Math.min(least[name], await milliseconds(task));
}
const unit = least["engine's hourly year"];
for (const [name, ms] of Object.entries(least)) {
  console.log(`${name.padEnd(28)} ${ms.toFixed(1).padStart(7)} ms   ${(ms / unit).toFixed(2).padStart(6)} ×`);
}

// Many systems in two threads, warm: processor time of all threads together, so that 60 systems a second on two cores need
// 33 ms or less for each.
const systems = process.argv.includes("--quick") ? 50 : 500;
const lists = {
  "bulk, at one place": (/** @type {number} */ k) => ({ lat: 47, lon: 8, surface_tilt: 10 + (k % 50) }),
  "bulk, at other places": (/** @type {number} */ k) => ({ lat: 30 + (k % 25), lon: (k / 10) % 100, surface_tilt: 30 }),
  "bulk, best planes": (/** @type {number} */ k) => ({ lat: 30 + (k % 25), lon: (k / 10) % 100, surface_tilt: "best" }),
};
for (const [name, placeOf] of Object.entries(lists)) {
  const siteOf = (/** @type {number} */ k) => {
    const place = placeOf(k);
    return { ...place, kwp: 1 + (k % 9), ...(place.surface_tilt !== "best" && { surface_azimuth: 180 }) };
  };
  const sites = Array.from({ length: 2 * systems }, (_, k) => siteOf(k));
  let [done, before, began] = [0, process.cpuUsage(), performance.now()];
  for await (const result of simulate({ sites, yields: {}, threads: 2 })) {
    if (result.ok === false) throw new Error(result.error.message);
    if (++done === systems) [before, began] = [process.cpuUsage(), performance.now()];
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - began) / 1000;
  const each = (user + system) / 1000 / systems;
  console.log(
    `${name.padEnd(24)} ${each.toFixed(1).padStart(7)} ms   ${(systems / seconds).toFixed(0).padStart(6)} systems/s`,
  );
}

/** @param {() => unknown} work */
async function milliseconds(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
