/**
 * What a map of shade takes of a plane's sky light, above a horizon line: of the isotropic sky, and of the bright band above the horizon.
 *
 * The integrals are those of sky-view.ts, cell by cell: closed in elevation, Gauss points along the azimuth. What the map takes is
 * integrated, not what it leaves, so an open map takes exactly nothing.
 */
import { atan, cos, DEG, sin } from "../../../foundation/math/index.js";
import { type Horizon, horizonElevationAt } from "./horizon-line.js";
import type { ShadeMap } from "./shade-map.js";
import { allDirections, type Directions, type FixedPlane, HORIZON_BAND } from "./sky-view.js";

/** Shares of the whole sky, and of the whole band, by month of the map. */
export interface ShadedView {
  readonly sky: Float64Array;
  readonly band: Float64Array;
}

/** Lower edges of the rows of cells and the zenith: radians, square of the sine, ε + sin ε cos ε. */
interface Edges {
  readonly angle: Float64Array;
  readonly level: Float64Array;
  readonly upright: Float64Array;
}

/** @param line what lies below it is hidden already */
export function shadedView(map: ShadeMap, line: Horizon, { surfaceTilt, surfaceAzimuth }: FixedPlane): ShadedView {
  // A share of the sky's light is taken where the views are used.
  if ((map.diffuse ?? "map") !== "map")
    return { sky: new Float64Array(map.passes.length), band: new Float64Array(map.passes.length) };
  // Months may share a list: each is integrated once.
  const lists = [...new Set(map.passes)];
  const [sky, band] = [new Float64Array(lists.length), new Float64Array(lists.length)];
  const directions = allDirections();
  const edges = edgesOf(map);
  const across = Math.round(360 / map.azimuthStep);
  const [cosTilt, sinTilt] = [cos(surfaceTilt * DEG), sin(surfaceTilt * DEG)];
  const [north, east] = [cos(surfaceAzimuth * DEG), sin(surfaceAzimuth * DEG)];
  const parts = { sky: new Float64Array(edges.angle.length - 1), band: new Float64Array(edges.angle.length - 1) };
  const tops = topsOf(lists, across);
  for (let place = 0; place < directions.weight.length; place++) {
    const ahead = north * directions.cosine[place]! + east * directions.sine[place]!;
    const column = Math.min(across - 1, Math.floor(directions.degrees[place]! / map.azimuthStep));
    const top = tops[column]!;
    if (top === 0) continue;
    partsOf(edges, horizonElevationAt(directions.degrees[place]!, line) * DEG, ahead, cosTilt, sinTilt, top, parts);
    addLost(lists, directions, place, column, across, top, parts, { sky, band });
  }
  const byMonth = (lost: Float64Array, all: number) =>
    Float64Array.from(map.passes, (list) => Math.min(1, lost[lists.indexOf(list)]! / all));
  return { sky: byMonth(sky, Math.PI * (1 + cosTilt)), band: byMonth(band, 2) };
}

function edgesOf({ elevationStep }: ShadeMap): Edges {
  const rows = Math.round(90 / elevationStep);
  const angle = Float64Array.from({ length: rows + 1 }, (_, row) => Math.min(90, row * elevationStep) * DEG);
  const sine = angle.map(sin);
  return { angle, level: sine.map((value) => value * value), upright: angle.map((e, k) => e + sine[k]! * cos(e)) };
}

/** Rows of each column up to the highest cell that takes light. */
function topsOf(lists: ShadeMap["passes"], across: number): Int32Array {
  const tops = new Int32Array(across);
  for (const cells of lists)
    for (let cell = 0; cell < cells.length; cell++)
      if (cells[cell] !== 1) tops[cell % across] = Math.max(tops[cell % across]!, Math.floor(cell / across) + 1);
  return tops;
}

/** ∫ cos θ cos ε dε, twice, and the share of the band's height, of each cell of one azimuth above the line and in front of the plane. */
function partsOf(
  { angle, level, upright }: Edges,
  line: number,
  ahead: number,
  cosTilt: number,
  sinTilt: number,
  rows: number,
  parts: ShadedView,
): void {
  const facing = sinTilt * ahead;
  const floor = facing < 0 ? Math.max(line, atan(-facing / cosTilt)) : line;
  const sine = sin(floor);
  const under = cosTilt * sine * sine + facing * (floor + sine * cos(floor));
  const top = HORIZON_BAND * DEG;
  for (let row = 0; row < rows; row++) {
    const [bottom, end] = [angle[row]!, angle[row + 1]!];
    const to = cosTilt * level[row + 1]! + facing * upright[row + 1]!;
    const from = bottom > floor ? cosTilt * level[row]! + facing * upright[row]! : under;
    parts.sky[row] = end > floor ? Math.max(0, to - from) : 0;
    parts.band[row] = ahead > 0 ? (ahead * Math.max(0, Math.min(end, top) - Math.max(bottom, line))) / top : 0;
  }
}

function addLost(
  lists: ShadeMap["passes"],
  { weight }: Directions,
  place: number,
  column: number,
  across: number,
  rows: number,
  parts: ShadedView,
  { sky, band }: ShadedView,
): void {
  for (let list = 0; list < sky.length; list++) {
    const cells = lists[list]!;
    for (let row = 0; row < rows; row++) {
      const stopped = weight[place]! * (1 - cells[row * across + column]!);
      sky[list]! += stopped * parts.sky[row]!;
      band[list]! += stopped * parts.band[row]!;
    }
  }
}
