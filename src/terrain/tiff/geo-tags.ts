/** Position of a GeoTIFF: its model tags and its GeoKeys (OGC GeoTIFF 1.1, clause 7). */
import { globals } from "geotiff";
import type { GeoKeys } from "../crs/crs.js";
import { TerrainError } from "../errors.js";
import type { Affine } from "../surface/raster.js";
import type { Tiff } from "./tiff.js";

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
