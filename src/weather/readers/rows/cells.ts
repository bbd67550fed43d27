/** From cells to columns: code shared by readers of tables. */

import type { Notice } from "../../../contract/observation/types.js";
import { shown } from "../../../text/shown.js";
import { WeatherError } from "../../errors.js";
import type { WeatherColumn } from "../../series.js";
import { Values } from "./growing.js";
import { parseValue } from "./values.js";

export interface Where {
  readonly file: string | undefined;
  readonly line: number;
}

/** A weather column with its values, row by row. */
export interface FilledColumn {
  readonly column: WeatherColumn;
  readonly values: Values;
}

/** A weather column of a file. */
export interface SourceColumn extends FilledColumn {
  /** Name in the file. */
  readonly name: string;
  readonly index: number;
  /** To the column's unit: value · factor / divisor + offset. A divisor keeps tenths exact. */
  readonly factor: number;
  readonly divisor?: number;
  readonly offset?: number;
  /** Whether a value of the file means "missing". */
  readonly isMissing: (value: number, cells: readonly string[]) => boolean;
}

/** @throws WeatherError for a cell that is neither a number nor empty */
export function readCell(cells: readonly string[], source: SourceColumn, where: Where): number {
  const cell = cells[source.index]!;
  const value = parseValue(cell);
  if (value === undefined) {
    throw new WeatherError(`${source.name} must be a number, or empty for missing, got ${shown(cell)}`, where);
  }
  if (source.isMissing(value, cells)) return Number.NaN;
  return (value * source.factor) / (source.divisor ?? 1) + (source.offset ?? 0);
}

/** Column, name, position in the row, factor to the column's unit. */
export type Field = readonly [WeatherColumn, name: string, index: number, factor: number];

/** @param isMissing of a value in a row, at this position */
export function fieldColumns(
  fields: readonly Field[],
  isMissing: (value: number, cells: readonly string[], index: number) => boolean,
): SourceColumn[] {
  return fields.map(([column, name, index, factor]) => {
    const isGap = (value: number, cells: readonly string[]) => isMissing(value, cells, index);
    return { name, index, column, factor, isMissing: isGap, values: new Values() };
  });
}

/** What blanks separate. */
export function blankCells(line: string): string[] {
  return line.trim().split(/\s+/);
}

/** A whole number of a date or time. @throws WeatherError for anything else, or out of range */
export function readInteger(cell: string, name: string, least: number, most: number, where: Where): number {
  const value = /^\d+$/.test(cell) ? Number(cell) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new WeatherError(`${name} must be a whole number from ${least} to ${most}, got ${shown(cell)}`, where);
}

/** @throws WeatherError for too few cells, and for more cells than expected unless they are empty */
export function checkCells(cells: readonly string[], expected: number, isCut: boolean, where: Where): void {
  if (cells.length >= expected && cells.findLastIndex((cell) => cell !== "") < expected) return;
  const cut = isCut && cells.length < expected ? "; the file ends within this row" : "";
  throw new WeatherError(`expected ${expected} cells as in the header, got ${cells.length}${cut}`, where);
}

/** @throws WeatherError for a line with fewer cells than expected, or more */
export function checkLength(cells: readonly string[], expected: number, isCut: boolean, where: Where): void {
  if (cells.length === expected) return;
  const cut = isCut && cells.length < expected ? "; the file ends within this row" : "";
  throw new WeatherError(`expected ${expected} cells, got ${cells.length}${cut}`, where);
}

/**
 * The columns with at least one value; a notice names the others.
 *
 * @throws WeatherError if there are none
 */
export function knownColumns(
  columns: readonly FilledColumn[],
  notices: Notice[],
  file: string | undefined,
): Map<WeatherColumn, Values> {
  const known = columns.filter(({ values }) => values.hasNumber());
  const unknown = columns.filter((source) => !known.includes(source)).map(({ column }) => column);
  if (columns.some(({ values }) => values.length > 0)) {
    if (known.length === 0) throw new WeatherError("no column has a value", { file });
    if (unknown.length > 0) {
      notices.push({ code: "columns", message: `columns without a value are ignored: ${unknown.join(", ")}` });
    }
  }
  return new Map(known.map(({ column, values }) => [column, values]));
}
