/** Where the cells of a scan are: rows and columns of equal steps, in degrees or in a satellite's angles. */
import { type GeostationaryView, geostationaryPlane } from "../cf/geostationary.js";

/** What a grid is, as plain data: `scanGrid` makes the grid again from it. @experimental */
export type GridDefinition = RegularDefinition | GeostationaryDefinition;

interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** Degrees; steps may be negative: a first row in the north. @experimental */
export interface RegularDefinition extends Shape {
  readonly type: "regular";
  /** Centre of row 0, column 0. */
  readonly first: { readonly latitude: number; readonly longitude: number };
  readonly step: { readonly latitude: number; readonly longitude: number };
}

/** Radians; steps as above. @experimental */
export interface GeostationaryDefinition extends Shape {
  readonly type: "geostationary";
  readonly view: GeostationaryView;
  readonly first: { readonly x: number; readonly y: number };
  readonly step: { readonly x: number; readonly y: number };
}

/** Rows [top, bottom) and columns [left, right) of a grid. @experimental */
export interface GridWindow {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Degrees; `west` may be larger than `east`: across the date line. @experimental */
export interface ScanArea {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** @experimental */
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

/** @experimental */
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
