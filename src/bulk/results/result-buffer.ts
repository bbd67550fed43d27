/**
 * Memory for the results of several sites, one after the other in a buffer that both threads see. It is shared, not
 * transferred: in a thread in which a buffer was ever transferred, V8 checks every array access (measured: the engine takes
 * a sixth longer).
 */
export class ResultBuffer {
  buffer: SharedArrayBuffer;
  /** Bytes in use. */
  used = 0;

  constructor(buffer: SharedArrayBuffer | undefined) {
    this.buffer = buffer ?? new SharedArrayBuffer(0);
  }

  /**
   * Reserves room, and allocates it if there is too little: for as many pieces of this size as are still to come.
   * Growing moves everything: earlier views refer to the old buffer.
   *
   * @returns its offset in bytes
   */
  take(bytes: number, toCome: number): number {
    const offset = this.used;
    if (offset + bytes > this.buffer.byteLength) {
      const grown = new SharedArrayBuffer(offset + bytes * Math.max(toCome, 1));
      new Uint8Array(grown).set(new Uint8Array(this.buffer, 0, offset));
      this.buffer = grown;
    }
    this.used += bytes;
    return offset;
  }
}
