// How well does the default chain split GHI, and how well does pvlib, on the same rows? Run `npm run build` first; prints
// Markdown tables.
//
//   node research/validate-decomposition.mjs [--python=PYTHON] [--models=A,B,…] [--weights] [--planes] [--continuity]
//     [--least=50] [--dist=FOLDER] [--results=FILE] FILE@LAT,LON,ALT…
//
// FILE: measured GHI, DNI and DHI in any format that readWeather knows, in steps of 1 to 15 minutes. Each model gets GHI
// alone, at the file's step and as means of 15 and 60 minutes, with turbidity from the embedded climatology. --python runs
// research/validate-decomposition.py (pvlib 0.16.1) on the same means. --weights: the mean of smooth DIRINT and ramped Starke
// by the weight of the former, and which weight the other stations would choose. --planes: global irradiance on planes,
// against that from the measured components at the file's step, by the same transposition. --continuity: largest change of
// the diffuse fraction for 0.0005 more of the clearness index of one interval. --results: the default split's rows of the
// accuracy table (research/lib/results.mjs).
//
// Rows: zenith below 85°, GHI above 0 and DHI + DNI·cos z above 50 W/m² (--least), DHI ≤ 1.05·GHI, DNI ≤ E0, and components that close
// within 8 % (15 % below 15° of elevation) and 5 W/m². All models are judged on the same rows; every station counts the same.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rowsOver, stationOf, writeResults } from "./lib/results.mjs";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: "string" },
    models: { type: "string", default: "erbsDriesse,dirint,dirintSmooth,starke,starkeRamped,dirintStarke" },
    weights: { type: "boolean" },
    planes: { type: "boolean" },
    continuity: { type: "boolean" },
    least: { type: "string", default: "50" },
    dist: { type: "string" },
    results: { type: "string" },
  },
});
const dist = resolve(given.dist ?? fileURLToPath(new URL("../dist", import.meta.url)));
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { computeColumns } = await load("index.js");
const { createEngine } = await load("node.js");
const { allModels } = await load("physics/models/index.js");
const { meanOfTwo } = await load("physics/models/decomposition/index.js");
const { readWeather } = await load("data/weather/node.js");

const [GHI, DNI, DHI] = ["global_horizontal", "direct_normal", "diffuse_horizontal"].map((n) => `${n}_irradiance`);
const GTI = "global_tilted_irradiance";
const COMPONENTS = [GHI, DNI, DHI];
/** @type {[tilt: number, azimuth: number, label: string][]} */
const PLANES = [
  [35, 180, "35° S"],
  [90, 90, "90° E"],
  [90, 180, "90° S"],
];
const ALBEDO = 0.2;
const RAD = 180 / Math.PI;

async function readStation(argument) {
  const [file, at] = argument.split("@");
  const { series } = await readWeather(file);
  const [latitude, longitude, altitude] = at === undefined ? [] : at.split(",").map(Number);
  const place = at === undefined ? series.place : { latitude, longitude, altitude };
  if (place?.altitude === undefined) throw new Error(`${file}: write FILE@LAT,LON,ALTITUDE`);
  const columns = Object.fromEntries(COMPONENTS.map((name) => [name, Float64Array.from(series.columns[name])]));
  const southern = place.latitude < 0;
  return {
    name: basename(file).split(".")[0].slice(0, 24),
    file,
    place,
    southern,
    series: { start: series.start, interval: series.interval, columns },
  };
}

/** The series as means over a longer step; a mean with a missing row is missing. */
function averaged({ start, interval, columns }, seconds) {
  const step = seconds * 1000;
  const begin = Math.floor(start / step) * step;
  const offset = Math.round((start - begin) / (interval * 1000));
  const ratio = seconds / interval;
  const count = columns[GHI].length;
  const length = Math.ceil((offset + count) / ratio);
  const means = {};
  for (const [name, values] of Object.entries(columns)) {
    const sums = new Float64Array(length);
    const rows = new Float64Array(length);
    for (let i = 0; i < count; i++) {
      const k = Math.floor((offset + i) / ratio);
      sums[k] += values[i];
      rows[k]++;
    }
    means[name] = sums.map((sum, k) => (rows[k] === ratio ? sum / ratio : Number.NaN));
  }
  return { start: begin, interval: seconds, columns: means };
}

const FREQUENCIES = { 60: "1_minute", 900: "15_minutes", 3600: "1_hour" };

