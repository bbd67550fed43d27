// Interleaved timing: every round runs every case once (A B C, A B C, …), so that a slow moment hits all of them, and
// what is reported is the median of the rounds with its quartiles.

/** At least this long (ns) runs a sample; short cases are repeated within it. */
const SAMPLE = 2e6;
const WARM_UP = 3e8;

export const ROUNDS = 15;
export const QUICK_ROUNDS = 3;

/**
 * @param {Record<string, () => unknown>} cases
 * @param {{ rounds?: number, warmUp?: number }} [options] warmUp in ns for each case, at least three calls
 * @returns {Record<string, number[]>} times in ns per call, one a round
 */
export function interleave(cases, { rounds = ROUNDS, warmUp = WARM_UP } = {}) {
  const entries = Object.entries(cases).map(([name, run]) => ({ name, run, repeat: warm(run, warmUp), times: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const { run, repeat, times } of entries) {
      const start = process.hrtime.bigint();
      for (let k = 0; k < repeat; k++) run();
      times.push(Number(process.hrtime.bigint() - start) / repeat);
    }
  }
  return Object.fromEntries(entries.map(({ name, times }) => [name, times]));
}

/** Runs until the compiler has done its work; returns how many calls make a sample. */
function warm(run, warmUp) {
  const start = process.hrtime.bigint();
  let calls = 0;
  let fastest = Number.POSITIVE_INFINITY;
  let spent = 0;
  while (calls < 3 || spent < warmUp) {
    const before = process.hrtime.bigint();
    run();
    const after = process.hrtime.bigint();
    fastest = Math.min(fastest, Number(after - before));
    spent = Number(after - start);
    calls++;
  }
  return Math.max(1, Math.ceil(SAMPLE / Math.max(fastest, 1)));
}

/** Median and quartiles (linear between samples). */
export function quartiles(samples) {
  const sorted = Float64Array.from(samples).sort();
  const at = (share) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const next = sorted[Math.min(below + 1, sorted.length - 1)];
    return sorted[below] + (next - sorted[below]) * (place - below);
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** Quartiles of a / b, round by round, times a factor. */
export function ratio(a, b, factor = 1) {
  return quartiles(a.map((time, round) => (factor * time) / b[round]));
}

/** A number with three figures, without an exponent. */
export function figure(value) {
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 6));
}

/** `12.3 (11.9–12.8)`. */
export function spread({ median, low, high }) {
  return `${figure(median)} (${figure(low)}–${figure(high)})`;
}

/** Quartiles of the samples divided by a count, as text. */
export function per(samples, count) {
  return spread(quartiles(samples.map((time) => time / count)));
}

const SINES = 1e6;
let sink = 0;

/** The yardstick: a million sines of 0…2π in rising order, added up. Its time over {@link SINES} is "a sine". */
export function sines() {
  let sum = 0;
  for (let i = 0; i < SINES; i++) sum += Math.sin(i * ((2 * Math.PI) / SINES));
  sink += sum;
}

/** Keeps results alive, so that no loop is optimised away. */
export function keep(value) {
  sink += value;
  return sink;
}

/** Quartiles of `samples` per step, in sines. */
export function inSines(samples, steps, yardstick) {
  return ratio(samples, yardstick, SINES / steps);
}

export function sineTime(yardstick) {
  return per(yardstick, SINES);
}
