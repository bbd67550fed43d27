/**
 * Layout of a site's arrays in the buffer shared between threads: with periods, their three columns (float64) first, then
 * the result columns one after the other, and padding to a multiple of 8 bytes.
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
