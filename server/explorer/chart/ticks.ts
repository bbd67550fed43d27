/** Where an axis of time has its marks, and what stands there. */
import type { Tick } from "irradiance-engine/report/scene";
import { clockText, DAY, dayText, HOUR, localOf, MINUTE, monthName, monthOf, type Zone } from "./time.js";

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
  const ticks: Tick[] = [];
  for (let local = Math.ceil(localOf(from, zone) / step) * step; ; local += step) {
    // Of hours that clocks run through twice, both have their marks where each hour has one; days that they begin late, too.
    const all = step >= DAY ? [zone.momentOf(local)] : zone.momentsOf(local).slice(0, step > HOUR ? 1 : 2);
    const label = step >= DAY || local % DAY === 0 ? dayText : clockText;
    ticks.push(...all.filter((at) => at >= from && at <= to).map((at) => ({ at, label: label(at, zone) })));
    if (zone.momentOf(local) > to) return ticks.sort((a, b) => a.at - b.at);
  }
}

function monthTicks(from: number, to: number, most: number, zone: Zone): Tick[] {
  const step = MONTH_STEPS.find((months) => (to - from) / (months * MONTH) <= most) ?? 12;
  const start = monthOf(from, zone);
  const ticks: Tick[] = [];
  for (let k = Math.ceil(start.month / step) * step; ; k += step) {
    const at = zone.momentOf(Date.UTC(start.year, k, 1));
    if (at > to) return ticks;
    const { year, month } = monthOf(at, zone);
    if (at >= from) ticks.push({ at, label: month === 0 && !zone.isYearless ? String(year) : monthName(month) });
  }
}
