/** GeoTIFF and cloud-optimised GeoTIFF as a raster: the first band of the image at full resolution, or of an overview. */
import { makeProjection, messageOf, metresPerHeightUnit, type Projection, projOfGeoKeys } from "../crs/crs.js";
import { TerrainError } from "../errors.js";
import type { TerrainReader } from "../files.js";
import { type Affine, clean, type Raster } from "../surface/chunk.js";
import { decoderOf, type SampleLayout, sampleCopier, UNCOMPRESSED, undoPredictor } from "./decode.js";
import { geoKeysOf, gridOf, readImage, readTiff, type Tiff } from "./tiff.js";

const TAG = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  sampleFormat: 339,
  lercParameters: 50674,
  gdalMetadata: 42112,
  gdalNoData: 42113,
};
/** Blocks smaller than this are read together. */
const UNIT_SIDE = 256;
/** A block is read as a whole: a larger one is not accepted. */
const MOST_BLOCK = 1024 * 1024 * 1024;
/** Images of a file that are looked at for an overview: there are rarely more than ten. */
const MOST_IMAGES = 32;
/** Of newSubfileType: an image of reduced resolution, and one that only masks another. */
const REDUCED = 1;
const MASK = 4;

/** How an image is cut in blocks: tiles, or strips (as wide as the image). */
interface Blocks {
  readonly width: number;
  readonly height: number;
  readonly across: number;
  readonly strips: boolean;
  readonly offsets: readonly number[];
  readonly byteCounts: readonly number[];
}

/**
 * @param projection taken instead of the file's own
 * @param reduction largest factor by which an overview may be coarser than the file; 1: the file at full resolution
 * @throws TerrainError if it is not a TIFF, truncated, not georeferenced, in an unknown system or encoding
 */
export async function openGeoTiff(
  reader: TerrainReader,
  file: string,
  size: number,
  projection?: Projection,
  reduction = 1,
): Promise<Raster> {
  const whole = await readTiff(reader, file, size);
  const keys = geoKeysOf(whole);
  const tiff = reduction > 1 ? await overviewOf(whole, reduction, reader, file, size) : whole;
  const width = counted(tiff, "imageWidth", 0, file);
  const height = counted(tiff, "imageLength", 0, file);
  const grid = coarser(gridOf(whole, keys, file), widthOf(whole) / width, heightOf(whole) / height);
  const blocks = blocksOf(tiff, width, height, size, file);
  const layout = layoutOf(tiff, blocks, file);
  const noData = noDataOf(tiff);
  const { scale, offset } = scalingOf(whole, metresPerHeightUnit(keys, file));
  const decode = await decoderOf(one(tiff, TAG.compression) ?? UNCOMPRESSED, many(tiff, TAG.lercParameters), file);
  const unitColumns = Math.max(1, Math.floor(UNIT_SIDE / blocks.width));
  const unitRows = Math.max(1, Math.floor(UNIT_SIDE / blocks.height));
  const unitWidth = Math.min(unitColumns * blocks.width, width);
  const unitHeight = Math.min(unitRows * blocks.height, height);

  const read = unitReader({ reader, file, blocks, layout, decode, width, height, unitWidth, unitHeight });
  return {
    file,
    key: tiff === whole ? file : `${file} 1:${reduction}`,
    width,
    height,
    grid,
    projection: projection ?? makeProjection(projOfGeoKeys(keys, file), file),
    unitWidth,
    unitHeight,
    readUnit: async (column, row) => clean(await read(column, row), noData, scale, offset),
  };
}

interface Image extends Pick<Raster, "file" | "width" | "height" | "unitWidth" | "unitHeight"> {
  readonly reader: TerrainReader;
  readonly blocks: Blocks;
  readonly layout: SampleLayout;
  readonly decode: Awaited<ReturnType<typeof decoderOf>>;
}

