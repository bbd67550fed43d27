/*
 * Coefficients from fdlibm (e_asin.c, e_acos.c):
 * ====================================================
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 * ====================================================
 */

const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;
const PI = Math.PI;
/** Below this asin x = x to the last bit; also keeps −0. */
const LINEAR = 7.450580596923828e-9;
/** 2^27 + 1, splits a double into two halves of 26 bits (Veltkamp). */
const SPLITTER = 134217729;

/**
 * Arc sine, to 0.88 ulp.
 *
 * @param x in [−1, 1]; NaN outside
 * @returns radians in [−π/2, π/2]
 */
export function asin(x: number): number {
  const a = Math.abs(x);
  if (a < 0.5) return a < LINEAR ? x : x + x * ratio(x * x);
  if (!(a <= 1)) return Number.NaN;
  // asin a = π/2 − 2 asin √((1 − a)/2), with the root as head + tail and π/2 taken in two halves
  const z = (1 - a) * 0.5;
  const s = Math.sqrt(z);
  const c = s * SPLITTER;
  const head = c - (c - s);
  const tail = s === 0 ? 0 : (z - head * head) / (s + head);
  const rest = 2 * s * ratio(z) - (HALF_PI_TAIL - 2 * tail);
  const value = QUARTER_PI - (rest - (QUARTER_PI - 2 * head));
  return x < 0 ? -value : value;
}

/**
 * Arc cosine, to 0.92 ulp.
 *
 * @param x in [−1, 1]; NaN outside
 * @returns radians in [0, π]
 */
export function acos(x: number): number {
  const a = Math.abs(x);
  if (a < 0.5) return HALF_PI - (x - (HALF_PI_TAIL - x * ratio(x * x)));
  if (!(a < 1)) return a === 1 ? (x < 0 ? PI : 0) : Number.NaN;
  // acos a = 2 asin √((1 − a)/2), with the root as head + tail
  const z = (1 - a) * 0.5;
  const s = Math.sqrt(z);
  const r = ratio(z) * s;
  if (x < 0) return PI - 2 * (s + (r - HALF_PI_TAIL));
  const c = s * SPLITTER;
  const head = c - (c - s);
  const tail = (z - head * head) / (s + head);
  return 2 * (head + (r + tail));
}

/** (asin √z − √z)/√z, 0 ≤ z ≤ 1/4 */
function ratio(z: number): number {
  const p =
    z *
    (0.16666666666666666 +
      z *
        (-0.3255658186224009 +
          z *
            (0.20121253213486293 +
              z * (-0.04005553450067941 + z * (0.0007915349942898145 + z * 3.479331075960212e-5)))));
  const q =
    1 + z * (-2.403394911734414 + z * (2.0209457602335057 + z * (-0.6882839716054533 + z * 0.07703815055590194)));
  return p / q;
}
