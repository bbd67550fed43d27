/** Places on the globe: distance and validation. */
import type { Place } from "./source.js";

/** Mean radius of the Earth, km (IUGG). */
const EARTH_RADIUS = 6371.0088;
const DEGREE = Math.PI / 180;

/** Great-circle distance in km (haversine: exact enough for neighbours, right across the date line and at the poles). @experimental */
export function distanceKm(a: Place, b: Place): number {
  const dLatitude = (b.latitude - a.latitude) * DEGREE;
  const dLongitude = (b.longitude - a.longitude) * DEGREE;
  const cosines = Math.cos(a.latitude * DEGREE) * Math.cos(b.latitude * DEGREE);
  const h = Math.sin(dLatitude / 2) ** 2 + cosines * Math.sin(dLongitude / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** @throws TypeError or RangeError naming the field, the expected and the actual value */
export function checkPlace(place: Place): void {
  if (typeof place !== "object" || place === null) throw new TypeError(`place must be an object, got ${String(place)}`);
  checkField("latitude", place.latitude, -90, 90);
  checkField("longitude", place.longitude, -180, 180);
  if (place.altitude !== undefined) checkField("altitude", place.altitude, -500, 9000);
}

function checkField(name: string, value: unknown, least: number, most: number): void {
  const text = `place.${name} must be a number from ${least} to ${most}, got ${String(value)}`;
  if (typeof value !== "number") throw new TypeError(text);
  if (!(value >= least && value <= most)) throw new RangeError(text);
}
