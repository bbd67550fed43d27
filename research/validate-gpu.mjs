/**
 * The accelerator against the f64 engine on millions of cells (site × hour of a year): random places from pole to pole,
 * fixed and tracked planes, horizon lines, broken weather. Prints the error of every output, every cell beyond the limit
 * with the discontinuity that it lies at, launches, bytes and enqueue time, and whether a thousand tiles leave anything
 * behind.
 *
 *   node research/validate-gpu.mjs [--backend webgpu] [--form fused] [--cells 5000000] [--tiles 1000] [--software]
 *
 * Runs on the built library (dist/). `--software` sets up the software Vulkan driver of the development packages; other
 * backends than webgpu must be installed ("cpu", "wasm", or "tensorflow" for @tensorflow/tfjs-node; see docs/how-to/gpu.md).
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { openAccelerator } from "../dist/engine/gpu/index.js";
import { computeColumns, createWorkspace, PARAMETERS } from "../dist/index.js";
import { loadSample } from "../dist/data/weather/index.js";
import { randomNumbers } from "../scripts/lib/random.mjs";
import { HOURS, KINDS, makeSite, makeWeather, START } from "./gpu-sites.mjs";

const { values: flags } = parseArgs({
  options: {
    backend: { type: "string", default: "webgpu" },
    form: { type: "string" },
    cells: { type: "string", default: "5000000" },
    tiles: { type: "string", default: "1000" },
    software: { type: "boolean", default: false },
  },
});

const LIMIT = 0.02;
const MOST_OUTLIERS = 1e-5;
const SITES_PER_BATCH = 24;
const SUB_STEPS = 4;
const NAMES = /** @type {(keyof typeof PARAMETERS)[]} */ (Object.keys(PARAMETERS)).filter(
  (name) => name !== "temperature" && name !== "snow_depth",
);

const workspace = createWorkspace();

/** The engine on the same site, moved by some degrees when asked to. */
function engine(site, weather, [north, east] = [0, 0], into = workspace) {
  return computeColumns(
    {
      lat: site.latitude + north,
      lon: site.longitude + east,
      parameters: NAMES,
      frequency: "1_hour",
      surface_tilt: site.surfaceTilt,
      surface_azimuth: site.surfaceAzimuth,
      tracking_mode: site.trackingMode,
      horizon: site.horizon ? "auto" : "flat",
    },
    weather,
    {
      altitude: site.altitude,
      linkeTurbidity: site.linkeTurbidity,
      ...(site.albedo === undefined ? {} : { albedo: site.albedo }),
      spread: "step",
      subSteps: SUB_STEPS,
      models: { clearSky: "ineichen", decomposition: "erbsDriesse", transposition: "perezDriesse" },
      ...(site.horizon ? { horizon: site.horizon } : {}),
    },
    into,
  );
}

/** Degrees that f32 rounding of the sun's vector amounts to, and a bit; the same for the weather, relative. */
const ROUNDING = 1e-5;
const WEATHER_ROUNDING = 2e-7;

const SHIFTS = [
  [ROUNDING, 0],
  [-ROUNDING, 0],
  [0, ROUNDING],
  [0, -ROUNDING],
];

/** Interval j of a series alone, one column scaled: with `spread: "step"` it needs no neighbours. */
function onlyInterval({ start, interval, columns }, j, [scaled, factor] = []) {
  const one = Object.entries(columns).map(([name, values]) => [name, [values[j] * (name === scaled ? factor : 1)]]);
  return { start: start + j * interval * 1000, interval, columns: Object.fromEntries(one) };
}

/** What the engine decides, as far as it counts it. */
const DECISIONS = {
  implausible: "a value at its physical limit, beyond which it is dropped",
  capped: "a beam at its clear-sky cap",
  light_at_night: "the end of the night, before which light is dropped",
  twilight_excess: "light at the limit of twilight, above which it is dropped",
  uncovered: "a value without which the interval has none",
};

/**
 * Which discontinuity a cell lies at: the engine itself jumps as far when the sun or the weather moves by the rounding of
 * f32, and counts another decision. null: it does not jump, so there is no excuse.
 */
