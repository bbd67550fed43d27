/**
 * The images of a TIFF file (TIFF 6.0; BigTIFF): their tags, where their blocks are, and where a GeoTIFF lies, by its model tags and its
 * GeoKeys (OGC GeoTIFF 1.1, clause 7).
 */

import { globals } from "geotiff";
import type { GeoKeys } from "../crs/crs.js";
import { TerrainError } from "../errors.js";
import type { TerrainReader } from "../files.js";
import type { Affine } from "../surface/chunk.js";

/** Bytes of TIFF's field types 1–18 (TIFF 6.0, section 2; 16–18 are BigTIFF's). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const ASCII = 2;
const LONG = 4;
const LONG8 = 16;
const RATIONALS = new Set([5, 10]);
const SIGNED = new Set([6, 8, 9, 17]);
const FLOAT = 11;
const DOUBLE = 12;

/** An image of a file. Tag values by number: all numeric types as numbers, text without its closing NUL. */
export interface Tiff {
  readonly littleEndian: boolean;
  readonly big: boolean;
  readonly tags: ReadonlyMap<number, readonly number[] | string>;
  /** Position of the next image's directory; 0 after the last one. */
  readonly next: number;
}

/**
 * The first image.
 *
 * @param size of the file in bytes
 * @throws TerrainError if this is not a TIFF file, or an incomplete one
 */
export async function readTiff(reader: TerrainReader, file: string, size: number): Promise<Tiff> {
  const head = view(await reader.read(file, 0, 16, true));
  const mark = head.byteLength >= 8 ? head.getUint16(0) : 0;
  const littleEndian = mark === 0x4949;
  const version = littleEndian || mark === 0x4d4d ? head.getUint16(2, littleEndian) : 0;
  if (version !== 42 && version !== 43) throw new TerrainError("is not a TIFF file", file);
  const big = version === 43;
  if (big && head.byteLength < 16) throw new TerrainError("is truncated in its header", file);
  const start = big ? Number(head.getBigUint64(8, littleEndian)) : head.getUint32(4, littleEndian);
  return readImage(reader, file, size, { littleEndian, big, next: start });
}

/** The image behind another one. @throws TerrainError if its directory is incomplete */
export async function readImage(
  reader: TerrainReader,
  file: string,
  size: number,
  { littleEndian, big, next: start }: Pick<Tiff, "littleEndian" | "big" | "next">,
): Promise<Tiff> {
  const countBytes = big ? 8 : 2;
  const entryBytes = big ? 20 : 12;
  const nextBytes = big ? 8 : 4;
  if (start + countBytes > size) throw new TerrainError("is truncated: its directory lies beyond its end", file);
  const counted = view(await reader.read(file, start, countBytes));
  const count = big ? Number(counted.getBigUint64(0, littleEndian)) : counted.getUint16(0, littleEndian);
  const end = start + countBytes + count * entryBytes;
  if (count === 0 || end > size) {
    throw new TerrainError("is truncated: its directory lies beyond its end", file);
  }
  const directory = view(await reader.read(file, start + countBytes, count * entryBytes));
  const tags = new Map<number, readonly number[] | string>();
  for (let i = 0; i < count; i++) {
    const at = i * entryBytes;
    const tag = directory.getUint16(at, littleEndian);
    const type = directory.getUint16(at + 2, littleEndian);
    const length = big
      ? Number(directory.getBigUint64(at + 4, littleEndian))
      : directory.getUint32(at + 4, littleEndian);
    const bytes = (TYPE_BYTES[type] ?? 0) * length;
    const field = at + (big ? 12 : 8);
    let data = new DataView(directory.buffer, directory.byteOffset + field, big ? 8 : 4);
    if (bytes > data.byteLength) {
      const offset = big
        ? Number(directory.getBigUint64(field, littleEndian))
        : directory.getUint32(field, littleEndian);
      if (offset + bytes > size) throw new TerrainError(`is truncated: tag ${tag} lies beyond its end`, file);
      data = view(await reader.read(file, offset, bytes));
    }
    tags.set(tag, type === ASCII ? text(data, length) : numbers(data, type, length, littleEndian));
  }
  const last = view(await reader.read(file, end, nextBytes, true));
  const next = last.byteLength < nextBytes ? 0 : number(last, big ? LONG8 : LONG, 0, littleEndian);
  return { littleEndian, big, tags, next };
}

