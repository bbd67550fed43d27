// How good are forecasts of the next 15 minutes to 6 hours? Run `npm run build` first.
//
//   node research/validate-forecast.mjs FILE@LAT,LON,ALT…             prints the tables
//   node research/validate-forecast.mjs --write FILE@LAT,LON,ALT…     writes them into research/forecasts.md, between its two marks
//   node research/validate-forecast.mjs --results=FILE FILE@LAT,LON,ALT…   beside either: rows of the accuracy table
//   node research/validate-forecast.mjs --fit FILE@LAT,LON,ALT…       fits src/answers/forecast/default-table.generated.ts on all stations
//
// FILE: a year or a good part of one of measured GHI in steps that divide 15 minutes, in any format that readWeather knows; at least three
// stations, as each is judged with what the others teach. No archive of real runs is at hand: all runs are SIMULATED from the
// measurements by a fixed recipe (research/forecast/simulated-runs.mjs), in three qualities, and with all skill shuffled away.
// Rows, references and scores: research/forecast/.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DEFAULT_BANDS } from "../dist/answers/forecast/day-ahead/default-bands.generated.js";
import { pageWith } from "../scripts/docs/between-marks.mjs";
import { accuracyRows } from "./forecast/accuracy-rows.mjs";
import { forecastAll, spreadOf, tableOf } from "./forecast/corrected.mjs";
import { casesOf, judge, judgeSpread, learnersOf, rotation, spreadRotation } from "./forecast/judge.mjs";
import { report } from "./forecast/report.mjs";
import { readStation } from "./forecast/stations.mjs";
import { tableModule } from "./forecast/table-module.mjs";
import { writeResults } from "./lib/results.mjs";

/** Weights are fitted on runs of this quality, whichever are judged. */
const FITTED = "30 %";
const QUALITIES = [
  { name: "25 %", nrmse: 0.25 },
  { name: FITTED, nrmse: 0.3 },
  { name: "35 %", nrmse: 0.35 },
  { name: "useless", nrmse: 0.3, useless: true },
];
const PAGE = new URL("forecasts.md", import.meta.url);
const TABLE = new URL("../src/answers/forecast/default-table.generated.ts", import.meta.url);
const MARKS = /** @type {const} */ ([
  "<!-- forecasts: written by research/validate-forecast.mjs -->",
  "<!-- end of forecasts -->",
]);

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, fit: { type: "boolean" }, results: { type: "string" } },
});
if (files.length < 3) throw new Error("give three stations or more: FILE@LATITUDE,LONGITUDE,ALTITUDE");
const stations = [];
for (const file of files) stations.push(await readStation(file));
const fitted = casesOf(
  stations,
  QUALITIES.find(({ name }) => name === FITTED),
);
const learners = learnersOf(fitted);

if (given.fit) writeTable();
else show(judgeAll());

/** On all stations: what other places are served by. */
function writeTable() {
  const names = stations.map(({ name }) => name).join(", ");
  const evidence =
    `fitted on simulated runs (30 % nRMSE) at ${stations.length} stations (${names}); judged station by station with the others' ` +
    "weights in research/forecasts.md";
  const table = tableOf("simulated-30", evidence, fitted, learners);
  const results = rotation(fitted, learners).map((own, k) => forecastAll(fitted[k], own, false));
  const spread = spreadOf("simulated-30", evidence, fitted, results, DEFAULT_BANDS);
  writeFileSync(TABLE, tableModule(table, spread));
}

function judgeAll() {
  const tables = rotation(fitted, learners);
  const known = [false, true].map((learns) => fitted.map((one, k) => forecastAll(one, tables[k], learns)));
  return QUALITIES.map((quality) => {
    const cases = quality.name === FITTED ? fitted : casesOf(stations, quality);
    const results =
      cases === fitted
        ? known
        : [false, true].map((learns) => cases.map((one, k) => forecastAll(one, tables[k], learns)));
    const spread = [false, true].map((learns, k) =>
      judgeSpread(cases, results[k], spreadRotation(fitted, known[k]), learns),
    );
    const nrmse = cases.map((one) => one.nrmse);
    return {
      quality,
      nrmse,
      quarters: judge(stations, cases, results, 1),
      hours: judge(stations, cases, results, 4),
      spread,
    };
  });
}

function show(found) {
  writeResults(given.results, import.meta.url, files, accuracyRows(files, found));
  const text = report(stations, found);
  if (given.write) writeFileSync(PAGE, pageWith(PAGE, MARKS, text));
  else process.stdout.write(text);
}
