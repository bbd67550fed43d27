// How well does the clear sky meet measured clear minutes? Models and turbidities on one frozen mask, the rule that takes the
// climatology's turbidity to that of clear minutes chosen leaving one station out, and what is left by season and by height
// of the sun. Run `npm run build` first; prints Markdown tables.
//
//   node research/validate-clear-sky.mjs [--dist=FOLDER] [--results=FILE] FILE@LAT,LON,ALT…
//
// FILE: measured GHI, DNI and DHI in any format that readWeather knows, as they were read. A file that names its place and
// altitude needs no @. --dist: another build of the library, to compare with. --results: rows of the accuracy table, of the
// default as it is served.
import { parseArgs } from "node:util";
import { servedRows } from "./clear-sky/as-served.mjs";
import { builtIn, clearRows, readStation } from "./clear-sky/stations.mjs";
import { writeResults } from "./lib/results.mjs";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: "string" }, results: { type: "string" } },
});
const load = builtIn(given.dist);
const { esra, ineichen, ineichenAltitude = ineichen } = await load("physics/models/clear-sky/index.js");
const { openClimatology } = await load("data/climatology/index.js");
const { monthlyValue } = await load("foundation/time/monthly.js");
const climatology = await openClimatology();

/** Name, model, turbidity of a row. `clear` is the rule in use; a build without it has none. */
const CANDIDATES = [
  ["Ineichen, climatology", byIneichen, (raw) => raw],
  ["Ineichen, 3 everywhere", byIneichen, () => 3],
  ["Ineichen, climatology × 0.9", byIneichen, (raw) => 0.9 * raw],
  ["Ineichen, clear minutes (former default)", byIneichen, (_, clear) => clear],
  ["default, climatology", byDefault, (raw) => raw],
  ["default, 3 everywhere", byDefault, () => 3],
  ["default, clear minutes of the map's height", byDefault, (_, clear) => clear],
  ["default, clear minutes of the station's height (in use)", byDefault, (_, __, own) => own],
  ["ESRA, climatology", byEsra, (raw) => raw],
  ["ESRA, climatology × 0.95", byEsra, (raw) => 0.95 * raw],
  ["ESRA, clear minutes", byEsra, (_, clear) => clear],
];
/** Turbidity up to which the climatology is left alone; and the share of what is above that counts. */
const CLEAN = Array.from({ length: 14 }, (_, i) => (20 + i) / 10);
const SHARES = [0.3, 0.5, 0.7];
const SHARE = 0.5;

function byIneichen({ apparentZenith, airmassAbsolute, dniExtra }, altitude, linkeTurbidity) {
  return ineichen({ apparentZenith, airmassAbsolute, linkeTurbidity, altitude, dniExtra });
}
function byDefault({ apparentZenith, airmassAbsolute, dniExtra }, altitude, linkeTurbidity) {
  return ineichenAltitude({ apparentZenith, airmassAbsolute, linkeTurbidity, altitude, dniExtra });
}
function byEsra({ zenith, dniExtra }, altitude, linkeTurbidity) {
  return esra({ zenith, linkeTurbidity, altitude, dniExtra });
}

const stations = [];
for (const file of files) {
  const station = await readStation(file, load);
  const { latitude, longitude, altitude } = station;
  const rows = await clearRows(station, load);
  const rawMonths = climatology.linkeTurbidity(latitude, longitude);
  const clearMonths = climatology.clearTurbidity?.(latitude, longitude) ?? rawMonths;
  const raw = rows.time.map((time) => monthlyValue(rawMonths, time));
  const clear = rows.time.map((time) => monthlyValue(clearMonths, time));
  const ownMonths = climatology.clearTurbidity?.(latitude, longitude, { altitude }) ?? rawMonths;
  const own = rows.time.map((time) => monthlyValue(ownMonths, time));
  stations.push({ ...station, rows, raw, clear, own, rawMonths });
}

