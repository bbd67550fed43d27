// P90 of a year from other years, judged on that year: on measured years of stations, and on made years of kinds that the formula does
// not assume. Run `node scripts/build.mjs engine` first; prints Markdown.
//
//   node research/validate-exceedance.mjs [--dist=FOLDER] [--results=FILE] [--draws=N] [FILE]
//
// FILE: CSV with the columns station, latitude, year, value: annual means of global horizontal irradiance, W/m². Without it, only made
// years. --draws: of each kind and number of years; default 20,000.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { writeResults } from "./lib/results.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: "string" }, results: { type: "string" }, draws: { type: "string" } },
});
const dist = resolve(given.dist ?? new URL("../dist", import.meta.url).pathname);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { uncertaintyOf } = await load("answers/yield/uncertainty/uncertainty-of.js");
const { Random } = await load("foundation/statistics/random.js");
const draws = Number(given.draws ?? 20_000);
const random = new Random(36);

/** The scatter of the years alone: what a measured year beside others of the same instrument can judge. */
const ALONE = { irradiance: 0, plane: 0, module: 0, losses: 0, model: 0 };
const PLACE = {
  latitude: 45,
  horizontalIrradiation: 1300,
  source: "unknown",
  planes: [{ kwp: 1, surfaceTilt: 0, trackingMode: "none" }],
};

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share) => (100 * share).toFixed(1);

/** What is exceeded with the probabilities, of the mean of so many years to come. */
function exceededOf(values, horizon = 1, shares = ALONE, place = PLACE) {
  const years = values.map((energy, k) => ({ year: 2000 + k, energy }));
  const found = uncertaintyOf({ ...place, energy: mean(values), years, record: values.length }, shares);
  const { values: exceeded } = found.horizons.find(({ years: count }) => count === horizon);
  return Object.fromEntries(exceeded.map(({ exceedance, energy }) => [exceedance, energy]));
}

/** Made years around 1000: each kind gives `count` years in a row, from draws of its own. */
const SCATTER = 40;
const normals = (draw, count) => Array.from({ length: count }, (_, year) => random.normal(1, draw, year, 0));
const uniforms = (draw, count) => Array.from({ length: count }, (_, year) => random.uniform(2, draw, year, 0));
const KINDS = {
  "normal, independent": (draw, count) => normals(draw, count),
  "skewed to bad years (skewness 1)": (draw, count) => gammas(draw, count).map((x) => -x),
  "skewed to good years (skewness 1)": (draw, count) => gammas(draw, count),
  "skewed to bad years (skewness 2)": (draw, count) => uniforms(draw, count).map((u) => 1 + Math.log(u)),
  "skewed to good years (skewness 2)": (draw, count) => uniforms(draw, count).map((u) => -1 - Math.log(u)),
  "heavy tails (Student's t, 3 degrees)": (draw, count) => {
    const chi = [3, 4, 5].map((purpose) => Array.from({ length: count }, (_, k) => random.normal(purpose, draw, k, 0)));
    return normals(draw, count).map((z, k) => z / Math.sqrt(chi.reduce((sum, of) => sum + of[k] ** 2, 0)));
  },
  uniform: (draw, count) => uniforms(draw, count).map((u) => Math.sqrt(12) * (u - 0.5)),
  "autocorrelated (0.3)": (draw, count) => correlated(draw, count, 0.3),
  "autocorrelated (0.6)": (draw, count) => correlated(draw, count, 0.6),
  "a volcano each twentieth year, two dark years": (draw, count) => {
    const erupts = Array.from({ length: count + 1 }, (_, k) => random.uniform(6, draw, k, 0) < 0.05);
    return normals(draw, count).map((z, k) => z - (erupts[k + 1] ? 2 : 0) - (erupts[k] ? 1 : 0));
  },
  "a step of two deviations somewhere": (draw, count) => {
    const at = Math.floor(count * random.uniform(7, draw, 0, 0));
    const sign = random.uniform(7, draw, 1, 0) < 0.5 ? -1 : 1;
    return normals(draw, count).map((z, k) => z + (k >= at ? 2 * sign : 0));
  },
  "a trend of a tenth of a deviation a year": (draw, count) => {
    const sign = random.uniform(8, draw, 0, 0) < 0.5 ? -1 : 1;
    return normals(draw, count).map((z, k) => z + 0.1 * sign * k);
  },
};

/** The sum of four waits, around 0, with the deviation 1. */
function gammas(draw, count) {
  const waits = [12, 13, 14, 15].map((purpose) =>
    Array.from({ length: count }, (_, year) => -Math.log(random.uniform(purpose, draw, year, 0))),
  );
  return waits[0].map((_, year) => waits.reduce((sum, of) => sum + of[year], -4) / 2);
}

function correlated(draw, count, lag) {
  let before = random.normal(9, draw, 0, 0);
  return normals(draw, count).map((z) => (before = lag * before + Math.sqrt(1 - lag * lag) * z));
}

const COUNTS = [3, 5, 10, 20];
/** Percent of years that P90 should let pass; a kind that leaves it anywhere is noted. */
const HELD = [85, 95];

/** Share of draws in which one year of the others, anywhere or after them, exceeds P90. */
function madeCoverage(kind, count, isNext) {
  let above = 0;
  for (let draw = 0; draw < draws; draw++) {
    const years = KINDS[kind](draw, count + 1).map((z) => 1000 + SCATTER * z);
    const at = isNext ? count : Math.floor(random.uniform(10, draw, 0, 0) * (count + 1));
    const [judged] = years.splice(at, 1);
    if (judged >= exceededOf(years)[90]) above++;
  }
  return above / draws;
}

