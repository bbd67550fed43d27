/**
 * The map of shade of areas among bodies: cells of 2°, and within those where the light changes, points at 1°, 0.5° and 0.25°, as
 * finely as the change asks for. Cells that nothing can reach are found by cones through the tree, without rays.
 */
import { acos, asin, cos, DEG, RAD, sin } from "../../foundation/math/index.js";
import { SUN_DIAMETER } from "../models/shading/horizon-line.js";
import type { ShadeEdges, ShadeMap } from "../models/shading/shade-map.js";
import type { Area } from "./area.js";
import type { Rays } from "./rays.js";
import { SkySamples } from "./sky-samples.js";

/** A map that is known, and the bodies that are gone since. */
export interface KnownShade {
  readonly map: ShadeMap;
  readonly gone: Rays;
}

export interface SceneShadeOptions {
  /** Season of each month from January; default: the first one all the year. */
  readonly months?: readonly number[] | undefined;
  /** Where the sun never is as seen from this latitude (degrees), cells are no finer than 1° and have fewer rays. Default: the sun may be anywhere. */
  readonly latitude?: number | undefined;
  /** The share within 1 % of the area at 99 % of suns, as yields have it; else within 2 %. Default false. */
  readonly isFine?: boolean | undefined;
  /** Rays to each direction, at least. Default 144, or 576 if fine. */
  readonly rays?: number | undefined;
  /** Where nothing of what is gone was in sight, cells are those of the known map. */
  readonly known?: KnownShade | undefined;
}

/** Degrees of a cell, and the most parts of its sides. */
const CELL = 2;
const MOST_PARTS = 8;
const [COLUMNS, ROWS] = [360 / CELL, 90 / CELL];
const POINTS_AROUND = COLUMNS * MOST_PARTS;
/** From the middle of a cell to its corner, with the sun's disc. */
const REACH = (CELL * Math.SQRT1_2 + SUN_DIAMETER) * DEG;
/**
 * What makes the points of a cell come closer: a change of the share between neighbours, a change of that change, and, between the corners
 * of a cell that has no other points yet, any difference.
 */
interface Tolerance {
  readonly steep: number;
  readonly bent: number;
  readonly uneven: number;
}

/** Chosen on the first three scenes of fixtures/scenes: modules within 1 % of their area if fine (research/shade.md), and a roof of 30 in a second. */
const [ROUGH, FINE]: [Tolerance, Tolerance] = [
  { steep: 0.35, bent: 0.08, uneven: 0.06 },
  { steep: 0.3, bent: 0.04, uneven: 0.03 },
];
/** The highest declination, with refraction and the size of a cell. */
const BAND = 23.44 + 2.5;
const [ROUGH_RAYS, FINE_RAYS] = [144, 576];
/** Times that: each area has a ray of its own, up to so many. */
const MOST_RAYS = 2;

/** Where the sun never is, the sky's light alone needs one ray of so many. */
const SUNLESS = 4;

/** What a cone meets. */
const [NOTHING, WIDE, NARROW] = [0, 1, 2] as const;

/**
 * @param areas of one plane, such as the modules on it
 * @returns the share of the areas that the sun's disc lights, by its place; from behind the plane all passes
 */
export function sceneShade(rays: Rays, areas: readonly Area[], options: SceneShadeOptions = {}): ShadeMap {
  return new Maker(rays, areas, options).map();
}

/** Steps between areas of a list that never come back to the same column of a grid: the golden section. */
const GOLDEN = 0.6180339887498949;

/** Evenly spread ones of a long list: more areas than rays say no more. */
function someOf(areas: readonly Area[], most: number): readonly Area[] {
  if (areas.length <= most) return areas;
  return Array.from({ length: most }, (_, k) => areas[Math.floor(((k * GOLDEN) % 1) * areas.length)]!);
}

/** Unit vector of a direction in degrees: east, north, up. */
export function directionOf(azimuth: number, elevation: number): readonly [number, number, number] {
  const flat = cos(elevation * DEG);
  return [flat * sin(azimuth * DEG), flat * cos(azimuth * DEG), sin(elevation * DEG)];
}

/** Whether the sun ever is about there, seen from a latitude in degrees; undefined: it may be anywhere. */
export function sunComesBy(latitude: number | undefined, [, north, up]: readonly [number, number, number]): boolean {
  if (latitude === undefined) return true;
  const sine = sin(latitude * DEG) * up + cos(latitude * DEG) * north;
  return Math.abs(asin(Math.max(-1, Math.min(1, sine)))) * RAD <= BAND;
}

class Maker {
  private readonly rays: Rays;
  private readonly samples: SkySamples;
  private readonly options: SceneShadeOptions;
  private readonly tolerance: Tolerance;
  private readonly seasons: number;
  /** By season, at points of 0.25°: NaN where nothing was asked yet. */
  private readonly known: Float64Array[];
  private readonly cells: Float64Array[];
  private readonly nodes: number[][];
  private readonly parts = new Uint8Array(COLUMNS * ROWS);
  private readonly start = new Int32Array(COLUMNS * ROWS);

