/** Times as people read them, in a zone. */
import { DAY, HOUR, MINUTE } from "irradiance-engine/shared";
import type { Answer } from "../service/answer.js";
import { isOfNoYear, isOfStandardTime } from "../state/endpoints.js";
import type { State } from "../state/state.js";
import { language } from "../texts/language.js";
import { longDate, monthName as nameOfMonth } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { chosenZone, offsetLabel, type Zone } from "../time/zone.js";

export { UTC, type Zone, zoneAt } from "../time/zone.js";
export { DAY, HOUR, MINUTE };

/**
 * The zone to show an answer in. Years of a climate are made in standard time: in the place's own clock they would begin or end an
 * hour off, and a typical year has no date at which clocks could change.
 */
export function zoneOf({ zone }: Pick<State, "zone">, answer: Answer): Zone {
  const { timeZone, zoneName, place, request, starts, ends } = answer;
  const choice = zone === "local" && isOfStandardTime(request.path) ? "standard" : zone;
  const clock = { zoneName, hours: timeZone, lon: place.lon };
  const found = chosenZone(choice, clock, starts[0] ?? 0, ends.at(-1) ?? 0);
  return isOfNoYear(request.path) ? { ...found, isYearless: true } : found;
}

const months = new Map<string, readonly string[]>();

/** "Jun", as the language of the page has it. @param month 0 is January */
export function monthName(month: number): string {
  const names = months.get(language()) ?? Array.from({ length: 12 }, (_, k) => nameOfMonth(k + 1, "short"));
  months.set(language(), names);
  return names[month] as string;
}

/** What clocks of a zone show, in ms as if it were UTC. */
export function localOf(time: number, zone: Zone): number {
  return time + zone.offsetAt(time);
}

/** Its calendar in a zone. */
function calendar(time: number, zone: Zone): Date {
  return new Date(localOf(time, zone));
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

/** "12:00", with seconds only where there are any; in an hour that clocks run through twice "02:30 UTC+2". */
export function clockText(time: number, zone: Zone): string {
  const local = localOf(time, zone);
  const text = new Date(local).toISOString();
  const clock = text.slice(17, 19) === "00" ? text.slice(11, 16) : text.slice(11, 19);
  return isTwice(time, local, zone) ? `${clock} ${offsetLabel(local - time)}` : clock;
}

/** Whether clocks show the local time of a moment at another one, too. */
function isTwice(time: number, local: number, zone: Zone): boolean {
  const isCalm = zone.offsetAt(time - DAY) === zone.offsetAt(time + DAY);
  return !isCalm && zone.momentsOf(local).length > 1;
}

/** "2026-06-21 12:00", as tables have it */
export function timeText(time: number, zone: Zone): string {
  return `${dateText(time, zone)} ${clockText(time, zone)}`;
}

/** "21 June 2026"; of a typical year "21 Jun": as a sentence has it */
export function dateWords(time: number, zone: Zone): string {
  return zone.isYearless ? dayText(time, zone) : longDate(localOf(time, zone));
}

/** "21 June 2026, 12:00" */
export function timeWords(time: number, zone: Zone): string {
  return `${dateWords(time, zone)}, ${clockText(time, zone)}`;
}

/** ms: of what is shorter, dates alone do not tell what is shown. */
const FEW_DAYS = 3 * DAY;

/** "1 June 2026 to 30 June 2026", "21 June 2026"; of few days with the time, to the minute: "21 June 2026, 06:00 to 18:00" */
export function spanText(from: number, to: number, zone: Zone): string {
  const hasClock = to - from < FEW_DAYS;
  const text = (time: number) => (hasClock ? timeWords(toMinute(time), zone) : dateWords(time, zone));
  const [first, last] = [text(from), text(to)];
  if (first === last) return first;
  const isOneDay = hasClock && dateText(toMinute(from), zone) === dateText(toMinute(to), zone);
  return `${first} ${texts().time.to} ${isOneDay ? clockText(toMinute(to), zone) : last}`;
}

function toMinute(time: number): number {
  return Math.round(time / MINUTE) * MINUTE;
}

/** "21 Jun" */
export function dayText(time: number, zone: Zone): string {
  const date = calendar(time, zone);
  return texts().time.dayOf(date.getUTCDate(), monthName(date.getUTCMonth()));
}

/** Number of the zone's day that a time is in, counted from 1 January 1970: days are 23 to 25 hours long where clocks change. */
export function dayNumber(time: number, zone: Zone): number {
  return Math.floor(localOf(time, zone) / DAY);
}

/** Unix ms of the first moment of the zone's day that a time is in. */
export function midnight(time: number, zone: Zone): number {
  return zone.momentOf(dayNumber(time, zone) * DAY);
}

/** Unix ms of the first moment of a zone's day. @param number as of `dayNumber` */
export function startOfDay(number: number, zone: Zone): number {
  return zone.momentOf(number * DAY);
}
