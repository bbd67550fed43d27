/** A scene with the modules of a system's planes in it: bodies for rays, areas, and the maps of shade that follow. */
import { type Lru, lruOf } from "../../foundation/cache/lru.js";
import { cos, DEG, sin } from "../../foundation/math/index.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import type { FixedPlane } from "../../physics/models/shading/sky-view.js";
import type { Area } from "../../physics/rays/area.js";
import { type Bodies, bodiesBefore } from "../../physics/rays/bodies.js";
import { Rays } from "../../physics/rays/rays.js";
import { sceneShade } from "../../physics/rays/scene-shade.js";
import { type Solid, solidOf } from "./solids.js";
import { DEFAULT_SUBSTRINGS, type Modules, type Point, type Scene, type Transmittance } from "./types.js";

/** A fixed plane with its modules. */
export interface ModulePlane extends FixedPlane {
  readonly modules: Modules;
}

export interface PlacedScene {
  readonly bodies: Bodies;
  /** Season of each month. */
  readonly months: readonly number[];
  /** Modules of each plane, row by row from below. */
  readonly planes: readonly (readonly Area[])[];
  readonly modules: readonly Modules[];
  /** Tells scenes apart. */
  readonly key: string;
}

export interface SceneLimits {
  /** Triangles that are computed with at most, up to 1,000,000. Default 100,000. */
  readonly mostTriangles?: number | undefined;
}

const [MOST_TRIANGLES, MOST_OF_ALL] = [100_000, 1_000_000];
/** Each has a map of its own, which takes up to a second. */
const MOST_PLANES = 20;
const GAP = [0.02, 0.02] as const;
/** m above the plane where modules are looked at to find out whether they are inside of something. */
const LIFT = 0.01;

/**
 * @param where begins every message
 * @throws RangeError for shapes without an area, too many triangles, and a module inside an obstacle
 */
export function placeScene(
  scene: Scene,
  planes: readonly ModulePlane[],
  where: { readonly scene: string; readonly planes: readonly string[] },
  { mostTriangles = MOST_TRIANGLES }: SceneLimits = {},
): PlacedScene {
  if (!(mostTriangles >= 1 && mostTriangles <= MOST_OF_ALL))
    throw new RangeError(`mostTriangles must be from 1 to ${MOST_OF_ALL}, got ${mostTriangles}`);
  if (planes.length > MOST_PLANES)
    throw new RangeError(`${where.scene} is for at most ${MOST_PLANES} planes, got ${planes.length}`);
  const names = scene.obstacles.map(
    ({ name }, k) => `${where.scene}.obstacles[${k}]${name === undefined ? "" : ` (${name})`}`,
  );
  const solids = scene.obstacles.map((obstacle, k) => solidOf(obstacle, names[k]!));
  const count = solids.reduce((sum, { triangles }) => sum + triangles.length / 9, 0);
  if (count > mostTriangles)
    throw new RangeError(`${where.scene} must have at most ${mostTriangles} triangles, got ${count}`);
  const turned = turnedBy(scene.heading ?? 0);
  const areas = planes.map((plane) => areasOf(plane, turned));
  for (const [k, list] of areas.entries())
    checkOutside(list, solids, names, turnedBy(-(scene.heading ?? 0)), where.planes[k]!);
  const months = seasonsOf(solids);
  const bodies = bodiesOf(solids, areas.flat(), months, turned);
  return {
    bodies,
    months,
    planes: areas,
    modules: planes.map(({ modules }) => modules),
    key: JSON.stringify([scene, planes]),
  };
}

type Turn = (point: Point) => Point;

function turnedBy(heading: number): Turn {
  if (heading === 0) return (point) => point;
  const [s, c] = [sin(heading * DEG), cos(heading * DEG)];
  return ([x, y, z]) => [x * c + y * s, y * c - x * s, z];
}

/** Modules of a plane, row by row from below, each from its lower left corner as seen from before it. */
export function areasOf({ surfaceTilt, surfaceAzimuth, modules }: ModulePlane, turned: Turn): Area[] {
  const { rows, columns, width, height, gap = GAP, corner, middle } = modules;
  const [st, ct] = [sin(surfaceTilt * DEG), cos(surfaceTilt * DEG)];
  const [sa, ca] = [sin(surfaceAzimuth * DEG), cos(surfaceAzimuth * DEG)];
  const [right, slope]: [Point, Point] = [
    [-ca, sa, 0],
    [-sa * ct, -ca * ct, st],
  ];
  const [stepX, stepY] = [width + gap[0], height + gap[1]];
  const given = turned((corner ?? middle)!);
  const [backX, backY] = corner === undefined ? [(columns * stepX - gap[0]) / 2, (rows * stepY - gap[1]) / 2] : [0, 0];
  const along = (x: number, y: number) => [0, 1, 2].map((k) => x * right[k]! + y * slope[k]!) as unknown as Point;
  return Array.from({ length: rows * columns }, (_, k) => {
    const off = along((k % columns) * stepX - backX, Math.floor(k / columns) * stepY - backY);
    const from = given.map((part, axis) => part + off[axis]!) as unknown as Point;
    return { corner: from, across: along(width, 0), up: along(0, height) };
  });
}

