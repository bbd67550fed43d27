// What is power learnt as power worth, strictly forward? Run `node scripts/build.mjs engine` first; prints the tables of research/forecast-power.md.
//
//   node research/forecast/power-learnt.mjs GEFCOM [METERS]
//
// GEFCOM: gefcom_roof{1,2,3}_2012-04_2013-06.csv.gz, three roofs of the solar track of GEFCom2014 with the runs of their weather model (no
// licence is stated, so nothing of them is in the repository). Each month from October 2012 on is judged by what is learnt from all hours before
// it: mean pinball loss of the 99 quantiles over all hours, in capacities; coverage with more clear power than 1 % of the capacity.
// METERS: g09-trondheim-A-60min.csv.gz and g09-weather-run-15min.csv.gz (SverreNystad/power-predictor, MIT), likewise from December 2022 on.
import { parseArgs } from "node:util";
import { sumQuantiles } from "irradiance-engine/forecast";
import { DEFAULT_SPREAD } from "irradiance-engine/internal/forecast";
import { expectedPower, learnPower, powerQuantiles } from "../../dist/answers/forecast/power/index.js";
import { gefcomCases, trondheimCase } from "./power-cases.mjs";

const HOUR = 3_600_000;
const LEVELS = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);
const [P10, P90] = [9, 89];
/** Of the limit: hours whose coverage counts. */
const LIT = 0.01;
const ALL = ["cloudCover", "humidity", "cloudWater", "cloudIce", "temperature"];

const asBins = (table) => ({ ...table, recipe: "bins", width: 1, regression: undefined, analogs: undefined });
/** Name, fields of the run, days before the month that teach, what is made of the table; `point`: one value for all quantiles. */
const METHODS = [
  { name: "chain × one factor", point: true },
  { name: "bins", of: asBins },
  { name: "terms and analogs, the chain alone", fields: [] },
  { name: "without humidity and cloud water", fields: ["cloudCover", "cloudIce", "temperature"] },
  { name: "all fields", fields: ALL },
  { name: "all fields, the last 30 days alone", fields: ALL, last: 30 },
  { name: "all fields, the last 60 days alone", fields: ALL, last: 60 },
];

function cut({ start, step, chain, clear, fields, ...place }, from, to, names) {
  const kept = Object.entries(fields).filter(([name]) => names.includes(name));
  return {
    ...{ start: start + from * step, step, chain: chain.slice(from, to), clear: clear.slice(from, to), ...place },
    fields: Object.fromEntries(kept.map(([name, column]) => [name, column.slice(from, to)])),
  };
}

/** Measured over chain, no more. */
function factorOf(rows, measured) {
  let [own, chain] = [0, 0];
  measured.forEach((power, k) => {
    if (power >= 0) [own, chain] = [own + power, chain + rows.chain[k]];
  });
  return own / chain;
}

/** One month of one system by one method. */
function judgeMonth({ rows, measured, limit }, [year, month], { fields = ALL, last = Number.POSITIVE_INFINITY, point, of }) {
  const at = (m) => Math.min(measured.length, Math.max(0, (Date.UTC(year, m) - rows.start) / HOUR));
  const [from, to] = [at(month), at(month + 1)];
  const taught = [cut(rows, Math.max(0, from - 24 * last), from, fields), measured.slice(Math.max(0, from - 24 * last), from)];
  const given = cut(rows, from, to, fields);
  const truth = measured.slice(from, to);
  if (point) {
    const factor = factorOf(...taught);
    const powers = given.chain.map((power) => Math.min(limit, factor * power));
    return { ...scores(LEVELS.map(() => powers), powers, truth, given.clear, limit), ms: 0 };
  }
  const before = process.cpuUsage();
  const learnt = learnPower(...taught, { limit });
  const { user, system } = process.cpuUsage(before);
  const table = of === undefined ? learnt : of(learnt);
  const quantiles = powerQuantiles(table, given, LEVELS);
  return {
    ...scores(quantiles, expectedPower(table, given), truth, given.clear, limit),
    ...{ table, ms: (user + system) / 1000, days: heldDays(quantiles, truth, given, table.correlation) },
  };
}

