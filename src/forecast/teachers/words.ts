/** Faults of a teacher as sentences have them. */
import { DAY } from "../../time/calendar.js";
import type { TeacherHours } from "./teacher-hours.js";
import type { LeftOutLight } from "./types.js";

/** @param days of mean solar time since 1970, ascending */
export function daysText(days: readonly number[]): string {
  const text = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
  const [first, last] = [days[0]!, days.at(-1)!];
  return days.length === 1 ? `on ${text(first)}` : `on ${days.length} days from ${text(first)} to ${text(last)}`;
}

export function brightnessText(days: readonly number[]): string {
  return `${daysText(days)} clear hours were too bright or too dark for a clear sky`;
}

export function repeatedText(days: readonly number[]): string {
  return `${daysText(days)} the light was the same as on the day before, hour by hour`;
}

export function foreignText(days: readonly number[]): string {
  return `${daysText(days)} the light was bright and dark on other days than the runs': it may be of another place or time`;
}

/** @param rows that were left out */
export function shadeText({ hour }: TeacherHours, rows: readonly number[]): string {
  const hours = [...new Set(rows.map((row) => hour[row]!))].sort((a, b) => a - b);
  return `at ${hours.join(", ")} h of mean solar time the sensor never saw the sun that it saw in other hours`;
}

/** @param factor light of clear hours over a clear sky's */
export function scaleText(factor: number): string {
  const percent = Math.round(100 * factor);
  return `clear hours have ${percent} % of a clear sky's light; look at the unit and the calibration of the sensor`;
}

export function leftOutText(leftOut: readonly LeftOutLight[]): string {
  return leftOut.map(({ message }) => message).join("; ");
}
