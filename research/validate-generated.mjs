// Generated years against measured ones (npm run build first):
//
//   node research/validate-generated.mjs FOLDER [--seeds=8] [--only=NAME] [--each] [--untouched] [--clear-sky=ineichen] [--results=FILE]
//
// FOLDER holds the packages of research/generated/sites.json, unpacked. Each year is generated from the twelve means
// of the measured one, with the turbidity of the embedded climatology, and compared with it:
//
// D       two-sample Kolmogorov-Smirnov distance of daily clear-sky indices, of hourly ones (sun above 10 degrees) and of their ramps
// r       correlation of one day with the next (less the month's mean), of one hour with the next (less the day's)
// KSI     and OVER, in %, of hourly global irradiance while the sun is up, and of that on a plane tilted 30 degrees to the equator
//         (Erbs-Driesse and Hay-Davies on both sides), as Espinar et al. 2009
// GTI     the tilted year's sum, in % of the measured one's
// Minutes: research/fit-minutes.mjs. Temperature: research/fit-temperature.mjs. --results: rows of the accuracy table.
//
// The clear sky of the indices is Ineichen's with one factor per site, such that the 95th percentile of measured hours (sun above
// 20 degrees) is 1.03: the same on both sides, and not the generator's own.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { yearCalendar } from "../dist/answers/climate/generation/calendar.js";
import { computeEnvelope } from "../dist/answers/climate/generation/envelope.js";
import { generateYear } from "../dist/answers/climate/index.js";
import { openClimatology } from "../dist/data/climatology/index.js";
import { computeColumns } from "../dist/index.js";
import { erbsDriesse } from "../dist/physics/models/decomposition/index.js";
import { haydavies } from "../dist/physics/models/transposition/index.js";
import { readYear } from "./generated/read.mjs";
import sites from "./generated/sites.json" with { type: "json" };
import { deviation, ksDistance, ksiAndOver, lagOne, mean } from "./generated/statistics.mjs";
import { periodOf, writeResults } from "./lib/results.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "8" },
    only: { type: "string" },
    each: { type: "boolean" },
    untouched: { type: "boolean" },
    "clear-sky": { type: "string", default: "ineichen" },
    results: { type: "string" },
  },
});
const seeds = Array.from({ length: Number(given.seeds) }, (_, k) => k + 1);
const climatology = await openClimatology();

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const BEGINS = MONTHS.map((_, month) => MONTHS.slice(0, month).reduce((sum, days) => sum + days, 0));
const monthOf = (day) => BEGINS.findLastIndex((begin) => begin <= day);
const monthlyMeans = (column) =>
  MONTHS.map((days, month) => mean(column.subarray(BEGINS[month] * 24, (BEGINS[month] + days) * 24)));
const sine = (degrees) => Math.sin((degrees * Math.PI) / 180);

const LAWS = {
  "mean day repeated": null,
  "Aguiar + TAG": { daily: "aguiar", hourly: "tag" },
  "Bendt + table": { daily: "bendt", hourly: "table" },
  "exponential + TAG": { daily: "exponential", hourly: "tag" },
  "exponential + table": { daily: "exponential", hourly: "table" },
};
const FIGURES = [
  "D day",
  "D hour",
  "D ramp",
  "dr day",
  "dr hour",
  "KSI",
  "OVER",
  "KSI tilt",
  "OVER tilt",
  "GTI %",
  "month",
];

/** Clear-sky indices of a year's hours and days. */
function indicesOf(global, sky) {
  const days = [];
  const hours = [];
  const ramps = [];
  let product = 0;
  let square = 0;
  for (let day = 0; day < 365; day++) {
    let light = 0;
    let clear = 0;
    for (let row = day * 24; row < day * 24 + 24; row++) {
      light += global[row];
      clear += sky.global[row];
    }
    const index = clear > 0 ? light / clear : Number.NaN;
    days.push(index);
    let before = null;
    for (let row = day * 24; row < day * 24 + 24; row++) {
      if (!(sky.sine[row] > sine(10))) continue;
      const hour = global[row] / sky.global[row];
      hours.push(hour);
      const rest = hour - index;
      square += rest * rest;
      if (before !== null) {
        ramps.push(hour - index - before);
        product += rest * before;
      }
      before = rest;
    }
  }
  const months = MONTHS.map((count, month) => mean(days.slice(BEGINS[month], BEGINS[month] + count)));
  const daily = lagOne(days.map((index, day) => index - months[monthOf(day)]));
  const hourly = product / ramps.length / (square / hours.length);
  return { days, hours, ramps, daily, hourly };
}

