// Rows of the accuracy table: corrected forecasts by lead and quality of the simulated run, each station with what the others teach.
import { periodOf, stationOf } from "../lib/results.mjs";
import { LEADS } from "./references.mjs";
import { average } from "./scores.mjs";

const QUARTER = 900;
/** Quarters of an hour. */
const SHOWN = [1, 2, 4, 8, 12, 24];
const METHODS = {
  corrected: { words: "corrected", learns: 0 },
  learned: { words: "corrected, own past", learns: 1 },
  cliper: { words: "CLIPER" },
  run: { words: "run alone" },
};

export function accuracyRows(files, found) {
  const period = periodOf(files.map((file) => stationOf(file, "forecast").period));
  return found.flatMap(({ quality: { name }, quarters, spread }) => {
    const run = name === "useless" ? "simulated run without skill" : `simulated run of ${name}`;
    return SHOWN.flatMap((lead) => {
      const k = LEADS.indexOf(lead);
      const own = quarters[k];
      return Object.entries(METHODS).map(([method, { words, learns }]) => ({
        ...{ source: "forecast", region: "all", quantity: "global_horizontal_irradiance", resolution: "15_minutes" },
        ...{ condition: `${words}, ${run}`, lead: lead * QUARTER, unit: "W/m²" },
        statistics: {
          bias: average(own.map(({ bias }) => bias[method])),
          rmse: average(own.map(({ rmse }) => rmse[method])),
          worst: Math.max(...own.map(({ rmse }) => rmse[method])),
          skill: 1 - average(own.map(({ rmse }) => rmse[method])) / average(own.map(({ rmse }) => rmse.cliper)),
          ...(learns !== undefined && { within: average(spread[learns][k].map(({ inside, n }) => inside / n)) }),
        },
        mean: average(own.map(({ mean }) => mean)),
        n: own.reduce((sum, { n }) => sum + n, 0),
        ...{ stations: own.length, period, judgedOn: "left out" },
      }));
    });
  });
}
