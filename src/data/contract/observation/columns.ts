/** Rows and columns of a response: when they begin and end, copies, and a guard on columns that are views on reused memory. */
import { shown } from "../../../foundation/text/shown.js";
import { SECOND } from "../../../foundation/time/calendar.js";
import { VALUE_NAMES } from "./parameters.js";
import { StaleColumnsError } from "./readers.js";
import type { Intervals, ObservationColumns } from "./types.js";

/**
 * Columns keep their guard in a property that copies and clones do not have. (A WeakMap keeps guards, and the memory
 * behind them, beyond the next minor garbage collection: a fifth of the time of a day's request, measured.)
 */
const GUARD = Symbol("guard");
type Guarded = { readonly [GUARD]?: () => boolean };

/**
 * Marks columns as views on memory that will be reused.
 *
 * @param isCurrent false as soon as the memory is overwritten
 * @returns the same columns
 */
export function guardColumns<Columns extends object>(columns: Columns, isCurrent: () => boolean): Columns {
  return Object.defineProperty(columns, GUARD, { value: isCurrent });
}

/** @throws StaleColumnsError (code ERR_STALE_COLUMNS) if guarded columns have been overwritten */
export function assertCurrent(columns: object): void {
  if ((columns as Guarded | undefined)?.[GUARD]?.() === false) throw new StaleColumnsError();
}

/** Gives columns that are views on others' memory the guard of those. */
export function guardAs<Columns extends object>(columns: Columns, others: object): Columns {
  const isCurrent = (others as Guarded)[GUARD];
  return isCurrent === undefined ? columns : guardColumns(columns, isCurrent);
}

/**
 * Checks that columns can be written: current, with surface angles, and no column shorter than `count`.
 *
 * @throws StaleColumnsError; TypeError for missing surface angles; RangeError for short columns
 */
export function assertWritable(columns: ObservationColumns): void {
  assertCurrent(columns);
  if (columns?.edges && columns.edges.length <= columns.count) {
    throw new RangeError(`columns.edges must have ${columns.count + 1} times, got ${columns.edges.length}`);
  }
  for (const name of VALUE_NAMES) {
    const column = columns?.values?.[name];
    if (!column) {
      if (name === "surface_azimuth" || name === "surface_tilt") {
        throw new TypeError(`columns.values.${name} must be a Float64Array: the surface angles are in every response`);
      }
    } else if (column.length < columns.count) {
      throw new RangeError(`columns.values.${name} has ${column.length} rows, but count is ${columns.count}`);
    }
  }
}

/**
 * A deep copy in memory of its own, valid forever.
 *
 * @throws StaleColumnsError if the workspace behind the columns has already been used again
 */
export function copyColumns(columns: ObservationColumns): ObservationColumns {
  assertCurrent(columns);
  if (!columns?.values)
    throw new TypeError(`copyColumns: columns must come from computeColumns, got ${shown(columns)}`);
  const copy = (column: Float64Array | null) => (column ? column.slice(0, columns.count) : null);
  const copyAll = <Values extends { [name: string]: Float64Array | null }>(values: Values) =>
    Object.fromEntries(Object.entries(values).map(([name, column]) => [name, copy(column)])) as Values;
  return {
    ...intervalsOf(columns),
    values: copyAll(columns.values),
    extra: copyAll(columns.extra),
    meta: structuredClone(columns.meta),
    diagnostics: structuredClone(columns.diagnostics),
  };
}

/** Rows that are written, of which some may be left out: 29 February of a typical year. */
export interface WrittenRows extends Readonly<Intervals> {
  /** So many intervals are left out before a row. */
  readonly skip?: { readonly row: number; readonly intervals: number } | null;
}

/** Start of a row in Unix ms; of the one after the last: its end. */
export function startOf(rows: WrittenRows, row: number): number {
  return edgeOf(rows, row, 0);
}

/** End of a row in Unix ms. */
export function endOf(rows: WrittenRows, row: number): number {
  return edgeOf(rows, row, 1);
}

/** Start (0) or end (1) of a row in Unix ms. */
export function edgeOf({ start, interval, edges, skip }: WrittenRows, row: number, edge: 0 | 1): number {
  const left = skip && row >= skip.row ? skip.intervals : 0;
  return edges ? edges[row + edge]! : start + (row + edge + left) * interval * SECOND;
}

/** Without the rest of what has them. */
export function intervalsOf({ start, interval, count, edges, zone }: Intervals): Intervals {
  return {
    start,
    interval,
    count,
    ...(edges && { edges: edges.slice(0, count + 1) }),
    ...(zone && { zone }),
  };
}