function scores(quantiles, expected, truth, clear, limit) {
  let [loss, off, hours, held, lit] = [0, 0, 0, 0, 0];
  truth.forEach((power, k) => {
    if (!(power >= 0)) return;
    hours++;
    off += Math.abs(power - expected[k]);
    LEVELS.forEach((p, q) => {
      const above = power - quantiles[q][k];
      loss += (above > 0 ? p : p - 1) * above;
    });
    if (!(clear[k] > LIT * limit)) return;
    lit++;
    if (power >= quantiles[P10][k] && power <= quantiles[P90][k]) held++;
  });
  return { loss: loss / LEVELS.length / limit, mae: off / limit, hours, held, lit };
}

/** Days whose energy lies within P10 and P90: with the system's own correlation, and with that of light anywhere. */
function heldDays(quantiles, truth, { start, step }, correlation) {
  const shift = (24 - (start / HOUR) % 24 + 14) % 24;
  const spans = [];
  for (let from = shift; from + 24 <= truth.length; from += 24) spans.push({ from, to: from + 24 });
  const sums = spans.map(({ from, to }) => truth.slice(from, to).reduce((sum, power) => sum + power, 0));
  return [correlation, DEFAULT_SPREAD.ahead.correlation].map((own) => {
    const spread = { ...DEFAULT_SPREAD, ahead: { ...DEFAULT_SPREAD.ahead, correlation: own } };
    const rows = { probabilities: LEVELS, values: quantiles };
    const [low, high] = sumQuantiles(rows, { start, step, spans, spread, probabilities: [0.1, 0.9] });
    return { held: sums.filter((sum, k) => sum >= low[k] && sum <= high[k]).length, count: sums.length };
  });
}

const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);
const percent = (value) => (100 * value).toFixed(0);

function summary(name, found) {
  const hours = sum(found, (one) => one.hours);
  const shares = found.map((one) => one.held / one.lit);
  const days = [0, 1].map((k) =>
    found[0].days === undefined ? "–" : percent(sum(found, (one) => one.days[k].held) / sum(found, (one) => one.days[k].count)),
  );
  const cells = [
    name,
    (sum(found, (one) => one.loss) / hours).toFixed(5),
    ((100 * sum(found, (one) => one.mae)) / hours).toFixed(2),
    name.includes("factor")
      ? "–"
      : `${((100 * sum(shares, (share) => share)) / shares.length).toFixed(1)} (${percent(Math.min(...shares))}–${percent(Math.max(...shares))})`,
    days.join(" / "),
    Math.max(...found.map(({ ms }) => ms)).toFixed(0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

function showAll(cases, months, methods) {
  console.log("\n| recipe | pinball | MAE, % | p10–p90 hold, % (by month) | days held, own / usual correlation | learning, ms |");
  console.log("|---|---|---|---|---|---|");
  const byMethod = methods.map((method) => {
    const found = cases.flatMap((one) => months.map((month) => ({ name: one.name, month, ...judgeMonth(one, month, method) })));
    summary(method.name, found);
    return found;
  });
  console.log(`\n| pinball × 10⁴ / held, % | ${months.map(([year, month]) => new Date(Date.UTC(year, month)).toISOString().slice(0, 7)).join(" | ")} |`);
  console.log(`|---|${months.map(() => "---|").join("")}`);
  methods.forEach((method, m) => {
    for (const { name } of cases) {
      const own = byMethod[m].filter((one) => one.name === name);
      const cells = own.map(({ loss, hours, held, lit }) => `${((1e4 * loss) / hours).toFixed(0)} / ${percent(held / lit)}`);
      console.log(`| ${name}, ${method.name} | ${cells.join(" | ")} |`);
    }
  });
}

const { positionals } = parseArgs({ allowPositionals: true });
const [gefcom, meters] = positionals;
if (gefcom === undefined) throw new Error("the folder of GEFCom's files must be given");
const cases = await gefcomCases(gefcom);
showAll(cases, Array.from({ length: 9 }, (_, k) => [2012, 9 + k]), METHODS);
if (meters !== undefined) {
  const trondheim = await trondheimCase(meters);
  const known = { ...trondheim, measured: trondheim.measured };
  showAll([known], Array.from({ length: 5 }, (_, k) => [2022, 11 + k]), [METHODS[0], METHODS[1], METHODS[4]]);
}
