/**
 * The single-diode equation and its solution, with PVsyst's recombination term and Bishop's reverse-bias term.
 *
 * In the diode voltage x = V + I·Rs the current is explicit (Bishop 1988, Solar Cells 25, 73–89; the form of pvlib's
 * `bishop88`):
 *
 *   I(x) = IL − I0·(exp(x/a) − 1) − x/Rsh − IL·d2mutau/(NsVbi − x) − f·x/Rsh·(1 − x/Vbr)^−m
 *
 * Every point of the curve is a root in x of a rising function: V(x) = x − I(x)·Rs for a given voltage, −I(x) for a given
 * current. Without the last term it is convex as well, and Newton's method from an upper bound falls monotonically to
 * the root: it cannot fail. With the last term, steps are kept in a bracket that shrinks.
 *
 * Arguments that the functions here share: i0 = I0 in A, a = nNsVth in V, c = IL·d2mutau in A V and builtIn = NsVbi in V
 * (recombination; c = 0: none), k = f/Rsh in 1/Ω, vbr in V (below 0), m (reverse bias; k = 0: none).
 */
import { exp, log, pow } from "../../../../foundation/math/index.js";

/** e^x − 1 without cancellation near 0 (Kahan's correction: the rounding errors of exp and log cancel). */
export function expm1(x: number): number {
  if (x > 1 || x < -1) return exp(x) - 1;
  const u = exp(x);
  return u === 1 ? x : ((u - 1) * x) / log(u);
}

/** log(1 + x) without cancellation near 0, by the same correction. */
export function log1p(x: number): number {
  const u = 1 + x;
  return u === 1 ? x : u === Number.POSITIVE_INFINITY ? u : (log(u) * x) / (u - 1);
}

/**
 * Lambert's W of e^y, for any y: the root of w + log w = y. The function is concave, so that Newton's method rises to
 * it from a lower bound.
 */
export function lambertWExp(y: number): number {
  const z = y > 1 ? 0 : exp(y);
  let w = y > 1 ? y - log(y) : z / (1 + z);
  for (let n = 0; n < 20; n++) {
    const next = (w / (1 + w)) * (1 + y - log(w));
    if (!(next > w)) break;
    w = next;
  }
  return w;
}

/** Recombination and reverse-bias current at diode voltage x, in A. */
function extraCurrent(x: number, c: number, builtIn: number, k: number, vbr: number, m: number): number {
  const recombination = c === 0 ? 0 : c / (builtIn - x);
  // (vbr − x)/vbr is exact near vbr, where 1 − x/vbr is not.
  return k === 0 ? recombination : recombination + k * x * pow((vbr - x) / vbr, -m);
}

/** Its first derivative. */
export function extraSlope(x: number, c: number, builtIn: number, k: number, vbr: number, m: number): number {
  const distance = builtIn - x;
  const recombination = c === 0 ? 0 : c / (distance * distance);
  if (k === 0) return recombination;
  const b = (vbr - x) / vbr;
  return recombination + k * pow(b, -m - 1) * (b + (m * x) / vbr);
}

/** Its second derivative. */
export function extraCurvature(x: number, c: number, builtIn: number, k: number, vbr: number, m: number): number {
  const distance = builtIn - x;
  const recombination = c === 0 ? 0 : (2 * c) / (distance * distance * distance);
  if (k === 0) return recombination;
  const b = (vbr - x) / vbr;
  return recombination + ((k * m) / vbr) * pow(b, -m - 2) * (2 * b + ((m + 1) * x) / vbr);
}

/** Current in A at diode voltage x; gsh = 1/Rsh in 1/Ω. */
export function currentAt(
  x: number,
  il: number,
  i0: number,
  gsh: number,
  a: number,
  c: number,
  builtIn: number,
  k: number,
  vbr: number,
  m: number,
): number {
  const plain = il - i0 * expm1(x / a) - x * gsh;
  return c === 0 && k === 0 ? plain : plain - extraCurrent(x, c, builtIn, k, vbr, m);
}

