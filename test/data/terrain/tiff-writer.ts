/** A small GeoTIFF writer, so that tests can make files of every encoding, good and bad. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

export interface TiffOptions {
  width: number;
  height: number;
  /** Height of column c, row r. */
  at: (c: number, r: number) => number;
  /** Coordinates of the first pixel's centre, and steps. */
  x0: number;
  y0: number;
  dx: number;
  dy?: number;
  type?: "int16" | "uint16" | "float32" | "int32" | "float64";
  bigEndian?: boolean;
  tile?: [number, number];
  rowsPerStrip?: number;
  deflate?: boolean;
  predictor?: 1 | 2 | 3;
  noData?: string;
  point?: boolean;
  /** The tie point at this pixel instead of the first. */
  tieAt?: [number, number];
  /** A transformation instead of pixel scale and tie point. */
  matrix?: boolean;
  /** GeoKeys: [id, value]; WGS 84 if not given; null for none. */
  keys?: [number, number][] | null;
  georeference?: boolean;
  /** A second image at half the resolution, as overviews are kept. */
  overview?: boolean;
  bands?: number;
}

const WGS84: [number, number][] = [
  [1024, 2],
  [2048, 4326],
  [2054, 9102],
];
const BYTES = { int16: 2, uint16: 2, float32: 4, int32: 4, float64: 8 };
const FORMAT = { uint16: 1, int16: 2, int32: 2, float32: 3, float64: 3 };

type Tag = [tag: number, type: 2 | 3 | 4 | 12, values: number[] | string];

export function tiff(options: TiffOptions): Buffer {
  const little = !options.bigEndian;
  const images = [image(options, little)];
  if (options.overview) {
    const half = { ...options, width: options.width >> 1, height: options.height >> 1, georeference: false };
    images.push(image({ ...half, at: () => 8848 }, little, [[254, 4, [1]]]));
  }
  const parts: Buffer[] = [Buffer.alloc(8)];
  let size = 8;
  const add = (bytes: Buffer) => {
    const at = size;
    const padded = bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
    parts.push(padded);
    size += padded.length;
    return at;
  };
  let link = { buffer: parts[0]!, at: 4 };
  for (const { tags, blocks, tiled } of images) {
    const offsets = blocks.map(add);
    const all: Tag[] = [
      ...tags,
      [tiled ? 324 : 273, 4, offsets],
      [tiled ? 325 : 279, 4, blocks.map((block) => block.length)],
    ];
    all.sort((a, b) => a[0] - b[0]);
    const directory = Buffer.alloc(2 + all.length * 12 + 4);
    write16(directory, all.length, 0, little);
    for (const [i, [tag, type, values]] of all.entries()) {
      const at = 2 + i * 12;
      const data = encode(type, values, little);
      write16(directory, tag, at, little);
      write16(directory, type, at + 2, little);
      write32(directory, typeof values === "string" ? values.length + 1 : values.length, at + 4, little);
      if (data.length <= 4) data.copy(directory, at + 8);
      else write32(directory, add(data), at + 8, little);
    }
    write32(link.buffer, add(directory), link.at, little);
    link = { buffer: directory, at: directory.length - 4 };
  }
  parts[0]!.write(little ? "II" : "MM", 0, "latin1");
  write16(parts[0]!, 42, 2, little);
  return Buffer.concat(parts);
}

function image(o: TiffOptions, little: boolean, more: Tag[] = []) {
  const type = o.type ?? "float32";
  const bytes = BYTES[type];
  const bands = o.bands ?? 1;
  const [blockWidth, blockHeight] = o.tile ?? [o.width, Math.min(o.rowsPerStrip ?? o.height, o.height)];
  const blocks: Buffer[] = [];
  for (let top = 0; top < o.height; top += blockHeight) {
    for (let left = 0; left < o.width; left += blockWidth) {
      const rows = o.tile ? blockHeight : Math.min(blockHeight, o.height - top);
      const block = Buffer.alloc(rows * blockWidth * bytes * bands);
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < blockWidth; c++) {
          const inside = left + c < o.width && top + r < o.height;
          for (let band = 0; band < bands; band++) {
            const value = inside ? (band === 0 ? o.at(left + c, top + r) : 7777) : 0;
            writeSample(block, value, ((r * blockWidth + c) * bands + band) * bytes, type, little);
          }
        }
      }
      if (o.predictor === 2) differences(block, blockWidth * bands, rows, bytes, bands, little);
      if (o.predictor === 3) byteDifferences(block, blockWidth * bands, rows, bytes, bands, little);
      blocks.push(o.deflate ? deflateSync(block) : block);
    }
  }
  const dy = o.dy ?? -o.dx;
  const shift = o.point ? 0 : 0.5;
  const [tieColumn, tieRow] = o.tieAt ?? [0, 0];
  const x = o.x0 - shift * o.dx;
  const y = o.y0 - shift * dy;
  const tags: Tag[] = [
    [256, 4, [o.width]],
    [257, 4, [o.height]],
    [258, 3, Array(bands).fill(bytes * 8)],
    [259, 3, [o.deflate ? 8 : 1]],
    [262, 3, [1]],
    [277, 3, [bands]],
    [284, 3, [1]],
    [317, 3, [o.predictor ?? 1]],
    [339, 3, Array(bands).fill(FORMAT[type])],
    ...more,
  ];
  if (o.tile) tags.push([322, 3, [o.tile[0]]], [323, 3, [o.tile[1]]]);
  else tags.push([278, 4, [blockHeight]]);
  if (o.noData !== undefined) tags.push([42113, 2, o.noData]);
  if (o.georeference !== false) {
    if (o.matrix) tags.push([34264, 12, [o.dx, 0, 0, x, 0, dy, 0, y, 0, 0, 0, 0, 0, 0, 0, 1]]);
    else {
      tags.push([33550, 12, [o.dx, -dy, 0]]);
      tags.push([33922, 12, [tieColumn, tieRow, 0, x + tieColumn * o.dx, y + tieRow * dy, 0]]);
    }
    const keys = o.keys === undefined ? WGS84 : o.keys;
    if (keys) tags.push(...geoKeys([...keys, [1025, o.point ? 2 : 1]]));
  }
  return { tags, blocks, tiled: o.tile !== undefined };
}

