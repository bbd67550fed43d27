/** One reader of scenes and tables: OBJ, glTF and GLB, GeoJSON, PVsyst and SAM, told apart by what comes. */
import { shown } from "../../foundation/text/shown.js";
import { type FootprintOptions, readFootprints } from "./read-footprints.js";
import { readGltf } from "./read-gltf.js";
import { type ObjOptions, readObj } from "./read-obj.js";
import { isShadeTable, readShadeTable, type ShadeTableOptions } from "./read-shade-table.js";
import type { SceneReading } from "./reading.js";

type Loose<Options> = { readonly [key in keyof Options]?: Options[key] | undefined };
type SceneOptions = Loose<ObjOptions & FootprintOptions & ShadeTableOptions>;

/**
 * Obstacles from a file, for `scene` in the description of a system, or a map from a table, for `shade`.
 *
 * @param file text, bytes, or what JSON has become: OBJ; glTF or GLB; GeoJSON, buildings with `height` (m) or `building:levels`; PVsyst's table
 *   of shading factors (0…1); SAM's losses of the beam (percent) by azimuth and altitude, by 12 months and 24 hours, or of a year of hours
 * @param options of triangles: `transmittance` (0…1) by names of materials, `unit` in metres, `mostTriangles` (default 100,000, at most
 *   1,000,000); of OBJ `up`, the axis that is up ("y": its −z is north; "z": its y is); of GeoJSON `latitude` and `longitude` (degrees) of the
 *   scene's point 0, `within` (m, default 500), and the height `otherwise` (m) of buildings without one; of tables `latitude`, and of
 *   SAM's hours `longitude` and `timeZone` (hours from UTC), too
 * @returns `obstacles` in metres east, north and up, or `shade`, and notices of what was left out or mended
 * @throws TypeError, RangeError naming line or part of the file for what cannot be read, for too many triangles, for data that is compressed or
 *   in other files, and for a scene so wide that it seems to be in millimetres
 *
 * @experimental
 */
export function readScene(file: string | Uint8Array | object, options: SceneOptions = {}): SceneReading {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`readScene: options must be an object, got ${shown(options)}`);
  if (file instanceof Uint8Array) {
    const isText = !file.subarray(0, 1000).includes(0);
    return isText ? readScene(new TextDecoder().decode(file), options) : readGltf(file, options);
  }
  if (typeof file === "string") return readText(file, options);
  if (typeof file !== "object" || file === null)
    throw new TypeError(`readScene: file must be an OBJ, a glTF, GeoJSON or a table, got ${shown(file)}`);
  if (Array.isArray(file)) return readShadeTable(file, options);
  return "asset" in file ? readGltf(file, options) : readFootprints(file, options as FootprintOptions);
}

function readText(text: string, options: SceneOptions): SceneReading {
  if (/^\s*[{[]/.test(text)) return readScene(parsed(text), options);
  return isShadeTable(text) ? readShadeTable(text, options) : readObj(text, options as ObjOptions);
}

function parsed(text: string): object {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RangeError(`readScene: the file is not valid JSON (${(error as Error).message})`);
  }
}
