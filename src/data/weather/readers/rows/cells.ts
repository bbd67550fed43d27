/** From cells to columns: numbers, times and places of cells, for all readers of tables, and columns that grow row by row. */
import { shown } from "../../../../foundation/text/shown.js";
import { HOUR } from "../../../../foundation/time/calendar.js";
import { parseMoment } from "../../../../foundation/time/iso-time.js";
import type { Notice } from "../../../contract/observation/types.js";
import { checkPlace, type WeatherColumn, WeatherError, type WeatherPlace } from "../../series.js";

/*
 * Columns whose length nobody knows beforehand. Ten years of minutes are five million rows: arrays of JavaScript are copied as they grow,
 * and took most of the time and of the memory of reading such a file.
 */

/** Rows of a block, as a power of two: 512 KiB. */
const BITS = 16;
const BLOCK = 1 << BITS;

/** Values of a column, in blocks. */
export class Values {
  length = 0;
  private readonly blocks: Float64Array[] = [];
  private last = new Float64Array(0);

  static from(values: Iterable<number>): Values {
    const column = new Values();
    for (const value of values) column.push(value);
    return column;
  }

  push(value: number): void {
    const place = this.length & (BLOCK - 1);
    if (place === 0) {
      this.last = new Float64Array(BLOCK).fill(Number.NaN);
      this.blocks.push(this.last);
    }
    this.last[place] = value;
    this.length += 1;
  }

  at(row: number): number {
    return this.blocks[row >>> BITS]![row & (BLOCK - 1)]!;
  }

  hasNumber(): boolean {
    return this.some((value) => !Number.isNaN(value));
  }

  some(is: (value: number) => boolean): boolean {
    return this.blocks.some((block) => block.some(is));
  }

  /** Hands over all values in their order and keeps none: the memory of a block is free as soon as it has been read. */
  drain(take: (value: number, row: number) => void): void {
    for (let row = 0; row < this.length; ) {
      const block = this.blocks.shift()!;
      for (let k = 0; k < BLOCK && row < this.length; k++, row++) take(block[k]!, row);
    }
    this.length = 0;
  }
}

interface Run {
  /** Its first row, the value there, and what is added from row to row. */
  readonly from: number;
  readonly value: number;
  step: number;
}

/** Numbers that mostly go on as they began, as times, dates and lines do: only where they do not is something kept. */
export class Runs implements Iterable<number> {
  length = 0;
  private readonly runs: Run[] = [];
  private open: Run = { from: 0, value: Number.NaN, step: 0 };
  /** The run that was read last and the row after it: rows are asked for in their order. */
  private index = 0;
  private read = this.open;
  private end = 0;

  static from(values: Iterable<number>): Runs {
    const runs = new Runs();
    for (const value of values) runs.push(value);
    return runs;
  }

  push(value: number): void {
    const row = this.length++;
    const { open } = this;
    const beyond = row - open.from;
    const step = beyond === 1 ? value - open.value : open.step;
    if (row > 0 && open.value + beyond * step === value) {
      open.step = step;
      return;
    }
    if (row > 0 && Number.isNaN(open.value) && Number.isNaN(value)) return;
    this.open = { from: row, value, step: 0 };
    this.runs.push(this.open);
  }

