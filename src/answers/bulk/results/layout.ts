/**
 * Results of sites in the buffer shared between threads: of each site, with periods, their three columns (float64) first, then the
 * result columns one after the other, and padding to a multiple of 8 bytes.
 */
import type { RunSpec } from "../messages/messages.js";
import type { PeriodRows } from "../types.js";

type Shape = Pick<RunSpec, "names" | "aggregate" | "precision">;

const PERIOD_COLUMNS = 3;

/** Bytes of a site with `count` rows. */
export function siteBytes({ names, aggregate, precision }: Shape, count: number): number {
  const columns = names.length * count * (precision === "float32" ? 4 : 8);
  const periods = aggregate ? PERIOD_COLUMNS * count * 8 : 0;
  return periods + Math.ceil(columns / 8) * 8;
}

export interface SiteArrays {
  readonly columns: (Float32Array | Float64Array)[];
  readonly periods: PeriodRows | null;
}

/** Views on a site's arrays: the same on both sides. */
export function siteArrays(shape: Shape, buffer: ArrayBufferLike, offset: number, count: number): SiteArrays {
  const period = (k: number) => new Float64Array(buffer, offset + 8 * k * count, count);
  const periods = shape.aggregate ? { start: period(0), hours: period(1), missing: period(2) } : null;
  const first = offset + (periods ? PERIOD_COLUMNS * count * 8 : 0);
  const columns = shape.names.map((_, k) =>
    shape.precision === "float32"
      ? new Float32Array(buffer, first + 4 * k * count, count)
      : new Float64Array(buffer, first + 8 * k * count, count),
  );
  return { columns, periods };
}

/**
 * Memory for the results of several sites, one after the other in a buffer that both threads see. It is shared, not
 * transferred: in a thread in which a buffer was ever transferred, V8 checks every array access (measured: the engine takes
 * a sixth longer).
 */
export class ResultBuffer {
  buffer: SharedArrayBuffer;
  /** Bytes in use. */
  used = 0;

  constructor(buffer: SharedArrayBuffer | undefined) {
    this.buffer = buffer ?? new SharedArrayBuffer(0);
  }

  /**
   * Reserves room, and allocates it if there is too little: for as many pieces of this size as are still to come.
   * Growing moves everything: earlier views refer to the old buffer.
   * @returns its offset in bytes
   */
  take(bytes: number, toCome: number): number {
    const offset = this.used;
    if (offset + bytes > this.buffer.byteLength) {
      const grown = new SharedArrayBuffer(offset + bytes * Math.max(toCome, 1));
      new Uint8Array(grown).set(new Uint8Array(this.buffer, 0, offset));
      this.buffer = grown;
    }
    this.used += bytes;
    return offset;
  }
}
