/** What a place's own past says of the bands beyond the first hours: their size, their ranks, and how hours hang together. */
import { pow } from "../../../foundation/math/index.js";
import { PairSums, quantileOfSorted } from "../../../foundation/statistics/order.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { KNOT_SHARES, nearestKnot, scoreOn } from "../curves.js";
import type { KnownPast } from "../known-past.js";
import type { ServedRun } from "../learner.js";
import { isSeen, QUARTER_HOUR } from "../quarter-hours.js";
import { type AheadBands, type AheadHour, aheadCurve, type HourCorrelation, leadWidth, solarHourAt } from "./bands.js";

/** An hour that was forecast and observed. */
export interface PastHour extends AheadHour {
  /** Number of the run: errors of one run hang together. */
  readonly run: number;
  /** Number of the hour, from 1970. */
  readonly hour: number;
  /** Of the observed clear-sky index from its forecast. */
  readonly departure: number;
}

/**
 * Days of a place's own past that count as much as the bands of other places. Chosen on Buenos Aires in 2023, on parts of two months that
 * were left out, and on the Pampas, on months left out: from 30 to 120 days the CRPS differs by 0.4 %, more days leave the medians of hours
 * where other places have them, and with fewer the bands of the first month are too narrow.
 */
const BAND_DAYS = 45;
/** Of a normal distribution: from its 10 % to its 90 % quantile, in standard deviations. */
const NORMAL_WIDTH = 2.563103131089201;
/** Perfect forecasts leave no spread to divide by. */
const LEAST_WIDTH = 0.1;
const LEAST_SIZE = 0.01;
/** A band is not wider than this: an outage is not a spread. */
const MOST_SIZE = 3;

/**
 * Bands for a place on top of those of other places, which count for 45 days.
 * @param hours of the place's past, run by run
 * @param given days for which the bands count
 */
export function learnBands(bands: AheadBands, hours: readonly PastHour[], given = BAND_DAYS): AheadBands {
  if (hours.length === 0) return bands;
  const ownShare = (of: readonly PastHour[]) => shareOf(of, given);
  const curves = hours.map((hour) => aheadCurve(bands, hour));
  const factor = pow(sizeOf(hours, curves), ownShare(hours));
  const before = hours.map(({ departure, lead }, k) => {
    const curve = curves[k]!.map((value) => value * factor);
    return scoreOn(curve, departure) / leadWidth(bands, lead);
  });
  const ofHour = Array.from({ length: 24 }, (_, solarHour) => {
    const own = indicesOf(hours, (hour) => hour.solarHour === solarHour);
    const { shift, width } = ranksOf(own.map((k) => before[k]!));
    const share = ownShare(own.map((k) => hours[k]!));
    return { shift: shift * share, width: pow(width, share) };
  });
  const scores = before.map((score, k) => {
    const { shift, width } = ofHour[hours[k]!.solarHour]!;
    return (score - shift) / width;
  });
  const widths = bands.leads.map((_, at) => {
    const own = indicesOf(hours, ({ lead }) => nearestKnot(bands.leads, lead) === at);
    return bands.widths[at]! * pow(ranksOf(own.map((k) => scores[k]!)).width, ownShare(own.map((k) => hours[k]!)));
  });
  return {
    ...bands,
    size: bands.size * factor,
    widths,
    hours: { shifts: ofHour.map(({ shift }) => shift), widths: ofHour.map(({ width }) => width) },
    correlation: fitCorrelation(hours, scores, bands.correlation, ownShare(hours)),
  };
}

/** How much a place's own days count against those of others, 0…1. */
function shareOf(hours: readonly PastHour[], given: number): number {
  const days = new Set(hours.map(({ hour, solarHour }) => Math.round((hour - solarHour) / 24))).size;
  return days === 0 ? 0 : days / (days + given);
}

/** Mean absolute departure, relative to that of the curves. */
function sizeOf(hours: readonly PastHour[], curves: readonly (readonly number[])[]): number {
  let [own, expected] = [0, 0];
  hours.forEach(({ departure }, k) => {
    own += Math.abs(departure);
    curves[k]!.forEach((value, q) => {
      expected += KNOT_SHARES[q]! * Math.abs(value);
    });
  });
  return expected > 0 ? Math.min(Math.max(own / expected, LEAST_SIZE), MOST_SIZE) : 1;
}

/** Median of normal scores, and how wide they lie. */
function ranksOf(scores: readonly number[]): { readonly shift: number; readonly width: number } {
  if (scores.length === 0) return { shift: 0, width: 1 };
  const sorted = Float64Array.from(scores).sort();
  const width = (quantileOfSorted(sorted, 0.9) - quantileOfSorted(sorted, 0.1)) / NORMAL_WIDTH;
  return { shift: quantileOfSorted(sorted, 0.5), width: Math.max(width, LEAST_WIDTH) };
}

