// What is power learnt as power worth, strictly forward? Run `node scripts/build.mjs engine` first; prints the tables of research/forecast-power.md.
//
//   node research/forecast/power-learnt.mjs [--chosen] GEFCOM [METERS]
//
// GEFCOM: gefcom_roof{1,2,3}_2012-04_2013-06.csv.gz, three roofs of the solar track of GEFCom2014 with the runs of their weather model (no
// licence is stated, so nothing of them is in the repository). Each month from October 2012 on is judged by what is learnt from all hours before
// it: mean pinball loss of the 99 quantiles over all hours, in capacities; coverage with more clear power than 1 % of the capacity.
// With --chosen the months that constants were chosen on instead: April to September 2012, each left out with two days around it.
// METERS: g09-trondheim-A-60min.csv.gz and g09-weather-run-15min.csv.gz (SverreNystad/power-predictor, MIT), likewise from December 2022 on.
import { parseArgs } from "node:util";
import { sumQuantiles } from "irradiance-engine/forecast";
import { DEFAULT_SPREAD } from "irradiance-engine/internal/forecast";
import { expectedPower, learnPower, powerQuantiles } from "../../dist/answers/forecast/power/index.js";
import { gefcomCases, trondheimCase } from "./power-cases.mjs";

const { positionals, values: asked } = parseArgs({ allowPositionals: true, options: { chosen: { type: "boolean" } } });
const isChosen = asked.chosen === true;
const HOUR = 3_600_000;
/** Hours on both sides of a month that is left out, and the first month of 2012 (January 0) that no constant was chosen on. */
const GAP = 48;
const CHOSEN_END = 9;
const LEVELS = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);
const [P10, P90] = [9, 89];
/** Of the limit: hours whose coverage counts. */
const LIT = 0.01;

const asBins = (table) => ({ ...table, width: 1, regression: undefined, analogs: undefined, ranges: undefined });
/** Name, fields of the run (default all), days before the month that teach (all), what is made of the table. */
const METHODS = [
  { name: "chain × one factor", point: true },
  { name: "bins, as wide as they were", of: asBins },
  { name: "terms and analogs, the chain alone", fields: [] },
  { name: "without humidity and cloud water", fields: ["cloudCover", "cloudIce", "temperature"] },
  { name: "all fields" },
  { name: "all fields, the last 30 days alone", last: 30 },
];

function cut({ start, step, chain, clear, fields, ...place }, from, to, names = Object.keys(fields)) {
  const kept = Object.entries(fields).filter(([name]) => names.includes(name));
  return {
    ...{ start: start + from * step, step, chain: chain.slice(from, to), clear: clear.slice(from, to), ...place },
    fields: Object.fromEntries(kept.map(([name, column]) => [name, column.slice(from, to)])),
  };
}

/** One month of one system by one method. */
function judgeMonth({ rows, measured, limit }, [year, month], { fields, last = Number.POSITIVE_INFINITY, point, of = (table) => table }) {
  const at = (m) => Math.min(measured.length, Math.max(0, (Date.UTC(year, m) - rows.start) / HOUR));
  const [from, to] = [at(month), at(month + 1)];
  const [begin, end] = isChosen ? [0, at(CHOSEN_END)] : [Math.max(0, from - 24 * last), from];
  const isTaught = (row) => row < from - GAP || row >= to + GAP;
  const known = isChosen ? measured.map((power, row) => (isTaught(row) ? power : Number.NaN)) : measured;
  const [past, power] = [cut(rows, begin, end, fields), known.slice(begin, end)];
  const [given, truth] = [cut(rows, from, to, fields), measured.slice(from, to)];
  if (point) {
    const factor = sum(power, (own) => own || 0) / sum(power, (own, k) => (own >= 0 ? past.chain[k] : 0));
    const powers = given.chain.map((own) => Math.min(limit, factor * own));
    return { ...scores(LEVELS.map(() => powers), powers, truth, given.clear, limit), days: [] };
  }
  const table = of(learnPower(past, power, { limit }));
  const quantiles = powerQuantiles(table, given, LEVELS);
  return {
    ...scores(quantiles, expectedPower(table, given), truth, given.clear, limit),
    days: heldDays(quantiles, truth, given, table.correlation),
  };
}

