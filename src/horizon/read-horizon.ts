/** One reader of horizon lines: PVGIS, PVsyst, lists and sparse points, to an elevation for every degree. */

import type { Notice } from "../contract/observation/types.js";
import { shown } from "../text/shown.js";
import { HorizonError } from "./errors.js";
import { type Compass, type HorizonPoint, pointsOfJson, pointsOfText } from "./points.js";

/** @experimental */
export interface HorizonFileOptions {
  /** Where the file's azimuth 0 is, if it does not say so. */
  zero?: "north" | "south" | undefined;
  /** The file's azimuth of the east: 90, or −90. Default: 90 if 0 is north, −90 if 0 is south. */
  east?: 90 | -90 | undefined;
  /** Of the place, degrees: azimuths from −180 to 180 count from the south in the north, as PVsyst does. */
  latitude?: number | undefined;
  /** Name for error messages. */
  file?: string | undefined;
}

/** @experimental */
export interface HorizonReading {
  /** 360 elevations in degrees, 0 to below 90, for azimuth 0 (north), 1, … 359, clockwise: `context.horizon`. */
  elevation: number[];
  /** Number of points of the file. */
  points: number;
  /** How the file's azimuths were taken, and what said so. */
  compass: HorizonCompass;
  /** Notices on assumptions and on gaps of the file. */
  notices: Notice[];
}

/** @experimental */
export interface HorizonCompass extends Compass {
  /** An option; words or the form of the file; azimuths above 180; or, where none of them tells, the convention of PVsyst. */
  readonly from: "option" | "file" | "range" | "convention";
}

/** Wider gaps between neighbouring points are worth a notice, degrees. */
const WIDE_GAP = 45;
const HIGHEST = 89.999;

/**
 * Reads the horizon line of a place from the text of a file. Known are PVGIS' printhorizon (CSV and JSON), PVsyst's .hor and
 * any pairs of azimuth and elevation in degrees (one per line, separated by comma, semicolon, tab or blank; decimal commas;
 * lines with words are comments), JSON `{ azimuth, elevation }` clockwise from north with any number of points, pairs
 * `[[azimuth, elevation], …]`, and 360 elevations.
 *
 * Between points the line is straight in azimuth; elevations below 0 count as 0; of two points of one azimuth the higher one
 * counts. Where azimuth 0 is, is taken from the file (PVGIS: south), from azimuths above 180 (north), or from the option
 * `zero`. Azimuths below 0 count from the south, east negative, in the northern hemisphere: PVsyst's convention
 * (https://www.pvsyst.com/help, "Orientation").
 *
 * @param text the text of the file, or its bytes in UTF-8
 * @throws HorizonError for a file without points, values out of range, and azimuths that could be either;
 *   TypeError, RangeError for a bad argument
 * @experimental
 */
