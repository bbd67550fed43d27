// All methods on the same rows, station by station: squared errors by day, so that limits come from a bootstrap of days.
import { solarHourAt } from "../../dist/answers/forecast/day-ahead/bands.js";
import { DEFAULT_BANDS } from "../../dist/answers/forecast/day-ahead/default-bands.generated.js";
import { lightQuantiles, PROBABILITIES } from "../../dist/answers/forecast/spread.js";
import { normalQuantile } from "../../dist/foundation/statistics/normal.js";
import { caseOf, forecastAll, learnedSpread, learnerOf, spreadOf, tableOf } from "./corrected.mjs";
import { crps, persistenceEnsembles, variability } from "./ensembles.mjs";
import { HOUR_LEADS, LEADS, lagCorrelations } from "./references.mjs";
import { rowsOf } from "./rows.mjs";
import { simulateRuns } from "./simulated-runs.mjs";
import { climateAt, climatologyOf, QUARTER } from "./stations.mjs";

const SCORES = PROBABILITIES.map(normalQuantile);

export const METHODS = ["persistence", "smart", "climatology", "cliper", "run", "corrected", "learned"];
/** By the measured index, and by its standard deviation over the past 3 hours. */
export const CLASSES = ["< 0.4", "0.4–0.8", "> 0.8", "sd < 0.05", "sd 0.05–0.15", "sd > 0.15"];

/** Each station's case in runs of a quality. */
export function casesOf(stations, quality) {
  return stations.map((station, k) => {
    const others = stations.filter((other) => other !== station);
    const climate = climateAt(station, climatologyOf(others));
    const { runAt, nrmse } = simulateRuns(station, climate, { ...quality, seed: k + 1 });
    return { ...caseOf(station, climate, runAt), nrmse };
  });
}

export function learnersOf(cases) {
  return {
    quarter: cases.map((one) => learnerOf(one, false)),
    hour: cases.map((one) => learnerOf(one, true)),
  };
}

/** Tables of all stations but one, in rotation. */
export function rotation(cases, learners) {
  return cases.map((own, k) => {
    const others = (list) => list.filter((_, j) => j !== k);
    const name = `without ${own.station.name}`;
    return tableOf(name, "", others(cases), { quarter: others(learners.quarter), hour: others(learners.hour) });
  });
}

/** Quantiles around the forecasts, each station by those of the others. */
export function spreadRotation(cases, results) {
  return cases.map((own, k) => {
    const others = (list) => list.filter((_, j) => j !== k);
    return spreadOf(`without ${own.station.name}`, "", others(cases), others(results), DEFAULT_BANDS);
  });
}

/**
 * @param {number} length quarters of the times judged: 1, or 4 for hours
 * @returns by lead, then station: sums by method, and by method and class
 */
export function judge(stations, cases, results, length) {
  const leads = length === 1 ? LEADS : HOUR_LEADS;
  const gammas = stations.map((station) =>
    lagCorrelations(
      stations.filter((other) => other !== station),
      leads,
      length,
    ),
  );
  return leads.map((lead) =>
    cases.map((one, k) => {
      const { station, climate, runAt } = one;
      const gamma = gammas[k].get(lead);
      const rows = rowsOf(station, climate, runAt, lead, length);
      return judgeRows(
        station,
        rows,
        gamma,
        results.map((result) => result[k].forecasts),
      );
    }),
  );
}

