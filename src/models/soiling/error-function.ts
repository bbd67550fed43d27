import { exp } from "../../math/index.js";

/** 2/√π */
const SCALE = 1.1283791670955126;
/** From here on 1 − erf(x) is less than half the last digit of 1. */
const SATURATED = 6;

/**
 * Error function of x ≥ 0; NaN for NaN.
 *
 * Abramowitz & Stegun 1964, Handbook of Mathematical Functions, eq. 7.1.6: 2/√π·exp(−x²)·Σ 2ᵏ·x^(2k+1)/(1·3·…·(2k+1)).
 * All its terms are positive, so nothing cancels.
 */
export function errorFunction(x: number): number {
  if (x >= SATURATED) return 1;
  let term = x;
  let sum = x;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (2 * x * x) / (2 * k + 1);
    sum += term;
  }
  return SCALE * exp(-x * x) * sum;
}