/** Columns on the weather's own intervals; the engine has no output of 3 minutes, so that is the mean of its minutes. */
function columnsOf(series, place, context, extra = [], surface = {}) {
  const { interval } = series;
  const fine = FREQUENCIES[interval] === undefined;
  const query = {
    lat: place.latitude,
    lon: place.longitude,
    frequency: fine ? "1_minute" : FREQUENCIES[interval],
    parameters: [...COMPONENTS, ...(surface.surface_tilt === undefined ? [] : [GTI])].join(","),
    start: new Date(series.start).toISOString().replace(".000", ""),
    end: new Date(series.start + series.columns[GHI].length * interval * 1000).toISOString().replace(".000", ""),
    ...surface,
  };
  const found = computeColumns(query, series, { ...context, albedo: ALBEDO, extra, spread: fine ? "step" : "smooth" });
  const all = { ...found.values, ...found.extra };
  const ratio = fine ? interval / 60 : 1;
  const offset = Math.round((series.start - found.start) / (found.interval * 1000));
  const mean = (values) =>
    Float64Array.from(series.columns[GHI], (_, i) => {
      let sum = 0;
      for (let k = 0; k < ratio; k++) sum += values[offset + i * ratio + k];
      return sum / ratio;
    });
  return Object.fromEntries(Object.entries(all).flatMap(([name, values]) => (values ? [[name, mean(values)]] : [])));
}

/** Which rows are judged. */
function judged({ columns }, sun) {
  return Uint8Array.from(columns[GHI], (ghi, i) => {
    const zenith = sun.apparent_zenith[i];
    const [dni, dhi] = [columns[DNI][i], columns[DHI][i]];
    const sum = dhi + dni * Math.cos(zenith / RAD);
    const share = zenith > 75 ? 0.15 : 0.08;
    const plausible =
      ghi > 0 && sum > Number(given.least) && dhi <= 1.05 * ghi && dni <= sun.extraterrestrial_normal[i];
    return plausible && zenith < 85 && Math.abs(sum - ghi) <= share * ghi + 5 ? 1 : 0;
  });
}

function errorsOf(got, truth, rows) {
  let [n, sum, squares, total] = [0, 0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    if (!rows[i] || Number.isNaN(got[i]) || Number.isNaN(truth[i])) continue;
    n++;
    sum += got[i] - truth[i];
    squares += (got[i] - truth[i]) ** 2;
    total += truth[i];
  }
  return { n, bias: sum / n, rmse: Math.sqrt(squares / n), mean: total / n };
}

const average = (list) => list.reduce((a, b) => a + b, 0) / list.length;

