// How well is the course of irradiance within an interval found again? Measured minutes are averaged, the engine gets the means,
// and what it makes of them is compared with the minutes. Run `npm run build` first. Prints Markdown
// (research/interval-course.md has it).
//
//   node research/validate-course.mjs FILE@latitude,longitude,altitude…
//
// FILE: weather of some minutes that readWeather knows, with GHI, DNI and DHI; the place only where the file does not say it.
//
// - Spread: from hourly means of GHI and DHI to quarters of an hour and to the file's own intervals. RMSE in W/m² of GHI, of
//   direct-horizontal and of DHI with constant indices, and by how much the default's is smaller.
// - Fed back: hourly GHI, DHI, direct-horizontal and DNI as the engine answers them for the minutes. RMSE of the beam on planes
//   with the sun above 5°, % of its mean, from direct-horizontal alone, from DNI alone, and from both.
// - Twilight, of files of one minute: measured GHI, above the median of the night, as a share of the limit of twilight
//   (src/engine/weather-grid/interval-sky.ts); and the share of GHI that the limit drops from means of 1, 15 and 60 minutes.
import { computeColumns } from "../dist/index.js";
import { readWeather } from "../dist/data/weather/node.js";
import { markdown } from "./averages/judge.mjs";
import { nameOf, splitPlace } from "./averages/measured.mjs";

const HOUR = 3_600_000;
const [GHI, DHI, DNI, DIRECT] = [
  "global_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
];
const PLANES = {
  "90° east": { surface_tilt: 90, surface_azimuth: 90 },
  "35° south": { surface_tilt: 35, surface_azimuth: 180 },
  tracker: { tracking_mode: "1_axis" },
};
const FREQUENCY = { 60: "1_minute", 180: "1_minute", 900: "15_minutes", 3600: "1_hour" };
const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** The file's series, its place, and the whole hours of its period. */
async function stationOf(file) {
  const { path, place } = splitPlace(file);
  const { series } = await readWeather(path);
  const where = place ?? series.place;
  if (!where) throw new Error(`${path} does not say where it was measured: add @latitude,longitude,altitude`);
  const columns = Object.fromEntries([GHI, DHI, DNI].map((name) => [name, series.columns[name]]));
  for (const name of [GHI, DHI, DNI]) if (!columns[name]) throw new Error(`${path} has no ${name}`);
  const start = new Date(series.start).getTime();
  const end = start + columns[GHI].length * series.interval * 1000;
  return {
    name: nameOf(file).replace(/\..*/, ""),
    weather: { start, interval: series.interval, columns },
    query: {
      ...{ lat: where.latitude, lon: where.longitude },
      ...{ start: iso(Math.ceil(start / HOUR) * HOUR), end: iso(Math.floor(end / HOUR) * HOUR) },
    },
    altitude: where.altitude ?? 0,
  };
}

const run = (station, weather, changes, context = {}) =>
  computeColumns({ ...station.query, ...changes }, weather, { altitude: station.altitude, ...context });

/** Means over `interval` seconds as the engine answers them, as a series. */
function meansOf(station, interval, names) {
  const { start, values } = run(station, station.weather, {
    ...{ parameters: [GHI, DHI, DNI, DIRECT].join(), frequency: FREQUENCY[interval] },
  });
  return { start, interval, columns: Object.fromEntries(names.map((name) => [name, values[name]])) };
}

/** Above it the beam is hardly more than the closure error of instruments. */
const HIGHEST_ZENITH = 85;

/** RMSE of `got` where `truth` and `rows` are given. */
function rmse(got, truth, rows) {
  let sum = 0;
  let n = 0;
  for (let i = 0; i < truth.length; i++) {
    if (!(rows[i] > 0) || !Number.isFinite(truth[i]) || !Number.isFinite(got[i])) continue;
    sum += (got[i] - truth[i]) ** 2;
    n++;
  }
  return Math.sqrt(sum / n);
}

