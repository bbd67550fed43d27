/*
 * Coefficients from fdlibm (e_exp.c, 2004):
 * ====================================================
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 * ====================================================
 */
import { POWERS, scaleFar, ZERO } from "./binary.js";

/** ln 2 = LN2_HEAD + LN2_TAIL; the head has 33 bits, so that its products with exponents are exact. */
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;

/**
 * e^x, to 0.72 ulp (1 ulp where the result is subnormal). Infinity above 709.78…, 0 below −745.13….
 */
export function exp(x: number): number {
  if (!(x <= OVERFLOW)) return x > 0 ? Number.POSITIVE_INFINITY : x;
  if (x < UNDERFLOW) return 0;
  return expSum(x, 0);
}

/** e^(x + y), −746 < x < 710, y a correction below the last bit of x. */
export function expSum(x: number, y: number): number {
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const head = x - k * LN2_HEAD;
  const tail = k * LN2_TAIL - y;
  const r = head - tail;
  const z = r * r;
  const c =
    r -
    z *
      (0.16666666666666602 +
        z *
          (-0.0027777777777015593 +
            z * (6.613756321437934e-5 + z * (-1.6533902205465252e-6 + z * 4.1381367970572385e-8))));
  // 1 + head as an exact pair: rounding it away costs 0.2 ulp (measured)
  const sum = 1 + head;
  const mantissa = sum + (1 - sum + head + ((r * c) / (2 - c) - tail));
  return k > -1022 && k < 1024 ? mantissa * POWERS[ZERO + k]! : scaleFar(mantissa, k);
}
