/** How a table is laid out: delimiter, decimal sign, header, units, columns, what stands before the header. */

import { type Delimiter, splitLine } from "../../../../foundation/text/split-line.js";
import type { WeatherColumn, WeatherPlace } from "../../series.js";
import type { TimeRole } from "../format.js";
import { isUnclear, parseNumber, provenDecimal } from "../rows/cells.js";
import { isComment } from "../rows/csv-rows.js";
import { amountFactor, conversion } from "../rows/units.js";
import {
  bareUnit,
  described,
  indexOfName,
  positionOf,
  STATION,
  type TableColumn,
  type Unread,
  unreadColumns,
  weatherColumns,
} from "./columns.js";
import { columnName, withoutCommonTails } from "./names.js";
import type { TableRules } from "./options.js";
import { legendOf, type Program, preambleOf, programOf } from "./preamble.js";
import { findTimeColumns, isTime, type TimeColumns } from "./time-columns.js";

export interface Layout {
  readonly delimiter: Delimiter;
  /** Undefined: nothing in the beginning of the file has a decimal sign. */
  readonly decimal: "." | "," | undefined;
  /** A number of the beginning that could be grouped or decimal, while no other decides. */
  readonly unclearNumber: string | undefined;
  /** 1-based; 0 = no header. */
  readonly headerLine: number;
  readonly firstRow: number;
  readonly hasRows: boolean;
  /** Cells of the first row, without empty ones at its end. */
  readonly width: number;
  readonly names: readonly string[];
  readonly columns: readonly TableColumn[];
  readonly time: TimeColumns | undefined;
  /** Columns of numbers that are not read, with what they might be. */
  readonly unread: readonly Unread[];
  /** Names of columns of which each could be the one of this weather. */
  readonly unclear: ReadonlyMap<WeatherColumn, readonly string[]>;
  readonly place: WeatherPlace | undefined;
  /** Hours ahead of UTC, of the times in the file. */
  readonly clock: number | undefined;
  readonly program: Program | undefined;
  /** Index of the column with the name of a station; −1: there is none. */
  readonly station: number;
  /** Columns that the caller named and the file does not have. */
  readonly absent: readonly string[];
}

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t", "|"];
/** A header is among these lines; units and statistics stand in at most so many lines below it. */
const MOST_BEFORE_HEADER = 60;
const MOST_BELOW_HEADER = 4;
const SAMPLE = 1000;
/** Rows that must all have times. */
const TIME_SAMPLE = 20;

