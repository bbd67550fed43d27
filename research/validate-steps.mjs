// How well are short steps found again from means over longer ones? Measured means are averaged, the engine gets these, and its answer is
// compared with the measured ones. Run `npm run build` first. Prints Markdown (research/interval-course.md has it); BENCH_DIST names another build.
//
//   node research/validate-steps.mjs FILE@latitude,longitude,altitude…
//
// FILE: weather of at most 15 minutes that readWeather knows, in UTC, or rows of `start_time,ghi_w_m2` every 15 minutes (.csv.gz). With GHI alone: nRMSE in % of the mean, of steps with a clear sky above
// 30 W/m² whose measured values are all there, with a constant index ("held") and with the engine's course. With DNI and DHI as well: the
// components and a plane 35° to the south from GHI alone, from GHI and DHI.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { part } from "../bench/lib/engine.mjs";
import { markdown } from "./averages/judge.mjs";
import { nameOf, splitPlace } from "./averages/measured.mjs";

const { computeColumns } = await part("index.js");
const { readWeather } = await part("data/weather/node.js");

const [GHI, DNI, DHI, DIRECT, PLANE, CLEAR] = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "diffuse_horizontal_irradiance",
  "direct_horizontal_irradiance",
  "global_tilted_irradiance",
  "global_clear_sky_irradiance",
];
const QUARTER = 900_000;
/** From and to how many quarters of an hour. */
const STEPS = { "30 → 15 min": [2, 1], "1 h → 15 min": [4, 1], "3 h → 1 h": [12, 4], "6 h → 1 h": [24, 4] };
const COMPONENTS = { GHI, DNI, "direct-horizontal": DIRECT, DHI, plane: PLANE };
const LEAST_CLEAR = 30;

const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** Means of so many values; one with a missing value is missing. */
const means = (values, per) =>
  Float64Array.from({ length: Math.floor(values.length / per) }, (_, k) => {
    return values.subarray(k * per, (k + 1) * per).reduce((sum, value) => sum + value, 0) / per;
  });

async function seriesOf(path, place) {
  const text = path.endsWith(".gz") ? gunzipSync(readFileSync(path)).toString() : "";
  if (!text.startsWith("start_time,ghi_w_m2")) return (await readWeather(path, place)).series;
  const rows = text.split("\n").slice(1).filter(Boolean).map((line) => line.split(","));
  const values = Float64Array.from(rows, ([, value]) => (value.trim() === "" ? Number.NaN : Number(value)));
  return { start: rows[0][0], interval: QUARTER / 1000, columns: { [GHI]: values } };
}

/** The file's quarters of an hour from a midnight on. */
async function stationOf(file) {
  const { path, place } = splitPlace(file);
  const series = await seriesOf(path, place);
  const start = Math.ceil(new Date(series.start).getTime() / (96 * QUARTER)) * 96 * QUARTER;
  const skipped = (start - new Date(series.start).getTime()) / (series.interval * 1000);
  const quarters = Object.entries(series.columns).map(([name, values]) => {
    const days = means(values.subarray(skipped), QUARTER / 1000 / series.interval);
    return [name, days.subarray(0, days.length - (days.length % 96))];
  });
  const { latitude, longitude, altitude = 0 } = place ?? series.place;
  return { name: nameOf(file).replace(/\..*/, ""), start, columns: Object.fromEntries(quarters), latitude, longitude, altitude };
}

/** The answer of steps of `to` quarters, from columns of `from` quarters. */
function answer({ start, columns, latitude, longitude, altitude }, names, from, to, spread) {
  const given = Object.fromEntries(names.map((name) => [name, means(columns[name], from).map((value) => Math.max(value, 0))]));
  const query = {
    ...{ lat: latitude, lon: longitude, start: iso(start), end: iso(start + columns[GHI].length * QUARTER) },
    ...{ surface_tilt: 35, surface_azimuth: 180, frequency: to === 1 ? "15_minutes" : "1_hour" },
    parameters: [...Object.values(COMPONENTS), CLEAR].join(),
  };
  const series = { start, interval: (from * QUARTER) / 1000, columns: given };
  return computeColumns(query, series, { altitude, spread, timeZone: 0 }).values;
}

/** nRMSE, % of the mean. */
function error(found, truth, clear, known) {
  let [squares, sum, n] = [0, 0, 0];
  for (let i = 0; i < truth.length; i++) {
    if (!(clear[i] > LEAST_CLEAR) || Number.isNaN(found[i]) || Number.isNaN(truth[i]) || Number.isNaN(known[i])) continue;
    squares += (found[i] - truth[i]) ** 2;
    sum += truth[i];
    n++;
  }
  return (100 * Math.sqrt(squares / n)) / (sum / n);
}

function stepErrors(station) {
  return Object.values(STEPS).flatMap(([from, to]) => {
    const truth = means(station.columns[GHI], to).map((value) => Math.max(value, 0));
    return ["step", "smooth"].map((spread) => {
      const found = answer(station, [GHI], from, to, spread);
      return error(found[GHI], truth, found[CLEAR], truth);
    });
  });
}

function componentErrors(station, names) {
  const truth = answer(station, [GHI, DNI, DHI], 1, 1, "smooth");
  const known = station.columns[GHI].map((value, i) => value + station.columns[DNI][i] + station.columns[DHI][i]);
  return Object.values(COMPONENTS).flatMap((name) =>
    ["step", "smooth"].map((spread) => {
      const found = answer(station, names, 4, 1, spread);
      return error(found[name], truth[name], found[CLEAR], known);
    }),
  );
}

function print(title, heads, stations, errors) {
  if (stations.length === 0) return;
  const rows = stations.map((station) => [station.name, ...errors(station)]);
  const mean = rows[0].slice(1).map((_, k) => rows.reduce((sum, row) => sum + row[k + 1], 0) / rows.length);
  const body = [...rows, ["mean", ...mean]].map(([name, ...found]) => [name, ...found.map((value) => value.toFixed(2))]);
  console.log(`\n### ${title}\n\n${markdown(["station", ...heads.flatMap((head) => [`${head}, held`, "course"])], body)}`);
}

const stations = [];
for (const file of process.argv.slice(2)) stations.push(await stationOf(file));
if (stations.length === 0) throw new Error("give at least one FILE@latitude,longitude,altitude");
const withParts = stations.filter(({ columns }) => columns[DNI] && columns[DHI]);
print("GHI", Object.keys(STEPS), stations.filter((station) => !withParts.includes(station)), stepErrors);
print("1 h → 15 min, from GHI", Object.keys(COMPONENTS), withParts, (station) => componentErrors(station, [GHI]));
print("1 h → 15 min, from GHI and DHI", Object.keys(COMPONENTS), withParts, (station) => componentErrors(station, [GHI, DHI]));
