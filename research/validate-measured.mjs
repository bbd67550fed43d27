// How well does global irradiance tell direct and diffuse? Every decomposition, with every transposition, against measured
// components at 1, 15 and 60 minutes. Run `npm run build` first; prints Markdown tables and writes a picture.
//
//   node research/validate-measured.mjs [--place=LAT,LON[,ALT]] [--svg=FILE] [--each] [--clear-sky=NAME]
//     [--dist=FOLDER] FILE[@LAT,LON[,ALT]]…
//
// FILE: measured GHI, DNI and DHI in any format that readWeather knows; 1-minute files serve all three steps, coarser ones
// those from their own step on. The place after @ is the file's, --place that of files which name none. Each model gets GHI
// alone (and what of temperature, humidity, pressure the file has), in the pipeline with turbidity and altitude from the
// embedded climatology, as mean over the step. Counted are steps without a missing minute, zenith below 85°, whose measured
// components close within 8 % (15 % beyond 75°). Each station (place) counts the same, whatever its number of rows.
//
// The files have no irradiance measured on a tilted plane: what is compared there is the plane's global irradiance from the
// decomposed step with that from the measured components minute by minute, by the same transposition.
import { writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    place: { type: "string" },
    svg: { type: "string" },
    each: { type: "boolean" },
    "clear-sky": { type: "string", default: "ineichen" },
    dist: { type: "string" },
  },
});
const dist = resolve(given.dist ?? new URL("../dist", import.meta.url).pathname);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { computeColumns } = await load("index.js");
const { createEngine } = await load("node.js");
const { allModels } = await load("physics/models/index.js");
const { readWeather } = await load("data/weather/node.js");

/** @type {[seconds: number, frequency: string, label: string][]} */
const STEPS = [
  [60, "1_minute", "1 min"],
  [900, "15_minutes", "15 min"],
  [3600, "1_hour", "60 min"],
];
const TILT = 35;
const [GHI, DNI, DHI, GTI] = ["global_horizontal", "direct_normal", "diffuse_horizontal", "global_tilted"].map(
  (name) => `${name}_irradiance`,
);
const MEASURED = [GHI, DNI, DHI];
const namesOf = (family) => Object.keys(allModels).filter((name) => allModels[name].stage.family === family);
/** Further sets of coefficients, as they are chosen. */
const VARIANTS = {
  "brl lauret2013": { model: "brl", options: { coefficients: "lauret2013" } },
  "brl every1": { model: "brl", options: { coefficients: "every1" } },
  starke1: { model: "starke", options: { coefficients: "starke1" } },
  starke2: { model: "starke", options: { coefficients: "starke2" } },
};
const CHOICES = { ...Object.fromEntries(namesOf("decomposition").map((name) => [name, name])), ...VARIANTS };
const DECOMPOSITIONS = Object.keys(CHOICES);
const TRANSPOSITIONS = namesOf("transposition");
const RAD = 180 / Math.PI;

/** Latitude, longitude and altitude written as "46.8,6.9,490". */
function placeOf(text) {
  const [latitude, longitude, altitude] = text.split(",").map(Number);
  return { latitude, longitude, ...(altitude !== undefined && { altitude }) };
}

