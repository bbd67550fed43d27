/**
 * LZW as TIFF has it (TIFF 6.0, section 13): codes of 9 to 12 bits, the most significant bit first, wider one code early.
 *
 * Not geotiff.js's: there a damaged block can make a circle of table entries, and following it ends the whole process.
 */
const CLEAR = 256;
const END = 257;
const FIRST = 258;
const LEAST_WIDTH = 9;
const MOST_WIDTH = 12;
const TABLE = 1 << MOST_WIDTH;

/**
 * @param size bytes that are wanted: decoding ends there
 * @returns the bytes, fewer than `size` when the data end before
 * @throws Error for an invalid code
 */
export function decodeLzw(data: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  // What a code stands for came out before: it begins here and is so long.
  const starts = new Int32Array(TABLE);
  const lengths = new Int32Array(TABLE);
  let next = FIRST;
  let width = LEAST_WIDTH;
  let filled = 0;
  let previous = 0;
  let bits = 0;
  let bitCount = 0;
  for (let at = 0; filled < size; ) {
    while (bitCount < width) {
      if (at === data.length) return out.subarray(0, filled);
      bits = (bits << 8) | data[at++]!;
      bitCount += 8;
    }
    bitCount -= width;
    const code = (bits >>> bitCount) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      next = FIRST;
      width = LEAST_WIDTH;
      previous = 0;
      continue;
    }
    // The new code is the string before and the first byte of this one, which follows it in `out`.
    if (previous > 0 && next < TABLE) {
      starts[next] = filled - previous;
      lengths[next] = previous + 1;
      next += 1;
      if (next + 1 >= 1 << width && width < MOST_WIDTH) width += 1;
    }
    if (code >= next) throw new Error(`LZW code ${code} where ${next} are known`);
    const start = filled;
    if (code < CLEAR) out[filled++] = code;
    else {
      const from = starts[code]!;
      const end = Math.min(start + lengths[code]!, size);
      // One by one, as a code that was made just now ends with what it copies.
      while (filled < end) {
        out[filled] = out[from + filled - start]!;
        filled += 1;
      }
    }
    previous = filled - start;
  }
  return out.subarray(0, filled);
}
