/** Values as they are kept: whole multiples of a column's resolution in 16 bits, restored to the nearest double. */
import type { LiveColumn } from "./description.js";

/** In place of a value that is missing. */
export const MISSING = -32_768;
const MOST = 32_767;

/** `value = stored · multiply / divide`: exact for decimals, which a product with 0.1 is not. */
export interface Scale {
  readonly multiply: number;
  readonly divide: number;
}

export function scaleOf({ resolution }: LiveColumn): Scale {
  return resolution >= 1
    ? { multiply: Math.round(resolution), divide: 1 }
    : { multiply: 1, divide: Math.round(1 / resolution) };
}

/** The largest value that can be kept. */
export function mostOf({ multiply, divide }: Scale): number {
  return (MOST * multiply) / divide;
}

/** MISSING for NaN, null and undefined; NaN for a value that cannot be kept: it is never clipped. */
export function toStored(value: number | null | undefined, { multiply, divide }: Scale): number {
  if (value === null || value === undefined || Number.isNaN(value)) return MISSING;
  const stored = Math.round((value * divide) / multiply);
  return stored >= -MOST && stored <= MOST ? stored : Number.NaN;
}

/** Writes the values that are there over those of `target`; missing ones change nothing. */
export function restore(stored: Int16Array, { multiply, divide }: Scale, target: Float64Array, at: number): void {
  for (let row = 0; row < stored.length; row++) {
    const value = stored[row]!;
    if (value !== MISSING) target[at + row] = (value * multiply) / divide;
  }
}
