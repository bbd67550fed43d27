/** Random numbers that a seed decides (mulberry32), so that every broken file can be made again. */
export function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** 0 ≤ x < 1. */
    next,
    /** A whole number from 0 to n − 1. */
    below: (n) => Math.floor(n * next()),
    /** Standard normal (Box & Muller 1958). */
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
