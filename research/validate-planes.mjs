// Does the sky of the two states (`perezOnMeans`) find a plane's global irradiance better from means? Means of measured
// components on the one side; on the other Perez–Driesse of the same components as they were measured, then the mean. Run
// `npm run build` first; prints Markdown tables.
//
//   node research/validate-planes.mjs [--dist=FOLDER] [--results=FILE] FILE@LAT,LON,ALT…
//
// FILE: GHI, DNI and DHI measured every 1 to 5 minutes, in any format that readWeather knows. A file that names its place and
// altitude needs no @. Counted are means without a missing row, the sun above 5°, with components that close within 8 %
// (15 % below 15° of elevation). What is judged is the loss by averaging, not Perez–Driesse: no plane was measured.
// --results: rows of the accuracy table, of Perez–Driesse and of `perezOnMeans` (weight 0.5).
import { parseArgs } from "node:util";
import { builtIn, COMPONENTS, readComponents } from "./clear-sky/stations.mjs";
import { rowsOver, stationOf, writeResults } from "./lib/results.mjs";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: "string" }, results: { type: "string" } },
});
const load = builtIn(given.dist);
const { computeColumns } = await load("index.js");
const { createEngine } = await load("node.js");
const { allModels } = await load("physics/models/index.js");
const { perezOnMeansRows, stateColumns } = await load("physics/models/transposition/perez-on-means.js");
const { skyOnPlaneRows } = await load("physics/models/transposition/sky-model.js");

const STEPS = [
  { seconds: 900, frequency: "15_minutes", label: "15 min" },
  { seconds: 3600, frequency: "1_hour", label: "60 min" },
];
/** @type {[name: string, tilt: number, turn: number][]} */
const PLANES = [
  ["35° to the equator", 35, 0],
  ["90° to the equator", 90, 0],
  ["90° east", 90, -90],
  ["90° away from the equator", 90, 180],
];
const WEIGHTS = [0, 0.25, 0.5, 0.75, 1];
const PLANE = "global_tilted_irradiance";
const RAD = 180 / Math.PI;

/** The model at a weight of its own. */
function atWeight(weight) {
  const { stage } = allModels.perezOnMeans;
  const run = ({ from, to, columns: c }) => {
    const states = stateColumns(to);
    const sky = [c.dhi, c.dni, c.clearDni, c.extraterrestrialNormal, c.elevation, c.relativeAirmass];
    perezOnMeansRows(from, to, ...sky, weight, states, c.circumsolar, c.horizonBand);
    skyOnPlaneRows(from, to, c.cosTilt, c.isotropic, c.horizonBand);
  };
  return { stage: { ...stage, prepare: () => null, run } };
}

/** Columns as means over a longer step; a mean with a missing row is missing. */
function averaged({ start, interval, columns }, seconds) {
  const ratio = seconds / interval;
  const from = typeof start === "number" ? start : Date.parse(start);
  const first = Math.ceil(from / (seconds * 1000)) * seconds * 1000;
  const skipped = (first - from) / (interval * 1000);
  const meansOf = (values) => {
    const n = Math.floor((values.length - skipped) / ratio);
    return Float64Array.from({ length: n }, (_, k) => {
      let sum = 0;
      for (let i = skipped + k * ratio; i < skipped + (k + 1) * ratio; i++) sum += values[i];
      return sum / ratio;
    });
  };
  return {
    start: first,
    interval: seconds,
    columns: Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, meansOf(values)])),
  };
}

function closes(ghi, dni, dhi, zenith) {
  if (!(zenith < 85 && ghi > 20 && dni >= -5 && dhi > 0)) return false;
  return Math.abs(dni * Math.cos(zenith / RAD) + dhi - ghi) <= (zenith < 75 ? 0.08 : 0.15) * ghi;
}

