/**
 * Floats of 32 bits without loss: each xor the one before, in blocks; the leading zeros that all of a block share are cut off, and the
 * bits turned round, so that the zeros that round numbers end with become leading ones.
 */
import { BLOCK, need, readBlock } from "./blocks.js";
import { WORDS } from "./words.js";

/** Fills `out` with the bits of floats. @returns where they end @throws RangeError if they do not lie within the bytes */
export function readXor(bytes: Uint8Array, start: number, out: Uint32Array): number {
  let end = start;
  let before = 0;
  for (let at = 0; at < out.length; at += BLOCK) {
    need(bytes, end, 1);
    const zeros = bytes[end]!;
    if (zeros > 32) throw new RangeError(`floats have ${zeros} leading zeros`);
    const count = Math.min(BLOCK, out.length - at);
    end = readBlock(WORDS[32], bytes, end + 1, out, at, count);
    for (let k = at; k < at + count; k++) {
      before ^= zeros === 32 ? 0 : reversed(out[k]!) >>> zeros;
      out[k] = before;
    }
  }
  return end;
}

/** Bits in the other order. */
function reversed(value: number): number {
  let v = ((value >>> 1) & 0x55555555) | ((value & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return ((v >>> 16) | (v << 16)) >>> 0;
}
