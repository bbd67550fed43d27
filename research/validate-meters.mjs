// The P50 of a bare place beside what meters of plants show: with the owner's losses, with a bank's, and with those that all other plants
// would have chosen. Run `node scripts/build.mjs engine` first; prints Markdown.
//
//   node research/validate-meters.mjs [--json=FILE] [--results=FILE] TRUTH.csv FILE…
//
// TRUTH.csv: id, lat, lon, alt_m, tilt, azimuth, kwp_dc, ac_limit_kw, mid_of_interval_minus_stamp_min (two planes as "5 + 5"). FILE:
// time (UTC) and AC power in W, CSV or gzip, its name beginning with the id. The year of a bare place knows latitude, longitude, altitude and
// the planes, as an owner does: nothing of the weather of the years that are judged, nothing of the horizon.
//
// Meters have gaps, and plants are not always on. A day is known where 95 % of its light (by the sun's height) have a possible value; a month
// counts where the plant ran on a third of its days, a year is twelve such months running. "Outages in": the mean of the known days stands for
// the month, so that gaps are filled and days without power count: what an owner is paid for. "By available days": the mean of the days
// on which it ran. Dead days in frost may be snow: up to ten running are weather.
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
const { worldMonths, worldYear } = await load("answers/climate/world-year.js");
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
/** Standard deviations from P50 to P10 and P90. */
const Z = 1.2815515655446004;

/** Sets of losses, from the most to the least: each leaves out what the one before it has. The default is among them. */
const CANDIDATES = /** @type {const} */ ([
  ["bank", "bank"],
  ["no shade", { set: "bank", shading: 0 }],
  ["nor first light", { set: "bank", shading: 0, lid: 0 }],
  ["owner", "owner"],
  ["never off", { availability: 0 }],
]);
const BANK = 0;
const OWNER = CANDIDATES.findIndex(([name]) => name === "owner");

/** Plants that say nothing of losses, and why. */
const LEFT = {
  g05: "parts of it are off for weeks: its clear days step from 3.1 to 5.2 kWh/kWp between 25 and 29 March 2015",
  g12: "the meter of g03 again",
  g13: "the meter of g05 again",
};

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

const numbersOf = (plant, names) => names.map((name) => Number(plant[name]));

