/**
 * Brightness that changes: a step at a date or a drift over years, as the clear days of each month show it beside other years; and a month
 * whose light is not of its season: of other days, scaled, or of a sensor under cover. The climate of the place tells, beside the file's
 * other months; without it, the clear days of the months before and after.
 */
import { exp, log } from "../../../foundation/math/index.js";
import { valueAtShare, weightedQuantile } from "../../../foundation/statistics/order.js";
import { daysFromDate, SHORT_MONTH_NAMES } from "../../../foundation/time/calendar.js";
import { CLEAR, FEWEST_DAYS, type Found, figure } from "./context.js";
import type { Days, MonthOfDays } from "./days.js";
import { strayOf } from "./scale.js";
import { type ExamineOptions, spansOfRows } from "./types.js";

export interface Change {
  readonly code: "step" | "trend";
  /** Of a step, the first day after it, by its index. */
  readonly day: number;
  /** The light after a step over that before, or of a year over that of the year before. */
  readonly factor: number;
  /** Relative change of the light, against the beginning of a drift, or the right side of a step. */
  readonly effect: number;
  /** The days that are likely right: the side of a step that is nearer the clear sky and the climate, or all. */
  readonly right: Days;
}

/** Months on each side of a step that have a counterpart in another year on the other side. */
const LEAST_MONTHS = 4;
/** A step, and a drift by year, are told from so much on, and from so many standard errors. */
const LEAST_STEP = 0.06;
const LEAST_TREND = 0.01;
const SIGMAS = 4;
const TREND_YEARS = 3;
/** Of the clear days of one year against another: haze and smoke come by the year, not by the month. */
const SPREAD_OF_YEAR = 0.02;

interface Month {
  /** 0…11. */
  readonly month: number;
  readonly day: number;
  /** Years since the first day. */
  readonly time: number;
  /** Logarithm of the clear days' index. */
  readonly ln: number;
}

export function changeFinding(days: Days, change: Change): Found {
  const { code, factor, effect } = change;
  const from = days.from[change.day]!;
  const percent = `${figure(100 * Math.abs(factor - 1))} % ${factor < 1 ? "darker" : "brighter"}`;
  return {
    code,
    verdict: "look",
    spans: [{ from, to: days.context.count }],
    effect: { horizontal: effect },
    message:
      code === "step"
        ? `from about ${days.context.clockDate(from)} clear days are ${percent} than in other years in the same months`
        : `clear days get ${percent} from year to year`,
    remedy: "look for another sensor, a calibration, dirt or shade, and use the part alone that is right",
  };
}

export function changeOf(days: Days): Change | undefined {
  if (days.context.options.isTypicalYear === true) return undefined;
  const months = clearMonths(days);
  const years = new Set(months.map(({ time }) => Math.floor(time))).size;
  if (years < 2) return undefined;
  const trend = years < TREND_YEARS ? undefined : lineWithinMonths(months, ({ time }) => time);
  let step: (MonthLine & { day: number; at: number }) | undefined;
  for (let at = 1; at < months.length; at++) {
    const { day } = months[at]!;
    const one = lineWithinMonths(months, (month) => (month.day >= day ? 1 : 0));
    if (one !== undefined && one.pairs >= LEAST_MONTHS && (step === undefined || one.rest < step.rest))
      step = { ...one, day, at };
  }
  const isTrend = isReal(trend, LEAST_TREND) && !(step !== undefined && step.rest < trend!.rest);
  if (isTrend) {
    const span = months.at(-1)!.time - months[0]!.time;
    return {
      code: "trend",
      day: 0,
      factor: exp(trend!.slope),
      effect: exp((trend!.slope * span) / 2) - 1,
      right: days,
    };
  }
  if (step === undefined || !isReal(step, LEAST_STEP)) return undefined;
  const share = 1 - step.at / months.length;
  const factor = exp(step.slope);
  const [before, after] = [days.part(0, step.day), days.part(step.day, days.count)];
  const [strayBefore, strayAfter] = [before, after].map((side) => Math.abs(strayOf(side)?.mean ?? 0));
  return strayBefore! <= strayAfter!
    ? { code: "step", day: step.day, factor, effect: share * (factor - 1), right: before }
    : { code: "step", day: step.day, factor, effect: (1 - share) * (1 / factor - 1), right: after };
}

