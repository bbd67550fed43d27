/** The surface of files that are all known: headers are read when it is opened. */
import { extname } from "node:path";
import type { Projection } from "./crs/projection.js";
import { TerrainError } from "./errors.js";
import { FileReader } from "./files.js";
import { openHgt } from "./hgt.js";
import type { ByteCache } from "./surface/cache.js";
import { makeLayers } from "./surface/layer.js";
import { checkOverlaps } from "./surface/overlaps.js";
import type { Raster } from "./surface/raster.js";
import type { Surface } from "./surface/surface.js";
import { openGeoTiff } from "./tiff/geotiff.js";

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
