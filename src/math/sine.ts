/*
 * Coefficients from fdlibm (k_sin.c, k_cos.c):
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
const TWO_OVER_PI = 0.6366197723675814;
/** π/2 = HALF_PI_HEAD + HALF_PI_TAIL; the head has 33 bits: its products with whole numbers up to 2^20 are exact. */
const HALF_PI_HEAD = 1.5707963267341256;
const HALF_PI_TAIL = 6.077100506506192e-11;
/** 2^20 · π/2, the largest |x| for reduction in one step. */
const MEDIUM = 1647099;
/** 2^-24: a remainder below this fraction of |x| has lost its leading digits, one step is not enough. */
const CANCELLED = 5.9604644775390625e-8;

/**
 * Sine, to 0.78 ulp.
 *
 * Valid for |x| ≤ 2^30; NaN beyond, and for NaN and ±Infinity.
 *
 * @param x angle in radians
 */
export function sin(x: number): number {
  return sine(x, 0);
}

/**
 * Cosine, to 0.78 ulp.
 *
 * Valid for |x| ≤ 2^30; NaN beyond, and for NaN and ±Infinity.
 *
 * @param x angle in radians
 */
export function cos(x: number): number {
  return sine(x, 1);
}

/**
 * sin(x + quarters·π/2).
 *
 * One function without helpers on the common path: V8 boxes every double that passes a call it does not inline, and a
 * large kernel soon uses up its budget for inlining (measured: 1.5 times slower there).
 */
function sine(x: number, quarters: number): number {
  const a = x < 0 ? -x : x;
  let head = x;
  let tail = 0;
  let n = 0;
  if (!(a <= QUARTER_PI)) {
    n = Math.floor(x * TWO_OVER_PI + 0.5);
    const r = x - n * HALF_PI_HEAD;
    const w = n * HALF_PI_TAIL;
    head = r - w;
    tail = r - head - w;
    if (!(a <= MEDIUM && (head < 0 ? -head : head) > a * CANCELLED)) {
      n = reduceFar(x);
      head = remainder[0]!;
      tail = remainder[1]!;
    }
  }
  const quadrant = (n + quarters) & 3;
  const z = head * head;
  let value: number;
  if (quadrant & 1) {
    const half = 0.5 * z;
    const w = 1 - half;
    value =
      w +
      (1 -
        w -
        half +
        (z *
          z *
          (0.0416666666666666 +
            z *
              (-0.001388888888887411 +
                z *
                  (0.00002480158728947673 +
                    z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))))) -
          head * tail));
  } else {
    const cube = z * head;
    value =
      head -
      (z *
        (0.5 * tail -
          cube *
            (0.00833333333332249 +
              z *
                (-0.0001984126982985795 +
                  z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10))))) -
        tail -
        cube * -0.16666666666666632);
  }
  return quadrant & 2 ? -value : value;
}
