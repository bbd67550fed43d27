/** Hours, days, months and years of the calendar: in local time as if it were UTC, and as moments of a time zone. */
import { DAY, dateFromDays, daysFromDate, HOUR, yearOf, yearStart } from "./calendar.js";
import { firstMoment, type Zone } from "./zone.js";

export type CalendarPeriod = "hourly" | "daily" | "monthly" | "annual";

/** Beginning of the period that contains a time (ms, local). */
export function periodStart(time: number, period: CalendarPeriod): number {
  if (period === "hourly") return Math.floor(time / HOUR) * HOUR;
  if (period === "daily") return Math.floor(time / DAY) * DAY;
  if (period === "annual") return yearStart(yearOf(time));
  const { year, month } = dateFromDays(Math.floor(time / DAY));
  return daysFromDate(year, month, 1) * DAY;
}

/** Beginning of the period after the one that begins at `start` (ms, local). */
export function nextPeriod(start: number, period: CalendarPeriod): number {
  if (period === "hourly") return start + HOUR;
  if (period === "daily") return start + DAY;
  return periodStart(start + (period === "monthly" ? 31 : 366) * DAY, period);
}

/**
 * The periods of a zone's calendar that overlap [start, end): where each begins, and after the last its end, in Unix ms. A date that a
 * zone left out (30 December 2011 in Samoa) has no day.
 */
export function periodEdges(zone: Zone, start: number, end: number, period: CalendarPeriod): Float64Array {
  let local = periodStart(start + zone.spanAt(start).offset, period);
  let edge = firstMoment(zone, local);
  const edges = [edge];
  while (edge < end) {
    local = nextPeriod(local, period);
    edge = firstMoment(zone, local);
    if (edge > edges.at(-1)!) edges.push(edge);
  }
  return Float64Array.from(edges);
}
