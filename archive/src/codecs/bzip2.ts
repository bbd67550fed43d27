/**
 * Streams of bzip2 (J. Tsai, "BZIP2: Format Specification", 2016), one or several one behind the other as parallel compressors
 * write them. Lengths are checked before they are used and checksums after, and no more is unpacked than was asked for: damage
 * ends in an error.
 */

const BLOCK = 0x314159265359;
const END = 0x177245385090;
/** Symbols that share a code table before the next selector. */
const GROUP = 50;
const LONGEST_CODE = 20;
/** Bits of a code that are looked up at once. */
const QUICK = 10;
const [LEAST_TABLES, MOST_TABLES] = [2, 6];
/** A block has at most 900,000 bytes, of which 50 share a selector: 18,001; some compressors write a few more. */
const MOST_SELECTORS = 18_002;

/** CRC-32 with its highest bit first, as bzip2 counts it. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

/**
 * @param most bytes that the content may have
 * @throws Error for what is no bzip2, cut off or damaged, and for content of more than `most` bytes
 */
export function unpackBz2(packed: Uint8Array, most: number): Uint8Array {
  const bits = new Bits(packed);
  const into = new Grown(Math.min(most, 4 * packed.length), most);
  const room = new Room();
  do unpackStream(bits, room, into);
  while (bits.hasMore());
  return into.taken();
}

/** What blocks are put in order in: made once for all of them, as a stream without any has 14 bytes, and there may be millions. */
class Room {
  private links = new Uint32Array(0);

  of(length: number): Uint32Array {
    if (this.links.length < length) this.links = new Uint32Array(length);
    return this.links.subarray(0, length);
  }
}

function unpackStream(bits: Bits, room: Room, into: Grown): void {
  const [b, z, h, level] = [bits.take(8), bits.take(8), bits.take(8), bits.take(8) - 48];
  if (b !== 0x42 || z !== 0x5a || h !== 0x68 || level < 1 || level > 9)
    throw damaged("it does not begin as bzip2 does");
  let all = 0;
  for (;;) {
    const magic = bits.take(24) * 2 ** 24 + bits.take(24);
    const stated = (bits.take(16) << 16) | bits.take(16);
    if (magic === END) {
      if (stated !== all) throw damaged("its checksum is another");
      bits.toNextByte();
      return;
    }
    if (magic !== BLOCK) throw damaged("no block where one must begin");
    const crc = unpackBlock(bits, room.of(level * 100_000), into);
    if (crc !== stated) throw damaged("the checksum of a block is another");
    all = ((all << 1) | (all >>> 31)) ^ crc;
  }
}

/** Appends what a block holds, and returns the checksum of that. */
function unpackBlock(bits: Bits, links: Uint32Array, into: Grown): number {
  if (bits.take(1) !== 0) throw new Error("bzip2 with randomized blocks, as before version 0.9.5, is not read");
  const origin = bits.take(24);
  const symbols = symbolsOf(bits);
  const tables = bits.take(3);
  if (tables < LEAST_TABLES || tables > MOST_TABLES) throw damaged("of no such tables");
  const selectors = selectorsOf(bits, tables);
  const codes = Array.from({ length: tables }, () => codeOf(bits, symbols.length + 2));
  const length = readLinks(bits, links, symbols, selectors, codes);
  if (origin >= length) throw damaged("it begins outside of a block");
  return writeBlock(links, length, origin, into);
}

/** Bytes that occur: a bit for each sixteen of them, then their own. */
function symbolsOf(bits: Bits): Uint8Array {
  const sixteens = bits.take(16);
  const found: number[] = [];
  for (let high = 0; high < 16; high++) {
    if (((sixteens >> (15 - high)) & 1) === 0) continue;
    const own = bits.take(16);
    for (let low = 0; low < 16; low++) if (((own >> (15 - low)) & 1) === 1) found.push(16 * high + low);
  }
  if (found.length === 0) throw damaged("a block of no bytes");
  return Uint8Array.from(found);
}

/** Which table each group of symbols is written with: distances to the front, in ones. */
function selectorsOf(bits: Bits, tables: number): Uint8Array {
  const count = bits.take(15);
  if (count === 0 || count > MOST_SELECTORS) throw damaged(`${count} groups in a block`);
  const order = Uint8Array.from({ length: tables }, (_, k) => k);
  return Uint8Array.from({ length: count }, () => {
    let distance = 0;
    while (bits.take(1) === 1) if (++distance >= tables) throw damaged("a table that is not there");
    return toFront(order, distance);
  });
}

function toFront(order: Uint8Array, distance: number): number {
  const one = order[distance]!;
  order.copyWithin(1, 0, distance);
  order[0] = one;
  return one;
}

interface Code {
  /** By the next `QUICK` bits: a symbol of at most so many, and how many it has in the low five bits; 0 for longer ones. */
  readonly quick: Uint16Array;
  /** By length: the last code of it, and what to subtract from a code for its place in `symbols`. */
  readonly last: Int32Array;
  readonly base: Int32Array;
  readonly symbols: Uint16Array;
}

