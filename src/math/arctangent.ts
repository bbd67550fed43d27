/*
 * Coefficients from fdlibm (s_atan.c):
 * ====================================================
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 * ====================================================
 */

const PI = Math.PI;
const PI_TAIL = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;
const QUARTER_PI_TAIL = 3.061616997868383e-17;
/** atan(1/2) */
const ATAN_HALF = 0.4636476090008061;
const ATAN_HALF_TAIL = 2.2698777452961687e-17;
/** Below this atan x = x to the last bit; also keeps −0. */
const LINEAR = 7.450580596923828e-9;
/** 2^60: from here on atan x = π/2 to the last bit. */
const FLAT = 1152921504606847000;
/** 2^-480 and 2^480: between these bounds products and quotients in atan2 neither overflow nor lose bits to underflow. */
const SMALL = 3.2033329522929615e-145;
const LARGE = 3.1217485503159922e144;
/** 2^27 + 1, splits a double into two halves of 26 bits (Veltkamp). */
const SPLITTER = 134217729;

/**
 * Arc tangent.
 *
 * @param x any number
 * @returns radians in [−π/2, π/2]
 */
export function atan(x: number): number {
  const a = Math.abs(x);
  if (a < 0.4375) return a < LINEAR ? x : x - x * series(x * x);
  if (a > 1) {
    const value = a < FLAT ? quotient(1, a, HALF_PI, HALF_PI_TAIL, -1) : HALF_PI;
    return x < 0 ? -value : value;
  }
  if (!(a <= 1)) return x;
  const value = quotient(a, 1, 0, 0, 1);
  return x < 0 ? -value : value;
}

/**
 * Angle of the point (x, y), all quadrants; signed zeros and infinities as ECMAScript's Math.atan2.
 *
 * @returns radians in [−π, π]
 */
export function atan2(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const steep = ay > ax;
  const a = steep ? ay : ax;
  const b = steep ? ax : ay;
  if (!(b > SMALL && a < LARGE)) return atan2Edge(y, x);
  const left = x < 0;
  const value = quotient(
    b,
    a,
    steep ? HALF_PI : left ? PI : 0,
    steep ? HALF_PI_TAIL : left ? PI_TAIL : 0,
    steep === left ? 1 : -1,
  );
  return y < 0 ? -value : value;
}

/** base + baseTail + sign · atan(b/a), 0 < b ≤ a; with base = 0 only for sign = 1. */
function quotient(b: number, a: number, base: number, baseTail: number, sign: number): number {
  const t = b / a;
  if (t < 0.4375) {
    // remainder of the division, exactly: b − t·a (Dekker)
    const tc = t * SPLITTER;
    const th = tc - (tc - t);
    const tl = t - th;
    const ac = a * SPLITTER;
    const ah = ac - (ac - a);
    const al = a - ah;
    const rest = (b - th * ah - th * al - tl * ah - tl * al) / a;
    const v = t * series(t * t) - rest;
    return base - (sign * v - baseTail - sign * t);
  }
  let numerator = b - a;
  let denominator = b + a;
  let pivot = QUARTER_PI;
  let pivotTail = QUARTER_PI_TAIL;
  if (t < 0.6875) {
    numerator = b - 0.5 * a;
    denominator = a + 0.5 * b;
    pivot = ATAN_HALF;
    pivotTail = ATAN_HALF_TAIL;
  }
  const u = numerator / denominator;
  const v = u * series(u * u);
  const head = base + sign * pivot;
  const tail = base - head + sign * pivot + (baseTail + sign * pivotTail);
  return head - (sign * v - tail - sign * u);
}

/** Zeros, infinities, NaN and extreme magnitudes. */
function atan2Edge(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const negative = y < 0 || (y === 0 && 1 / y < 0);
  const left = x < 0 || (x === 0 && 1 / x < 0);
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  let value: number;
  if (ay === 0) value = left ? PI : 0;
  else if (ax === ay) value = left ? 3 * QUARTER_PI : QUARTER_PI;
  else {
    const z = atan(ay / ax);
    value = left ? PI - (z - PI_TAIL) : z;
  }
  return negative ? -value : value;
}

/** (√z − atan √z)/√z, |z| ≤ 7/16² */
function series(z: number): number {
  return (
    z *
    (0.3333333333333293 +
      z *
        (-0.19999999999876483 +
          z *
            (0.14285714272503466 +
              z *
                (-0.11111110405462356 +
                  z *
                    (0.09090887133436507 +
                      z *
                        (-0.0769187620504483 +
                          z *
                            (0.06661073137387531 +
                              z *
                                (-0.058335701337905735 +
                                  z *
                                    (0.049768779946159324 +
                                      z * (-0.036531572744216916 + z * 0.016285820115365782))))))))))
  );
}
