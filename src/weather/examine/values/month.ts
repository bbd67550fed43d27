/**
 * A month whose light is not of its season: of other days, scaled, or of a sensor under cover. The climate of the place tells, beside the
 * file's other months; without it, the clear days of the months before and after.
 */
import { SHORT_MONTH_NAMES } from "../../../time/calendar.js";
import type { SkyRows } from "../types.js";
import type { Doubt } from "./columns.js";
import { type Days, type MonthOfDays, monthsOfDays, weightedQuantile } from "./look.js";
import { figure, spansOfRows } from "./words.js";

/**
 * Light over what is expected, beside the median of the months: 757 months of 62 clean series were between 0.68 and 1.49 times the climate,
 * those of 25 W/m² and more between 0.71 and 1.28 times beside their median, but for one of a typical year (1.55); and it was 1.33 times the
 * climate.
 */
const [DARK, BRIGHT] = [0.6, 1.5];
/** And so far from the climate as it is. */
const [DARKER, BRIGHTER] = [0.8, 1.4];
/** W/m²: in darker months twilight and snow weigh more. */
const LEAST_LIGHT = 25;
/** Months that have a median; fewer are compared with the climate alone. */
const LEAST_MONTHS = 6;
/** Of the clear days beside those of the months around: from 0.68 to 1.23 in 700 months of the same series. */
const CLEAR_DAYS = 0.85;
const WHOLE_DAY = 0.9;
const LEAST_DAYS = 15;
const LEAST_CLEAR = 40;

interface Stray {
  readonly month: MonthOfDays;
  /** Its light over the expected. */
  readonly factor: number;
}

export function monthFinding(sky: SkyRows, days: Days): Doubt | undefined {
  const months = monthsOfDays(days, sky.step);
  const { climate } = sky.options;
  const strays =
    climate === undefined ? besideNeighbours(days, months) : besideClimate(months, climate.globalHorizontal);
  if (strays.length === 0) return undefined;
  const isStray = (row: number) =>
    strays.some(({ month: { from, to } }) => row >= days.from[from]! && row < days.from[to]!);
  const total = days.light.reduce((sum, light) => sum + light, 0);
  const excess = strays.reduce((sum, { month: { from, to }, factor }) => {
    return sum + days.light.subarray(from, to).reduce((all, light) => all + light, 0) * (1 - 1 / factor);
  }, 0);
  return {
    code: "month",
    verdict: "look",
    spans: spansOfRows(sky.count, isStray),
    effect: { horizontal: excess / (total - excess) },
    message: `${namesOf(sky, strays)} the light that ${climate === undefined ? "clear days of the months around" : "the climate and the other months"} let expect`,
    remedy: "look at these months in the logger or in another source, and pass dropFlagged to leave them out",
  };
}

/** "Jun 2021 has 0.41 times, Jul 2021 0.38 times" */
function namesOf({ options }: SkyRows, strays: readonly Stray[]): string {
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
  const middle = ratios.length < LEAST_MONTHS ? 1 : [...ratios].sort((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
  return bright.flatMap((month, k) => {
    const ratio = ratios[k]!;
    const factor = ratio / middle;
    const isStray = (factor < DARK && ratio < DARKER) || (factor > BRIGHT && ratio > BRIGHTER);
    return isStray ? [{ month, factor }] : [];
  });
}

function besideNeighbours(days: Days, months: readonly MonthOfDays[]): Stray[] {
  const clear = months.map((month) => clearIndex(days, month));
  return months.flatMap((month, k) => {
    const [own, before, after] = [clear[k]!, clear[k - 1] ?? Number.NaN, clear[k + 1] ?? Number.NaN];
    const factor = (2 * own) / (before + after);
    const isStray = own < DARK * Math.min(before, after) || own > BRIGHT * Math.max(before, after);
    return isStray && !Number.isNaN(factor) ? [{ month, factor }] : [];
  });
}

/** NaN where too few days tell. */
function clearIndex({ light, clear, all }: Days, month: MonthOfDays): number {
  const pairs: [number, number][] = [];
  for (let day = month.from; day < month.to; day++) {
    if (clear[day]! > 0 && clear[day]! >= WHOLE_DAY * all[day]!) pairs.push([light[day]! / clear[day]!, clear[day]!]);
  }
  return pairs.length >= LEAST_DAYS && month.clear >= LEAST_CLEAR ? weightedQuantile(pairs, CLEAR_DAYS) : Number.NaN;
}
