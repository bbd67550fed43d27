// What does snow on the ground do to the split of GHI? Run `npm run build` first; prints Markdown tables.
//
//   node research/validate-snow.mjs [--takes=1,1.3,…] [--dist=FOLDER] FILE@LAT,LON,ALT…
//
// FILE: GHI, DNI and DHI with measured albedo, or with snow depth, in any format that readWeather knows. The default chain gets
// GHI alone, with turbidity from the embedded climatology: once without and once with what the file says of the ground. --takes:
// the same for other values of what cloud takes from the light, month by month, beside the rows without snow of the month: the value
// is right where rows with snow err as those do.
//
// Rows: as in research/validate-decomposition.mjs; with snow: an albedo above 0.4, without: at most 0.3 or unknown. The plane is one
// of 40° to the equator, its truth the same transposition of the measured components.
import { basename, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { takes: { type: "string" }, dist: { type: "string" } },
});
const dist = resolve(given.dist ?? fileURLToPath(new URL("../dist", import.meta.url)));
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { computeColumns } = await load("index.js");
const { createEngine } = await load("node.js");
const { readWeather } = await load("data/weather/node.js");
const { overBareGroundRows } = await load("physics/models/decomposition/over-snow.js");
const { albedoUnderSnow } = await load("physics/models/transposition/plane.js");

const [GHI, DNI, DHI] = ["global_horizontal", "direct_normal", "diffuse_horizontal"].map((n) => `${n}_irradiance`);
const GTI = "global_tilted_irradiance";
const CLEAR = "global_clear_sky_irradiance";
const FREQUENCIES = { 60: "1_minute", 900: "15_minutes", 3600: "1_hour" };
const RAD = Math.PI / 180;

async function readStation(argument) {
  const [file, at] = argument.split("@");
  const { series } = await readWeather(file);
  const [latitude, longitude, altitude] = at === undefined ? [] : at.split(",").map(Number);
  const place = at === undefined ? series.place : { latitude, longitude, altitude };
  if (place?.altitude === undefined) throw new Error(`${file}: write FILE@LAT,LON,ALTITUDE`);
  return { name: basename(file).split(".")[0].slice(0, 28), place, series };
}

/** Means over a longer step; the albedo is that of the light, so it weighs with GHI. */
function averaged({ start, interval, columns: c }, seconds) {
  const ratio = seconds / interval;
  const length = Math.floor(c[GHI].length / ratio);
  const mean = (value) =>
    Float64Array.from({ length }, (_, k) => {
      let sum = 0;
      for (let i = k * ratio; i < (k + 1) * ratio; i++) sum += value(i);
      return sum / ratio;
    });
  const ground = mean((i) => (c[GHI][i] > 0 ? c[GHI][i] * groundOf(c, i) : 0));
  const light = mean((i) => Math.max(c[GHI][i], 0));
  const columns = { albedo: ground.map((sum, k) => (light[k] > 0 ? sum / light[k] : Number.NaN)) };
  for (const name of [GHI, DNI, DHI]) columns[name] = mean((i) => c[name][i]);
  return { start, interval: seconds, columns };
}

function groundOf({ albedo, snow_depth: depth }, i) {
  if (albedo?.[i] >= 0 && albedo[i] <= 1) return albedo[i];
  return depth === undefined ? Number.NaN : albedoUnderSnow(depth[i]);
}

/** What the engine makes of columns, with the diagnostics that the rows are chosen by. */
function columnsOf({ start, interval }, columns, { latitude, longitude, altitude }, context) {
  const query = {
    ...{ lat: latitude, lon: longitude, frequency: FREQUENCIES[interval] },
    ...{ surface_tilt: 40, surface_azimuth: latitude < 0 ? 0 : 180, parameters: [GHI, DNI, DHI, GTI, CLEAR].join() },
  };
  const extra = ["apparent_zenith", "extraterrestrial_normal"];
  const found = computeColumns(query, { start, interval, columns }, { ...context, altitude, extra });
  if (found.start !== new Date(start).getTime()) throw new Error("the series must begin with a whole interval");
  return { ...found.values, ...found.extra };
}

