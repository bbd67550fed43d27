/** The standard normal distribution and its inverse. */
import { exp, log } from "../math/index.js";

/** Coefficients of AS241's PPND16: numerator and denominator, constant term first, each three times eight. */
const CENTRE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
] as const;
const CENTRE_UNDER = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
] as const;
const TAIL = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
] as const;
const TAIL_UNDER = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
] as const;
const FAR = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
] as const;
const FAR_UNDER = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
] as const;

type Eight = readonly [number, number, number, number, number, number, number, number];

function polynomial(c: Eight, r: number): number {
  return ((((((c[7] * r + c[6]) * r + c[5]) * r + c[4]) * r + c[3]) * r + c[2]) * r + c[1]) * r + c[0];
}

/**
 * The value below which a standard normal variable falls with probability p: M. J. Wichura (1988), Algorithm AS 241, the
 * percentage points of the normal distribution, Applied Statistics 37, 477–484 (PPND16, 1e-16).
 *
 * @param p 0…1; ∓Infinity at its ends, NaN beyond
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (q <= 0.425 && q >= -0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE, r)) / polynomial(CENTRE_UNDER, r);
  }
  const tail = q < 0 ? p : 1 - p;
  if (!(tail > 0)) return tail === 0 ? (q < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : Number.NaN;
  const root = Math.sqrt(-log(tail));
  const far = root > 5;
  const r = root - (far ? 5 : 1.6);
  const value = polynomial(far ? FAR : TAIL, r) / polynomial(far ? FAR_UNDER : TAIL_UNDER, r);
  return q < 0 ? -value : value;
}

/** From here on the continued fraction. */
const CONTINUED = 7.07106781186547;
const ROOT_TWO_PI = 2.5066282746310002;

/**
 * Probability that a standard normal variable falls below z: J. F. Hart et al. (1968), Computer Approximations, algorithm
 * 5666, as given by G. West (2005), Better approximations to cumulative normal functions, Wilmott Magazine, 70–76. Good to
 * 1e-15, and to a share of 1e-8 below −7.07.
 */
export function normalProbability(z: number): number {
  const a = z < 0 ? -z : z;
  const tail = a > 38 ? 0 : exp(-0.5 * a * a) * (a < CONTINUED ? hart(a) : 1 / (ROOT_TWO_PI * continued(a)));
  return z > 0 ? 1 - tail : tail;
}

function hart(a: number): number {
  const over =
    (((((0.0352624965998911 * a + 0.700383064443688) * a + 6.37396220353165) * a + 33.912866078383) * a +
      112.079291497871) *
      a +
      221.213596169931) *
      a +
    220.206867912376;
  const under =
    ((((((0.0883883476483184 * a + 1.75566716318264) * a + 16.064177579207) * a + 86.7807322029461) * a +
      296.564248779674) *
      a +
      637.333633378831) *
      a +
      793.826512519948) *
      a +
    440.413735824752;
  return over / under;
}

function continued(a: number): number {
  return a + 1 / (a + 2 / (a + 3 / (a + 4 / (a + 0.65))));
}
