/** Weights of the day-ahead predictors from a place's own past. */
import { NormalEquations } from "../../../foundation/statistics/least-squares.js";
import type { ClearHours, RunHours } from "./clear-hours.js";
import {
  DAY_AHEAD_PREDICTORS,
  type DayAheadFit,
  type DayAheadPredictor,
  type DayAheadTable,
  HourPredictors,
} from "./predictors.js";

/** A run on hours, and when it was there. */
export interface PastRunHours {
  readonly hours: RunHours;
  readonly issued: number;
}

/** Hours before the issue that are learnt from too: the run is the same there, and the first hours' correction begins in them. */
const BEFORE_ISSUE = 3;
/** Runs before one that may cover its hours. */
export const MOST_EARLIER = 16;
/** W/m² in a kW/m²: errors count by the light that they are of. */
const KILO = 1000;
/**
 * For how much "no change" counts: as an hour at 1000 W/m² in which each predictor departs by 1. Chosen on real runs (`ba` 2023, `ar`)
 * learnt from 30 and 60 days: less lets 30 days do harm, more learns too little from 60 (research/validate-day-ahead.mjs).
 */
const NO_CHANGE = 1;

/**
 * Observed hours, those of about ten days, below which nothing is learnt: from 16 hours in a month real forecasts of the next month
 * became worse by a sixth (`ar`, 1 April 2023).
 */
const FEWEST_HOURS = 100;

const AIR: readonly DayAheadPredictor[] = ["humidity", "index × humidity", "rain"];
const isAir = (name: DayAheadPredictor) => AIR.includes(name);
const isEarlier = (name: DayAheadPredictor) => name.includes("earlier");
/** From most to least knowledge: what a run or its past lacks is left out. */
const SETS: readonly (readonly DayAheadPredictor[])[] = [
  DAY_AHEAD_PREDICTORS,
  DAY_AHEAD_PREDICTORS.filter((name) => !isEarlier(name)),
  DAY_AHEAD_PREDICTORS.filter((name) => !isAir(name)),
  DAY_AHEAD_PREDICTORS.filter((name) => !isEarlier(name) && !isAir(name)),
];

/**
 * Fits the observed clear-sky index of hours by weighted least squares over all leads, shrunk towards "no change".
 * Several runs of one hour share its weight: they are one observation.
 * @param runs by the time they were issued
 * @param observed clear-sky index by clear hour; NaN: not known
 * @returns undefined if runs cover fewer than 100 observed hours
 */
export function fitDayAhead(
  runs: readonly PastRunHours[],
  observed: Float64Array,
  clear: ClearHours,
): Pick<DayAheadTable, "fits" | "reach"> | undefined {
  const covering = coverage(runs, observed, clear);
  if (covering.reduce((hours, count) => hours + Math.sign(count), 0) < FEWEST_HOURS) return undefined;
  const equations = SETS.map(({ length }) => new NormalEquations(length));
  const predictors = new HourPredictors(clear);
  let reach = 0;
  runs.forEach((run, k) => {
    const known = newestFirst(runs, k);
    forEachHour(run, observed, clear, (row) => {
      const values = predictors.at(known, row);
      const light = clear.global[row]! / KILO;
      const weight = (light * light) / covering[row]!;
      SETS.forEach((_, set) => {
        const own = PLACES[set]!.map((place) => values[place]!);
        if (!own.some(Number.isNaN)) equations[set]!.add(own, observed[row]!, weight);
      });
      reach = Math.max(reach, (clear.start + (row + 1) * clear.step - run.issued) / clear.step);
    });
  });
  const fits = SETS.flatMap((set, k) => (equations[k]!.samples === 0 ? [] : [fitOf(set, equations[k]!)]));
  return fits.length === 0 ? undefined : { reach: Math.floor(reach), fits };
}

const PLACES = SETS.map((set) => set.map((name) => DAY_AHEAD_PREDICTORS.indexOf(name)));

/** How many runs there are of each hour. */
function coverage(runs: readonly PastRunHours[], observed: Float64Array, clear: ClearHours): Uint16Array {
  const counts = new Uint16Array(clear.count);
  for (const run of runs) {
    forEachHour(run, observed, clear, (row) => {
      counts[row]!++;
    });
  }
  return counts;
}

/** The observed hours of a run that are learnt from. */
function forEachHour(
  { hours: { shift, index }, issued }: PastRunHours,
  observed: Float64Array,
  clear: ClearHours,
  visit: (row: number) => void,
): void {
  const first = Math.floor((issued - clear.start) / clear.step) - BEFORE_ISSUE;
  for (let row = Math.max(shift, first); row < shift + index.length; row++)
    if (index[row - shift]! >= 0 && observed[row]! >= 0) visit(row);
}

/** A run and those that were there before it. */
export function newestFirst(runs: readonly PastRunHours[], k: number): readonly RunHours[] {
  return runs
    .slice(Math.max(0, k - MOST_EARLIER), k + 1)
    .reverse()
    .map(({ hours }) => hours);
}

function fitOf(predictors: readonly DayAheadPredictor[], own: NormalEquations): DayAheadFit {
  const noChange = predictors.map((name) => (name === "index" ? 1 : 0));
  own.addFit(identity(predictors.length), noChange, NO_CHANGE);
  return { predictors, weights: [...own.solve()] };
}

/** Upper triangle, row by row. */
function identity(size: number): readonly number[] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size - row }, (_, k) => (k === 0 ? 1 : 0)),
  ).flat();
}
