/** Checks of the arguments of all reports, and of plotted values. */

import type { ObservationColumns } from "../contract/observation/types.js";
import { shown } from "../text/shown.js";

/** Beyond this, neighbours on an axis that differ by 1 would be the same number. */
const LARGEST = 1e15;

/** False for missing values, and for infinite and absurd ones, which no axis can show. */
export function isDrawable(value: number): boolean {
  return Math.abs(value) <= LARGEST;
}

/** @throws TypeError for anything other than computed columns */
export function checkColumns(owner: string, columns: ObservationColumns): void {
  if (columns?.values && columns.meta) return;
  throw new TypeError(`${owner}: columns must come from computeColumns, got ${shown(columns)}`);
}

/** @throws RangeError for days, months and years: tables and pictures are made from intervals */
export function assertIntervals({ edges, meta }: ObservationColumns): void {
  if (edges === undefined) return;
  throw new RangeError(`columns must be of intervals, such as 1_hour, got frequency "${meta.frequency}"`);
}

/** @throws TypeError */
export function checkOptions(owner: string, options: unknown): void {
  if (typeof options === "object" && options !== null) return;
  throw new TypeError(`${owner}: options must be an object, got ${shown(options)}`);
}