/** Bias and RMSE in % of the mean of the truth, over the kept rows. */
function errors(got, truth, kept) {
  let [n, sum, squares, total] = [0, 0, 0, 0];
  kept.forEach((keep, i) => {
    if (!keep || !(truth[i] >= 0)) return;
    const error = got[i] - truth[i];
    n++;
    sum += error;
    squares += error * error;
    total += truth[i];
  });
  return { n, bias: (100 * sum) / total, rmse: (100 * Math.sqrt(squares / n)) / (total / n) };
}

const engine = await createEngine();
const results = [];
for (const file of files) {
  const { name, latitude, longitude, altitude, series } = await readComponents(file, load);
  const context = { ...(await engine.context(latitude, longitude)), altitude };
  const equator = latitude >= 0 ? 180 : 0;
  for (const { seconds, frequency, label } of STEPS) {
    const weather = averaged(series, seconds);
    const place = { lat: latitude, lon: longitude };
    const run = (of, query, transposition, extra) =>
      computeColumns({ ...place, ...query }, of, { ...context, extra, models: { transposition } });
    const sun = run(weather, { frequency, parameters: PLANE }, "perezDriesse", ["apparent_zenith"]);
    const [ghi, dni, dhi] = COMPONENTS.map((column) => weather.columns[column]);
    const kept = [...sun.extra.apparent_zenith].map((zenith, i) => closes(ghi[i], dni[i], dhi[i], zenith));
    for (const [plane, tilt, turn] of PLANES) {
      const query = { parameters: PLANE, surface_tilt: tilt, surface_azimuth: (equator + turn + 360) % 360 };
      const fine = run(series, { ...query, frequency: "1_minute" }, "perezDriesse");
      const truth = averaged({ start: fine.start, interval: 60, columns: { [PLANE]: fine.values[PLANE] } }, seconds);
      if (truth.start !== sun.start) throw new Error(`${name}: the means begin at different times`);
      const found = WEIGHTS.map((weight) => {
        const { values } = run(weather, { ...query, frequency }, atWeight(weight));
        return errors(values[PLANE], truth.columns[PLANE], kept);
      });
      results.push({ file, name, label, frequency, plane, found });
    }
  }
}
await engine.close();

const shown = ({ bias, rmse }) => `${bias < 0 ? "−" : "+"}${Math.abs(bias).toFixed(2)} / ${rmse.toFixed(2)}`;
function table(head, lines) {
  console.log([head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n"));
}
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
for (const { label } of STEPS) {
  console.log(
    `\nMeans over ${label}: bias / RMSE of the plane's global irradiance in %, by the weight of the two states\n`,
  );
  const rows = results.filter((r) => r.label === label);
  table(
    ["plane", "station", "means", ...WEIGHTS.map((weight) => (weight === 0 ? "0 (Perez–Driesse)" : weight))],
    PLANES.flatMap(([plane]) => {
      const of = rows.filter((r) => r.plane === plane);
      const overall = WEIGHTS.map((_, k) =>
        shown({ bias: mean(of.map((r) => Math.abs(r.found[k].bias))), rmse: mean(of.map((r) => r.found[k].rmse)) }),
      );
      return [
        ...of.map((r) => [plane, r.name, r.found[0].n, ...r.found.map(shown)]),
        [plane, "**mean, abs. bias**", "", ...overall],
      ];
    }),
  );
}

const MODELS = { perezDriesse: 0, perezOnMeans: 0.5 };
const accuracyRows = STEPS.flatMap(({ frequency }) =>
  PLANES.flatMap(([plane]) =>
    Object.entries(MODELS).flatMap(([model, weight]) => {
      const source = "plane-from-means";
      const common = { source, quantity: PLANE, resolution: frequency, condition: `${plane}, ${model}`, unit: "%" };
      const of = results.filter((r) => r.frequency === frequency && r.plane === plane);
      return rowsOver(
        common,
        of.map(({ file, found }) => ({ ...stationOf(file, source), ...found[WEIGHTS.indexOf(weight)] })),
      );
    }),
  ),
);
writeResults(given.results, import.meta.url, files, accuracyRows);
