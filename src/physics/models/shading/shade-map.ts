/** What stands between a plane and the sky, by direction: one map for a meter's shade, a table, a scene or a far horizon. */
import { asin, atan2, RAD } from "../../../foundation/math/index.js";
import { shown } from "../../../foundation/text/shown.js";

/** Share of the light that reaches a plane, over azimuth × elevation as the apparent sun has them. @experimental */
export interface ShadeMap {
  /** Degrees of a cell: they divide 360 and 90. */
  readonly azimuthStep: number;
  readonly elevationStep: number;
  /**
   * One for all the year, or twelve from January (local standard time). Cells from north clockwise and from the horizon up, azimuth first:
   * 1 lets all pass, 0 nothing.
   */
  readonly passes: readonly ArrayLike<number>[];
  /**
   * "map" (default): what stands before the sky takes its light, too. "open": the beam and the light around the sun alone are shaded. A
   * number: the share of the sky's light that remains, as PVsyst and SAM have one for all the year.
   */
  readonly diffuse?: "map" | "open" | number | undefined;
  /** Where the light changes within cells, for the beam; `passes` has the means of those cells. Default: cells are even. */
  readonly edges?: ShadeEdges | undefined;
}

/** Points within cells, between which the share is bilinear. Maps of a scene and of a table have them. */
export interface ShadeEdges {
  /** Into how many parts the sides of each cell are divided; 0: the cell is even. */
  readonly parts: ArrayLike<number>;
  /** Where the points of each cell start in `nodes`: (parts + 1)², azimuth first, from the cell's corner in north and at the horizon. */
  readonly start: ArrayLike<number>;
  /** As `passes`: one for all the year, or twelve. */
  readonly nodes: readonly ArrayLike<number>[];
}

/** Numbers of a map, over all months: 1° × 1° for the year, or 4° × 3° by month. */
export const MOST_CELLS = 32_400;

/** Number of the cell that holds the sun, by its unit vector; below the horizon that above it. */
export function cellOf({ azimuthStep, elevationStep }: ShadeMap, east: number, north: number, up: number): number {
  const [across, rows] = [Math.round(360 / azimuthStep), Math.round(90 / elevationStep)];
  const azimuth = atan2(east, north) * RAD;
  const column = Math.min(across - 1, Math.floor((azimuth < 0 ? azimuth + 360 : azimuth) / azimuthStep));
  const row = Math.min(rows - 1, Math.floor((asin(Math.max(0, Math.min(1, up))) * RAD) / elevationStep));
  return row * across + column;
}

/** Share that passes from a direction in degrees (any turn; below the horizon as at it), between the points of a map's edges. */
export function passAt(map: ShadeMap, month: number, azimuth: number, elevation: number): number {
  const { azimuthStep, elevationStep, passes, edges } = map;
  const [across, rows] = [Math.round(360 / azimuthStep), Math.round(90 / elevationStep)];
  const x = (azimuth - 360 * Math.floor(azimuth / 360)) / azimuthStep;
  const y = Math.max(0, Math.min(90, elevation)) / elevationStep;
  const column = Math.min(across - 1, Math.floor(x));
  const row = Math.min(rows - 1, Math.floor(y));
  const cell = row * across + column;
  const parts = edges === undefined ? 0 : edges.parts[cell]!;
  if (edges === undefined || parts === 0) return passes[month]![cell]!;
  const [u, v] = [Math.min(1, x - column) * parts, Math.min(1, y - row) * parts];
  const [i, j] = [Math.min(parts - 1, Math.floor(u)), Math.min(parts - 1, Math.floor(v))];
  const nodes = edges.nodes[month]!;
  const at = edges.start[cell]! + j * (parts + 1) + i;
  const low = nodes[at]! + (nodes[at + 1]! - nodes[at]!) * (u - i);
  const high = nodes[at + parts + 1]! + (nodes[at + parts + 2]! - nodes[at + parts + 1]!) * (u - i);
  return low + (high - low) * (v - j);
}

