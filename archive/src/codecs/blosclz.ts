/** BloscLZ, Blosc's own compressor (c-blosc, blosclz.c): literals and copies, of up to 8,191 bytes before and, with two bytes more, beyond. */

const NEAR = 8191;

/** @throws Error unless the block gives exactly the bytes [start, end) of `into` */
export function decodeBloscLz(block: Uint8Array, into: Uint8Array, start: number, end: number): void {
  const length = block.length;
  let [at, to] = [0, start];
  // The first has no copy before it.
  let control = at < length ? block[at++]! & 31 : 0;
  while (at < length) {
    if (control < 32) {
      const count = control + 1;
      if (at + count > length || to + count > end) throw damaged();
      into.set(block.subarray(at, at + count), to);
      [at, to] = [at + count, to + count];
    } else {
      let count = (control >> 5) + 2;
      if (count === 9) {
        let more = 255;
        while (more === 255) {
          if (at >= length) throw damaged();
          more = block[at++]!;
          count += more;
        }
      }
      if (at >= length) throw damaged();
      let distance = ((control & 31) << 8) + block[at++]!;
      if (distance === NEAR) {
        if (at + 2 > length) throw damaged();
        distance += (block[at]! << 8) | block[at + 1]!;
        at += 2;
      }
      const from = to - distance - 1;
      if (from < start || to + count > end) throw damaged();
      for (let k = 0; k < count; k++) into[to + k] = into[from + k]!;
      to += count;
    }
    if (at >= length) break;
    control = block[at++]!;
    // A copy's bytes follow it.
    if (at >= length) throw damaged();
  }
  if (to !== end) throw damaged();
}

function damaged(): Error {
  return new Error("damaged BloscLZ block");
}