/** Hours on a plane of 30 degrees to the equator. */
function tilted(global, { latitude, longitude, altitude, timeZone }) {
  const start = Date.UTC(2005, 0, 1) - timeZone * 3_600_000;
  const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
  const columns = computeColumns(
    {
      lat: latitude,
      lon: longitude,
      parameters: "global_tilted_irradiance",
      frequency: "1_hour",
      start: iso(start),
      end: iso(start + 8760 * 3_600_000),
      surface_tilt: 30,
      surface_azimuth: latitude >= 0 ? 180 : 0,
    },
    { start, interval: 3600, columns: { global_horizontal_irradiance: global } },
    {
      altitude: Math.max(altitude, 0),
      gridOffset: (((start % 3_600_000) + 3_600_000) % 3_600_000) / 1000,
      models: { decomposition: erbsDriesse, transposition: haydavies },
    },
  );
  return columns.values.global_tilted_irradiance;
}

function meanDay(global) {
  const repeated = new Float64Array(8760);
  MONTHS.forEach((days, month) => {
    for (let hour = 0; hour < 24; hour++) {
      const rows = Array.from({ length: days }, (_, k) => (BEGINS[month] + k) * 24 + hour);
      const value = mean(rows.map((row) => global[row]));
      for (const row of rows) repeated[row] = value;
    }
  });
  return repeated;
}

function compare(site) {
  const turbidity = climatology.linkeTurbidity(site.latitude, site.longitude);
  const skyOf = (year) => computeEnvelope(site, yearCalendar(year, site.timeZone), "ineichen", turbidity, false);
  const [sky, skyThen] = [skyOf(2005), skyOf(site.year)];
  const clear = [];
  site.global.forEach((value, row) => {
    if (skyThen.sine[row] > sine(20)) clear.push(value / skyThen.global[row]);
  });
  clear.sort((a, b) => a - b);
  const factor = clear[Math.floor(0.95 * clear.length)] / 1.03;
  for (const column of [sky.global, skyThen.global]) {
    for (let row = 0; row < column.length; row++) column[row] *= factor;
  }

  const truth = indicesOf(site.global, skyThen);
  const lit = (column, { extraterrestrial }) => column.filter((_, row) => extraterrestrial[row] > 0);
  const truthTilted = tilted(site.global, site);
  const months = monthlyMeans(site.global);
  const monthly = { globalHorizontalIrradiance: months };
  const rows = Object.entries(LAWS).map(([name, laws]) => {
    const all = (laws ? seeds : [0]).map((seed) => {
      const global = laws
        ? generateYear(site, monthly, {
            ...laws,
            randomSeed: seed,
            linkeTurbidity: turbidity,
            clearSky: given["clear-sky"],
          }).weather.columns.global_horizontal_irradiance
        : meanDay(site.global);
      const made = indicesOf(global, sky);
      const flat = ksiAndOver(lit(global, sky), lit(site.global, skyThen));
      const plane = tilted(global, site);
      const onPlane = ksiAndOver(lit(plane, sky), lit(truthTilted, skyThen));
      const miss = monthlyMeans(global).map((value, month) => Math.abs(value / months[month] - 1));
      return [
        ksDistance(made.days, truth.days),
        ksDistance(made.hours, truth.hours),
        ksDistance(made.ramps, truth.ramps),
        made.daily - truth.daily,
        made.hourly - truth.hourly,
        flat.ksi,
        flat.over,
        onPlane.ksi,
        onPlane.over,
        100 * (mean(plane) / mean(truthTilted) - 1),
        Math.max(...miss),
      ];
    });
    return [name, FIGURES.map((_, k) => mean(all.map((figures) => figures[k])))];
  });
  return { factor, truth, rows: Object.fromEntries(rows) };
}

