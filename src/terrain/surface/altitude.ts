import type { ByteCache } from "./cache.js";
import { contributionAt, heightAt } from "./cells.js";
import { CHUNK } from "./chunk.js";
import { filesOf, type Layer, readChunk, toLattice } from "./layer.js";

/** If the nearest sample is missing in each layer: the share of samples that must be present in all of them together. */
const LEAST_WEIGHT = 0.5;

export interface Ground {
  /** Metres; NaN without data. */
  readonly height: number;
  /** Files around the point. */
  readonly files: readonly string[];
}

/**
 * Bilinear height of the surface: of the finest layer that has all four samples around the point, else of all layers'
 * samples by their bilinear weights, which joins layers of different steps along a seam without a break.
 */
export async function groundAt(
  layers: readonly Layer[],
  latitude: number,
  longitude: number,
  cache: ByteCache,
): Promise<Ground> {
  const at = new Float64Array(2);
  const files: string[] = [];
  let sum = 0;
  let weight = 0;
  let near = false;
  for (const layer of layers) {
    layer.projection.forward(longitude, latitude, at);
    toLattice(layer.grid, at[0]!, at[1]!, at);
    if (!(Number.isFinite(at[0]) && Number.isFinite(at[1]))) continue;
    const column = Math.floor(at[0]! / CHUNK);
    const row = Math.floor(at[1]! / CHUNK);
    const x = at[0]! - column * CHUNK;
    const y = at[1]! - row * CHUNK;
    const chunk = await readChunk(layer, column, row, cache);
    if (chunk === undefined) continue;
    for (const placed of filesOf(layer, column, row)) {
      const [fileX, fileY] = [x + column * CHUNK - placed.column, y + row * CHUNK - placed.row];
      const { width, height } = placed.raster;
      if (fileX > -1 && fileX < width && fileY > -1 && fileY < height) files.push(placed.raster.file);
    }
    const part = contributionAt(chunk.heights, x, y);
    const height = heightAt(chunk.heights, x, y);
    if (part.weight > 0.999999) return { height, files };
    near ||= !Number.isNaN(height);
    sum += part.sum;
    weight += part.weight;
  }
  return { height: near || weight >= LEAST_WEIGHT ? sum / weight : Number.NaN, files };
}
