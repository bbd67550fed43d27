/** A series by calendar month: its light, the clear sky's, and what is missing or lost. */
import { DAY, dateFromDays } from "../../time/calendar.js";
import { bitsOf, LOST_CODES } from "./findings.js";
import type { ExaminedMonth, SkyRows } from "./types.js";

const KWH = 3.6e9;

/** Months of local solar time that the series touches, in order. */
export function monthsOf(sky: SkyRows, flags: Uint32Array): ExaminedMonth[] {
  const { start, step, count, clear, light, place } = sky;
  const lostBits = bitsOf(LOST_CODES);
  const first = start + step / 2 + (place.longitude / 360) * DAY;
  const months: ExaminedMonth[] = [];
  for (let row = 0; row < count; ) {
    const { year, month } = dateFromDays(Math.floor((first + row * step) / DAY));
    let [seen, all, lit, missing, lost] = [0, 0, 0, 0, 0];
    for (; row < count; row++) {
      const date = isNewDay(first, step, row) ? dateFromDays(Math.floor((first + row * step) / DAY)) : undefined;
      if (date !== undefined && (date.month !== month || date.year !== year)) break;
      const sent = clear[row]!;
      all += sent;
      if (Number.isNaN(light[row]!)) {
        missing += sent;
        continue;
      }
      seen += sent;
      lit += light[row]!;
      if ((flags[row]! & lostBits) !== 0) lost += sent;
    }
    const share = (part: number) => (all > 0 ? part / all : 0);
    const scale = step / KWH;
    months.push({ year, month, light: lit * scale, clear: seen * scale, missing: share(missing), lost: share(lost) });
  }
  return months;
}

function isNewDay(first: number, step: number, row: number): boolean {
  return Math.floor((first + row * step) / DAY) !== Math.floor((first + (row - 1) * step) / DAY);
}
