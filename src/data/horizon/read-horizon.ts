/** One reader of horizon lines: PVGIS, PVsyst, lists and sparse points, to an elevation for every degree. */
import { shown } from "../../foundation/text/shown.js";
import type { Notice } from "../contract/observation/types.js";

/** Why a horizon line cannot be used, for programs that say it in words of their own. */
export type HorizonReason =
  /** JSON that cannot be parsed. */
  | "json"
  /** No points, or JSON of another form. */
  | "form"
  /** A line or an item that has no two numbers. */
  | "pair"
  | "azimuth"
  | "elevation"
  /** Azimuths from 0 to 180, which may count from the north or the south. */
  | "zero"
  /** Azimuths from −180 to 180 in the southern hemisphere, where programs differ. */
  | "hemisphere"
  /** Points of one azimuth only. */
  | "few";

interface Where {
  readonly reason: HorizonReason;
  readonly file?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  /** What was found there. */
  readonly value?: string | undefined;
}

/** A horizon line that cannot be used: names the file (if there is one), the line (1-based) and the problem. @experimental */
export class HorizonError extends Error {
  override readonly name = "HorizonError";
  readonly code = "ERR_HORIZON";
  readonly reason: HorizonReason;
  /** 1-based; undefined where points do not correspond to lines. */
  readonly line: number | undefined;
  readonly value: string | undefined;

  constructor(message: string, { reason, file, line, value }: Where) {
    const place = [file, line && `line ${line}`].filter(Boolean).join(", ");
    super(place ? `${place}: ${message}` : message);
    this.reason = reason;
    this.line = line;
    this.value = value;
  }
}

interface HorizonPoint {
  /** Degrees as in the file. */
  readonly azimuth: number;
  readonly elevation: number;
  /** 1-based, if points correspond to lines. */
  readonly line: number | undefined;
}

/** Where azimuth 0 is, and at which azimuth the east. */
interface Compass {
  readonly zero: "north" | "south";
  readonly east: 90 | -90;
}

const CLOCKWISE_FROM_NORTH: Compass = { zero: "north", east: 90 };
/** PVGIS: "Azimuth (0 = S, 90 = W, -90 = E) (degree)". */
const FROM_SOUTH: Compass = { zero: "south", east: -90 };

/** JSON: 360 elevations; azimuths and elevations; pairs; or the answer of PVGIS. */
function pointsOfJson(text: string, file: string | undefined) {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new HorizonError(`not valid JSON (${(cause as Error).message})`, { file, reason: "json" });
  }
  const { outputs, azimuth, horizon, elevation = horizon } = Object(content);
  const pvgis = Object(outputs).horizon_profile;
  if (Array.isArray(pvgis)) {
    return { points: pvgis.map((one, k) => point(Object(one).A, Object(one).H_hor, k, file)), compass: FROM_SOUTH };
  }
  const list = Array.isArray(content) ? content : elevation;
  if (!Array.isArray(list))
    throw new HorizonError(`expected ${EXPECTED}, got ${shown(content)}`, { file, reason: "form" });
  if (azimuth !== undefined && (!Array.isArray(azimuth) || azimuth.length !== list.length)) {
    throw new HorizonError(`"azimuth" must have as many items as "elevation" (${list.length})`, {
      file,
      reason: "form",
    });
  }
  return { points: azimuth === undefined ? pointsOfList(list, file) : list.map((item, k) => point(azimuth[k], item, k, file)), compass: CLOCKWISE_FROM_NORTH }; // biome-ignore format: one object
}

const EXPECTED =
  "360 elevations, or pairs of azimuth and elevation, in JSON ({ azimuth, elevation } or { horizon }) or one pair per line";

function pointsOfList(list: readonly unknown[], file: string | undefined): HorizonPoint[] {
  if (list.every((item) => Array.isArray(item) && item.length === 2)) {
    return (list as [unknown, unknown][]).map(([azimuth, elevation], k) => point(azimuth, elevation, k, file));
  }
  if (list.length !== 360) {
    throw new HorizonError(`expected ${EXPECTED}, got an array of ${list.length}`, { file, reason: "form" });
  }
  return list.map((elevation, azimuth) => point(azimuth, elevation, azimuth, file));
}

function point(azimuth: unknown, elevation: unknown, k: number, file: string | undefined): HorizonPoint {
  if (typeof azimuth === "number" && typeof elevation === "number") return { azimuth, elevation, line: undefined };
  const value = `${shown(azimuth)} and ${shown(elevation)}`;
  throw new HorizonError(`point ${k}: expected two numbers, got ${value}`, { file, reason: "pair", value });
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const STARTS_WITH_NUMBER = /^[+-]?[\d.]+(?:,\d+)?\s*[;,\t ]/;
const SOUTH = /\b0\s*(?:°\s*)?(?:=|is)\s*s(?:outh)?\b|\bH_hor\b/i;
const NORTH = /\b(?:north|n)\s*=\s*0\b|\b0\s*(?:°\s*)?(?:=|is)\s*n(?:orth)?\b|\bcompass\b/i;

/**
 * Text: a pair of numbers per line, separated by a comma, a semicolon, tabs or blanks. Lines with words are comments, as in
 * PVGIS' printhorizon (whose further columns are the sun's), and in PVsyst's .hor files, but below a point those that begin with a number:
 * they are damaged.
 */
function pointsOfText(text: string, file: string | undefined) {
  const points: HorizonPoint[] = [];
  const comments: string[] = [];
  for (const [k, content] of text.split(/\r\n?|\n/).entries()) {
    const plain = content.trim();
    if (plain === "") continue;
    // Below a point, a line that begins with a number is another one, or a damaged one.
    const isPoint = points.length > 0 && STARTS_WITH_NUMBER.test(plain);
    if (!isPoint && /[A-Za-z]{2}|^[#/"']|^A\b/.test(plain)) comments.push(plain);
    else points.push(pointOfLine(plain, { file, line: k + 1 }));
  }
  if (points.length === 0) throw new HorizonError(`no points: expected ${EXPECTED}`, { file, reason: "form" });
  const said = comments.join("\n");
  const [isSouth, isNorth] = [SOUTH.test(said), NORTH.test(said)];
  return { points, compass: isSouth === isNorth ? undefined : isSouth ? FROM_SOUTH : CLOCKWISE_FROM_NORTH };
}

function pointOfLine(line: string, where: { file: string | undefined; line: number }): HorizonPoint {
  const parts = line.split(/\s*[;\t]\s*|,\s+|\s+/).filter((part) => part !== "");
  const cells = parts.length > 1 ? parts.map((part) => part.replace(",", ".")) : line.split(",");
  const [azimuth, elevation] = cells.map((cell) => (NUMBER.test(cell.trim()) ? Number(cell) : Number.NaN));
  if (azimuth !== undefined && elevation !== undefined && !Number.isNaN(azimuth + elevation)) {
    return { azimuth, elevation, line: where.line };
  }
  const value = shown(line);
  throw new HorizonError(`expected azimuth and elevation in degrees, got ${value}`, {
    ...where,
    reason: "pair",
    value,
  });
}

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
