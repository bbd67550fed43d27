/** Days and months of a place: local standard time, an interval belongs to the day of its centre. */
import { assertCurrent } from "../contract/observation/columns.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { DAY, HOUR } from "../time/calendar.js";
import { formatTime } from "../time/iso-time.js";

/** A run of intervals [from, to) of one local day. */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly from: number;
  readonly to: number;
  /** False when the columns begin or end within the day. */
  readonly complete: boolean;
}

/** @throws StaleColumnsError when the columns are views on a workspace that was used again */
export function* localDays(columns: ObservationColumns): Generator<LocalDay> {
  assertCurrent(columns);
  const { start, interval, count, meta } = columns;
  const step = interval * 1000;
  const firstCentre = start + meta.time_zone * HOUR + step / 2;
  let from = 0;
  while (from < count) {
    const day = Math.floor((firstCentre + from * step) / DAY);
    const to = Math.min(count, Math.ceil(((day + 1) * DAY - firstCentre) / step));
    const begins = firstCentre + (from - 1) * step < day * DAY;
    const ends = firstCentre + to * step >= (day + 1) * DAY;
    yield { date: formatTime(day * DAY).slice(0, 10), from, to, complete: begins && ends };
    from = to;
  }
}