function reasonOf(site, weather, name, j, difference) {
  const at = (shift, change) => {
    const { values, diagnostics } = engine(site, onlyInterval(weather, j, change), shift, createWorkspace());
    return { value: values[name][0], counts: diagnostics.counts };
  };
  const own = at([0, 0]);
  const jumps = ({ value }) =>
    Number.isNaN(value) !== Number.isNaN(own.value) || Math.abs(value - own.value) >= difference / 2;
  const bySun = SHIFTS.map((shift) => at(shift)).find(jumps);
  const changes = Object.keys(weather.columns).flatMap((name) => [
    [name, 1 + WEATHER_ROUNDING],
    [name, 1 - WEATHER_ROUNDING],
  ]);
  const jumped = bySun ?? changes.map((change) => at([0, 0], change)).find(jumps);
  if (!jumped) return null;
  const moved = bySun ? `the sun by ${ROUNDING}°` : `a column of the weather by ${WEATHER_ROUNDING} of itself`;
  const decision = Object.keys(DECISIONS).find((key) => jumped.counts[key] !== own.counts[key]);
  return `${decision ? DECISIONS[decision] : "a jump that no decision is counted of"} (the engine jumps as far when one moves ${moved})`;
}

/** Errors of one output. */
function tally() {
  return { worst: 0, squares: 0, values: 0, beyond: 0, gaps: 0 };
}

async function compareAll(accelerator, cells) {
  const random = randomNumbers(20231);
  const byName = Object.fromEntries(NAMES.map((name) => [name, tally()]));
  const outliers = [];
  const time = { device: 0, engine: 0 };
  let [done, tiles, launches, kind] = [0, 0, 0, 0];
  const statistics = [];
  while (done < cells) {
    const sites = Array.from({ length: SITES_PER_BATCH }, () => makeSite(random));
    const weather = sites.map((site) => makeWeather(random, site, kind));
    kind = (kind + 1) % KINDS;
    let began = performance.now();
    const result = await accelerator.compute({ sites, weather, parameters: NAMES, subSteps: SUB_STEPS });
    time.device += performance.now() - began;
    statistics.push(accelerator.statistics);
    tiles += accelerator.statistics.tiles;
    launches += accelerator.statistics.launches;
    for (let k = 0; k < sites.length; k++) {
      began = performance.now();
      const expected = engine(sites[k], weather[k]).values;
      time.engine += performance.now() - began;
      const bad = [];
      for (const name of NAMES)
        compareColumn(byName[name], rowOf(result.values[name], k), expected[name], (j, d) => bad.push([name, j, d]));
      for (const [name, j, difference] of bad) {
        const at = { site: done / HOURS + k, hour: j, name, difference };
        outliers.push({ ...at, reason: reasonOf(sites[k], weather[k], name, j, difference) });
      }
    }
    done += sites.length * HOURS;
  }
  return { byName, outliers, time, cells: done, tiles, launches, statistics: statistics.at(-1) };
}

/** A site's values of an array [site, time]. */
function rowOf({ data, shape: [, count] }, site) {
  return data.subarray(site * count, (site + 1) * count);
}

function compareColumn(sum, got, wanted, report) {
  for (let j = 0; j < wanted.length; j++) {
    if (Number.isNaN(got[j]) && Number.isNaN(wanted[j])) continue;
    if (Number.isNaN(got[j] - wanted[j])) {
      sum.gaps++;
      report(j, Number.POSITIVE_INFINITY);
      continue;
    }
    const difference = Math.abs(got[j] - wanted[j]);
    sum.values++;
    sum.squares += difference * difference;
    if (difference > sum.worst) sum.worst = difference;
    if (difference <= LIMIT) continue;
    sum.beyond++;
    report(j, difference);
  }
}

/**
 * Memory before and after many small tiles; `numBytesAllocatedInGPU` is of devices alone.
 *
 * @param {string} backend
 * @param {"fused" | "portable"} form
 * @param {number} tiles
 */