async function readStation(argument) {
  const [file, at] = argument.split("@");
  const { series } = await readWeather(file, given.place ? { place: placeOf(given.place) } : {});
  const place = at === undefined ? series.place : placeOf(at);
  if (place === undefined) throw new Error(`${file} names no place: write ${file}@LAT,LON`);
  const missing = MEASURED.filter((name) => series.columns[name] === undefined);
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(", ")}`);
  return { name: basename(file), series: { ...series, place } };
}

/** The series as means over a longer step; a mean with a missing row is missing. */
function averaged(series, seconds) {
  const step = seconds * 1000;
  const ratio = seconds / series.interval;
  const count = Object.values(series.columns)[0].length;
  const start = Math.floor(series.start / step) * step;
  const offset = (series.start - start) / (series.interval * 1000);
  const length = Math.ceil((offset + count) / ratio);
  const columns = Object.fromEntries(
    Object.entries(series.columns).map(([name, values]) => {
      const sums = new Float64Array(length);
      const rows = new Float64Array(length);
      for (let i = 0; i < count; i++) {
        const k = Math.floor((offset + i) / ratio);
        sums[k] += values[i] ?? Number.NaN;
        rows[k]++;
      }
      return [name, sums.map((sum, k) => (rows[k] === ratio ? sum / ratio : Number.NaN))];
    }),
  );
  return { ...series, start, interval: seconds, columns };
}

/** Bias and RMSE, collected row by row. */
class Errors {
  n = 0;
  sum = 0;
  squares = 0;
  mean = 0;
  add(got, expected) {
    this.n++;
    this.sum += got - expected;
    this.squares += (got - expected) ** 2;
    this.mean += expected;
  }
}

/** Every station the same weight: mean bias, root of the mean squared error. */
function pooled(list) {
  const used = list.filter(({ n }) => n > 0);
  const mean = (of) => used.reduce((total, errors) => total + of(errors) / errors.n, 0) / used.length;
  return { bias: mean((e) => e.sum), rmse: Math.sqrt(mean((e) => e.squares)), mean: mean((e) => e.mean) };
}

const engine = await createEngine();
const stations = new Map();
for (const argument of files) {
  const { name, series } = await readStation(argument);
  const { latitude, longitude, altitude } = series.place;
  const key = `${latitude},${longitude}`;
  if (!stations.has(key)) stations.set(key, { names: [], place: series.place, errors: new Map(), rows: {} });
  const station = stations.get(key);
  station.names.push(name);
  const base = await engine.context(latitude, longitude);
  const context = { ...base, ...(altitude !== undefined && { altitude }), registry: allModels };
  const query = { lat: latitude, lon: longitude, surface_tilt: TILT, surface_azimuth: latitude >= 0 ? 180 : 0 };
  for (const [seconds, frequency, step] of STEPS) {
    if (seconds % series.interval === 0) compareStep(station, series, { ...query, frequency }, context, seconds, step);
  }
}
await engine.close();

function compareStep(station, series, query, context, seconds, step) {
  const errorsOf = (...keys) => {
    const key = [step, ...keys].join("|");
    if (!station.errors.has(key)) station.errors.set(key, new Errors());
    return station.errors.get(key);
  };
  const measured = averaged(series, seconds);
  const { [DNI]: dni, [DHI]: dhi, direct_horizontal_irradiance: _, ...global } = measured.columns;
  const ghi = global[GHI];
  const run = (weather, parameters, models, extra = []) =>
    computeColumns({ ...query, parameters }, weather, {
      ...context,
      models: { clearSky: given["clear-sky"], ...models },
      extra,
    });

  const sun = run({ ...measured, columns: global }, GHI, {}, ["apparent_zenith"]);
  const kept = sun.extra.apparent_zenith.map((zenith, i) => (closes(ghi[i], dni[i], dhi[i], zenith) ? 1 : 0));
  station.rows[step] = (station.rows[step] ?? 0) + kept.reduce((total, one) => total + one, 0);

  // The plane's irradiance minute by minute from the measured components, then the mean.
  const truth = new Map(
    TRANSPOSITIONS.map((transposition) => {
      const { start, interval, values } = computeColumns({ ...query, parameters: GTI, frequency: "1_minute" }, series, {
        ...context,
        models: { clearSky: given["clear-sky"], transposition },
      });
      return [transposition, averaged({ start, interval, columns: { [GTI]: values[GTI] } }, seconds).columns[GTI]];
    }),
  );

  for (const decomposition of DECOMPOSITIONS) {
    const weather = { ...measured, columns: global };
    const split = run(weather, [DNI, DHI], { decomposition: CHOICES[decomposition] }).values;
    for (let i = 0; i < kept.length; i++) {
      if (!kept[i]) continue;
      errorsOf(DNI, decomposition).add(split[DNI][i], dni[i]);
      errorsOf(DHI, decomposition).add(split[DHI][i], dhi[i]);
    }
    for (const transposition of TRANSPOSITIONS) {
      const plane = run(weather, [GTI], { decomposition: CHOICES[decomposition], transposition }).values[GTI];
      const expected = truth.get(transposition);
      const errors = errorsOf(GTI, decomposition, transposition);
      for (let i = 0; i < kept.length; i++) if (kept[i] && expected[i] >= 0) errors.add(plane[i], expected[i]);
    }
  }
}

function closes(ghi, dni, dhi, zenith) {
  if (!(zenith < 85 && ghi > 20 && dni >= -5 && dhi > 0)) return false;
  return Math.abs(dni * Math.cos(zenith / RAD) + dhi - ghi) <= (zenith < 75 ? 0.08 : 0.15) * ghi;
}

function overall(...keys) {
  return pooled([...stations.values()].map(({ errors }) => errors.get(keys.join("|")) ?? new Errors()));
}

/** RMSE of DNI over that of the station's median model, mean over the stations. */
function ratioOf(step, name) {
  const rmse = (station, of) => pooled([station.errors.get(`${step}|${DNI}|${of}`)]).rmse;
  const at = [...stations.values()].filter(({ rows }) => rows[step] > 0);
  const ratios = at.map((station) => {
    const all = DECOMPOSITIONS.map((of) => rmse(station, of)).sort((a, b) => a - b);
    return rmse(station, name) / all[Math.floor(all.length / 2)];
  });
  return ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
}

/** How smooth a model is: 24 hours of one clearness index after another, the largest step of the diffuse fraction. */
function largestJump(decomposition) {
  const query = { lat: 45, lon: 0, frequency: "1_hour", parameters: [GHI, DHI] };
  const run = (ghi) =>
    computeColumns(
      query,
      { start: "2023-06-01T00:00:00Z", interval: 3600, columns: { [GHI]: ghi } },
      {
        models: { decomposition },
        registry: allModels,
        extra: ["clearness_index"],
      },
    );
  const perIndex = run(new Float64Array(24).fill(100)).extra.clearness_index.map((kt) => 100 / kt);
  const day = perIndex.map((extraterrestrial) => (extraterrestrial > 300 ? extraterrestrial : 0));
  let largest = 0;
  let before = null;
  for (let kt = 0.05; kt <= 1; kt += 0.0005) {
    const { values } = run(day.map((extraterrestrial) => kt * extraterrestrial));
    const fraction = values[DHI].map((dhi, i) => dhi / values[GHI][i]);
    fraction.forEach((kd, i) => {
      if (before && Math.abs(kd - before[i]) > largest) largest = Math.abs(kd - before[i]);
    });
    before = fraction;
  }
  return largest;
}

const one = (value) => (Number.isNaN(value) ? "" : value.toFixed(1));
const cell = ({ bias, rmse }) =>
  Number.isNaN(rmse) ? "" : `${bias >= 0 ? "+" : "−"}${one(Math.abs(bias))} / ${one(rmse)}`;
function table(head, lines) {
  console.log([head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n"));
}

const used = STEPS.filter(([, , step]) => [...stations.values()].some(({ rows }) => rows[step] > 0)).map(
  ([, , s]) => s,
);
console.log("\nRows compared\n");
table(
  ["files", "latitude", "longitude", ...used],
  [...stations.values()].map(({ names, place, rows }) => [
    names.join(" "),
    place.latitude,
    place.longitude,
    ...used.map((step) => rows[step] ?? 0),
  ]),
);

console.log(
  "\nDecomposition: bias / RMSE in W/m²; ratio of its RMSE of DNI to the median model's, mean of the stations; jump\n",
);
const head = used.flatMap((step) => [`DNI ${step}`, `DHI ${step}`, "ratio"]);
table(
  ["decomposition", ...head, "jump"],
  DECOMPOSITIONS.map((name) => [
    name,
    ...used.flatMap((step) => [
      cell(overall(step, DNI, name)),
      cell(overall(step, DHI, name)),
      ratioOf(step, name).toFixed(2),
    ]),
    largestJump(CHOICES[name]).toFixed(3),
  ]),
);
console.log(
  "\njump: largest change of the diffuse fraction where the clearness index of a clear day's hours grows by 0.0005\n",
);

for (const step of given.each ? used : []) {
  console.log(`\nRMSE of DNI in W/m² by station, ${step}\n`);
  const at = [...stations.values()].filter(({ rows }) => rows[step] > 0);
  const errors = (station, name) => station.errors.get(`${step}|${DNI}|${name}`);
  table(
    ["decomposition", ...at.map(({ names }) => names[0])],
    DECOMPOSITIONS.map((name) => [name, ...at.map((s) => one(pooled([errors(s, name)]).rmse))]),
  );
}

for (const step of used) {
  console.log(
    `\nGlobal irradiance at ${TILT}° to the equator, against measured components: bias / RMSE in W/m², ${step}\n`,
  );
  table(
    ["decomposition", ...TRANSPOSITIONS],
    DECOMPOSITIONS.map((name) => [name, ...TRANSPOSITIONS.map((t) => cell(overall(step, GTI, name, t)))]),
  );
}

if (given.svg) writeFileSync(given.svg, picture());

/** The ratios as bars, a row of bars per model, the best mean first. */
function picture() {
  const colours = ["#1b6ca8", "#e08e0b", "#5a9e4b"];
  const mean = (ratios) => ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
  const order = DECOMPOSITIONS.map((name) => ({ name, ratios: used.map((step) => ratioOf(step, name)) }));
  order.sort((a, b) => mean(a.ratios) - mean(b.ratios));
  const largest = Math.max(...order.flatMap(({ ratios }) => ratios));
  const [left, width, bar, gap] = [130, 520, 9, 9];
  const rowHeight = bar * used.length + gap;
  const height = 50 + order.length * rowHeight;
  const text = (x, y, words, anchor = "start") => `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
  const rows = order.flatMap(({ name, ratios }, k) => {
    const top = 45 + k * rowHeight;
    const bars = ratios.map((value, j) => {
      const long = ((value / largest) * (width - 40)).toFixed(1);
      const y = top + j * bar;
      const box = `<rect x="${left}" y="${y}" width="${long}" height="${bar - 1}" fill="${colours[j]}"/>`;
      return box + text(left + Number(long) + 4, y + bar - 1, value.toFixed(2));
    });
    return [text(left - 6, top + (bar * used.length) / 2 + 4, name, "end"), ...bars];
  });
  const legend = used.map(
    (step, j) =>
      `<rect x="${left + j * 90}" y="26" width="10" height="10" fill="${colours[j]}"/>${text(left + 14 + j * 90, 35, step)}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width} ${height}" font-family="sans-serif" font-size="10">`,
    `<rect width="100%" height="100%" fill="white"/>`,
    text(
      left,
      16,
      `RMSE of direct normal irradiance from global alone, over the median model's (mean of ${stations.size} stations)`,
    ),
    ...legend,
    ...rows,
    "</svg>\n",
  ].join("\n");
}
