/**
 * A chunk, of which lines of values are read. Blosc's are read and decoded block by block, and of these only the values of a line are put
 * back in order: a cell of a map of years is one of 32 or more in each chunk, and a year is few of a chunk's blocks.
 */
import type { ReadOptions } from "../budget.js";
import type { BloscContainer } from "../codecs/blosc.js";
import { STORED_NUMBERS, type StoredNumbers } from "../codecs/numbers.js";
import { pickPlain, pickShuffled } from "../codecs/shuffle.js";

export interface Chunk {
  /** Steps between its values along each dimension. */
  readonly stride: readonly number[];
  /** Bytes in memory. */
  readonly bytes: number;
  /**
   * Values `first`, `first + step`, … into places [start, end) of a line.
   *
   * @throws ArchiveError for damaged ones
   */
  copy(first: number, step: number, line: Float64Array, start: number, end: number, use: ReadOptions): Promise<void>;
}

export function decodedChunk(data: StoredNumbers, stride: readonly number[]): Chunk {
  const copy: Chunk["copy"] = async (first, step, line, start, end) => copyStrided(data, first, step, line, start, end);
  return { stride, bytes: data.byteLength, copy };
}

/** Hands out blocks [from, to] of a container, decoded or kept from before: their memory is used again afterwards. */
export type WithBlocks = (
  from: number,
  to: number,
  use: ReadOptions,
  work: (blocks: readonly Uint8Array[]) => void,
) => Promise<void>;

/**
 * @param bytes in memory
 * @returns undefined where its blocks do not hold whole values of that type
 */
export function bloscChunk(
  { blockSize, typeSize, isShuffled }: BloscContainer,
  bytes: number,
  type: string,
  stride: readonly number[],
  withBlocks: WithBlocks,
): Chunk | undefined {
  const Type = STORED_NUMBERS[type as keyof typeof STORED_NUMBERS];
  const size = Type.BYTES_PER_ELEMENT;
  if (blockSize % size !== 0 || (isShuffled && typeSize !== size)) return undefined;
  const inBlock = blockSize / size;
  const pick = isShuffled ? pickShuffled : pickPlain;
  const copy: Chunk["copy"] = async (first, step, line, start, end, use) => {
    if (end <= start) return;
    const from = Math.floor(first / inBlock);
    const to = Math.floor((first + (end - start - 1) * step) / inBlock);
    const found = new Uint8Array((end - start) * size);
    await withBlocks(from, to, use, (blocks) => {
      for (let row = start; row < end; ) {
        const at = first + (row - start) * step;
        const k = Math.floor(at / inBlock);
        const count = Math.min(end - row, Math.ceil(((k + 1) * inBlock - at) / step));
        pick(blocks[k - from]!, size, at - k * inBlock, step, count, found, (row - start) * size);
        row += count;
      }
    });
    copyStrided(new Type(found.buffer), 0, 1, line, start, end);
  };
  return { stride, bytes, copy };
}

/** Rows [start, end) of a line, from every `step`-th value. */
function copyStrided(
  data: StoredNumbers,
  first: number,
  step: number,
  line: Float64Array,
  start: number,
  end: number,
): void {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    for (let row = start, at = first; row < end; row++, at += step) line[row] = Number(data[at]);
    return;
  }
  for (let row = start, at = first; row < end; row++, at += step) line[row] = data[at]!;
}
