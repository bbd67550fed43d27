// What does a place's own past teach, and how many days does it take? Run `npm run build` first.
//
//   node research/validate-tuning.mjs FILE@LAT,LON,ALT…             prints the tables
//   node research/validate-tuning.mjs --write FILE@LAT,LON,ALT…     writes them into research/forecasts.md, between its two marks
//
// Stations as for research/validate-forecast.mjs, three or more. Each learns from so many days, on top of what the others teach, and is
// judged on the last two fifths of its record, which begin where those days end. With all days before them it goes through the file
// (`tuneToSite`, `siteTuningText`, `parseSiteTuning`), which must give what `learnFromPast` gives in memory. Runs are SIMULATED by the fixed
// recipe (research/forecast/simulated-runs.mjs).
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { learnFromPast, parseSiteTuning, siteTuningText, tuneToSite } from "irradiance-engine/forecast";
import { judgeHeldOut } from "../dist/answers/forecast/tune.js";
import { correctedPast, knownPast } from "../dist/answers/forecast/known-past.js";
import { SKIES } from "../dist/answers/forecast/table.js";
import { pageWith } from "../scripts/docs/between-marks.mjs";
import { forecastAll, KNOTS } from "./forecast/corrected.mjs";
import { casesOf, learnersOf, rotation, spreadRotation } from "./forecast/judge.mjs";
import { lagCorrelations } from "./forecast/references.mjs";
import { average } from "./forecast/scores.mjs";
import { climatologyOf, QUARTER, readStation } from "./forecast/stations.mjs";

const DAY = 96;
const DAYS = [3, 7, 14, 21, 30, 45, 60, 90];
/** Quarters of an hour. */
const LEADS = [1, 4, 12, 24];
/** Share of a record that may be learnt from. */
const TAUGHT = 0.6;
const FITTED = { name: "30 %", nrmse: 0.3 };
const QUALITIES = [
  { name: "25 %", nrmse: 0.25 },
  FITTED,
  { name: "35 %", nrmse: 0.35 },
  { name: "useless", nrmse: 0.3, useless: true },
];
const PAGE = new URL("forecasts.md", import.meta.url);
const MARKS = /** @type {const} */ ([
  "<!-- tuning: written by research/validate-tuning.mjs -->",
  "<!-- end of tuning -->",
]);

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" } },
});
if (files.length < 3) throw new Error("give three stations or more: FILE@LATITUDE,LONGITUDE,ALTITUDE");
const stations = [];
for (const file of files) stations.push(await readStation(file));
const fitted = casesOf(stations, FITTED);
const tables = rotation(fitted, learnersOf(fitted));
const others = spreadRotation(
  fitted,
  fitted.map((one, k) => forecastAll(one, tables[k], false)),
);
const found = QUALITIES.flatMap((quality) =>
  casesOf(stations, quality).map((one, k) => ({
    quality,
    ...judgeStation(one, { table: tables[k], spread: others[k] }),
  })),
);
show(`${byDays()}\n\n${byQuality()}\n\n${besideCliper()}\n`);

/** One result for each number of days; the last has gone through the file. */
function judgeStation({ station, light, runAt, quarters }, usual) {
  const { place, start } = station;
  // A cell of the climatology with one twilight in it may be more than the library takes.
  const climatology = climatologyOf(stations.filter((other) => other !== station)).map((index) => Math.min(index, 1.5));
  const options = { place, climatology, ...usual };
  const cut = Math.floor((quarters.count * TAUGHT) / DAY) * DAY;
  const pastOf = (from, to) => ({
    runs: runsOf(start, runAt, from, to),
    observations: seriesOf(start + from * QUARTER, light.slice(from, to)),
  });
  const known = knownPast(pastOf(0, quarters.count), place, climatology, "validate-tuning");
  const before = judgeHeldOut(known, [usual], LEADS, cut);
  const [othersOwn, own] = [usual.table.persistence, persistenceOf(station, cut)];
  const cliper = judgeHeldOut(
    known,
    [othersOwn, own].map((persistence) => ({ ...usual, table: cliperTable(usual.table, persistence) })),
    LEADS,
    cut,
  );
  const judge = (learned) => {
    const after = judgeHeldOut(correctedPast(known, learned.dayAhead), [learned], LEADS, cut);
    return before.map((one, k) => ({
      ...one,
      squares: [...one.squares, ...after[k].squares],
      held: [...one.held, ...after[k].held],
    }));
  };
  const byDays = DAYS.filter((days) => days * DAY <= cut).map((days) => {
    const learned = learnFromPast(pastOf(cut - days * DAY, cut), options);
    return { days, found: judge(learned) };
  });
  const all = pastOf(0, cut);
  const { table, spread, dayAhead, evidence } = throughFile(all, options);
  const inMemory = learnFromPast(all, options);
  assert.deepEqual({ ...table, evidence: "" }, { ...inMemory.table, evidence: "" });
  assert.deepEqual({ ...spread, evidence: "" }, { ...inMemory.spread, evidence: "" });
  return { station, byDays, all: judge({ table, spread, dayAhead }), evidence, cliper };
}

