/** Wavefront OBJ (text): points, faces and names of materials. Everything else (normals, textures, groups, curves) is passed over. */
import { shown } from "../../foundation/text/shown.js";
import { MeshBuilder, type SceneFileOptions, type SceneReading } from "./reading.js";
import { newell, polygonTriangles } from "./solids.js";
import type { Point } from "./types.js";

export interface ObjOptions extends SceneFileOptions {
  /** The axis that is up in the file: programs differ. With "y" the file's −z is north, with "z" its y. */
  readonly up: "y" | "z";
}

/**
 * A scene from an OBJ file.
 *
 * @param text of the file
 * @param options which axis is up; `transmittance` by names of materials; `unit` in metres
 * @returns a mesh for each material, and notices of what was left out
 * @throws TypeError, RangeError with the line for what cannot be read, for a file without faces, too many of them, and a scene so wide that
 *   it seems to be in millimetres
 */
export function readObj(text: string, options: ObjOptions): SceneReading {
  if (typeof text !== "string") throw new TypeError(`readObj: text must be a string, got ${shown(text)}`);
  if (options?.up !== "y" && options?.up !== "z")
    throw new TypeError(
      `readObj: options.up must be y or z, the axis that is up in the file, got ${shown(options?.up)}`,
    );
  const builder = new MeshBuilder("readObj", options);
  const points: Point[] = [];
  let [material, line] = ["", 0];
  for (const written of text.replace(/\\\r?\n/g, " ").split(/\r\n|\r|\n/)) {
    line++;
    const [keyword, ...words] = written.replace(/#.*/, "").trim().split(/\s+/);
    if (keyword === "v") points.push(pointOf(words, options.up, line));
    else if (keyword === "usemtl") material = words.join(" ");
    else if (keyword === "f") addFace(builder, material, words, points, line);
    else if (keyword === "l" || keyword === "p" || keyword === "curv" || keyword === "surf")
      builder.note(`lines, points and curves are left out`);
  }
  return builder.finished();
}

function pointOf(words: readonly string[], up: "y" | "z", line: number): Point {
  const [x, y, z] = words.slice(0, 3).map(Number) as [number, number, number];
  if (words.length < 3 || !(Math.abs(x) < 1e9 && Math.abs(y) < 1e9 && Math.abs(z) < 1e9))
    throw new RangeError(`readObj: line ${line}: v must have three numbers, got ${shown(words.join(" "))}`);
  return up === "y" ? [x, -z, y] : [x, y, z];
}

function addFace(
  builder: MeshBuilder,
  material: string,
  words: readonly string[],
  points: readonly Point[],
  line: number,
): void {
  const corners = words.map((word) => {
    const number = Number(word.split("/")[0]);
    const point = points[number < 0 ? points.length + number : number - 1];
    if (point !== undefined && Number.isInteger(number)) return point;
    throw new RangeError(
      `readObj: line ${line}: f must have numbers of points from 1 to ${points.length}, got ${shown(word)}`,
    );
  });
  const triangles = facesOf(corners);
  if (triangles === undefined) builder.note("faces without an area are left out");
  else builder.add(material, triangles);
}

/** Triangles of a face; undefined where it has no area. A face that folds is cut from its first corner. */
function facesOf(corners: readonly Point[]): number[] | undefined {
  const normal = newell(corners);
  if (corners.length < 3 || normal.every((part) => part === 0)) return undefined;
  if (corners.length === 3) return corners.flat();
  try {
    return polygonTriangles(corners, normal, "face");
  } catch {
    return corners.slice(2).flatMap((corner, k) => [...corners[0]!, ...corners[k + 1]!, ...corner]);
  }
}
