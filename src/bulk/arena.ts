/** Memory for the results of several sites, one after the other in a buffer that is transferred in one piece. */
export class Arena {
  buffer: ArrayBuffer;
  /** Bytes in use. */
  used = 0;

  constructor(buffer: ArrayBuffer | undefined) {
    this.buffer = buffer ?? new ArrayBuffer(0);
  }

  /**
   * Takes room, and makes it first when there is too little: for as many pieces of this size as are still to come.
   * Growing moves everything: views made before are of the old buffer.
   *
   * @returns its offset in bytes
   */
  take(bytes: number, toCome: number): number {
    const offset = this.used;
    if (offset + bytes > this.buffer.byteLength) {
      const grown = new ArrayBuffer(offset + bytes * Math.max(toCome, 1));
      new Uint8Array(grown).set(new Uint8Array(this.buffer, 0, offset));
      this.buffer = grown;
    }
    this.used += bytes;
    return offset;
  }
}