  at(row: number): number {
    if (row < this.read.from || row >= this.end) this.seek(row);
    return this.read.value + (row - this.read.from) * this.read.step;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  every(holds: (value: number) => boolean): boolean {
    for (let row = 0; row < this.length; row++) if (!holds(this.at(row))) return false;
    return true;
  }

  equals(other: Runs): boolean {
    if (other.length !== this.length) return false;
    for (let row = 0; row < this.length; row++) if (other.at(row) !== this.at(row)) return false;
    return true;
  }

  /** The next run where rows are read in order, else the one that a search finds. */
  private seek(row: number): void {
    const { runs } = this;
    this.index = runs[this.index + 1]?.from === row ? this.index + 1 : lastAtMost(runs, row);
    this.read = runs[this.index]!;
    this.end = runs[this.index + 1]?.from ?? this.length;
  }
}

function lastAtMost(runs: readonly Run[], row: number): number {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (runs[middle]!.from <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

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
  checkLength(cells, expected, isCut, where, "as in the header");
}

/** @param asIn what says how many are expected @throws WeatherError for a line with fewer cells than expected, or more */
export function checkLength(
  cells: readonly string[],
  expected: number,
  isCut: boolean,
  where: Where,
  asIn?: "as in the header" | "as in the first row" | "as in line 2",
): void {
  if (cells.length === expected) return;
  const cut = isCut && cells.length < expected ? "; the file ends within this row" : "";
  const count = [`expected ${expected} cells`, asIn].filter(Boolean).join(" ");
  throw new WeatherError(`${count}, got ${cells.length}${cut}`, where);
}

/** The columns with at least one value; a notice names the others. @throws WeatherError if there are none */
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

/**
 * Unix ms of an ISO 8601 time: `T` or a blank in between, seconds and fractions optional, `Z`, an offset or nothing (UTC)
 * at the end. NaN for any other text and for times that do not exist.
 *
 * @param timeOffset hours ahead of UTC, overriding the text
 */
export function parseStamp(text: string, timeOffset?: number): number {
  return parseMoment(text, (said = 0) => (timeOffset === undefined ? said : timeOffset * HOUR));
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const NO_VALUE = /^(?:|nan|na|n\/a|null)$/i;

const [ZERO, NINE, MINUS] = [48, 57, 45];
/** Powers of ten are exact up to 10²². */
const LONGEST_PLAIN = 22;

/**
 * The number of a plain decimal such as -12.75, as `Number` has it: the quotient of a whole number and a power of ten that are both exact
 * is rounded once (Clinger 1990, How to read floating point numbers accurately). NaN for any other text.
 */
export function plainDecimal(text: string, decimalSign: string): number {
  const { length } = text;
  if (length > LONGEST_PLAIN) return Number.NaN;
  const isNegative = text.charCodeAt(0) === MINUS;
  const sign = decimalSign.charCodeAt(0);
  let [digits, divisor, isFraction] = [0, 1, false];
  const first = isNegative ? 1 : 0;
  for (let at = first; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      digits = 10 * digits + code - ZERO;
      if (isFraction) divisor *= 10;
    } else if (code === sign && !isFraction && at > first) isFraction = true;
    else return Number.NaN;
  }
  if (length === first || digits > Number.MAX_SAFE_INTEGER) return Number.NaN;
  return (isNegative ? -digits : digits) / divisor;
}

/** A number in decimal notation; NaN for an empty cell, `NaN`, `NA`, `null`; undefined for anything else. */
export function parseValue(text: string): number | undefined {
  const plain = plainDecimal(text, ".");
  if (!Number.isNaN(plain)) return plain;
  if (NUMBER.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  return NO_VALUE.test(text) ? Number.NaN : undefined;
}

/** `checkPlace` with the file named in its message. */
export function placeIn(place: object, file: string | undefined, line?: number): WeatherPlace {
  try {
    return checkPlace(place);
  } catch (cause) {
    throw new WeatherError((cause as Error).message, { file, line });
  }
}

const NO_NUMBER =
  /^(?:-{1,3}|—|none|inf|-inf|#n\/?a|#nv|#n\/d|#div\/0!|#valu?e?[^ ]*!|missing|bad|unavailable|unknown|no data|n\.?d\.?)$/i;
const GROUPED_BY_COMMA = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const GROUPED_BY_POINT = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/;

/** NaN for a missing value; undefined for a text that is no number. */
export function parseNumber(text: string, decimal: "." | ","): number | undefined {
  if (decimal === ".") {
    const value = parseValue(text);
    if (value !== undefined) return value;
    if (GROUPED_BY_COMMA.test(text)) return Number(text.replaceAll(",", ""));
  } else {
    const plain = plainDecimal(text, ",");
    if (!Number.isNaN(plain)) return plain;
    if (GROUPED_BY_POINT.test(text)) return Number(text.replaceAll(".", "").replace(",", "."));
    const value = text.includes(".") ? undefined : parseValue(text.replace(",", "."));
    if (value !== undefined) return value;
  }
  return NO_NUMBER.test(text) ? Number.NaN : undefined;
}

/** The decimal sign that a cell proves; undefined if it has none, or if it could be grouping as well: `1,234`. */
export function provenDecimal(text: string): "." | "," | undefined {
  if (/^[+-]?\d*\.\d*(?:[eE][+-]?\d+)?$/.test(text)) return GROUPED_BY_POINT.test(text) ? undefined : ".";
  if (/^[+-]?\d*,\d*(?:[eE][+-]?\d+)?$/.test(text)) return GROUPED_BY_COMMA.test(text) ? undefined : ",";
  if (GROUPED_BY_COMMA.test(text)) return text.includes(".") ? "." : undefined;
  return GROUPED_BY_POINT.test(text) && text.includes(",") ? "," : undefined;
}

/** Whether a cell has a sign that could be decimal or grouping. */
export function isUnclear(text: string): boolean {
  return provenDecimal(text) === undefined && (GROUPED_BY_COMMA.test(text) || GROUPED_BY_POINT.test(text));
}
