/** Where an axis of time has its marks, and what stands there. */
import type { Tick } from "irradiance-engine/report/scene";
import { clockText, DAY, dayText, HOUR, MINUTE, monthName, monthOf, type Zone } from "./time.js";

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