function judgeRows(station, rows, gamma, [corrected, learned]) {
  const days = new Map();
  const classes = Object.fromEntries(CLASSES.map((name) => [name, METHODS.map(() => 0).concat(0)]));
  let [n, total] = [0, 0];
  const bias = METHODS.map(() => 0);
  const absolute = METHODS.map(() => 0);
  for (const row of rows) {
    const { issue, lead, length, truth, clear, climate, last } = row;
    const index = (weight) => (Number.isNaN(last) ? climate : weight * last + (1 - weight) * climate);
    const mean = (forecasts) => {
      let sum = 0;
      for (let k = 0; k < length; k++) sum += forecasts[lead - 1 - k][issue];
      return sum / length;
    };
    const values = [
      row.persistence,
      index(1) * clear,
      climate * clear,
      index(gamma) * clear,
      row.run,
      mean(corrected),
      mean(learned),
    ];
    if (values.some(Number.isNaN)) continue;
    n++;
    total += truth;
    const day = Math.floor(issue / 96);
    if (!days.has(day)) days.set(day, new Float64Array(METHODS.length + 1));
    const sums = days.get(day);
    sums[METHODS.length]++;
    const sd = variability(station, issue - 1);
    const own = [
      truth / clear < 0.4 ? 0 : truth / clear <= 0.8 ? 1 : 2,
      sd < 0.05 ? 3 : sd <= 0.15 ? 4 : sd > 0.15 ? 5 : -1,
    ];
    values.forEach((value, k) => {
      const error = value - truth;
      sums[k] += error * error;
      bias[k] += error;
      absolute[k] += Math.abs(error);
      for (const c of own) if (c >= 0) classes[CLASSES[c]][k] += error * error;
    });
    for (const c of own) if (c >= 0) classes[CLASSES[c]][METHODS.length]++;
  }
  const sums = new Float64Array(METHODS.length);
  for (const day of days.values()) for (let k = 0; k < sums.length; k++) sums[k] += day[k];
  const by = (list, of) => Object.fromEntries(METHODS.map((name, k) => [name, of(list[k])]));
  return {
    n,
    mean: total / n,
    days: [...days.values()],
    rmse: by(sums, (sum) => Math.sqrt(sum / n)),
    bias: by(bias, (sum) => sum / n),
    mae: by(absolute, (sum) => sum / n),
    classes: Object.fromEntries(
      Object.entries(classes).map(([name, list]) => [name, by(list, (sum) => Math.sqrt(sum / list[METHODS.length]))]),
    ),
  };
}

/** Reliability and CRPS of the quantiles of the corrected forecasts, on the rows of quarters. */
export function judgeSpread(cases, results, spreads, learns) {
  const tables = cases.map((one, k) => (learns ? learnedSpread(one, results[k], spreads[k]) : () => spreads[k]));
  const ensembles = cases.map(({ station }) => persistenceEnsembles(station, PROBABILITIES));
  return LEADS.map((lead) =>
    cases.map(({ station, climate, runAt }, k) => {
      const { forecasts, skies } = results[k];
      const tableAt = tables[k];
      const found = {
        n: 0,
        inside: 0,
        width: 0,
        crps: 0,
        complete: 0,
        plain: 0,
        below: PROBABILITIES.map(() => 0),
        skies: [0, 1, 2].map(() => ({ n: 0, inside: 0 })),
      };
      for (const { issue, truth, clear } of rowsOf(station, climate, runAt, lead, 1)) {
        const value = forecasts[lead - 1][issue];
        const row = issue + lead - 1;
        const plain = ensembles[k].plain(row);
        if (Number.isNaN(value) || plain === undefined) continue;
        const own = SCORES.map(
          lightQuantiles(tableAt(issue), {
            sky: skies[issue] === "unobserved" ? undefined : skies[issue],
            light: value,
            clear,
            lead,
            solarHour: solarHourAt(station.start + row * QUARTER, station.place.longitude),
            step: "quarter",
          }),
        );
        const light = (indices) => indices.map((index) => index * clear);
        found.n++;
        found.crps += crps(own, truth, PROBABILITIES);
        found.complete += crps(light(ensembles[k].complete(row)), truth, PROBABILITIES);
        found.plain += crps(light(plain), truth, PROBABILITIES);
        found.width += own[17] - own[1];
        const isInside = truth >= own[1] && truth <= own[17] ? 1 : 0;
        found.inside += isInside;
        own.forEach((quantile, q) => {
          if (truth <= quantile) found.below[q]++;
        });
        const sky = found.skies[value / clear < 0.4 ? 0 : value / clear <= 0.8 ? 1 : 2];
        sky.n++;
        sky.inside += isInside;
      }
      return found;
    }),
  );
}

export { forecastAll };
