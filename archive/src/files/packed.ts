/** A column in the smallest form that restores every value to the last bit: files contain decimals, mostly short ones. */
import type { WeatherColumn } from "irradiance-engine";

export interface PackedColumn {
  readonly values: Int16Array | Int32Array | Float64Array;
  /** Values are whole numbers of 1/divisor. */
  readonly divisor: number;
}

export type PackedColumns = ReadonlyMap<WeatherColumn, PackedColumn>;

const DIVISORS = [1, 10, 100, 1000];
const MISSING_16 = -32_768;
const MISSING_32 = -2_147_483_648;

/** NaN is kept as NaN; −0 as 0. */
export function pack(column: Float64Array): PackedColumn {
  for (const divisor of DIVISORS) {
    const most = mostOf(column, divisor);
    if (most > -MISSING_32 - 1) continue;
    const values = most < -MISSING_16 ? new Int16Array(column.length) : new Int32Array(column.length);
    const missing = most < -MISSING_16 ? MISSING_16 : MISSING_32;
    column.forEach((value, row) => {
      values[row] = Number.isNaN(value) ? missing : Math.round(value * divisor);
    });
    return { values, divisor };
  }
  return { values: column.slice(), divisor: 1 };
}

/** Rows [from, to). */
export function unpack({ values, divisor }: PackedColumn, from: number, to: number): Float64Array {
  if (values instanceof Float64Array) return values.slice(from, to);
  const missing = values instanceof Int16Array ? MISSING_16 : MISSING_32;
  const column = new Float64Array(to - from);
  for (let row = from; row < to; row++) {
    const value = values[row]!;
    column[row - from] = value === missing ? Number.NaN : value / divisor;
  }
  return column;
}

/** The largest whole number of 1/divisor in magnitude; Infinity if some value is not one. */
function mostOf(column: Float64Array, divisor: number): number {
  let most = 0;
  for (const value of column) {
    if (Number.isNaN(value)) continue;
    const whole = Math.round(value * divisor);
    if (whole / divisor !== value) return Number.POSITIVE_INFINITY;
    most = Math.max(most, Math.abs(whole));
  }
  return most;
}

export function bytesOf(columns: PackedColumns): number {
  let sum = 0;
  for (const { values } of columns.values()) sum += values.byteLength;
  return sum;
}
