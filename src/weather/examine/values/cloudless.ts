/** Weeks without one cloud: the column of a clear-sky model in the place of a measured one. */
import type { RowSpan, SkyRows } from "../types.js";
import type { Doubt } from "./columns.js";
import { type Days, monthsOfDays } from "./look.js";
import { envelopeOf } from "./scale.js";
import { spansText } from "./words.js";

/** Sine of a sun at 15°, and hours of it that a day needs. */
const HIGH = 0.26;
const LEAST_HOURS = 3;
/** Of a day's light that has to be there. */
const WHOLE_DAY = 0.8;
/** An hour of a clear day is so near the mean of its day, beside a clear sky, whichever model either is of; and a day so near the clearest. */
const NEAR = 0.1;
const CLEAREST = 0.8;
/**
 * Days without a cloud, one after the other: at most 20 in 62 clean series, of Nevada; columns of clear-sky models have all of a year.
 * Where the climate has a clear sky, or nobody knows, only what is longer than its dry season.
 */
const MANY_DAYS = 28;
const SEASON = 120;
/** Light of a climate over a clear sky's, above which there are months without a cloud. */
const CLEAR_CLIMATE = 0.85;

export function cloudlessFinding(sky: SkyRows, days: Days): Doubt | undefined {
  const spans = cloudlessSpans(sky, days);
  if (spans.length === 0) return undefined;
  return {
    code: "cloudless",
    verdict: "look",
    spans,
    message: `there is not one cloud from ${spansText(sky, spans)}: is it the column of a clear-sky model?`,
    remedy: "take the column that was measured: for a table pass columns, which names it",
  };
}

function cloudlessSpans(sky: SkyRows, days: Days): RowSpan[] {
  const least = isCloudy(sky, days) ? MANY_DAYS : SEASON;
  const clearest = CLEAREST * envelopeOf(days).factor;
  const spans: RowSpan[] = [];
  let [from, to, many] = [-1, -1, 0];
  const close = () => {
    if (many >= least) spans.push({ from: days.from[from]!, to: days.from[to]! });
    [from, many] = [-1, 0];
  };
  for (let day = 0; day < days.count; day++) {
    const isClear = isCloudless(sky, days, day, clearest);
    if (isClear === undefined) continue;
    if (!isClear) {
      close();
      continue;
    }
    if (from < 0) from = day;
    to = day + 1;
    many++;
  }
  close();
  return spans;
}

function isCloudy({ options: { climate }, step }: SkyRows, days: Days): boolean {
  if (climate === undefined) return false;
  let [expected, clear] = [0, 0];
  for (const month of monthsOfDays(days, step)) {
    expected += climate.globalHorizontal[month.month - 1]!;
    clear += month.clear;
  }
  return expected < CLEAR_CLIMATE * clear;
}

/** Undefined where the day tells nothing. */
function isCloudless(
  { light, clear, sunHeight, step }: SkyRows,
  days: Days,
  day: number,
  clearest: number,
): boolean | undefined {
  if (!(days.clear[day]! > WHOLE_DAY * days.all[day]!)) return undefined;
  const index = days.light[day]! / days.clear[day]!;
  if (index < clearest) return false;
  let rows = 0;
  for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
    if (!(sunHeight[row]! > HIGH) || Number.isNaN(light[row]!)) continue;
    rows++;
    if (Math.abs(light[row]! - index * clear[row]!) > NEAR * index * clear[row]!) return false;
  }
  return rows * step >= LEAST_HOURS * 3_600_000 ? true : undefined;
}