/** Hourly temperature from twelve means: D of its distribution. */
function temperatureDistance(site) {
  if (!(deviation(site.temperature) > 0)) return Number.NaN;
  const turbidity = climatology.linkeTurbidity(site.latitude, site.longitude);
  const monthly = {
    globalHorizontalIrradiance: monthlyMeans(site.global),
    temperature: monthlyMeans(site.temperature),
  };
  const distances = seeds.map((seed) =>
    ksDistance(
      generateYear(site, monthly, { randomSeed: seed, linkeTurbidity: turbidity }).weather.columns.temperature,
      site.temperature,
    ),
  );
  return mean(distances);
}

const shown = (value, k) =>
  FIGURES[k] === "month" ? value.toExponential(0) : Math.abs(value) < 10 ? value.toFixed(3) : value.toFixed(1);
const line = (name, figures) => console.log(`| ${name} | ${figures.map(shown).join(" | ")} |`);

const results = [];
for (const entry of given.untouched ? sites.untouched : sites.years) {
  if (given.only && !entry.name.includes(given.only)) continue;
  const site = readYear(join(positionals[0], entry.file), entry);
  const { latitude, longitude, altitude, timeZone } = site;
  const place = { ...site, latitude, longitude, altitude, timeZone };
  const result = {
    name: entry.name,
    place: `${latitude}, ${longitude}`,
    ...compare(place),
    temperature: temperatureDistance(place),
  };
  results.push(result);
  const { daily, hourly } = result.truth;
  console.log(
    `${entry.name}: ${latitude}, ${longitude}, ${altitude} m, hours missing ${site.missing}, clear-sky factor ${result.factor.toFixed(3)}, ` +
      `r day ${daily.toFixed(2)}, r hour ${hourly.toFixed(2)}, D of hourly temperature ${result.temperature.toFixed(3)}`,
  );
  if (given.each) for (const [name, figures] of Object.entries(result.rows)) line(name, figures);
}
console.log(`\n| mean of ${results.length} site-years | ${FIGURES.join(" | ")} |`);
for (const name of Object.keys(LAWS)) {
  const of = (reduce) => FIGURES.map((_, k) => reduce(results.map(({ rows }) => rows[name][k])));
  line(name, of(mean));
  if (name === "exponential + table")
    line(
      "its worst",
      of((values) => Math.max(...values.map(Math.abs))),
    );
}
console.log(`D of hourly temperature: ${mean(results.map(({ temperature }) => temperature)).toFixed(3)}`);

/** The default laws: how hours are distributed, on the ground and on a plane; and the plane's year. */
function accuracyRows() {
  const of = (figure) => results.map(({ rows }) => rows["exponential + table"][FIGURES.indexOf(figure)]);
  const common = {
    ...{
      source: "generated-year",
      region: "all",
      unit: "%",
      stations: new Set(results.map(({ place }) => place)).size,
    },
    ...{ period: periodOf(results.map(({ name }) => name)), judgedOn: given.untouched ? "unseen" : "fitted" },
    note: "from true monthly means",
  };
  const hours = { ...common, resolution: "1_hour", n: 8760 * results.length };
  const [ghi, gti] = ["global_horizontal_irradiance", "global_tilted_irradiance"];
  const condition = "30° to the equator";
  const years = of("GTI %");
  const bias = mean(years);
  const [rmse, worst] = [Math.sqrt(mean(years.map((value) => value ** 2))), Math.max(...years.map(Math.abs))];
  return [
    { ...hours, quantity: ghi, statistics: { ksi: mean(of("KSI")), over: mean(of("OVER")), ks: mean(of("D hour")) } },
    { ...hours, quantity: gti, condition, statistics: { ksi: mean(of("KSI tilt")), over: mean(of("OVER tilt")) } },
    { ...common, resolution: "1_year", n: results.length, quantity: gti, condition, statistics: { bias, rmse, worst } },
  ];
}
if (given.results) {
  writeResults(
    given.results,
    import.meta.url,
    results.map(({ name }) => name),
    accuracyRows(),
  );
}
