/** What the strings of a plane make of its light, by the sun's place: the map of mismatch beside the map of shade. */
import { lruOf } from "../../foundation/cache/lru.js";
import { passAt, type ShadeMap } from "../../physics/models/shading/shade-map.js";
import type { Area } from "../../physics/rays/area.js";
import type { Rays } from "../../physics/rays/rays.js";
import { directionOf, sunComesBy } from "../../physics/rays/scene-shade.js";
import { keptMap, type PlacedScene, raysOf, shadeOfPlane } from "./placed.js";
import { StringCells } from "./string-cells.js";
import { BEAM_STEPS, StringPower } from "./string-power.js";
import type { Modules } from "./types.js";

/** Degrees between the places of the sun that are looked at. */
const STEP = 3;
const [COLUMNS, ROWS] = [360 / STEP, 90 / STEP + 1];

export class StringMap {
  /** Season of each month. */
  private readonly seasons: readonly number[];
  /** By season and node: share of the beam that the modules get. */
  private readonly open: readonly Float64Array[];
  /** By season and node: power over that of even light at each step of the beam's share; undefined: the light is even. */
  private readonly kept: readonly (Float64Array | undefined)[][];
  /** Sums over looks at the map: the light of the modules, over that in the open, and what their strings make of it. */
  light = 0;
  used = 0;

  /** @param map of all modules: where it is even, nothing is looked at */
  constructor(rays: Rays, areas: readonly Area[], modules: Modules, map: ShadeMap, latitude: number) {
    const lists = [...new Set(map.passes)];
    this.seasons = map.passes.map((list) => lists.indexOf(list));
    this.open = lists.map(() => new Float64Array(COLUMNS * ROWS).fill(1));
    this.kept = lists.map(() => new Array(COLUMNS * ROWS));
    const { cells = "half", wiring = "diodes" } = modules;
    const power = new StringPower({ cells, wiring });
    const field = new StringCells(rays, areas, modules);
    for (let node = 0; node < COLUMNS * ROWS; node++) {
      const [azimuth, elevation] = [(node % COLUMNS) * STEP, Math.floor(node / COLUMNS) * STEP];
      const sun = directionOf(azimuth, elevation);
      if (!field.faces(sun) || !sunComesBy(latitude, sun)) continue;
      const isEven = isEvenAround(map, azimuth, elevation);
      if (!isEven) field.cast(sun);
      for (const [season, list] of lists.entries()) {
        this.open[season]![node] = passAt(map, map.passes.indexOf(list), azimuth, elevation);
        if (!isEven) this.kept[season]![node] = power.over(field.strings(season), field.mean);
      }
    }
  }

  /** Adds a look. @param month from 0; @param beam share of the beam in the light of modules in the open */
  look(month: number, azimuth: number, elevation: number, beam: number): void {
    const season = this.seasons.length === 1 ? 0 : this.seasons[month]!;
    const [x, y] = [azimuth / STEP, Math.max(0, elevation) / STEP];
    const [column, row] = [Math.floor(x), Math.min(ROWS - 2, Math.floor(y))];
    const step = Math.min(BEAM_STEPS - 1, Math.floor(beam * BEAM_STEPS));
    const after = beam * BEAM_STEPS - step;
    for (let corner = 0; corner < 4; corner++) {
      const [across, up] = [corner & 1, corner >> 1];
      const node = (row + up) * COLUMNS + ((column + across) % COLUMNS);
      const near = (across === 1 ? x - column : 1 - x + column) * (up === 1 ? y - row : 1 - y + row);
      const light = near * (1 - beam + beam * this.open[season]![node]!);
      const kept = this.kept[season]![node];
      this.light += light;
      this.used += kept === undefined ? light : light * (kept[step]! + (kept[step + 1]! - kept[step]!) * after);
    }
  }
}

/** Whether the cells around a point of the map are even, and all of the beam passes there, or nothing. */
function isEvenAround(
  { azimuthStep, elevationStep, passes, edges }: ShadeMap,
  azimuth: number,
  elevation: number,
): boolean {
  const [across, rows] = [360 / azimuthStep, 90 / elevationStep];
  const [x, y] = [Math.round(azimuth / azimuthStep), Math.round(elevation / elevationStep)];
  for (const row of [y - 1, y])
    for (const column of [x - 1, x]) {
      if (row < 0 || row >= rows) continue;
      const cell = row * across + ((column + across) % across);
      if (edges !== undefined && edges.parts[cell]! > 0) return false;
      if (passes.some((list) => list[cell] !== 0 && list[cell] !== 1)) return false;
    }
  return true;
}

/** Of the last scenes, as for their maps of shade. */
const maps = lruOf<StringMap>(32);

/** Whether shade on a part of a plane's modules does anything to the others. */
export function stringsAct({ modules }: PlacedScene, plane: number): boolean {
  return modules[plane]!.wiring !== "linear";
}

/** Of a plane; undefined: light alone is lost. */
export function stringsOfPlane(placed: PlacedScene, plane: number, latitude: number): StringMap | undefined {
  if (!stringsAct(placed, plane)) return undefined;
  const make = () => {
    const map = shadeOfPlane(placed, plane, latitude);
    return new StringMap(raysOf(placed, plane), placed.planes[plane]!, placed.modules[plane]!, map, latitude);
  };
  return keptMap(maps, placed, plane, latitude, make);
}
