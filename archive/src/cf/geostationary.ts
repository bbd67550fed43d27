/**
 * The view of a geostationary satellite: places on an ellipsoid and the angles under which it sees them. CF 1.11, appendix F,
 * "Geostationary projection"; GOES-R Product Definition and Users' Guide, volume 5, section 4.2.8; CGMS 03, section 4.4.3.2, whose
 * sweep is that of Meteosat.
 */
import { unusable } from "../bytes/location.js";
import type { JsonObject } from "../json.js";
import { extentOfPlaces, type Place } from "../source.js";
import type { ArrayDescription } from "./array.js";
import { axisOf, besides, nearestOn, type Places, type Spot, spotOf } from "./places.js";

/** Lengths in metres, the longitude in degrees. */
export interface GeostationaryView {
  /** Of the satellite above the ellipsoid, at the equator. */
  readonly height: number;
  readonly semiMajor: number;
  readonly semiMinor: number;
  /** Below the satellite. */
  readonly longitude: number;
  /** The axis about which the outer mirror turns: "x" of GOES, "y" of Meteosat and Himawari. */
  readonly sweep: "x" | "y";
}

/** Angles in radians, east and north positive. */
interface GeostationaryPlane {
  /** [x, y] of a place; undefined on the far side, and at the limb, where sight only grazes. */
  forward(latitude: number, longitude: number): readonly [number, number] | undefined;
  /** [latitude, longitude] in degrees, −180…180; undefined beside the Earth. */
  inverse(x: number, y: number): readonly [number, number] | undefined;
}

const DEGREE = Math.PI / 180;

export function geostationaryPlane({ height, semiMajor, semiMinor, longitude, sweep }: GeostationaryView) {
  // In units of the equator's radius, from the Earth's centre: x towards the satellite, y east, z north.
  const distance = 1 + height / semiMajor;
  const flat = (semiMinor / semiMajor) ** 2;
  const polar = semiMinor / semiMajor;
  const tangent = distance * distance - 1;
  const plane: GeostationaryPlane = {
    forward(latitude, east) {
      const geocentric = Math.atan(flat * Math.tan(latitude * DEGREE));
      const along = (east - longitude) * DEGREE;
      const [cos, sin] = [Math.cos(geocentric), Math.sin(geocentric)];
      const radius = polar / Math.hypot(polar * cos, sin);
      const x = radius * cos * Math.cos(along);
      const y = radius * cos * Math.sin(along);
      const z = radius * sin;
      const ahead = distance - x;
      if (!(ahead * x - y * y - (z * z) / flat >= 0)) return undefined;
      if (sweep === "x") return [Math.atan2(y, Math.hypot(z, ahead)), Math.atan2(z, ahead)];
      return [Math.atan2(y, ahead), Math.atan2(z, Math.hypot(y, ahead))];
    },
    inverse(x, y) {
      if (!(Math.abs(x) < Math.PI / 2 && Math.abs(y) < Math.PI / 2)) return undefined;
      // A ray from the satellite: (−1, east, north) times its length.
      const [tanX, tanY] = [Math.tan(x), Math.tan(y)];
      const north = sweep === "x" ? tanY : tanY * Math.hypot(1, tanX);
      const east = sweep === "x" ? tanX * Math.hypot(1, tanY) : tanX;
      const square = 1 + east * east + (north * north) / flat;
      const root = distance * distance - square * tangent;
      if (!(root >= 0)) return undefined;
      const length = (distance - Math.sqrt(root)) / square;
      const [px, py, pz] = [distance - length, east * length, north * length];
      const latitude = Math.atan(pz / (flat * Math.hypot(px, py))) / DEGREE;
      const turned = longitude + Math.atan2(py, px) / DEGREE;
      return [latitude, turned - 360 * Math.round(turned / 360)];
    },
  };
  return plane;
}