  constructor(rays: Rays, areas: readonly Area[], options: SceneShadeOptions) {
    this.rays = rays;
    const least = options.rays ?? (options.isFine ? FINE_RAYS : ROUGH_RAYS);
    this.samples = new SkySamples(rays, someOf(areas, MOST_RAYS * least), least);
    this.options = options;
    this.tolerance = options.isFine ? FINE : ROUGH;
    this.seasons = rays.passed.length;
    const bySeason = <Value>(of: () => Value) => Array.from({ length: this.seasons }, of);
    this.known = bySeason(() => new Float64Array(POINTS_AROUND * (ROWS * MOST_PARTS + 1)).fill(Number.NaN));
    this.cells = bySeason(() => new Float64Array(COLUMNS * ROWS).fill(1));
    this.nodes = bySeason(() => []);
  }

  map(): ShadeMap {
    for (let row = 0; row < ROWS; row++) for (let column = 0; column < COLUMNS; column++) this.look(row, column);
    const months = this.seasons === 1 ? [0] : (this.options.months ?? [0]);
    const nodes = this.nodes.map((list) => Float64Array.from(list));
    const edges: ShadeEdges = {
      ...{ parts: this.parts, start: this.start },
      nodes: months.map((season) => nodes[season]!),
    };
    const passes = months.map((season) => this.cells[season]!);
    return { azimuthStep: CELL, elevationStep: CELL, passes, edges };
  }

  private look(row: number, column: number): void {
    const direction = directionOf((column + 0.5) * CELL, (row + 0.5) * CELL);
    const { normal } = this.samples;
    const facing = direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2];
    if (facing < -REACH) return;
    const { known } = this.options;
    if (known && coneMeets(known.gone, this.samples, direction) === NOTHING) {
      this.copy(known.map, row, column);
      return;
    }
    const met = coneMeets(this.rays, this.samples, direction);
    if (met === NOTHING) return;
    const finest = sunComesBy(this.options.latitude, direction) ? MOST_PARTS : 2;
    this.keep(row, column, met === NARROW ? 2 : 1, finest);
  }

  /** Share at a point of the grid of 0.25°. */
  private at(season: number, x: number, y: number): number {
    const place = y * POINTS_AROUND + (x % POINTS_AROUND);
    if (Number.isNaN(this.known[0]![place]!)) {
      const { samples } = this;
      const [azimuth, elevation] = [((x % POINTS_AROUND) * CELL) / MOST_PARTS, (y * CELL) / MOST_PARTS];
      const isSunny = sunComesBy(this.options.latitude, directionOf(azimuth, elevation));
      samples.look(azimuth, elevation, isSunny ? samples.count : Math.ceil(samples.count / SUNLESS));
      for (let s = 0; s < this.seasons; s++) this.known[s]![place] = this.samples.share[s]!;
    }
    return this.known[season]![place]!;
  }

  /** The points of a cell, season by season: halved where lines between them would miss much, else on those lines. */
  private pointsOf(
    row: number,
    column: number,
    first: number,
    finest: number,
  ): { parts: number; points: Float64Array[] } {
    const at = (season: number, parts: number, x: number, y: number) =>
      this.at(season, column * MOST_PARTS + (x * MOST_PARTS) / parts, row * MOST_PARTS + (y * MOST_PARTS) / parts);
    let parts = first;
    let points = this.cells.map((_, season) => filled(parts, (x, y) => at(season, parts, x, y)));
    while (parts < finest) {
      const coarse = points;
      const before = parts;
      const open = filled(before, (x, y) =>
        x < before && y < before && coarse.some((p) => isCoarse(p, before, x, y, this.tolerance)) ? 1 : 0,
      );
      if (!open.includes(1)) break;
      parts *= 2;
      points = coarse.map((known, season) =>
        filled(parts, (x, y) => (isNear(open, before, x, y) ? at(season, parts, x, y) : between(known, before, x, y))),
      );
    }
    return { parts, points };
  }

  private keep(row: number, column: number, first: number, finest: number): void {
    const cell = row * COLUMNS + column;
    const { parts, points } = this.pointsOf(row, column, first, finest);
    for (const [season, list] of points.entries()) this.cells[season]![cell] = Math.min(1, meanOf(list, parts));
    const isEven = points.every((list) => list.every((share) => share === list[0]));
    if (!isEven) this.keepPoints(cell, parts, points);
  }

  private copy({ passes, edges }: ShadeMap, row: number, column: number): void {
    const cell = row * COLUMNS + column;
    const month = (season: number) => Math.max(0, this.options.months?.indexOf(season) ?? 0);
    for (const [season, list] of this.cells.entries()) list[cell] = passes[month(season)]![cell]!;
    const [parts, start] = [edges!.parts[cell]!, edges!.start[cell]!];
    const nodesOf = (season: number) => edges!.nodes[month(season)]!;
    const points = this.cells.map((_, season) =>
      Float64Array.from({ length: (parts + 1) * (parts + 1) }, (_, k) => nodesOf(season)[start + k]!),
    );
    if (parts > 0) this.keepPoints(cell, parts, points);
  }

  private keepPoints(cell: number, parts: number, points: readonly Float64Array[]): void {
    [this.parts[cell], this.start[cell]] = [parts, this.nodes[0]!.length];
    for (const [season, list] of points.entries()) for (const share of list) this.nodes[season]!.push(share);
  }
}

