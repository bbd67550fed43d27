/**
 * What a file of the OM format's versions 1 and 2 says of itself: a head of 40 bytes, the ends of its chunks as plain numbers, and
 * the chunks of one two-dimensional array, [cell, time]. Open-Meteo's archive holds such files from before about January 2025.
 * Established with files made by hand that omfiles 1.2.0 reads, value by value (archive/test/fixtures/make-om.py).
 */
import { COMPRESSIONS } from "./codecs/chunk.js";
import { checkedArray, type OmVariable } from "./variables.js";

/** Bytes of the head. */
export const HEADER = 40;
const FLOAT32 = 20;

export function isOldHeader(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER && bytes[0] === 0x4f && bytes[1] === 0x4d && (bytes[2] === 1 || bytes[2] === 2);
}

/** @throws RangeError for what contradicts itself, or is not read */
export function readHeader(bytes: Uint8Array, size: number): OmVariable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number) => Number(view.getBigUint64(at, true));
  // Version 1 knew one compression only, and its byte says nothing.
  const code = view.getUint8(2) === 1 ? 0 : view.getUint8(3);
  const compression = Object.hasOwn(COMPRESSIONS, code) ? COMPRESSIONS[code as keyof typeof COMPRESSIONS] : undefined;
  if (compression === undefined) throw new RangeError(`values in compression ${code} are not read`);
  const [shape, chunks] = [
    [number(8), number(16)],
    [number(24), number(32)],
  ];
  const count = shape.reduce((product, n, k) => product * Math.ceil(n / chunks[k]!), 1);
  const lookup = { offset: HEADER, length: 8 * count };
  const array = {
    type: FLOAT32,
    compression,
    scale: view.getFloat32(4, true),
    offset: 0,
    shape,
    chunks,
    lookup,
  } as const;
  return { name: "", children: [], array: checkedArray({ ...array, isPlain: true }, size) };
}
