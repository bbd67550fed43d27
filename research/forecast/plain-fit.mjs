// Real runs made unbiased by a plain least-squares fit of the clear-sky index, so that bands can be fitted and judged around them.
import { clearSkyOn } from "irradiance-engine/series";
import { NormalEquations } from "../../dist/statistics/least-squares.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Of the last runs that cover an hour. */
const LAGGED = 4;
/** W/m²: with less there is no index. */
const MIN_CLEAR_SKY = 20;
const MOST_INDEX = 1.2;

/** @returns hours of the runs with the sun up, with predictors and what was observed (NaN: nothing) */
export function samplesOf({ place, runs, observations }) {
  const start = Math.min(runs[0].run, observations.start);
  const count = (Math.max(runs.at(-1).run + 80 * HOUR, start) - start) / HOUR;
  const sky = clearSkyOn({ start, step: HOUR, count }, place, place.linkeTurbidity);
  const seen = observations.columns.global_horizontal_irradiance;
  const skipped = (observations.start - start) / HOUR;
  const indices = runs.map(({ run, series }) => {
    const at = (run - start) / HOUR;
    return series.columns.global_horizontal_irradiance.map((light, k) =>
      sky.global[at + k] > MIN_CLEAR_SKY ? light / sky.global[at + k] : Number.NaN,
    );
  });
  return runs.flatMap(({ run, issued, series }, r) => {
    const own = indices[r];
    const daily = dailyMeans(own, (run - start) / HOUR, sky.global, start, place);
    return Array.from(own, (index, k) => {
      const row = (run - start) / HOUR + k;
      if (Number.isNaN(index)) return undefined;
      const cosine = Math.max(0, Math.cos((sky.zenith[row] * Math.PI) / 180));
      const humidity = series.columns.relative_humidity[k] / 100;
      const lags = laggedIndices(runs, indices, r, row * HOUR + start);
      const lagged = meanOf(lags);
      const spread = Math.sqrt(Math.max(0, meanOf(lags.map((value) => value * value)) - lagged * lagged));
      const around = (reach) =>
        meanOf([...own.subarray(Math.max(0, k - reach), k + reach + 1)].filter((value) => !Number.isNaN(value)));
      const rain = series.columns.precipitation[k] > 0.1 ? 1 : 0;
      return {
        r,
        k,
        time: start + row * HOUR,
        lead: (run + (k + 1) * HOUR - issued) / HOUR,
        clear: sky.global[row],
        observed: seen[row - skipped] ?? Number.NaN,
        predictors: [
          ...[1, index, index * index, cosine, cosine * index, humidity, humidity * index, rain],
          ...[lagged, spread, around(1), around(2), daily(k)],
        ],
      };
    }).filter((sample) => sample !== undefined && sample.predictors.every(Number.isFinite));
  });
}

function laggedIndices(runs, indices, r, time) {
  const found = [];
  for (let before = r; before > r - LAGGED && before >= 0; before--) {
    const value = indices[before][(time - runs[before].run) / HOUR];
    if (value >= 0) found.push(value);
  }
  return found;
}

function dailyMeans(own, first, clear, start, { longitude }) {
  const dayOf = (k) => Math.floor((start + (first + k) * HOUR + (longitude / 15) * HOUR) / DAY);
  const days = new Map();
  own.forEach((index, k) => {
    if (Number.isNaN(index)) return;
    const day = days.get(dayOf(k)) ?? [0, 0];
    days.set(dayOf(k), [day[0] + index * clear[first + k], day[1] + clear[first + k]]);
  });
  return (k) => days.get(dayOf(k))[0] / days.get(dayOf(k))[1];
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Runs with the index of a fit in place of theirs. @param taught samples that are learnt from @param fitted those that get values */
export function fittedRuns(runs, taught, fitted) {
  const equations = new NormalEquations(taught[0].predictors.length);
  for (const { predictors, observed, clear, lead } of taught) {
    if (lead >= 1 && observed >= 0) equations.add(predictors, observed / clear, (clear / 1000) ** 2);
  }
  const weights = equations.solve();
  const made = new Map();
  for (const { r, k, predictors, clear } of fitted) {
    const index = predictors.reduce((sum, value, i) => sum + value * weights[i], 0);
    const ghi = made.get(r) ?? runs[r].series.columns.global_horizontal_irradiance.slice();
    ghi[k] = clear * Math.min(Math.max(index, 0), MOST_INDEX);
    made.set(r, ghi);
  }
  return made;
}

/**
 * Runs made unbiased by a fit that did not know the hours that it is used on.
 *
 * @param foldOf number of the part of the record that a time lies in; each gets the fit of all others that `mayTeach`
 */
export function unbiasedRuns(data, foldOf, mayTeach = () => true) {
  const samples = samplesOf(data);
  const folds = [...new Set(samples.map(({ time }) => foldOf(time)))];
  const ghi = data.runs.map(({ series }) => series.columns.global_horizontal_irradiance.slice());
  for (const fold of folds) {
    const own = samples.filter(({ time }) => foldOf(time) === fold);
    const others = samples.filter(({ time }) => foldOf(time) !== fold && mayTeach(foldOf(time)));
    const made = fittedRuns(data.runs, others, own);
    for (const { r, k } of own) ghi[r][k] = made.get(r)[k];
  }
  return data.runs.map(({ run, issued, series }, r) => ({
    run,
    issued,
    series: { ...series, columns: { ...series.columns, global_horizontal_irradiance: ghi[r] } },
  }));
}
