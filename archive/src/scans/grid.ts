/** Where the cells of a scan are: rows and columns of equal steps, in degrees or in a satellite's angles. */

import { unusable } from "../bytes/location.js";
import type { ArrayDescription } from "../cf/array.js";
import { decodeValues } from "../cf/decode.js";
import { type GeostationaryView, geostationaryPlane } from "../cf/geostationary.js";
import type { StoredNumbers } from "../codecs/shuffle.js";
import type { JsonObject } from "../json.js";

/** What a grid is, as plain data: `scanGrid` makes the grid again from it. */
export type GridDefinition = RegularDefinition | GeostationaryDefinition;

interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** Degrees; steps may be negative: a first row in the north. */
interface RegularDefinition extends Shape {
  readonly type: "regular";
  /** Centre of row 0, column 0. */
  readonly first: { readonly latitude: number; readonly longitude: number };
  readonly step: { readonly latitude: number; readonly longitude: number };
}

/** Radians; steps as above. */
interface GeostationaryDefinition extends Shape {
  readonly type: "geostationary";
  readonly view: GeostationaryView;
  readonly first: { readonly x: number; readonly y: number };
  readonly step: { readonly x: number; readonly y: number };
}

/** Rows [top, bottom) and columns [left, right) of a grid. */
export interface GridWindow {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Degrees; `west` may be larger than `east`: across the date line. */
export interface ScanArea {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export interface ScanGrid extends Shape {
  /** Equal for equal grids. */
  readonly id: string;
  readonly definition: GridDefinition;
  /** Degrees of latitude from row to row, below the satellite. */
  readonly spacing: number;
  /** row × columns + column of the cell that a place is in; undefined outside of the grid. */
  cellAt(latitude: number, longitude: number): number | undefined;
  /** Its centre; undefined for what is no cell, and beside the Earth. */
  placeOf(cell: number): { readonly latitude: number; readonly longitude: number } | undefined;
  /** The smallest window with every cell whose centre is in an area, and those around; undefined if there are none. */
  windowOf(area: ScanArea): GridWindow | undefined;
  /** The cells of a window as a grid of their own. */
  part(window: GridWindow): ScanGrid;
}

/** Of half a cell, beyond which a place is not in it: coordinates are rounded. */
const HALF = 1.001 / 2;
const DEGREE = Math.PI / 180;

export function scanGrid(definition: GridDefinition): ScanGrid {
  const { rows, columns } = definition;
  const plane = definition.type === "regular" ? regularPlane(definition) : anglePlane(definition);
  const index = (at: number, count: number): number => {
    const nearest = Math.min(Math.max(Math.round(at), 0), count - 1);
    return Math.abs(at - nearest) <= HALF ? nearest : -1;
  };
  const grid: ScanGrid = {
    id: JSON.stringify(definition),
    definition,
    rows,
    columns,
    spacing: plane.spacing,
    cellAt(latitude, longitude) {
      const at = plane.at(latitude, longitude);
      if (at === undefined) return undefined;
      const [row, column] = [index(at[0], rows), index(at[1], columns)];
      return row < 0 || column < 0 ? undefined : row * columns + column;
    },
    placeOf(cell) {
      if (!(Number.isInteger(cell) && cell >= 0 && cell < rows * columns)) return undefined;
      const place = plane.placeAt(Math.floor(cell / columns), cell % columns);
      return place && { latitude: place[0], longitude: place[1] };
    },
    windowOf: (area) =>
      definition.type === "regular" ? regularWindow(definition, area) : angleWindow(plane, definition, area),
    part: (window) => scanGrid(partOf(definition, window)),
  };
  return grid;
}

/** Rows and columns as real numbers, and places of them. */
interface Plane {
  readonly spacing: number;
  at(latitude: number, longitude: number): readonly [number, number] | undefined;
  placeAt(row: number, column: number): readonly [number, number] | undefined;
}

function regularPlane({ first, step, columns }: RegularDefinition): Plane {
  const turn = 360 / Math.abs(step.longitude);
  const middle = (columns - 1) / 2;
  return {
    spacing: Math.abs(step.latitude),
    at(latitude, longitude) {
      const column = (longitude - first.longitude) / step.longitude;
      return [(latitude - first.latitude) / step.latitude, column - turn * Math.round((column - middle) / turn)];
    },
    placeAt(row, column) {
      const longitude = first.longitude + column * step.longitude;
      return [first.latitude + row * step.latitude, longitude - 360 * Math.round(longitude / 360)];
    },
  };
}

function anglePlane({ view, first, step }: GeostationaryDefinition): Plane {
  const plane = geostationaryPlane(view);
  return {
    spacing: (Math.abs(step.y) * view.height) / view.semiMajor / DEGREE,
    at(latitude, longitude) {
      const angles = plane.forward(latitude, longitude);
      return angles && [(angles[1] - first.y) / step.y, (angles[0] - first.x) / step.x];
    },
    placeAt: (row, column) => plane.inverse(first.x + column * step.x, first.y + row * step.y),
  };
}

function widthOf({ west, east }: ScanArea): number {
  return east - west + (east < west ? 360 : 0);
}

function regularWindow({ rows, columns, first, step }: RegularDefinition, area: ScanArea): GridWindow | undefined {
  const [high, wide] = [Math.abs(step.latitude), Math.abs(step.longitude)];
  const down = rangeOf(rows, (row) => {
    const latitude = first.latitude + row * step.latitude;
    return latitude >= area.south - high && latitude <= area.north + high;
  });
  const across = rangeOf(columns, (column) => {
    const east = first.longitude + column * step.longitude - (area.west - wide);
    return east - 360 * Math.floor(east / 360) <= widthOf(area) + 2 * wide;
  });
  return down && across && { top: down[0], bottom: down[1], left: across[0], right: across[1] };
}

/** From the first that fits up to behind the last. */
function rangeOf(count: number, fits: (k: number) => boolean): readonly [number, number] | undefined {
  const found = Array.from({ length: count }, (_, k) => k).filter(fits);
  return found.length === 0 ? undefined : [found[0]!, found.at(-1)! + 1];
}

/** Steps along each side of an area: between two of them a row or column bends by less than the cell that is added around. */
const SIDE = 256;

function angleWindow(plane: Plane, { rows, columns }: Shape, area: ScanArea): GridWindow | undefined {
  const width = widthOf(area);
  const [most, least] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [top, bottom, left, right] = [most, least, most, least];
  for (let k = 0; k <= SIDE; k++) {
    for (let j = 0; j <= SIDE; j++) {
      const latitude = area.south + ((area.north - area.south) * k) / SIDE;
      const at = plane.at(latitude, area.west + (width * j) / SIDE);
      if (at === undefined) continue;
      [top, bottom] = [Math.min(top, at[0]), Math.max(bottom, at[0])];
      [left, right] = [Math.min(left, at[1]), Math.max(right, at[1])];
    }
  }
  const window = {
    top: Math.max(0, Math.ceil(top) - 1),
    bottom: Math.min(rows, Math.floor(bottom) + 2),
    left: Math.max(0, Math.ceil(left) - 1),
    right: Math.min(columns, Math.floor(right) + 2),
  };
  return window.top < window.bottom && window.left < window.right ? window : undefined;
}

/** @throws RangeError for a window that is not in the grid */
function partOf(definition: GridDefinition, { top, bottom, left, right }: GridWindow): GridDefinition {
  const isIn = (from: number, to: number, count: number) =>
    Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= count;
  if (!isIn(top, bottom, definition.rows) || !isIn(left, right, definition.columns)) {
    const shape = `${definition.rows} × ${definition.columns}`;
    throw new RangeError(
      `window must lie in ${shape} cells, got rows ${top} to ${bottom}, columns ${left} to ${right}`,
    );
  }
  const shape = { rows: bottom - top, columns: right - left };
  if (definition.type === "regular") {
    const { first, step } = definition;
    const latitude = first.latitude + top * step.latitude;
    return { ...definition, ...shape, first: { latitude, longitude: first.longitude + left * step.longitude } };
  }
  const { first, step } = definition;
  return { ...definition, ...shape, first: { x: first.x + left * step.x, y: first.y + top * step.y } };
}

// The values of a whole scan: decoded by a table of what each stored number means, so that millions of them take no time.

/** Two bytes can be so many numbers. */
const NUMBERS = 0x1_0000;

/** What a number of two bytes stands for, by its bits: scaled, NaN where it is missing or not valid. */
function meaningsOf(array: ArrayDescription, isSigned: boolean): Float32Array {
  const all = Float64Array.from({ length: NUMBERS }, (_, bits) =>
    isSigned && bits >= NUMBERS / 2 ? bits - NUMBERS : bits,
  );
  decodeValues(all, array);
  return Float32Array.from(all);
}

/**
 * The decoded values of a window.
 *
 * @param width columns of the whole grid
 */
export function decodedCells(
  stored: StoredNumbers,
  array: ArrayDescription,
  width: number,
  window: GridWindow,
): Float32Array {
  const [rows, columns] = [window.bottom - window.top, window.right - window.left];
  const values = new Float32Array(rows * columns);
  const isShort = stored instanceof Int16Array || stored instanceof Uint16Array;
  const meanings = isShort ? meaningsOf(array, stored instanceof Int16Array) : undefined;
  for (let row = 0; row < rows; row++) {
    const from = (window.top + row) * width + window.left;
    const line = stored.subarray(from, from + columns);
    const into = values.subarray(row * columns, (row + 1) * columns);
    if (meanings !== undefined) for (let k = 0; k < columns; k++) into[k] = meanings[(line[k] as number) & 0xffff]!;
    else into.set(decodedLine(line, array));
  }
  return values;
}

function decodedLine(line: StoredNumbers, array: ArrayDescription): Float64Array {
  const numbers = Float64Array.from(line as ArrayLike<number | bigint>, Number);
  decodeValues(numbers, array);
  return numbers;
}

/** Flags of a byte that a value may have, each with its share in the scan. */
export interface FlagCount {
  readonly meaning: string;
  readonly values: number;
}

/**
 * Takes out the values whose flag is none of those wanted, in place.
 *
 * @param isWanted by the meaning of a flag; a flag without a meaning, and the fill value, are never wanted
 * @returns how many of the remaining values have which flag
 */
export function applyFlags(
  values: Float32Array,
  flags: StoredNumbers,
  array: ArrayDescription,
  width: number,
  window: GridWindow,
  isWanted: (meaning: string) => boolean,
): FlagCount[] {
  const meanings = flagMeanings(array);
  const takes = new Uint8Array(256);
  const counts = new Uint32Array(256);
  for (const [flag, meaning] of meanings) if (isWanted(meaning)) takes[flag & 0xff] = 1;
  const columns = window.right - window.left;
  for (let k = 0, at = 0; k < window.bottom - window.top; k++) {
    const from = (window.top + k) * width + window.left;
    for (let column = 0; column < columns; column++, at++) {
      const value = values[at]!;
      if (Number.isNaN(value)) continue;
      const flag = Number(flags[from + column]) & 0xff;
      if (takes[flag] === 1) counts[flag]!++;
      else values[at] = Number.NaN;
    }
  }
  return [...meanings].map(([flag, meaning]) => ({ meaning, values: counts[flag & 0xff]! }));
}

/** CF 1.11, section 3.5: `flag_values` and `flag_meanings`, as many of one as of the other. */
function flagMeanings({ attributes, path, type }: ArrayDescription): ReadonlyMap<number, string> {
  const { flag_values: given, flag_meanings: text } = attributes as JsonObject;
  const flags: readonly unknown[] = typeof given === "number" ? [given] : Array.isArray(given) ? given : [];
  const meanings = typeof text === "string" ? text.trim().split(/\s+/) : [];
  const isWhole = flags.length > 0 && flags.length === meanings.length && flags.every(Number.isInteger);
  if (!/^u?int8$/.test(type) || !isWhole) {
    throw unusable(path, "its flags have no flag_values and flag_meanings, as many of one as of the other");
  }
  return new Map(meanings.map((meaning, k) => [flags[k] as number, meaning]));
}
