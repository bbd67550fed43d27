/** Days of rows, for messages. */
import { formatTime } from "../../../foundation/time/iso-time.js";

/** More days make no sentence. */
const MOST = 3;

/** `2018-06-12`, `2018-06-12, 2018-06-14`, or the first and the last of many: `2018-06-12 to 2018-08-01`. */
export function datesOf(rows: readonly number[], start: number, interval: number): string {
  const dates = [...new Set(rows.map((row) => formatTime(start + row * interval * 1000).slice(0, 10)))];
  return dates.length <= MOST ? dates.join(", ") : `${dates[0]} to ${dates.at(-1)}`;
}