/** The points of a cell of so many parts: (parts + 1)². */
function filled(parts: number, of: (x: number, y: number) => number): Float64Array {
  return Float64Array.from({ length: (parts + 1) * (parts + 1) }, (_, k) =>
    of(k % (parts + 1), Math.floor(k / (parts + 1))),
  );
}

/** By the rule of trapezia. */
function meanOf(points: Float64Array, parts: number): number {
  const weight = (x: number) => (x === 0 || x === parts ? 0.5 : 1);
  const sum = points.reduce(
    (all, share, k) => all + share * weight(k % (parts + 1)) * weight(Math.floor(k / (parts + 1))),
    0,
  );
  return sum / (parts * parts);
}

/** Whether a square of points, by its corner at the least azimuth and elevation, changes too much for lines between its corners. */
function isCoarse(points: Float64Array, parts: number, x: number, y: number, tolerance: Tolerance): boolean {
  const { steep, bent, uneven } = tolerance;
  const at = (i: number, j: number) => points[j * (parts + 1) + i]!;
  const [a, b, c, d] = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
  const most = Math.max(a, b, c, d) - Math.min(a, b, c, d);
  if (parts === 1 || most > steep) return most > uneven;
  // How much each side bends where it meets the next one of its line.
  const bends = (i: number, j: number, across: number, up: number) =>
    i < across || j < up || i + across > parts || j + up > parts
      ? 0
      : Math.abs(at(i + across, j + up) - 2 * at(i, j) + at(i - across, j - up));
  for (const [i, j] of [
    [x, y],
    [x + 1, y],
    [x, y + 1],
    [x + 1, y + 1],
  ] as const)
    if (bends(i, j, 1, 0) > bent || bends(i, j, 0, 1) > bent) return true;
  return false;
}

/** Whether a point of the halved grid belongs to a square that is halved. */
function isNear(open: Float64Array, parts: number, x: number, y: number): boolean {
  const [i, j] = [x >> 1, y >> 1];
  for (const row of y % 2 === 0 ? [j - 1, j] : [j])
    for (const column of x % 2 === 0 ? [i - 1, i] : [i])
      if (row >= 0 && column >= 0 && open[row * (parts + 1) + column] === 1) return true;
  return false;
}

/** On the lines between the points of the grid that was halved. */
function between(points: Float64Array, parts: number, x: number, y: number): number {
  const at = (i: number, j: number) => points[j * (parts + 1) + i]!;
  const [i, j, right, above] = [x >> 1, y >> 1, (x + 1) >> 1, (y + 1) >> 1];
  return (at(i, j) + at(right, j) + at(i, above) + at(right, above)) / 4;
}

/**
 * What a cone from all points of the samples may meet, by the spheres around the boxes of leaves. A wide thing, as seen from there, changes
 * the share over more than a cell when it is passed; a narrow one may be missed by the corners of a cell.
 */
function coneMeets(
  { tree }: Rays,
  { middle, radius }: SkySamples,
  direction: readonly [number, number, number],
): number {
  const { boxes, skip, count, nodes } = tree;
  let met: number = NOTHING;
  for (let node = 0; node < nodes; ) {
    const at = 6 * node;
    const [ex, ey, ez] = [
      boxes[at + 3]! - boxes[at]!,
      boxes[at + 4]! - boxes[at + 1]!,
      boxes[at + 5]! - boxes[at + 2]!,
    ];
    const x = boxes[at]! + ex / 2 - middle[0];
    const y = boxes[at + 1]! + ey / 2 - middle[1];
    const z = boxes[at + 2]! + ez / 2 - middle[2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const around = radius + Math.sqrt(ex * ex + ey * ey + ez * ez) / 2;
    if (distance > around) {
      const along = (x * direction[0] + y * direction[1] + z * direction[2]) / distance;
      const apart = acos(Math.max(-1, Math.min(1, along)));
      if (apart > REACH + asin(around / distance)) {
        node = skip[node]!;
        continue;
      }
    }
    if (count[node]! > 0) {
      if (distance > around && radius < NARROWEST * distance) return NARROW;
      met = WIDE;
    }
    node++;
  }
  return met;
}

/** Below, moving over the areas turns the direction of a thing by less than a cell. */
const NARROWEST = (CELL / 2) * DEG;
