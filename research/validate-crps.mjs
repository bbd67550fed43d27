// How much better than climatological ensembles are the quantiles of the first hours? Run `npm run build` first.
//
//   node research/validate-crps.mjs FILE@LAT,LON,ALT…             prints the table
//   node research/validate-crps.mjs --write FILE@LAT,LON,ALT…     writes it into docs/forecast.md, between its two marks
//
// Stations as for research/validate-forecast.mjs, three or more: each has the weights and the spread of the others, then its own past day by
// day, beside SIMULATED runs of 30 % (research/forecast/simulated-runs.mjs). CRPS: twice the mean pinball loss of 19 quantiles.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pageWith } from "../scripts/docs/between-marks.mjs";
import { forecastAll } from "./forecast/corrected.mjs";
import { casesOf, judgeSpread, learnersOf, rotation, spreadRotation } from "./forecast/judge.mjs";
import { LEADS } from "./forecast/references.mjs";
import { readStation } from "./forecast/stations.mjs";

/** Quarters of an hour. */
const SHOWN = [1, 2, 4, 8, 12, 24];
const PAGE = new URL("../docs/forecast.md", import.meta.url);
const MARKS = /** @type {const} */ (["<!-- crps: written by research/validate-crps.mjs -->", "<!-- end of crps -->"]);

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" } },
});
const stations = [];
for (const file of files) stations.push(await readStation(file));
const cases = casesOf(stations, { name: "30 %", nrmse: 0.3 });
const tables = rotation(cases, learnersOf(cases));
const [others, own] = [false, true].map((learns) => cases.map((one, k) => forecastAll(one, tables[k], learns)));
const found = judgeSpread(cases, own, spreadRotation(cases, others), true);

const percent = (share) => `${Math.round(100 * share)} %`.replace("-", "−");
const rows = SHOWN.map((lead) => {
  const at = found[LEADS.indexOf(lead)];
  const skills = at.map(({ crps, complete }) => 1 - crps / complete);
  const mean = (of) => at.reduce((sum, one) => sum + of(one) / one.n, 0) / at.length;
  return [
    lead < 4 ? `${15 * lead} min` : `${lead / 4} h`,
    ...skills.map(percent),
    percent(1 - mean(({ crps }) => crps) / mean(({ plain }) => plain)),
    percent(mean(({ inside }) => inside)),
    `${mean(({ crps }) => crps).toFixed(1)} W/m²`,
  ];
});
const names = stations.map(({ name }) => name.replace(/\b[a-z]{2}$/, "").trim());
const titles = [
  "simulated run of 30 %",
  ...names.map((name) => `${name}, CH-PeEn`),
  "mean, PeEn",
  "p10–p90 holds",
  "CRPS",
];
const text = `${[titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
if (given.write) writeFileSync(PAGE, pageWith(PAGE, MARKS, text));
else process.stdout.write(text);
