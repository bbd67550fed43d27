/** SRTM .hgt: big-endian int16, rows from north to south, the file's name gives the south-west sample. */
import { basename } from "node:path";
import type { Projection } from "./crs/projection.js";
import { makeProjection } from "./crs/projection.js";
import { TerrainError } from "./errors.js";
import type { TerrainReader } from "./files.js";
import { clean, type Raster } from "./surface/raster.js";

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
