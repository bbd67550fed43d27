// What are the quantiles worth that the service gives with its forecasts? Run `npm run build` first.
//
//   node research/validate-hour-quantiles.mjs FILE@LAT,LON,ALT…     stations as for research/validate-forecast.mjs, three or more
//
// The first hours' quantiles are learnt of quarters of an hour; those of an hour have narrower ranks, by a factor of the table. Share of what came between the 10 % and the 90 % quantile, each station with
// the weights and the spread of the others, after simulated runs of 30 %: corrected, and as they are (forecast/basic).
import { solarHourAt } from "../dist/answers/forecast/day-ahead/bands.js";
import { lightQuantiles } from "../dist/answers/forecast/spread.js";
import { normalQuantile } from "../dist/foundation/statistics/normal.js";
import { forecastAll } from "./forecast/corrected.mjs";
import { casesOf, learnersOf, rotation, spreadRotation } from "./forecast/judge.mjs";
import { MOST_ZENITH, QUARTER, readStation } from "./forecast/stations.mjs";

const HOURS = 6;
const [P10, P90] = [0.1, 0.9].map(normalQuantile);

const stations = [];
for (const file of process.argv.slice(2)) stations.push(await readStation(file));
if (stations.length < 3) throw new Error("give three stations or more: FILE@LATITUDE,LONGITUDE,ALTITUDE");
const cases = casesOf(stations, { name: "30 %", nrmse: 0.3 });
const tables = rotation(cases, learnersOf(cases));
const results = cases.map((one, k) => forecastAll(one, tables[k], false));
const spreads = spreadRotation(cases, results);

for (const [name, isCorrected] of [
  ["corrected", true],
  ["as it is", false],
]) {
  const found = cases.map((one, k) => coverage(one, results[k], spreads[k], isCorrected));
  const all = (what) => share(found.map((one) => one[what]).reduce(add));
  const leads = Array.from({ length: HOURS }, (_, hour) => share(found.map(({ byLead }) => byLead[hour]).reduce(add)));
  console.log(`${name}: quarters ${all("quarters")}, hours ${all("hours")}; hours by lead ${leads.join(", ")}`);
  for (const [k, station] of stations.entries()) console.log(`  ${station.name}: hours ${share(found[k].hours)}`);
}

/** [inside, all] of quarters, of hours, and of hours by lead. */
function coverage({ station, quarters, light, runAt }, { forecasts, skies }, spread, isCorrected) {
  const counts = { quarters: [0, 0], hours: [0, 0], byLead: Array.from({ length: HOURS }, () => [0, 0]) };
  for (let issue = 5; issue < quarters.count; issue++) {
    const run = runAt(issue);
    if (run === undefined || skies[issue] === undefined) continue;
    const at = (lead, step) => {
      const row = issue + lead - 1;
      const value = isCorrected ? forecasts[lead - 1][issue] : run.light[row - run.shift];
      const isJudged = value >= 0 && light[row] >= 0 && quarters.sky.zenith[row] < MOST_ZENITH;
      if (!isJudged) return undefined;
      const sky = isCorrected && skies[issue] !== "unobserved" ? skies[issue] : undefined;
      const solarHour = solarHourAt(quarters.start + row * QUARTER, station.place.longitude);
      const clear = quarters.sky.global[row];
      const [low, high] = [P10, P90].map(lightQuantiles(spread, { sky, light: value, clear, lead, solarHour, step }));
      return { low, high, truth: light[row] };
    };
    for (let hour = 0; hour < HOURS; hour++) {
      const [fine, four] = ["quarter", "hour"].map((step) => [1, 2, 3, 4].map((k) => at(4 * hour + k, step)));
      for (const one of fine) if (one) count(counts.quarters, one);
      if (four.includes(undefined)) continue;
      const mean = (of) => four.reduce((sum, one) => sum + one[of] / 4, 0);
      const whole = { low: mean("low"), high: mean("high"), truth: mean("truth") };
      count(counts.hours, whole);
      count(counts.byLead[hour], whole);
    }
  }
  return counts;
}

function count(counts, { low, high, truth }) {
  if (truth >= low && truth <= high) counts[0]++;
  counts[1]++;
}

function add(a, b) {
  return a.map((value, k) => value + b[k]);
}

function share([inside, all]) {
  return `${((100 * inside) / all).toFixed(1)} %`;
}
