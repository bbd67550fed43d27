/** What stands near a system: from above, from the sun, and as shade under the sun's paths. */
import type { PlacedScene } from "../../data/obstacles/placed.js";
import type { Obstacle } from "../../data/obstacles/types.js";
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { normalOf } from "../../physics/rays/area.js";
import { ELLIPSOID, PER_ROUND } from "../../physics/rays/bodies.js";
import { axes, labelled, linearScale, placed as placedTicks, roundTicks } from "./scene/axes.js";
import { cellShapes } from "./scene/cells.js";
import { SOFT } from "./scene/palette.js";
import { nearestIn, type View, type Window } from "./scene/seen.js";
import { type Area, bottomOf, group, rightOf, type Shape, shape, text } from "./scene/shape.js";

type Vector = readonly [number, number, number];

/** Triangles of all bodies, and the obstacle of each; of modules the number behind all obstacles, and then which one. */
interface Drawn {
  readonly triangles: Float64Array;
  readonly obstacle: readonly number[];
  readonly module: readonly number[];
}

/** Sides of what is round. */
const SIDES = 24;
/** Colours from the darkest, by how a face is turned. */
const COLOURS = {
  building: ["#7f8389", "#989ca2", "#b1b5ba", "#cbced2"],
  crown: ["#3f6b35", "#4f8243", "#629a54", "#79b26a"],
  pole: ["#5d4630", "#75593f", "#8d6e50", "#a58463"],
  module: ["#123a66", "#1d4f87", "#123a66", "#1d4f87"],
} as const;
const LOOKS = Object.keys(COLOURS) as (keyof typeof COLOURS)[];
const LEVELS = 4;
/** Light of the picture from above comes from the north-west, as on maps. */
const MAP_LIGHT: Vector = [-0.5, 0.5, Math.SQRT1_2];
const FROM_ABOVE: View = { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] };
/** m around the modules that are drawn at most, and at least. */
const [FARTHEST, NEAREST] = [40, 6];
/** Pixels of a point of what lets light pass. */
const POINT = 3;

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

function drawnOf({ bodies, planes, count }: PlacedScene): Drawn {
  const flat = bodies.triangles.length / 9;
  const own = Array.from(bodies.materials);
  const plates = own.slice(0, flat).indexOf(count);
  const rounds = own
    .slice(flat)
    .map((_, k) => roundTriangles(bodies.rounds.subarray(PER_ROUND * k, PER_ROUND * (k + 1))));
  const columns = planes.flat().length;
  const module = (triangle: number) =>
    own[triangle] === count && triangle < flat ? Math.floor((triangle - plates) / 2) % columns : -1;
  return {
    triangles: Float64Array.from([...bodies.triangles, ...rounds.flat()]),
    obstacle: [...own.slice(0, flat), ...rounds.flatMap((list, k) => Array(list.length / 9).fill(own[flat + k]))],
    module: [...Array(flat).keys()].map(module),
  };
}

/** Rings from the top down, with as many points around. */
function roundTriangles(round: Float64Array): number[] {
  const [kind, x, y, z, a, b, c] = round as unknown as [number, number, number, number, number, number, number];
  const isEllipsoid = kind === ELLIPSOID;
  const rings = isEllipsoid
    ? Array.from({ length: SIDES / 2 + 1 }, (_, k) => {
        const angle = (180 * k) / (SIDES / 2);
        return [a * sin(angle * DEG), z + b * cos(angle * DEG)] as const;
      })
    : ([
        [0, z + c],
        [b, z + c],
        [a, z],
      ] as const);
  const point = ([radius, height]: readonly [number, number], k: number) => {
    const angle = (360 * k) / SIDES;
    return [x + radius * sin(angle * DEG), y + radius * cos(angle * DEG), height];
  };
  return rings.slice(1).flatMap((ring, r) =>
    Array.from({ length: SIDES }, (_, k) => {
      const [p, q, s, t] = [point(rings[r]!, k), point(rings[r]!, k + 1), point(ring, k), point(ring, k + 1)];
      return [...p, ...q, ...s, ...q, ...t, ...s];
    }).flat(),
  );
}

