// What the world climatology is worth: its months and days against measured and typical years. Run `npm run build`
// first; prints Markdown (research/world-climate.md has what it said).
//
//   node research/validate-world-climate.mjs [--dist=FOLDER] [--json=FILE] [--results=FILE] FILE…
//
// FILE: a whole year in any format that readWeather knows, or a test reference year of the German weather service
// (.dat). Years at one place (within half a degree) count once, as their mean. Errors: of the year's GHI; root mean
// squares over the months, of GHI over the year's mean, of temperature. D: the largest distance between the
// distribution of the place's daily means in a month and the climatology's, mean of months. --json writes the places'
// own months and days for research/world-climatology/choose.py; --results rows of the accuracy table.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { writeResults } from "./lib/results.mjs";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: "string" }, json: { type: "string" }, results: { type: "string" } },
});
const dist = resolve(given.dist ?? new URL("../dist", import.meta.url).pathname);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { loadWorldClimate } = await load("data/climatology/index.js");
const { readWeather } = await load("data/weather/node.js");

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEAR = 0.5;
/** Of the accuracy table: no value of the climatology comes from these places. */
const JUDGED_ON = "fitted";

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rms = (values) => Math.sqrt(mean(values.map((value) => value * value)));
const annual = (months) => months.reduce((sum, value, month) => sum + value * MONTH_DAYS[month], 0) / 365;
const percent = (value) => (100 * value).toFixed(1);

/** Hours of a file: place, and rows of month, day, GHI, temperature on the clock of the place's meridian. */
async function hoursOf(path) {
  if (path.endsWith(".dat")) return referenceYear(readFileSync(path, "latin1"));
  const { series } = await readWeather(path);
  const { latitude, longitude, altitude } = series.place ?? {};
  if (latitude === undefined) throw new Error("the file does not say where it is");
  const start =
    (typeof series.start === "string" ? Date.parse(series.start) : series.start) + Math.round(longitude / 15) * HOUR;
  const ghi = series.columns.global_horizontal_irradiance;
  if (ghi === undefined) throw new Error("the file has no global irradiance");
  const temperature = series.columns.temperature ?? [];
  const rows = Array.from(ghi, (value, i) => {
    const time = new Date(start + (i + 0.5) * series.interval * 1000);
    return {
      month: time.getUTCMonth(),
      day: Math.floor(time.getTime() / DAY),
      ghi: value,
      temperature: temperature[i],
    };
  });
  return { latitude, longitude, altitude, rows };
}

/** A "Testreferenzjahr" of 2010: place in the head in degrees and minutes, then hours in columns. */
function referenceYear(text) {
  const head = /Lage:\s*(\d+)\D+?(\d+)'N.*?(\d+)\D+?(\d+)'O.*?(\d+) Meter/s.exec(text);
  const [degrees, minutes, east, eastMinutes, altitude] = head.slice(1).map(Number);
  const rows = text
    .slice(text.indexOf("***") + 3)
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((cells) => cells.length > 14)
    .map((cells) => ({
      month: cells[2] - 1,
      day: cells[2] * 100 + cells[3],
      ghi: cells[13] + cells[14],
      temperature: cells[8],
    }));
  return { latitude: degrees + minutes / 60, longitude: east + eastMinutes / 60, altitude, rows };
}

/** Monthly means and the days' means of GHI of one file; days of fewer than half their rows are left out. */
function monthsOf({ rows }) {
  const known = rows.filter(({ ghi }) => Number.isFinite(ghi));
  if (known.length < 0.95 * rows.length) throw new Error("more than a twentieth of the irradiance is missing");
  const byMonth = MONTHS.map((month) => known.filter((row) => row.month === month));
  const perDay = rows.length / 365;
  if (byMonth.some(({ length }) => length < 26 * perDay)) throw new Error("not a whole year");
  const days = byMonth.map((of) => {
    const sums = new Map();
    for (const { day, ghi } of of) sums.set(day, [...(sums.get(day) ?? []), ghi]);
    return [...sums.values()].filter(({ length }) => length > perDay / 2).map(mean);
  });
  return {
    ghi: byMonth.map((of) => mean(of.map(({ ghi }) => ghi))),
    temperature: byMonth.map((of) => mean(of.map((row) => row.temperature).filter(Number.isFinite))),
    days,
  };
}

/** Files within NEAR degrees of the first of a group are one place. */
function grouped(found) {
  const places = [];
  for (const one of found) {
    const near = places.find(
      ([first]) => Math.abs(first.latitude - one.latitude) < NEAR && Math.abs(first.longitude - one.longitude) < NEAR,
    );
    if (near) near.push(one);
    else places.push([one]);
  }
  return places.map((files) => ({
    name: files[0].name.slice(0, 36),
    files: files.length,
    latitude: mean(files.map(({ latitude }) => latitude)),
    longitude: mean(files.map(({ longitude }) => longitude)),
    altitude: files[0].altitude === undefined ? undefined : mean(files.map(({ altitude }) => altitude)),
    ghi: MONTHS.map((m) => mean(files.map(({ ghi }) => ghi[m]))),
    temperature: MONTHS.map((m) => mean(files.map(({ temperature }) => temperature[m]))),
    days: MONTHS.map((m) => files.flatMap(({ days }) => days[m])),
  }));
}

