/** A factor that changes between years: a step at a date, or a drift, as the clear days of each month show it beside other years. */
import { exp, log } from "../../../math/index.js";
import { dateFromDays } from "../../../time/calendar.js";
import type { SkyRows } from "../types.js";
import type { Doubt } from "./columns.js";
import { type Days, partOfDays, weightedQuantile } from "./look.js";
import { strayOf } from "./scale.js";
import { dateOf, figure } from "./words.js";

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

/** Of a month's clear-sky light, so much falls on days that are clearer than its clear days. */
const CLEAR_DAYS = 0.85;
/** Days that a month needs, and how whole. */
const LEAST_DAYS = 15;
const WHOLE_DAY = 0.9;
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

export function changeFinding(sky: SkyRows, days: Days, change: Change): Doubt {
  const { code, factor, effect } = change;
  const from = days.from[change.day]!;
  const percent = `${figure(100 * Math.abs(factor - 1))} % ${factor < 1 ? "darker" : "brighter"}`;
  return {
    code,
    verdict: "look",
    spans: [{ from, to: sky.count }],
    effect: { horizontal: effect },
    message:
      code === "step"
        ? `from about ${dateOf(sky, from)} clear days are ${percent} than in other years in the same months`
        : `clear days get ${percent} from year to year`,
    remedy: "look for another sensor, a calibration, dirt or shade, and use the part alone that is right",
  };
}

export function changeOf(sky: SkyRows, days: Days): Change | undefined {
  if (sky.options.isTypicalYear === true) return undefined;
  const months = clearMonths(days);
  const years = new Set(months.map(({ time }) => Math.floor(time))).size;
  if (years < 2) return undefined;
  const trend = years < TREND_YEARS ? undefined : lineThrough(months, ({ time }) => time);
  let step: (Line & { day: number; at: number }) | undefined;
  for (let at = 1; at < months.length; at++) {
    const { day } = months[at]!;
    const one = lineThrough(months, (month) => (month.day >= day ? 1 : 0));
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
  const [before, after] = [partOfDays(days, 0, step.day), partOfDays(days, step.day, days.count)];
  const [strayBefore, strayAfter] = [before, after].map((side) => Math.abs(strayOf(sky, side)?.mean ?? 0));
  return strayBefore! <= strayAfter!
    ? { code: "step", day: step.day, factor, effect: share * (factor - 1), right: before }
    : { code: "step", day: step.day, factor, effect: (1 - share) * (1 / factor - 1), right: after };
}

function isReal(one: Line | undefined, least: number): boolean {
  return one !== undefined && Math.abs(one.slope) >= least && Math.abs(one.slope) >= SIGMAS * one.error;
}

function clearMonths({ first, count, light, clear, all }: Days): Month[] {
  const months: Month[] = [];
  for (let day = 0; day < count; ) {
    const { year, month } = dateFromDays(first + day);
    const begin = day;
    const pairs: [number, number][] = [];
    for (; day < count; day++) {
      const date = dateFromDays(first + day);
      if (date.month !== month || date.year !== year) break;
      if (clear[day]! > 0 && clear[day]! >= WHOLE_DAY * all[day]!) pairs.push([light[day]! / clear[day]!, clear[day]!]);
    }
    const index = weightedQuantile(pairs, CLEAR_DAYS);
    const time = (begin + day) / 2 / 365.2425;
    if (pairs.length >= LEAST_DAYS && index > 0) months.push({ month: month - 1, day: begin, time, ln: log(index) });
  }
  return months;
}

interface Line {
  readonly slope: number;
  readonly error: number;
  /** Sum of the squares that are left. */
  readonly rest: number;
  /** Calendar months that occur with different values of the variable. */
  readonly pairs: number;
}

/** Least squares with a mean of its own for each calendar month, which takes season, snow and haze away. */
function lineThrough(months: readonly Month[], variable: (month: Month) => number): Line | undefined {
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