/** Reads units as they are stored: scale and codes for missing samples are the caller's. */
function unitReader({ reader, file, blocks, layout, decode, width, height, unitWidth, unitHeight }: Image) {
  const rowBytes = layout.width * layout.stride * layout.bytes;
  /** A block without its compression and its predictor; undefined: a hole (GDAL's sparse files), which has no bytes. */
  async function blockBytes(index: number, rows: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const byteCount = blocks.byteCounts[index]!;
    if (byteCount === 0) return undefined;
    const stored = await reader.read(file, blocks.offsets[index]!, byteCount);
    const bytes = await decode(stored, rowBytes * rows, rowBytes * blocks.height).catch((cause) => {
      throw new TerrainError(`block ${index} cannot be decoded (${messageOf(cause)})`, file);
    });
    if (bytes.byteLength < rowBytes * rows) {
      throw new TerrainError(`is truncated: block ${index} has ${bytes.byteLength} bytes`, file);
    }
    undoPredictor(bytes, layout, rows);
    return bytes;
  }

  /** Copies one block's samples to where they belong in a unit. */
  async function readBlock(blockColumn: number, blockRow: number, unit: Float32Array, unitX: number, unitY: number) {
    const left = blockColumn * blocks.width;
    const top = blockRow * blocks.height;
    const columns = Math.min(blocks.width, width - left, unitX + unitWidth - left);
    const rows = Math.min(blocks.height, height - top, unitY + unitHeight - top);
    const stride = Math.min(unitWidth, width - unitX);
    const bytes = await blockBytes(blockRow * blocks.across + blockColumn, blocks.strips ? rows : blocks.height);
    const copy = bytes && sampleCopier(bytes, layout);
    for (let r = 0; r < rows; r++) {
      const to = (top - unitY + r) * stride + left - unitX;
      if (copy === undefined) unit.fill(Number.NaN, to, to + columns);
      else copy(r * layout.width, columns, unit, to);
    }
  }

  return async (column: number, row: number): Promise<Float32Array> => {
    const left = column * unitWidth;
    const top = row * unitHeight;
    const unit = new Float32Array(Math.min(unitWidth, width - left) * Math.min(unitHeight, height - top));
    const right = Math.min(left + unitWidth, width);
    const bottom = Math.min(top + unitHeight, height);
    for (let y = Math.floor(top / blocks.height); y * blocks.height < bottom; y++) {
      for (let x = Math.floor(left / blocks.width); x * blocks.width < right; x++) {
        await readBlock(x, y, unit, left, top);
      }
    }
    return unit;
  };
}

/** The coarsest image that is coarser by no more than `reduction`: an overview, or the file's own. */
async function overviewOf(
  whole: Tiff,
  reduction: number,
  reader: TerrainReader,
  file: string,
  size: number,
): Promise<Tiff> {
  let [found, image] = [whole, whole];
  for (let i = 1; i < MOST_IMAGES && image.next > 0; i++) {
    image = await readImage(reader, file, size, image);
    const kind = one(image, TAG.newSubfileType) ?? 0;
    const isOverview = (kind & REDUCED) > 0 && (kind & MASK) === 0 && widthOf(image) > 0 && heightOf(image) > 0;
    const factor = Math.max(widthOf(whole) / widthOf(image), heightOf(whole) / heightOf(image));
    if (isOverview && factor <= reduction && widthOf(image) < widthOf(found)) found = image;
  }
  return found;
}

function widthOf(tiff: Tiff): number {
  return one(tiff, TAG.imageWidth) ?? 0;
}

function heightOf(tiff: Tiff): number {
  return one(tiff, TAG.imageLength) ?? 0;
}

/** The lattice of an overview, whose samples are means of `across` × `down` samples. */
function coarser(grid: Affine, across: number, down: number): Affine {
  if (across === 1 && down === 1) return grid;
  const [column, row] = [(across - 1) / 2, (down - 1) / 2];
  return {
    x0: grid.x0 + grid.xColumn * column + grid.xRow * row,
    y0: grid.y0 + grid.yColumn * column + grid.yRow * row,
    xColumn: grid.xColumn * across,
    xRow: grid.xRow * down,
    yColumn: grid.yColumn * across,
    yRow: grid.yRow * down,
  };
}

function one({ tags }: Tiff, tag: number): number | undefined {
  const value = tags.get(tag)?.[0];
  return typeof value === "number" ? value : undefined;
}

