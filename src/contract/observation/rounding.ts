/** Rounding of values, the same in every form of the response. */
import { shown } from "../../text/shown.js";

/** @experimental */
export interface RoundingOptions {
  /** Decimal places, 0 to 6; `null` = full precision. Default 2. */
  decimals?: number | null | undefined;
}

/** Factor for `round`: 10^decimals, or 0 for full precision. */
export type Scale = number;

const SCALES: readonly Scale[] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
const DEFAULT_DECIMALS = 2;

/** @throws RangeError unless decimals is an integer from 0 to 6 or null */
export function scaleOf(options: RoundingOptions): Scale {
  const { decimals = DEFAULT_DECIMALS } = options ?? {};
  if (decimals === null) return 0;
  const scale = typeof decimals === "number" ? SCALES[decimals] : undefined;
  if (scale === undefined) {
    throw new RangeError(`decimals must be an integer from 0 to 6, or null for full precision, got ${shown(decimals)}`);
  }
  return scale;
}

/** The value in the response; NaN if the response has null. Never -0. */
export function round(value: number, scale: Scale): number {
  const rounded = scale === 0 ? value : Math.round(value * scale) / scale;
  return Number.isFinite(rounded) ? rounded + 0 : Number.NaN;
}