/**
 * The diode voltage x at which g·x + s·(i0·(e^(x/a) − 1) + extra(x)) = r, in V.
 *
 * For a given voltage V: g = 1 + Rs/Rsh, s = Rs, r = V + Rs·IL. For a given current I: g = 1/Rsh, s = 1, r = IL − I.
 * NaN where nothing solves it (a current above IL + I0 without a shunt) and for parameters that no diode has.
 */
export function diodeVoltage(
  r: number,
  g: number,
  s: number,
  i0: number,
  a: number,
  c: number,
  builtIn: number,
  k: number,
  vbr: number,
  m: number,
): number {
  if (!(g >= 0 && g < Number.POSITIVE_INFINITY && s >= 0 && i0 >= 0 && a > 0 && c >= 0 && k >= 0)) return Number.NaN;
  if (!(Math.abs(r) < Number.POSITIVE_INFINITY)) return Number.NaN;
  if (s === 0 || (i0 === 0 && c === 0 && k === 0)) return g > 0 ? r / g : Number.NaN;
  if (c === 0 && k === 0) return plainDiodeVoltage(r, g, s, i0, a);
  return bracketedDiodeVoltage(r, g, s, i0, a, c, builtIn, k, vbr, m);
}

/**
 * Current in A at terminal voltage v.
 *
 * Where dV/dx is mostly the series resistance's, the current is that through it: the equation's own terms cancel there.
 */
export function currentAtVoltage(
  v: number,
  il: number,
  i0: number,
  rs: number,
  gsh: number,
  a: number,
  c: number,
  builtIn: number,
  k: number,
  vbr: number,
  m: number,
): number {
  const x = diodeVoltage(v + rs * il, 1 + rs * gsh, rs, i0, a, c, builtIn, k, vbr, m);
  const slope = (i0 * exp(x / a)) / a + gsh + extraSlope(x, c, builtIn, k, vbr, m);
  if (rs * slope > 1) return (x - v) / rs;
  return gsh >= 0 ? currentAt(x, il, i0, gsh, a, c, builtIn, k, vbr, m) : Number.NaN;
}

/** log(1 + r/(s·i0)), also where the quotient overflows. */
function diodeLogarithm(r: number, s: number, i0: number): number {
  const ratio = r / (s * i0);
  return ratio < Number.POSITIVE_INFINITY ? log1p(ratio) : log(r) - log(s) - log(i0);
}

function plainDiodeVoltage(r: number, g: number, s: number, i0: number, a: number): number {
  if (g === 0) return r > -s * i0 ? a * diodeLogarithm(r, s, i0) : Number.NaN;
  // Upper bounds: all of r in the linear term, all in the exponential. Below 0 the exponential takes between 0 and s·i0.
  let x = r >= 0 ? Math.min(r / g, a * diodeLogarithm(r, s, i0)) : Math.min((r + s * i0) / g, 0);
  for (let n = 0; n < 200; n++) {
    const e = expm1(x / a);
    const step = (g * x + s * i0 * e - r) / (g + (s * i0 * (e + 1)) / a);
    if (!(step > 0)) break;
    x -= step;
    // What is left is below step²/2a (convexity, f''/f' < 1/a).
    if (step <= 1e-8 * Math.min(a, Math.abs(x))) break;
  }
  return x;
}

/** The shortest distance in V over which the curve bends: what a last Newton step leaves is its square over this. */
function shortestScale(x: number, a: number, c: number, builtIn: number, k: number, vbr: number): number {
  const scale = Math.min(a, Math.abs(x));
  const toBuiltIn = c === 0 ? scale : Math.min(scale, builtIn - x);
  return k === 0 ? toBuiltIn : Math.min(toBuiltIn, x - vbr);
}

/**
 * A diode voltage in V at or below the root without a shunt: far below 0 the exponential is gone and recombination alone
 * carries `rest` = r/s + I0 in A. NaN where that is not above 0, as recombination always is.
 */
function leastWithoutShunt(rest: number, a: number, c: number, builtIn: number): number {
  return rest > 0 ? Math.min(builtIn - c / rest, -800 * a) : Number.NaN;
}

