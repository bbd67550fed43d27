/** Zstandard frames (RFC 8878), by the reference decoder compiled to WebAssembly. */
import { ZSTDDecoder } from "zstddec";

const MAGIC = 0xfd2fb528;
const SINGLE_SEGMENT = 0x20;
const SIZE_BYTES = [0, 2, 4, 8];
const DICTIONARY_BYTES = [0, 1, 2, 4];

const decoder = new ZSTDDecoder();

/** To be awaited once before `decodeZstd`. */
export function zstdReady(): Promise<void> {
  return decoder.init();
}

/**
 * @param expected bytes, where the frame does not say how many
 * @throws Error for damaged frames, and for more than `most` bytes: before anything is allocated for them
 */
export function decodeZstd(frame: Uint8Array, expected: number, most: number): Uint8Array {
  const size = contentSize(frame) ?? expected;
  if (size > most) throw new Error(`Zstandard frame of ${size} bytes, more than the ${most} expected`);
  if (size === 0) return new Uint8Array(0);
  // The size is given: without it the decoder trusts the frame's, and errors are then written where memory is its own.
  const bytes = decoder.decode(frame, size);
  // It gives nothing back for what it cannot decode, and throws nothing.
  if (bytes.length !== size) throw new Error("damaged Zstandard frame");
  return bytes;
}

/** What the head of a frame says of its content; undefined if it does not. */
function contentSize(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 6 || view.getUint32(0, true) !== MAGIC) throw new Error("not a Zstandard frame");
  const flags = frame[4]!;
  const isSingle = (flags & SINGLE_SEGMENT) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + DICTIONARY_BYTES[flags & 3]!;
  const bytes = SIZE_BYTES[flags >> 6]! || (isSingle ? 1 : 0);
  if (at + bytes > frame.length) throw new Error("Zstandard frame is cut off");
  if (bytes === 0) return undefined;
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}
