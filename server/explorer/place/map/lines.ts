/** The world's outlines as paths on the map: x in degrees of longitude, y as `heightOf` has it. */
import { type Box, turned } from "../towns.js";
import { EDGE, heightOf } from "./view.js";

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