/** Days in the plant's solar time: energy (kWh/kWp), share of the light that is seen, highest power over the peak. */
function daysOf(plant, file) {
  const [latitude, longitude, kwp] = numbersOf(plant, ["lat", "lon", "kwp_dc"]);
  const [step, shift] = numbersOf(plant, ["step_min", "mid_of_interval_minus_stamp_min"]);
  const rows = text(file)
    .slice(1)
    .map((line) => line.split(","));
  const times = rows.map(([time]) => Date.parse(time.replace("Z", ":00Z")) + shift * 60_000);
  const { zenith } = solarPosition({ time: Float64Array.from(times), latitude, longitude });
  const days = new Map();
  for (const [k, [, cell]] of rows.entries()) {
    const height = Math.max(0, Math.cos((zenith[k] * Math.PI) / 180));
    if (height === 0) continue;
    const number = Math.floor((times[k] + (longitude / 15) * HOUR) / DAY);
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

/** Marks days that are known, and those on which the plant ran. @param {ReadonlySet<number>} frost months, January 0, that may have snow */
function judged(days, frost) {
  let dead = 0;
  for (const number of [...days.keys()].sort((one, other) => one - other)) {
    const day = days.get(number);
    dead = day.most < DEAD ? dead + 1 : 0;
    const isSnow = frost.has(new Date(number * DAY).getUTCMonth()) && dead <= LONGEST_SNOW;
    day.isKnown = day.seen >= SEEN * day.light;
    day.ran = day.isKnown && (dead === 0 || isSnow);
  }
  return days;
}

/** By year times 12 and month: energies of the days that are known, and of those on which it ran; kWh/kWp. */
function monthsOf(days) {
  const months = new Map();
  for (const [number, { energy, isKnown, ran }] of days) {
    const date = new Date(number * DAY);
    const at = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const month = months.get(at) ?? { known: [], ran: [] };
    months.set(at, month);
    if (isKnown) month.known.push(energy);
    if (ran) month.ran.push(energy);
  }
  return months;
}

/** Twelve whole months running, one after another. */
function yearsOf(months) {
  const years = [];
  let run = [];
  for (let at = Math.min(...months.keys()); at <= Math.max(...months.keys()); at++) {
    const length = new Date(Date.UTC(0, (at % 12) + 1, 0)).getUTCDate();
    const { known, ran } = months.get(at) ?? { known: [], ran: [] };
    const isWhole = ran.length >= ENOUGH_DAYS * length;
    const month = { at, days: known.length, off: known.length - ran.length, outagesIn: length * mean(known) };
    run = isWhole ? [...run, { ...month, available: length * mean(ran) }] : [];
    if (run.length < 12) continue;
    const sum = (name) => run.reduce((before, month) => before + month[name], 0);
    const from = `${Math.floor(run[0].at / 12)}-${String((run[0].at % 12) + 1).padStart(2, "0")}`;
    years.push({
      from,
      ...Object.fromEntries(["days", "off", "outagesIn", "available"].map((name) => [name, sum(name)])),
    });
    run = [];
  }
  return years;
}

/** What is known of a plant before it is built. */
async function plantOf(plant, file) {
  const [latitude, longitude, altitude, kwp] = numbersOf(plant, ["lat", "lon", "alt_m", "kwp_dc"]);
  const weather = await worldYear(latitude, longitude, { altitude });
  const { monthly } = await worldMonths(latitude, longitude, { altitude });
  const [tilts, azimuths] = [plant.tilt, plant.azimuth].map((cell) => cell.split("+").map(Number));
  const planes = tilts.map((surfaceTilt, k) => ({ surfaceTilt, surfaceAzimuth: azimuths[k], kwp: kwp / tilts.length }));
  const sets = CANDIDATES.map(([, losses]) => {
    const { annual, lossSet, uncertainty } = yieldOf(weather, { planes, losses });
    const [{ percent: sd }] = uncertainty.horizons;
    return { losses: lossSet.percent, p50: annual.specificYield, sd: sd / 100 };
  });
  const frost = new Set(Array.from(monthly.temperature, (degrees, k) => (degrees < FROST ? k : -1)));
  const years = yearsOf(monthsOf(judged(daysOf(plant, file), frost)));
  return { id: plant.id, sets, years };
}

/** Of a plant with a set of losses, plant-years against the P50: shares. */
const errorsOf = ({ sets, years }, set, energy = "outagesIn") => years.map((year) => sets[set].p50 / year[energy] - 1);

const biasOf = (plants, set, energy) => mean(plants.map((plant) => mean(errorsOf(plant, set, energy))));
const rmsOf = (plants, set) => rms(plants.flatMap((plant) => errorsOf(plant, set)));

/** The set that is nearest to all years of these plants. */
function nearestSet(plants) {
  const all = CANDIDATES.map((_, set) => rmsOf(plants, set));
  return all.indexOf(Math.min(...all));
}

/** @param {(plant: object) => number} setOf the set that a plant is judged with */
function summary(plants, setOf, energy) {
  const errors = plants.flatMap((plant) => errorsOf(plant, setOf(plant), energy));
  const inside = plants.flatMap((plant) => {
    const { p50, sd } = plant.sets[setOf(plant)];
    return plant.years.map((year) => Math.abs(year[energy] / p50 - 1) <= Z * sd);
  });
  const shareOf = (list) => list.filter(Boolean).length / list.length;
  return {
    count: errors.length,
    bias: mean(plants.map((plant) => mean(errorsOf(plant, setOf(plant), energy)))),
    rmse: rms(errors),
    worst: Math.max(...errors.map(Math.abs)),
    above: shareOf(errors.map((error) => error < 0)),
    within: shareOf(inside),
  };
}

const plants = [];
const left = [];
for (const plant of plantsOf(files[0])) {
  const file = files.slice(1).find((one) => basename(one).startsWith(`${plant.id}-`));
  if (file === undefined) continue;
  const why =
    LEFT[plant.id] ?? (["lat", "tilt", "kwp_dc"].some((name) => plant[name] === "") ? "place or plane unknown" : "");
  if (why !== "") left.push(`${plant.id}: ${why}`);
  else plants.push(await plantOf(plant, file));
}
const whole = plants.filter(({ years }) => years.length > 0);
left.push(...plants.filter(({ years }) => years.length === 0).map(({ id }) => `${id}: no whole year`));

const chosen = new Map(whole.map((plant) => [plant, nearestSet(whole.filter((other) => other !== plant))]));
const energies = [
  ["outages in", "outagesIn"],
  ["by available days", "available"],
];
const methods = [
  ["leave one plant out", (plant) => chosen.get(plant), "left out"],
  ["owner", () => OWNER, "fitted"],
  ["bank", () => BANK, "unseen"],
];
const rowOf = (cells) => `| ${cells.join(" | ")} |`;
const tableOf = (head, rows) => [head, head.map(() => "---"), ...rows].map(rowOf).join("\n");

const years = whole.flatMap((plant) =>
  plant.years.map(({ from, days, off, outagesIn }) => {
    const cells = [chosen.get(plant), OWNER, BANK].flatMap((set) => {
      const { p50 } = plant.sets[set];
      return [p50.toFixed(0), percent(p50 / outagesIn - 1)];
    });
    return [plant.id, from, days, off, outagesIn.toFixed(0), CANDIDATES[chosen.get(plant)][0], ...cells];
  }),
);
const head = [
  "plant",
  "from",
  "days known",
  "off",
  "kWh/kWp",
  "others choose",
  "P50",
  "off %",
  "owner",
  "off %",
  "bank",
  "off %",
];
console.log(`${tableOf(head, years)}\n`);
const found = methods.flatMap(([method, setOf, judgedOn]) =>
  energies.map(([name, energy]) => ({ method, name, judgedOn, ...summary(whole, setOf, energy) })),
);
const summaries = found.map(({ method, name, count, bias, rmse, worst, above, within }) => [
  ...[method, name, count, percent(bias), percent(rmse), percent(worst)],
  ...[above, within].map((share) => percent(share, 0)),
]);
const SUMMARY = [
  "losses",
  "energy",
  "plant-years",
  "mean of plants %",
  "rms %",
  "worst %",
  "above P50 %",
  "P10 to P90 %",
];
console.log(`${tableOf(SUMMARY, summaries)}\n`);
const sets = CANDIDATES.map(([name], set) => [
  ...[name, whole[0].sets[set].losses.toFixed(1)],
  ...[biasOf(whole, set), rmsOf(whole, set)].map((value) => percent(value)),
]);
console.log(tableOf(["set", "losses %", "mean of plants %", "rms %"], sets));
const [off, known] = ["off", "days"].map((name) => whole.flatMap((plant) => plant.years.map((year) => year[name])));
const sum = (values) => values.reduce((before, value) => before + value, 0);
console.log(`\nOff on ${sum(off)} of ${sum(known)} known days, ${percent(sum(off) / sum(known))} %.`);
console.log(`\nLeft out:\n${left.map((line) => `- ${line}`).join("\n")}`);

if (given.json) writeFileSync(given.json, JSON.stringify({ plants: whole, found }));
if (given.results) {
  const { writeResults } = await import("./lib/results.mjs");
  const rows = found
    .filter(({ name }) => name === energies[0][0])
    .map(({ method, judgedOn, count, bias, rmse, worst, above, within }) => ({
      ...{ source: "metered-power", region: "all", quantity: "pv_production", resolution: "1_year" },
      ...{
        condition: `losses: ${method}; ${percent(above, 0)} % of the years above P50`,
        unit: "%",
        n: count,
        stations: whole.length,
        period: "2011 to 2022",
        judgedOn,
      },
      statistics: { bias: 100 * bias, rmse: 100 * rmse, worst: 100 * worst, within },
    }));
  writeResults(given.results, import.meta.url, files, rows);
}
