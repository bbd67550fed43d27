/** Bytes and bits of the values of an array in transposed order, so that they compress better: put back. */

/** Byte b of value i stands at b·n + i. What is not a whole value is copied. */
export function unshuffle(bytes: Uint8Array, size: number): Uint8Array {
  const n = Math.floor(bytes.length / size);
  // However large a value is said to be.
  if (n === 0) return bytes.slice();
  const into = new Uint8Array(bytes.length);
  for (let b = 0; b < size; b++) {
    for (let i = 0, from = b * n, to = b; i < n; i++, to += size) into[to] = bytes[from + i]!;
  }
  into.set(bytes.subarray(n * size), n * size);
  return into;
}

/** Bit k of byte b of value i is bit i mod 8 of byte (8·b + k)·n/8 + i/8; n is a multiple of 8, what is beyond is copied. */
export function unshuffleBits(bytes: Uint8Array, size: number): Uint8Array {
  const n = Math.floor(bytes.length / size);
  if (n % 8 !== 0) return bytes.slice();
  const into = new Uint8Array(bytes.length);
  const row = n / 8;
  for (let b = 0; b < size; b++) {
    for (let k = 0; k < 8; k++) {
      for (let group = 0, from = (8 * b + k) * row; group < row; group++) {
        const bits = bytes[from + group]!;
        for (let i = 0, to = group * 8 * size + b; i < 8; i++, to += size) into[to]! |= ((bits >> i) & 1) << k;
      }
    }
  }
  into.set(bytes.subarray(n * size), n * size);
  return into;
}

/**
 * Values first, first + step, … of shuffled ones, `count` of them, to bytes [to, to + count · size) of `into`: the others stay where
 * they are, which is most of the work where one cell of many is wanted.
 */
export function pickShuffled(
  bytes: Uint8Array,
  size: number,
  first: number,
  step: number,
  count: number,
  into: Uint8Array,
  to: number,
): void {
  const n = Math.floor(bytes.length / size);
  for (let b = 0; b < size; b++) {
    for (let k = 0, from = b * n + first, at = to + b; k < count; k++, from += step, at += size)
      into[at] = bytes[from]!;
  }
}

/** The same of values whose bytes lie together. */
export function pickPlain(
  bytes: Uint8Array,
  size: number,
  first: number,
  step: number,
  count: number,
  into: Uint8Array,
  to: number,
): void {
  for (let k = 0, from = first * size, at = to; k < count; k++, from += step * size) {
    for (let b = 0; b < size; b++) into[at++] = bytes[from + b]!;
  }
}
