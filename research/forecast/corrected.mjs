// The library's corrected forecasts over a station's whole record, at every issue time and lead.

import { nearestKnot, KNOTS as PROBABILITY_KNOTS, scoreOn } from "../../dist/answers/forecast/curves.js";
import { aheadCurve } from "../../dist/answers/forecast/day-ahead/bands.js";
import { learnBands, pastHours } from "../../dist/answers/forecast/day-ahead/bands-learner.js";
import { forecastLight } from "../../dist/answers/forecast/forecast-light.js";
import { CorrectionLearner, SpreadLearner } from "../../dist/answers/forecast/learner.js";
import { isSeen, skyState } from "../../dist/answers/forecast/quarter-hours.js";
import { SKIES, SPREAD_INDICES } from "../../dist/answers/forecast/table.js";
import { quantiles } from "./ensembles.mjs";
import { LEADS, lagCorrelations } from "./references.mjs";
import { MOST_ZENITH, QUARTER } from "./stations.mjs";

/** Leads of the tables, in quarters of an hour. */
export const KNOTS = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24];
export const SPREAD_KNOTS = [1, 2, 4, 8, 16, 24];
const DAY = 96;
const UNOBSERVED = "unobserved";

/** A station with its climatology and runs, as the library knows it. */
export function caseOf(station, climate, runAt) {
  const { start, count, clear, zenith, ghi } = station;
  const quarters = { start, step: QUARTER, count, sky: { global: clear, zenith }, climate };
  return { station, quarters, light: ghi, runAt, climate };
}

/** All of a station's samples. */
export function learnerOf({ quarters, light, runAt }, isCoarse = false) {
  const learner = new CorrectionLearner(KNOTS, isCoarse);
  for (let issue = 5; issue < quarters.count; issue++) {
    const run = runAt(issue);
    if (run) learner.add(quarters, light, run, issue - 1);
  }
  return learner;
}

/** A table from stations' samples. */
export function tableOf(name, evidence, cases, learners) {
  const sum = (isCoarse) => {
    const all = new CorrectionLearner(KNOTS, isCoarse);
    for (const learner of learners[isCoarse ? "hour" : "quarter"]) all.addAll(learner);
    return all;
  };
  const [quarter, hour] = [sum(false), sum(true)];
  const gamma = lagCorrelations(
    cases.map(({ station }) => station),
    KNOTS,
    1,
  );
  return {
    name,
    evidence,
    leads: KNOTS,
    fits: { quarter: quarter.fit(), hour: hour.fit() },
    unobserved: quarter.unobservedFit(),
    persistence: KNOTS.map((lead) => gamma.get(lead)),
  };
}

/**
 * GHI by lead (row lead − 1) and issue, and the kind of sky at each issue ("unobserved" before the first observation of a day).
 *
 * @param learns whether the weights follow the place's own past, day by day: only what had ended by then
 */
export function forecastAll({ quarters, light, runAt }, table, learns, isCoarse = false) {
  const { count, sky } = quarters;
  const forecasts = LEADS.map(() => new Float64Array(count).fill(Number.NaN));
  const skies = Array.from({ length: count }, () => undefined);
  const own = new CorrectionLearner(KNOTS, isCoarse);
  let current = table;
  let added = 5;
  for (let issue = 5; issue < count; issue++) {
    if (learns && issue % DAY === 0) {
      for (; added + LEADS.length < issue; added++) {
        const run = runAt(added);
        if (run) own.add(quarters, light, run, added - 1);
      }
      current = own.onTopOf(table);
    }
    const run = runAt(issue);
    const end = issue - 1;
    const hasSky = isSeen(quarters, light, end - 1);
    if (run === undefined || (!hasSky && sky.zenith[end - 1] < MOST_ZENITH)) continue;
    const state = hasSky ? skyState(quarters, light, run.light, end, run.shift) : undefined;
    skies[issue] = state?.sky ?? UNOBSERVED;
    for (const lead of LEADS) {
      const row = end + lead;
      if (row >= count || sky.zenith[row] >= MOST_ZENITH) continue;
      const served = run.light[row - run.shift] ?? Number.NaN;
      forecasts[lead - 1][issue] = forecastLight(current, quarters, state, row, served, lead, isCoarse);
    }
  }
  return { forecasts, skies };
}

