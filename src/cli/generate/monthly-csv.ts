/**
 * Monthly values as CSV: a header with `month` (1 to 12 or English names; may be left out) and the columns' names, with their
 * units in brackets; then a row a month. Comment lines may state the place.
 *
 *     # latitude: 47.4
 *     # longitude: 8.5
 *     month,global_horizontal_irradiance (kWh/m2/month),temperature
 *     Jan,30.5,0.3
 *
 * Cells are separated by commas, or by semicolons or tabs, and then may have decimal commas.
 */
import {
  MONTHLY_COLUMN_NAMES,
  MONTHLY_COLUMNS,
  MONTHLY_UNITS,
  type MonthlyColumn,
  type MonthlyUnit,
} from "../../data/contract/climate/monthly-check.js";
import { columnName, knownNames } from "../../data/weather/readers/table/names.js";
import { MONTH_NAMES } from "../../foundation/time/calendar.js";
import { UsageError } from "../errors.js";

/** From a spelling such as `kWh/m²/mo` or `W m-2`. @throws UsageError */
export function parseUnit(text: string): MonthlyUnit {
  const plain = text
    .toLowerCase()
    .replace(/²|\*\*2|\^2/g, "2")
    .replace(/(?<!\s)\s+per\s+/g, "/")
    .replace(/[\s·*]{0,9}m[-−^]{1,2}2/g, "/m2")
    .replace(/\s+/g, "")
    .replace(/\/(mo|mon|mth)$/, "/month")
    .replace(/\/d$/, "/day");
  const unit = MONTHLY_UNITS.find((known) => known.toLowerCase() === plain);
  if (unit !== undefined) return unit;
  const advice = /^(k?wh|mj)\/m2$/.test(plain) ? " (say per month or per day)" : "";
  throw new UsageError(
    `the unit of irradiance must be one of ${MONTHLY_UNITS.join(", ")}, got "${text.trim()}"${advice}`,
  );
}

export function isMonthlyColumn(name: string): name is MonthlyColumn {
  return Object.hasOwn(MONTHLY_COLUMNS, name);
}

export function failUsage(name: string, expected: string, got: string): never {
  throw new UsageError(`${name} must be ${expected}, got ${got}`);
}

/** Twelve numbers, January first; `unit` as the file names it. */
export interface MonthlyValues {
  readonly values: readonly number[];
  readonly unit: string | undefined;
}

/** What a file may say of its place. */
export const PLACE_KEYS = ["latitude", "longitude", "altitude", "time_zone"] as const;
export type MonthlyPlace = { readonly [key in (typeof PLACE_KEYS)[number]]?: number };

export interface MonthlyTable {
  readonly columns: { readonly [name in MonthlyColumn]?: MonthlyValues };
  /** Of irradiance in columns that name none. */
  readonly unit?: string | undefined;
  readonly place: MonthlyPlace;
  /** First and last year of the data. */
  readonly period?: readonly [first: number, last: number] | undefined;
  /** What was taken for granted. */
  readonly notices: readonly string[];
}

const COMMENT = /^#\s*(latitude|longitude|altitude|time_zone|irradiance_unit)\s*[:=](.*)$/is;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

interface Line {
  readonly cells: readonly string[];
  readonly number: number;
}

interface HeadCell {
  readonly name: MonthlyColumn | "month" | undefined;
  readonly unit: string | undefined;
  /** As it is written, where that is not the column's own name. */
  readonly alias?: string | undefined;
}

export function readMonthlyCsv(text: string): MonthlyTable {
  const lines = text.split(/\r\n|\n|\r/).map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const comments = lines.filter(({ line }) => line.startsWith("#"));
  const [head, ...body] = lines.filter(({ line }) => line !== "" && !line.startsWith("#"));
  if (head === undefined) throw new UsageError("there is no table: expected a header and twelve rows");
  const separator = [";", "\t"].find((mark) => head.line.includes(mark)) ?? ",";
  const header = readHeader(cellsOf(head.line, separator));
  const rows = inOrder(
    body.map(({ line, number }) => ({ cells: cellsOf(line, separator), number })),
    header,
  );
  const columns = readColumns(rows, header, separator !== ",");
  return { ...readComments(comments), columns, notices: recognisedNotice(header) };
}

function cellsOf(line: string, separator: string): string[] {
  return line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim(),
  );
}

function readHeader(cells: readonly string[]): HeadCell[] {
  const header = cells.map(readHeadCell);
  const names = header.map(({ name }) => name).filter((name) => name !== undefined);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new UsageError(`the column ${twice} occurs twice`);
  if (names.every((name) => name === "month")) throw new UsageError(`no column of ${MONTHLY_COLUMN_NAMES.join(", ")}`);
  return header;
}