function judged({ columns }, sun) {
  return Array.from(columns[GHI].keys()).filter((i) => {
    const [ghi, dni, dhi, zenith] = [columns[GHI][i], columns[DNI][i], columns[DHI][i], sun.apparent_zenith[i]];
    const sum = dhi + dni * Math.cos(zenith * RAD);
    const share = zenith > 75 ? 0.15 : 0.08;
    const plausible = ghi > 0 && sum > 50 && dhi <= 1.05 * ghi && dni <= sun.extraterrestrial_normal[i];
    return plausible && zenith < 85 && Math.abs(sum - ghi) <= share * ghi + 5;
  });
}

function errorsOf(rows, got, truth) {
  const errors = rows.map((i) => got[i] - truth[i]).filter((error) => !Number.isNaN(error));
  const n = errors.length;
  return { n, bias: errors.reduce((a, b) => a + b, 0) / n, rmse: Math.sqrt(errors.reduce((a, b) => a + b * b, 0) / n) };
}

const shown = ({ bias, rmse }) => `${bias.toFixed(1)} / ${rmse.toFixed(1)}`;
const minutes = (seconds) => `${seconds / 60} min`;

const engine = await createEngine();
const lines = [];
const trials = [];
for (const argument of files) {
  const { name, place, series } = await readStation(argument);
  const context = { ...(await engine.context(place.latitude, place.longitude)), albedo: undefined };
  for (const seconds of new Set([series.interval, 3600])) {
    const one = averaged(series, seconds);
    const { albedo, ...light } = one.columns;
    const plain = columnsOf(one, { [GHI]: light[GHI] }, place, { ...context, albedo: 0.2 });
    const told = columnsOf(one, { [GHI]: light[GHI], albedo }, place, context);
    const dark = columnsOf(one, { [GHI]: light[GHI] }, place, context);
    const truth = columnsOf(one, { ...light, albedo }, place, context);
    const rows = judged(one, plain);
    const white = rows.filter((i) => albedo[i] > 0.4);
    const bare = rows.filter((i) => !(albedo[i] > 0.3));
    const month = (i) => new Date(new Date(one.start).getTime() + i * seconds * 1000).getUTCMonth() + 1;
    const ofPlane = (split) => columnsOf(one, { [DNI]: split[DNI], [DHI]: split[DHI], albedo }, place, context)[GTI];
    const pairs = [
      ["DNI", plain[DNI], told[DNI], light[DNI]],
      ["DHI", plain[DHI], told[DHI], light[DHI]],
      ["plane", ofPlane(dark), told[GTI], truth[GTI]],
    ];
    const cells = pairs.map(([, before, after, real]) => {
      return `${shown(errorsOf(white, before, real))} → ${shown(errorsOf(white, after, real))}`;
    });
    const others = shown(errorsOf(bare, told[DNI], light[DNI]));
    lines.push(
      `| ${name} | ${minutes(seconds)} | ${bare.length} | ${others} | ${white.length} | ${cells.join(" | ")} |`,
    );
    if (!given.takes) continue;
    const months = [...new Set(white.map(month))].filter((m) => white.filter((i) => month(i) === m).length >= 50);
    const takes = given.takes.split(",").map(Number);
    const splits = takes.map((value) => {
      const ghi = light[GHI].slice();
      overBareGroundRows(0, ghi.length, light[GHI], plain[CLEAR], albedo, ghi, value);
      return columnsOf(one, { [GHI]: ghi }, place, context)[DNI];
    });
    for (const m of months) {
      const here = (i) => month(i) === m;
      const results = splits.map((dni) => shown(errorsOf(white.filter(here), dni, light[DNI])));
      const beside = shown(errorsOf(bare.filter(here), plain[DNI], light[DNI]));
      trials.push(`| ${name}, month ${m}, ${minutes(seconds)} | ${beside} | ${results.join(" | ")} |`);
    }
  }
}
await engine.close();

console.log("Bias / RMSE in W/m², GHI alone → with the ground's albedo.\n");
console.log("| station | step | rows without snow | DNI there | rows with snow | DNI | DHI | plane |");
console.log(`|${"---|".repeat(8)}\n${lines.join("\n")}`);
if (given.takes) {
  const values = given.takes.split(",");
  console.log(`\n| DNI over snow by what cloud takes | without snow | ${values.join(" | ")} |`);
  console.log(`|${"---|".repeat(values.length + 2)}\n${trials.join("\n")}`);
}
