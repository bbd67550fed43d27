/** Hours of past runs beside what was observed: each run once, as it was issued. */
import { HOUR } from "../../time/calendar.js";
import type { KnownPast } from "../known-past.js";
import type { ServedRun } from "../learner.js";
import { QUARTER_HOUR } from "../quarter-hours.js";
import { isSeen } from "../sky-state.js";
import { solarHourAt } from "./bands.js";
import type { PastHour } from "./bands-learner.js";

const QUARTERS = 4;

/** GHI of a run in a row as it would be served, W/m². @param lead quarters of an hour */
export type ServedLight = (run: ServedRun, row: number, lead: number) => number;

/**
 * Whole hours in UTC with the sun up that were observed and that a run forecast, run by run.
 *
 * @param before row: only hours that had ended by then
 */
export function pastHours(
  { quarterHours, light, runs, longitude }: Pick<KnownPast, "quarterHours" | "light" | "runs" | "longitude">,
  served: ServedLight,
  before: number,
): readonly PastHour[] {
  const found: PastHour[] = [];
  const { start, sky } = quarterHours;
  const offset = (((HOUR - (start % HOUR)) % HOUR) / QUARTER_HOUR) % QUARTERS;
  runs.forEach(({ served: run, newest: [first] }, number) => {
    const end = Math.min(before, run.shift + run.light.length);
    const from = Math.ceil((first - offset) / QUARTERS) * QUARTERS + offset;
    for (let row = from; row + QUARTERS <= end; row += QUARTERS) {
      let [seen, forecast, clear] = [0, 0, 0];
      for (let k = row; k < row + QUARTERS && !Number.isNaN(seen); k++) {
        seen += isSeen(quarterHours, light, k) ? light[k]! : Number.NaN;
        forecast += served(run, k, k - first + 1);
        clear += sky.global[k]!;
      }
      const clearSkyIndex = forecast / clear;
      if (!(clearSkyIndex >= 0) || Number.isNaN(seen)) continue;
      const time = start + row * QUARTER_HOUR;
      found.push({
        run: number,
        hour: Math.floor(time / HOUR),
        lead: (row + QUARTERS - first) / QUARTERS,
        solarHour: solarHourAt(time, longitude),
        clearSkyIndex,
        clear: clear / QUARTERS,
        departure: seen / clear - clearSkyIndex,
      });
    }
  });
  return found;
}