/** A code table: lengths, each written as steps from the one before. */
function codeOf(bits: Bits, count: number): Code {
  let length = bits.take(5);
  const lengths = Uint8Array.from({ length: count }, () => {
    for (;;) {
      if (length < 1 || length > LONGEST_CODE) throw damaged(`a code of ${length} bits`);
      if (bits.take(1) === 0) return length;
      length += bits.take(1) === 0 ? 1 : -1;
    }
  });
  const symbols = Uint16Array.from({ length: count }, (_, k) => k).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  const [last, base] = [new Int32Array(LONGEST_CODE + 1).fill(-1), new Int32Array(LONGEST_CODE + 1)];
  const quick = new Uint16Array(2 ** QUICK);
  let [next, place] = [0, 0];
  for (let own = 1; own <= LONGEST_CODE; own++, next <<= 1) {
    base[own] = next - place;
    for (; place < count && lengths[symbols[place]!] === own; next++, place++) {
      if (own <= QUICK) quick.fill((symbols[place]! << 5) | own, next << (QUICK - own), (next + 1) << (QUICK - own));
    }
    if (next > 2 ** own) throw damaged("codes that do not fit each other");
    last[own] = next - 1;
  }
  return { quick, last, base, symbols };
}

/**
 * Undoes code tables, runs and the move to the front, and links each byte of the sorted block to the one that follows it: the byte in
 * the low eight bits, the link above them.
 *
 * @returns bytes of the block
 */
function readLinks(
  bits: Bits,
  links: Uint32Array,
  symbols: Uint8Array,
  selectors: Uint8Array,
  codes: readonly Code[],
): number {
  const front = symbols.slice();
  const counts = new Uint32Array(256);
  const end = symbols.length + 1;
  let [length, run, weight] = [0, 0, 1];
  for (let group = 0; ; group++) {
    if (group >= selectors.length) throw damaged("a block without an end");
    const code = codes[selectors[group]!]!;
    for (let k = 0; k < GROUP; k++) {
      const symbol = bits.symbol(code);
      if (symbol <= 1) {
        // A run of the front byte, its length in digits of one and two.
        run += weight << symbol;
        weight *= 2;
        if (run > links.length - length) throw damaged("a block that is too long");
        continue;
      }
      if (run > 0) {
        links.fill(front[0]!, length, length + run);
        counts[front[0]!]! += run;
        length += run;
        [run, weight] = [0, 1];
      }
      if (symbol === end) {
        link(links, length, counts);
        return length;
      }
      if (length >= links.length) throw damaged("a block that is too long");
      const byte = toFront(front, symbol - 1);
      links[length++] = byte;
      counts[byte]!++;
    }
  }
}

function link(links: Uint32Array, length: number, counts: Uint32Array): void {
  const starts = new Uint32Array(256);
  for (let byte = 1; byte < 256; byte++) starts[byte] = starts[byte - 1]! + counts[byte - 1]!;
  for (let k = 0; k < length; k++) {
    const to = starts[links[k]! & 255]!++;
    links[to] = (links[to]! & 255) | (k << 8);
  }
}

/** Follows the links; after four equal bytes comes how many more of them there are. */
function writeBlock(links: Uint32Array, length: number, origin: number, into: Grown): number {
  let at = links[origin]! >>> 8;
  let crc = -1;
  let [before, equal] = [-1, 0];
  for (let k = 0; k < length; k++) {
    const entry = links[at]!;
    const byte = entry & 255;
    at = entry >>> 8;
    if (equal === 4) {
      into.repeat(before, byte);
      for (let n = 0; n < byte; n++) crc = (crc << 8) ^ CRC[((crc >>> 24) ^ before) & 255]!;
      [before, equal] = [-1, 0];
      continue;
    }
    equal = byte === before ? equal + 1 : 1;
    before = byte;
    into.add(byte);
    crc = (crc << 8) ^ CRC[((crc >>> 24) ^ byte) & 255]!;
  }
  return ~crc;
}

/** Bits of bytes, the highest first. */
class Bits {
  private at = 0;
  private held = 0;
  private count = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  private fill(count: number): void {
    while (this.count < count) {
      if (this.at >= this.bytes.length) throw damaged("cut off");
      this.held = (this.held << 8) | this.bytes[this.at++]!;
      this.count += 8;
    }
  }

  /** @param count 24 at most */
  peek(count: number): number {
    this.fill(count);
    return (this.held >>> (this.count - count)) & (2 ** count - 1);
  }

  take(count: number): number {
    const value = this.peek(count);
    this.count -= count;
    return value;
  }

  /** Behind the last symbol there are a mark and a checksum: as many bits as the longest code has can be looked at. */
  symbol({ quick, last, base, symbols }: Code): number {
    const ahead = this.peek(LONGEST_CODE);
    const known = quick[ahead >>> (LONGEST_CODE - QUICK)]!;
    if (known !== 0) {
      this.count -= known & 31;
      return known >>> 5;
    }
    for (let length = QUICK + 1; length <= LONGEST_CODE; length++) {
      const code = ahead >>> (LONGEST_CODE - length);
      if (code > last[length]!) continue;
      this.count -= length;
      return symbols[code - base[length]!]!;
    }
    throw damaged("a code that stands for nothing");
  }

  toNextByte(): void {
    this.count -= this.count % 8;
  }

  hasMore(): boolean {
    return this.count > 0 || this.at < this.bytes.length;
  }
}

/** Bytes whose number is not known before. */
class Grown {
  private bytes: Uint8Array;
  private length = 0;
  private readonly most: number;

  constructor(first: number, most: number) {
    this.bytes = new Uint8Array(first);
    this.most = most;
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.most) throw new Error(`bzip2 of more than the ${this.most} bytes expected`);
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.min(this.most, Math.max(needed, 2 * this.bytes.length)));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  add(byte: number): void {
    if (this.length >= this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  repeat(byte: number, count: number): void {
    this.reserve(count);
    this.bytes.fill(byte, this.length, this.length + count);
    this.length += count;
  }

  taken(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

function damaged(why: string): Error {
  return new Error(`damaged bzip2: ${why}`);
}