export function readHorizon(text: string | Uint8Array, options: HorizonFileOptions = {}): HorizonReading {
  checkOptions(options);
  const { file } = options;
  const content = (typeof text === "string" ? text : decoded(text)).replace(/^\uFEFF/, "");
  const isJson = /^\s*[[{]/.test(content);
  const { points, compass } = isJson ? pointsOfJson(content, file) : pointsOfText(content, file);
  for (const point of points) checkPoint(point, file);
  const notices: Notice[] = [];
  const used = compassOf(points, compass, options, notices);
  const line = sortedLine(points, used);
  if (line.length < 2)
    throw new HorizonError("a horizon needs points of at least two azimuths", { file, reason: "few" });
  notices.push(...gapNotices(line));
  return {
    elevation: Array.from({ length: 360 }, (_, degree) => elevationAt(line, degree)),
    points: points.length,
    compass: used,
    notices,
  };
}

function decoded(bytes: unknown): string {
  if (bytes instanceof Uint8Array) return new TextDecoder().decode(bytes);
  throw new TypeError(`readHorizon: text must be a string or a Uint8Array, got ${shown(bytes)}`);
}

function checkOptions({ zero, east, latitude }: HorizonFileOptions): void {
  const problem = (name: string, expected: string, value: unknown) =>
    new RangeError(`readHorizon: option "${name}" must be ${expected}, got ${shown(value)}`);
  if (zero !== undefined && zero !== "north" && zero !== "south") throw problem("zero", "north or south", zero);
  if (east !== undefined && east !== 90 && east !== -90) throw problem("east", "90 or -90", east);
  if (latitude !== undefined && !(Math.abs(latitude) <= 90)) throw problem("latitude", "degrees, -90 to 90", latitude);
}

function checkPoint({ azimuth, elevation, line }: HorizonPoint, file: string | undefined): void {
  if (!(azimuth >= -360 && azimuth <= 360)) {
    throw new HorizonError(`azimuth must be degrees from -360 to 360, got ${azimuth}`, {
      ...{ file, line, reason: "azimuth", value: String(azimuth) },
    });
  }
  if (!(elevation >= -90 && elevation < 90)) {
    throw new HorizonError(`elevation must be degrees from -90 to below 90, got ${elevation}`, {
      ...{ file, line, reason: "elevation", value: String(elevation) },
    });
  }
}

/** @throws HorizonError with a question if nothing tells where azimuth 0 is */
function compassOf(
  points: readonly HorizonPoint[],
  stated: Compass | undefined,
  { zero, east, latitude, file }: HorizonFileOptions,
  notices: Notice[],
): HorizonCompass {
  if (zero !== undefined) return { zero, east: east ?? (zero === "north" ? 90 : -90), from: "option" };
  if (stated !== undefined) return { ...stated, east: east ?? stated.east, from: "file" };
  const azimuths = points.map(({ azimuth }) => azimuth);
  if (Math.max(...azimuths) > 180) return { zero: "north", east: east ?? 90, from: "range" };
  const ask = "say where azimuth 0 is: zero north or south";
  if (Math.min(...azimuths) >= 0) {
    throw new HorizonError(`all azimuths are from 0 to 180, so they may count from the north or the south: ${ask}`, {
      file,
      reason: "zero",
    });
  }
  if (latitude !== undefined && latitude < 0) {
    throw new HorizonError(`azimuths from -180 to 180 count from the north in some programs, in the southern hemisphere: ${ask}`, { file, reason: "hemisphere" }); // biome-ignore format: a sentence
  }
  notices.push({
    code: "horizon-azimuth",
    message:
      "azimuths of the horizon are read as counted from the south, east negative: pass zero north if they are not",
  });
  return { zero: "south", east: east ?? -90, from: "convention" };
}

/** Ascending azimuths clockwise from north, 0 to below 360; of equal ones the higher. */
function sortedLine(points: readonly HorizonPoint[], { zero, east }: Compass): readonly (readonly [number, number])[] {
  const north = zero === "north" ? 0 : 180;
  const turn = (90 - north) / east;
  const heights = new Map<number, number>();
  for (const { azimuth, elevation } of points) {
    const turned = (((north + turn * azimuth) % 360) + 360) % 360;
    const height = Math.min(Math.max(elevation, 0), HIGHEST);
    heights.set(turned, Math.max(heights.get(turned) ?? 0, height));
  }
  return [...heights].sort(([a], [b]) => a - b);
}

/** Straight between the neighbours, around the north. */
function elevationAt(line: readonly (readonly [number, number])[], degree: number): number {
  const next = line.findIndex(([azimuth]) => azimuth >= degree);
  const [after, afterHeight] = next < 0 ? [line[0]![0] + 360, line[0]![1]] : line[next]!;
  const [before, beforeHeight] =
    next > 0 ? line[next - 1]! : next < 0 ? line.at(-1)! : [line.at(-1)![0] - 360, line.at(-1)![1]];
  // Without a sum, which would round: a line of whole degrees comes back as it was.
  if (after === degree) return afterHeight;
  const share = (degree - before) / (after - before);
  return beforeHeight + share * (afterHeight - beforeHeight);
}

function gapNotices(line: readonly (readonly [number, number])[]): Notice[] {
  return line.flatMap(([azimuth], k) => {
    const next = line[k + 1]?.[0] ?? line[0]![0] + 360;
    if (next - azimuth <= WIDE_GAP) return [];
    const message = `the horizon has no point between azimuth ${azimuth} and ${next % 360}: the line is straight there`;
    return [{ code: "horizon-gap", message }];
  });
}
