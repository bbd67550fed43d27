/** Where an axis has its marks, and what stands there. */
import { clockText, DAY, dayText, HOUR, MINUTE, monthName, monthOf, type Zone } from "./time.js";

export interface Tick {
  readonly at: number;
  readonly label: string;
}

const STEPS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  10 * DAY,
];
/** Months between two marks. */
const MONTH_STEPS = [1, 2, 3, 6, 12];
const MONTH = 30.44 * DAY;

/** About `most` marks from `from` to `to` (Unix ms) at round times of the zone. */
export function timeTicks(from: number, to: number, most: number, zone: Zone): Tick[] {
  const step = STEPS.find((size) => (to - from) / size <= most);
  if (step === undefined) return monthTicks(from, to, most, zone);
  const first = Math.ceil((from + zone.offset) / step) * step - zone.offset;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, k) => {
    const at = first + k * step;
    const isMidnight = (at + zone.offset) % DAY === 0;
    return { at, label: step >= DAY || isMidnight ? dayText(at, zone) : clockText(at, zone) };
  });
}

function monthTicks(from: number, to: number, most: number, zone: Zone): Tick[] {
  const step = MONTH_STEPS.find((months) => (to - from) / (months * MONTH) <= most) ?? 12;
  const start = monthOf(from, zone);
  const ticks: Tick[] = [];
  for (let k = Math.ceil(start.month / step) * step; ; k += step) {
    const at = Date.UTC(start.year, k, 1) - zone.offset;
    if (at > to) return ticks;
    const { year, month } = monthOf(at, zone);
    if (at >= from) ticks.push({ at, label: month === 0 && !zone.isYearless ? String(year) : monthName(month) });
  }
}

/** Round values from at most `least` to at least `most`, about `count` steps of 1, 2 or 5 times a power of ten. */
export function valueTicks(least: number, most: number, count: number): Tick[] {
  const span = most - least || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power * count >= span) ?? 10);
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, k) => {
    const at = Number(((first + k) * step).toPrecision(12));
    return { at, label: String(at).replace("-", "−") };
  });
}
