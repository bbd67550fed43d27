/** How much of a period's light an hour stands for, before any weather: what is missing at noon weighs more than at dusk. */

import type { ObservationColumns } from "../contract/observation/types.js";
import { cos, DEG } from "../math/index.js";
import { solarPosition } from "../models/solar-position/index.js";

/** Cosine of the sun's zenith in the middle of each interval, 0 while it is down. */
export function daylight({ start, interval, count, meta }: ObservationColumns): Float64Array {
  const time = Float64Array.from({ length: count }, (_, k) => start + (k + 0.5) * interval * 1000);
  const { zenith } = solarPosition({ time, latitude: meta.lat, longitude: meta.lon });
  return zenith.map((angle) => Math.max(0, cos(angle * DEG)));
}
