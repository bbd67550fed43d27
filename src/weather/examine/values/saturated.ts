/** A plateau at the top: a value met again and again that nothing exceeds, while the sun would. */
import type { RowSpan, SkyRows } from "../types.js";
import { spansOfRows } from "./words.js";

/** Values as near to the highest as this are the highest, as a share of it. */
const TOP = 0.001;
/** The values just below it, for comparison, as a share of it. */
const BELOW = 0.01;
/** A plateau has so many rows, and so many times those of the values just below it. */
const LEAST_ROWS = 8;
const TIMES = 3;
/** Most of its rows have a clear sky that could reach it. */
const REACH = 0.85;

export function saturatedSpans(sky: SkyRows, rounding: number): RowSpan[] {
  const { light, clear, count } = sky;
  let top = 0;
  for (let row = 0; row < count; row++) if (light[row]! > top) top = light[row]!;
  const least = top - Math.max(TOP * top, rounding / 2);
  const below = least - Math.max(BELOW * top, rounding);
  let [rows, near, reaching] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    const value = light[row]!;
    if (value >= least) {
      rows++;
      if (clear[row]! > REACH * top) reaching++;
    } else if (value >= below) near++;
  }
  if (rows < LEAST_ROWS || rows < TIMES * near || 2 * reaching < rows) return [];
  return spansOfRows(count, (row) => light[row]! >= least);
}
