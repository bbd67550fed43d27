/** Checks the time stamps of weather against the sun: GHI = DNI·cos z + DHI closes only at the right time. */

import { sunHeightsAt } from "../../../physics/sky/clear-sky.js";
import type { Notice } from "../../contract/observation/types.js";
import { checkWeather, type Label, type WeatherSeries } from "../series.js";
import type { ExamineOptions } from "./types.js";

export interface LabelCheck {
  /** Shifts of the sun against the series in minutes, ascending, −60…60; negative = the sun of an earlier time. */
  shifts: Float64Array;
  /** Standard deviation of GHI − DNI·cos z − DHI over the rows at each shift, W/m². */
  spread: Float64Array;
  /** Spread of the series as read, W/m². */
  spreadAsRead: number;
  /** Shift with the smallest spread, minutes, and that spread, W/m². */
  bestShift: number;
  bestSpread: number;
  /** Number of rows used. */
  rows: number;
  /** Set if the components close at another time than the series states. */
  notice?: Notice;
}

/** Farthest shift and step of the search in minutes. */
const FARTHEST = 60;
const STEP = 5;
/** Number of rows used: enough for a year of hours; longer series are thinned evenly. */
const MOST_ROWS = 5_000;
/** Fewer rows are inconclusive. */
const FEWEST_ROWS = 12;
/** W/m²; higher values are not irradiances. */
const HIGHEST = 2_000;
/** A notice requires that the spread drops to this share of the one as read, and by this much (W/m²). */
const CLEAR_SHARE = 0.7;
const CLEAR_DIFFERENCE = 1;

/**
 * If GHI, DNI and DHI are given and were not derived from one another, they close, GHI = DNI·cos z + DHI, only with the sun
 * of the right time. Searches for the shift with the smallest spread of the difference, with the sun at the middle of each
 * interval (or at its instant), over rows with direct irradiance and the sun up.
 *
 * @param series weather with a place
 * @param options.label the assumed meaning of the time stamps; the notice then names the label to pass instead
 * @returns undefined without a place, if a component is missing altogether, or if too few rows have all three
 * @throws WeatherError for a malformed series
 */
export function checkLabels(
  series: WeatherSeries,
  { label }: { label?: Label | undefined } = {},
): LabelCheck | undefined {
  const { start, interval, sampling, columns, place } = checkWeather(series);
  const ghi = columns.global_horizontal_irradiance;
  const dni = columns.direct_normal_irradiance;
  const dhi = columns.diffuse_horizontal_irradiance;
  if (place === undefined || ghi === undefined || dni === undefined || dhi === undefined) return undefined;
  const step = interval * 1000;
  const middle = start + (sampling === "instant" ? 0 : step / 2);

  const used = usedRows(ghi, dni, dhi);
  const n = used.length;
  if (n < FEWEST_ROWS) return undefined;
  const time = new Float64Array(n);
  const shifts = candidates(interval / 60);
  const spread = shifts.map((shift) => {
    for (let i = 0; i < n; i++) time[i] = middle + used[i]! * step + shift * 60_000;
    const up = sunHeightsAt(time, place);
    return standardDeviation(n, (i) => ghi[used[i]!]! - dni[used[i]!]! * Math.max(up[i]!, 0) - dhi[used[i]!]!);
  });
  const best = spread.indexOf(Math.min(...spread));
  const check: LabelCheck = {
    shifts,
    spread,
    spreadAsRead: spread[shifts.indexOf(0)]!,
    bestShift: shifts[best]!,
    bestSpread: spread[best]!,
    rows: n,
  };
  const { spreadAsRead, bestSpread } = check;
  if (bestSpread <= CLEAR_SHARE * spreadAsRead && spreadAsRead - bestSpread >= CLEAR_DIFFERENCE) {
    check.notice = { code: "label", message: message(check, label, interval / 60) };
  }
  return check;
}

/** Rows with all components and direct irradiance, evenly thinned. */
function usedRows(ghi: Float64Array, dni: Float64Array, dhi: Float64Array): Int32Array {
  const rows: number[] = [];
  for (let i = 0; i < ghi.length; i++) {
    // NaN fails every comparison; codes for missing values exceed any irradiance.
    if (dni[i]! > 0 && dni[i]! < HIGHEST && ghi[i]! > 0 && ghi[i]! < HIGHEST && dhi[i]! >= 0 && dhi[i]! < HIGHEST) {
      rows.push(i);
    }
  }
  const stride = Math.ceil(rows.length / MOST_ROWS);
  return Int32Array.from(stride > 1 ? rows.filter((_, k) => k % stride === 0) : rows);
}

/** Every five minutes, and the half and whole interval by which labels may differ. */
function candidates(interval: number): Float64Array {
  const shifts = new Set([interval / 2, interval].filter((shift) => shift <= FARTHEST).flatMap((s) => [-s, s]));
  for (let shift = -FARTHEST; shift <= FARTHEST; shift += STEP) shifts.add(shift);
  return Float64Array.from(shifts).sort();
}

function standardDeviation(n: number, of: (i: number) => number): number {
  let mean = 0;
  for (let i = 0; i < n; i++) mean += of(i) / n;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const off = of(i) - mean;
    sum += off * off;
  }
  return Math.sqrt(sum / n);
}