/** Bias and RMSE of GHI and DNI, in % of the measured mean; of the rows that `wanted` keeps. */
function errorsOf({ rows, altitude, raw, clear, own }, model, rule, wanted) {
  const turbidity = raw.map((value, i) => rule(value, clear[i], own[i]));
  const got = model(rows, altitude, turbidity);
  return ["ghi", "dni", "dhi"].map((name) => {
    let [n, sum, squares, mean] = [0, 0, 0, 0];
    for (let i = 0; i < raw.length; i++) {
      if (wanted && !wanted(i)) continue;
      const error = got[name][i] - rows[name][i];
      n++;
      sum += error;
      squares += error * error;
      mean += rows[name][i];
    }
    return { n, bias: (100 * sum) / mean, rmse: (100 * Math.sqrt(squares / n)) / (mean / n) };
  });
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
const shown = ({ bias, rmse }) => `${signed(bias)} / ${rmse.toFixed(1)}`;
function table(head, lines) {
  console.log([head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n"));
}
/** Means over stations: |bias| / RMSE of GHI, of DNI, bias of DHI. */
function means(errors) {
  const part = (k) => {
    const of = errors.map((e) => e[k]);
    return `${mean(of.map(({ bias }) => Math.abs(bias))).toFixed(2)} / ${mean(of.map(({ rmse }) => rmse)).toFixed(2)}`;
  };
  return [part(0), part(1), signed(mean(errors.map(([, , dhi]) => dhi.bias)))];
}

console.log("\nClear minutes\n");
const months = (station) =>
  [...new Set([...station.rows.time].map((time) => new Date(time).getUTCMonth()))].sort((a, b) => a - b);
table(
  ["station", "altitude m", "rows", "days", "climatological turbidity of their months"],
  stations.map((s) => [
    s.name,
    s.altitude,
    s.raw.length,
    new Set([...s.rows.time].map((time) => Math.floor(time / 86_400_000))).size,
    months(s)
      .map((month) => `${month + 1}: ${s.rawMonths[month].toFixed(1)}`)
      .join(", "),
  ]),
);

console.log("\nGHI, bias / RMSE in % of the measured mean\n");
const results = CANDIDATES.map(([name, model, rule]) => ({
  name,
  errors: stations.map((s) => errorsOf(s, model, rule)),
}));
table(
  ["clear sky", ...stations.map(({ name }) => name), "mean: |bias| / RMSE"],
  results.map(({ name, errors }) => [name, ...errors.map(([ghi]) => shown(ghi)), means(errors)[0]]),
);
console.log("\nDNI, and the mean bias of DHI\n");
table(
  ["clear sky", ...stations.map(({ name }) => name), "mean: |bias| / RMSE", "DHI"],
  results.map(({ name, errors }) => [name, ...errors.map(([, dni]) => shown(dni)), ...means(errors).slice(1)]),
);

// The score of a rule at a station: RMSE over that of the raw climatology, GHI's and DNI's alike.
const THIN = 3000;
const thinned = stations.map((station) => {
  const every = Math.max(1, Math.floor(station.raw.length / THIN));
  const some = (values) => values.filter((_, i) => i % every === 0);
  const rows = Object.fromEntries(Object.entries(station.rows).map(([name, values]) => [name, some(values)]));
  return { ...station, rows, raw: some(station.raw), clear: some(station.clear) };
});
const plain = thinned.map((station) => errorsOf(station, byIneichen, (raw) => raw));
const rules = SHARES.flatMap((share) =>
  CLEAN.map((clean) => {
    const rule = (raw) => Math.min(raw, clean + share * (raw - clean));
    const errors = thinned.map((station) => errorsOf(station, byIneichen, rule));
    const scores = errors.map(([ghi, dni], k) => (ghi.rmse / plain[k][0].rmse + dni.rmse / plain[k][1].rmse) / 2);
    const squares = errors.map(([ghi, dni]) => ghi.rmse ** 2 + (dni.rmse / 2.5) ** 2);
    return { clean, share, errors, scores, squares };
  }),
);
/**
 * The rule of least mean square (an error of DNI weighs 1/2.5, as it is so much larger) at the stations `used`, with the
 * share in use; `lossless`: among those with which none of them does worse than with the raw climatology.
 */
function chosen(used, lossless) {
  const wanted = rules.filter(
    ({ share, scores }) => share === SHARE && (!lossless || used.every((k) => scores[k] <= 1.005)),
  );
  const square = ({ squares }) => mean(used.map((k) => squares[k]));
  return wanted.reduce((best, rule) => (square(rule) < square(best) ? rule : best));
}
const every = stations.map((_, k) => k);
if (stations.length > 1) {
  for (const lossless of [false, true]) {
    console.log(`\nThe rule, chosen without the station${lossless ? ", such that no other loses" : ""}\n`);
    const without = every.map((left) =>
      chosen(
        every.filter((k) => k !== left),
        lossless,
      ),
    );
    table(
      ["left out", "left alone up to", "its GHI", "its DNI", "its score (1 = raw climatology)"],
      without.map(({ clean, errors, scores }, k) => [
        stations[k].name,
        clean,
        shown(errors[k][0]),
        shown(errors[k][1]),
        scores[k].toFixed(2),
      ]),
    );
    const [ghi, dni] = means(without.map(({ errors }, k) => errors[k]));
    console.log(
      `\nmean of the left out, |bias| / RMSE: GHI ${ghi}, DNI ${dni}; with all: ${chosen(every, lossless).clean}`,
    );
  }
  console.log("\nAll rules: means of all stations, |bias| / RMSE, and the stations' scores\n");
  table(
    ["up to, share", "GHI", "DNI", ...stations.map(({ name }) => name)],
    rules
      .filter(({ clean }) => Math.round(10 * clean) % 2 === 0)
      .map(({ clean, share, errors, scores }) => [
        `${clean}, ${share}`,
        ...means(errors).slice(0, 2),
        ...scores.map((score) => score.toFixed(2)),
      ]),
  );
}

const SEASONS = ["December to February", "March to May", "June to August", "September to November"];
/** @type {[name: string, wanted: (station: any, row: number) => boolean][]} */
const BANDS = [
  ["zenith below 40°", (s, i) => s.rows.apparentZenith[i] < 40],
  ["40 to 60°", (s, i) => s.rows.apparentZenith[i] >= 40 && s.rows.apparentZenith[i] < 60],
  ["60 to 75°", (s, i) => s.rows.apparentZenith[i] >= 60 && s.rows.apparentZenith[i] < 75],
  ["75 to 85°", (s, i) => s.rows.apparentZenith[i] >= 75],
  ...SEASONS.map(
    (name, k) =>
      /** @type {any} */ ([name, (s, i) => Math.floor(((new Date(s.rows.time[i]).getUTCMonth() + 1) % 12) / 3) === k]),
  ),
];
console.log("\nIneichen by height of the sun and by season, raw climatology → clear minutes: bias of GHI; of DNI, %\n");
table(
  ["rows", ...stations.map(({ name }) => name)],
  BANDS.map(([name, wanted]) => [
    name,
    ...stations.map((s) => {
      const [raw, clear] = [(value) => value, (_, value) => value].map((rule) =>
        errorsOf(s, byIneichen, rule, (i) => wanted(s, i)),
      );
      if (raw[0].n < 30) return "";
      return [0, 1].map((k) => `${signed(raw[k].bias)} → ${signed(clear[k].bias)}`).join("; ");
    }),
  ]),
);

if (given.results) writeResults(given.results, import.meta.url, files, await servedRows(files, load));
