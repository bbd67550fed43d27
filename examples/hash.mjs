/**
 * FNV-1a (32 bits) over the bits of every computed column: the same number means the same bits. NaN has many bit
 * patterns, which JavaScript cannot tell apart, so all of them count as one.
 */
export function hashOf(columns) {
  let hash = 0x811c9dc5;
  const add = (word) => {
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((word >>> shift) & 0xff), 0x01000193);
  };
  for (const column of [...Object.values(columns.values), ...Object.values(columns.extra)]) {
    if (column === null) continue;
    const words = new Uint32Array(column.buffer, column.byteOffset, 2 * column.length);
    for (let i = 0; i < column.length; i++) {
      const missing = Number.isNaN(column[i]);
      add(missing ? 0 : words[2 * i]);
      add(missing ? 0x7ff80000 : words[2 * i + 1]);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
