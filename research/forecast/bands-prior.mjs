// Bands for places without a past: the shape of the errors of real runs made unbiased, from the hours of one or more stations.
import { learnBands } from "../../dist/answers/forecast/day-ahead/bands-learner.js";
import { fitDayAhead } from "../../dist/answers/forecast/day-ahead/fit.js";
import { pastHours } from "../../dist/answers/forecast/day-ahead/bands-learner.js";
import { KNOTS } from "../../dist/answers/forecast/curves.js";
import { correctedPast, knownPast } from "../../dist/answers/forecast/known-past.js";
import { quantileOfSorted } from "../../dist/foundation/statistics/order.js";

const HOUR = 3_600_000;
const INDICES = [0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.86, 0.92, 1];
const CLEARS = [150, 500, 950];
/** Hours, the middles of 1–6, 7–12, 13–24, 25–48 and 49–72. */
const LEADS = [3.5, 9.5, 18.5, 36.5, 60.5];
/** Errors without which a cell takes those of its neighbours, too. */
const FEWEST = 200;

/**
 * Hours of a station's runs, each corrected by a fit that did not know the part of the record that it lies in, with what was observed; run by
 * run.
 *
 * @param {any} station with `runs`, `observations` and `place`
 * @param {(time: number) => number} foldOf number of the part that a time (Unix ms) lies in
 * @param {(fold: number) => boolean} mayTeach whether a part teaches the others
 */
export function unbiasedHours({ runs, observations, place }, foldOf, mayTeach = () => true) {
  const known = knownPast({ runs, observations }, place, 0.65, "unbiasedHours");
  const { clearHours, hourlyIndex } = known;
  const folds = Array.from(hourlyIndex, (_, row) => foldOf(clearHours.start + row * HOUR));
  const served = ({ light, shift }, row) => light[row - shift] ?? Number.NaN;
  const found = [...new Set(folds)].flatMap((fold) => {
    const past = hourlyIndex.map((index, row) => (folds[row] !== fold && mayTeach(folds[row]) ? index : Number.NaN));
    const fit = fitDayAhead(known.runs, past, clearHours);
    const table = fit && { name: "other folds", evidence: "", ...fit };
    const hours = pastHours(correctedPast(known, table), served, known.quarterHours.count);
    return hours.filter(({ hour }) => foldOf(hour * HOUR) === fold);
  });
  return found.sort((a, b) => a.run - b.run || a.hour - b.hour);
}

/** @param hours of all stations; runs of different stations have different numbers */
export function bandsOf(hours) {
  const at = hours.map(({ clearSkyIndex, clear }) => [nearest(INDICES, clearSkyIndex), nearest(CLEARS, clear)]);
  const errors = (isOwn) =>
    Float64Array.from(
      hours.filter((_, k) => isOwn(at[k])),
      ({ departure }) => departure,
    ).sort();
  const departures = INDICES.map((_, i) =>
    CLEARS.map((_, c) => {
      const own = errors(([index, clear]) => index === i && clear === c);
      const near = ([index, clear]) => Math.abs(index - i) <= 1 && (index === i || clear === c);
      const cell = own.length < FEWEST ? errors(near) : own;
      return KNOTS.map((p) => quantileOfSorted(cell, p));
    }),
  );
  const plain = Array.from({ length: 24 }, () => 0);
  const shape = {
    indices: INDICES,
    clears: CLEARS,
    departures,
    size: 1,
    leads: LEADS,
    widths: LEADS.map(() => 1),
    hours: { shifts: plain, widths: plain.map(() => 1) },
    correlation: { common: 0, hourly: 0 },
  };
  // Ranks by hour of the day belong to a place, those by lead time and from hour to hour to all.
  const { widths, correlation } = learnBands(shape, hours, 0);
  return { ...shape, widths, correlation };
}

function nearest(knots, value) {
  return knots.reduce((best, knot, k) => (Math.abs(value - knot) < Math.abs(value - knots[best]) ? k : best), 0);
}

/** As one station's, each with run numbers of its own. */
export function together(stations) {
  let runs = 0;
  return stations.flatMap((hours) => {
    const moved = hours.map((hour) => ({ ...hour, run: hour.run + runs }));
    runs += 1 + hours.reduce((most, { run }) => Math.max(most, run), 0);
    return moved;
  });
}
