/** Columns as row objects, for table libraries and plots. */
import { assertCurrent } from "../contract/observation/columns.js";
import { edgeAt } from "../contract/observation/intervals.js";
import { VALUE_NAMES } from "../contract/observation/parameters.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { checkColumns } from "./checks.js";

/** `start` and `end` (exclusive) of the interval, then a value per requested parameter and extra column; null = missing. */
export type ReportRow = { start: Date; end: Date } & { [name: string]: number | null | Date };

/**
 * One object per interval, created on demand. Values in full precision.
 *
 * @throws TypeError for invalid columns, at the first row; StaleColumnsError if the columns are views on a workspace
 * that has been used again, also during iteration
 */
export function* rows(columns: ObservationColumns): Generator<ReportRow, void, undefined> {
  checkColumns("rows", columns);
  const { count, values, extra } = columns;
  const present = [...VALUE_NAMES.map((name) => [name, values[name]] as const), ...Object.entries(extra)].filter(
    (entry): entry is [string, Float64Array] => entry[1] !== null,
  );
  for (let i = 0; i < count; i++) {
    assertCurrent(columns);
    const row: ReportRow = { start: new Date(edgeAt(columns, i)), end: new Date(edgeAt(columns, i + 1)) };
    for (const [name, column] of present) {
      const value = column[i]!;
      row[name] = Number.isNaN(value) ? null : value;
    }
    yield row;
  }
}
