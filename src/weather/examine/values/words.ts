/** Dates, shares and stretches as sentences have them. */
import { DAY, dateFromDays, HOUR, MINUTE } from "../../../time/calendar.js";
import { offsetText } from "../../../time/zone.js";
import type { RowSpan, SkyRows } from "../types.js";

const two = (value: number) => String(value).padStart(2, "0");

/** Ahead of UTC, ms: the clock of the place's zone, or else of its meridian to the hour. */
function offsetOf({ place }: SkyRows): number {
  return Math.round((place.timeZone ?? Math.round(place.longitude / 15)) * 60) * MINUTE;
}

function textAt(sky: SkyRows, time: number, withHour: boolean): string {
  const local = time + offsetOf(sky);
  const { year, month, day } = dateFromDays(Math.floor(local / DAY));
  const date = `${year}-${two(month)}-${two(day)}`;
  if (!withHour) return date;
  const minutes = Math.floor((local - Math.floor(local / DAY) * DAY) / 60_000);
  return `${date} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

export function dateOf(sky: SkyRows, row: number): string {
  return textAt(sky, sky.start + row * sky.step, false);
}

/** From when to when a stretch is, with its hours and their zone where it is shorter than two days. */
export function spanText(sky: SkyRows, { from, to }: RowSpan): string {
  const [begin, end] = [sky.start + from * sky.step, sky.start + to * sky.step];
  if (end - begin >= 2 * DAY) return `${textAt(sky, begin, false)} to ${textAt(sky, end - sky.step, false)}`;
  const [first, last] = [textAt(sky, begin, true), textAt(sky, end, true)];
  const until = first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last;
  return `${first} to ${until} (UTC${offsetText(offsetOf(sky))})`;
}

/** The times of day of a stretch, such as "from 12:00 to 13:00 (UTC-03:00)". */
export function timesText(sky: SkyRows, { from, to }: RowSpan): string {
  const [begin, end] = [from, to].map((row) => textAt(sky, sky.start + row * sky.step, true).slice(11));
  return `from ${begin} to ${end} (UTC${offsetText(offsetOf(sky))})`;
}

/** The longest stretch by its dates, and how many more there are. */
export function spansText(sky: SkyRows, spans: readonly RowSpan[]): string {
  const longest = spans.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
  const others = spans.length - 1;
  const rest = others === 0 ? "" : others === 1 ? " and in one more stretch" : ` and in ${others} more stretches`;
  return `${spanText(sky, longest)}${rest}`;
}

/** Two figures. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** Hours of the rows that a test picks. */
export function hoursText(sky: SkyRows, rows: number): string {
  const hours = (rows * sky.step) / HOUR;
  return `${hours < 10 ? figure(hours) : Math.round(hours)} h`;
}

/** Stretches of rows that a test picks. */
export function spansOfRows(count: number, isPicked: (row: number) => boolean): RowSpan[] {
  const spans: RowSpan[] = [];
  for (let row = 0; row < count; row++) {
    if (!isPicked(row)) continue;
    const from = row;
    while (row < count && isPicked(row)) row++;
    spans.push({ from, to: row });
  }
  return spans;
}
