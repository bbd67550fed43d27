/** Updates as a caller gives them, and as the segments that they become. */
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { checkWeather } from "irradiance-engine/internal/weather";
import type { NewFile } from "../bytes/disk-cache.js";
import type { Place } from "../source.js";
import { byMonth, MISSING, mostOf, type Scale, scaleOf, toStored } from "./cells.js";
import type { LiveColumn, LiveDescription, SegmentEntry } from "./manifest.js";
import { type Shape, valuesOfCell, writeSegment } from "./segment.js";
import type { Segments } from "./segments.js";

/** Values of one or many places over the same intervals. */
export interface LiveUpdate {
  /** Known places, and new ones, which become cells of the store. The altitude has to be given once. */
  readonly places: readonly Place[];
  /** Start of the first interval, or time of the first instant: Unix ms, a multiple of the store's step. */
  readonly start: number;
  /** Any of the store's columns, place by place, each with all its rows; NaN, null and undefined where there is no value. */
  readonly columns: { readonly [name in WeatherColumn]?: ArrayLike<number | null | undefined> | undefined };
}

/** A segment to be: values as in a block, cell by cell. */
export interface Piece extends Shape {
  readonly values: Int16Array;
  /** How many of them are not missing. */
  readonly present: number;
}

/**
 * The update of a series at one place, as the readers of weather files give it.
 *
 * @throws TypeError or RangeError for a series without a place, and for a step or sampling that is not the store's
 */
export function updateOf(series: WeatherSeries, { step, sampling }: LiveDescription): LiveUpdate {
  const { place } = series;
  if (place === undefined) throw new TypeError("series must have a place, got none");
  const weather = checkWeather(series);
  if (weather.interval !== step)
    throw new RangeError(`series must have the store's step ${step} s, got ${weather.interval} s`);
  if (weather.sampling !== sampling) {
    throw new RangeError(`series must have the store's sampling "${sampling}", got "${weather.sampling}"`);
  }
  const { latitude, longitude, altitude } = place;
  return { places: [{ latitude, longitude, altitude }], start: weather.start, columns: weather.columns };
}

/** Number of rows. @throws TypeError or RangeError naming what is wrong with an update */
export function checkUpdate({ places, start, columns }: LiveUpdate, description: LiveDescription): number {
  const step = description.step * 1000;
  if (!Array.isArray(places) || places.length === 0) throw new TypeError("places must be a list of at least one place");
  if (!Number.isInteger(start / step)) {
    throw new RangeError(`start must be Unix ms, a multiple of the step ${description.step} s, got ${String(start)}`);
  }
  const given = Object.entries(columns).filter(([, values]) => values !== undefined);
  if (given.length === 0) throw new RangeError("columns must have at least one column, got none");
  const names = description.columns.map(({ name }) => name);
  const lengths = given.map(([name, values]) => {
    if (!names.includes(name as WeatherColumn)) {
      throw new RangeError(`columns must be among the store's ${names.join(", ")}, got ${name}`);
    }
    return (values as ArrayLike<unknown>).length;
  });
  const [length = 0] = lengths;
  if (length === 0 || length % places.length > 0 || lengths.some((other) => other !== length)) {
    const expected = `all as long as a multiple of the ${places.length} places`;
    throw new RangeError(
      `columns must be ${expected}, got ${given.map(([name], k) => `${name} ${lengths[k]}`).join(", ")}`,
    );
  }
  return length / places.length;
}

/**
 * The pieces of an update, one for each month; those without any value are left out.
 *
 * @param numbers cells of its places
 * @throws RangeError for a value that cannot be kept
 */
export function piecesOf(
  { places, start, columns }: LiveUpdate,
  rows: number,
  numbers: Uint32Array,
  description: LiveDescription,
): Piece[] {
  const step = description.step * 1000;
  const first = start / step;
  const order = Uint32Array.from(numbers.keys()).sort((a, b) => numbers[a]! - numbers[b]!);
  const cells = order.map((at) => numbers[at]!);
  const given = description.columns.flatMap((column, index) => {
    const values = columns[column.name];
    return values === undefined ? [] : [{ index, column, scale: scaleOf(column), values }];
  });
  const indices = given.map(({ index }) => index);
  return byMonth(first, first + rows, step).flatMap(({ from, to }) => {
    const values = new Int16Array(cells.length * given.length * (to - from));
    let at = 0;
    let present = 0;
    for (const place of order) {
      for (const one of given) {
        for (let row = from; row < to; row++) {
          const stored = toStored(one.values[place * rows + row - first], one.scale);
          if (Number.isNaN(stored))
            throw tooLarge(one.values[place * rows + row - first], one, places[place]!, row * step);
          if (stored !== MISSING) present++;
          values[at++] = stored;
        }
      }
    }
    return present === 0 ? [] : [{ start: from, rows: to - from, columns: indices, cells, values, present }];
  });
}

