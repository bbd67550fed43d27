/** Buildings of a map: GeoJSON polygons with heights, as prisms around a place. */
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { plain } from "../../foundation/text/number.js";
import { shown } from "../../foundation/text/shown.js";
import { checkOutline, type Flat, isWithin } from "./outline.js";
import { Counts, MOST_OBSTACLES, type SceneReading } from "./reading.js";
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

const WITHIN = 500;
/** As a description takes. */
const MOST_CORNERS = 500;
/** m; of a storey without a height, m, and storeys. */
const [HIGHEST, STOREY, MOST_STOREYS] = [1000, 3, 200];
const [FOOT, INCH] = [0.3048, 0.0254];
/** Systems of coordinates that are GeoJSON's own. */
const WGS84 = /CRS:?84$|[:/]4326$/i;
/** WGS 84: equatorial radius in m, square of the eccentricity. */
const [EQUATOR, FLAT2] = [6_378_137, 0.00669437999014];

type Place = readonly [number, number];

/**
 * Buildings from GeoJSON, such as an export of OpenStreetMap: `Polygon` and `MultiPolygon` with `height` or `building:levels` among their
 * properties. A building in which the place is itself is left out: describe it by its roof.
 *
 * @param json a FeatureCollection, parsed; longitude and latitude in degrees
 * @returns prisms in metres around the place, with their bases at 0, and notices of what was left out or mended
 * @throws TypeError, RangeError for what is no such collection, and for a place or more than 1000 buildings near it
 */
export function readFootprints(json: unknown, options: FootprintOptions): SceneReading {
  const { latitude, longitude, within = WITHIN, otherwise } = options ?? {};
  if (!(Math.abs(latitude) <= 89 && Math.abs(longitude) <= 180))
    throw new RangeError(
      `readFootprints: options must have a latitude and a longitude, got ${shown(latitude)} and ${shown(longitude)}`,
    );
  checkMetres("within", within, 100_000);
  checkMetres("otherwise", otherwise, HIGHEST);
  const counts = new Counts();
  const sieve = {
    ...{ local: localOf(latitude, longitude), within, otherwise, counts },
    nearest: Number.POSITIVE_INFINITY,
  };
  const obstacles: Obstacle[] = [];
  for (const [k, feature] of featuresOf(json).entries()) {
    const where = `readFootprints: features[${k}]`;
    for (const rings of polygonsOf(feature, where, counts)) {
      const prism = prismOf(rings, (feature as Building).properties ?? {}, sieve, where);
      if (prism !== undefined) obstacles.push(prism);
      if (obstacles.length > MOST_OBSTACLES)
        throw new RangeError(`readFootprints: more than ${MOST_OBSTACLES} buildings: choose a smaller within`);
    }
  }
  const { nearest } = sieve;
  const far = nearest > within && nearest < Number.POSITIVE_INFINITY;
  const none = `no building within ${plain(within)} m${far ? `: the nearest is ${plain(Math.round(nearest))} m away` : ""}`;
  return { obstacles, notices: counts.notices(...(obstacles.length === 0 ? [none] : [])) };
}

function checkMetres(name: string, value: unknown, most: number): void {
  if (value !== undefined && !(typeof value === "number" && value > 0 && value <= most))
    throw new RangeError(`readFootprints: ${name} must be above 0 and up to ${most} m, got ${shown(value)}`);
}

interface Building {
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown } | null;
  readonly properties?: { readonly [key: string]: unknown } | null;
}

function featuresOf(json: unknown): readonly unknown[] {
  const { features, crs } = Object(json) as { features?: unknown; crs?: { properties?: { name?: unknown } } };
  if (!Array.isArray(features))
    throw new TypeError(`readFootprints: json must be a FeatureCollection, got ${shown(json)}`);
  const system = crs?.properties?.name;
  if (system === undefined || WGS84.test(String(system))) return features;
  throw new RangeError(`readFootprints: coordinates must be of WGS 84 (EPSG:4326), got ${shown(system)}`);
}

/** Metres east and north of the place, on the plane that touches the ellipsoid there: within 1 km it is right to 0.1 m. */
function localOf(latitude: number, longitude: number): (place: Place) => Place {
  const s = sin(latitude * DEG);
  const w = 1 - FLAT2 * s * s;
  const [north, east] = [(EQUATOR * (1 - FLAT2)) / (w * Math.sqrt(w)), (EQUATOR / Math.sqrt(w)) * cos(latitude * DEG)];
  return ([x, y]) => {
    const turn = x - longitude;
    return [east * (turn - 360 * Math.round(turn / 360)) * DEG, north * (y - latitude) * DEG];
  };
}