/** @returns whether it shades nothing */
export function isOpen({ passes, diffuse }: ShadeMap): boolean {
  return !((diffuse as number) < 1) && passes.every((cells) => Array.prototype.every.call(cells, (pass) => pass === 1));
}

/**
 * A map, checked; `passes` may also be one list of numbers.
 *
 * @param where begins every message
 * @throws TypeError, RangeError naming what was expected and what came
 */
export function checkShade(value: unknown, where: string): ShadeMap {
  if (typeof value !== "object" || value === null) throw new TypeError(`${where} must be a map, got ${shown(value)}`);
  const { azimuthStep, elevationStep, passes, diffuse, edges } = value as ShadeMap;
  const across = divided(360, azimuthStep, `${where}.azimuthStep`);
  const cells = across * divided(90, elevationStep, `${where}.elevationStep`);
  if (!isList(passes))
    throw new TypeError(`${where}.passes must be a list of numbers, or of 12 lists, got ${shown(passes)}`);
  const isOne = !isList(passes[0]);
  const months = isOne ? [passes as unknown as ArrayLike<number>] : passes;
  if (months.length !== 1 && months.length !== 12)
    throw new RangeError(`${where}.passes must be one list for the year, or 12 from January, got ${months.length}`);
  if (edges !== undefined) checkEdges(edges, cells, months.length, `${where}.edges`);
  else if (cells * months.length > MOST_CELLS)
    throw new RangeError(
      `${where}.passes must be at most ${MOST_CELLS} numbers, got ${cells * months.length} by its steps`,
    );
  for (const [month, list] of Array.from(months).entries())
    checkCells(list, cells, `${where}.passes${isOne ? "" : `[${month}]`}`);
  const share = diffuse as number;
  const isShare = +share === share && share >= 0 && share <= 1;
  if (!isShare && !["map", "open", undefined].includes(diffuse as string))
    throw new RangeError(`${where}.diffuse must be map, open or from 0 to 1, got ${shown(diffuse)}`);
  return { azimuthStep, elevationStep, passes: months, diffuse, ...(edges && { edges }) };
}

/** Edges come from a program, in typed arrays: their sizes are checked. */
function checkEdges({ parts, start, nodes }: ShadeEdges, cells: number, months: number, where: string): void {
  if (parts?.length !== cells || start?.length !== cells || nodes?.length !== months)
    throw new RangeError(`${where} must have parts and start for ${cells} cells, and nodes for ${months} months`);
  for (let cell = 0; cell < cells; cell++) {
    const needed = parts[cell] === 0 ? 0 : start[cell]! + (parts[cell]! + 1) * (parts[cell]! + 1);
    if (nodes.every((list) => start[cell]! >= 0 && list.length >= needed)) continue;
    throw new RangeError(`${where}.nodes must have ${needed} numbers for the parts of cell ${cell}`);
  }
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

/** @returns into how many parts a step divides a circle or a quarter of one */
function divided(whole: number, step: unknown, where: string): number {
  if (typeof step !== "number") throw new TypeError(`${where} must be a number of degrees, got ${shown(step)}`);
  const parts = Math.round(whole / step);
  if (step > 0 && parts >= 1 && parts <= MOST_CELLS && Math.abs(parts * step - whole) < 1e-9) return parts;
  throw new RangeError(`${where} must divide ${whole} degrees, got ${step}`);
}

function checkCells(list: unknown, count: number, where: string): void {
  if (!isList(list)) throw new TypeError(`${where} must be a list of ${count} numbers, got ${shown(list)}`);
  if (list.length !== count)
    throw new RangeError(`${where} must have ${count} numbers, one for each cell, got ${list.length}`);
  for (let cell = 0; cell < count; cell++) {
    const pass = list[cell];
    if (typeof pass !== "number") throw new TypeError(`${where}[${cell}] must be a number, got ${shown(pass)}`);
    if (!(pass >= 0 && pass <= 1)) throw new RangeError(`${where}[${cell}] must be from 0 to 1, got ${pass}`);
  }
}
