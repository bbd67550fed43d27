/** Points of a horizon line, however a file writes them, before their azimuths are turned to the compass. */
import { shown } from "../text/shown.js";
import { HorizonError } from "./errors.js";

export interface HorizonPoint {
  /** Degrees as in the file. */
  readonly azimuth: number;
  readonly elevation: number;
  /** 1-based, if points correspond to lines. */
  readonly line: number | undefined;
}

/** Where azimuth 0 is, and at which azimuth the east. */
export interface Compass {
  readonly zero: "north" | "south";
  readonly east: 90 | -90;
}

export interface HorizonPoints {
  readonly points: readonly HorizonPoint[];
  /** Undefined: the file does not say it. */
  readonly compass: Compass | undefined;
}

export const CLOCKWISE_FROM_NORTH: Compass = { zero: "north", east: 90 };
/** PVGIS: "Azimuth (0 = S, 90 = W, -90 = E) (degree)". */
export const FROM_SOUTH: Compass = { zero: "south", east: -90 };

/** JSON: 360 elevations; azimuths and elevations; pairs; or the answer of PVGIS. */
export function pointsOfJson(text: string, file: string | undefined): HorizonPoints {
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
export function pointsOfText(text: string, file: string | undefined): HorizonPoints {
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
