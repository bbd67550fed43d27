/**
 * The rows of `forecast/pv` as forecast.solar has them: `watts` is the power at the stamp, `watt_hours_period` the energy since the stamp
 * before, `watt_hours` the energy of the day until then, and `watt_hours_day` that of the day by the place's clocks.
 *
 * Energies of periods are differences of whole watt-hours since midnight, so that they add up to the day's.
 */
import type { WireWeather } from "../said.js";
import type { Wishes } from "./request.js";

/** As `forecast/pv` answers in quarters of an hour, by the clocks of the place. */
export interface Power {
  readonly issued: string;
  readonly start_times: readonly string[];
  readonly end_times: readonly string[];
  readonly values: { readonly ac_power: readonly (number | null)[] };
  readonly days: readonly { readonly date: string; readonly energy: number | null }[];
  readonly meta: { readonly time_zone: string; readonly weather: WireWeather };
}

type Numbers = { [stamp: string]: number };

export interface Estimate {
  readonly watts: Numbers;
  readonly watt_hours_period: Numbers;
  readonly watt_hours: Numbers;
  readonly watt_hours_day: Numbers;
}

const HOURS_OF_A_ROW = 0.25;

/** @param now Unix ms */
export function estimateOf(power: Power, wishes: Wishes, now: number): Estimate {
  const found: Estimate = { watts: {}, watt_hours_period: {}, watt_hours: {}, watt_hours_day: {} };
  const today = power.issued.slice(0, 10);
  const from = startOf(wishes.start, power, now);
  for (const { date, energy } of power.days.filter((day) => day.date >= today).slice(0, wishes.days)) {
    if (typeof from === "string" && date < from.slice(0, 10)) continue;
    if (energy !== null) found.watt_hours_day[date] = Math.round(1000 * energy);
    noteDay(found, power, date, { ...wishes, from });
  }
  return found;
}

/** Unix ms, or a local time as text, before which nothing is wanted. */
function startOf(start: string | undefined, { issued }: Power, now: number): number | string {
  if (start === undefined || start === "today") return "";
  if (start === "now") return now;
  return /^\d{2}:/.test(start) ? `${issued.slice(0, 10)}T${start}` : start.replace(" ", "T");
}

interface DayWishes extends Omit<Wishes, "start"> {
  readonly from: number | string;
}

/** Stamps of a day: those of the clock, and where its light begins and ends. A gap ends what is known of its energies. */
function noteDay(found: Estimate, power: Power, date: string, { stamp, resolution, full, withSun, from }: DayWishes) {
  const { start_times: starts, end_times: ends, values } = power;
  const rows = starts.flatMap((start, k) => (start.startsWith(date) ? [k] : []));
  const light = rows.filter((k) => (values.ac_power[k] ?? 0) > 0);
  const [first, last] = [light[0], light.at(-1)];
  if (!full && first === undefined) return;
  let [sum, noted] = [0, 0];
  let isPast = false;
  const isDark = (k: number) => (values.ac_power[k] ?? 0) === 0;
  /** @param isEdge of the light: there is none yet, or no more; clients hold the last power through the night */
  const note = (time: string, k: number, isEdge: boolean) => {
    const whole = Math.round(sum);
    const at = stamp(time);
    const before = typeof from === "number" ? Date.parse(time) < from : time.slice(0, from.length) < from;
    if (!before) {
      const watts = isEdge ? 0 : powerAt(values.ac_power, k);
      if (watts !== undefined) found.watts[at] = Math.round(watts);
      // At the end of summer time an hour has the stamps of the one before.
      found.watt_hours_period[at] = (found.watt_hours_period[at] ?? 0) + whole - noted;
      found.watt_hours[at] = whole;
    }
    noted = whole;
    isPast = last !== undefined && k >= last;
  };
  for (const k of rows) {
    const value = values.ac_power[k] ?? null;
    if (withSun && !full && k === first) note(starts[k]!, k - 1, isDark(k - 1));
    if (value === null) return;
    sum += value * HOURS_OF_A_ROW;
    const isWanted = full || (k >= first! && !isPast);
    const isLast = withSun && !full && k === last;
    if (isWanted && (isLast || isOnClock(ends[k]!, resolution))) note(ends[k]!, k, isLast && isDark(k + 1));
  }
}

function isOnClock(time: string, resolution: number): boolean {
  return Number(time.slice(14, 16)) % resolution === 0;
}

/** Between the row and the next one. */
function powerAt(power: readonly (number | null)[], k: number): number | undefined {
  const known = [power[k], power[k + 1]].filter((value) => typeof value === "number");
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}
