/** What of the world a map shows, in Mercator's projection, and what its grid and its scale bar say. */
import { type Box, turned } from "../towns.js";

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

export interface View extends Place {
  /** Pixels for a degree of longitude. */
  readonly scale: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Degrees: the projection has no poles, and its map ends where it is as high as it is wide. */
export const EDGE = 85.05;
const RADIAN = 180 / Math.PI;
const KM_PER_DEGREE = 111.2;
/** Least pixels between lines of the grid, and the longest scale bar. */
const GRID = 110;
const LONGEST_BAR = 120;

/** The height of a latitude on the map, in degrees of longitude. */
export function heightOf(lat: number): number {
  const within = Math.min(EDGE, Math.max(-EDGE, lat));
  return RADIAN * Math.log(Math.tan(Math.PI / 4 + within / RADIAN / 2));
}

export function latitudeOf(height: number): number {
  return RADIAN * (2 * Math.atan(Math.exp(height / RADIAN)) - Math.PI / 2);
}

/** Pixels from the left and from the top, by the shorter way around the world. */
export function pixelOf(view: View, { lat, lon }: Place): readonly [x: number, y: number] {
  return [
    view.width / 2 + turned(lon - view.lon) * view.scale,
    view.height / 2 - (heightOf(lat) - heightOf(view.lat)) * view.scale,
  ];
}

export function placeOf(view: View, x: number, y: number): Place {
  return {
    lat: latitudeOf(heightOf(view.lat) - (y - view.height / 2) / view.scale),
    lon: turned(view.lon + (x - view.width / 2) / view.scale),
  };
}

/** The bounds of a view; longitudes may go beyond ±180. */
export function boxOf(view: View): Box {
  const half = view.width / 2 / view.scale;
  return {
    south: placeOf(view, 0, view.height).lat,
    north: placeOf(view, 0, 0).lat,
    west: view.lon - half,
    east: view.lon + half,
  };
}

/** Within its limits: no wider than the world, and not beyond its ends. */
export function held(view: View, largest: number): View {
  const least = Math.max(view.width / 360, view.height / (2 * heightOf(EDGE)), 0.1);
  const scale = Math.min(largest, Math.max(least, view.scale));
  const room = Math.max(0, heightOf(EDGE) - view.height / 2 / scale);
  const height = Math.min(room, Math.max(-room, heightOf(view.lat)));
  return { ...view, scale, lat: latitudeOf(height), lon: turned(view.lon) };
}

/** Larger by a factor, with a place where it is. */
export function zoomed(view: View, factor: number, [x, y]: readonly [number, number], largest: number): View {
  const scale = held({ ...view, scale: view.scale * factor }, largest).scale;
  const [dx, dy] = [x - view.width / 2, y - view.height / 2];
  const change = 1 / view.scale - 1 / scale;
  return held({ ...view, scale, ...shifted(view, dx * change, -dy * change) }, largest);
}

/** The middle after a drag, in pixels. */
export function dragged(view: View, dx: number, dy: number): View {
  return { ...view, ...shifted(view, -dx / view.scale, dy / view.scale) };
}

/** @param east, north degrees of longitude, and as much of the map upwards */
function shifted(view: View, east: number, north: number): Place {
  return { lat: latitudeOf(heightOf(view.lat) + north), lon: view.lon + east };
}

/** Degrees between lines of the grid. */
export function gridStep({ scale }: View): number {
  const least = GRID / scale;
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30].find((step) => step >= least) ?? 45;
}

/** Multiples of a step within bounds, without the error of added fractions. */
export function ticksWithin(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, k) =>
    Number(((first + k) * step).toFixed(6)),
  );
}

/** A round distance in the middle of the map, and its length in pixels. */
export function scaleBar(view: View): { readonly km: number; readonly pixels: number } {
  const perKm = view.scale / (KM_PER_DEGREE * Math.cos(view.lat / RADIAN));
  const most = LONGEST_BAR / perKm;
  const ten = 10 ** Math.floor(Math.log10(most));
  const km = ([5, 2].find((factor) => factor * ten <= most) ?? 1) * ten;
  return { km, pixels: km * perKm };
}
