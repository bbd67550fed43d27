/**
 * Blocks of LZ4, as its block format describes them (lz4/doc/lz4_Block_format.md). Every length is checked before it is
 * used: damaged bytes end in an error, never in bytes that were in memory before.
 */

/** Bytes that a loop copies sooner than a call does. */
const SHORT = 24;

/** @throws Error unless the block gives exactly the bytes [start, end) of `into` */
export function decodeLz4(block: Uint8Array, into: Uint8Array, start: number, end: number): void {
  const length = block.length;
  let at = 0;
  let to = start;
  while (at < length) {
    const token = block[at++]!;
    let literals = token >> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        if (at >= length) throw damaged();
        more = block[at++]!;
        literals += more;
      }
    }
    if (at + literals > length || to + literals > end) throw damaged();
    if (literals > SHORT) into.set(block.subarray(at, at + literals), to);
    else for (let k = 0; k < literals; k++) into[to + k] = block[at + k]!;
    at += literals;
    to += literals;
    // The last sequence has literals only.
    if (at === length) break;
    if (at + 2 > length) throw damaged();
    const offset = block[at]! | (block[at + 1]! << 8);
    at += 2;
    let match = (token & 15) + 4;
    if (match === 19) {
      let more = 255;
      while (more === 255) {
        if (at >= length) throw damaged();
        more = block[at++]!;
        match += more;
      }
    }
    if (offset === 0 || to - offset < start || to + match > end) throw damaged();
    copyWithin(into, to, offset, match);
    to += match;
  }
  if (to !== end) throw damaged();
}

/** The copy may overlap what it copies: then it repeats it. */
function copyWithin(bytes: Uint8Array, to: number, offset: number, length: number): void {
  if (offset >= length && length > SHORT) bytes.copyWithin(to, to - offset, to - offset + length);
  else if (offset === 1 && length > SHORT) bytes.fill(bytes[to - 1]!, to, to + length);
  else for (let k = to; k < to + length; k++) bytes[k] = bytes[k - offset]!;
}

function damaged(): Error {
  return new Error("damaged LZ4 block");
}