/** Whether attributes are those of a geostationary grid mapping. */
export function isGeostationary(attributes: JsonObject): boolean {
  return attributes.grid_mapping_name === "geostationary";
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for attributes that are missing or impossible, naming the first */
export function viewOf(attributes: JsonObject, where: string): GeostationaryView {
  const number = (name: string, least: number, most: number, otherwise?: number): number => {
    const value = attributes[name] ?? otherwise;
    if (typeof value === "number" && value >= least && value <= most) return value;
    throw unusable(where, `${name} must be a number from ${least} to ${most}, got ${JSON.stringify(value)}`);
  };
  const semiMajor = number("semi_major_axis", 6.3e6, 6.4e6);
  const flattening = attributes.inverse_flattening;
  const polar = typeof flattening === "number" && flattening > 0 ? semiMajor * (1 - 1 / flattening) : undefined;
  return {
    height: number("perspective_point_height", 3e7, 4e7),
    semiMajor,
    semiMinor: number("semi_minor_axis", 6.3e6, 6.4e6, polar),
    longitude: number("longitude_of_projection_origin", -180, 360),
    sweep: sweepOf(attributes, where),
  };
}

/** CF has two names for the two axes; with neither, the sweep is that of Meteosat ("y"). */
function sweepOf({ sweep_angle_axis: sweep, fixed_angle_axis: fixed }: JsonObject, where: string): "x" | "y" {
  const axis = sweep ?? (fixed === "x" ? "y" : fixed === "y" ? "x" : (fixed ?? "y"));
  if (axis === "x" || axis === "y") return axis;
  throw unusable(where, `sweep_angle_axis must be "x" or "y", got ${JSON.stringify(axis)}`);
}

// Cells of a satellite's own grid: rows and columns of the angles under which it sees them.

/** Rows and columns that are looked at for the extent of all. */
const SAMPLED = 100;

/** @param y angles of the rows and `x` of the columns, radians, ascending or descending */
export function anglePlaces(view: GeostationaryView, y: Float64Array, x: Float64Array, where: string): Places {
  const plane = geostationaryPlane(view);
  const [rows, columns] = [axisOf(y, `${where}: y`), axisOf(x, `${where}: x`)];
  if ([y, x].some((own) => own.length < 2)) throw unusable(where, "a satellite's grid needs two rows and two columns");
  const step = Math.max(...[y, x].map((own) => Math.abs(own.at(-1)! - own[0]!) / (own.length - 1)));
  const spacing = (step * view.height) / view.semiMajor / DEGREE;
  const spotAt = (place: Place, row: number, column: number): Spot[] => {
    const found = plane.inverse(x[column]!, y[row]!);
    return found === undefined ? [] : [{ ...spotOf(place, [row, column], found[0], found[1]), spacing }];
  };
  return {
    extent() {
      const at = (count: number) =>
        Array.from({ length: SAMPLED + 1 }, (_, k) => Math.round((k / SAMPLED) * (count - 1)));
      const seen = at(y.length).flatMap((row) =>
        at(x.length).flatMap((column) => plane.inverse(x[column]!, y[row]!) ?? []),
      );
      const [latitudes, longitudes] = [0, 1].map((odd) => seen.filter((_, k) => k % 2 === odd));
      const around = extentOfPlaces(latitudes!, longitudes!);
      return around && { ...around, cells: y.length * x.length, spacing };
    },
    near(place) {
      const angles = plane.forward(place.latitude, place.longitude);
      if (angles === undefined) return [];
      const [column, row] = [nearestOn(columns, angles[0]), nearestOn(rows, angles[1])];
      if (!row.isIn || !column.isIn) return [];
      const nearest = spotAt(place, row.index, column.index);
      const others = [row.index, ...besides(row.index, y.length, false)].flatMap((r) =>
        [column.index, ...besides(column.index, x.length, false)]
          .filter((c) => r !== row.index || c !== column.index)
          .flatMap((c) => spotAt(place, r, c)),
      );
      return [...nearest, ...others.sort((a, b) => a.distanceKm - b.distanceKm)];
    },
  };
}

/** What multiplies the numbers of an angle; a length is the angle times the height of the satellite (PROJ, "Geostationary"). */
export function inRadians(
  values: Float64Array,
  { attributes, path }: ArrayDescription,
  height: number,
  where: string,
): Float64Array {
  const unit = String(attributes.units ?? "rad");
  const factors: { readonly [unit: string]: number } = { rad: 1, radian: 1, microradian: 1e-6, degree: Math.PI / 180 };
  const lengths: { readonly [unit: string]: number } = { m: 1, meter: 1, metre: 1, km: 1000 };
  const name = unit.toLowerCase().replace(/(?<=\w\w)s$/, "");
  const factor = factors[name] ?? (lengths[name] ?? Number.NaN) / height;
  if (!(factor > 0)) throw unusable(where, `${path} must be in rad or m, got ${JSON.stringify(unit)}`);
  return values.map((value) => value * factor);
}
