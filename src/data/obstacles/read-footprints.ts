/** Buildings of a map: GeoJSON polygons with heights, as prisms around a place. */
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { plain } from "../../foundation/text/number.js";
import { shown } from "../../foundation/text/shown.js";
import { checkOutline, isWithin } from "./outline.js";
import type { SceneReading } from "./reading.js";
import type { Obstacle } from "./types.js";

export interface FootprintOptions {
  /** The scene's point 0, 0: degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** m; what is farther away is left out. Default 500. */
  readonly within?: number | undefined;
  /** Height of buildings without one, m. Default: they are left out. */
  readonly otherwise?: number | undefined;
}

const [MOST_BUILDINGS, WITHIN] = [5000, 500];
/** Of a storey without a height, m. */
const STOREY = 3;
/** WGS 84: equatorial radius in m, square of the eccentricity. */
const [EQUATOR, FLAT2] = [6_378_137, 0.00669437999014];

type Place = readonly [number, number];

/**
 * Buildings from GeoJSON, such as an export of OpenStreetMap: `Polygon` and `MultiPolygon` with `height` or `building:levels` among their
 * properties. A building in which the place is itself is left out: describe it by its roof.
 *
 * @param json a FeatureCollection, parsed; longitude and latitude in degrees
 * @returns prisms in metres around the place, with their bases at 0, and notices of what was left out or mended
 * @throws TypeError, RangeError for what is no such collection, and for a place or more than 5000 buildings near it
 */
export function readFootprints(json: unknown, options: FootprintOptions): SceneReading {
  const { latitude, longitude, within = WITHIN, otherwise } = options ?? {};
  if (!(Math.abs(latitude) <= 89 && Math.abs(longitude) <= 180))
    throw new RangeError(
      `readFootprints: options must have a latitude and a longitude, got ${shown([latitude, longitude])}`,
    );
  const features = (json as { features?: unknown } | null)?.features;
  if (!Array.isArray(features))
    throw new TypeError(`readFootprints: json must be a FeatureCollection, got ${shown(json)}`);
  const counts = new Map<string, number>();
  const note = (what: string) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return undefined;
  };
  const local = localOf(latitude, longitude);
  const obstacles: Obstacle[] = [];
  for (const [k, feature] of features.entries()) {
    for (const rings of polygonsOf(feature)) {
      const prism = prismOf(
        rings,
        feature.properties ?? {},
        { local, within, otherwise, note },
        `readFootprints: features[${k}]`,
      );
      if (prism !== undefined) obstacles.push(prism);
      if (obstacles.length > MOST_BUILDINGS)
        throw new RangeError(`readFootprints: more than ${MOST_BUILDINGS} buildings: choose a smaller within`);
    }
  }
  if (obstacles.length === 0) note(`no building within ${plain(within)} m`);
  return {
    obstacles,
    notices: [...counts].map(([what, count]) => ({ code: "scene" as const, message: `${what}: ${count}` })),
  };
}

/** Metres east and north of the place, on the plane that touches the ellipsoid there: within 1 km it is right to 0.1 m. */
function localOf(latitude: number, longitude: number): (place: Place) => Place {
  const s = sin(latitude * DEG);
  const w = 1 - FLAT2 * s * s;
  const [north, east] = [(EQUATOR * (1 - FLAT2)) / (w * Math.sqrt(w)), (EQUATOR / Math.sqrt(w)) * cos(latitude * DEG)];
  return ([x, y]) => [east * (x - longitude) * DEG, north * (y - latitude) * DEG];
}

/** Rings of each polygon. */
function polygonsOf(feature: unknown): readonly unknown[] {
  const geometry = (feature as { geometry?: { type?: string; coordinates?: unknown } } | null)?.geometry;
  if (geometry?.type === "Polygon") return [geometry.coordinates];
  if (geometry?.type === "MultiPolygon" && Array.isArray(geometry.coordinates)) return geometry.coordinates;
  return [];
}

interface Sieve {
  readonly local: (place: Place) => Place;
  readonly within: number;
  readonly otherwise: number | undefined;
  readonly note: (what: string) => undefined;
}

function prismOf(
  rings: unknown,
  properties: { readonly [key: string]: unknown },
  sieve: Sieve,
  where: string,
): Obstacle | undefined {
  const { local, within, otherwise, note } = sieve;
  if (!Array.isArray(rings) || !Array.isArray(rings[0]))
    throw new TypeError(`${where} must have rings of coordinates, got ${shown(rings)}`);
  const ring: readonly unknown[] = rings[0];
  if (rings.length > 1) note("courtyards are filled");
  const outline = ring.map((place: unknown) => {
    const [x, y] = Array.isArray(place) ? place : [];
    if (typeof x === "number" && typeof y === "number" && Math.abs(x) <= 360 && Math.abs(y) <= 90) return local([x, y]);
    throw new RangeError(`${where} must have coordinates of longitude and latitude in degrees, got ${shown(place)}`);
  });
  if (outline.every(([x, y]) => Math.sqrt(x * x + y * y) > within)) return undefined;
  const top = heightOf(properties, note) ?? otherwise;
  if (top === undefined) return note("buildings without a height are left out");
  if (isWithin(outline, [0, 0])) return note("the building of the place itself is left out: describe it by its roof");
  try {
    const checked = checkOutline(outline, where);
    const bottom = metresOf(properties.min_height) ?? 0;
    return { kind: "prism", outline: checked, top, ...(bottom > 0 && bottom < top && { bottom }) };
  } catch {
    return note("outlines that cross themselves or have no area are left out");
  }
}

function heightOf(properties: { readonly [key: string]: unknown }, note: Sieve["note"]): number | undefined {
  for (const key of ["height", "building:height", "Height", "HEIGHT"]) {
    const found = metresOf(properties[key]);
    if (found !== undefined) return found;
  }
  const levels = metresOf(properties["building:levels"]);
  if (levels === undefined) return undefined;
  note(`heights are counted as ${STOREY} m a storey`);
  return STOREY * levels;
}

/** A height above 0 and up to 1000 m, written as a number or "12.5 m". */
function metresOf(value: unknown): number | undefined {
  const [, digits] = (typeof value === "string" && /^(\d{1,4}(?:\.\d{1,6})?) ?m?$/.exec(value.trim())) || [];
  const found = digits === undefined ? value : Number(digits);
  return typeof found === "number" && found > 0 && found <= 1000 ? found : undefined;
}
