/** In place of foundation/arrays/inflated: V8 alone cannot inflate, Python can, and has put the bytes here under the names that the build gave them. */
const blobs = new Map();

/** Room for one of them, of `length` bytes. */
export function blob(name, length) {
  const bytes = new Uint8Array(length);
  blobs.set(name, bytes);
  return bytes.buffer;
}

export async function inflated(name) {
  const bytes = blobs.get(name);
  if (bytes === undefined) throw new Error(`${name} is not loaded`);
  // Who unpacks a grid works in place.
  return bytes.slice();
}

/** V8 alone has none: bytes of UTF-8 as a text. */
globalThis.TextDecoder ??= class {
  decode(bytes) {
    let text = "";
    for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
    return decodeURIComponent(escape(text));
  }
};
