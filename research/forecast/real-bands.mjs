// Quantiles of real runs, made unbiased by a fit that does not know them, beside what was observed: hours, and days' sums.
import { correctForecast, DEFAULT_SPREAD, forecastQuantiles, learnFromPast, sumQuantiles } from "irradiance-engine/forecast";
import { bandsOf } from "./bands-prior.mjs";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Of the sun, by the data's own zenith: lower hours are not judged. */
const MOST_ZENITH = 80;
/** Mean clear-sky index: the climatology matters little beside a run. */
const CLIMATOLOGY = 0.7;
const LEADS = 72;

/** What a place knows after a past. @param others hours of other stations, which give the shape */
export function learned({ place, observations }, runs, others) {
  const spread = { ...DEFAULT_SPREAD, ahead: bandsOf(others) };
  return learnFromPast({ runs, observations }, { place, climatology: CLIMATOLOGY, spread });
}

/**
 * Rows of every run: each hour with the sun up, and each day of which the run covers all such hours.
 *
 * @param raw the same runs as they were
 */
export function judged({ place, observations, zenith }, runs, raw, { table, spread }, probabilities) {
  const [hours, days] = [[], []];
  const seen = observations.columns.global_horizontal_irradiance;
  runs.forEach((run, k) => {
    const corrected = correctForecast(run.series, observations, { now: run.issued, place, climatology: CLIMATOLOGY, table });
    const quantiles = forecastQuantiles(corrected, spread, { probabilities, of: "hours" });
    const own = hoursOf({ corrected, quantiles, run, observations, seen, zenith, raw: raw[k] });
    hours.push(...own.filter(({ observed }) => !Number.isNaN(observed)));
    days.push(...daysOf(own, { corrected, quantiles, run, place, spread, probabilities }));
  });
  return { hours, days };
}

function hoursOf({ corrected, quantiles, run, observations, seen, zenith, raw }) {
  const found = [];
  const light = corrected.series.columns.global_horizontal_irradiance;
  for (let time = run.issued; time < run.issued + (LEADS - 4) * HOUR; time += HOUR) {
    const at = (time - observations.start) / HOUR;
    if (!(zenith[at] < MOST_ZENITH)) continue;
    const row = (time - corrected.series.start) / (HOUR / 4);
    const mean = (values) => (values[row] + values[row + 1] + values[row + 2] + values[row + 3]) / 4;
    const value = mean(light);
    if (!(value >= 0) || Number.isNaN(mean(quantiles.values[0]))) continue;
    found.push({
      row,
      time,
      lead: (time - run.issued) / HOUR + 1,
      hour: new Date(time).getUTCHours(),
      day: Math.floor(time / DAY),
      index: value / mean(corrected.clear),
      isObserved: corrected.correction.method === "observation",
      value,
      raw: raw.series.columns.global_horizontal_irradiance[(time - run.run) / HOUR],
      observed: seen[at],
      quantiles: quantiles.values.map(mean),
    });
  }
  return found;
}

/** Days of solar time with all their hours observed and forecast. */
function daysOf(hours, { corrected, quantiles, run, place, spread, probabilities }) {
  const dayOf = (time) => Math.floor((time + (place.longitude / 15) * HOUR) / DAY);
  const all = new Map();
  for (const hour of hours) all.set(dayOf(hour.time), [...(all.get(dayOf(hour.time)) ?? []), hour]);
  const last = run.run + LEADS * HOUR;
  const whole = [...all].filter(
    ([day, own]) =>
      day > dayOf(run.issued) && dayOf(last) > day && own.length >= 6 && own.every(({ observed }) => observed >= 0),
  );
  if (whole.length === 0) return [];
  const spans = whole.map(([, own]) => ({ from: own[0].row, to: own.at(-1).row + 4 }));
  const start = new Date(corrected.series.start).getTime();
  const sums = sumQuantiles(quantiles, { start, step: HOUR / 4, spans, spread, probabilities });
  return whole.map(([day, own], k) => ({
    day,
    lead: own[0].lead,
    observed: own.reduce((sum, { observed }) => sum + observed, 0),
    quantiles: sums.map((of) => of[k] / 4),
  }));
}
