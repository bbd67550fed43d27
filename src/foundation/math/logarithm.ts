/*
 * Coefficients from fdlibm (e_log.c):
 * ====================================================
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 * ====================================================
 */

import { exponentOf, POWERS, ZERO } from "./binary.js";
import { exp } from "./exponential.js";

/** ln 2 = LN2_HEAD + LN2_TAIL; the head has 33 bits, so that its products with exponents are exact. */
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;

/**
 * Natural logarithm, to 0.82 ulp. log(±0) = −Infinity, NaN for x < 0.
 */
export function log(x: number): number {
  if (!(x >= SMALLEST_NORMAL && x < Number.POSITIVE_INFINITY)) return logEdge(x);
  return logNormal(x, 0);
}

/** log(x · 2^shift), x normal */
function logNormal(x: number, shift: number): number {
  const exponent = exponentOf(x);
  const f = x * POWERS[ZERO - exponent]! - 1;
  const k = exponent + shift;
  const s = f / (2 + f);
  const z = s * s;
  const r =
    z *
    (0.6666666666666735 +
      z *
        (0.3999999999940942 +
          z *
            (0.2857142874366239 +
              z *
                (0.22222198432149784 +
                  z * (0.1818357216161805 + z * (0.15313837699209373 + z * 0.14798198605116586))))));
  const half = 0.5 * f * f;
  return k * LN2_HEAD - (half - (s * (half + r) + k * LN2_TAIL) - f);
}

function logEdge(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (x < 0) return Number.NaN;
  return x < SMALLEST_NORMAL ? logNormal(x * TWO_54, -54) : x;
}

/**
 * x to the power y for x ≥ 0, as exp(y·log x): to 1 ulp and one more per unit of |y·log x|. For formulas whose exponents
 * are rounded anyway; a bundle then does not need `pow`. NaN for x < 0.
 */
export function positivePow(x: number, y: number): number {
  return exp(y * log(x));
}
