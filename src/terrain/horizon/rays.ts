/** Geodesics from a place in the 360 whole degrees of azimuth, in degrees of longitude and latitude (WGS 84). */
import { atan2, cos, DEG, RAD, sin } from "../../math/index.js";

/** WGS 84. */
const A = 6_378_137;
const F = 1 / 298.257223563;
const E2 = F * (2 - F);

export const AZIMUTHS = 360;
const WHOLE_DEGREES: readonly number[] = Array.from({ length: AZIMUTHS }, (_, azimuth) => azimuth);

export interface Rays {
  /** Distance between nodes (m); a ray has `count` + 1 of them, the place itself included. */
  readonly step: number;
  readonly count: number;
  /** By index of azimuth · (count + 1) + node; longitudes go on beyond ±180 along a ray. */
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
  /** Radius of curvature in each azimuth (m; Euler's formula). */
  readonly radius: Float64Array;
}

/**
 * The normal section's circle of curvature approximates the geodesic: at 50 km the two are less than 0.02 m apart
 * (test/terrain/rays.test.ts compares with Karney's geodesics). No series in latitude, so it also holds at the poles.
 */
export function castRays(
  latitude: number,
  longitude: number,
  range: number,
  count: number,
  azimuths: readonly number[] = WHOLE_DEGREES,
): Rays {
  const sinLat = sin(latitude * DEG);
  const cosLat = cos(latitude * DEG);
  const w2 = 1 - E2 * sinLat * sinLat;
  const normal = A / Math.sqrt(w2);
  const meridional = (normal * (1 - E2)) / w2;
  // Earth-centred coordinates, rotated so that the place is in the plane y = 0.
  const x0 = normal * cosLat;
  const z0 = normal * (1 - E2) * sinLat;
  const nodes = count + 1;
  const rays: Rays = {
    step: range / count,
    count,
    longitude: new Float64Array(azimuths.length * nodes),
    latitude: new Float64Array(azimuths.length * nodes),
    radius: new Float64Array(azimuths.length),
  };
  for (let k = 0; k < azimuths.length; k++) {
    const east = sin(azimuths[k]! * DEG);
    const north = cos(azimuths[k]! * DEG);
    const radius = 1 / ((north * north) / meridional + (east * east) / normal);
    rays.radius[k] = radius;
    for (let node = 0; node < nodes; node++) {
      const s = node * rays.step;
      const q = (s / radius) * (s / radius);
      // radius · sin and radius · (1 − cos) of s/radius, to 1e-13 below 500 km.
      const along = s * (1 - (q / 6) * (1 - (q / 20) * (1 - q / 42)));
      const down = 0.5 * s * (s / radius) * (1 - (q / 12) * (1 - (q / 30) * (1 - q / 56)));
      const x = x0 - sinLat * north * along - cosLat * down;
      const y = east * along;
      const z = z0 + cosLat * north * along - sinLat * down;
      const i = k * nodes + node;
      rays.longitude[i] = longitude + RAD * atan2(y, x);
      rays.latitude[i] = RAD * atan2(z, (1 - E2) * Math.sqrt(x * x + y * y));
    }
    rays.longitude[k * nodes] = longitude;
    rays.latitude[k * nodes] = latitude;
  }
  return rays;
}