/** Kolmogorov's distance of a sample from a quantile function. */
function distance(sample, quantile) {
  const sorted = [...sample].sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((value, i) => {
      const u = probability(value, quantile);
      return Math.max(Math.abs(u - i / sorted.length), Math.abs(u - (i + 1) / sorted.length));
    }),
  );
}

function probability(value, quantile) {
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (quantile(middle) < value) low = middle;
    else high = middle;
  }
  return low;
}

function spread(values) {
  const centre = mean(values);
  return rms(values.map((value) => value - centre));
}

function judged(place, world) {
  const climate = world.at(
    place.latitude,
    place.longitude,
    place.altitude === undefined ? {} : { altitude: place.altitude },
  );
  const year = annual(place.ghi);
  const model = [...climate.globalHorizontal];
  const distances = MONTHS.map((m) => distance(place.days[m], (u) => climate.daily.quantile(m, u)));
  const widths = MONTHS.map((m) => {
    const wide = Array.from({ length: 200 }, (_, i) => climate.daily.quantile(m, (i + 0.5) / 200));
    return Math.log(spread(wide) / spread(place.days[m]));
  });
  return {
    ...place,
    year,
    annualError: annual(model) / year - 1,
    monthlyError: rms(MONTHS.map((m) => model[m] - place.ghi[m])) / year,
    temperatureBias: mean(MONTHS.map((m) => climate.temperature[m] - place.temperature[m])),
    temperatureError: rms(MONTHS.map((m) => climate.temperature[m] - place.temperature[m])),
    distance: mean(distances),
    width: Math.exp(mean(widths)),
  };
}

const found = [];
const left = [];
const seen = new Set();
for (const path of files) {
  const name = basename(path);
  if (seen.has(name)) continue;
  seen.add(name);
  try {
    const year = await hoursOf(path);
    found.push({ name, ...year, ...monthsOf(year), rows: undefined });
  } catch (error) {
    left.push(`${name}: ${String(error.message).split("\n")[0].slice(0, 100)}`);
  }
}

const world = await loadWorldClimate();
const places = grouped(found);
if (given.json) writeFileSync(given.json, JSON.stringify(places));
const results = places.map((place) => judged(place, world));
console.log("| place | years | °N | °E | GHI kWh/m² | year % | months % | T bias K | T months K | D | sd ratio |");
console.log("|---|---|---|---|---|---|---|---|---|---|---|");
for (const one of results) {
  const cells = [
    one.name,
    one.files,
    one.latitude.toFixed(1),
    one.longitude.toFixed(1),
    (one.year * 8.76).toFixed(0),
    percent(one.annualError),
    percent(one.monthlyError),
    one.temperatureBias.toFixed(1),
    one.temperatureError.toFixed(1),
    one.distance.toFixed(2),
    one.width.toFixed(2),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
const all = (name) => results.map((one) => one[name]);
const year = `bias ${percent(mean(all("annualError")))} %, rms ${percent(rms(all("annualError")))} %`;
const months = `mean ${percent(mean(all("monthlyError")))} %, rms ${percent(rms(all("monthlyError")))} %`;
const kelvin = `bias ${mean(all("temperatureBias")).toFixed(2)} K, months ${rms(all("temperatureError")).toFixed(2)} K`;
const width = Math.exp(mean(all("width").map(Math.log))).toFixed(2);
const days = `D ${mean(all("distance")).toFixed(3)}, sd ratio ${width}`;
console.log(`\n${results.length} places, ${found.length} files. Year: ${year}. Months: ${months}.`);
console.log(`Temperature: ${kelvin}. Days: ${days}.`);
if (left.length > 0) console.log(`\nLeft out:\n${left.map((line) => `- ${line}`).join("\n")}`);

/** Errors of the year, of months (over the year's mean) and of months' temperature, of all places alike. */
function accuracyRows() {
  const row = (quantity, resolution, unit, bias, sizes, n) => {
    const statistics = { ...(bias && { bias: mean(bias) }), rmse: rms(sizes), worst: Math.max(...sizes.map(Math.abs)) };
    const place = { source: "world-climate", region: "all", quantity, resolution, unit };
    return { ...place, statistics, n, stations: results.length, period: "1961–2020", judgedOn: JUDGED_ON };
  };
  const hundred = (values) => values.map((value) => 100 * value);
  const ghi = "global_horizontal_irradiance";
  const [annual, months] = [hundred(all("annualError")), hundred(all("monthlyError"))];
  const warm = results.filter(({ temperatureError }) => Number.isFinite(temperatureError));
  const kelvin = ["temperatureBias", "temperatureError"].map((name) => warm.map((one) => one[name]));
  return [
    row(ghi, "1_year", "%", annual, annual, results.length),
    row(ghi, "1_month", "%", undefined, months, 12 * results.length),
    row("temperature", "1_month", "K", kelvin[0], kelvin[1], 12 * warm.length),
  ];
}
writeResults(
  given.results,
  import.meta.url,
  found.map(({ name }) => name),
  accuracyRows(),
);
