/** The reach of the data along each ray, in equal steps of distance. */
import { AZIMUTHS } from "./rays.js";

/** Steps per ray: 195 m each at 50 km. */
const BINS = 256;
const FOUR_ONES = 0x01010101;

/** @experimental */
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
