// What a PV system yields where only the place is known, beside what it yields on hours of the place: the way of
// `irradiance yield --lat --lon`. Run `node scripts/build.mjs engine` first; prints Markdown.
//
//   node research/validate-bare-yield.mjs [--dist=FOLDER] [--json=FILE] [--results=FILE] FILE…
//
// FILE: a whole year, typical or long-term, in any format that readWeather knows. Years at one place (within half a degree) count once, as
// their mean. The bare place knows latitude, longitude and the file's altitude, and no snow: what snow takes is left out of both. Fixed: 30° to
// the equator; tracker: one axis, rows that cover 0.3 of the ground, turned back.
import { writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: "string" }, json: { type: "string" }, results: { type: "string" } },
});
const dist = resolve(given.dist ?? new URL("../dist", import.meta.url).pathname);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { worldYear } = await load("answers/climate/index.js");
const { yieldOf } = await load("answers/yield/index.js");
const { readWeather } = await load("data/weather/node.js");

const NEAR = 0.5;
/** Most of a year's hours without light that a truth may have. */
const MOST_MISSING = 0.05;
const SYSTEMS = /** @type {const} */ (["fixed", "tracker"]);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rms = (values) => Math.sqrt(mean(values.map((value) => value * value)));
const percent = (value) => (100 * value).toFixed(1).replace("-", "−");

function planeOf(system, latitude) {
  if (system === "tracker") return { trackingMode: "1_axis", rows: {} };
  return { surfaceTilt: 30, surfaceAzimuth: latitude < 0 ? 0 : 180 };
}

/** kWh per kWp of both systems, and kWh/m² on the horizontal. */
function yields(weather, { latitude, longitude, altitude }) {
  const options = { latitude, longitude, typicalYear: true, context: { altitude } };
  const systemOf = (system) => ({ planes: [planeOf(system, latitude)], snow: "none" });
  const found = SYSTEMS.map((system) => yieldOf(weather, systemOf(system), options));
  const { missing } = found[0].total;
  if (missing > MOST_MISSING) throw new Error(`${percent(missing)} % of its light are missing`);
  if (found[0].annual === null) throw new Error("not a whole year");
  return {
    horizontal: found[0].annual.horizontalIrradiation,
    ...Object.fromEntries(SYSTEMS.map((system, i) => [system, found[i].annual.specificYield])),
  };
}

async function fromHours(file) {
  const reading = await readWeather(file);
  const { latitude, longitude, altitude } = reading.series.place ?? {};
  if (latitude === undefined) throw new Error("the file does not say where it is");
  return {
    name: basename(file),
    place: { latitude, longitude, altitude },
    truth: yields(reading, { latitude, longitude, altitude }),
  };
}

async function fromBarePlace({ latitude, longitude, altitude }) {
  const { series } = await worldYear(latitude, longitude, altitude === undefined ? {} : { altitude });
  return yields(series, { latitude, longitude, altitude: series.place.altitude });
}

const groups = [];
const left = [];
const seen = new Set();
for (const file of files) {
  const name = basename(file);
  if (seen.has(name)) continue;
  seen.add(name);
  try {
    const one = await fromHours(file);
    const isNear = ({ latitude, longitude }) =>
      Math.abs(latitude - one.place.latitude) < NEAR && Math.abs(longitude - one.place.longitude) < NEAR;
    const group = groups.find(([first]) => isNear(first.place));
    if (group) group.push(one);
    else groups.push([one]);
  } catch (error) {
    left.push(`${name}: ${String(error.message).split("\n")[0].slice(0, 100)}`);
  }
}

const places = [];
for (const group of groups) {
  const bare = await fromBarePlace(group[0].place);
  const off = (quantity) => bare[quantity] / mean(group.map(({ truth }) => truth[quantity])) - 1;
  const { latitude: lat, longitude: lon } = group[0].place;
  const errors = Object.fromEntries(SYSTEMS.map((system) => [system, off(system)]));
  places.push({ name: group[0].name.slice(0, 36), files: group.length, lat, lon, year: off("horizontal"), errors });
}
if (given.results) {
  const { writeResults } = await import("./lib/results.mjs");
  const own = (system) => places.map(({ errors }) => 100 * errors[system]);
  const rows = SYSTEMS.map((system) => ({
    ...{
      source: "bare-place-yield",
      region: "all",
      quantity: "pv_production",
      resolution: "1_year",
      condition: system,
    },
    ...{ unit: "%", n: places.length, stations: places.length, period: "typical years", judgedOn: "left out" },
    statistics: { bias: mean(own(system)), rmse: rms(own(system)), worst: Math.max(...own(system).map(Math.abs)) },
  }));
  writeResults(given.results, import.meta.url, files, rows);
}
if (given.json) writeFileSync(given.json, JSON.stringify({ places }));

console.log("| place | files | °N | °E | year's GHI % | fixed % | tracker % |\n|---|---|---|---|---|---|---|");
for (const { name, files: count, lat, lon, year, errors } of places) {
  const cells = [name, count, lat.toFixed(1), lon.toFixed(1), ...[year, errors.fixed, errors.tracker].map(percent)];
  console.log(`| ${cells.join(" | ")} |`);
}
const said = (name, values) => `${name} ${percent(mean(values))} % in the mean, ${percent(rms(values))} % rms`;
const all = SYSTEMS.map((system) =>
  said(
    system,
    places.map(({ errors }) => errors[system]),
  ),
);
const horizontal = said(
  "year's GHI",
  places.map(({ year }) => year),
);
console.log(`\n${places.length} places, ${seen.size - left.length} files: ${[horizontal, ...all].join("; ")}.`);
if (left.length > 0) console.log(`\nLeft out:\n${left.map((line) => `- ${line}`).join("\n")}`);
