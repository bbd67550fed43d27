/** Wavefront OBJ (text): points, faces and names of materials. Normals, textures and groups are passed over; the rest is noted. */
import { shown } from "../../foundation/text/shown.js";
import { MeshBuilder, SceneFileFault, type SceneFileOptions, type SceneReading } from "./reading.js";
import { newell, polygonTriangles } from "./solids.js";
import type { Point } from "./types.js";

export interface ObjOptions extends SceneFileOptions {
  /** The axis that is up in the file: programs differ. With "y" the file's −z is north, with "z" its y. */
  readonly up: "y" | "z";
}

/** Keywords of the format (Wavefront, Advanced Visualizer, appendix B1) that say nothing of faces, and of shapes that are left out. */
const IDLE = new Set(
  "vn vt vp g o s mg mtllib usemap maplib lod bevel c_interp d_interp shadow_obj trace_obj ctech stech cstype deg bmat step parm trim hole scrv sp end con".split(
    " ",
  ),
);
const CURVED = new Set(["l", "p", "curv", "curv2", "surf", "bzp", "bsp", "cdc", "cdp", "res"]);

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
  let material = "";
  for (const [written, line] of linesOf(text)) {
    const [keyword = "", ...words] = written.replace(/#.*/, "").trim().split(/\s+/);
    if (keyword === "v") points.push(pointOf(words, options.up, line));
    else if (keyword === "usemtl") material = words.join(" ");
    else if (keyword === "f" || keyword === "fo") addFace(builder, material, words, points, line);
    else if (CURVED.has(keyword)) builder.note("lines, points and curves are left out");
    else if (keyword === "call" || keyword === "csh") builder.note("parts in other files are left out");
    else if (keyword !== "" && !IDLE.has(keyword)) builder.note("lines that are not of the format are passed over");
    if (points.length > 3 * builder.most)
      throw new SceneFileFault(
        `readObj: more than ${points.length - 1} points: simplify the file, or set mostTriangles`,
      );
  }
  if (points.length === 0) throw new RangeError("readObj: the file has no points (v): is it an OBJ file?");
  return builder.finished();
}

/** Lines with the numbers of their first ones; one that ends with a backslash goes on in the next. */
function* linesOf(text: string): Generator<readonly [string, number]> {
  let [begun, first] = ["", 0];
  for (const [k, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (begun === "") first = k + 1;
    const own = line.trimEnd();
    if (own.endsWith("\\")) begun += `${own.slice(0, -1)} `;
    else {
      yield [begun + own, first];
      begun = "";
    }
  }
  if (begun !== "") yield [begun, first];
}

/** No hexadecimal, as `Number` takes it. */
const DECIMAL = /^[-+.\deE]+$/;

function pointOf(words: readonly string[], up: "y" | "z", line: number): Point {
  const parts = words.slice(0, 3).map((word) => (DECIMAL.test(word) ? Number(word) : Number.NaN));
  const [x, y, z] = parts as [number, number, number];
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
  builder.add(material, facesOf(corners, builder));
}

/** Triangles of a face. One that crosses itself, or has too many corners, is cut from its first corner. */
function facesOf(corners: readonly Point[], builder: MeshBuilder): readonly number[] {
  const normal = newell(corners);
  if (normal.every((part) => part === 0)) {
    builder.note("faces without an area are left out");
    return [];
  }
  if (corners.length === 3) return corners.flat();
  try {
    return polygonTriangles(corners, normal, "face");
  } catch {
    builder.note("faces that cross themselves, or have too many corners, are cut from their first corner");
    return corners.slice(2).flatMap((corner, k) => [...corners[0]!, ...corners[k + 1]!, ...corner]);
  }
}
