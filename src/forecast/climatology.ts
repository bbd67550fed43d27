/** The mean clear-sky index of a place, by month or by month and hour. */

import type { TimeGrid } from "../sky/time-grid.js";
import { shown } from "../text/shown.js";
import { DAY, dateFromDays, HOUR } from "../time/calendar.js";
import type { ForecastPlace } from "./place.js";

/** Mean clear-sky index: one value, 12 of months, or 288: 24 hours of mean solar time for each month, January's first. @experimental */
export type IndexClimatology = number | ArrayLike<number>;

const SIZES = [1, 12, 288];
/** Degrees of longitude that the sun moves in an hour. */
const HOURLY = 15;

/**
 * At the middle of each row.
 *
 * @throws RangeError unless there are 1, 12 or 288 values from 0 to 1.5
 */
export function climateRows(climatology: IndexClimatology, grid: TimeGrid, { longitude }: ForecastPlace): Float64Array {
  const table = typeof climatology === "number" ? [climatology] : Array.from(climatology);
  if (!SIZES.includes(table.length) || table.some((value) => !(value >= 0 && value <= 1.5))) {
    throw new RangeError(`climatology must be 1, 12 or 288 clear-sky indices from 0 to 1.5, got ${shown(climatology)}`);
  }
  const { start, step, count } = grid;
  const perMonth = table.length / 12;
  return Float64Array.from({ length: count }, (_, row) => {
    if (perMonth < 1) return table[0]!;
    const solar = start + (row + 0.5) * step + (longitude / HOURLY) * HOUR;
    const hour = Math.floor((((solar % DAY) + DAY) % DAY) / HOUR);
    return table[(dateFromDays(Math.floor(solar / DAY)).month - 1) * perMonth + (perMonth === 24 ? hour : 0)]!;
  });
}