/** pvlib's DNI, DHI and planes by chain, from the program in Python. */
function byPvlib(series, truth, station) {
  const folder = mkdtempSync(join(tmpdir(), "decomposition-"));
  try {
    const { start, interval, columns } = series;
    writeFileSync(
      join(folder, "job.json"),
      JSON.stringify({
        ...station.place,
        start,
        interval,
        count: columns[GHI].length,
        albedo: ALBEDO,
        planes: given.planes ? PLANES : [],
        native: { start: truth.start, interval: truth.interval, count: truth.columns[GHI].length },
      }),
    );
    writeFileSync(join(folder, "ghi.f64"), columns[GHI]);
    for (const name of COMPONENTS) writeFileSync(join(folder, `native-${name}.f64`), truth.columns[name]);
    const program = fileURLToPath(new URL("validate-decomposition.py", import.meta.url));
    const names = JSON.parse(execFileSync(given.python, [program, folder], { encoding: "utf8", maxBuffer: 1e9 }));
    const read = (name) => {
      const bytes = readFileSync(join(folder, `${name}.f64`));
      return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    };
    return Object.fromEntries(names.map((name) => [name, read(name)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const WEIGHTS = Array.from({ length: 11 }, (_, i) => i / 10);
const mixOf = (weight) =>
  meanOfTwo({ stage: allModels.dirintSmooth.stage }, { stage: allModels.starkeRamped.stage }, { weight });
const choices = Object.fromEntries(given.models.split(",").map((name) => [name, name]));
if (given.results) choices.default = undefined;
if (given.weights) for (const weight of WEIGHTS) choices[`w${weight}`] = mixOf(weight);

const engine = await createEngine();
const stations = [];
for (const argument of files) stations.push(await readStation(argument));
const results = new Map(); // step label → station name → model → errors
for (const station of stations) {
  const { latitude, longitude, altitude } = station.place;
  const context = { ...(await engine.context(latitude, longitude)), altitude, registry: allModels };
  const native = station.series;
  const truths = given.planes
    ? PLANES.map(([tilt, azimuth]) => {
        const columns = { [GHI]: native.columns[GHI], [DHI]: native.columns[DHI] };
        const surface = { surface_tilt: tilt, surface_azimuth: station.southern ? (540 - azimuth) % 360 : azimuth };
        return columnsOf({ ...native, columns }, station.place, context, [], surface)[GTI];
      })
    : [];
  for (const seconds of [native.interval, 900, 3600]) {
    const label = seconds === native.interval ? "native" : `${seconds / 60} min`;
    const series = averaged(native, seconds);
    const measured = series.columns;
    const alone = { ...series, columns: { [GHI]: measured[GHI] } };
    const sun = columnsOf(alone, station.place, context, ["apparent_zenith", "extraterrestrial_normal"]);
    const rows = judged(series, sun);
    const table = {};
    for (const [name, decomposition] of Object.entries(choices)) {
      const found = columnsOf(alone, station.place, { ...context, models: { decomposition } });
      table[name] = { dni: errorsOf(found[DNI], measured[DNI], rows), dhi: errorsOf(found[DHI], measured[DHI], rows) };
      table[name].low = errorsOf(found[DNI], measured[DNI], lowRows(series, sun));
      if (given.planes && seconds !== native.interval && !name.startsWith("w")) {
        table[name].planes = PLANES.map(([tilt, azimuth], p) => {
          const surface = { surface_tilt: tilt, surface_azimuth: station.southern ? (540 - azimuth) % 360 : azimuth };
          const plane = columnsOf(alone, station.place, { ...context, models: { decomposition } }, [], surface)[GTI];
          const truth = averaged({ ...native, columns: { [GHI]: truths[p] } }, seconds).columns[GHI];
          return errorsOf(plane, truth, rows);
        });
      }
    }
    if (given.python) {
      const found = byPvlib(series, native, station);
      for (const name of new Set(Object.keys(found).map((key) => key.split("|")[0]))) {
        if (name.startsWith("truth")) continue;
        table[`pvlib ${name}`] = {
          dni: errorsOf(found[`${name}|dni`], measured[DNI], rows),
          dhi: errorsOf(found[`${name}|dhi`], measured[DHI], rows),
        };
        if (!given.planes || seconds === native.interval) continue;
        for (const transposition of ["perez", "perez-driesse"]) {
          table[`pvlib ${name} + ${transposition}`] = {
            planes: PLANES.map(([, , plane]) => {
              const truth = averaged(
                { ...native, columns: { [GHI]: found[`truth|${transposition}|${plane}`] } },
                seconds,
              );
              return errorsOf(found[`${name}|${transposition}|${plane}`], truth.columns[GHI], rows);
            }),
          };
        }
      }
    }
    if (given.continuity) table.continuity = continuityOf(alone, station.place, context, sun);
    if (!results.has(label)) results.set(label, new Map());
    results.get(label).set(station.name, table);
  }
}
await engine.close();

/** Rows with the sun below 1° and measured components, whatever they close to. */
function lowRows({ columns }, sun) {
  return Uint8Array.from(columns[GHI], (ghi, i) => {
    const zenith = sun.apparent_zenith[i];
    return ghi > 0 && columns[DNI][i] >= -5 && zenith > 89 && zenith < 90 ? 1 : 0;
  });
}

/**
 * Largest change of the diffuse fraction of a row for 0.0005 more of its clearness index, neighbours and past as they are.
 * Rows farther apart than the models look are raised in one run.
 */
function continuityOf(series, place, context, sun) {
  const apart = Math.ceil(10_800 / series.interval) + 2;
  const runs = Math.min(apart, 8);
  const before = columnsOf(series, place, { ...context, spread: "step" });
  let worst = 0;
  for (let run = 0; run < runs; run++) {
    const offset = Math.round((run * apart) / runs);
    const ghi = series.columns[GHI].slice();
    for (let i = offset; i < ghi.length; i += apart) {
      ghi[i] += 0.0005 * sun.extraterrestrial_normal[i] * Math.max(Math.cos(sun.apparent_zenith[i] / RAD), 0);
    }
    const after = columnsOf({ ...series, columns: { [GHI]: ghi } }, place, { ...context, spread: "step" });
    for (let i = offset; i < ghi.length; i += apart) {
      if (!(sun.apparent_zenith[i] < 87) || !(before[GHI][i] > 0)) continue;
      const change = Math.abs(after[DHI][i] / after[GHI][i] - before[DHI][i] / before[GHI][i]);
      if (change > worst) worst = change;
    }
  }
  return worst;
}

for (const [label, byStation] of results) {
  const names = [...byStation.keys()];
  const tables = [...byStation.values()];
  const models = Object.keys(tables[0]).filter((name) => tables[0][name].dni && !name.startsWith("w"));
  console.log(`\n**${label}**: DNI, bias / RMSE (W/m²)\n`);
  const heads = names.map((name, k) => {
    const { n, mean } = tables[k][models[0]].dni;
    return `${name} n=${n} (${mean.toFixed(0)})`;
  });
  console.log(`| model | ${heads.join(" | ")} | mean \\|bias\\| / RMSE | DHI RMSE | below 1° |`);
  console.log(`|---|${names.map(() => "---|").join("")}---|---|---|`);
  for (const name of models) {
    const cells = tables.map((table) => table[name].dni).map((e) => `${e.bias.toFixed(1)} / ${e.rmse.toFixed(1)}`);
    const bias = average(tables.map((table) => Math.abs(table[name].dni.bias)));
    const rmse = average(tables.map((table) => table[name].dni.rmse));
    const dhi = average(tables.map((table) => table[name].dhi.rmse));
    const low = tables.map((table) => table[name].low?.rmse).filter((value) => value >= 0);
    const dark = low.length > 0 ? average(low).toFixed(1) : "";
    console.log(
      `| ${name} | ${cells.join(" | ")} | ${bias.toFixed(1)} / ${rmse.toFixed(2)} | ${dhi.toFixed(2)} | ${dark} |`,
    );
  }
  const shown = models.filter((name) => tables[0][name].low);
  const lowOf = (name) => tables.map((table) => table[name].low.rmse.toFixed(1)).join(" ");
  console.log(`\nbelow 1° by station: ${shown.map((name) => `${name} ${lowOf(name)}`).join(", ")}`);
  if (given.continuity) console.log(`\ncontinuity: ${tables.map((table) => table.continuity.toFixed(4)).join(" ")}`);
  if (given.weights) printWeights(names, tables);
  if (given.planes && label !== "native") printPlanes(names, tables);
}

writeResults(given.results, import.meta.url, files, given.results ? accuracyRows() : []);

/** What the default split is worth, step by step; steps of 15 minutes and more are means of the finer ones. */
function accuracyRows() {
  const RESOLUTIONS = { 60: "1_minute", 180: "3_minutes", 900: "15_minutes", 3600: "1_hour" };
  return [60, 180, 900, 3600].flatMap((seconds) => {
    const used = stations.flatMap(({ name, file, series }) => {
      const label = series.interval === seconds ? "native" : `${seconds / 60} min`;
      const table = results.get(label)?.get(name);
      return table ? [{ file, table: table.default }] : [];
    });
    const rows = (source, common, errors, judged = used) =>
      judged.length === 0
        ? []
        : rowsOver(
            { source, resolution: RESOLUTIONS[seconds], ...common },
            judged.map(({ file, table }) => ({ ...stationOf(file, source), ...errors(table) })),
          );
    const percent = ({ n, bias, rmse, mean }) => ({ n, bias: (100 * bias) / mean, rmse: (100 * rmse) / mean, mean });
    const finer = used.filter(({ table }) => table.planes);
    return [
      ...rows("split", { quantity: DNI, unit: "W/m²" }, ({ dni }) => dni),
      ...rows("split", { quantity: DHI, unit: "W/m²" }, ({ dhi }) => dhi),
      ...PLANES.flatMap(([tilt, azimuth], p) => {
        const common = {
          quantity: GTI,
          condition: `${tilt}° ${azimuth === 90 ? "east" : "to the equator"}`,
          unit: "%",
        };
        return rows("plane-from-global", common, ({ planes }) => percent(planes[p]), finer);
      }),
    ];
  });
}

function printWeights(names, tables) {
  const mean = (weight, left) =>
    average(tables.filter((_, k) => k !== left).map((table) => table[`w${weight}`].dni.rmse));
  const best = (left) => WEIGHTS.reduce((a, b) => (mean(b, left) < mean(a, left) ? b : a));
  console.log(`\n| weight of DIRINT | ${WEIGHTS.join(" | ")} |\n|---|${WEIGHTS.map(() => "---|").join("")}`);
  console.log(`| mean RMSE of DNI | ${WEIGHTS.map((weight) => mean(weight, -1).toFixed(2)).join(" | ")} |`);
  const biases = WEIGHTS.map((weight) => average(tables.map((table) => Math.abs(table[`w${weight}`].dni.bias))));
  console.log(`| mean \\|bias\\| | ${biases.map((bias) => bias.toFixed(1)).join(" | ")} |`);
  const left = names.map((name, k) => `${name} ${best(k)} (${tables[k][`w${best(k)}`].dni.rmse.toFixed(1)})`);
  console.log(`\nbest of all: ${best(-1)}; chosen without the station (its RMSE then): ${left.join(", ")}`);
}

function printPlanes(names, tables) {
  const percent = ({ rmse, mean }) => (100 * rmse) / mean;
  for (const [p, [, , plane]] of PLANES.entries()) {
    console.log(`\nglobal on ${plane}, nRMSE (bias) in %\n\n| chain | ${names.join(" | ")} | mean |`);
    console.log(`|---|${names.map(() => "---|").join("")}---|`);
    for (const name of Object.keys(tables[0]).filter((key) => tables[0][key].planes)) {
      const errors = tables.map((table) => table[name].planes[p]);
      const cells = errors.map((e) => `${percent(e).toFixed(2)} (${((100 * e.bias) / e.mean).toFixed(2)})`);
      console.log(`| ${name} | ${cells.join(" | ")} | ${average(errors.map(percent)).toFixed(2)} |`);
    }
  }
}
