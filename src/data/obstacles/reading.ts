/** What the readers of scenes have in common: triangles by material, limits, and notices of what was mended. */
import { shown } from "../../foundation/text/shown.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import { hasArea } from "./solids.js";
import type { Obstacle, Point, Transmittance } from "./types.js";

export interface SceneReading {
  readonly obstacles: readonly Obstacle[];
  /** Of a table: for `shade` of the system or of a plane, in place of a scene. */
  readonly shade?: ShadeMap | undefined;
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
/** As many obstacles, and letters of a name, as a description takes. */
export const MOST_OBSTACLES = 1000;
const LONGEST_NAME = 200;
/** m: what is wider is taken for millimetres, unless the unit is said; what is wider or narrower than these is doubted. */
const [WIDEST, DOUBTFUL, NARROWEST] = [3000, 200, 0.5];
/** m from point zero, as far as a description goes. */
const FARTHEST = 100_000;

/** Why a file is refused, for a reader that takes everything else for damage. */
export class SceneFileFault extends RangeError {}

/** Notices with their numbers: what happens to a thousand parts is said once. */
export class Counts {
  private readonly counts = new Map<string, number>();

  note(what: string): undefined {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  notices(...messages: readonly string[]): SceneReading["notices"] {
    const counted = [...this.counts].map(([what, count]) => `${what}: ${count}`);
    return [...counted, ...messages].map((message) => ({ code: "scene", message }));
  }
}

/** Meshes under way: points are shared by all materials. */
export class MeshBuilder extends Counts {
  /** Of triangles. */
  readonly most: number;
  private readonly options: SceneFileOptions;
  private readonly caller: string;
  private readonly meshes = new Map<string, number[]>();
  private count = 0;

  constructor(caller: string, options: SceneFileOptions) {
    super();
    [this.caller, this.options] = [caller, options];
    const { unit = 1, mostTriangles = MOST_TRIANGLES } = options;
    if (!(unit > 0 && unit <= 1e6))
      throw new RangeError(`${caller}: unit must be above 0, in metres, got ${shown(unit)}`);
    if (!(Number.isInteger(mostTriangles) && mostTriangles >= 1 && mostTriangles <= 1e6))
      throw new RangeError(
        `${caller}: mostTriangles must be a whole number from 1 to 1000000, got ${shown(mostTriangles)}`,
      );
    this.most = mostTriangles;
    checkTransmittance(options.transmittance, caller);
  }

  /** Nine numbers for each triangle, metres east, north and up but for the unit. */
  add(material: string, corners: readonly number[]): void {
    const { unit = 1 } = this.options;
    this.count += corners.length / 9;
    if (this.count > this.most)
      throw new SceneFileFault(
        `${this.caller}: more than ${this.most} triangles: simplify the file, or set mostTriangles`,
      );
    const mesh = this.meshes.get(material) ?? [];
    if (this.meshes.set(material, mesh).size > MOST_OBSTACLES)
      throw new SceneFileFault(`${this.caller}: more than ${MOST_OBSTACLES} materials: join some in the file`);
    for (let at = 0; at < corners.length; at += 9) {
      if (hasArea(corners, at)) for (let k = at; k < at + 9; k++) mesh.push(corners[k]! * unit);
      else this.note("triangles without an area are left out");
    }
  }

  finished(): SceneReading {
    const found = [...this.meshes].filter(([, points]) => points.length > 0);
    if (found.length === 0) throw new RangeError(`${this.caller}: the file has no triangles with an area`);
    const { transmittance = {} } = this.options;
    const unknown = Object.keys(transmittance).find((name) => !this.meshes.has(name));
    if (unknown !== undefined) {
      const known = [...this.meshes.keys()].map((name) => JSON.stringify(name)).join(", ");
      throw new RangeError(
        `${this.caller}: transmittance has ${JSON.stringify(unknown)}, but the file has the materials ${known}`,
      );
    }
    const doubts = this.doubts(found.map(([, points]) => points));
    const obstacles = found.map(([name, points]): Obstacle => {
      const own = Object.hasOwn(transmittance, name) ? transmittance[name] : undefined;
      const kept = own === undefined || own === 0 ? points : this.once(points);
      const triangles = Array.from({ length: kept.length / 3 }, (_, k) => k);
      return {
        kind: "mesh",
        ...(name !== "" && { name: name.slice(0, LONGEST_NAME) }),
        points: kept,
        triangles,
        ...(own !== undefined && { transmittance: own }),
      };
    });
    return { obstacles, notices: this.notices(...doubts) };
  }

  /** Each triangle once: programs write both sides of a pane, and light would pass it twice. */
  private once(points: readonly number[]): number[] {
    const seen = new Set<string>();
    const found: number[] = [];
    for (let at = 0; at < points.length; at += 9) {
      const corners = [0, 3, 6].map((k) => points.slice(at + k, at + k + 3).join(" "));
      const key = corners.sort().join();
      if (seen.has(key)) this.note("triangles that are there twice, where light passes, are taken once");
      else found.push(...points.slice(at, at + 9));
      seen.add(key);
    }
    return found;
  }

  /** What the size of the scene says about its unit. @throws RangeError where it cannot be in metres, or not around the modules */
  private doubts(meshes: readonly (readonly number[])[]): string[] {
    const [least, most] = extentOf(meshes);
    const width = Math.max(...most.map((part, axis) => part - least[axis]!));
    const wide = `the scene is ${Number(width.toPrecision(3))} m wide`;
    const far = Math.max(...[...least, ...most].map(Math.abs));
    const isSaid = this.options.unit !== undefined;
    if (!isSaid && width > WIDEST)
      throw new RangeError(`${this.caller}: ${wide}: give its unit, such as 0.001 for millimetres`);
    if (far > FARTHEST)
      throw new RangeError(
        `${this.caller}: the scene reaches ${Math.round(far)} m from its point zero: move it there, near the modules`,
      );
    const isDoubtful = !isSaid && (width > DOUBTFUL || width < NARROWEST);
    return isDoubtful ? [`${wide}: if its unit is not the metre, give unit, such as 0.001 for millimetres`] : [];
  }
}

function extentOf(meshes: readonly (readonly number[])[]): [Point, Point] {
  const [least, most] = [new Array(3).fill(Number.POSITIVE_INFINITY), new Array(3).fill(Number.NEGATIVE_INFINITY)];
  for (const points of meshes) {
    for (const [k, part] of points.entries()) {
      least[k % 3] = Math.min(least[k % 3], part);
      most[k % 3] = Math.max(most[k % 3], part);
    }
  }
  return [least as unknown as Point, most as unknown as Point];
}

function checkTransmittance(given: unknown, caller: string): void {
  if (given === undefined) return;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new TypeError(`${caller}: transmittance must be an object of shares by material, got ${shown(given)}`);
  for (const [name, share] of Object.entries(given)) {
    const shares: readonly unknown[] = Array.isArray(share) ? share : [share];
    const isRight = shares.every((one) => typeof one === "number" && one >= 0 && one <= 1);
    if (isRight && (!Array.isArray(share) || share.length === 12)) continue;
    throw new RangeError(
      `${caller}: transmittance of ${JSON.stringify(name)} must be from 0 to 1, or 12 such shares, got ${shown(share)}`,
    );
  }
}
