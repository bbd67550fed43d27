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
/** Of all months: if more stray, it is another fault, or another place. */
const MOST_MONTHS = 1 / 3;
/** Of the clear days beside those of the months around: from 0.68 to 1.25 in 700 months of the same series. */
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
    spans: spansOfRows(sky.count, isStray),
    effect: { horizontal: excess / (total - excess) },
    message: `${namesOf(sky, strays)} the light that ${climate === undefined ? "clear days of the months around" : "the climate and the other months"} let expect`,
    remedy:
      "look at these months beside another source: days of another month, shade or a cover do that; pass dropFlagged to leave them out",
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
function clearIndex({ light, clear, all }: Days, month: MonthOfDays): number {
  const pairs: [number, number][] = [];
  for (let day = month.from; day < month.to; day++) {
    if (clear[day]! > 0 && clear[day]! >= WHOLE_DAY * all[day]!) pairs.push([light[day]! / clear[day]!, clear[day]!]);
  }
  return pairs.length >= LEAST_DAYS && month.clear >= LEAST_CLEAR ? weightedQuantile(pairs, CLEAR_DAYS) : Number.NaN;
}
