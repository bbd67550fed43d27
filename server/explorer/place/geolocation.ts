/** Where the device is, as far as it says so. */
import type { Place } from "./map/view.js";

export type NotLocated = "denied" | "unavailable" | "insecure" | "late";

const PATIENCE = 20_000;
/** An answer of the last minutes is good enough: a roof does not move. */
const OLD = 300_000;
/** Ten metres. */
const DIGITS = 4;
const REASONS: readonly NotLocated[] = ["unavailable", "denied", "unavailable", "late"];

export function geolocated(): Promise<Place | NotLocated> {
  if (!isSecureContext) return Promise.resolve("insecure");
  if (!("geolocation" in navigator)) return Promise.resolve("unavailable");
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ lat: Number(latitude.toFixed(DIGITS)), lon: Number(longitude.toFixed(DIGITS)) }),
      ({ code }) => resolve(REASONS[code] ?? "unavailable"),
      { timeout: PATIENCE, maximumAge: OLD },
    );
  });
}
