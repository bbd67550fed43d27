/** The clock of tables and pictures: that of the columns' zone, else local standard time. */

import { zoneOf } from "../contract/observation/time-zone.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { fixedZone, type Zone } from "../time/zone.js";

export function clockOf({ timeZone, meta }: ObservationColumns): Zone {
  return zoneOf(timeZone) ?? fixedZone(meta.time_zone);
}

/** Of an axis. */
export function clockName({ timeZone }: ObservationColumns): string {
  return timeZone === undefined ? "local standard time" : `local time (${timeZone})`;
}
