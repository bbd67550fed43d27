/** Places around which the climatology is known to be far off: what their class does not tell (docs/how-accurate.md lists the same). */
import { asin, cos, DEG, sin } from "../../math/index.js";
import type { KnownMiss } from "./types.js";

/** In ASCII, since fields of HTTP have them; degrees; percent of the year's GHI, ours over the truth; whether ours had seen that truth. */
type Row = readonly [
  place: string,
  latitude: number,
  longitude: number,
  percent: number,
  truth: "published" | "unseen",
];

/**
 * All that are off by 9 % or more: beside published values (research/world-climate.md, "Values recalled"), and, of the places that were judged
 * one by one, by the fields that had not seen them. Not Izana, a summit whose surroundings lie two kilometres below it.
 */
export const KNOWN_MISSES: readonly Row[] = [
  ["Chengdu", 30.67, 104.07, 29, "published"],
  ["Lima", -12.05, -77.04, 16, "published"],
  ["Neumayer", -70.65, -8.25, -16, "published"],
  ["Quito", -0.22, -78.51, -14, "published"],
  ["Nairobi", -1.29, 36.82, 12, "published"],
  ["La Paz", -16.5, -68.15, -11, "published"],
  ["Delhi", 28.61, 77.21, 10, "published"],
  ["Lhasa", 29.65, 91.12, -9, "published"],
  ["Honolulu", 21.31, -157.86, 9, "published"],
  ["Antananarivo", -18.8, 47.5, 20, "unseen"],
  ["Northway", 63, -141.9, 14, "unseen"],
  ["Cairo", 30.1, 31.4, 13, "unseen"],
  ["Helsinki", 60.3, 25, -11, "unseen"],
  ["Chapeco", -27.1, -52.6, -10, "unseen"],
  ["Ahmedabad", 23, 72.6, 9, "unseen"],
];

/** Places within so many km share their weather: the neighbourhoods of research/fit-expected-error.mjs. */
const SHARED = 300;
/** Mean radius of the Earth, km. */
const EARTH_RADIUS = 6371;

/** The nearest within 300 km. */
export function knownMiss(latitude: number, longitude: number): KnownMiss | undefined {
  let found: { readonly row: Row; readonly km: number } | undefined;
  for (const row of KNOWN_MISSES) {
    const km = kilometres(latitude, longitude, row[1], row[2]);
    if (km <= (found?.km ?? SHARED)) found = { row, km };
  }
  if (found === undefined) return undefined;
  const [place, , , percent, truth] = found.row;
  const size = `${Math.abs(percent)} % ${percent > 0 ? "above" : "below"}`;
  const other = `${Math.abs(Math.round(100 / (1 + percent / 100) - 100))} % ${percent > 0 ? "lower" : "higher"}`;
  const [beside, those] = {
    published: ["published values", "they are"],
    unseen: ["a typical year that it had not seen", "that year is"],
  }[truth];
  const message = `the year's light was found ${size} ${beside} at ${place}, ${Math.round(found.km)} km from here: ${those} ${other}`;
  return { place, error: percent / 100, distanceKm: found.km, message };
}

/** Along the great circle, by the haversine: right across the date line and at the poles. */
function kilometres(latitude: number, longitude: number, north: number, east: number): number {
  const [up, across] = [sin(((north - latitude) / 2) * DEG), sin(((east - longitude) / 2) * DEG)];
  const half = up * up + cos(latitude * DEG) * cos(north * DEG) * across * across;
  return 2 * EARTH_RADIUS * asin(Math.sqrt(Math.min(half, 1)));
}
