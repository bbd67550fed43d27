// Random numbers that a seed repeats, on every machine: for tests, judges, benchmarks and studies.

/** mulberry32: uniform numbers in [0, 1). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The same numbers, and what is usually made of them. */
export function seeded(seed) {
  const next = randomNumbers(seed);
  const below = (count) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    of: (items) => items[below(items.length)],
  };
}