function bracketedDiodeVoltage(
  r: number,
  g: number,
  s: number,
  i0: number,
  a: number,
  c: number,
  builtIn: number,
  k: number,
  vbr: number,
  m: number,
): number {
  const atZero = c === 0 ? -r : (s * c) / builtIn - r;
  let lo = 0;
  let hi = 0;
  if (atZero >= 0) {
    lo = g > 0 ? -atZero / g : leastWithoutShunt(r / s + i0, a, c, builtIn);
    if (Number.isNaN(lo)) return lo;
    if (k !== 0) lo = Math.max(lo, vbr);
  } else {
    hi = i0 > 0 ? a * diodeLogarithm(r, s, i0) : Number.POSITIVE_INFINITY;
    if (g > 0) hi = Math.min(hi, r / g);
    if (c !== 0) hi = Math.min(hi, builtIn);
  }
  let x = hi;
  if (c !== 0 && x === builtIn) x = (lo + hi) / 2;
  let last = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 2000 && lo < hi; n++) {
    const e = expm1(x / a);
    const f = g * x + s * (i0 * e + extraCurrent(x, c, builtIn, k, vbr, m)) - r;
    const slope = g + s * ((i0 * (e + 1)) / a + extraSlope(x, c, builtIn, k, vbr, m));
    if (f > 0) hi = x;
    else if (f < 0) lo = x;
    else return f === 0 ? x : Number.NaN;
    let next = x - f / slope;
    // Bisection where Newton leaves the bracket or does not at least halve its step.
    if (!(next > lo && next < hi && Math.abs(next - x) <= last / 2)) next = lo + (hi - lo) / 2;
    else if (Math.abs(next - x) <= 1e-8 * shortestScale(next, a, c, builtIn, k, vbr)) return next;
    if (next === x || next === lo || next === hi) return next;
    last = Math.abs(next - x);
    x = next;
  }
  return x;
}

/**
 * The diode voltage of maximum power: the root of dP/dV·dV/dx = I + I'·(x − 2·I·Rs) between short and open circuit. Power
 * is concave in the voltage, so there is one. 0 where open circuit is not above 0 V.
 */
export function maximumPowerVoltage(
  il: number,
  i0: number,
  rs: number,
  gsh: number,
  a: number,
  c: number,
  builtIn: number,
  k: number,
  vbr: number,
  m: number,
): number {
  if (!(rs >= 0)) return Number.NaN;
  const open = diodeVoltage(il, gsh, 1, i0, a, Math.max(c, 0), builtIn, k, vbr, m);
  if (!(open > 0)) return open <= 0 ? 0 : Number.NaN;
  let lo = 0;
  let hi = open;
  // Batzelis 2017, IEEE J. Photovoltaics 7, 1400–1409, without the resistances and with W(e^y) from its series: good to a percent.
  const y = 1 + log(il / i0);
  const logY = log(y);
  let x = y > 3 ? a * (y - logY + logY / y - 1) : hi / 2;
  if (!(x > lo && x < hi)) x = hi / 2;
  let last = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 2000; n++) {
    const e = expm1(x / a);
    const diode = (i0 * (e + 1)) / a;
    let current = il - i0 * e - x * gsh;
    let slope = -diode - gsh;
    let curvature = -diode / a;
    if (c !== 0 || k !== 0) {
      current -= extraCurrent(x, c, builtIn, k, vbr, m);
      slope -= extraSlope(x, c, builtIn, k, vbr, m);
      curvature -= extraCurvature(x, c, builtIn, k, vbr, m);
    }
    const lever = x - 2 * current * rs;
    const f = current + slope * lever;
    if (f > 0) lo = x;
    else if (f < 0) hi = x;
    else return x;
    let next = x - f / (2 * slope * (1 - rs * slope) + curvature * lever);
    if (!(next > lo && next < hi && Math.abs(next - x) <= last / 2)) next = lo + (hi - lo) / 2;
    else if (Math.abs(next - x) <= 1e-8 * shortestScale(next, a, c, builtIn, k, vbr)) return next;
    if (next === x || next === lo || next === hi) return next;
    last = Math.abs(next - x);
    x = next;
  }
  return x;
}