/** All shares together: a mean that is off by errors of the stated size, and years that scatter. */
function totalCoverage(count, horizon) {
  const shares = { irradiance: 4, plane: 1.7, module: 3, losses: 2.5, model: 2.4 };
  const off = Math.sqrt(Object.values(shares).reduce((sum, share) => sum + share * share, 0)) * 10;
  let above = 0;
  for (let draw = 0; draw < draws; draw++) {
    const years = normals(draw, count + horizon).map((z) => 1000 + SCATTER * z);
    const truth = mean(years.slice(count)) + off * random.normal(11, draw, 0, 0);
    if (truth >= exceededOf(years.slice(0, count), horizon, shares)[90]) above++;
  }
  return above / draws;
}

function stationsOf(file) {
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const stations = new Map();
  for (const line of lines) {
    // A name may hold a comma, within quotes.
    const [, quoted, plain, latitude, year, value] = /^(?:"([^"]*)"|([^,]*)),([^,]*),([^,]*),([^,]*)$/.exec(line);
    const name = quoted ?? plain;
    if (!stations.has(name)) stations.set(name, { name, latitude: Number(latitude), years: [] });
    stations.get(name).years.push({ year: Number(year), value: Number(value) });
  }
  return [...stations.values()];
}

/** Each year from all others of the station; and from the class of climate with one other year alone. */
function judgeStation({ name, latitude, years }) {
  const values = years.map(({ value }) => value);
  const place = (middle) => ({ ...PLACE, latitude, horizontalIrradiation: middle * 8.76 });
  const rest = (k) => values.filter((_, other) => other !== k);
  const shares = values.map((_, k) => exceededOf(rest(k), 1, ALONE, place(mean(rest(k)))));
  const over = (level) => values.filter((value, k) => value >= shares[k][level]).length;
  const pairs = values.flatMap((value, k) =>
    rest(k).map((one) => value >= exceededOf([one], 1, ALONE, place(one))[90]),
  );
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1),
  );
  const { shares: assumed } = uncertaintyOf({ ...place(mean(values)), energy: 1, years: [], record: undefined }, ALONE);
  return {
    ...{ name, count: values.length, first: years[0].year, last: years.at(-1).year },
    ...{ scatter: (100 * deviation) / mean(values), assumed: assumed[0].percent },
    ...{ p50: over(50), p90: over(90), pairs: pairs.length, pairsAbove: pairs.filter(Boolean).length },
  };
}

const rows = [];
const line = (...cells) => console.log(`| ${cells.join(" | ")} |`);
const row = (values) =>
  rows.push({ source: "p90", quantity: "annual_sum", resolution: "1_year", unit: "%", ...values });

if (positionals.length > 0) {
  const judged = stationsOf(positionals[0]).map(judgeStation);
  line(
    "station",
    "years",
    "scatter, %",
    "assumed by climate, %",
    "years ≥ P50",
    "≥ P90, from all others",
    "≥ P90, from one other and the climate",
  );
  line("---", "---", "--:", "--:", "--:", "--:", "--:");
  for (const { name, count, first, last, scatter, assumed, p50, p90, pairs, pairsAbove } of judged) {
    line(
      name,
      `${first}–${last}: ${count}`,
      scatter.toFixed(1),
      assumed.toFixed(1),
      p50,
      `${p90} of ${count}`,
      `${percent(pairsAbove / pairs)} %`,
    );
  }
  const sum = (key) => judged.reduce((total, station) => total + station[key], 0);
  line(
    "all",
    sum("count"),
    "",
    "",
    sum("p50"),
    `${sum("p90")} of ${sum("count")} = ${percent(sum("p90") / sum("count"))} %`,
    `${percent(sum("pairsAbove") / sum("pairs"))} %`,
  );
  row({
    ...{
      region: "all",
      condition: "measured years, from all others of the station",
      n: sum("count"),
      stations: judged.length,
    },
    statistics: { above: sum("p90") / sum("count") },
    ...{
      period: `${Math.min(...judged.map(({ first }) => first))}–${Math.max(...judged.map(({ last }) => last))}`,
      judgedOn: "left out",
    },
  });
  console.log();
}

line("made years: kind", ...COUNTS.map((count) => `${count} years: one left out / the next`));
line("---", ...COUNTS.map(() => "--:"));
for (const kind of Object.keys(KINDS)) {
  const found = COUNTS.map((count) => [madeCoverage(kind, count, false), madeCoverage(kind, count, true)]);
  line(kind, ...found.map((pair) => pair.map(percent).join(" / ")));
  const all = found.flat().map((share) => 100 * share);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const note = `${kind}, 3 to 20 years: ${least.toFixed(1)} to ${most.toFixed(1)} %`;
  row({
    ...{ region: "all", condition: `made years, ${kind}`, n: draws * all.length, stations: 1 },
    statistics: { above: mean(all) / 100 },
    ...{ period: "made", judgedOn: "unseen", ...(least < HELD[0] || most > HELD[1] ? { note } : {}) },
  });
}
console.log();
line("all shares, normal", ...COUNTS.map((count) => `${count} years`));
line("---", ...COUNTS.map(() => "--:"));
for (const horizon of [1, 10, 25]) {
  line(
    horizon === 1 ? "a year" : `mean of ${horizon} years`,
    ...COUNTS.map((count) => percent(totalCoverage(count, horizon))),
  );
}
writeResults(given.results, import.meta.url, positionals, rows);
