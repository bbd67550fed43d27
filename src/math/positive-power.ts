import { exp } from "./exponential.js";
import { log } from "./logarithm.js";

/**
 * x to the power y for x ≥ 0, as exp(y·log x): to 1 ulp and one more per unit of |y·log x|. For formulas whose exponents
 * are rounded anyway; a bundle then does not need `pow`. NaN for x < 0.
 */
export function positivePow(x: number, y: number): number {
  return exp(y * log(x));
}
