// A one-degree elevation model in the form of GLO-30's files, made up: 3600 × 3600 heights (float32, deflate) in blocks of 1024.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

const SIDE = 3600;
const BLOCK = 1024;
const SOUTH = 46;
const WEST = 8;
/** Types of a TIFF's fields. */
const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;

/** Mountains as sums of waves, with a roughness of some metres; m. */
function heightAt(row, column) {
  let height = 1200;
  for (let wave = 1; wave <= 64; wave *= 2) {
    const turned = Math.sin((wave * (row + 0.7 * column)) / 570) * Math.cos((wave * (column - 0.4 * row)) / 430 + wave);
    height += (900 / wave) * turned;
  }
  return height + 6 * Math.sin(row * 12.9898 + column * 78.233);
}

/** Writes the file into a new folder; returns its south-western corner, degrees. */
export function writeModel(folder) {
  mkdirSync(folder, { recursive: true });
  const across = Math.ceil(SIDE / BLOCK);
  const blocks = [];
  for (let k = 0; k < across * across; k++)
    blocks.push(deflateSync(blockOf(Math.floor(k / across), k % across), { level: 1 }));
  writeFileSync(join(folder, "Copernicus_DSM_COG_10_N46_00_E008_00_DEM.tif"), tiffOf(blocks));
  return { south: SOUTH, west: WEST };
}

function blockOf(down, right) {
  const heights = new Float32Array(BLOCK * BLOCK);
  for (let i = 0; i < heights.length; i++) {
    const [row, column] = [down * BLOCK + Math.floor(i / BLOCK), right * BLOCK + (i % BLOCK)];
    if (row < SIDE && column < SIDE) heights[i] = heightAt(row, column);
  }
  return Buffer.from(heights.buffer);
}

/** A little-endian TIFF of one image, its fields in front of their values and these in front of the blocks. */
function tiffOf(blocks) {
  const offsets = blocks.map(() => 0);
  // Heights stand at the corners of cells half a step off, as GLO-30's do.
  const step = 1 / SIDE;
  const corner = [0, 0, 0, WEST - step / 2, SOUTH + 1 + step / 2, 0];
  // Geographic, WGS 84.
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
  /** @type {[number, number, number[]][]} */
  const fields = [
    [256, LONG, [SIDE]],
    [257, LONG, [SIDE]],
    [258, SHORT, [32]],
    [259, SHORT, [8]],
    [262, SHORT, [1]],
    [277, SHORT, [1]],
    [284, SHORT, [1]],
    [322, LONG, [BLOCK]],
    [323, LONG, [BLOCK]],
    [324, LONG, offsets],
    [325, LONG, blocks.map(({ length }) => length)],
    [339, SHORT, [3]],
    [33550, DOUBLE, [step, step, 0]],
    [33922, DOUBLE, corner],
    [34735, SHORT, keys],
  ];
  const size = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };
  const directory = 8;
  const head = directory + 2 + 12 * fields.length + 4;
  const long = fields.filter(([, type, values]) => values.length * size[type] > 4);
  const values = long.reduce((sum, [, type, all]) => sum + all.length * size[type], 0);
  let next = head + values;
  blocks.forEach(({ length }, k) => {
    offsets[k] = next;
    next += length;
  });
  const buffer = Buffer.alloc(head + values);
  buffer.write("II", 0, "latin1");
  buffer.writeUInt16LE(42, 2);
  buffer.writeUInt32LE(directory, 4);
  buffer.writeUInt16LE(fields.length, directory);
  let free = head;
  fields.forEach(([tag, type, all], k) => {
    const at = directory + 2 + 12 * k;
    buffer.writeUInt16LE(tag, at);
    buffer.writeUInt16LE(type, at + 2);
    buffer.writeUInt32LE(all.length, at + 4);
    const isLong = all.length * size[type] > 4;
    if (isLong) buffer.writeUInt32LE(free, at + 8);
    all.forEach((value, i) => {
      const to = (isLong ? free : at + 8) + i * size[type];
      if (type === DOUBLE) buffer.writeDoubleLE(value, to);
      else if (type === LONG) buffer.writeUInt32LE(value, to);
      else buffer.writeUInt16LE(value, to);
    });
    if (isLong) free += all.length * size[type];
  });
  return Buffer.concat([buffer, ...blocks]);
}