interface HeadLine {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** The most telling layout; undefined if there is neither time nor weather in any. */
export function findLayout(head: string, rules: TableRules): Layout | undefined {
  const lines = head
    .split("\n")
    .map((text, k): HeadLine => ({ text, line: k + 1 }))
    .filter(({ text }) => text.trim() !== "");
  const stated = /^sep=(.)$/i.exec(lines[0]?.text.trim() ?? "")?.[1] as Delimiter | undefined;
  const delimiters = rules.delimiter ? [rules.delimiter] : stated ? [stated] : DELIMITERS;
  let best: Layout | undefined;
  for (const delimiter of delimiters) {
    const candidate = layoutWith(delimiter, lines, rules);
    if (candidate !== undefined && (best === undefined || score(candidate) > score(best))) best = candidate;
  }
  return best;
}

/** Lines before the header, with commas or semicolons of their own, have fewer cells than the rows. */
function score({ time, columns, names, width, unread }: Layout): number {
  const isOpen = columns.length === 0 && unread.some(({ guess }) => guess?.endsWith("hi"));
  return (time && names.length >= width ? 100 : 0) + (isOpen ? 6 : 10 * columns.length) + names.length / 1000;
}

function layoutWith(delimiter: Delimiter, lines: readonly HeadLine[], rules: TableRules): Layout | undefined {
  const rows = lines
    .slice(0, MOST_BEFORE_HEADER + SAMPLE)
    .map((line) => ({ ...line, cells: cellsOf(line.text, delimiter) }));
  let best: Layout | undefined;
  for (let h = 0; h < Math.min(rows.length, MOST_BEFORE_HEADER); h++) {
    const header = rows[h]!;
    if (header.cells.length < 2 || !isHeader(header.cells, rules)) continue;
    const layout = layoutBelow(delimiter, header, rows, h, rules);
    if (layout !== undefined && (best === undefined || score(layout) > score(best) + 5)) best = layout;
    if (best?.time !== undefined && best.columns.length > 0 && h > best.headerLine + MOST_BELOW_HEADER) break;
  }
  return best ?? withoutHeader(delimiter, rows, rules);
}

type Row = HeadLine & { readonly cells: readonly string[] };

function cellsOf(text: string, delimiter: Delimiter): string[] {
  const line = text.replace(/^\s*#+\s*/, "");
  try {
    return splitLine(line, delimiter);
  } catch {
    return line.split(delimiter).map((cell) => cell.trim());
  }
}

/** Names are neither numbers nor times: at most one in ten, as a level of measurement may be. */
function isHeader(cells: readonly string[], rules: TableRules): boolean {
  const isValue = (cell: string) =>
    parseNumber(cell, ".") !== undefined || parseNumber(cell, ",") !== undefined || isTime(cell, undefined);
  const numbers = cells.filter((cell) => cell !== "" && isValue(cell)).length;
  const byName = [...rules.columns.values()].filter((column) => typeof column === "string");
  return numbers <= cells.length / 10 && byName.every((name) => indexOfName(cells, name as string) >= 0);
}

function layoutBelow(
  delimiter: Delimiter,
  header: Row,
  rows: readonly Row[],
  h: number,
  rules: TableRules,
): Layout | undefined {
  const below = rows.slice(h + 1).filter(({ text }) => !isComment(text));
  const indexOf = (role: TimeRole) => positionOf(rules, role, header.cells);
  let time: TimeColumns | undefined;
  let first = 0;
  for (; first <= MOST_BELOW_HEADER && time === undefined; first++) {
    const sample = below.slice(first, first + TIME_SAMPLE).map(({ cells }) => cells);
    if ((sample[0]?.length ?? 0) < 2) continue;
    time = findTimeColumns(header.cells, sample.filter(isFilled), rules, indexOf);
  }
  const at = time === undefined ? 0 : first - 1;
  const stem = { delimiter, headerLine: header.line, time, names: header.cells };
  return completed(stem, below.slice(0, at), below.slice(at), rows.slice(0, h), rules);
}

function isFilled(cells: readonly string[]): boolean {
  return cells.length > 1;
}

/** A table of numbers only, of which the caller names the columns by position. */
function withoutHeader(delimiter: Delimiter, rows: readonly Row[], rules: TableRules): Layout | undefined {
  if (rules.columns.size === 0 || [...rules.columns.values()].some((column) => typeof column === "string")) {
    return undefined;
  }
  const data = rows.filter(({ text }) => !isComment(text));
  const names = (data[0]?.cells ?? []).map((_, k) => `column ${k + 1}`);
  if (names.length < 2) return undefined;
  const sample = data.slice(0, TIME_SAMPLE).map(({ cells }) => cells);
  const time = findTimeColumns(names, sample, rules, (role) => positionOf(rules, role, names));
  // With another delimiter the cell has more than the time.
  if (time?.kind === "stamp" && !isTime(sample[0]![time.stamp]!, rules.pattern)) return undefined;
  return completed({ delimiter, headerLine: 0, time, names }, [], data, [], rules);
}

function completed(
  stem: Pick<Layout, "delimiter" | "headerLine" | "time" | "names">,
  between: readonly Row[],
  data: readonly Row[],
  before: readonly Row[],
  rules: TableRules,
): Layout | undefined {
  const { names, time } = stem;
  const hasRows = data.length > 0;
  const unitsRow = between.find(({ cells }) => cells.some((cell, k) => isUnit(cell, names[k])));
  const head = before.map(({ text }) => text);
  const legend = names.map((name) => legendOf(name, head));
  const stated = names.map((name, k) => described(columnName(name), unitsRow?.cells[k], legend[k]));
  const program = programOf({ names: stated.map(({ bare }) => bare), before: head.join("\n") });
  const parsed = program === undefined ? withoutCommonTails(stated) : stated;
  const preamble = preambleOf(head);
  const { columns, unclear } = weatherColumns(names, parsed, legend, preamble.missing, rules, time, program);
  if (time === undefined && columns.length === 0) return undefined;
  const sample = data.slice(0, SAMPLE).map(({ cells }) => cells);
  return {
    ...stem,
    hasRows,
    width: 1 + (data[0]?.cells.findLastIndex((cell) => cell !== "") ?? -1),
    ...decimalOf(stem.delimiter, columns, sample, rules),
    firstRow: data[0]?.line ?? stem.headerLine + 1,
    columns,
    unread: unreadColumns(names, parsed, columns, time, sample),
    unclear,
    place: preamble.place,
    clock: preamble.clock ?? preamble.timeZone ?? program?.zone,
    program,
    station: parsed.findIndex(({ plain }) => STATION.test(plain)),
    absent: [...rules.columns].flatMap(([role, column]) =>
      positionOf(rules, role, names) === undefined ? [String(column)] : [],
    ),
  };
}

function isUnit(cell: string, name: string | undefined): boolean {
  if (name === undefined || cell === "") return false;
  const unit = bareUnit(cell);
  return (["global_horizontal_irradiance", "temperature", "wind_speed"] as const).some(
    (column) => conversion(column, unit) !== undefined || amountFactor(column, unit) !== undefined,
  );
}

function decimalOf(
  delimiter: Delimiter,
  columns: readonly TableColumn[],
  sample: readonly (readonly string[])[],
  rules: TableRules,
): Pick<Layout, "decimal" | "unclearNumber"> {
  if (rules.decimal !== undefined) return { decimal: rules.decimal, unclearNumber: undefined };
  let unclearNumber: string | undefined;
  for (const cells of sample) {
    for (const { index } of columns) {
      const cell = cells[index] ?? "";
      const proven = provenDecimal(cell);
      if (proven !== undefined) return { decimal: proven, unclearNumber: undefined };
      if (isUnclear(cell)) unclearNumber ??= cell;
    }
  }
  // Between commas a point in a number is decimal; only quoted commas are in doubt.
  const isPlain = delimiter === "," && !unclearNumber?.includes(",");
  return isPlain ? { decimal: ".", unclearNumber: undefined } : { decimal: undefined, unclearNumber };
}