/** Parts of a module side by side on its shorter side. */
export function partsOf(
  { corner, across, up }: Area,
  { width, height, substrings = DEFAULT_SUBSTRINGS }: Modules,
): Area[] {
  const side = width <= height ? across : up;
  const part = side.map((length) => length / substrings) as unknown as Point;
  return Array.from(
    { length: substrings },
    (_, k): Area => ({
      corner: corner.map((start, axis) => start + k * part[axis]!) as unknown as Point,
      across: width <= height ? part : across,
      up: width <= height ? up : part,
    }),
  );
}

function checkOutside(
  areas: readonly Area[],
  solids: readonly Solid[],
  names: readonly string[],
  back: Turn,
  where: string,
): void {
  for (const [k, { corner, across, up }] of areas.entries()) {
    for (const [u, v] of [
      [0.5, 0.5],
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const point = back(
        corner.map((c, axis) => c + u * across[axis]! + v * up[axis]! + (axis === 2 ? LIFT : 0)) as unknown as Point,
      );
      const around = solids.findIndex(({ contains }) => contains?.(point));
      if (around < 0) continue;
      const place = point.map((part) => part.toFixed(2)).join(", ");
      throw new RangeError(
        `${where}.modules must be outside of obstacles: module ${k} is in ${names[around]} at [${place}]`,
      );
    }
  }
}

function shareOf(transmittance: Transmittance | undefined, month: number): number {
  return typeof transmittance === "object" ? transmittance[month]! : (transmittance ?? 0);
}

/** Months in which all obstacles let pass the same have one season. */
function seasonsOf(solids: readonly Solid[]): number[] {
  const kinds = new Map<string, number>();
  return Array.from({ length: 12 }, (_, month) => {
    const key = solids.map(({ transmittance }) => shareOf(transmittance, month)).join();
    if (!kinds.has(key)) kinds.set(key, kinds.size);
    return kinds.get(key)!;
  });
}

/** Of obstacles, and of all modules, which shade those of other planes. */
function bodiesOf(solids: readonly Solid[], areas: readonly Area[], months: readonly number[], turned: Turn): Bodies {
  const seasons = Math.max(...months) + 1;
  const plates = areas.flatMap(({ corner, across, up }) => {
    const at = (u: number, v: number) => [0, 1, 2].map((k) => corner[k]! + u * across[k]! + v * up[k]!);
    return [...at(0, 0), ...at(1, 0), ...at(1, 1), ...at(0, 0), ...at(1, 1), ...at(0, 1)];
  });
  const size = solids.reduce((sum, solid) => sum + solid.triangles.length, 0);
  const triangles = new Float64Array(size + plates.length);
  const owners: number[] = [];
  let at = 0;
  for (const [k, solid] of solids.entries()) {
    for (let p = 0; p < solid.triangles.length; p += 3) {
      triangles.set(turned([solid.triangles[p]!, solid.triangles[p + 1]!, solid.triangles[p + 2]!]), at + p);
      if (p % 9 === 0) owners.push(k);
    }
    at += solid.triangles.length;
  }
  triangles.set(plates, at);
  for (let k = 0; k < plates.length; k += 9) owners.push(solids.length);
  const rounds = solids.flatMap(({ round }, k) => {
    if (round === undefined) return [];
    owners.push(k);
    const [kind, x, y, z, ...sizes] = round as [number, number, number, number, ...number[]];
    return [kind, ...turned([x, y, z]), ...sizes];
  });
  const passes = Float64Array.from({ length: (solids.length + 1) * seasons }, (_, k) =>
    shareOf(solids[Math.floor(k / seasons)]?.transmittance, months.indexOf(k % seasons)),
  );
  return { triangles, rounds: Float64Array.from(rounds), materials: Int32Array.from(owners), passes, seasons };
}

/** By what shades a plane. */
export function raysOf(placed: PlacedScene, plane: number): Rays {
  return new Rays(bodiesBefore(placed.bodies, placed.planes[plane]!));
}

/** Maps of the last scenes: a yield, its years and its losses ask for the same ones. */
const maps = lruOf<ShadeMap>(32);
/** A longer description is not worth its memory as a key. */
const LONGEST_KEY = 200_000;

/** What was made for a plane, or is now, and kept. */
export function keptMap<Value>(
  kept: Lru<Value>,
  { key: scene }: PlacedScene,
  plane: number,
  latitude: number,
  make: () => Value,
): Value {
  if (scene.length > LONGEST_KEY) return make();
  const key = `${plane} ${latitude} ${scene}`;
  const known = kept.get(key) ?? make();
  kept.set(key, known);
  return known;
}

/** The map of all modules of a plane together. */
export function shadeOfPlane(placed: PlacedScene, plane: number, latitude: number): ShadeMap {
  return keptMap(maps, placed, plane, latitude, () =>
    sceneShade(raysOf(placed, plane), placed.planes[plane]!, { months: placed.months, latitude }),
  );
}
