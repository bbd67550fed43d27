// Quantiles of real runs as the library corrects them, beside what was observed: hours, and days' sums.
import { correctForecast, forecastQuantiles, learnFromPast, sumQuantiles } from "irradiance-engine/forecast";
import { DEFAULT_SPREAD } from "irradiance-engine/internal/forecast";
import { bandsOf } from "./bands-prior.mjs";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Of the sun, by the data's own zenith: lower hours are not judged. */
const MOST_ZENITH = 80;
/** Mean clear-sky index: the climatology matters little beside a run. */
const CLIMATOLOGY = 0.7;
const LEADS = 72;
/** Runs before one, of which the library takes those that it knows of. */
const EARLIER = 8;
const NOTHING = { start: 0, interval: 3600, columns: { global_horizontal_irradiance: [Number.NaN] } };

/** What a place knows after a past. @param others hours of other stations, which give the shape */
export function learned({ place }, runs, observations, others) {
  const spread = { ...DEFAULT_SPREAD, ahead: bandsOf(others) };
  return learnFromPast({ runs, observations }, { place, climatology: CLIMATOLOGY, spread });
}

/** Hours of raw runs that `isOwn`, with the sun up and observed. */
export function rawHours({ observations, zenith, runs }, isOwn) {
  const seen = observations.columns.global_horizontal_irradiance;
  return runs
    .filter(({ issued }) => isOwn(issued))
    .flatMap(({ run, issued, series }) =>
      Array.from(series.columns.global_horizontal_irradiance, (raw, k) => {
        const at = (run - observations.start) / HOUR + k;
        return { lead: k + 1 - (issued - run) / HOUR, raw, observed: zenith[at] < MOST_ZENITH ? seen[at] : Number.NaN };
      }),
    )
    .filter(({ lead, raw, observed }) => lead > 0 && raw >= 0 && observed >= 0);
}

/** Rows of every run that `isJudged`: each hour with the sun up, and each day of which the run covers all such hours. */
export function judged({ place, observations, zenith, runs }, isJudged, learnt, probabilities) {
  const { table, spread, dayAhead } = learnt;
  const [hours, days] = [[], []];
  const seen = observations.columns.global_horizontal_irradiance;
  runs.forEach((run, k) => {
    if (!isJudged(run.issued)) return;
    const earlier = runs.slice(Math.max(0, k - EARLIER), k);
    const options = { now: run.issued, place, climatology: CLIMATOLOGY, table, dayAhead, earlier };
    const corrected = correctForecast(run.series, knownAt(observations, run), options);
    const quantiles = forecastQuantiles(corrected, spread, { probabilities, of: "hours" });
    const own = hoursOf({ corrected, quantiles, run, observations, seen, zenith });
    hours.push(...own.filter(({ observed }) => !Number.isNaN(observed)));
    days.push(...daysOf(own, { corrected, quantiles, run, place, spread, probabilities }));
  });
  return { hours, days };
}

/** What had been observed since the run began. */
function knownAt({ start, interval, columns }, { run, issued }) {
  const [from, to] = [run, issued].map((time) => (time - start) / HOUR);
  const ghi = columns.global_horizontal_irradiance.slice(from, to);
  return ghi.length === 0 || from < 0
    ? NOTHING
    : { start: run, interval, columns: { global_horizontal_irradiance: ghi } };
}

function hoursOf({ corrected, quantiles, run, observations, seen, zenith }) {
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
      raw: run.series.columns.global_horizontal_irradiance[(time - run.run) / HOUR],
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
