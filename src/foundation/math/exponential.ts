import { POWERS, ZERO } from "./binary.js";

/** ln 2 = LN2_HEAD + LN2_TAIL; the head has 33 bits, so that its products with whole numbers up to 2^20 are exact. */
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;

/**
 * 2^(j/128) = ROOT_HEAD[j] + ROOT_TAIL[j], j = 0…127: e^x by such a table and a short series takes a third of the time of a
 * rational function over all of ±ln 2/2 (measured). After P. Tang (1989), Table-driven implementation of the exponential
 * function in IEEE floating-point arithmetic, ACM TOMS 15, 144–157.
 */
const STEPS = 128;
const ROOT_HEAD = new Float64Array(STEPS);
const ROOT_TAIL = new Float64Array(STEPS);
/** 2^(1/128) to 107 bits. */
const STEP_HEAD = 1.0054299011128027;
const STEP_TAIL = 9.499186535455032e-17;
for (let j = 0, head = 1, tail = 0; j < STEPS; j++) {
  ROOT_HEAD[j] = head;
  ROOT_TAIL[j] = tail;
  // (head + tail)·2^(1/128), the product of the heads exactly (Dekker).
  const product = head * STEP_HEAD;
  const high = upperHalf(head);
  const low = head - high;
  const stepHigh = upperHalf(STEP_HEAD);
  const stepLow = STEP_HEAD - stepHigh;
  const rest = high * stepHigh - product + high * stepLow + low * stepHigh + low * stepLow;
  tail = rest + head * STEP_TAIL + tail * STEP_HEAD;
  head = product + tail;
  tail += product - head;
}

/** The upper 26 bits (Veltkamp). */
function upperHalf(x: number): number {
  const scaled = 134217729 * x; // 2^27 + 1
  return scaled - (scaled - x);
}

/** Local copy: imported bindings are looked up at every use (measured). */
const powers = POWERS;
const zero = ZERO;

/** Table steps in a unit of the argument. */
const STEPS_PER_UNIT = STEPS * Math.LOG2E;
const STEP_LN_HEAD = LN2_HEAD / STEPS;
const STEP_LN_TAIL = LN2_TAIL / STEPS;

/** Makes truncation round to the nearest: exceeds the number of steps of any argument. */
const WHOLE = 1 << 18;
const ROUNDING = WHOLE + 0.5;
/** Beyond these limits e^x is 0 and Infinity. */
const LEAST = -746;
const MOST = 710;

/**
 * e^x, to 0.51 ulp (1 ulp where the result is subnormal). Infinity above 709.78…, 0 below −745.13….
 */
export function exp(x: number): number {
  return expSum(x, 0);
}

/**
 * e^(x + y), y a correction below the last bit of x. No branch for rare cases: a branch that has not run yet keeps V8 from
 * peeling the loop around this function (research/v8.md).
 */
export function expSum(x: number, y: number): number {
  const within = x < LEAST ? LEAST : x > MOST ? MOST : x;
  const n = ((within * STEPS_PER_UNIT + ROUNDING) | 0) - WHOLE;
  const r = within - n * STEP_LN_HEAD - (n * STEP_LN_TAIL - y);
  const j = n & (STEPS - 1);
  const k = n >> 7;
  // e^r − 1, |r| < ln 2/256: the next term is below 2^−60.
  const z = r * r;
  const more = r + z * (0.5 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120))));
  const mantissa = ROOT_HEAD[j]! + (ROOT_TAIL[j]! + ROOT_HEAD[j]! * more);
  // In two factors, so that a result below the normal numbers is rounded once.
  const half = k >> 1;
  return mantissa * powers[zero + half]! * powers[zero + k - half]!;
}