export interface NearScene {
  readonly placed: PlacedScene;
  readonly obstacles: readonly Obstacle[];
  /** 0…11: of what lets light pass by month. */
  readonly month: number;
}

/** One picture in an area, one pixel a cell. */
function picture(scene: NearScene, drawn: Drawn, view: View, window: Window, light: Vector, area: Area): Shape {
  const { placed, obstacles } = scene;
  const looks = obstacles.map(lookOf);
  const share = (triangle: number) => passOf(scene, drawn.obstacle[triangle]!);
  const nearest = nearestIn(drawn.triangles, view, window, (triangle, column, row) =>
    isPoint(share(triangle), column, row),
  );
  const shades = Array.from(drawn.obstacle, (obstacle, triangle) => {
    const look = obstacle === placed.count ? LOOKS.indexOf("module") : looks[obstacle]!;
    if (obstacle === placed.count) return LEVELS * look + (drawn.module[triangle]! % 2);
    return (
      LEVELS * look +
      Math.min(LEVELS - 1, Math.floor(LEVELS * turnedTo(drawn.triangles, triangle, view.towards, light)))
    );
  });
  return cellShapes({
    ...{ columns: window.columns, rows: window.rows, width: 1, height: 1, left: area.left, bottom: bottomOf(area) },
    shadeOf: (column, row) => {
      const triangle = nearest[row * window.columns + column]!;
      return triangle < 0 ? -1 : shades[triangle]!;
    },
    colours: LOOKS.flatMap((look) => COLOURS[look]),
  });
}

function lookOf({ kind }: Obstacle): number {
  return LOOKS.indexOf(kind === "cone" || kind === "sphere" ? "crown" : kind === "pole" ? "pole" : "building");
}

function passOf({ placed: { bodies, months }, month }: NearScene, obstacle: number): number {
  return bodies.passes[obstacle * bodies.seasons + months[month]!]!;
}

/** Points of a pattern in which a share of the cells is left open. */
function isPoint(pass: number, column: number, row: number): boolean {
  if (pass === 0) return true;
  const [x, y] = [Math.floor(column / POINT) % 2, Math.floor(row / POINT) % 2];
  return [0.125, 0.625, 0.875, 0.375][2 * y + x]! > pass;
}

/** Cosine between the side that is seen and the light, 0 to 1. */
function turnedTo(triangles: Float64Array, triangle: number, towards: Vector, light: Vector): number {
  const [p, q, r] = cornersAt(triangles, triangle) as [Float64Array, Float64Array, Float64Array];
  const side = (to: Float64Array) => [0, 1, 2].map((axis) => to[axis]! - p[axis]!) as unknown as Vector;
  const normal = normalOf({ across: side(q), up: side(r) });
  const seen = dot(normal, towards) < 0 ? -1 : 1;
  return Math.max(0, Math.min(0.999, seen * dot(normal, light)));
}

/** Corners of all modules. */
function corners({ planes }: PlacedScene): Vector[] {
  return planes.flat().flatMap(({ corner, across, up }) =>
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([u, v]) => corner.map((from, axis) => from + u! * across[axis]! + v! * up[axis]!) as unknown as Vector),
  );
}

interface Box {
  readonly middle: readonly [number, number];
  readonly half: number;
}

/** The square around points of a view. */
function around(points: readonly ArrayLike<number>[], { right, up }: View): Box {
  const spans = [right, up].map((axis) => {
    const along = points.map((point) => dot(point, axis));
    return [Math.min(...along), Math.max(...along)] as const;
  });
  const middle = spans.map(([least, most]) => (least + most) / 2) as unknown as readonly [number, number];
  return { middle, half: Math.max(...spans.map(([least, most]) => (most - least) / 2)) };
}

function windowOf({ middle, half }: Box, size: number): Window {
  return { left: middle[0] - half, bottom: middle[1] - half, cell: (2 * half) / size, columns: size, rows: size };
}