/** The correlation that CLIPER mixes by, of a record until a row. */
function persistenceOf(station, until) {
  const past = Object.fromEntries(["ghi", "clear", "index"].map((name) => [name, station[name].slice(0, until)]));
  const found = lagCorrelations([{ ...past, count: until }], KNOTS, 1);
  return KNOTS.map((lead) => found.get(lead));
}

/** CLIPER as weights of a correction: of the last index alone, and none of the run. */
function cliperTable(table, persistence) {
  const fits = persistence.map((weight) =>
    Object.fromEntries(SKIES.map((sky) => [sky, { weights: [weight, 0, 0, 0], moments: [] }])),
  );
  const unobserved = persistence.map(() => ({ weights: [0], moments: [] }));
  return { ...table, leads: KNOTS, fits: { ...table.fits, quarter: fits }, unobserved, persistence };
}

function throughFile(past, options) {
  const tuning = tuneToSite(past, { ...options, runs: ["simulated run"], observations: ["station"] });
  return parseSiteTuning(siteTuningText(tuning));
}

function seriesOf(start, ghi) {
  return { start, interval: 900, columns: { global_horizontal_irradiance: ghi } };
}

/** Each was the newest from 4 hours after its time on. */
function runsOf(start, runAt, from, to) {
  const runs = new Map();
  for (let issue = from; issue < to; issue++) {
    const run = runAt(issue);
    if (run === undefined || runs.has(run)) continue;
    runs.set(run, { issued: start + issue * QUARTER, series: seriesOf(start + run.shift * QUARTER, run.light) });
  }
  return [...runs.values()];
}

function byDays() {
  const lines = DAYS.map((days) => {
    const own = found.flatMap((one) => one.byDays.filter((of) => of.days === days).map((of) => of.found));
    const changes = own.flatMap((leads) => leads.map(change));
    const held = own.map((leads) => heldOf(leads, 1));
    const cells = [average(changes), Math.max(...changes), 100 * average(held), 100 * Math.min(...held)];
    return `| ${days} | ${own.length} | ${cells.map(percent).join(" | ")} |`;
  });
  return [
    "| days | cases | RMSE, mean change | worst change | p10–p90 holds, mean | least |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

function byQuality() {
  const lines = QUALITIES.flatMap((quality) =>
    LEADS.map((lead, k) => {
      const own = found.filter((one) => one.quality === quality).map(({ all }) => all);
      const rmse = (of) => average(own.map((leads) => Math.sqrt(of(leads[k]) / leads[k].count))).toFixed(1);
      const changes = own.map((leads) => change(leads[k]));
      const held = [0, 1].map((t) => percent(100 * average(own.map((leads) => leads[k].held[t] / leads[k].count))));
      const cells = [rmse(({ run }) => run), rmse(({ squares }) => squares[0]), rmse(({ squares }) => squares[1])];
      const told = [average(changes), Math.min(...changes), Math.max(...changes)].map(percent);
      return `| ${quality.name} | ${lead / 4} h | ${[...cells, ...told, ...held].join(" | ")} |`;
    }),
  );
  return [
    "| simulated run | lead | run alone | others' weights | own past | change | best | worst | p10–p90 holds, others' | own past |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/** What a run without skill costs when its own past has shown that it has none. */
function besideCliper() {
  const own = found.filter(({ quality }) => quality.useless);
  const lines = LEADS.map((lead, k) => {
    const rmse = (of) => average(own.map((one) => Math.sqrt(of(one) / one.all[k].count))).toFixed(1);
    const against = [0, 1].map((which) =>
      own.map(({ all, cliper }) => change({ squares: [cliper[k].squares[which], all[k].squares[1]] })),
    );
    const cells = [
      ...[
        ({ all }) => all[k].squares[1],
        ({ cliper }) => cliper[k].squares[0],
        ({ cliper }) => cliper[k].squares[1],
      ].map(rmse),
      ...against.flatMap((changes) => [average(changes), Math.max(...changes)].map(percent)),
    ];
    return `| ${lead / 4} h | ${cells.join(" | ")} |`;
  });
  return [
    "| lead, useless run | own past | CLIPER, γ of others | CLIPER, γ of the own past | change against γ of others | worst | against the own γ | worst |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/** Of the RMSE, %. */
function change({ squares: [before, after] }) {
  return 100 * (Math.sqrt(after / before) - 1);
}

function heldOf(leads, t) {
  return leads.reduce((sum, { held }) => sum + held[t], 0) / leads.reduce((sum, { count }) => sum + count, 0);
}

function percent(value) {
  return `${value.toFixed(1).replace("-", "−")} %`;
}

function show(text) {
  if (given.write) writeFileSync(PAGE, pageWith(PAGE, MARKS, text));
  else process.stdout.write(text);
}
