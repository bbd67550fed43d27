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

/** As the build packs them: lines as steps in fractions of a degree, longitude and latitude of the first point, then on. */
export interface Outlines {
  readonly steps: number;
  /** Closed coasts, and the shores of seas within them. */
  readonly land: readonly (readonly number[])[];
  readonly water: readonly (readonly number[])[];
  /** Lines between countries. */
  readonly borders: readonly (readonly number[])[];
}

export interface Line {
  readonly path: Path2D;
  /** Coasts over the date line go on beyond ±180. */
  readonly box: Box;
}

export interface World {
  readonly land: readonly Line[];
  readonly water: readonly Line[];
  readonly borders: readonly Line[];
}

export function worldOf({ steps, land, water, borders }: Outlines): World {
  return {
    land: land.map((line) => lineOf(line, steps, true)),
    water: water.map((line) => lineOf(line, steps, true)),
    borders: borders.map((line) => lineOf(line, steps, false)),
  };
}

/** What of the lines is in sight, and by how many degrees the world has to be turned for it. */
export function* inSight(lines: readonly Line[], view: Box): Iterable<readonly [Path2D, turn: number]> {
  for (const { path, box } of lines) {
    if (box.north < view.south || box.south > view.north) continue;
    for (const turn of [-360, 0, 360])
      if (box.west + turn <= view.east && box.east + turn >= view.west) yield [path, turn];
  }
}

function lineOf(packed: readonly number[], steps: number, isClosed: boolean): Line {
  const path = new Path2D();
  const box = { south: 90, north: -90, west: Number.POSITIVE_INFINITY, east: Number.NEGATIVE_INFINITY };
  let [x, y, shown] = [0, 0, 0];
  for (let i = 0; i < packed.length; i += 2) {
    const before = x;
    x += (packed[i] as number) / steps;
    y += (packed[i + 1] as number) / steps;
    // Without a jump where the line crosses the date line.
    shown = i === 0 ? x : shown + turned(x - before);
    if (i === 0) path.moveTo(shown, heightOf(y));
    else path.lineTo(shown, heightOf(y));
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
    box.west = Math.min(box.west, shown);
    box.east = Math.max(box.east, shown);
  }
  const first = (packed[0] as number) / steps;
  if (!isClosed) return { path, box };
  // A coast that goes round a pole does not close: it is led along the pole.
  if (Math.abs(first - shown) > 180) {
    path.lineTo(shown, heightOf(-EDGE));
    path.lineTo(first, heightOf(-EDGE));
    box.south = -90;
  }
  path.closePath();
  return { path, box };
}

export interface TileSource {
  /** With {z}, {x} and {y}. */
  readonly tiles: string;
  readonly attribution: string;
}

/** The map service that the operator has named, if any; a server that does not answer has no map, either. */
export async function tileSource(): Promise<TileSource | undefined> {
  const reply = await fetch(new URL("explorer/map.json", new URL(".", location.href)));
  if (!reply.ok) return undefined;
  const { tiles, attribution } = (await reply.json()) as Partial<TileSource>;
  return tiles === undefined ? undefined : { tiles, attribution: attribution ?? "" };
}

/** Pixels of a tile, the deepest level that map services have, and tiles that are kept. */
const SIZE = 256;
const DEEPEST = 19;
const KEPT = 256;

interface Tile {
  readonly url: string;
  /** On the map, pixels. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The tiles that cover a view. @param density pixels of the screen for one of the page */
export function tilesOf(view: View, template: string, density: number): Tile[] {
  const level = Math.round(Math.log2((view.scale * 360 * density) / SIZE));
  const z = Math.min(DEEPEST, Math.max(0, level));
  const count = 2 ** z;
  const degrees = 360 / count;
  const size = degrees * view.scale;
  const box = boxOf(view);
  const top = heightOf(EDGE);
  const [left, right] = [Math.floor((box.west + 180) / degrees), Math.floor((box.east + 180) / degrees)];
  const [upper, lower] = [box.north, box.south].map((lat) => Math.floor((180 - heightOf(lat)) / degrees)) as [
    number,
    number,
  ];
  const tiles: Tile[] = [];
  for (let row = Math.max(0, upper); row <= Math.min(count - 1, lower); row++)
    for (let column = left; column <= right; column++) {
      const url = addressOf(template, z, ((column % count) + count) % count, row);
      const x = view.width / 2 + (column * degrees - 180 - view.lon) * view.scale;
      const y = view.height / 2 + (heightOf(view.lat) - 180 + row * degrees) * view.scale;
      if (180 - row * degrees > -top) tiles.push({ url, x, y, size });
    }
  return tiles;
}

function addressOf(template: string, z: number, x: number, y: number): string {
  return template.replaceAll("{z}", String(z)).replaceAll("{x}", String(x)).replaceAll("{y}", String(y));
}

/** Pictures by address, the last used ones kept. */
export class TilePictures {
  private readonly pictures = new Map<string, HTMLImageElement>();
  private readonly draw: () => void;

  /** @param draw called when a picture has come */
  constructor(draw: () => void) {
    this.draw = draw;
  }

  /** undefined until it is there. */
  picture(url: string): HTMLImageElement | undefined {
    let picture = this.pictures.get(url);
    if (!picture) {
      picture = new Image();
      picture.addEventListener("load", this.draw);
      picture.src = url;
    }
    this.pictures.delete(url);
    this.pictures.set(url, picture);
    for (const old of this.pictures.keys()) {
      if (this.pictures.size <= KEPT) break;
      this.pictures.delete(old);
    }
    return picture.complete && picture.naturalWidth > 0 ? picture : undefined;
  }
}