function meanOver(truth, rows) {
  const known = truth.filter((value, i) => rows[i] > 0 && Number.isFinite(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** One row per step of the output: RMSE with constant indices, and the change by the default, %. */
function spreadRows(station, from, frequency) {
  const query = { parameters: [GHI, DIRECT, DHI].join(), frequency };
  const truth = run(station, station.weather, query).values;
  const coarse = meansOf(station, from, [GHI, DHI]);
  const step = run(station, coarse, query, { spread: "step" }).values;
  const smooth = run(station, coarse, query).values;
  return [GHI, DIRECT, DHI].flatMap((name) => {
    const before = rmse(step[name], truth[name], truth[GHI]);
    return [before.toFixed(1), (100 * (rmse(smooth[name], truth[name], truth[GHI]) / before - 1)).toFixed(1)];
  });
}

/** RMSE of the beam on each plane, % of its mean, from three readings of the same hourly means. */
function backRows(station, interval) {
  const frequency = FREQUENCY[interval];
  const column = "direct_tilted_irradiance";
  const given = [
    [GHI, DHI, DIRECT],
    [GHI, DHI, DNI],
    [GHI, DHI, DIRECT, DNI],
  ];
  return Object.entries(PLANES).map(([plane, query]) => {
    const changes = { ...query, parameters: column, frequency };
    const on = (weather) => run(station, weather, changes).values[column];
    const measured = run(station, station.weather, changes, { extra: ["apparent_zenith"] });
    const truth = measured.values[column];
    const rows = measured.extra.apparent_zenith.map((zenith) => (zenith < HIGHEST_ZENITH ? 1 : 0));
    const found = given.map((names) => {
      const error = rmse(on(meansOf(station, interval, names)), truth, rows);
      return ((100 * error) / meanOver(truth, rows)).toFixed(2);
    });
    return [station.name, plane, ...found];
  });
}

/** The rows of `values` whose sun is within these elevations. */
function between(values, elevations, least, most) {
  return values.filter((value, i) => Number.isFinite(value) && elevations[i] > least && elevations[i] <= most);
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(share * values.length)];

/** How much of the limit measured minutes have, by elevation of the sun. */
function twilightRows(station) {
  const changes = { parameters: GHI, frequency: "1_minute" };
  const { start, extra } = run(station, station.weather, changes, { extra: ["apparent_zenith"] });
  const elevations = extra.apparent_zenith.map((zenith) => 90 - zenith);
  const first = (start - station.weather.start) / 60_000;
  const measured = station.weather.columns[GHI].slice(first, first + elevations.length);
  const offset = quantile(between(measured, elevations, -20, -8), 0.5);
  const shares = measured.map((value, i) => (value - offset) / (30 * ((elevations[i] + 6) / 6) ** 3));
  return [-4, -3, -2, -1].map((least) => {
    const rows = between(shares, elevations, least, least + 1);
    const found = [0.5, 0.99, 0.999].map((share) => quantile(rows, share).toFixed(2));
    return [station.name, `${least}° to ${least + 1}°`, String(rows.length), ...found];
  });
}

/** What of GHI the limit drops: the counted intervals, and % of the sum. An interval of night alone has nothing left. */
function droppedRow(station) {
  const cells = [60, 900, 3600].flatMap((interval) => {
    const weather = averagedOver(station.weather, interval);
    const { start, values, diagnostics } = run(station, weather, { parameters: GHI, frequency: FREQUENCY[interval] });
    const first = Math.round((start - weather.start) / (interval * 1000));
    let [dropped, sum] = [0, 0];
    for (const [i, value] of values[GHI].entries()) {
      if (!(value > 0)) continue;
      sum += value;
      dropped += weather.columns[GHI][first + i] - value;
    }
    return [String(diagnostics.counts.twilight_excess), ((100 * Math.max(dropped, 0)) / sum).toFixed(5)];
  });
  return [station.name, ...cells];
}

/** GHI as means over `interval` seconds; a mean with a missing minute is missing. */
function averagedOver({ start, interval: minute, columns }, interval) {
  const first = Math.ceil(start / (interval * 1000)) * interval * 1000;
  const skipped = Math.round((first - start) / (minute * 1000));
  const ratio = interval / minute;
  const count = Math.floor((columns[GHI].length - skipped) / ratio);
  const ghi = Float64Array.from({ length: count }, (_, k) => {
    const from = skipped + k * ratio;
    return columns[GHI].subarray(from, from + ratio).reduce((sum, value) => sum + value, 0) / ratio;
  });
  return { start: first, interval, columns: { [GHI]: ghi } };
}

async function main() {
  const files = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
  if (files.length === 0) throw new Error("give at least one FILE@latitude,longitude,altitude");
  const stations = [];
  for (const file of files) stations.push(await stationOf(file));
  const columns = ["GHI", "% by default", "direct-horizontal", "%", "DHI", "%"];
  for (const [from, frequency] of /** @type {const} */ ([
    [3600, "15_minutes"],
    [3600, "1_minute"],
    [900, "1_minute"],
  ])) {
    console.log(`\n#### Spread: means of ${from / 60} minutes to ${frequency.replace("_", " ")}\n`);
    const body = stations.map((station) => [station.name, ...spreadRows(station, from, frequency)]);
    const mean = body[0].slice(1).map((_, k) => body.reduce((sum, row) => sum + Number(row[k + 1]), 0) / body.length);
    console.log(markdown(["station", ...columns], [...body, ["mean", ...mean.map((value) => value.toFixed(2))]]));
  }
  for (const interval of [3600, 900]) {
    console.log(`\n#### Fed back: beam on a plane from means of ${interval / 60} minutes, RMSE %\n`);
    const body = stations.flatMap((station) => backRows(station, interval));
    console.log(markdown(["station", "plane", "direct-horizontal", "DNI", "both"], body));
  }
  const minutes = stations.filter(({ weather }) => weather.interval === 60);
  if (minutes.length === 0) return;
  console.log("\n#### Twilight: measured minutes as a share of the limit\n");
  const quantiles = ["half have less than", "99 in 100", "999 in 1000"];
  console.log(markdown(["station", "elevation", "minutes", ...quantiles], minutes.flatMap(twilightRows)));
  console.log("\n#### Twilight: intervals above the limit, and % of GHI dropped\n");
  const heads = ["1 minute", "15 minutes", "60 minutes"].flatMap((head) => [head, "%"]);
  console.log(markdown(["station", ...heads], minutes.map(droppedRow)));
}

await main();
