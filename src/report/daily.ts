/** Days and months of a place, by the clock of the columns: an interval belongs to the day of its centre. */
import { assertCurrent } from "../contract/observation/columns.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { DAY } from "../time/calendar.js";
import { formatTime } from "../time/iso-time.js";
import { firstMoment } from "../time/zone.js";
import { assertIntervals } from "./checks.js";
import { clockOf } from "./clock.js";

/** A run of intervals [from, to) of one local day. */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly from: number;
  readonly to: number;
  /** False when the columns begin or end within the day. */
  readonly complete: boolean;
}

/** @throws RangeError for days, months and years; StaleColumnsError when the columns are views on a workspace that was used again */
export function* localDays(columns: ObservationColumns): Generator<LocalDay> {
  assertCurrent(columns);
  assertIntervals(columns);
  const { start, interval, count } = columns;
  const zone = clockOf(columns);
  const step = interval * 1000;
  const firstCentre = start + step / 2;
  let from = 0;
  while (from < count) {
    const centre = firstCentre + from * step;
    const midnight = Math.floor((centre + zone.spanAt(centre).offset) / DAY) * DAY;
    const end = firstMoment(zone, midnight + DAY);
    const to = Math.min(count, Math.ceil((end - firstCentre) / step));
    const begins = centre - step < firstMoment(zone, midnight);
    const ends = firstCentre + to * step >= end;
    yield { date: formatTime(midnight).slice(0, 10), from, to, complete: begins && ends };
    from = to;
  }
}
