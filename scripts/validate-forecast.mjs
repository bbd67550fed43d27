// How good are forecasts of the next 15 minutes to 6 hours? Run `npm run build` first; prints Markdown.
//
//   node scripts/validate-forecast.mjs FILE@LAT,LON,ALT…
//
// FILE: a year or a good part of one of measured GHI in steps that divide 15 minutes, in any format that readWeather knows; at least three
// stations, as each is judged with what the others teach. No archive of real runs is at hand: all runs are SIMULATED from the
// measurements by a fixed recipe (scripts/forecast/simulated-runs.mjs), in three qualities, and with all skill shuffled away.
// Rows, references and scores: scripts/forecast/.
import { LEADS, lagCorrelations } from "./forecast/references.mjs";
import { rowsOf } from "./forecast/rows.mjs";
import { average, scoreOf } from "./forecast/scores.mjs";
import { simulateRuns } from "./forecast/simulated-runs.mjs";
import { climateAt, climatologyOf, readStation } from "./forecast/stations.mjs";

const QUALITIES = [
  { name: "25 %", nrmse: 0.25 },
  { name: "30 %", nrmse: 0.3 },
  { name: "35 %", nrmse: 0.35 },
  { name: "useless", nrmse: 0.3, useless: true },
];

const files = process.argv.slice(2);
if (files.length < 3) throw new Error("give three stations or more: FILE@LATITUDE,LONGITUDE,ALTITUDE");
const stations = [];
for (const file of files) stations.push(await readStation(file));

const SHOWN = [1, 2, 4, 8, 12, 16, 20, 24];
for (const quality of QUALITIES) {
  const tables = stations.map((station, k) => {
    const others = stations.filter((other) => other !== station);
    const climate = climateAt(station, climatologyOf(others));
    const { served, nrmse, sd } = simulateRuns(station, climate, { ...quality, seed: k + 1 });
    console.error(`${station.name}, simulated run ${quality.name}: nRMSE ${nrmse.toFixed(3)}, sd ${sd.toFixed(3)}`);
    const gamma = lagCorrelations(others, LEADS, 1);
    return SHOWN.map((lead) => {
      const rows = rowsOf(station, climate, served, lead, 1);
      const index = (row, weight) =>
        Number.isNaN(row.last) ? row.climate : weight * row.last + (1 - weight) * row.climate;
      const methods = {
        persistence: (row) => row.persistence,
        smart: (row) => index(row, 1) * row.clear,
        climatology: (row) => row.climate * row.clear,
        cliper: (row) => index(row, gamma.get(lead)) * row.clear,
        run: (row) => row.run,
      };
      return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, scoreOf(rows, method)]));
    });
  });
  console.log(`\nRMSE in W/m², mean of ${stations.length} stations, simulated run of ${quality.name}:\n`);
  const names = Object.keys(tables[0][0]);
  console.log(`| lead | ${names.join(" | ")} |\n|---|${"---|".repeat(names.length)}`);
  SHOWN.forEach((lead, k) => {
    const cells = names.map((name) => average(tables.map((table) => table[k][name].rmse)).toFixed(1));
    console.log(`| ${15 * lead} min | ${cells.join(" | ")} |`);
  });
}
