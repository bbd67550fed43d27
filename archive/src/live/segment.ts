/**
 * The file of a segment: blocks, then their directory.
 *
 * A block has whole cells, one after the other, each with its columns one after the other, each with its rows: all that a
 * request for a cell needs lies together. The directory says which cells there are and when they have values, and has the
 * checksum of every block; the manifest has that of the directory. So no byte of a file can change unseen.
 */
import { DAY } from "irradiance-engine/internal/shared";
import { type NewFile, SUM_BYTES, sumOf } from "../bytes/disk-cache.js";
import { firstIndex } from "../lists.js";
import { dayStart, MISSING } from "./cells.js";

/** What a segment has room for. */
export interface Shape {
  /** First row, and how many there are, all in one UTC month. */
  readonly start: number;
  readonly rows: number;
  /** Indices of the store's columns, ascending. */
  readonly columns: readonly number[];
  /** Cells, ascending. */
  readonly cells: Uint32Array;
}

export interface Directory {
  readonly cells: Uint32Array;
  /** By cell: bit d is set if the month's day d + 1 has any value. */
  readonly days: Uint32Array;
  /** By cell: rows [first, end) of the segment enclose all values; both 0 without any. */
  readonly first: Uint16Array;
  readonly end: Uint16Array;
  /** By cell: bit c is set if the store's column c has any value. */
  readonly columns: Uint16Array;
  /** SUM_BYTES for each block. */
  readonly sums: Uint8Array;
}

/** About this many values make a block: one read of a disk, and little more than asked for. */
const BLOCK_VALUES = 8192;
const DIRECTORY_BYTES_PER_CELL = 4 + 4 + 2 + 2 + 2;

export function valuesOfCell({ rows, columns }: Pick<Shape, "rows" | "columns">): number {
  return rows * columns.length;
}

export function cellsPerBlock(shape: Pick<Shape, "rows" | "columns">): number {
  return Math.max(1, Math.floor(BLOCK_VALUES / valuesOfCell(shape)));
}

/** Length of the directory of a segment in bytes. */
export function directoryBytes(cells: number, perBlock: number): number {
  return cells * DIRECTORY_BYTES_PER_CELL + Math.ceil(cells / perBlock) * SUM_BYTES;
}

/**
 * Writes a segment, block by block.
 *
 * @param step ms
 * @param fill puts the values of the cells [from, to), as indices of `shape.cells`, into a block
 * @returns the length of the file and the checksum of its directory
 */
export async function writeSegment(
  file: NewFile,
  shape: Shape,
  step: number,
  fill: (from: number, to: number, block: Int16Array) => void | Promise<void>,
): Promise<{ bytes: number; sum: Uint8Array }> {
  const count = shape.cells.length;
  const perBlock = cellsPerBlock(shape);
  const size = valuesOfCell(shape);
  const directory = emptyDirectory(shape.cells, perBlock);
  const calendar = calendarOf(shape.start, step);
  for (let from = 0; from < count; from += perBlock) {
    const to = Math.min(count, from + perBlock);
    const block = new Int16Array((to - from) * size).fill(MISSING);
    await fill(from, to, block);
    for (let cell = from; cell < to; cell++) enter(directory, cell, block, (cell - from) * size, shape, calendar);
    const bytes = new Uint8Array(block.buffer);
    directory.sums.set(sumOf(bytes), (from / perBlock) * SUM_BYTES);
    await file.write(bytes);
  }
  const bytes = encodeDirectory(directory);
  await file.write(bytes);
  return { bytes: count * size * 2 + bytes.length, sum: sumOf(bytes) };
}

function emptyDirectory(cells: Uint32Array, perBlock: number): Directory {
  const count = cells.length;
  return {
    cells,
    days: new Uint32Array(count),
    first: new Uint16Array(count),
    end: new Uint16Array(count),
    columns: new Uint16Array(count),
    sums: new Uint8Array(Math.ceil(count / perBlock) * SUM_BYTES),
  };
}

/** Where in its month a segment begins. */
interface Calendar {
  readonly perDay: number;
  readonly firstDay: number;
  /** Rows since midnight. */
  readonly inDay: number;
}

function calendarOf(start: number, step: number): Calendar {
  const time = start * step;
  return { perDay: DAY / step, firstDay: new Date(time).getUTCDate() - 1, inDay: (time - dayStart(time)) / step };
}

/** Notes which values of a cell are there, from `at` on in a block. */
function enter(
  directory: Directory,
  cell: number,
  block: Int16Array,
  at: number,
  { rows, columns }: Shape,
  { perDay, firstDay, inDay }: Calendar,
): void {
  let [days, mask, first, end] = [0, 0, rows, 0];
  for (let k = 0; k < columns.length; k++) {
    for (let row = 0; row < rows; row++) {
      if (block[at + k * rows + row] === MISSING) continue;
      mask |= 1 << columns[k]!;
      days |= 1 << (firstDay + Math.floor((inDay + row) / perDay));
      if (row < first) first = row;
      if (row >= end) end = row + 1;
    }
  }
  directory.days[cell] = days >>> 0;
  directory.columns[cell] = mask;
  directory.first[cell] = end === 0 ? 0 : first;
  directory.end[cell] = end;
}

function encodeDirectory({ cells, days, first, end, columns, sums }: Directory): Uint8Array {
  const parts = [cells, days, first, end, columns, sums];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

/** @param bytes of a length that `directoryBytes` gives */
export function decodeDirectory(bytes: Uint8Array, count: number): Directory {
  let at = 0;
  const part = (length: number) => bytes.slice(at, (at += length)).buffer;
  return {
    cells: new Uint32Array(part(4 * count)),
    days: new Uint32Array(part(4 * count)),
    first: new Uint16Array(part(2 * count)),
    end: new Uint16Array(part(2 * count)),
    columns: new Uint16Array(part(2 * count)),
    sums: new Uint8Array(part(bytes.length - at)),
  };
}

/** Index of a cell in the directory, −1 if it is not there. */
export function find(directory: Directory, cell: number): number {
  const at = firstFrom(directory, cell);
  return directory.cells[at] === cell ? at : -1;
}

/** Index of the first cell from a number on. */
export function firstFrom({ cells }: Directory, cell: number): number {
  // Mostly all cells are there, or consecutive ones.
  const straight = cell - cells[0]!;
  if (cells[straight] === cell) return straight;
  return firstIndex(cells.length, (at) => cells[at]! < cell);
}
