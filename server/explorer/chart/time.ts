/** Times as people read them: UTC, or the standard time of the place. */
import { DAY, HOUR, MINUTE, SHORT_MONTH_NAMES } from "irradiance-engine/shared";
import type { Answer } from "../service/answer.js";
import { isOfNoYear } from "../state/endpoints.js";
import type { State } from "../state/state.js";

export { DAY, HOUR, MINUTE };

export interface Zone {
  /** ms east of UTC. */
  readonly offset: number;
  /** "UTC−5". */
  readonly label: string;
  /** Of a typical year: its dates are of no year, and none is named. */
  readonly isYearless?: true;
}

export const UTC: Zone = { offset: 0, label: "UTC" };
/** Hours by which the standard time of a place may differ from that of its longitude. */
const ODD = 4;

/** The zone to show an answer in; UTC where the answer does not tell the zone of its place. */
export function zoneOf({ zone }: State, { timeZone, place, request }: Answer): Zone {
  const plausible = Math.abs(((timeZone - place.lon / 15 + 36) % 24) - 12) <= ODD;
  const found = zone !== "utc" && plausible ? zoneAt(timeZone) : UTC;
  return isOfNoYear(request.path) ? { ...found, isYearless: true } : found;
}

export function zoneAt(hours: number): Zone {
  if (hours === 0) return UTC;
  const minutes = Math.round(Math.abs(hours) * 60);
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return { offset: hours * HOUR, label: `UTC${hours < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${rest}` };
}

export function monthName(month: number): string {
  return SHORT_MONTH_NAMES[month] as string;
}

/** Its calendar in a zone. */
function calendar(time: number, { offset }: Zone): Date {
  return new Date(time + offset);
}

export function monthOf(time: number, zone: Zone): { year: number; month: number } {
  const date = calendar(time, zone);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/** "2026-06-21"; of a typical year "21 Jun" */
export function dateText(time: number, zone: Zone): string {
  return zone.isYearless ? dayText(time, zone) : calendar(time, zone).toISOString().slice(0, 10);
}

/** "Jun 2026"; of a typical year "Jun" */
export function monthText(year: number, month: number, { isYearless }: Zone): string {
  return isYearless ? monthName(month) : `${monthName(month)} ${year}`;
}

/** "12:00", with seconds only where there are any. */
export function clockText(time: number, zone: Zone): string {
  const text = calendar(time, zone).toISOString();
  return text.slice(17, 19) === "00" ? text.slice(11, 16) : text.slice(11, 19);
}

/** "2026-06-21 12:00" */
export function timeText(time: number, zone: Zone): string {
  return `${dateText(time, zone)} ${clockText(time, zone)}`;
}

/** ms: of what is shorter, dates alone do not tell what is shown. */
const FEW_DAYS = 3 * DAY;

/** "2026-06-01 to 2026-06-30", "2026-06-21"; of few days with the time, to the minute: "2026-06-21 06:00 to 18:00" */
export function spanText(from: number, to: number, zone: Zone): string {
  const hasClock = to - from < FEW_DAYS;
  const text = (time: number) => (hasClock ? timeText(toMinute(time), zone) : dateText(time, zone));
  const [first, last] = [text(from), text(to)];
  if (first === last) return first;
  const isOneDay = hasClock && dateText(toMinute(from), zone) === dateText(toMinute(to), zone);
  return `${first} to ${isOneDay ? clockText(toMinute(to), zone) : last}`;
}

function toMinute(time: number): number {
  return Math.round(time / MINUTE) * MINUTE;
}

/** "21 Jun" */
export function dayText(time: number, zone: Zone): string {
  const date = calendar(time, zone);
  return `${date.getUTCDate()} ${monthName(date.getUTCMonth())}`;
}

/** Unix ms of the first midnight of the zone at or before a time. */
export function midnight(time: number, { offset }: Zone): number {
  return Math.floor((time + offset) / DAY) * DAY - offset;
}
