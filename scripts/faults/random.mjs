// Random numbers that a seed repeats (mulberry32).
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    of: (items) => items[below(items.length)],
  };
}