function view(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function text(data: DataView<ArrayBuffer>, length: number): string {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, length);
  return new TextDecoder("latin1").decode(bytes).replace(/(?<!\0)\0+$/, "");
}

function numbers(data: DataView, type: number, count: number, littleEndian: boolean): number[] {
  const bytes = TYPE_BYTES[type] ?? 0;
  if (bytes === 0 || RATIONALS.has(type)) return [];
  return Array.from({ length: count }, (_, i) => number(data, type, i * bytes, littleEndian));
}

function number(data: DataView, type: number, at: number, littleEndian: boolean): number {
  if (type === FLOAT) return data.getFloat32(at, littleEndian);
  if (type === DOUBLE) return data.getFloat64(at, littleEndian);
  const signed = SIGNED.has(type);
  switch (TYPE_BYTES[type]) {
    case 1:
      return signed ? data.getInt8(at) : data.getUint8(at);
    case 2:
      return signed ? data.getInt16(at, littleEndian) : data.getUint16(at, littleEndian);
    case 4:
      return signed ? data.getInt32(at, littleEndian) : data.getUint32(at, littleEndian);
    default:
      return Number(signed ? data.getBigInt64(at, littleEndian) : data.getBigUint64(at, littleEndian));
  }
}

const MODEL_PIXEL_SCALE = 33550;
const MODEL_TIEPOINT = 33922;
const MODEL_TRANSFORMATION = 34264;
const GEO_KEY_DIRECTORY = 34735;
const PIXEL_IS_POINT = 2;

/** GeoKeys by name; null if the file has none. */
export function geoKeysOf({ tags }: Tiff): GeoKeys | null {
  const directory = tags.get(GEO_KEY_DIRECTORY);
  if (directory === undefined || typeof directory === "string") return null;
  const keys: Record<string, unknown> = {};
  for (let at = 4; at + 3 < directory.length && at <= directory[3]! * 4; at += 4) {
    const [id, location, count, offset] = directory.slice(at, at + 4) as [number, number, number, number];
    const name = (globals.geoKeyNames as Record<number, string>)[id];
    if (name === undefined) continue;
    const values = tags.get(location);
    if (location === 0) keys[name] = offset;
    else if (typeof values === "string") keys[name] = values.slice(offset, offset + count - 1);
    else if (values !== undefined) keys[name] = count === 1 ? values[offset] : values.slice(offset, offset + count);
  }
  return keys;
}

/**
 * Position of the pixels' centres. With PixelIsArea (the default) raster coordinates (0, 0) are the outer corner of the
 * first pixel, with PixelIsPoint its centre.
 *
 * @throws TerrainError if the file does not state its position
 */
export function gridOf({ tags }: Tiff, keys: GeoKeys | null, file: string): Affine {
  const outer = outerGrid(tags);
  const values = outer && Object.values(outer);
  const singular = outer && outer.xColumn * outer.yRow === outer.xRow * outer.yColumn;
  if (outer === undefined || singular || !values?.every(Number.isFinite)) {
    throw new TerrainError("has no georeferencing (pixel scale and one tie point, or a transformation)", file);
  }
  if (keys?.GTRasterTypeGeoKey === PIXEL_IS_POINT) return outer;
  return {
    ...outer,
    x0: outer.x0 + 0.5 * (outer.xColumn + outer.xRow),
    y0: outer.y0 + 0.5 * (outer.yColumn + outer.yRow),
  };
}

type Six = [number, number, number, number, number, number];
type Sixteen = [...Six, ...Six, number, number, number, number];

function outerGrid(tags: Tiff["tags"]): Affine | undefined {
  const matrix = tags.get(MODEL_TRANSFORMATION);
  if (matrix !== undefined && matrix.length === 16) {
    const [xColumn, xRow, , x0, yColumn, yRow, , y0] = matrix as Sixteen;
    return { x0, y0, xColumn, xRow, yColumn, yRow };
  }
  const scale = tags.get(MODEL_PIXEL_SCALE);
  const tie = tags.get(MODEL_TIEPOINT);
  // More than one tie point: control points of an image that is not rectified.
  if (scale === undefined || tie === undefined || tie.length !== 6) return undefined;
  const [xScale = Number.NaN, yScale = Number.NaN] = scale as number[];
  const [column, row, , x, y] = tie as Six;
  return {
    x0: x - column * xScale,
    y0: y + row * yScale,
    xColumn: xScale,
    xRow: 0,
    yColumn: 0,
    yRow: -yScale,
  };
}
