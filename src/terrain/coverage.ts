/** How far the data reach along each ray, in equal steps of distance. */
import { AZIMUTHS } from "./rays.js";

/** Steps per ray: 98 m each at 50 km. */
export const BINS = 512;

export interface Cover {
  /** Whether all rays have data all along. */
  readonly complete: boolean;
  /** Share of the rays' length that has data, 0…1. */
  readonly share: number;
  /** Metres from the place to the first gap on each of the 360 azimuths; the range where there is none. */
  readonly distance: Float64Array;
}

/** By azimuth · BINS + step: 1 where there are data. */
export function makeBins(): Uint8Array {
  return new Uint8Array(AZIMUTHS * BINS);
}

export function coverOf(bins: Uint8Array, range: number): Cover {
  const distance = new Float64Array(AZIMUTHS);
  let covered = 0;
  for (let azimuth = 0; azimuth < AZIMUTHS; azimuth++) {
    const start = azimuth * BINS;
    let gap = 0;
    while (gap < BINS && bins[start + gap] === 1) gap++;
    distance[azimuth] = (gap / BINS) * range;
    for (let bin = 0; bin < BINS; bin++) covered += bins[start + bin]!;
  }
  return { complete: covered === bins.length, share: covered / bins.length, distance };
}

/** Steps nearer than `distance` count as covered on all azimuths: the observer's own cell. */
export function coverUpTo(distance: number, bins: Uint8Array, range: number): void {
  for (let azimuth = 0; azimuth < AZIMUTHS; azimuth++) coverStretch(bins, range, azimuth, 0, distance);
}

/** Marks the steps whose middle lies in a stretch, and (if asked) has data. */
export function coverStretch(
  bins: Uint8Array,
  range: number,
  azimuth: number,
  start: number,
  end: number,
  hasData?: (s: number) => boolean,
): void {
  const width = range / BINS;
  const first = azimuth * BINS;
  for (let bin = Math.max(Math.ceil(start / width - 0.5), 0); bin < BINS; bin++) {
    const middle = (bin + 0.5) * width;
    // The last stretch of a ray ends at the range, behind the last middle.
    if (middle >= end) return;
    if (hasData === undefined || hasData(middle)) bins[first + bin] = 1;
  }
}

/**
 * Calls `visit` with the parts of a stretch that finer layers leave open. A step counts as taken only when its
 * neighbours are too, so that nothing is missed where two layers meet.
 */
export function eachGap(
  finer: Uint8Array,
  range: number,
  azimuth: number,
  start: number,
  end: number,
  visit: (from: number, to: number) => void,
): void {
  const width = range / BINS;
  const first = azimuth * BINS;
  const has = (bin: number) => finer[first + Math.min(Math.max(bin, 0), BINS - 1)] === 1;
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
