/** What the readers of scenes have in common: triangles by material, limits, and notices of what was mended. */
import { shown } from "../../foundation/text/shown.js";
import type { Obstacle, Point, Transmittance } from "./types.js";

export interface SceneReading {
  readonly obstacles: readonly Obstacle[];
  /** What was left out or mended. */
  readonly notices: readonly { readonly code: "scene"; readonly message: string }[];
}

export interface SceneFileOptions {
  /** Share of the light that passes a triangle, by the name of its material in the file. Default 0. */
  readonly transmittance?: { readonly [material: string]: Transmittance } | undefined;
  /** Metres of the file's unit. Default 1. */
  readonly unit?: number | undefined;
  /** More triangles are refused, up to 1,000,000. Default 100,000. */
  readonly mostTriangles?: number | undefined;
}

const MOST_TRIANGLES = 100_000;
/** m: what is wider is taken for millimetres, unless the unit is said. */
const WIDEST = 3000;

/** Why a file is refused, for a reader that takes everything else for damage. */
export class SceneFileFault extends RangeError {}

/** Meshes under way: points are shared by all materials. */
export class MeshBuilder {
  private readonly options: SceneFileOptions;
  private readonly caller: string;
  private readonly meshes = new Map<string, number[]>();
  private readonly counts = new Map<string, number>();
  private count = 0;

  constructor(caller: string, options: SceneFileOptions) {
    [this.caller, this.options] = [caller, options];
    const { unit = 1, mostTriangles = MOST_TRIANGLES } = options;
    if (!(unit > 0 && unit <= 1e6))
      throw new RangeError(`${caller}: unit must be above 0, in metres, got ${shown(unit)}`);
    if (!(mostTriangles >= 1 && mostTriangles <= 1e6))
      throw new RangeError(`${caller}: mostTriangles must be from 1 to 1000000, got ${shown(mostTriangles)}`);
  }

  /** Counts something that is left out or mended. */
  note(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Nine numbers for each triangle, metres east, north and up but for the unit. */
  add(material: string, corners: readonly number[]): void {
    this.count += corners.length / 9;
    const { mostTriangles = MOST_TRIANGLES, unit = 1 } = this.options;
    if (this.count > mostTriangles)
      throw new SceneFileFault(
        `${this.caller}: more than ${mostTriangles} triangles: simplify the file, or set mostTriangles`,
      );
    const mesh = this.meshes.get(material) ?? [];
    this.meshes.set(material, mesh);
    for (const part of corners) mesh.push(part * unit);
  }

  finished(): SceneReading {
    if (this.count === 0) throw new RangeError(`${this.caller}: the file has no triangles`);
    const { transmittance = {}, unit } = this.options;
    const unknown = Object.keys(transmittance).find((name) => !this.meshes.has(name));
    if (unknown !== undefined) {
      const known = [...this.meshes.keys()].map((name) => JSON.stringify(name)).join(", ");
      throw new RangeError(
        `${this.caller}: transmittance has ${JSON.stringify(unknown)}, but the file has the materials ${known}`,
      );
    }
    const [least, most] = this.extent();
    const width = Math.max(...most.map((part, axis) => part - least[axis]!));
    if (unit === undefined && width > WIDEST)
      throw new RangeError(
        `${this.caller}: the scene is ${Math.round(width)} m wide: give its unit, such as 0.001 for millimetres`,
      );
    const obstacles = [...this.meshes].map(([name, points]): Obstacle => {
      const own = transmittance[name];
      const triangles = Array.from({ length: points.length / 3 }, (_, k) => k);
      return {
        kind: "mesh",
        ...(name !== "" && { name }),
        points,
        triangles,
        ...(own !== undefined && { transmittance: own }),
      };
    });
    const notices = [...this.counts].map(([what, count]) => ({ code: "scene" as const, message: `${what}: ${count}` }));
    return { obstacles, notices };
  }

  private extent(): [Point, Point] {
    const [least, most] = [new Array(3).fill(Number.POSITIVE_INFINITY), new Array(3).fill(Number.NEGATIVE_INFINITY)];
    for (const points of this.meshes.values()) {
      for (const [k, part] of points.entries()) {
        least[k % 3] = Math.min(least[k % 3], part);
        most[k % 3] = Math.max(most[k % 3], part);
      }
    }
    return [least as unknown as Point, most as unknown as Point];
  }
}
