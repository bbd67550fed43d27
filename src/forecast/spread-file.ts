/** The spread of a tuning's file. */

import { normalQuantile } from "../statistics/normal.js";
import { between } from "./cells.js";
import type { AheadBands } from "./day-ahead/bands.js";
import { DEFAULT_SPREAD } from "./default-table.generated.js";
import {
  ascendingAt,
  bySky,
  type Given,
  listAt,
  MOST_LIGHT,
  numberAt,
  numbersAt,
  objectAt,
  textAt,
} from "./file-values.js";
import { alongCurve, KNOT_SCORES, KNOTS } from "./knots.js";
import { PROBABILITIES, SPREAD_INDICES } from "./spread.js";
import { LONGEST_LEAD, type ObservationStep, SKIES, type SpreadTable } from "./table.js";

/** Departures are those of indices, sizes near 1, ranks normal scores: far beyond is damage. */
const MOST_DEPARTURE = 5;
const MOST_FACTOR = 20;
const MOST_SCORE = 10;
const MOST_HOURS = 960;
/** Indices of the first version, and its probabilities: 5, 10 … 95 %. */
const FIRST_INDICES = [0.2, 0.4, 0.6, 0.8, 1];
const FIRST_SCORES = PROBABILITIES.map(normalQuantile);

/**
 * @param version of the file: the first has 19 quantiles and no bands beyond the first hours
 * @param step of the observations, which the first version has elsewhere
 * @throws TypeError, RangeError that name what is wrong
 */
export function spreadAt(value: unknown, version: number, step: ObservationStep): SpreadTable {
  const of = objectAt(value, "spread");
  const leads = ascendingAt(of.leads, "spread.leads", "lead times", 1, LONGEST_LEAD);
  const read = version === 1 ? firstBinsAt : binsAt;
  const departures = listAt(of.departures, "spread.departures", leads.length).map((one, k) =>
    bySky(SKIES, one, `spread.departures[${k}]`, read),
  );
  const names = { name: textAt(of.name, "spread.name"), evidence: textAt(of.evidence, "spread.evidence") };
  if (version === 1) {
    const { quarters, ahead } = DEFAULT_SPREAD;
    return { ...names, leads, step, departures, quarters, ahead };
  }
  return {
    ...names,
    leads,
    step: stepAt(of.step),
    departures,
    quarters: numberAt(of.quarters, "spread.quarters", 1, MOST_FACTOR),
    ahead: bandsAt(objectAt(of.ahead, "spread.ahead")),
  };
}

function stepAt(value: unknown): ObservationStep {
  const step = textAt(value, "spread.step");
  if (step === "quarter" || step === "hour") return step;
  throw new TypeError(`spread.step must be quarter or hour, got ${step}`);
}

function bandsAt(of: Given): AheadBands {
  const at = "spread.ahead";
  const indices = ascendingAt(of.indices, `${at}.indices`, "clear-sky indices", 0, MOST_DEPARTURE);
  const clears = ascendingAt(of.clears, `${at}.clears`, "clear skies", 0, MOST_LIGHT);
  const leads = ascendingAt(of.leads, `${at}.leads`, "lead times", 0, MOST_HOURS);
  const hours = objectAt(of.hours, `${at}.hours`);
  const correlation = objectAt(of.correlation, `${at}.correlation`);
  const share = (name: string) => numberAt(correlation[name], `${at}.correlation.${name}`, 0, 1);
  const widths = (list: unknown, where: string, length: number) => numbersAt(list, where, length, 0, MOST_FACTOR);
  return {
    indices,
    clears,
    departures: listAt(of.departures, `${at}.departures`, indices.length).map((row, i) =>
      listAt(row, `${at}.departures[${i}]`, clears.length).map((list, c) =>
        quantilesAt(list, `${at}.departures[${i}][${c}]`),
      ),
    ),
    size: numberAt(of.size, `${at}.size`, 0, MOST_FACTOR),
    leads,
    widths: widths(of.widths, `${at}.widths`, leads.length),
    hours: {
      shifts: numbersAt(hours.shifts, `${at}.hours.shifts`, 24, -MOST_SCORE, MOST_SCORE),
      widths: widths(hours.widths, `${at}.hours.widths`, 24),
    },
    correlation: { common: share("common"), hourly: share("hourly") },
  };
}

function binsAt(value: unknown, where: string): readonly (readonly number[])[] {
  return listAt(value, where, SPREAD_INDICES.length).map((list, bin) => quantilesAt(list, `${where}[${bin}]`));
}

/** Those of the first version at the indices of today. */
function firstBinsAt(value: unknown, where: string): readonly (readonly number[])[] {
  const bins = listAt(value, where, FIRST_INDICES.length).map((list, bin) =>
    firstQuantilesAt(list, `${where}[${bin}]`),
  );
  return SPREAD_INDICES.map((index) => KNOTS.map((_, q) => between(FIRST_INDICES, index, (bin) => bins[bin]![q]!)));
}

function quantilesAt(value: unknown, where: string, length = KNOTS.length): readonly number[] {
  const list = numbersAt(value, where, length, -MOST_DEPARTURE, MOST_DEPARTURE);
  const crossed = list.findIndex((one, k) => k > 0 && one < list[k - 1]!);
  if (crossed < 0) return list;
  throw new RangeError(`${where} must not descend, got ${list[crossed]} after ${list[crossed - 1]}`);
}

/** The 19 of the first version; beyond them as a normal distribution goes on. */
function firstQuantilesAt(value: unknown, where: string): readonly number[] {
  const list = quantilesAt(value, where, PROBABILITIES.length);
  const last = FIRST_SCORES.length - 1;
  const beyond = (end: number, next: number, score: number) => {
    const slope = (list[end]! - list[next]!) / (FIRST_SCORES[end]! - FIRST_SCORES[next]!);
    return list[end]! + slope * (score - FIRST_SCORES[end]!);
  };
  return KNOT_SCORES.map((score) => {
    if (score < FIRST_SCORES[0]!) return beyond(0, 1, score);
    if (score > FIRST_SCORES[last]!) return beyond(last, last - 1, score);
    return alongCurve(list, score, FIRST_SCORES);
  });
}