/** Position of an interval's middle relative to its stamp, in intervals. */
const MIDDLE: { readonly [label in Label]: number } = { start: 0.5, center: 0, end: -0.5 };

function message({ bestShift, bestSpread, spreadAsRead }: LabelCheck, label: Label | undefined, interval: number) {
  const found =
    `the components close ${Math.abs(bestShift)} minutes ${bestShift < 0 ? "earlier" : "later"}: GHI − DNI·cos z − DHI ` +
    `spreads by ${bestSpread.toFixed(1)} W/m² there, by ${spreadAsRead.toFixed(1)} W/m² as read`;
  return `${found}${advice(bestShift, label, interval)}`;
}

function advice(shift: number, label: Label | undefined, interval: number): string {
  if (label !== undefined) {
    const middle = MIDDLE[label] + shift / interval;
    const fitting = (Object.keys(MIDDLE) as Label[]).find((other) => Math.abs(MIDDLE[other] - middle) < 1e-9);
    if (fitting !== undefined) return `: pass label "${fitting}"`;
  }
  if (shift % 15 === 0) {
    const hours = Math.abs(shift) / 60;
    return `: pass a timeOffset ${hours === 1 ? "1 hour" : `${hours} hours`} ${shift < 0 ? "larger" : "smaller"}`;
  }
  return "";
}

const NAMED: { readonly [label in Label]: string } = { start: "starts", center: "centres", end: "ends" };
const QUARTER = 15;
/** Minutes: nearer to whole and half hours than this, a clock is of another zone. */
const ROUND = 4;

/** What mends a clock: words for what is wrong and what to do, and the options for it. */
interface Cure {
  readonly code: "label" | "clock";
  readonly wrong: string;
  readonly remedy: string;
  readonly pass?: { readonly label?: Label; readonly timeOffsetChange?: number };
}

/**
 * @param shift minutes by which the right sun is later
 * @param step minutes
 * @param within minutes by which the shift may be off, less than a quarter of a step
 */
export function cureOf(shift: number, step: number, { label, timeOffset }: ExamineOptions, within: number): Cure {
  const fitting = label && labelFor(shift, step, label, within);
  if (label !== undefined && fitting !== undefined) {
    const wrong = `time stamps look like interval ${NAMED[fitting]} read as ${NAMED[label]}`;
    return { code: "label", wrong, remedy: `pass label "${fitting}"`, pass: { label: fitting } };
  }
  const round = QUARTER * Math.round(shift / QUARTER);
  const isRound = round !== 0 && Math.abs(shift - round) <= Math.max(within, ROUND) && round % (2 * QUARTER) === 0;
  const minutes = isRound ? round : Math.round(shift);
  const ahead = minutes < 0 ? "ahead" : "behind";
  const change = -minutes / 60;
  const remedy = remedyOf(change, timeOffset);
  if (isRound) {
    const zone = `${minutes < 0 ? "+" : "−"}${Math.abs(change)}`;
    const like = Number.isInteger(change) && Math.abs(change) <= 14 ? `, as if UTC${zone} were read as UTC` : "";
    return {
      code: "clock",
      wrong: `times look ${duration(minutes)} ${ahead}${like}`,
      remedy,
      pass: { timeOffsetChange: change },
    };
  }
  const degrees = Math.round(Math.abs(minutes) / 4);
  return {
    code: "clock",
    wrong: `the clock looks ${duration(minutes)} ${ahead}`,
    remedy: `${remedy} once the clock and the longitude are checked: ${degrees}° of longitude have the same effect`,
    pass: { timeOffsetChange: Math.round(change * 1e4) / 1e4 },
  };
}

/** Hours ahead of UTC that can be passed. */
const [LEAST_OFFSET, MOST_OFFSET] = [-12, 14];

/** @param used hours ahead of UTC that the times were read as, where that is known: then the number to pass is */
function remedyOf(change: number, used: number | undefined): string {
  const side = change > 0 ? "larger" : "smaller";
  if (used === undefined) return `pass a timeOffset ${hours(change)} ${side} than the one in use`;
  const offset = Math.round((used + change) * 1e4) / 1e4;
  if (offset >= LEAST_OFFSET && offset <= MOST_OFFSET) return `pass timeOffset ${offset}`;
  return `move the times by ${hours(change)} ${change > 0 ? "back" : "forward"}`;
}

/** The label whose middle of the interval lies where the sun fits. */
function labelFor(shift: number, step: number, label: Label, within: number): Label | undefined {
  const labels = (Object.keys(MIDDLE) as Label[]).filter((other) => other !== label);
  const isNear = (other: Label) => Math.abs((MIDDLE[other] - MIDDLE[label]) * step - shift) <= within;
  return labels.find(isNear);
}

export function hours(change: number): string {
  const size = Math.round(Math.abs(change) * 1e4) / 1e4;
  return size === 1 ? "1 hour" : `${size} hours`;
}

/** "60 minutes earlier" */
export function sunOf(shift: number): string {
  const minutes = Math.round(Math.abs(shift));
  return minutes === 0 ? "the sun of its stamps" : `a sun ${duration(minutes)} ${shift < 0 ? "earlier" : "later"}`;
}

function duration(minutes: number): string {
  const size = Math.abs(minutes);
  if (size % 60 !== 0 || size === 60) return `${size} minute${size === 1 ? "" : "s"}`;
  return `${size / 60} hours`;
}