function scores(quantiles, expected, truth, clear, limit) {
  const known = [...truth.keys()].filter((k) => truth[k] >= 0);
  const lit = known.filter((k) => clear[k] > LIT * limit);
  const pinball = (p, above) => (above > 0 ? p : p - 1) * above;
  return {
    hours: known.length,
    loss: sum(known, (k) => sum(LEVELS, (p, q) => pinball(p, truth[k] - quantiles[q][k]))) / LEVELS.length / limit,
    mae: sum(known, (k) => Math.abs(truth[k] - expected[k])) / limit,
    held: lit.filter((k) => truth[k] >= quantiles[P10][k] && truth[k] <= quantiles[P90][k]).length / lit.length,
  };
}

/** For each whole day in UTC whether its energy lay within P10 and P90. */
function heldDays(quantiles, truth, { start, step }, correlation) {
  const spans = Array.from({ length: Math.floor(truth.length / 24) }, (_, day) => ({ from: 24 * day, to: 24 * day + 24 }));
  const spread = { ...DEFAULT_SPREAD, ahead: { ...DEFAULT_SPREAD.ahead, correlation } };
  const options = { start, step, spans, spread, probabilities: [0.1, 0.9] };
  const [low, high] = sumQuantiles({ probabilities: LEVELS, values: quantiles }, options);
  const energies = spans.map(({ from, to }) => sum(truth.slice(from, to), (power) => power));
  return energies.map((energy, k) => energy >= low[k] && energy <= high[k]).filter((_, k) => energies[k] >= 0);
}

function sum(list, of) {
  return list.reduce((total, one, k) => total + of(one, k), 0);
}
const percent = (value, digits = 0) => (100 * value).toFixed(digits);
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);

function showAll(cases, months, methods) {
  const found = methods.map((method) => cases.map((one) => months.map((month) => judgeMonth(one, month, method))));
  row(["recipe", "pinball", "MAE, %", "P10–P90 hold, % (by month)", "days held, %"]);
  row(["---", "---", "---", "---", "---"]);
  methods.forEach(({ name, point }, m) => {
    const all = found[m].flat();
    const hours = sum(all, (one) => one.hours);
    const held = all.map((one) => one.held);
    const days = all.flatMap((one) => one.days);
    const range = `${percent(sum(held, (one) => one) / held.length, 1)} (${percent(Math.min(...held))}–${percent(Math.max(...held))})`;
    const bands = point ? ["–", "–"] : [range, percent(days.filter(Boolean).length / days.length)];
    row([name, (sum(all, (one) => one.loss) / hours).toFixed(5), percent(sum(all, (one) => one.mae) / hours, 2), ...bands]);
  });
  console.log();
  row(["pinball × 10⁴ / held, %", ...months.map((month) => new Date(Date.UTC(...month)).toISOString().slice(0, 7))]);
  row(["---", ...months.map(() => "---")]);
  methods.forEach(({ name, point }, m) => {
    cases.forEach((one, c) => {
      const cells = found[m][c].map(({ loss, hours, held }) => `${percent(100 * loss / hours)}${point ? "" : ` / ${percent(held)}`}`);
      row([`${one.name}, ${name}`, ...cells]);
    });
  });
  console.log();
}

const [gefcom, meters] = positionals;
if (gefcom === undefined) throw new Error("the folder of GEFCom's files must be given");
const monthsFrom = (first, count) => Array.from({ length: count }, (_, k) => [2012 + Math.floor((first + k) / 12), (first + k) % 12]);
const cases = await gefcomCases(gefcom);
if (isChosen) showAll(cases, monthsFrom(3, 6), METHODS.slice(0, 5));
else showAll(cases, monthsFrom(9, 9), METHODS);
if (meters !== undefined && !isChosen) showAll([await trondheimCase(meters)], monthsFrom(131, 5), [0, 1, 4].map((m) => METHODS[m]));