async function compareMemory(backend, form, tiles) {
  const tf = await import("@tensorflow/tfjs-core");
  const random = randomNumbers(7);
  const sites = Array.from({ length: 50 }, () => makeSite(random));
  const day = (series) => ({
    ...series,
    columns: Object.fromEntries(Object.entries(series.columns).map(([n, c]) => [n, c.slice(0, 24)])),
  });
  const weather = sites.map((site) => day(makeWeather(random, site, 1)));
  // One site a tile.
  const accelerator = await openAccelerator({ backend, form, tileBytes: 4 * 24 * NAMES.length });
  const request = { sites, weather, parameters: NAMES, subSteps: SUB_STEPS };
  await accelerator.compute(request);
  const perCall = accelerator.statistics.tiles;
  /** @returns {ReturnType<typeof tf.memory> & { rss: number, numBytesAllocatedInGPU?: number }} */
  const state = () => ({ ...tf.memory(), rss: Math.round(process.memoryUsage().rss / 2 ** 20) });
  const before = state();
  let done = 0;
  while (done < tiles) {
    await accelerator.compute(request);
    done += perCall;
  }
  const after = state();
  await accelerator.close();
  return { tiles: done, before, after };
}

function print({ byName, outliers, time, cells, tiles, launches, statistics }) {
  const perTile = launches === tiles ? "one launch a tile" : `${Math.round(launches / tiles)} operations a tile`;
  console.log(`\n${cells} cells (site × hour), ${SUB_STEPS} sub-steps; ${tiles} tiles, ${perTile}`);
  console.log(
    `${statistics.bytesPerCell.toFixed(1)} bytes per cell of ${NAMES.length} outputs, ` +
      `${(statistics.bytesPerCell / NAMES.length).toFixed(2)} per value; enqueue ${statistics.enqueueTime.toFixed(1)} ms a tile`,
  );
  console.log(
    `device ${(time.device / 1000).toFixed(1)} s (transfer included), engine ${(time.engine / 1000).toFixed(1)} s (one thread)`,
  );
  console.log(`\n| output | rms | largest | beyond ${LIMIT} | missing in one only |\n|---|---|---|---|---|`);
  for (const [name, { worst, squares, values, beyond, gaps }] of Object.entries(byName)) {
    const rms = Math.sqrt(squares / values);
    console.log(`| ${name} | ${rms.toExponential(1)} | ${worst.toExponential(1)} | ${beyond} | ${gaps} |`);
  }
  const places = new Map();
  for (const outlier of outliers) {
    const key = `${outlier.site} ${outlier.hour}`;
    places.set(key, [...(places.get(key) ?? []), outlier]);
  }
  console.log(`\ncells with an output beyond ${LIMIT}: ${places.size} of ${cells}`);
  for (const [key, list] of places) {
    const worst = list.reduce((a, b) => (b.difference > a.difference ? b : a));
    const why = list.every(({ reason }) => reason) ? worst.reason : "UNEXPLAINED";
    console.log(`  site, hour ${key}: ${worst.name} by ${worst.difference.toPrecision(3)}; ${why}`);
  }
  return { places, explained: outliers.every(({ reason }) => reason !== null) };
}

/** Monthly means, made on the device, against those of the engine's hours: the largest difference of any output. */
async function compareMonths(accelerator) {
  const random = randomNumbers(20232);
  const sites = Array.from({ length: SITES_PER_BATCH }, () => makeSite(random));
  const weather = sites.map((site, k) => makeWeather(random, site, k % KINDS));
  const request = { sites, weather, parameters: NAMES, subSteps: SUB_STEPS };
  const { values, found } = await accelerator.compute({ ...request, aggregate: "month" });
  const starts = Array.from({ length: 13 }, (_, month) => (Date.UTC(2023, month) - START) / 3_600_000);
  let worst = 0;
  for (const [k, site] of sites.entries()) {
    const hours = engine(site, weather[k]).values;
    for (const name of NAMES) {
      for (let month = 0; month < 12; month++) {
        const there = hours[name].slice(starts[month], starts[month + 1]).filter((value) => !Number.isNaN(value));
        const mean = there.reduce((sum, value) => sum + value, 0) / there.length;
        if (there.length !== found[name].get(k, month))
          throw new Error(`${name} of site ${k}: another number of hours`);
        worst = Math.max(worst, Math.abs(values[name].get(k, month) - mean));
      }
    }
  }
  console.log(`\nmonthly means of ${sites.length} sites: off by ${worst.toExponential(1)} at most`);
}

