/** Starts and ends of periods: as the service takes them, and as fields of the browser have them. A date as an end is meant with its whole day; the service takes the moment after it. */
import { DAY, HOUR, MINUTE, SECOND } from "irradiance-engine/internal/shared";
import type { Zone } from "../chart/time.js";

export type Edge = "start" | "end";

/** "2025-01-01" of the number of a day. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether a time of the service is a whole day's. */
export function isDate(time: string): boolean {
  return DATE.test(time);
}

/** Of "-3days"; undefined for what is not relative to now. */
export function relativeParts(
  time: string,
): { readonly sign: "+" | "-"; readonly count: number; readonly unit: string } | undefined {
  const [, sign, count, unit = ""] = /^([+-])(\d+)(second|minute|hour|day|week)s?$/.exec(time) ?? [];
  return sign === undefined ? undefined : { sign: sign as "+" | "-", count: Number(count), unit };
}

/** Whether a time is one of the clock of whoever asks: a date, or a time without an offset. */
export function isOfClock(time: string): boolean {
  return /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/.test(time);
}

const MS: { readonly [unit: string]: number } = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY };

/** Unix ms of a time of the service; NaN where it is none, or where it is the place's and the zone is not known. */
export function instantOf(time: string, now: number, zone: Zone | undefined): number {
  if (time === "now") return now;
  const relative = relativeParts(time);
  if (relative) return now + (relative.sign === "-" ? -1 : 1) * relative.count * (MS[relative.unit] as number);
  if (!isOfClock(time)) return Date.parse(time);
  return zone ? zone.momentOf(Date.parse(isDate(time) ? time : `${time}Z`)) : Number.NaN;
}

/** The service's time for what a field of the browser has. The service takes a date for the first moment of its day. */
export function timeOf(text: string, edge: Edge): string {
  if (isDate(text)) return edge === "end" ? dateOf(Date.parse(text) / DAY + 1) : text;
  return text.replace(/T00:00$/, "");
}