/** North is up; metres as the description has them, if its heading is 0. */
export function fromAbove(scene: NearScene, area: Area): Shape {
  const drawn = drawnOf(scene.placed);
  const modules = around(corners(scene.placed), FROM_ABOVE);
  const isNear = (point: ArrayLike<number>) =>
    Math.abs(point[0]! - modules.middle[0]) <= FARTHEST && Math.abs(point[1]! - modules.middle[1]) <= FARTHEST;
  const points = Array.from({ length: drawn.triangles.length / 3 }, (_, k) =>
    drawn.triangles.subarray(3 * k, 3 * k + 3),
  );
  const { middle, half } = around([...corners(scene.placed), ...points.filter(isNear)], FROM_ABOVE);
  const window = windowOf({ middle, half: Math.max(NEAREST, 1.05 * half) }, area.width);
  const [x, y] = [
    linearScale(window.left, window.left + area.width * window.cell, area.left, rightOf(area)),
    linearScale(window.bottom, window.bottom + area.height * window.cell, bottomOf(area), area.top),
  ];
  const marks = (from: number) => {
    const to = from + area.width * window.cell;
    return labelled(roundTicks(from, to, 6).filter((at) => at >= from && at <= to));
  };
  return group(
    "from-above",
    picture(scene, drawn, FROM_ABOVE, window, MAP_LIGHT, area),
    axes(area, {
      ...{ x: placedTicks(marks(window.left), x), y: placedTicks(marks(window.bottom), y), grid: "none" },
      ...{ xTitle: "metres east", yTitle: "metres north" },
    }),
    ...names(scene, drawn, (point) => [x(point[0]), y(point[1])], area),
  );
}

/** More than these would lie on one another: those without a name are left out. */
const MOST_NAMES = 12;

/** Obstacles by their name, or kind and number, in their middle. */
function names(
  { obstacles }: NearScene,
  { triangles, obstacle }: Drawn,
  at: (point: Vector) => readonly [number, number],
  area: Area,
): Shape[] {
  const isFew = obstacles.length <= MOST_NAMES;
  const taken: (readonly [number, number])[] = [];
  return obstacles.flatMap(({ name, kind }, number) => {
    const own = obstacle.flatMap((one, k) => (one === number ? cornersAt(triangles, k) : []));
    if ((!isFew && name === undefined) || own.length === 0) return [];
    const { middle } = around(own, FROM_ABOVE);
    let [x, y] = at([middle[0], middle[1], 0]);
    if (x < area.left || x > rightOf(area) || y < area.top || y > bottomOf(area)) return [];
    while (taken.some((one) => Math.abs(one[0] - x) < NAME.width && Math.abs(one[1] - y) < NAME.height))
      y += NAME.height;
    taken.push([x, y]);
    return [text(x, y + 4, name ?? `${kind} ${number + 1}`, { "text-anchor": "middle", "font-size": 11 })];
  });
}

/** Pixels. */
const NAME = { width: 50, height: 12 } as const;

function cornersAt(triangles: Float64Array, triangle: number): Float64Array[] {
  return [0, 3, 6].map((k) => triangles.subarray(9 * triangle + k, 9 * triangle + k + 3));
}

/** What the sun sees of the modules, it lights. @param sun degrees */
export function fromSun(
  scene: NearScene,
  sun: { readonly azimuth: number; readonly elevation: number },
  area: Area,
): Shape {
  const [sa, ca] = [sin(sun.azimuth * DEG), cos(sun.azimuth * DEG)];
  const [se, ce] = [sin(sun.elevation * DEG), cos(sun.elevation * DEG)];
  const view: View = { right: [-ca, sa, 0], up: [-sa * se, -ca * se, ce], towards: [sa * ce, ca * ce, se] };
  const { middle, half } = around(corners(scene.placed), view);
  const window = windowOf({ middle, half: Math.max(2, 1.8 * half) }, area.width);
  const { left, top, width, height } = area;
  return group(
    "from-sun",
    picture(scene, drawnOf(scene.placed), view, window, view.towards, area),
    shape("rect", { x: left, y: top, width, height, fill: "none", stroke: SOFT }),
  );
}
