// The P50 of a bare place beside what meters of plants show: with the owner's losses, with a bank's, and with those that all other plants
// would have chosen. Run `node scripts/build.mjs engine` first; prints Markdown.
//
//   node research/validate-meters.mjs [--json=FILE] [--results=FILE] TRUTH.csv FILE…
//
// TRUTH.csv: id, lat, lon, alt_m, tilt, azimuth, kwp_dc, ac_limit_kw, mid_of_interval_minus_stamp_min (two planes as "5 + 5"). FILE:
// time (UTC) and AC power in W, CSV or gzip, its name beginning with the id. The year of a bare place knows latitude, longitude, altitude and
// the planes, as an owner does: nothing of the weather of the years that are judged, nothing of the horizon.
//
// Plants are not always on, and outages are no error of a P50. A day counts where 95 % of its light (by the sun's height) have a possible
// value and the plant ran; a month where a third of its days count, with their mean; a year is twelve such months running. Dead days
// in frost may be snow: up to ten running count, with what they gave.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: "string" }, json: { type: "string" }, results: { type: "string" } },
});
const dist = resolve(given.dist ?? new URL("../dist", import.meta.url).pathname);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { worldYear } = await load("answers/climate/world-year.js");
const { yieldOf } = await load("answers/yield/index.js");
const { solarPosition } = await load("physics/models/solar-position/index.js");

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Shares of the peak power that a meter can show. */
const POSSIBLE = [-0.03, 1.3];
/** Of a day's light, by the height of the sun, that has a value. */
const SEEN = 0.95;
/** Of the peak power: a plant that does not get there all day is off, or under snow. */
const DEAD = 0.02;
const FROST = 2;
const LONGEST_SNOW = 10;
const ENOUGH_DAYS = 1 / 3;
const Z = 1.2815515655446004;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rms = (values) => Math.sqrt(mean(values.map((value) => value * value)));
const percent = (value, digits = 1) => (100 * value).toFixed(digits).replace("-", "−");

function cellsOf(line) {
  return [...line.matchAll(/("([^"]*)"|[^,]*)(,|$)/g)].map(([, cell, quoted]) => quoted ?? cell);
}

const text = (file) => {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").trim().split("\n");
};

function plantsOf(file) {
  const [head, ...lines] = text(file).map(cellsOf);
  return lines.map((cells) => Object.fromEntries(head.map((name, k) => [name, cells[k] ?? ""])));
}

/** Days in the plant's solar time: energy (kWh/kWp), share of the light that is seen, highest power over the peak. */
function daysOf(plant, file) {
  const [lat, lon, kwp, step, shift] = [plant.lat, plant.lon, plant.kwp_dc, plant.step_min, plant.mid_of_interval_minus_stamp_min].map(
    Number,
  );
  const rows = text(file).slice(1).map((line) => line.split(","));
  const times = rows.map(([time]) => Date.parse(time.replace("Z", ":00Z")) + shift * 60_000);
  const { zenith } = solarPosition({ time: Float64Array.from(times), latitude: lat, longitude: lon });
  const days = new Map();
  for (const [k, [, cell]] of rows.entries()) {
    const height = Math.max(0, Math.cos((zenith[k] * Math.PI) / 180));
    if (height === 0) continue;
    const number = Math.floor((times[k] + (lon / 15) * HOUR) / DAY);
    const day = days.get(number) ?? { energy: 0, light: 0, seen: 0, most: 0 };
    days.set(number, day);
    day.light += height;
    const power = cell === "" ? Number.NaN : Number(cell) / 1000 / kwp;
    if (!(power >= POSSIBLE[0] && power <= POSSIBLE[1])) continue;
    day.seen += height;
    day.energy += (power * step) / 60;
    day.most = Math.max(day.most, power);
  }
  return days;
}

/** Marks days that count. @param {readonly number[]} frost months of the year, January 0, that may have snow */
function judged(days, frost) {
  let dead = 0;
  for (const number of [...days.keys()].sort((a, b) => a - b)) {
    const day = days.get(number);
    const month = new Date(number * DAY).getUTCMonth();
    dead = day.most < DEAD ? dead + 1 : 0;
    day.counts = day.seen >= SEEN * day.light && (dead === 0 || (frost.includes(month) && dead <= LONGEST_SNOW));
  }
  return days;
}

/** Twelve whole months running, one after another. */
function yearsOf(days) {
  const months = new Map();
  for (const [number, day] of days) {
    const date = new Date(number * DAY);
    const at = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const month = months.get(at) ?? { energies: [], all: 0 };
    months.set(at, month);
    if (day.counts) month.energies.push(day.energy);
    month.all += day.energy;
  }
  const years = [];
  let run = [];
  for (let at = Math.min(...months.keys()); at <= Math.max(...months.keys()); at++) {
    const length = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
    const { energies, all } = months.get(at) ?? { energies: [], all: 0 };
    run = energies.length < ENOUGH_DAYS * length ? [] : [...run, { at, length, days: energies.length, energy: length * mean(energies), all }];
    if (run.length < 12) continue;
    const sum = (of) => run.reduce((before, month) => before + of(month), 0);
    const from = new Date(Date.UTC(Math.floor(run[0].at / 12), run[0].at % 12)).toISOString().slice(0, 7);
    years.push({ from, energy: sum((m) => m.energy), asMetered: sum((m) => m.all), days: sum((m) => m.days) });
    run = [];
  }
  return years;
}

async function bare(plant) {
  const [lat, lon, altitude, kwp] = [plant.lat, plant.lon, plant.alt_m, plant.kwp_dc].map(Number);
  const weather = await worldYear(lat, lon, { altitude });
  const [tilts, azimuths] = [plant.tilt, plant.azimuth].map((cell) => cell.split("+").map(Number));
  const planes = tilts.map((surfaceTilt, k) => ({ surfaceTilt, surfaceAzimuth: azimuths[k], kwp: kwp / tilts.length }));
  const of = (losses) => {
    const { annual, uncertainty } = yieldOf(weather, { planes, snow: "none", ...(losses !== undefined && { losses }) });
    return { p50: annual.specificYield, sd: uncertainty.horizons[0].percent / 100 };
  };
  const frost = Array.from(weather.monthly ?? []);
  return { of, weather, frost };
}
for (const plant of plantsOf(files[0])) {
  const file = files.slice(1).find((f) => basename(f).startsWith(plant.id) && !f.includes("weather"));
  if (!file || plant.tilt === "" || plant.kwp_dc === "" || plant.lat === "") continue;
  const b = await bare(plant);
  const days = judged(daysOf(plant, file), Number(plant.lat) > 38 ? [10, 11, 0, 1, 2] : []);
  const at = b.of();
  console.log(plant.id, at.p50.toFixed(0), b.of(7.3).p50.toFixed(0));
  for (const y of yearsOf(days)) console.log("   ", y.from, y.days, y.energy.toFixed(0), "as metered", y.asMetered.toFixed(0), "ours/meter-1 at 14.08", percent(at.p50 / y.energy - 1), "at 7.3", percent(b.of(7.3).p50 / y.energy - 1));
}