/** A tag that counts something. @throws TerrainError unless it is a whole number above 0 */
function counted(tiff: Tiff, name: keyof typeof TAG, otherwise: number, file: string): number {
  const value = one(tiff, TAG[name]) ?? otherwise;
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TerrainError(`${name} (tag ${TAG[name]}) must be a whole number above 0, got ${value}`, file);
}

function many({ tags }: Tiff, tag: number): readonly number[] | undefined {
  const value = tags.get(tag);
  return typeof value === "string" ? undefined : value;
}

function blocksOf(tiff: Tiff, width: number, height: number, size: number, file: string): Blocks {
  const strips = one(tiff, TAG.tileWidth) === undefined;
  const blockWidth = strips ? width : counted(tiff, "tileWidth", 0, file);
  const blockHeight = strips
    ? Math.min(counted(tiff, "rowsPerStrip", height, file), height)
    : counted(tiff, "tileLength", 0, file);
  const offsets = many(tiff, strips ? TAG.stripOffsets : TAG.tileOffsets);
  const byteCounts = many(tiff, strips ? TAG.stripByteCounts : TAG.tileByteCounts);
  const across = Math.ceil(width / blockWidth);
  const count = across * Math.ceil(height / blockHeight);
  if (!(offsets && byteCounts && offsets.length >= count && byteCounts.length >= count)) {
    throw new TerrainError(`does not state the positions of its ${count} blocks`, file);
  }
  for (let i = 0; i < count; i++) {
    if (!(offsets[i]! >= 0 && byteCounts[i]! >= 0 && Number.isInteger(offsets[i]! + byteCounts[i]!))) {
      throw new TerrainError(`block ${i} of ${count} is declared with ${byteCounts[i]} bytes at ${offsets[i]}`, file);
    }
    if (byteCounts[i]! > 0 && offsets[i]! + byteCounts[i]! > size) {
      throw new TerrainError(`is truncated: block ${i} of ${count} lies beyond its end`, file);
    }
  }
  return { width: blockWidth, height: blockHeight, across, strips, offsets, byteCounts };
}

function layoutOf(tiff: Tiff, blocks: Blocks, file: string): SampleLayout {
  const bits = one(tiff, TAG.bitsPerSample) ?? 1;
  const format = one(tiff, TAG.sampleFormat) ?? 1;
  const kind = ({ 1: "uint", 2: "int", 3: "float" } as const)[format];
  const float = kind === "float";
  if (kind === undefined || !(float ? [32, 64] : [8, 16, 32]).includes(bits)) {
    throw new TerrainError(`has samples of ${bits} bits in format ${format}, which cannot be elevations`, file);
  }
  const interleaved = (one(tiff, TAG.planarConfiguration) ?? 1) === 1;
  const stride = interleaved ? counted(tiff, "samplesPerPixel", 1, file) : 1;
  const predictor = one(tiff, TAG.predictor) ?? 1;
  if (![1, 2, 3].includes(predictor)) throw new TerrainError(`predictor ${predictor} is not supported`, file);
  const blockBytes = blocks.width * blocks.height * stride * (bits / 8);
  if (blockBytes > MOST_BLOCK) {
    throw new TerrainError(`has blocks of ${blockBytes} bytes, more than ${MOST_BLOCK}: use smaller tiles`, file);
  }
  return {
    kind,
    bytes: bits / 8,
    littleEndian: tiff.littleEndian,
    width: blocks.width,
    stride,
    predictor,
  };
}

function noDataOf({ tags }: Tiff): number | undefined {
  const text = tags.get(TAG.gdalNoData);
  const value = typeof text === "string" ? Number(text.trim()) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** Scale and offset as GDAL keeps them in its metadata, in metres. */
function scalingOf({ tags }: Tiff, metres: number): { scale: number; offset: number } {
  const xml = tags.get(TAG.gdalMetadata);
  const items = typeof xml === "string" ? [...xml.matchAll(/<Item([^<>]*)>([^<]*)</g)] : [];
  const item = (role: string, otherwise: number) => {
    const [, , text] = items.find(([, attributes]) => attributes!.includes(`role="${role}"`)) ?? [];
    const value = Number(text);
    return text && Number.isFinite(value) ? value : otherwise;
  };
  return { scale: item("scale", 1) * metres, offset: item("offset", 0) * metres };
}
