/*
 * Coefficients from fdlibm (s_atan.c, e_asin.c, e_acos.c):
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
/** atan(3/2) */
const ATAN_THREE_HALVES = 0.982793723247329;
const ATAN_THREE_HALVES_TAIL = 1.3903311031230998e-17;
/** 2^-480 and 2^480: between these bounds products and quotients in atan2 neither overflow nor lose bits to underflow. */
const SMALL = 3.2033329522929615e-145;
const LARGE = 3.1217485503159922e144;
/** 2^27 + 1, splits a double into two halves of 26 bits (Veltkamp). */
const SPLITTER = 134217729;

/**
 * Arc tangent, to 0.84 ulp.
 *
 * @param x any number
 * @returns radians in [−π/2, π/2]
 */
export function atan(x: number): number {
  const a = x < 0 ? -x : x;
  // atan a = pivot + atan u, |u| ≤ 7/16
  let u = a;
  let pivot = 0;
  let pivotTail = 0;
  if (!(a < 0.4375)) {
    if (a < 0.6875) {
      u = (2 * a - 1) / (2 + a);
      pivot = ATAN_HALF;
      pivotTail = ATAN_HALF_TAIL;
    } else if (a < 1.1875) {
      u = (a - 1) / (a + 1);
      pivot = QUARTER_PI;
      pivotTail = QUARTER_PI_TAIL;
    } else if (a < 2.4375) {
      u = (a - 1.5) / (1 + 1.5 * a);
      pivot = ATAN_THREE_HALVES;
      pivotTail = ATAN_THREE_HALVES_TAIL;
    } else {
      u = -1 / a;
      pivot = HALF_PI;
      pivotTail = HALF_PI_TAIL;
    }
  }
  const value = pivot - (u * series(u * u) - pivotTail - u);
  return x < 0 ? -value : x === 0 ? x : value;
}

/**
 * Angle of the point (x, y), all quadrants, to 0.88 ulp; signed zeros and infinities as ECMAScript's Math.atan2.
 *
 * @returns radians in [−π, π]
 */
export function atan2(y: number, x: number): number {
  const ax = x < 0 ? -x : x;
  const ay = y < 0 ? -y : y;
  const steep = ay > ax;
  const a = steep ? ay : ax;
  const b = steep ? ax : ay;
  if (!(b > SMALL && a < LARGE)) return atan2Edge(y, x);

  // |angle| = base + sign · atan(b/a)
  let base = 0;
  let baseTail = 0;
  let sign = 1;
  if (steep) {
    base = HALF_PI;
    baseTail = HALF_PI_TAIL;
    if (x >= 0) sign = -1;
  } else if (x < 0) {
    base = PI;
    baseTail = PI_TAIL;
    sign = -1;
  }

  // atan(b/a) = pivot + atan(u + rest), u ≤ 7/16
  let u = b / a;
  let rest = 0;
  if (u < 0.4375) {
    // what the division left over, exactly: b − u·a (Dekker)
    const uc = u * SPLITTER;
    const uh = uc - (uc - u);
    const ul = u - uh;
    const ac = a * SPLITTER;
    const ah = ac - (ac - a);
    const al = a - ah;
    rest = (b - uh * ah - uh * al - ul * ah - ul * al) / a;
  } else {
    let pivot = QUARTER_PI;
    let pivotTail = QUARTER_PI_TAIL;
    if (u < 0.6875) {
      u = (b - 0.5 * a) / (a + 0.5 * b);
      pivot = ATAN_HALF;
      pivotTail = ATAN_HALF_TAIL;
    } else u = (b - a) / (a + b);
    const from = base;
    base = from + sign * pivot;
    baseTail += from - base + sign * pivot + sign * pivotTail;
  }
  const value = base - (sign * (u * series(u * u) - rest) - baseTail - sign * u);
  return y < 0 ? -value : value;
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
  else if (!left) value = atan(ay / ax);
  else if (ay > ax) value = HALF_PI + (atan(ax / ay) + HALF_PI_TAIL);
  else value = PI - (atan(ay / ax) - PI_TAIL);
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

/** Below this asin x = x to the last bit; also keeps −0. */
const LINEAR = 7.450580596923828e-9;
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