function indicesOf(hours: readonly PastHour[], isOwn: (hour: PastHour) => boolean): number[] {
  return hours.flatMap((hour, k) => (isOwn(hour) ? [k] : []));
}

/** Hours apart at which correlations are fitted: within a day, and at the same time of the next two. */
const LAGS = [1, 2, 3, 4, 5, 6, 8, 10, 24, 48];
/** Pairs without which a correlation is noise. */
const FEWEST_PAIRS = 30;

/** An hour of a run. */
interface RunHour {
  readonly run: number;
  readonly hour: number;
}

/**
 * The correlation ρ(h) = common + (1 − common)·hourly^h that is the nearest to that of normal scores h hours apart in
 * the same run; least squares over the lags, on a grid of 0.02, as no more is known.
 * @param hours run by run, ascending
 * @param share 0…1: how much it counts against the one given
 */
export function fitCorrelation(
  hours: readonly RunHour[],
  scores: readonly number[],
  given: HourCorrelation,
  share: number,
): HourCorrelation {
  const found = LAGS.map((lag) => ({ lag, correlation: lagCorrelation(hours, scores, lag) })).filter(
    ({ correlation }) => !Number.isNaN(correlation),
  );
  if (found.length < LAGS.length / 2) return given;
  let best = { ...given, misfit: Number.POSITIVE_INFINITY };
  for (let common = 0; common <= 0.6; common += 0.02) {
    for (let hourly = 0; hourly <= 0.98; hourly += 0.02) {
      const misfit = found.reduce((sum, { lag, correlation }) => {
        const error = correlation - correlationAt({ common, hourly }, lag);
        return sum + error * error;
      }, 0);
      if (misfit < best.misfit) best = { common, hourly, misfit };
    }
  }
  const mixed = (own: number, other: number) => other + share * (own - other);
  return { common: mixed(best.common, given.common), hourly: mixed(best.hourly, given.hourly) };
}

/** Of ranks some hours apart. */
export function correlationAt({ common, hourly }: HourCorrelation, hours: number): number {
  return common + (1 - common) * pow(hourly, hours);
}

/** NaN from fewer than 30 pairs. */
function lagCorrelation(hours: readonly RunHour[], scores: readonly number[], lag: number): number {
  const pairs = new PairSums();
  let later = 0;
  for (let k = 0; k < hours.length; k++) {
    const { run, hour } = hours[k]!;
    later = Math.max(later, k);
    while (later < hours.length && hours[later]!.run === run && hours[later]!.hour < hour + lag) later++;
    if (hours[later]?.run !== run || hours[later]!.hour !== hour + lag) continue;
    pairs.add(scores[k]!, scores[later]!);
  }
  return pairs.count >= FEWEST_PAIRS ? pairs.correlation : Number.NaN;
}

const QUARTERS = 4;

/** GHI of a run in a row as it would be served, W/m². @param lead quarters of an hour */
export type ServedLight = (run: ServedRun, row: number, lead: number) => number;

/**
 * Whole hours in UTC with the sun up that were observed and that a run forecast, run by run.
 * @param before row: only hours that had ended by then
 */
export function pastHours(
  { quarterHours, light, runs, longitude }: Pick<KnownPast, "quarterHours" | "light" | "runs" | "longitude">,
  served: ServedLight,
  before: number,
): readonly PastHour[] {
  const found: PastHour[] = [];
  const { start, sky } = quarterHours;
  const offset = (((HOUR - (start % HOUR)) % HOUR) / QUARTER_HOUR) % QUARTERS;
  runs.forEach(({ served: run, issued }, number) => {
    const first = Math.max(0, Math.ceil((issued - start) / QUARTER_HOUR));
    const end = Math.min(before, run.shift + run.light.length);
    const from = Math.ceil((first - offset) / QUARTERS) * QUARTERS + offset;
    for (let row = from; row + QUARTERS <= end; row += QUARTERS) {
      let [seen, forecast, clear] = [0, 0, 0];
      for (let k = row; k < row + QUARTERS && !Number.isNaN(seen); k++) {
        seen += isSeen(quarterHours, light, k) ? light[k]! : Number.NaN;
        forecast += served(run, k, k - first + 1);
        clear += sky.global[k]!;
      }
      const clearSkyIndex = forecast / clear;
      if (!(clearSkyIndex >= 0) || Number.isNaN(seen)) continue;
      const time = start + row * QUARTER_HOUR;
      found.push({
        run: number,
        hour: Math.floor(time / HOUR),
        lead: (row + QUARTERS - first) / QUARTERS,
        solarHour: solarHourAt(time, longitude),
        clearSkyIndex,
        clear: clear / QUARTERS,
        departure: seen / clear - clearSkyIndex,
      });
    }
  });
  return found;
}
