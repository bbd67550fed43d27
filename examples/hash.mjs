// FNV-1a (32 bits) over the bytes of every computed column: the same number means the same bits.
export function hashOf(columns) {
  let hash = 0x811c9dc5;
  for (const column of Object.values(columns.values)) {
    if (column === null) continue;
    for (const byte of new Uint8Array(column.buffer, column.byteOffset, column.byteLength)) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
