/** Days and hours without power, and days that are not whole. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { resolutionOf } from "./frozen.js";
import { FREE_REASONS, markRows } from "./reasons.js";
import type { SunDays } from "./sun-days.js";

/** Of what good days make of their light: the darkest fog gives more. */
const NOTHING = 0.01;
/** Of good days. */
const GOOD = 0.9;
/** Of what the system reaches: no power at all; sine of 15°, above which the light of the darkest sky alone gives more; ms of it. */
const OFF = 0.0005;
const UP = 0.259;
const LONG = HOUR;
/** °C of the climate's month: snow may lie. */
const COLD = 4;
/** Days without power that are more than snow or a repair. */
const DEAD_DAYS = 14;
/** Of the light of a day: with less of it, the day is not judged. */
const WHOLE = 0.75;

export interface Nothing {
  /** Of at least two weeks, and the others. */
  readonly dead: readonly RowSpan[];
  readonly days: readonly RowSpan[];
  /** How many of `days` are of cold months. */
  readonly cold: number;
  readonly hours: readonly RowSpan[];
}

/** What each day makes of its light; NaN where too much of it is missing. */
export function dayYields(
  { power, light: usual, from }: SunDays,
  reasons: Uint8Array,
  offset: number,
  light: Float64Array = usual,
): Float64Array {
  return Float64Array.from({ length: from.length - 1 }, (_, day) => {
    let [energy, due, all] = [0, 0, 0];
    for (let row = from[day]!; row < from[day + 1]!; row++) {
      all += light[row]!;
      if (reasons[row] !== 0 || Number.isNaN(power[row]!)) continue;
      due += light[row]!;
      if (light[row]! > 0) energy += Math.max(0, power[row]! - offset);
    }
    return due > 0 && due >= WHOLE * all ? energy / due : Number.NaN;
  });
}

export function markNothing(days: SunDays, reasons: Uint8Array, offset: number): Nothing {
  const yields = dayYields(days, reasons, offset);
  const good = valueAtShare(
    yields.filter((value) => value > 0),
    GOOD,
  );
  const found = { dead: [] as RowSpan[], days: [] as RowSpan[], hours: [] as RowSpan[] };
  if (good === undefined) return { ...found, cold: 0 };
  let cold = 0;
  for (let day = 0; day < days.days; ) {
    let end = day;
    // A missing day between two without power is no third kind.
    while (end < days.days && !(yields[end]! >= NOTHING * good)) end++;
    let [first, last] = [day, end];
    while (first < last && Number.isNaN(yields[first]!)) first++;
    while (last > first && Number.isNaN(yields[last - 1]!)) last--;
    const span = { from: days.from[first]!, to: days.from[last]! };
    if (last > first) {
      markLit(days, reasons, span);
      if (last - first >= DEAD_DAYS) found.dead.push(span);
      else {
        found.days.push(span);
        for (let k = first; k < last; k++) if (days.airOf(k) < COLD) cold++;
      }
    }
    day = Math.max(end, day + 1);
  }
  found.hours.push(...markHours(days, reasons, offset));
  return { ...found, cold };
}

function markLit({ sine }: SunDays, reasons: Uint8Array, { from, to }: RowSpan): void {
  for (let row = from; row < to; row++) if (sine[row]! > 0) markRows(reasons, "outage", { from: row, to: row + 1 });
}

/** Hours without power on days that have some. */
function markHours(days: SunDays, reasons: Uint8Array, offset: number): RowSpan[] {
  const { power, sine, count, step } = days;
  const scale = days.scale(reasons);
  if (resolutionOf(power) > OFF * scale) return [];
  const least = OFF * scale + offset;
  const isOff = (row: number) => reasons[row] === 0 && sine[row]! > UP && power[row]! <= least;
  const spans: RowSpan[] = [];
  for (let row = 0; row < count; row++) {
    const from = row;
    while (row < count && isOff(row)) row++;
    if ((row - from) * step >= LONG && row - from > 1) spans.push({ from, to: row });
  }
  for (const span of spans) markRows(reasons, "outage", span);
  return spans;
}

/** Days that are not whole: of which much is missing, or which the file begins or ends with. */
export function markPartial(
  days: SunDays,
  reasons: Uint8Array,
): { readonly spans: RowSpan[]; readonly isLast: boolean } {
  const { light, from } = days;
  const missing = FREE_REASONS.indexOf("missing");
  const sums = Array.from({ length: days.days }, (_, day) => {
    let [all, known] = [0, 0];
    for (let row = from[day]!; row < from[day + 1]!; row++) {
      all += light[row]!;
      if (reasons[row] !== missing) known += light[row]!;
    }
    return { all, known };
  });
  const spans: RowSpan[] = [];
  let isLast = false;
  for (const [day, { all, known }] of sums.entries()) {
    const other = sums[day === 0 ? 1 : day === days.days - 1 ? day - 1 : day]!;
    if (known === 0 || known >= WHOLE * Math.max(all, other.all)) continue;
    spans.push({ from: from[day]!, to: from[day + 1]! });
    markLitPart(days, reasons, spans.at(-1)!);
    if (day === days.days - 1) isLast = true;
  }
  return { spans, isLast };
}

function markLitPart({ sine }: SunDays, reasons: Uint8Array, { from, to }: RowSpan): void {
  for (let row = from; row < to; row++) if (sine[row]! > 0) markRows(reasons, "partial", { from: row, to: row + 1 });
}
