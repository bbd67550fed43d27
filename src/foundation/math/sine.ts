/*
 * Coefficients from fdlibm (k_sin.c, k_cos.c, k_tan.c of 2004, e_rem_pio2.c):
 * ====================================================
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 * ====================================================
 */

/** 2/π */
const TWO_OVER_PI = 0.6366197723675814;
/** Largest |x| that reduceFar takes. */
const FAR = 1073741824;
// π/2 in 22-bit pieces (binary digits 1–22, 23–44, …) and the rest: products with whole numbers up to 2^30 are exact.
const PIECE_1 = 1.570796012878418;
const PIECE_2 = 3.139164164167596e-7;
const PIECE_3 = 6.223371969669989e-14;
const PIECE_4 = 2.0222627272360855e-21;
const PIECE_5 = 3.52155982182415e-27;
const REST = 4.3359050650618903e-35;

/** Remainder of the last `reduceFar`: head, tail. A shared scratch, so that no call allocates. */
export const remainder = new Float64Array(2);

/**
 * x = n·π/2 + remainder[0] + remainder[1], |remainder| ≤ π/4, for arguments far out or close to a multiple of π/2.
 *
 * @returns n, or NaN when |x| > 2^30 (the remainder is NaN then too)
 */
function reduceFar(x: number): number {
  if (!(Math.abs(x) <= FAR)) {
    remainder[0] = Number.NaN;
    remainder[1] = Number.NaN;
    return Number.NaN;
  }
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  // Exact: both differences keep to the grid of their operands and shrink by 22 bits.
  const near = x - n * PIECE_1 - n * PIECE_2;
  const p3 = -n * PIECE_3;
  const s3 = near + p3;
  const e3 = twoSumError(near, p3, s3);
  const p4 = -n * PIECE_4;
  const s4 = s3 + p4;
  const e4 = twoSumError(s3, p4, s4);
  const p5 = -n * PIECE_5;
  const s5 = s4 + p5;
  const e5 = twoSumError(s4, p5, s5);
  const rest = e3 + (e4 + (e5 - n * REST));
  const head = s5 + rest;
  remainder[0] = head;
  remainder[1] = s5 - head + rest;
  return n;
}

/** a + b = sum + error, exactly (Knuth's two-sum). */
function twoSumError(a: number, b: number, sum: number): number {
  const b1 = sum - a;
  return a - (sum - b1) + (b - b1);
}

const QUARTER_PI = 0.7853981633974483;
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

const QUARTER_PI_TAIL = 3.061616997868383e-17;
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
