/** A scene with the modules of a system's planes in it: bodies for rays, areas, and the maps of shade that follow. */
import { type Lru, lruOf } from "../../foundation/cache/lru.js";
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { plain } from "../../foundation/text/number.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import type { FixedPlane } from "../../physics/models/shading/sky-view.js";
import type { Area } from "../../physics/rays/area.js";
import { type Bodies, bodiesBefore, ELLIPSOID, someBodies } from "../../physics/rays/bodies.js";
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
  /** Of obstacles. */
  readonly count: number;
  /** Modules of each plane, row by row from below. */
  readonly planes: readonly (readonly Area[])[];
  readonly modules: readonly Modules[];
  /** Tells scenes apart. */
  readonly key: string;
  /** What was taken out, and of which scene. */
  readonly taken?: { readonly whole: PlacedScene; readonly gone: readonly number[] };
  /** What seems to be meant otherwise, as sentences. */
  readonly doubts: readonly string[];
}

export interface SceneLimits {
  /** Triangles that are computed with at most, up to 1,000,000. Default 100,000. */
  readonly mostTriangles?: number | undefined;
}

const [MOST_TRIANGLES, MOST_OF_ALL] = [100_000, 1_000_000];
/** Of all planes: more take seconds to be placed, and a plant of 5 MW has no chimney. */
const MOST_MODULES = 10_000;
/** Each has a map of its own, which takes up to a second. */
const MOST_PLANES = 20;
const GAP = [0.02, 0.02] as const;
/** Modules times triangles. */
const MOST_TRIALS = 2e7;
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
  const modules = planes.reduce((sum, { modules: { rows, columns } }) => sum + rows * columns, 0);
  if (modules > MOST_MODULES)
    throw new RangeError(
      `${where.scene} is for at most ${MOST_MODULES} modules, got ${modules}: describe those that stand near what shades them`,
    );
  const names = scene.obstacles.map(
    ({ name }, k) => `${where.scene}.obstacles[${k}]${name === undefined ? "" : ` (${name})`}`,
  );
  let count = 0;
  const short = names.map((name) => name.slice(name.indexOf(": ") + 1).trim());
  const solids = scene.obstacles.map((obstacle, k) => {
    const solid = solidOf(obstacle, names[k]!);
    count += solid.triangles.length / 9;
    if (count <= mostTriangles) return solid;
    throw new RangeError(`${where.scene} must have at most ${mostTriangles} triangles, got ${count} with ${short[k]}`);
  });
  const turned = turnedBy(scene.heading ?? 0);
  const areas = planes.map((plane) => areasOf(plane, turned));
  for (const [k, list] of areas.entries())
    checkOutside(list, solids, short, turnedBy(-(scene.heading ?? 0)), where.planes[k]!);
  const months = seasonsOf(solids);
  const bodies = bodiesOf(solids, areas.flat(), months, turned);
  return {
    ...{ bodies, months, count: solids.length, planes: areas, modules: planes.map(({ modules }) => modules) },
    ...{ key: JSON.stringify([scene, planes]), doubts: doubtsOf(solids, short, planes) },
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
  // Of many modules beside large meshes some are tried.
  const size = solids.reduce((sum, { triangles }) => sum + triangles.length / 9, 0);
  const step = Math.ceil((areas.length * size) / MOST_TRIALS);
  for (const [k, { corner, across, up }] of areas.entries()) {
    if (step > 1 && k % step !== 0) continue;
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

/** An obstacle that is so much larger than a module is perhaps in millimetres. */
const MUCH_LARGER = 300;

/** Of the obstacle that is nearest to the modules: it is at hand, so it is seldom of the size of a village. */
function doubtsOf(solids: readonly Solid[], names: readonly string[], planes: readonly ModulePlane[]): string[] {
  const side = Math.max(...planes.map(({ modules }) => Math.max(modules.width, modules.height)));
  const middles = planes.map(({ modules }) => (modules.corner ?? modules.middle)!);
  const boxes = solids.map((solid) => boxOf(solid));
  const gaps = boxes.map(({ least, most }) => {
    const apart = middles.map((at) => at.map((part, k) => Math.max(0, least[k]! - part, part - most[k]!)));
    return Math.min(...apart.map(([x, y, z]) => Math.sqrt(x! * x! + y! * y! + z! * z!)));
  });
  const nearest = gaps.indexOf(Math.min(...gaps));
  const { least, most } = boxes[nearest]!;
  const width = Math.max(...most.map((part, k) => part - least[k]!));
  if (!(width > MUCH_LARGER * side)) return [];
  const sizes = `${plain(Number(width.toPrecision(3)))} m wide, beside modules of ${plain(side)} m`;
  return [`the nearest obstacle, ${names[nearest]}, is ${sizes}: were millimetres meant as metres?`];
}

function boxOf({ triangles, round = [] }: Solid): {
  readonly least: readonly number[];
  readonly most: readonly number[];
} {
  const [kind, x = 0, y = 0, z = 0, radius = 0, second = 0, height = 0] = round;
  const [low, high] = kind === ELLIPSOID ? [z - second, z + second] : [z, z + height];
  const body = kind === undefined ? [] : [x - radius, y - radius, low, x + radius, y + radius, high];
  const [least, most] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const list of [body, triangles])
    for (let k = 0; k < list.length; k++) {
      least[k % 3] = Math.min(least[k % 3]!, list[k]!);
      most[k % 3] = Math.max(most[k % 3]!, list[k]!);
    }
  return { least, most };
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

/** By what shades a plane. @param isKept by the number of an obstacle; modules come behind the last. Default: all. */
export function raysOf(placed: PlacedScene, plane: number, isKept?: (obstacle: number) => boolean): Rays {
  const before = bodiesBefore(placed.bodies, placed.planes[plane]!);
  return new Rays(isKept ? someBodies(before, (body) => isKept(before.materials[body]!)) : before);
}

/** Numbers of the obstacles that can shade a plane. */
export function obstaclesBefore({ bodies, planes, count }: PlacedScene, plane: number): ReadonlySet<number> {
  const { materials } = bodiesBefore(bodies, planes[plane]!);
  return new Set([...materials].filter((obstacle) => obstacle < count));
}

/** The scene without some obstacles. */
export function sceneWithout(whole: PlacedScene, gone: readonly number[]): PlacedScene {
  const isKept = (body: number) => !gone.includes(whole.bodies.materials[body]!);
  return {
    ...whole,
    ...{ bodies: someBodies(whole.bodies, isKept), key: `${whole.key} without ${gone}`, taken: { whole, gone } },
  };
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

/** The map of all modules of a plane together. Of what was taken out of a scene, rays go again only where that was in sight. */
export function shadeOfPlane(placed: PlacedScene, plane: number, latitude: number): ShadeMap {
  const { months, taken } = placed;
  return keptMap(maps, placed, plane, latitude, () => {
    const known = taken && {
      map: shadeOfPlane(taken.whole, plane, latitude),
      gone: raysOf(taken.whole, plane, (obstacle) => taken.gone.includes(obstacle)),
    };
    return sceneShade(raysOf(placed, plane), placed.planes[plane]!, { months, latitude, known, isFine: true });
  });
}
