/*
 * Coefficients from fdlibm (k_tan.c, 2004):
 * ====================================================
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 * ====================================================
 */
import { reduceFar, remainder } from "./reduction.js";

const QUARTER_PI = 0.7853981633974483;
const QUARTER_PI_TAIL = 3.061616997868383e-17;
const TWO_OVER_PI = 0.6366197723675814;
/** π/2 = HALF_PI_HEAD + HALF_PI_TAIL; the head has 33 bits: its products with whole numbers up to 2^20 are exact. */
const HALF_PI_HEAD = 1.5707963267341256;
const HALF_PI_TAIL = 6.077100506506192e-11;
/** 2^20 · π/2, the largest |x| for reduction in one step. */
const MEDIUM = 1647099;
/** 2^-24: a remainder below this fraction of |x| has lost its leading digits, one step is not enough. */
const CANCELLED = 5.9604644775390625e-8;
/** Below this tan x = x to the last bit; also keeps −0. */
const LINEAR = 7.450580596923828e-9;
/** Above this the polynomial gives way to π/4 − x. */
const FOLD = 0.6743316650390625;
/** 2^27 + 1, splits a double into two halves of 26 bits (Veltkamp). */
const SPLITTER = 134217729;

/**
 * Tangent, to 0.88 ulp.
 *
 * Valid for |x| ≤ 2^30; NaN beyond, and for NaN and ±Infinity.
 *
 * @param x angle in radians
 */
export function tan(x: number): number {
  const a = Math.abs(x);
  if (a <= QUARTER_PI) return a < LINEAR ? x : tanNear(x, 0, false);
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - n * HALF_PI_HEAD;
  const w = n * HALF_PI_TAIL;
  const head = r - w;
  if (a <= MEDIUM && Math.abs(head) > a * CANCELLED) return tanNear(head, r - head - w, (n & 1) === 1);
  const far = reduceFar(x);
  return tanNear(remainder[0]!, remainder[1]!, (far & 1) === 1);
}

/** tan(x + y), or −1/tan(x + y) when `inverse`; |x| ≤ π/4, y a correction below the last bit of x. */
function tanNear(x: number, y: number, inverse: boolean): number {
  if (Math.abs(x) < FOLD) {
    const r = tanRest(x, y);
    return inverse ? minusInverse(x, r) : x + r;
  }
  const negative = x < 0;
  const folded = QUARTER_PI - (negative ? -x : x) + (QUARTER_PI_TAIL - (negative ? -y : y));
  const r = tanRest(folded, 0);
  const w = folded + r;
  const v = inverse ? -1 : 1;
  const value = v - 2 * (folded - ((w * w) / (w + v) - r));
  return negative ? -value : value;
}

/** tan(x + y) − x, |x| ≤ 0.6744 */
function tanRest(x: number, y: number): number {
  const z = x * x;
  const cube = z * x;
  const p =
    0.13333333333320124 +
    z *
      (0.05396825397622605 +
        z *
          (0.021869488294859542 +
            z *
              (0.0088632398235993 +
                z *
                  (0.0035920791075913124 +
                    z *
                      (0.0014562094543252903 +
                        z *
                          (0.0005880412408202641 +
                            z *
                              (0.0002464631348184699 +
                                z *
                                  (7.817944429395571e-5 +
                                    z *
                                      (7.140724913826082e-5 +
                                        z * (-1.8558637485527546e-5 + z * 2.590730518636337e-5))))))))));
  return y + z * (cube * p + y) + 0.3333333333333341 * cube;
}

/** −1/(x + r), |r| < |x|: the quotient corrected by its exact remainder. */
function minusInverse(x: number, r: number): number {
  const w = x + r;
  const tail = r - (w - x);
  const q = -1 / w;
  const qc = q * SPLITTER;
  const qh = qc - (qc - q);
  const ql = q - qh;
  const wc = w * SPLITTER;
  const wh = wc - (wc - w);
  const wl = w - wh;
  const remainder = 1 + qh * wh + qh * wl + ql * wh + ql * wl;
  return q + q * (remainder + q * tail);
}
