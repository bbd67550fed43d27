/** Codecs of the LZ77 family, within the bounds of a block. */

// Blocks of LZ4, as its block format describes them (lz4/doc/lz4_Block_format.md). Every length is checked before it is
// used: damaged bytes end in an error, never in bytes that were in memory before.

/** Bytes that a loop copies sooner than a call does. */
const SHORT = 24;

/** @throws Error unless the block gives exactly the bytes [start, end) of `into` */
export function decodeLz4(block: Uint8Array, into: Uint8Array, start: number, end: number): void {
  const length = block.length;
  let at = 0;
  let to = start;
  while (at < length) {
    const token = block[at++]!;
    let literals = token >> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        if (at >= length) throw damaged("LZ4 block");
        more = block[at++]!;
        literals += more;
      }
    }
    if (at + literals > length || to + literals > end) throw damaged("LZ4 block");
    if (literals > SHORT) into.set(block.subarray(at, at + literals), to);
    else for (let k = 0; k < literals; k++) into[to + k] = block[at + k]!;
    at += literals;
    to += literals;
    // The last sequence has literals only.
    if (at === length) break;
    if (at + 2 > length) throw damaged("LZ4 block");
    const offset = block[at]! | (block[at + 1]! << 8);
    at += 2;
    let match = (token & 15) + 4;
    if (match === 19) {
      let more = 255;
      while (more === 255) {
        if (at >= length) throw damaged("LZ4 block");
        more = block[at++]!;
        match += more;
      }
    }
    if (offset === 0 || to - offset < start || to + match > end) throw damaged("LZ4 block");
    copyWithin(into, to, offset, match);
    to += match;
  }
  if (to !== end) throw damaged("LZ4 block");
}

/** The copy may overlap what it copies: then it repeats it. */
function copyWithin(bytes: Uint8Array, to: number, offset: number, length: number): void {
  if (offset >= length && length > SHORT) bytes.copyWithin(to, to - offset, to - offset + length);
  else if (offset === 1 && length > SHORT) bytes.fill(bytes[to - 1]!, to, to + length);
  else for (let k = to; k < to + length; k++) bytes[k] = bytes[k - offset]!;
}

function damaged(what: string): Error {
  return new Error(`damaged ${what}`);
}

/** A block of which the size is known. @throws as `decodeLz4` */
export function lz4Of(block: Uint8Array, size: number): Uint8Array {
  const into = new Uint8Array(size);
  decodeLz4(block, into, 0, size);
  return into;
}

// LibLZF, as h5py writes it: literals and copies of what came before, without a length or a checksum of its own.

/** @throws Error unless the bytes give exactly `size` */
export function decodeLzf(packed: Uint8Array, size: number): Uint8Array {
  const into = new Uint8Array(size);
  let [at, to] = [0, 0];
  while (at < packed.length) {
    const control = packed[at++]!;
    if (control < 32) {
      const count = control + 1;
      if (at + count > packed.length || to + count > size) throw damaged("LZF");
      into.set(packed.subarray(at, at + count), to);
      [at, to] = [at + count, to + count];
      continue;
    }
    let count = (control >> 5) + 2;
    if (at + (count === 9 ? 2 : 1) > packed.length) throw damaged("LZF");
    if (count === 9) count += packed[at++]!;
    const from = to - ((control & 31) << 8) - packed[at++]! - 1;
    if (from < 0 || to + count > size) throw damaged("LZF");
    // The copy may overlap what it copies: then it repeats it.
    for (let k = 0; k < count; k++) into[to + k] = into[from + k]!;
    to += count;
  }
  if (to !== size) throw damaged("LZF");
  return into;
}

// BloscLZ, Blosc's own compressor (c-blosc, blosclz.c): literals and copies, of up to 8,191 bytes before and, with two bytes more, beyond.

const NEAR = 8191;

/** @throws Error unless the block gives exactly the bytes [start, end) of `into` */
export function decodeBloscLz(block: Uint8Array, into: Uint8Array, start: number, end: number): void {
  const length = block.length;
  let [at, to] = [0, start];
  // The first has no copy before it.
  let control = at < length ? block[at++]! & 31 : 0;
  while (at < length) {
    if (control < 32) {
      const count = control + 1;
      if (at + count > length || to + count > end) throw damaged("BloscLZ block");
      into.set(block.subarray(at, at + count), to);
      [at, to] = [at + count, to + count];
    } else {
      let count = (control >> 5) + 2;
      if (count === 9) {
        let more = 255;
        while (more === 255) {
          if (at >= length) throw damaged("BloscLZ block");
          more = block[at++]!;
          count += more;
        }
      }
      if (at >= length) throw damaged("BloscLZ block");
      let distance = ((control & 31) << 8) + block[at++]!;
      if (distance === NEAR) {
        if (at + 2 > length) throw damaged("BloscLZ block");
        distance += (block[at]! << 8) | block[at + 1]!;
        at += 2;
      }
      const from = to - distance - 1;
      if (from < start || to + count > end) throw damaged("BloscLZ block");
      for (let k = 0; k < count; k++) into[to + k] = into[from + k]!;
      to += count;
    }
    if (at >= length) break;
    control = block[at++]!;
    // A copy's bytes follow it.
    if (at >= length) throw damaged("BloscLZ block");
  }
  if (to !== end) throw damaged("BloscLZ block");
}

// Memory of decoded blocks that is used again. It lies outside of V8's heap, which is searched for garbage as a whole whenever some dozen
// megabytes of such memory were asked for: of places read one after the other that took more time than their decoding.

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
