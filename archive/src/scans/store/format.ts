/**
 * One scan as one file, of which a cell takes two small reads: magic; length of the head (uint32); the head as JSON; its sum; where each
 * tile ends (uint32), with a sum; the tiles. A tile has the sum of what follows, and, deflated, the moments of its rows as ms from
 * the scan's start (int32) and the values of its cells, column by column: by how much each differs from the one to its left, or in the
 * first column from the one above it (int16, modulo 2^16); first the low bytes of all cells, then the high ones, which are mostly
 * equal. All numbers are little-endian.
 */
import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import type { WeatherColumn } from "irradiance-engine";
import { SUM_BYTES, sumOf } from "../../bytes/checksum.js";
import type { NewFile } from "../../bytes/disk.js";
import type { GridDefinition } from "../grid.js";
import type { Scan } from "../scan.js";

const MAGIC = Buffer.from("IRRSCAN1");
/** Cells along a side of a tile: few bytes for one cell, and few tiles for a disc. */
const SIDE = 64;
/** W/m²: far finer than any retrieval. A finer one would store noise: with a tenth a scan takes half as much again. */
const RESOLUTION = 0.5;
const MISSING = -32768;
const LARGEST_HEAD = 1024 * 1024;
/** Rows of tiles that are packed at a time. */
const AT_ONCE = 8;
const pack = promisify(deflateRaw);

export interface Head {
  readonly satellite: string;
  readonly start: number;
  readonly grid: GridDefinition;
  readonly columns: readonly WeatherColumn[];
  readonly dataset: string;
  readonly notices: readonly string[];
  readonly licence: string;
  readonly attribution: string;
  /** Which published file it was made from, and which version of it: what is here need not be fetched again. */
  readonly from?: string | undefined;
}

export interface OpenedHead extends Head {
  /** Where in the file the ends of tiles are, and where the first tile begins. */
  readonly ends: number;
  readonly tiles: number;
}

/** Reads bytes of the file; fewer where it ends. */
export type ReadAt = (offset: number, length: number) => Uint8Array;

const tilesOf = ({ rows, columns }: GridDefinition) => ({
  down: Math.ceil(rows / SIDE),
  across: Math.ceil(columns / SIDE),
});

/** Writes a scan. @param file new and empty */
export async function writeScan(file: NewFile, scan: Scan, from?: string): Promise<void> {
  const { grid, satellite, start, dataset, notices, licence, attribution, lineTimes } = scan;
  const columns = Object.keys(scan.columns) as WeatherColumn[];
  const facts = { satellite, start, dataset, notices, licence, attribution };
  const head: Head = { ...facts, grid: grid.definition, columns, from };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const { down, across } = tilesOf(grid.definition);
  const tiles: Uint8Array[] = [];
  for (let from = 0; from < down; from += AT_ONCE) {
    const work: Promise<Uint8Array>[] = [];
    for (let row = from; row < Math.min(down, from + AT_ONCE); row++) {
      for (let column = 0; column < across; column++) {
        const values = columns.map((name) => scan.columns[name] as Float32Array);
        work.push(pack(tileBytes(values, lineTimes, start, grid.definition, row, column), { level: 1 }));
      }
    }
    tiles.push(...(await Promise.all(work)));
  }
  const ends = new Uint32Array(tiles.length);
  let end = 0;
  for (const [k, tile] of tiles.entries()) ends[k] = end += SUM_BYTES + tile.length;
  const table = new Uint8Array(ends.buffer);
  await file.write(Buffer.concat([MAGIC, length, json, sumOf(json), table, sumOf(table)]));
  for (let from = 0; from < tiles.length; from += 4096) {
    await file.write(Buffer.concat(tiles.slice(from, from + 4096).flatMap((tile) => [sumOf(tile), tile])));
  }
}

function tileBytes(
  values: readonly Float32Array[],
  lineTimes: Float64Array,
  start: number,
  { rows, columns }: GridDefinition,
  down: number,
  across: number,
): Uint8Array {
  const [top, left] = [down * SIDE, across * SIDE];
  const [height, width] = [Math.min(SIDE, rows - top), Math.min(SIDE, columns - left)];
  const moments = new Int32Array(height);
  for (let row = 0; row < height; row++) moments[row] = Math.round(lineTimes[top + row]! - start);
  const count = height * width;
  const planes = new Uint8Array(2 * values.length * count);
  for (const [k, column] of values.entries()) {
    let at = 2 * k * count;
    let above = 0;
    for (let row = 0; row < height; row++) {
      const from = (top + row) * columns + left;
      let before = above;
      for (let cell = from; cell < from + width; cell++, at++) {
        const value = stored(column[cell]!);
        const difference = value - before;
        planes[at] = difference;
        planes[at + count] = difference >> 8;
        before = value;
        if (cell === from) above = value;
      }
    }
  }
  return Buffer.concat([new Uint8Array(moments.buffer), planes]);
}