/** A name, and a unit in brackets behind it. Spreadsheets leave columns without a name. */
function readHeadCell(cell: string): HeadCell {
  const [, title = cell, bracket] = /^([^([]*)[([](.*)[)\]]$/s.exec(cell) ?? [];
  const unit = bracket?.trim();
  const plain = title
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  const name = isMonthlyColumn(plain) ? plain : (commonName(title) ?? plain);
  if (name === "") return { name: undefined, unit };
  if (name === "month") return { name, unit };
  if (!isMonthlyColumn(name))
    throw new UsageError(`unknown column "${cell}": known are month, ${MONTHLY_COLUMN_NAMES.join(", ")}`);
  checkUnit(name, unit);
  return name === plain ? { name, unit } : { name, unit, alias: title.trim() };
}

function recognisedNotice(header: readonly HeadCell[]): string[] {
  const found = header.flatMap(({ name, alias }) => (alias === undefined ? [] : [`"${alias}" as ${name}`]));
  return found.length === 0 ? [] : [`columns recognised by name: ${found.join(", ")}`];
}

/** The column of a name in common use, such as `ghi`, `temp_air`, `T2m`, `Globalstrahlung`: those that the reader of weather knows. */
function commonName(title: string): MonthlyColumn | undefined {
  const [column] = knownNames([columnName(title)]).found.keys();
  return column !== undefined && isMonthlyColumn(column) ? column : undefined;
}

function checkUnit(name: MonthlyColumn, unit: string | undefined): void {
  const expected = MONTHLY_COLUMNS[name].unit;
  if (unit === undefined) return;
  if (expected === null) parseUnit(unit);
  else if (unit.replace(/^(deg\s?c|c)$/i, "°C").replace(/^-$/, "1") !== expected) {
    throw new UsageError(`the unit of ${name} must be ${expected}, got "${unit}"`);
  }
}

/** The twelve rows, January first. */
function inOrder(rows: readonly Line[], header: readonly HeadCell[]): readonly Line[] {
  for (const { cells, number } of rows) {
    if (cells.length === header.length) continue;
    throw new UsageError(`line ${number}: expected ${header.length} cells as in the header, got ${cells.length}`);
  }
  const column = header.findIndex(({ name }) => name === "month");
  if (column < 0) {
    if (rows.length === 12) return rows;
    throw new UsageError(
      `expected twelve rows, January first, got ${rows.length}; add a column month if some are missing`,
    );
  }
  const ordered: Line[] = [];
  for (const row of rows) {
    const month = monthOf(row.cells[column]!, row.number);
    if (ordered[month]) throw new UsageError(`line ${row.number}: ${MONTH_NAMES[month]} occurs twice`);
    ordered[month] = row;
  }
  const missing = MONTH_NAMES.filter((_, month) => ordered[month] === undefined);
  if (missing.length > 0)
    throw new UsageError(`no row for ${missing.join(", ")}: a month without data cannot be generated`);
  return ordered;
}

/** 0 is January. */
function monthOf(cell: string, line: number): number {
  const month = /^\d+$/.test(cell)
    ? Number(cell) - 1
    : MONTH_NAMES.findIndex((name) => cell.length >= 3 && name.toLowerCase().startsWith(cell.toLowerCase()));
  if (month >= 0 && month < 12) return month;
  throw new UsageError(`line ${line}: month must be 1 to 12 or an English name, got "${cell}"`);
}

function readColumns(
  rows: readonly Line[],
  header: readonly HeadCell[],
  mayHaveCommas: boolean,
): MonthlyTable["columns"] {
  const columns: { [name in MonthlyColumn]?: { values: number[]; unit: string | undefined } } = {};
  for (const [index, { name, unit }] of header.entries()) {
    const cells = rows.map((row) => row.cells[index]!);
    // Of an empty column nothing is known, and it need not have a name.
    if (name === "month" || cells.every((cell) => cell === "")) continue;
    if (name === undefined) throw new UsageError(`column ${index + 1} has values but no name`);
    columns[name] = { values: cells.map((cell, month) => readNumber(cell, name, month, mayHaveCommas)), unit };
  }
  return columns;
}

function readNumber(cell: string, name: MonthlyColumn, month: number, mayHaveCommas: boolean): number {
  const text = mayHaveCommas ? cell.replace(",", ".") : cell;
  if (NUMBER.test(text)) return Number(text);
  const got = cell === "" ? "nothing" : `"${cell}"`;
  const advice = cell === "" ? ": a month without data cannot be generated" : "";
  throw new UsageError(`${name} must be a number, got ${got} in ${MONTH_NAMES[month]}${advice}`);
}

function readComments(lines: readonly { line: string; number: number }[]): Pick<MonthlyTable, "place" | "unit"> {
  const place: { [key in (typeof PLACE_KEYS)[number]]?: number } = {};
  let unit: string | undefined;
  for (const { line, number } of lines) {
    const [, name, value = ""] = COMMENT.exec(line)?.map((part) => part.trim()) ?? [];
    if (name === undefined) continue;
    const key = PLACE_KEYS.find((known) => known === name.toLowerCase());
    if (key === undefined) unit = value;
    else if (NUMBER.test(value)) place[key] = Number(value);
    else throw new UsageError(`line ${number}: ${key} must be a number, got "${value}"`);
  }
  return { place, unit };
}
