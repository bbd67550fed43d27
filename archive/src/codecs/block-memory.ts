/**
 * Memory of decoded blocks that is used again. It lies outside of V8's heap, which is searched for garbage as a whole whenever some dozen
 * megabytes of such memory were asked for: of places read one after the other that took more time than their decoding.
 */

export interface BlockMemory {
  /** Memory for a block, with whatever was in it. */
  take(size: number): Uint8Array;
  /** A block that is kept no longer: its memory is used again when nobody can be reading it. */
  release(block: Uint8Array): void;
  /** Whatever is taken while the work lasts is read by nobody else, and not used again before its end. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** @param most bytes of memory that wait for their next use */
export function blockMemoryOf(most: number): BlockMemory {
  const own = new WeakSet<Uint8Array>();
  const free: Uint8Array[] = [];
  let resting: Uint8Array[] = [];
  let waiting = 0;
  let readers = 0;
  const settle = () => {
    if (readers > 0) return;
    free.push(...resting);
    resting = [];
  };
  return {
    take(size) {
      const at = free.findLastIndex((block) => block.length === size);
      const block = at < 0 ? new Uint8Array(size) : free.splice(at, 1)[0]!;
      if (at >= 0) waiting -= size;
      own.add(block);
      return block;
    },
    release(block) {
      // Once: what is released a second time has another user by then.
      if (!own.delete(block) || waiting + block.length > most) return;
      waiting += block.length;
      resting.push(block);
      settle();
    },
    async during(work) {
      readers++;
      try {
        return await work();
      } finally {
        readers--;
        settle();
      }
    },
  };
}