function stored(value: number): number {
  const whole = Math.round(value / RESOLUTION);
  return whole > MISSING && whole <= 32767 ? whole : MISSING;
}

/** @throws Error for what is no scan, or torn or damaged */
export function readHead(read: ReadAt): OpenedHead {
  const begin = read(0, MAGIC.length + 4);
  if (begin.length < MAGIC.length + 4 || !MAGIC.equals(begin.subarray(0, MAGIC.length)))
    throw new Error("it is not a scan");
  const length = viewOf(begin).getUint32(MAGIC.length, true);
  if (length > LARGEST_HEAD) throw new Error("its head is damaged");
  const json = summed(read(begin.length, length + SUM_BYTES), length, "head");
  const head = JSON.parse(Buffer.from(json).toString()) as Head;
  const { down, across } = tilesOf(head.grid);
  const ends = begin.length + length + SUM_BYTES;
  return { ...head, ends, tiles: ends + 4 * down * across + SUM_BYTES };
}

export interface CellOfScan {
  /** Unix ms at which it was seen. */
  readonly time: number;
  /** As the head's columns; NaN where there is no value. */
  readonly values: readonly number[];
}

/** @throws Error for a damaged tile */
export function readCell(read: ReadAt, head: OpenedHead, cell: number): CellOfScan {
  const { rows, columns } = head.grid;
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const [down, across] = [Math.floor(row / SIDE), Math.floor(column / SIDE)];
  const [height, width] = [Math.min(SIDE, rows - down * SIDE), Math.min(SIDE, columns - across * SIDE)];
  const number = down * tilesOf(head.grid).across + across;
  const [start, end] = extentOf(read, head, number);
  const size = 4 * height + 2 * head.columns.length * height * width;
  const packed = summed(read(head.tiles + start, end - start), undefined, "tile");
  const bytes = inflateRawSync(packed, { maxOutputLength: size });
  if (bytes.length !== size) throw new Error("a tile of it is damaged");
  const view = viewOf(bytes);
  const [rowInside, columnInside] = [row % SIDE, column % SIDE];
  return {
    time: head.start + view.getInt32(4 * rowInside, true),
    values: head.columns.map((_, k) => {
      const value = valueIn(
        bytes.subarray(4 * height + 2 * k * height * width),
        height,
        width,
        rowInside,
        columnInside,
      );
      return value === MISSING ? Number.NaN : value * RESOLUTION;
    }),
  };
}

/** Down the first column of a tile, then along the row. */
function valueIn(planes: Uint8Array, height: number, width: number, row: number, column: number): number {
  const count = height * width;
  let sum = 0;
  for (let at = 0; at <= row * width; at += width) sum += planes[at]! + (planes[at + count]! << 8);
  for (let at = row * width + 1; at <= row * width + column; at++) sum += planes[at]! + (planes[at + count]! << 8);
  return (sum << 16) >> 16;
}

/** The table is long: of its sum nothing is asked here, as the tile has one of its own. */
function extentOf(read: ReadAt, head: OpenedHead, number: number): readonly [number, number] {
  const first = Math.max(0, number - 1);
  const bytes = read(head.ends + 4 * first, 4 * (number - first + 1));
  if (bytes.length < 4 * (number - first + 1)) throw new Error("it is cut off");
  const view = viewOf(bytes);
  const start = number === 0 ? 0 : view.getUint32(0, true);
  const end = view.getUint32(bytes.length - 4, true);
  if (end <= start || end - start > 4 * SIDE * SIDE * 8) throw new Error("its table of tiles is damaged");
  return [start, end];
}

/** Bytes that agree with their sum: before them, or behind so many. */
function summed(bytes: Uint8Array, length: number | undefined, what: string): Uint8Array {
  const content = length === undefined ? bytes.subarray(SUM_BYTES) : bytes.subarray(0, length);
  const sum = length === undefined ? bytes.subarray(0, SUM_BYTES) : bytes.subarray(length, length + SUM_BYTES);
  if (!Buffer.from(sum).equals(sumOf(content))) throw new Error(`its ${what} is damaged`);
  return content;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