/** What the accelerator's choices (equal sub-steps, `spread: "step"`) make of a year, beside the engine's own. */
async function compareChoices() {
  const sample = await loadSample();
  const { global_horizontal_irradiance, temperature } = sample.columns;
  const given = { "GHI, DNI, DHI": sample.columns, "GHI alone": { global_horizontal_irradiance, temperature } };
  const names = ["direct_normal_irradiance", "global_tilted_irradiance", "pv_production"];
  console.log(`\n| sample's year | plane | ${names.join(" | ")} |\n|---|---|---|---|---|`);
  for (const [light, columns] of Object.entries(given)) {
    for (const tracking_mode of ["none", "1_axis"]) {
      const { latitude: lat, longitude: lon } = sample.place;
      const query = { lat, lon, parameters: names, frequency: "1_hour", surface_tilt: 30, surface_azimuth: 180 };
      const at = (context) => computeColumns({ ...query, tracking_mode }, { ...sample, columns }, context).values;
      const [own, chosen] = [at({}), at({ spread: "step", subSteps: SUB_STEPS })];
      const cells = names.map((name) => yearly(own[name], chosen[name]));
      console.log(`| ${light} | ${tracking_mode === "none" ? "30° south" : "tracker"} | ${cells.join(" | ")} |`);
    }
  }
}

function yearly(own, chosen) {
  const rows = [...own.keys()].filter((j) => !Number.isNaN(own[j] + chosen[j]));
  const total = (column) => rows.reduce((sum, j) => sum + column[j], 0);
  const rms = Math.sqrt(rows.reduce((sum, j) => sum + (own[j] - chosen[j]) ** 2, 0) / rows.length);
  return `year ${(100 * (total(chosen) / total(own) - 1)).toFixed(2)} %, hours ${rms.toFixed(1)} rms`;
}

if (!existsSync("dist/engine/gpu/index.js")) execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
if (flags.software) await (await import("../scripts/software-gpu.mjs")).useSoftwareGpu();
if (flags.backend === "cpu") await import("@tensorflow/tfjs-backend-cpu");
if (flags.backend === "wasm") {
  const { setWasmPaths } = await import("@tensorflow/tfjs-backend-wasm");
  const entry = createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm");
  setWasmPaths(`${dirname(dirname(entry))}/wasm-out/`);
}
const form = /** @type {"fused" | "portable"} */ (flags.form);
const accelerator = await openAccelerator({ backend: flags.backend, form });
console.log(`${accelerator.form} on ${accelerator.backend}: ${accelerator.adapter}`);
await compareChoices();
await compareMonths(accelerator);
const outcome = await compareAll(accelerator, Number(flags.cells));
await accelerator.close();
const { places, explained } = print(outcome);
const memory = await compareMemory(flags.backend, form, Number(flags.tiles));
const grown = memory.after.numTensors - memory.before.numTensors || memory.after.numBytes - memory.before.numBytes;
console.log(
  `\n${memory.tiles} tiles: ${memory.after.numTensors} tensors, ${memory.after.numBytes} bytes more or less ${grown}; ` +
    `device ${memory.before.numBytesAllocatedInGPU ?? "-"} → ${memory.after.numBytesAllocatedInGPU ?? "-"} bytes, ` +
    `process ${memory.before.rss} → ${memory.after.rss} MiB`,
);
const good =
  explained &&
  places.size <= MOST_OUTLIERS * outcome.cells &&
  grown === 0 &&
  (accelerator.form !== "fused" || outcome.launches === outcome.tiles);
console.log(good ? "holds" : "DOES NOT HOLD");
process.exitCode = good ? 0 : 1;
