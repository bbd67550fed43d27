/** LibLZF, as h5py writes it: literals and copies of what came before, without a length or a checksum of its own. */

/** @throws Error unless the bytes give exactly `size` */
export function decodeLzf(packed: Uint8Array, size: number): Uint8Array {
  const into = new Uint8Array(size);
  let [at, to] = [0, 0];
  while (at < packed.length) {
    const control = packed[at++]!;
    if (control < 32) {
      const count = control + 1;
      if (at + count > packed.length || to + count > size) throw damaged();
      into.set(packed.subarray(at, at + count), to);
      [at, to] = [at + count, to + count];
      continue;
    }
    let count = (control >> 5) + 2;
    if (at + (count === 9 ? 2 : 1) > packed.length) throw damaged();
    if (count === 9) count += packed[at++]!;
    const from = to - ((control & 31) << 8) - packed[at++]! - 1;
    if (from < 0 || to + count > size) throw damaged();
    // The copy may overlap what it copies: then it repeats it.
    for (let k = 0; k < count; k++) into[to + k] = into[from + k]!;
    to += count;
  }
  if (to !== size) throw damaged();
  return into;
}

function damaged(): Error {
  return new Error("damaged LZF");
}
