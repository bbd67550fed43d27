/** Calendar days of a power forecast, and their energies. */
import { DAY } from "../../../foundation/time/calendar.js";
import { formatTime } from "../../../foundation/time/iso-time.js";
import { firstMoment, type Zone } from "../../../foundation/time/zone.js";
import { daylightOf } from "../situation.js";
import type { PowerDay, PowerPeriod } from "./types.js";

/** Rows of power, W, with the place that they are of. */
export interface PowerRows {
  /** Unix ms; ms. */
  readonly start: number;
  readonly step: number;
  readonly acPower: Float64Array;
  readonly latitude: number;
  readonly longitude: number;
}

/** A day without its energies. */
export type CalendarDay = Pick<PowerDay, "date" | "start" | "end">;

/** Share of a day's light that may be missing: a quarter of an hour at dusk is no reason to give none. */
const MOST_MISSING = 0.02;
const WATT_MS_PER_KWH = 3.6e9;

/** The days of a zone's clocks that a period (Unix ms) touches, whole. */
export function localDays({ start, end }: PowerPeriod, zone: Zone): CalendarDay[] {
  const days: CalendarDay[] = [];
  const first = Math.floor((start + zone.spanAt(start).offset) / DAY);
  for (let day = first; ; day++) {
    const [from, to] = [firstMoment(zone, day * DAY), firstMoment(zone, (day + 1) * DAY)];
    if (from >= end) return days;
    if (to > Math.max(start, from)) days.push({ date: formatTime(day * DAY).slice(0, 10), start: from, end: to });
  }
}

/** @param now Unix ms: what is left of a day begins there */
export function energyOf(rows: PowerRows, day: CalendarDay, now: number): Omit<PowerDay, "quantiles"> {
  const whole = sumOver(rows, day);
  const left = now <= day.start ? whole : sumOver(rows, { start: Math.min(now, day.end), end: day.end });
  return { ...day, energy: known(whole), remaining: known(left), missing: whole.missing };
}

interface EnergySum {
  readonly energy: number;
  readonly missing: number;
}

function known({ energy, missing }: EnergySum): number | null {
  return missing > MOST_MISSING ? null : energy;
}

/** kWh of a period, and the share of its light without a value; where the sun does not rise that of its time. */
function sumOver(rows: PowerRows, period: PowerPeriod): EnergySum {
  const { start, step, acPower } = rows;
  const first = Math.floor((period.start - start) / step);
  const count = Math.max(0, Math.ceil((period.end - start) / step) - first);
  let [energy, gaps] = [0, 0];
  for (let row = first; row < first + count; row++) {
    const power = acPower[row] ?? Number.NaN;
    if (Number.isNaN(power)) gaps++;
    else energy += power * lengthIn(rows, row, period);
  }
  const missing = gaps === 0 ? 0 : missingShare(rows, { ...period, first, count });
  return { energy: energy / WATT_MS_PER_KWH, missing };
}

/** The sun is computed for it, which takes longer than all else of a day. */
function missingShare(rows: PowerRows, of: PowerPeriod & { readonly first: number; readonly count: number }): number {
  const { start, step, acPower, latitude, longitude } = rows;
  const { first, count } = of;
  const light = daylightOf({ start: start + first * step, step, count }, latitude, longitude);
  let [lost, all, time, gap] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const length = lengthIn(rows, first + k, of);
    all += light[k]! * length;
    time += length;
    if (!Number.isNaN(acPower[first + k] ?? Number.NaN)) continue;
    lost += light[k]! * length;
    gap += length;
  }
  return all > 0 ? lost / all : time > 0 ? gap / time : 0;
}

/** ms of a row that lie in a period. */
function lengthIn({ start, step }: PowerRows, row: number, period: PowerPeriod): number {
  const from = start + row * step;
  return Math.min(from + step, period.end) - Math.max(from, period.start);
}