function tooLarge(
  value: unknown,
  { column, scale }: { readonly column: LiveColumn; readonly scale: Scale },
  { latitude, longitude }: Place,
  time: number,
): RangeError {
  const most = mostOf(scale);
  const where = `at ${latitude},${longitude}, ${new Date(time).toISOString()}`;
  return new RangeError(`${column.name} must be from ${-most} to ${most} or missing, got ${String(value)} ${where}`);
}

/** Pieces of the same rows and columns as one, where their cells differ: stations that report together are one segment. */
export function together(pieces: readonly Piece[]): Piece[] {
  const families: Piece[][] = [];
  for (const piece of pieces) {
    // Only with the last: the order of others may matter.
    const family = families.at(-1);
    if (family !== undefined && isSameShape(family[0]!, piece)) family.push(piece);
    else families.push([piece]);
  }
  return families.flatMap((family) => merged(family) ?? family);
}

function isSameShape(a: Piece, b: Piece): boolean {
  return a.start === b.start && a.rows === b.rows && a.columns.join() === b.columns.join();
}

/** Undefined if a cell comes twice. */
function merged(family: readonly Piece[]): Piece | undefined {
  if (family.length === 1) return family[0];
  const { start, rows, columns } = family[0]!;
  const size = rows * columns.length;
  const all = family.flatMap(({ cells, values }) =>
    Array.from(cells, (cell, k) => ({ cell, values: values.subarray(k * size, (k + 1) * size) })),
  );
  all.sort((a, b) => a.cell - b.cell);
  if (all.some(({ cell }, k) => k > 0 && cell === all[k - 1]!.cell)) return undefined;
  const values = new Int16Array(all.length * size);
  for (const [k, one] of all.entries()) values.set(one.values, k * size);
  const present = family.reduce((sum, piece) => sum + piece.present, 0);
  return { start, rows, columns, cells: Uint32Array.from(all, ({ cell }) => cell), values, present };
}

// Several segments as one, with the values that hold: those of the later segments, as far as they have any.

/** @param entries in the order of the manifest, all in one month */
export async function mergeSegments(
  file: NewFile,
  entries: readonly SegmentEntry[],
  segments: Segments,
  step: number,
): Promise<Shape & { bytes: number; sum: Uint8Array }> {
  const shape = await hullOf(entries, segments);
  const size = valuesOfCell(shape);
  const written = await writeSegment(file, shape, step, async (from, to, block) => {
    const { cells } = shape;
    for (const entry of entries) {
      const lay = layer(entry, shape, block);
      let at = from;
      await segments.cells(entry, cells[from]!, cells[to - 1]!, (cell, values, offset) => {
        while (cells[at] !== cell) at++;
        lay(values, offset, (at - from) * size);
      });
    }
  });
  return { ...shape, ...written };
}

async function hullOf(entries: readonly SegmentEntry[], segments: Segments): Promise<Shape> {
  const cells = new Set<number>();
  for (const entry of entries) for (const cell of (await segments.directory(entry)).cells) cells.add(cell);
  const start = Math.min(...entries.map((entry) => entry.start));
  const end = Math.max(...entries.map((entry) => entry.start + entry.rows));
  const columns = [...new Set(entries.flatMap((entry) => entry.columns))].sort((a, b) => a - b);
  return { start, rows: end - start, columns, cells: Uint32Array.from(cells).sort() };
}

/** Lays the values of a cell, from `offset` on, over those of a block, from `target` on. */
function layer(from: SegmentEntry, to: Shape, block: Int16Array) {
  const shift = from.start - to.start;
  const columns = from.columns.map((column) => to.columns.indexOf(column) * to.rows + shift);
  const { rows } = from;
  return (values: Int16Array, offset: number, target: number): void => {
    for (let k = 0; k < columns.length; k++) {
      const [source, goal] = [offset + k * rows, target + columns[k]!];
      for (let row = 0; row < rows; row++) {
        const value = values[source + row]!;
        if (value !== MISSING) block[goal + row] = value;
      }
    }
  };
}