/** For each issue the table with the errors of all forecasts that had ended by the last Monday or so: made anew every 7 days. */
export function learnedSpread(one, { forecasts, skies }, table) {
  const { quarters, light } = one;
  const known = knownPastOf(one);
  const served = ({ light: run, shift }, row) => run[row - shift] ?? Number.NaN;
  const learner = new SpreadLearner(SPREAD_KNOTS);
  const tables = [];
  let added = 5;
  for (let issue = 0; issue < quarters.count; issue += 7 * DAY) {
    for (; added + LEADS.length < issue; added++) addErrors(learner, quarters, light, forecasts, skies, added);
    const ahead = learnBands(table.ahead, pastHours(known, served, issue));
    tables.push({ ...learner.onTopOf(table, "quarter"), ahead });
  }
  return (issue) => tables[Math.floor(issue / (7 * DAY))];
}

/**
 * Each run once, as it was issued.
 *
 * @returns {any} as much of a known past as `pastHours` looks at
 */
function knownPastOf({ station, quarters, light, runAt }) {
  const runs = [];
  for (let issue = 5; issue < quarters.count; issue++) {
    const served = runAt(issue);
    if (served !== undefined && served !== runs.at(-1)?.served)
      runs.push({ served, issued: quarters.start + issue * QUARTER });
  }
  return { quarterHours: quarters, light, runs, longitude: station.place.longitude };
}

function addErrors(learner, { sky }, light, forecasts, skies, issue) {
  SPREAD_KNOTS.forEach((lead, k) => {
    const row = issue + lead - 1;
    const value = forecasts[lead - 1][issue];
    if (!(value >= 0) || !(light[row] >= 0) || sky.zenith[row] >= MOST_ZENITH || skies[issue] === UNOBSERVED) return;
    const clear = sky.global[row];
    learner.add(k, skies[issue], value / clear, (light[row] - value) / clear);
  });
}

/** Departures from forecasts of several stations; a cell with few takes those of all indices of its sky. */
export function spreadOf(name, evidence, cases, results, ahead) {
  const departures = SPREAD_KNOTS.map((lead) => {
    const cells = Object.fromEntries(SKIES.map((sky) => [sky, SPREAD_INDICES.map(() => [])]));
    cases.forEach(({ quarters, light }, k) => {
      const { forecasts, skies } = results[k];
      for (let issue = 5; issue < quarters.count; issue++) {
        const row = issue + lead - 1;
        const value = forecasts[lead - 1][issue];
        if (!(value >= 0) || !isSeen(quarters, light, row) || skies[issue] === UNOBSERVED) continue;
        const clear = quarters.sky.global[row];
        const index = value / clear;
        cells[skies[issue]][nearestKnot(SPREAD_INDICES, index)].push(light[row] / clear - index);
      }
    });
    return Object.fromEntries(
      Object.entries(cells).map(([sky, bins]) => {
        const all = bins.flat();
        return [sky, bins.map((bin) => quantiles(bin.length < 100 ? all : bin, PROBABILITY_KNOTS))];
      }),
    );
  });
  return {
    name,
    evidence,
    leads: SPREAD_KNOTS,
    step: "quarter",
    departures,
    quarters: widthOfQuarters(cases, ahead),
    ahead,
  };
}

/** By how much the ranks of quarters of an hour are wider than those of hours, around the runs. */
function widthOfQuarters(cases, ahead) {
  const [ofHours, ofQuarters] = [[], []];
  for (const one of cases) {
    const { quarters, light } = one;
    for (const hour of pastHours(
      knownPastOf(one),
      ({ light: run, shift }, row) => run[row - shift] ?? Number.NaN,
      quarters.count,
    )) {
      const curve = aheadCurve(ahead, hour);
      ofHours.push(scoreOn(curve, hour.departure));
      const first = (hour.hour * 4 * QUARTER - quarters.start) / QUARTER;
      for (let row = first; row < first + 4; row++) {
        ofQuarters.push(scoreOn(curve, light[row] / quarters.sky.global[row] - hour.clearSkyIndex));
      }
    }
  }
  const width = (scores) => {
    const [low, high] = quantiles(scores, [0.1, 0.9]);
    return high - low;
  };
  return width(ofQuarters) / width(ofHours);
}
