/** The shade on each module of a system in its scene, and on each substring. */
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import type { Area } from "../../physics/rays/area.js";
import { sceneShade } from "../../physics/rays/scene-shade.js";
import { partsOf, raysOf } from "../obstacles/placed.js";
import { checkSystem } from "./checked.js";
import type { PvSystem } from "./types.js";

export interface ModuleShadeOptions {
  /** Where the sun is never seen from, degrees, maps are coarser. Default: the sun may be anywhere. */
  readonly latitude?: number | undefined;
  /** More triangles are refused, up to 1,000,000. Default 100,000. */
  readonly mostTriangles?: number | undefined;
}

/** Maps of one plane; each is computed when it is asked for (0.1 to 1 s). */
export interface ModuleShade {
  /** Of all its modules together, as a yield has it. */
  plane(): ShadeMap;
  /** Number of modules; they count from 0, row by row, from the lower left as seen from before them. */
  readonly modules: number;
  module(number: number): ShadeMap;
  /** Number of substrings of a module; they count from 0, from the left, or from below. */
  readonly substrings: number;
  substring(module: number, number: number): ShadeMap;
}

/**
 * What stands before each module: the share of its area that the sun's disc lights, by the sun's place, for the year or by month.
 *
 * @param system with a `scene`, and `modules` in each plane
 * @returns the maps of each plane
 * @throws TypeError, RangeError as `readSystem`, and for a system without a scene
 */
export function moduleShade(
  system: PvSystem,
  { latitude, mostTriangles }: ModuleShadeOptions = {},
): readonly ModuleShade[] {
  const { planes } = checkSystem(system, "moduleShade", { mostTriangles });
  return planes.map(({ scene }, k) => {
    if (scene === undefined) throw new RangeError("moduleShade: system.scene is required");
    const { modules } = system.planes[k]!;
    const areas = scene.placed.planes[k]!;
    const parts = areas.map((area) => partsOf(area, modules!));
    const rays = raysOf(scene.placed, k);
    const options = { months: scene.placed.months, latitude, isFine: true };
    const mapOf = (area: Area | undefined, name: string) => {
      if (area === undefined) throw new RangeError(`moduleShade: there is no such ${name}`);
      return sceneShade(rays, [area], options);
    };
    return {
      plane: () => sceneShade(rays, areas, options),
      modules: areas.length,
      module: (number) => mapOf(areas[number], `module: ${number}`),
      substrings: parts[0]!.length,
      substring: (module, number) => mapOf(parts[module]?.[number], `substring: ${number} of module ${module}`),
    };
  });
}
