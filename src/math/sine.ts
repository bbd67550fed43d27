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
import { CANCELLED, HALF_PI_HEAD, HALF_PI_TAIL, MEDIUM, reduceFar, remainder, TWO_OVER_PI } from "./reduction.js";

const QUARTER_PI = 0.7853981633974483;
/** Below this sin x = x to the last bit; also keeps −0. */
const LINEAR = 7.450580596923828e-9;

/**
 * Sine.
 *
 * Valid for |x| ≤ 2^30; NaN beyond, and for NaN and ±Infinity.
 *
 * @param x angle in radians
 */
export function sin(x: number): number {
  const a = Math.abs(x);
  if (a <= QUARTER_PI) return a < LINEAR ? x : sinNear(x, 0);
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - n * HALF_PI_HEAD;
  const w = n * HALF_PI_TAIL;
  const head = r - w;
  if (a <= MEDIUM && Math.abs(head) > a * CANCELLED) return turn(n, head, r - head - w);
  const far = reduceFar(x);
  return turn(far, remainder[0]!, remainder[1]!);
}

/**
 * Cosine.
 *
 * Valid for |x| ≤ 2^30; NaN beyond, and for NaN and ±Infinity.
 *
 * @param x angle in radians
 */
export function cos(x: number): number {
  const a = Math.abs(x);
  if (a <= QUARTER_PI) return cosNear(x, 0);
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - n * HALF_PI_HEAD;
  const w = n * HALF_PI_TAIL;
  const head = r - w;
  if (a <= MEDIUM && Math.abs(head) > a * CANCELLED) return turn(n + 1, head, r - head - w);
  const far = reduceFar(x);
  return turn(far + 1, remainder[0]!, remainder[1]!);
}

/** sin(n·π/2 + x + y) */
function turn(n: number, x: number, y: number): number {
  const quadrant = n & 3;
  const value = quadrant & 1 ? cosNear(x, y) : sinNear(x, y);
  return quadrant & 2 ? -value : value;
}

/** sin(x + y), |x| ≤ π/4, y a correction below the last bit of x. */
function sinNear(x: number, y: number): number {
  const z = x * x;
  const cube = z * x;
  const r =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 + z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  return x - (z * (0.5 * y - cube * r) - y - cube * -0.16666666666666632);
}

/** cos(x + y), |x| ≤ π/4, y a correction below the last bit of x. */
function cosNear(x: number, y: number): number {
  const z = x * x;
  const r =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (2.480158728947673e-5 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * y));
}
