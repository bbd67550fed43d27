/** The clock of tables and pictures: that of the columns' zone, else local standard time. */

import { zoneOf } from "../contract/observation/time-zone.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { fixedZone, type Zone } from "../time/zone.js";

export function clockOf({ zone, meta }: ObservationColumns): Zone {
  return zoneOf(zone) ?? fixedZone(meta.time_zone);
}

/** Of an axis. */
export function clockName({ zone }: ObservationColumns): string {
  return zone === undefined ? "local standard time" : `local time (${zone})`;
}
