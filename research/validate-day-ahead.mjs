// What are forecasts of the next three days worth on real runs? Run `npm run build` first.
//
//   node research/validate-day-ahead.mjs [--results=FILE]     prints bias and RMSE by station, method and lead; writes them as rows
//
// Learnt at Buenos Aires on 2023 and judged there on 2024; at the station of the Pampas each month of 2023 by the others, three days apart.
// With few days: learnt from those before a start, judged on the 30 days after it, starts every 20 days.
// Leads count from the issue, 4 hours after a run's start; its 72 hours end 68 hours after it.
import { parseArgs } from "node:util";
import { BASELINES } from "./forecast/day-ahead-baselines.mjs";
import { LEADS, REGIONS, recentSplits, stationCases, yearSplits } from "./forecast/day-ahead-cases.mjs";
import { CORRECTED } from "./forecast/day-ahead-corrected.mjs";
import { writeResults } from "./lib/results.mjs";

/** Name, what learns, and from what: [split] of a station. */
const METHODS = /** @type {any[]} */ ([
  ...Object.entries({ ...BASELINES, ...CORRECTED }).map(([name, learn]) => [name, learn, yearSplits]),
  ...[30, 60].flatMap((days) => [
    [`run alone, after ${days} days`, BASELINES["run alone"], recentSplits(days)],
    [`corrected, ${days} days`, CORRECTED.corrected, recentSplits(days)],
  ]),
]);

const { values: given } = parseArgs({ options: { results: { type: "string" } } });
const rows = [];
for (const station of /** @type {const} */ (["ba", "ar"])) rows.push(...rowsOf(await stationCases(station)));
show();
writeResults(given.results, import.meta.url, ["runs-ba.csv.gz", "runs-ar.csv.gz"], rows);

function rowsOf(cases) {
  return METHODS.flatMap(([method, learn, splits]) => {
    const pairs = splits(cases).flatMap(({ taught, judged }) => {
      const predict = learn(taught, cases);
      return judged.map((one) => ({ lead: one.lead, measured: one.measured, error: predict(one) - one.measured }));
    });
    return LEADS.map(([from, to]) => rowOf(cases.station, method, [from, to], pairs));
  });
}

function rowOf(station, method, [from, to], pairs) {
  const own = pairs.filter(({ lead, error }) => lead >= from && lead <= to && Number.isFinite(error));
  const sum = (of) => own.reduce((total, one) => total + of(one), 0) / own.length;
  const mean = sum(({ measured }) => measured);
  return {
    ...{
      source: "day-ahead",
      region: REGIONS[station],
      quantity: "global_horizontal_irradiance",
      resolution: "1_hour",
    },
    ...{ condition: `${method}, ${from}–${to} h after the issue`, lead: to * 3600, unit: "%" },
    statistics: {
      bias: (100 * sum(({ error }) => error)) / mean,
      rmse: (100 * Math.sqrt(sum(({ error }) => error ** 2))) / mean,
    },
    ...{ mean, n: own.length, stations: 1, period: station === "ba" ? "2024" : "2023" },
    // Predictors were first seen to work on the year that is judged, and then chosen again on the year before.
    judgedOn: station === "ba" ? "fitted" : "left out",
  };
}

function show() {
  for (const { region, condition, statistics, n } of rows) {
    const figures = [statistics.bias, statistics.rmse].map((value) => value.toFixed(2).padStart(7));
    console.log(region.padEnd(14), condition.padEnd(52), ...figures, n);
  }
}