function isReal(one: MonthLine | undefined, least: number): boolean {
  return one !== undefined && Math.abs(one.slope) >= least && Math.abs(one.slope) >= SIGMAS * one.error;
}

function clearMonths(days: Days): Month[] {
  const months: Month[] = [];
  for (let day = 0; day < days.count; ) {
    const { year, month } = days.dateOf(day);
    const begin = day;
    day = Math.min(days.count, daysFromDate(year, month + 1, 1) - days.first);
    const pairs = days.indices(begin, day);
    const index = weightedQuantile(pairs, CLEAR.daysOfMonth);
    const time = (begin + day) / 2 / 365.2425;
    if (pairs.length >= FEWEST_DAYS.month && index > 0)
      months.push({ month: month - 1, day: begin, time, ln: log(index) });
  }
  return months;
}

interface MonthLine {
  readonly slope: number;
  readonly error: number;
  /** Sum of the squares that are left. */
  readonly rest: number;
  /** Calendar months that occur with different values of the variable. */
  readonly pairs: number;
}

/** Least squares with a mean of its own for each calendar month, which takes season, snow and haze away. */
function lineWithinMonths(months: readonly Month[], variable: (month: Month) => number): MonthLine | undefined {
  const [n, x, y] = [new Float64Array(12), new Float64Array(12), new Float64Array(12)];
  for (const one of months) {
    n[one.month]!++;
    x[one.month]! += variable(one);
    y[one.month]! += one.ln;
  }
  let [xx, xy, yy] = [0, 0, 0];
  const varying = new Set<number>();
  for (const one of months) {
    const count = n[one.month]!;
    const dx = variable(one) - x[one.month]! / count;
    const dy = one.ln - y[one.month]! / count;
    if (Math.abs(dx) > 1e-9) varying.add(one.month);
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const kinds = n.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const degrees = months.length - kinds - 1;
  if (!(xx > 0) || degrees < 2) return undefined;
  const slope = xy / xx;
  const rest = yy - slope * xy;
  const ofYears = (12 * SPREAD_OF_YEAR * SPREAD_OF_YEAR) / xx;
  return { slope, error: Math.sqrt(rest / degrees / xx + ofYears), rest, pairs: varying.size };
}

/**
 * Light over what is expected, beside the median of the months: 757 months of 62 clean series were between 0.68 and 1.49 times the climate,
 * those of 25 W/m² and more between 0.71 and 1.28 times beside their median, but for one of a typical year (1.55); and it was 1.33 times the
 * climate. Clear days beside those of the months around: from 0.68 to 1.25 in 700 months of the same series.
 */
const [DARK, BRIGHT] = [0.6, 1.5];
/** And so far from the climate as it is. */
const [DARKER, BRIGHTER] = [0.8, 1.4];
/** W/m²: in darker months twilight and snow weigh more. */
const LEAST_LIGHT = 25;
/** Months that have a median; fewer are compared with the climate alone. */
const LEAST_MEDIAN = 6;
/** Of all months: if more stray, it is another fault, or another place. */
const MOST_MONTHS = 1 / 3;
/** W/m² of a clear sky: in darker months the clear days say nothing. */
const LEAST_CLEAR = 40;

interface Stray {
  readonly month: MonthOfDays;
  /** Its light over the expected. */
  readonly factor: number;
}

export function monthFinding(days: Days): Found | undefined {
  const months = days.months();
  const { count, options } = days.context;
  const { climate } = options;
  const strays =
    climate === undefined ? besideNeighbours(days, months) : besideClimate(months, climate.globalHorizontal);
  if (strays.length === 0 || strays.length > MOST_MONTHS * months.length) return undefined;
  const isStray = (row: number) =>
    strays.some(({ month: { from, to } }) => row >= days.from[from]! && row < days.from[to]!);
  const total = days.light.reduce((sum, light) => sum + light, 0);
  const excess = strays.reduce((sum, { month: { from, to }, factor }) => {
    return sum + days.light.subarray(from, to).reduce((all, light) => all + light, 0) * (1 - 1 / factor);
  }, 0);
  return {
    code: "month",
    verdict: "look",
    spans: spansOfRows(count, isStray),
    effect: { horizontal: excess / (total - excess) },
    message: `${namesOf(strays, options)} the light that ${climate === undefined ? "clear days of the months around" : "the climate and the other months"} let expect`,
    remedy:
      "look at these months beside another source: days of another month, shade or a cover do that; pass dropFlagged to leave them out",
  };
}

/** "Jun 2021 has 0.41 times, Jul 2021 0.38 times" */
function namesOf(strays: readonly Stray[], options: ExamineOptions): string {
  const named = strays.slice(0, NAMED).map(({ month: { year, month }, factor }, k) => {
    const name = `${SHORT_MONTH_NAMES[month - 1]}${options.isTypicalYear ? "" : ` ${year}`}`;
    return `${name} ${k === 0 ? "has " : ""}${figure(factor)} times`;
  });
  const more = strays.length - NAMED;
  return `${named.join(", ")}${more > 0 ? `, and ${more} more months differ as much from,` : ""}`;
}

const NAMED = 3;

function besideClimate(months: readonly MonthOfDays[], globalHorizontal: ArrayLike<number>): Stray[] {
  const bright = months.filter(({ month }) => globalHorizontal[month - 1]! >= LEAST_LIGHT);
  const ratios = bright.map(({ month, light }) => light / globalHorizontal[month - 1]!);
  const middle = ratios.length < LEAST_MEDIAN ? 1 : valueAtShare(ratios, 0.5)!;
  return bright.flatMap((month, k) => {
    const ratio = ratios[k]!;
    const factor = ratio / middle;
    const isStray = (factor < DARK && ratio < DARKER) || (factor > BRIGHT && ratio > BRIGHTER);
    return isStray ? [{ month, factor }] : [];
  });
}

/** Of up to three months in a row; of a year the last month is before the first. */
function besideNeighbours(days: Days, months: readonly MonthOfDays[]): Stray[] {
  const clear = months.map((month) => clearIndex(days, month));
  const count = clear.length;
  const at = (k: number) => (count >= 12 ? clear[(k + count) % count]! : (clear[k] ?? Number.NaN));
  const factors = new Map<number, number>();
  for (let length = 1; length <= IN_A_ROW; length++) {
    for (let first = 0; first < count; first++) {
      const own = Array.from({ length }, (_, k) => at(first + k));
      const [before, after] = [at(first - 1), at(first + length)];
      const isDark = Math.max(...own) < DARK * Math.min(before, after);
      const isBright = Math.min(...own) > BRIGHT * Math.max(before, after);
      if (!isDark && !isBright) continue;
      for (const [k, one] of own.entries()) factors.set((first + k) % count, (2 * one) / (before + after));
    }
  }
  return months.flatMap((month, k) => (factors.has(k) ? [{ month, factor: factors.get(k)! }] : []));
}

const IN_A_ROW = 3;

/** NaN where too few days tell. */
function clearIndex(days: Days, { from, to, clear }: MonthOfDays): number {
  const pairs = days.indices(from, to);
  const isTelling = pairs.length >= FEWEST_DAYS.month && clear >= LEAST_CLEAR;
  return isTelling ? weightedQuantile(pairs, CLEAR.daysOfMonth) : Number.NaN;
}
