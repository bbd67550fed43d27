/** What an hour counts for: its share of a period's light before any weather, and how much of it is in doubt. */

import type { ObservationColumns } from "../contract/observation/types.js";
import { cos, DEG } from "../math/index.js";
import { solarPosition } from "../models/solar-position/index.js";
import { HOUR } from "../time/calendar.js";
import { bitsOf, LOST_CODES } from "../weather/examine/findings.js";
import type { Situation } from "./situation.js";

/** What is missing at noon weighs more than at dusk: cosine of the sun's zenith in the middle of each interval, 0 while it is down. */
export function daylight({ start, interval, count, meta }: ObservationColumns): Float64Array {
  return daylightOf({ start, step: interval * 1000, count }, meta.lat, meta.lon);
}

/** The same of any equal intervals. @param grid Unix ms and ms */
export function daylightOf(
  { start, step, count }: { readonly start: number; readonly step: number; readonly count: number },
  latitude: number,
  longitude: number,
): Float64Array {
  const time = Float64Array.from({ length: count }, (_, k) => start + (k + 0.5) * step);
  const { zenith } = solarPosition({ time, latitude, longitude });
  return zenith.map((angle) => Math.max(0, cos(angle * DEG)));
}

/** Share of each hour in rows that are dead, stuck or saturated, 0…1; undefined where there are none. */
export function doubtOf(
  { start, count }: ObservationColumns,
  { weather, examination }: Situation,
): Float64Array | undefined {
  if (examination === undefined) return undefined;
  const { columns, interval, sampling } = weather;
  const light = columns.global_horizontal_irradiance ?? columns.diffuse_horizontal_irradiance;
  const bits = bitsOf(LOST_CODES);
  const step = interval * 1000;
  const first = weather.start - (sampling === "instant" ? step / 2 : 0) - start;
  let doubt: Float64Array | undefined;
  for (let row = 0; row < weather.count; row++) {
    // What has been left out is missing, and counted as such.
    if ((examination.flags[row]! & bits) === 0 || Number.isNaN(light?.[row] ?? Number.NaN)) continue;
    doubt ??= new Float64Array(count);
    const [from, to] = [(first + row * step) / HOUR, (first + (row + 1) * step) / HOUR];
    for (let hour = Math.max(0, Math.floor(from)); hour < Math.min(count, to); hour++) {
      doubt[hour]! += Math.min(to, hour + 1) - Math.max(from, hour);
    }
  }
  return doubt;
}
