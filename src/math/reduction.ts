/*
 * Coefficients from fdlibm (e_rem_pio2.c):
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
export function reduceFar(x: number): number {
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
