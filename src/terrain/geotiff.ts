/** GeoTIFF and cloud-optimised GeoTIFF as a raster: the first image at full resolution, its first band. */
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { getDecoder } from "geotiff";
import { metresPerHeightUnit, projOfGeoKeys } from "./crs.js";
import { TerrainError } from "./errors.js";
import type { FileReader } from "./files.js";
import { geoKeysOf, gridOf } from "./geo-tags.js";
import { makeProjection, messageOf, type Projection } from "./projection.js";
import { clean, type Raster } from "./raster.js";
import { type SampleLayout, sampleReader, undoPredictor } from "./samples.js";
import { readTiff, type Tiff } from "./tiff.js";

const TAG = {
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
const UNCOMPRESSED = 1;
const DEFLATE = new Set([8, 32946]);
/** LZW, PackBits, LERC and ZSTD: what keeps heights as they are and geotiff.js can decode. */
const BY_LIBRARY = new Set([5, 32773, 34887, 50000]);
/** Blocks smaller than this are read together. */
const UNIT_SIDE = 256;

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
 * @throws TerrainError when it is no TIFF, truncated, not georeferenced, in an unknown system or encoding
 */
export async function openGeoTiff(
  reader: FileReader,
  file: string,
  size: number,
  projection?: Projection,
): Promise<Raster> {
  const tiff = await readTiff(reader, file, size);
  const width = one(tiff, TAG.imageWidth) ?? 0;
  const height = one(tiff, TAG.imageLength) ?? 0;
  if (!(width > 0 && height > 0)) throw new TerrainError("has an image without pixels", file);
  const keys = geoKeysOf(tiff);
  const grid = gridOf(tiff, keys, file);
  const blocks = blocksOf(tiff, width, height, size, file);
  const layout = layoutOf(tiff, blocks, file);
  const noData = noDataOf(tiff);
  const { scale, offset } = scalingOf(tiff, metresPerHeightUnit(keys, file));
  const decode = await decoderOf(tiff, file);
  const unitColumns = Math.max(1, Math.floor(UNIT_SIDE / blocks.width));
  const unitRows = Math.max(1, Math.floor(UNIT_SIDE / blocks.height));
  const unitWidth = Math.min(unitColumns * blocks.width, width);
  const unitHeight = Math.min(unitRows * blocks.height, height);

  /** Copies one block's samples to where they belong in a unit. */
  async function readBlock(blockColumn: number, blockRow: number, unit: Float32Array, unitX: number, unitY: number) {
    const index = blockRow * blocks.across + blockColumn;
    const left = blockColumn * blocks.width;
    const top = blockRow * blocks.height;
    const columns = Math.min(blocks.width, width - left, unitX + unitWidth - left);
    const rows = Math.min(blocks.height, height - top, unitY + unitHeight - top);
    const stride = Math.min(unitWidth, width - unitX);
    const byteCount = blocks.byteCounts[index]!;
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    if (byteCount > 0) {
      const stored = await reader.read(file, blocks.offsets[index]!, byteCount);
      bytes = await decode(stored).catch((cause) => {
        throw new TerrainError(`block ${index} cannot be decoded (${messageOf(cause)})`, file);
      });
      const rowBytes = layout.width * layout.stride * layout.bytes;
      const stripRows = blocks.strips ? rows : blocks.height;
      if (bytes.byteLength < rowBytes * stripRows) {
        throw new TerrainError(`is truncated: block ${index} has ${bytes.byteLength} bytes`, file);
      }
      undoPredictor(bytes, layout, stripRows);
    }
    const at = bytes && sampleReader(bytes, layout);
    for (let r = 0; r < rows; r++) {
      const to = (top - unitY + r) * stride + left - unitX;
      const from = r * layout.width;
      // A block without bytes is a hole (GDAL's sparse files).
      for (let c = 0; c < columns; c++) unit[to + c] = at ? at(from + c) : Number.NaN;
    }
  }

  async function readUnit(column: number, row: number): Promise<Float32Array> {
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
    return clean(unit, noData, scale, offset);
  }

  return {
    file,
    width,
    height,
    grid,
    projection: projection ?? makeProjection(projOfGeoKeys(keys, file), file),
    unitWidth,
    unitHeight,
    readUnit,
  };
}

function one({ tags }: Tiff, tag: number): number | undefined {
  const value = tags.get(tag)?.[0];
  return typeof value === "number" ? value : undefined;
}

function many({ tags }: Tiff, tag: number): readonly number[] | undefined {
  const value = tags.get(tag);
  return typeof value === "string" ? undefined : value;
}

function blocksOf(tiff: Tiff, width: number, height: number, size: number, file: string): Blocks {
  const strips = one(tiff, TAG.tileWidth) === undefined;
  const blockWidth = strips ? width : one(tiff, TAG.tileWidth)!;
  const blockHeight = strips ? Math.min(one(tiff, TAG.rowsPerStrip) ?? height, height) : one(tiff, TAG.tileLength)!;
  const offsets = many(tiff, strips ? TAG.stripOffsets : TAG.tileOffsets);
  const byteCounts = many(tiff, strips ? TAG.stripByteCounts : TAG.tileByteCounts);
  const across = Math.ceil(width / blockWidth);
  const count = across * Math.ceil(height / blockHeight);
  if (!(offsets && byteCounts && offsets.length >= count && byteCounts.length >= count)) {
    throw new TerrainError(`does not say where its ${count} blocks are`, file);
  }
  for (let i = 0; i < count; i++) {
    if (byteCounts[i]! > 0 && offsets[i]! + byteCounts[i]! > size) {
      throw new TerrainError(`is truncated: block ${i} of ${count} lies behind its end`, file);
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
    throw new TerrainError(`has samples of ${bits} bits in format ${format}, which are no elevations`, file);
  }
  const interleaved = (one(tiff, TAG.planarConfiguration) ?? 1) === 1;
  return {
    kind,
    bytes: bits / 8,
    littleEndian: tiff.littleEndian,
    width: blocks.width,
    stride: interleaved ? (one(tiff, TAG.samplesPerPixel) ?? 1) : 1,
    predictor: one(tiff, TAG.predictor) ?? 1,
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
  const item = (role: string, otherwise: number) => {
    const text = typeof xml === "string" ? xml.match(new RegExp(`<Item[^>]*role="${role}"[^>]*>([^<]+)<`))?.[1] : "";
    const value = Number(text);
    return text && Number.isFinite(value) ? value : otherwise;
  };
  return { scale: item("scale", 1) * metres, offset: item("offset", 0) * metres };
}

type Decode = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

/** Decompression alone: predictor and byte order are ours, as geotiff.js knows them for little-endian files only. */
async function decoderOf(tiff: Tiff, file: string): Promise<Decode> {
  const compression = one(tiff, TAG.compression) ?? UNCOMPRESSED;
  if (compression === UNCOMPRESSED) return async (bytes) => bytes;
  if (DEFLATE.has(compression)) {
    const unzip = promisify(inflate);
    return async (bytes) => new Uint8Array(await unzip(bytes));
  }
  if (!BY_LIBRARY.has(compression)) throw new TerrainError(`compression ${compression} is not supported`, file);
  const parameters = { predictor: 1, LercParameters: many(tiff, TAG.lercParameters) };
  const decoder = await getDecoder(compression, parameters as unknown as Parameters<typeof getDecoder>[1]);
  return async (bytes) => new Uint8Array((await decoder.decode(bytes.buffer)) as ArrayBuffer);
}
