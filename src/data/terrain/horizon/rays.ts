/** The rays of a horizon line, how much of them elevation data cover, and the line as a computation takes it. */
import { atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";

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
 * (test/data/terrain/rays.test.ts compares with Karney's geodesics). No series in latitude, so it also holds at the poles.
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

/** Steps per ray: 195 m each at 50 km. */
const BINS = 256;
const FOUR_ONES = 0x01010101;

export interface Cover {
  /** Whether all rays have data along their whole length. */
  readonly complete: boolean;
  /** Share of the rays' length with data, 0…1. */
  readonly share: number;
  /** Metres from the place to the first gap at each of the 360 azimuths; the range if there is none. */
  readonly distance: Float64Array;
}

export class Coverage {
  readonly #width: number;
  /** By azimuth · BINS + step: 1 where there are data. */
  readonly #bins: Uint8Array;

  constructor(range: number, bins = new Uint8Array(AZIMUTHS * BINS)) {
    this.#width = range / BINS;
    this.#bins = bins;
  }

  copy(): Coverage {
    return new Coverage(this.#width * BINS, this.#bins.slice());
  }

  /** Marks the steps whose middle lies in a stretch, and (if asked) has data. @param inOneRun whether those that have are in a row */
  add(azimuth: number, start: number, end: number, hasData?: (s: number) => boolean, inOneRun = false): void {
    const bins = this.#bins;
    const first = azimuth * BINS;
    const from = first + Math.max(Math.ceil(start / this.#width - 0.5), 0);
    const to = first + Math.min(Math.ceil(end / this.#width - 0.5), BINS);
    if (from >= to) return;
    if (hasData === undefined) {
      bins.fill(1, from, to);
      return;
    }
    const has = (bin: number) => hasData((bin - first + 0.5) * this.#width);
    const [starts, ends] = inOneRun ? [has(from), has(to - 1)] : [false, false];
    if (starts) bins.fill(1, from, ends ? to : changeOf(has, from, to - 1));
    else if (ends) bins.fill(1, changeOf(has, to - 1, from) + 1, to);
    else for (let bin = from; bin < to; bin++) if (has(bin)) bins[bin] = 1;
  }

  /**
   * Calls `visit` with the parts of a stretch that are not covered. A step counts as covered only if its neighbours
   * are, too, so that nothing is missed where two layers meet.
   */
  eachGap(azimuth: number, start: number, end: number, visit: (from: number, to: number) => void): void {
    const width = this.#width;
    const first = azimuth * BINS;
    const has = (bin: number) => this.#bins[first + Math.min(Math.max(bin, 0), BINS - 1)] === 1;
    let from = start;
    let open = false;
    for (let bin = Math.floor(start / width); bin < BINS && bin * width < end; bin++) {
      const taken = has(bin - 1) && has(bin) && has(bin + 1);
      if (!taken && !open) {
        from = Math.max(start, bin * width);
        open = true;
      } else if (taken && open) {
        visit(from, bin * width);
        open = false;
      }
    }
    if (open) visit(from, end);
  }

  summary(): Cover {
    const bins = this.#bins;
    const words = new Uint32Array(bins.buffer, bins.byteOffset, bins.length / 4);
    const distance = new Float64Array(AZIMUTHS);
    let covered = 0;
    for (let azimuth = 0; azimuth < AZIMUTHS; azimuth++) {
      const end = (azimuth + 1) * BINS;
      let gap = azimuth * BINS;
      // Four at a time: most rays are covered along their whole length.
      while (gap < end && words[gap / 4] === FOUR_ONES) gap += 4;
      while (gap < end && bins[gap] === 1) gap++;
      distance[azimuth] = (gap - azimuth * BINS) * this.#width;
      covered += gap - azimuth * BINS;
      for (let bin = gap; bin < end; bin++) covered += bins[bin]!;
    }
    return { complete: covered === bins.length, share: covered / bins.length, distance };
  }
}

/** The step without data next to those that have it, from one that has it towards one that has not. */
function changeOf(has: (bin: number) => boolean, within: number, without: number): number {
  let [inside, outside] = [within, without];
  while (Math.abs(outside - inside) > 1) {
    const middle = (inside + outside) >> 1;
    if (has(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}

const HIGHEST = 89.999;

/** @param profile elevations in degrees, as {@link TerrainHorizon.profile} @returns 0 … 89.999, for `ObservationContext.horizon` */
export function shadingLine(profile: ArrayLike<number>): number[] {
  return Array.from(profile, (elevation) => Math.min(Math.max(elevation, 0), HIGHEST));
}