/** Rings of each polygon. */
function polygonsOf(feature: unknown, where: string, counts: Counts): readonly unknown[] {
  const { type, coordinates } = Object((feature as Building | null)?.geometry) as NonNullable<Building["geometry"]>;
  if (type === "Polygon") return [coordinates];
  if (type !== "MultiPolygon") {
    counts.note("features without polygons are left out");
    return [];
  }
  if (Array.isArray(coordinates)) return coordinates;
  throw new TypeError(`${where} must have polygons of rings, got ${shown(coordinates)}`);
}

interface Sieve {
  readonly local: (place: Place) => Place;
  readonly within: number;
  readonly otherwise: number | undefined;
  readonly counts: Counts;
  /** Of all corners so far, m. */
  nearest: number;
}

function prismOf(
  rings: unknown,
  properties: NonNullable<Building["properties"]>,
  sieve: Sieve,
  where: string,
): Obstacle | undefined {
  const { local, within, otherwise, counts } = sieve;
  if (!Array.isArray(rings) || !Array.isArray(rings[0]))
    throw new TypeError(`${where} must have rings of coordinates, got ${shown(rings)}`);
  const outline = (rings[0] as readonly unknown[]).map((place) => local(placeOf(place, where)));
  const near = outline.reduce((least, [x, y]) => Math.min(least, Math.sqrt(x * x + y * y)), Number.POSITIVE_INFINITY);
  sieve.nearest = Math.min(sieve.nearest, near);
  if (!(near <= within)) return undefined;
  if (rings.length > 1) counts.note("courtyards are filled");
  const top = heightOf(properties, counts) ?? otherwise;
  if (top === undefined) return counts.note("buildings without a height are left out");
  if (isWithin(outline, [0, 0]))
    return counts.note("the building of the place itself is left out: describe it by its roof");
  const base = properties.min_height ?? 0;
  const bottom = Number(base) === 0 ? 0 : metresOf(base);
  if (bottom === undefined || bottom >= top) counts.note("bases not below their tops are put on the ground");
  try {
    const checked = checkOutline(thinned(outline, counts), where);
    return { kind: "prism", outline: checked, top, ...(bottom && bottom < top && { bottom }) };
  } catch {
    return counts.note("outlines that cross themselves or have no area are left out");
  }
}

function placeOf(place: unknown, where: string): Place {
  const [x, y] = Array.isArray(place) ? place : [];
  if (typeof x === "number" && typeof y === "number" && Math.abs(x) <= 360 && Math.abs(y) <= 90) return [x, y];
  const got = Array.isArray(place) ? `[${shown(x)}, ${shown(y)}]` : shown(place);
  throw new RangeError(`${where} must have coordinates of longitude and latitude in degrees (WGS 84), got ${got}`);
}

/** An outline with corners farther and farther apart, until they are few enough. */
function thinned(outline: readonly Flat[], counts: Counts): readonly Flat[] {
  if (outline.length > MOST_CORNERS) counts.note(`outlines of more than ${MOST_CORNERS} corners are thinned`);
  let left = outline;
  for (let apart = 0.1; left.length > MOST_CORNERS; apart *= 2) {
    let [lastX, lastY] = left.at(-1)!;
    left = left.filter(([x, y]) => {
      const isApart = Math.abs(x - lastX) + Math.abs(y - lastY) >= apart;
      if (isApart) [lastX, lastY] = [x, y];
      return isApart;
    });
  }
  return left;
}

function heightOf(properties: NonNullable<Building["properties"]>, counts: Counts): number | undefined {
  for (const key of ["height", "building:height", "Height", "HEIGHT"]) {
    const given = properties[key] ?? undefined;
    const found = metresOf(given);
    if (found !== undefined) return found;
    if (given !== undefined) counts.note(`heights that are not above 0 and up to ${HIGHEST} m are not used`);
  }
  const given = properties["building:levels"] ?? undefined;
  const levels = metresOf(given);
  if (levels === undefined || levels > MOST_STOREYS)
    return given === undefined ? undefined : counts.note(`storeys that are not up to ${MOST_STOREYS} are not used`);
  counts.note(`heights are counted as ${STOREY} m a storey`);
  return STOREY * levels;
}

/** A height above 0 and up to 1000 m: a number, or as OpenStreetMap writes it: "12.5", "12.5 m", "40 ft", "40'", "40'6\"". */
function metresOf(value: unknown): number | undefined {
  const read = typeof value === "string" && /^(\d{1,4}(?:\.\d{1,6})?) ?(m|ft|'(?:(\d{1,2})")?|)$/.exec(value.trim());
  const [, digits, unit, inches = 0] = read || [];
  const metres = Number(digits) * (unit === "" || unit === "m" ? 1 : FOOT) + Number(inches) * INCH;
  const found = read ? metres : value;
  return typeof found === "number" && found > 0 && found <= HIGHEST ? found : undefined;
}