/** Short values in the directory, others in the double parameters. */
function geoKeys(keys: [number, number][]): Tag[] {
  const doubles: number[] = [];
  const sorted = [...keys].sort((a, b) => a[0] - b[0]);
  const entries = sorted.flatMap(([id, value]) => {
    const short = Number.isInteger(value) && value >= 0 && !isParameter(id);
    return short ? [id, 0, 1, value] : [id, 34736, 1, doubles.push(value) - 1];
  });
  const tags: Tag[] = [[34735, 3, [1, 1, 0, sorted.length, ...entries]]];
  if (doubles.length) tags.push([34736, 12, doubles]);
  return tags;
}

/** GeoKeys that hold doubles: ellipsoids' and projections' parameters. */
function isParameter(id: number): boolean {
  return (id >= 3077 && id <= 3096) || [2057, 2058, 2059, 2061].includes(id);
}

function encode(type: 2 | 3 | 4 | 12, values: number[] | string, little: boolean): Buffer {
  if (typeof values === "string") return Buffer.from(`${values}\0`, "latin1");
  const bytes = { 2: 1, 3: 2, 4: 4, 12: 8 }[type];
  const out = Buffer.alloc(values.length * bytes);
  for (const [i, value] of values.entries()) {
    if (type === 3) write16(out, value, i * 2, little);
    else if (type === 4) write32(out, value, i * 4, little);
    else if (little) out.writeDoubleLE(value, i * 8);
    else out.writeDoubleBE(value, i * 8);
  }
  return out;
}

function writeSample(out: Buffer, value: number, at: number, type: keyof typeof BYTES, little: boolean): void {
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  if (type === "int16") view.setInt16(at, value, little);
  else if (type === "uint16") view.setUint16(at, value, little);
  else if (type === "int32") view.setInt32(at, value, little);
  else if (type === "float32") view.setFloat32(at, value, little);
  else view.setFloat64(at, value, little);
}

function differences(block: Buffer, width: number, rows: number, bytes: number, stride: number, little: boolean): void {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  for (let r = 0; r < rows; r++) {
    for (let c = width - 1; c >= stride; c--) {
      const at = (r * width + c) * bytes;
      const back = at - stride * bytes;
      if (bytes === 2) view.setUint16(at, view.getUint16(at, little) - view.getUint16(back, little), little);
      else if (bytes === 4) view.setUint32(at, view.getUint32(at, little) - view.getUint32(back, little), little);
    }
  }
}

function byteDifferences(
  block: Buffer,
  width: number,
  rows: number,
  bytes: number,
  stride: number,
  little: boolean,
): void {
  const rowBytes = width * bytes;
  for (let r = 0; r < rows; r++) {
    const row = Buffer.from(block.subarray(r * rowBytes, (r + 1) * rowBytes));
    const planes = Buffer.alloc(rowBytes);
    for (let c = 0; c < width; c++) {
      for (let b = 0; b < bytes; b++) planes[b * width + c] = row[c * bytes + (little ? bytes - 1 - b : b)]!;
    }
    for (let i = rowBytes - 1; i >= stride; i--) planes[i] = planes[i]! - planes[i - stride]!;
    planes.copy(block, r * rowBytes);
  }
}

function write16(out: Buffer, value: number, at: number, little: boolean): void {
  if (little) out.writeUInt16LE(value, at);
  else out.writeUInt16BE(value, at);
}

function write32(out: Buffer, value: number, at: number, little: boolean): void {
  if (little) out.writeUInt32LE(value, at);
  else out.writeUInt32BE(value, at);
}

/** GeoKeys of an azimuthal equidistant system around a place: rays from it are straight and true to scale. */
export function aroundKeys(latitude: number, longitude: number): [number, number][] {
  return [
    [1024, 1],
    [2048, 4326],
    [2054, 9102],
    [3072, 32767],
    [3074, 32767],
    [3075, 12],
    [3076, 9001],
    [3088, longitude],
    [3089, latitude],
    [3082, 0],
    [3083, 0],
  ];
}

/** A temporary folder with a writer of files into it. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "terrain-"));
  let count = 0;
  return {
    folder,
    write(bytes: Uint8Array, name = `tile-${count++}.tif`): string {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
