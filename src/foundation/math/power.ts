import { exponentOf, POWERS, ZERO } from "./binary.js";
import { expSum } from "./exponential.js";

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;
/** From here on x^y is 0, 1 or Infinity for every x: |log x| ≥ 2^-53 unless x = 1. */
const HUGE_EXPONENT = 18446744073709552000;
/** ln 2 = LN2_HEAD + LN2_TAIL; the head has 33 bits, so that its products with exponents are exact. */
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;
const TWO_THIRDS = 0.6666666666666666;
const TWO_THIRDS_TAIL = 3.700743415417188e-17;
/** 2^27 + 1, splits a double into two halves of 26 bits (Veltkamp). */
const SPLITTER = 134217729;

/**
 * x to the power y, to 0.51 ulp (1 ulp where the result is subnormal); whole powers are exact where a double holds them.
 * Special cases as ECMAScript's `**` (pow(±1, ±Infinity) is NaN).
 */
export function pow(x: number, y: number): number {
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (x > 0 && x < Number.POSITIVE_INFINITY && Math.abs(y) < HUGE_EXPONENT) {
    return y === 0.5 ? Math.sqrt(x) : powPositive(x, y);
  }
  return powEdge(x, y);
}

/**
 * exp(y · log x) with log x as an unevaluated sum of two doubles (about 65 bits), products by Dekker's algorithm:
 * log m = 2s + s·z·(2/3 + 2/5·z + 2/7·z² + …), s = (m − 1)/(m + 1), z = s², √½ ≤ m < √2.
 */
function powPositive(x: number, y: number): number {
  const normal = x >= SMALLEST_NORMAL;
  const scaled = normal ? x : x * TWO_54;
  const exponent = exponentOf(scaled);
  const k = normal ? exponent : exponent - 54;
  const m = scaled * POWERS[ZERO - exponent]!;

  // s + sTail = (m − 1)/(m + 1)
  const f = m - 1;
  const d = m + 1;
  const dTail = m < 1 ? m - (d - 1) : 1 - (d - m);
  const s = f / d;
  const sh = high(s);
  const sl = s - sh;
  const dh = high(d);
  const dl = d - dh;
  const sTail = (f - sh * dh - sh * dl - sl * dh - sl * dl - s * dTail) / d;

  // z + zTail = s²
  const z = s * s;
  const zTail = sh * sh - z + 2 * sh * sl + sl * sl + 2 * s * sTail;

  // c + cTail = 2/3 + 2/5·z + …
  const q =
    z *
    (0.4 +
      z *
        (0.2857142857142857 +
          z *
            (0.2222222222222222 +
              z *
                (0.18181818181818182 +
                  z *
                    (0.15384615384615385 +
                      z *
                        (0.13333333333333333 +
                          z *
                            (0.11764705882352941 +
                              z *
                                (0.10526315789473684 +
                                  z * (0.09523809523809523 + z * (0.08695652173913043 + z * 0.08))))))))));
  const c = TWO_THIRDS + q;
  const cTail = TWO_THIRDS - c + q + TWO_THIRDS_TAIL;

  // g + gTail = 2 + z·c
  const zh = high(z);
  const zl = z - zh;
  const ch = high(c);
  const cl = c - ch;
  const zc = z * c;
  const zcTail = zh * ch - zc + zh * cl + zl * ch + zl * cl + (z * cTail + zTail * c);
  const g = 2 + zc;
  const gTail = 2 - g + zc + zcTail;

  // l + lTail = k·ln 2 + s·g = log x
  const gh = high(g);
  const gl = g - gh;
  const sg = s * g;
  const sgTail = sh * gh - sg + sh * gl + sl * gh + sl * gl + (s * gTail + sTail * g);
  const base = k * LN2_HEAD;
  const l = base + sg;
  const lTail = base - l + sg + (k * LN2_TAIL + sgTail);

  // p + pTail = y·log x
  const p = y * l;
  if (!(p < 710)) return p > 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (p < -746) return 0;
  const yh = high(y);
  const yl = y - yh;
  const lh = high(l);
  const ll = l - lh;
  return expSum(p, yh * lh - p + yh * ll + yl * lh + yl * ll + y * lTail);
}

/** The upper 26 bits of v. */
function high(v: number): number {
  const c = v * SPLITTER;
  return c - (c - v);
}

/** x ≤ 0, not finite or NaN; y not finite, NaN or huge. */
function powEdge(x: number, y: number): number {
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const a = Math.abs(x);
  if (a === 1 && Math.abs(y) === Number.POSITIVE_INFINITY) return Number.NaN;
  const whole = Math.floor(y) === y;
  if (x < 0 && a !== Number.POSITIVE_INFINITY && !whole) return Number.NaN;
  const odd = whole && Math.abs(y) < 9007199254740992 && y - 2 * Math.floor(y * 0.5) === 1;
  const negative = odd && (x < 0 || (x === 0 && 1 / x < 0));
  const value = powMagnitude(a, y);
  return negative ? -value : value;
}

/** a^y for a ≥ 0, y ≠ 0, neither NaN */
function powMagnitude(a: number, y: number): number {
  if (a === 1) return 1;
  if (a > 0 && a < Number.POSITIVE_INFINITY && Math.abs(y) < HUGE_EXPONENT) return powPositive(a, y);
  return a < 1 === y < 0 ? Number.POSITIVE_INFINITY : 0;
}
