/** Care for columns: copies that stay, and a guard on columns that are views on reused memory. */
import { StaleColumnsError, shown } from "./errors.js";
import { VALUE_NAMES } from "./parameters.js";
import type { ObservationColumns } from "./types.js";

/**
 * Where columns keep their guard: a property that no copy or clone takes along. (A WeakMap keeps guards, and the memory
 * behind them, beyond the next collection of young objects: a fifth of the time of a day's request, measured.)
 */
const GUARD = Symbol("guard");
type Guarded = { readonly [GUARD]?: () => boolean };

/**
 * Marks columns as views on memory that will be used again.
 *
 * @param isCurrent false from the moment that the memory holds something else
 * @returns the same columns
 */
export function guardColumns<Columns extends object>(columns: Columns, isCurrent: () => boolean): Columns {
  return Object.defineProperty(columns, GUARD, { value: isCurrent });
}

/** @throws StaleColumnsError (code ERR_STALE_COLUMNS) when guarded columns are no longer what was computed */
export function assertCurrent(columns: object): void {
  if ((columns as Guarded | undefined)?.[GUARD]?.() === false) throw new StaleColumnsError();
}

/** Guards columns that are views on others' memory as those are guarded. */
export function guardAs<Columns extends object>(columns: Columns, others: object): Columns {
  const isCurrent = (others as Guarded)[GUARD];
  return isCurrent === undefined ? columns : guardColumns(columns, isCurrent);
}

/**
 * Checks that columns can be written out: current, the surface angles there, no column shorter than `count`.
 *
 * @throws StaleColumnsError; TypeError for missing surface angles; RangeError for short columns
 */
export function assertWritable(columns: ObservationColumns): void {
  assertCurrent(columns);
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
 * A deep copy on memory of its own, valid for ever.
 *
 * @throws StaleColumnsError when the workspace behind the columns has been used again already
 */
export function copyColumns(columns: ObservationColumns): ObservationColumns {
  assertCurrent(columns);
  if (!columns?.values)
    throw new TypeError(`copyColumns: columns must come from computeColumns, got ${shown(columns)}`);
  const copy = (column: Float64Array | null) => (column ? column.slice(0, columns.count) : null);
  const copyAll = <Values extends { [name: string]: Float64Array | null }>(values: Values) =>
    Object.fromEntries(Object.entries(values).map(([name, column]) => [name, copy(column)])) as Values;
  return {
    start: columns.start,
    interval: columns.interval,
    count: columns.count,
    values: copyAll(columns.values),
    extra: copyAll(columns.extra),
    meta: structuredClone(columns.meta),
    diagnostics: structuredClone(columns.diagnostics),
  };
}
