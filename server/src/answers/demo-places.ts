/** The free places. */

/** Places that the demo key serves everywhere. Degrees, metres. */
export const DEMO_PLACES: readonly {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude?: number;
}[] = [
  { latitude: 50, longitude: 10, altitude: 290 },
  { latitude: 21, longitude: 79 },
  { latitude: -3, longitude: -60 },
  { latitude: 51, longitude: -114 },
  { latitude: 24, longitude: 33 },
  // The embedded sample's.
  { latitude: 36.1, longitude: -79.95, altitude: 273 },
];
/** Degrees around each. */
const NEAR = 0.01;

/** The free place that this is. */
export function demoPlace(latitude: number, longitude: number): (typeof DEMO_PLACES)[number] | undefined {
  const near = (a: number, b: number) => Math.abs(a - b) <= NEAR + 1e-9;
  return DEMO_PLACES.find((place) => near(place.latitude, latitude) && near(place.longitude, longitude));
}
