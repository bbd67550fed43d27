/** The checksum of Zarr's `crc32c` codec: CRC-32C (Castagnoli), RFC 3720, appendix B.4. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 255]!;
  return (crc ^ 0xffffffff) >>> 0;
}

/** The bytes without the checksum behind them. @throws Error if it is not theirs */
export function withoutChecksum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) throw new Error("cut off before its checksum");
  const content = bytes.subarray(0, bytes.length - 4);
  const stated = new DataView(bytes.buffer, bytes.byteOffset + content.length, 4).getUint32(0, true);
  if (crc32c(content) !== stated) throw new Error("damaged: its checksum is another");
  return content;
}
