/** The surface of files that are all known: headers are read when it is opened. */
import { basename, extname } from "node:path";
import { makeProjection, type Projection } from "./crs/crs.js";
import { TerrainError } from "./errors.js";
import { FileReader, type TerrainReader } from "./files.js";
import { type ByteCache, CHUNK, clean, type Raster } from "./surface/chunk.js";
import { type Layer, makeLayers, type Placed, readChunk, type Surface } from "./surface/layer.js";
import { openGeoTiff } from "./tiff/geotiff.js";

const NAME = /^([NS])(\d{1,2})([EW])(\d{1,3})/i;
/** SRTM1 and SRTM3, the half-width tiles beyond 50° of SRTM1-like data, and half-second models in the same form. */
const SHAPES: readonly [rows: number, columns: number][] = [
  [3601, 3601],
  [1201, 1201],
  [3601, 1801],
  [7201, 7201],
];
const VOID = -32768;
const UNIT_ROWS = 128;

/** @throws TerrainError if name or size are not those of an .hgt tile */
export async function openHgt(
  reader: TerrainReader,
  file: string,
  size: number,
  projection: Projection = makeProjection("EPSG:4326"),
): Promise<Raster> {
  const name = NAME.exec(basename(file));
  if (name === null) throw new TerrainError("its name does not state its corner, as in N46E007.hgt", file);
  const latitude = Number(name[2]) * (name[1]!.toUpperCase() === "N" ? 1 : -1);
  const longitude = Number(name[4]) * (name[3]!.toUpperCase() === "E" ? 1 : -1);
  if (latitude < -90 || latitude > 89 || longitude < -180 || longitude > 179) {
    throw new TerrainError("its name must state its south-west corner, from S90 to N89 and from W180 to E179", file);
  }
  const shape = SHAPES.find(([rows, columns]) => rows * columns * 2 === size);
  if (shape === undefined) {
    const sizes = SHAPES.map(([rows, columns]) => `${rows} × ${columns}`).join(", ");
    throw new TerrainError(`is truncated or not an .hgt tile: ${size} bytes are not ${sizes} samples of 2 bytes`, file);
  }
  const [height, width] = shape;
  return {
    file,
    key: file,
    width,
    height,
    grid: {
      x0: longitude,
      y0: latitude + 1,
      xColumn: 1 / (width - 1),
      xRow: 0,
      yColumn: 0,
      yRow: -1 / (height - 1),
    },
    projection,
    unitWidth: width,
    unitHeight: UNIT_ROWS,
    async readUnit(_column, row) {
      const top = row * UNIT_ROWS;
      const rows = Math.min(UNIT_ROWS, height - top);
      const bytes = await reader.read(file, top * width * 2, rows * width * 2);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const heights = new Float32Array(rows * width);
      for (let i = 0; i < heights.length; i++) heights[i] = view.getInt16(2 * i);
      return clean(heights, VOID);
    },
  };
}

const OPENED_AT_ONCE = 16;

/**
 * @param paths files, at least one
 * @param projection taken instead of the files' own
 * @throws TerrainError for a file that cannot be used, or that contradicts another one
 */
export async function openFileSurface(
  paths: readonly string[],
  cache: ByteCache,
  projection?: Projection,
): Promise<Surface> {
  const reader = new FileReader();
  try {
    const layers = makeLayers(await openAll(paths, reader, projection));
    await checkOverlaps(layers, cache);
    return {
      name: paths.length === 1 ? paths[0]! : `${paths[0]} and ${paths.length - 1} more`,
      attribution: undefined,
      layersAround: async () => layers,
      forget() {},
      close: () => reader.close(),
    };
  } catch (cause) {
    await reader.close();
    throw cause;
  }
}

async function openAll(paths: readonly string[], reader: FileReader, projection?: Projection): Promise<Raster[]> {
  const rasters: Raster[] = new Array(paths.length);
  const failures: unknown[] = [];
  let next = 0;
  async function work() {
    for (let i = next++; i < paths.length && failures.length === 0; i = next++) {
      rasters[i] = await openOne(paths[i]!, reader, projection);
    }
  }
  // All must end before the files are closed.
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => work().catch((cause) => failures.push(cause))));
  if (failures.length > 0) throw failures[0];
  return rasters;
}

async function openOne(file: string, reader: FileReader, projection?: Projection): Promise<Raster> {
  const size = await reader.size(file);
  if (size === 0) throw new TerrainError("is empty", file);
  const open = extname(file).toLowerCase() === ".hgt" ? openHgt : openGeoTiff;
  return open(reader, file, size, projection);
}

/** Overlaps smaller than this share of a file are seams, which are compared when they are read. */
const LEAST_SHARE = 0.02;
/** Comparing reads data: at most this much when files are opened. */
const MOST_COMPARED = 32;

/**
 * Reads one chunk in the middle of each large overlap, because reading compares samples.
 *
 * @throws TerrainError if two files contradict each other there
 */
async function checkOverlaps(layers: readonly Layer[], cache: ByteCache): Promise<void> {
  let compared = 0;
  for (const layer of layers) {
    for (const [column, row] of middles(layer.placed)) {
      if (compared++ >= MOST_COMPARED) return;
      await readChunk(layer, Math.floor(column / CHUNK), Math.floor(row / CHUNK), cache);
    }
  }
}

/** Middles of large overlaps, by a sweep over the files from left to right. */
function* middles(placed: readonly Placed[]): Generator<[column: number, row: number]> {
  const sorted = [...placed].sort((a, b) => a.column - b.column);
  for (const [i, a] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length && sorted[k]!.column < a.column + a.raster.width; k++) {
      const b = sorted[k]!;
      const right = Math.min(a.column + a.raster.width, b.column + b.raster.width);
      const top = Math.max(a.row, b.row);
      const bottom = Math.min(a.row + a.raster.height, b.row + b.raster.height);
      const overlap = (right - b.column) * Math.max(bottom - top, 0);
      const smaller = Math.min(a.raster.width * a.raster.height, b.raster.width * b.raster.height);
      if (overlap > LEAST_SHARE * smaller) yield [(b.column + right) / 2, (top + bottom) / 2];
    }
  }
}
