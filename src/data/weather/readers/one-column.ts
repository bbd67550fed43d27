/**
 * One column over time that is no weather, of any table that the reader of tables understands: power of a meter, light on the modules.
 * Delimiter, decimal sign, stamps, zone and label are found, or told by options, as for weather.
 */

import { shown } from "../../../foundation/text/shown.js";
import { splitLine } from "../../../foundation/text/split-line.js";
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../series.js";
import type { FileOptions, Hold, Label, ReaderOptions, TableOptions } from "./format.js";
import { bareUnit, timeIndexes } from "./table/columns.js";
import { findLayout, type Layout } from "./table/layout.js";
import { columnName } from "./table/names.js";
import { tableRules } from "./table/options.js";
import { CELL_UNIT, listed } from "./table/sources.js";
import { uprightText } from "./table/wide.js";
import { openText, type WeatherInput } from "./text.js";
import { timestamped } from "./timestamped.js";

/** Which column it is, and in what. */
export interface WantedColumn {
  /** In words, for messages: "AC power". */
  readonly quantity: string;
  /** Names in lower case, words apart by blanks; the first pattern that fits columns decides. */
  readonly patterns: readonly RegExp[];
  /** Names of other quantities. */
  readonly not: RegExp;
  /** Names that are taken where no other fits. */
  readonly later?: RegExp | undefined;
  /** Units in lower case. */
  readonly units: readonly string[];
  /** Of these, those of a rate, which no counter counts. */
  readonly rates?: readonly string[] | undefined;
  /** Units that single cells may carry, as in `850 W`, those of one quantity together: how many are one of the unit that is 1. */
  readonly inCells?: readonly { readonly [unit: string]: number }[] | undefined;
  /** Two lines of a table that works. */
  readonly example: string;
  /** Whether it may be far below 0. */
  readonly isSigned?: boolean | undefined;
}

export interface OneColumnOptions
  extends Pick<FileOptions, "file" | "label" | "timeOffset" | "duplicates">,
    Pick<TableOptions, "dateFormat" | "delimiter" | "decimal" | "zone" | "missing"> {
  /** Its name in the file, or its position from 1. Default: by its name. */
  readonly column?: string | number | undefined;
}

export interface OneColumn {
  readonly name: string;
  /** As the file states it, in lower case; undefined: it states none. */
  readonly unit: string | undefined;
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  /** As the file has them; NaN: missing. */
  readonly values: Float64Array;
  /** What its stamps were taken to mark, and hours by which all of them are ahead of UTC, as far as they are alike. */
  readonly label: Label;
  readonly timeOffset: number | undefined;
  /** Its rows were those of a history, whose values hold until the next. */
  readonly isHeld: boolean;
  readonly notices: readonly Notice[];
}

interface HeldOptions extends Pick<ReaderOptions, "hold"> {
  /** In lower case; default: what the column states. */
  readonly unit?: string | undefined;
  /** How values of a table hold that says by its names that it is a history. Default: it is read as any other. */
  readonly holdOfHistory?: Hold | undefined;
}

/** @throws WeatherError for a file that is no such table, naming it and the line; TypeError, RangeError for options */
export async function readOneColumn(
  source: WeatherInput,
  wanted: WantedColumn,
  { column, unit: asked, hold: given, holdOfHistory, ...options }: OneColumnOptions & HeldOptions,
): Promise<OneColumn> {
  const text = await uprightText(await openText(source, options.file), options.file);
  try {
    const layout = layoutOf(text.head, wanted, column, options);
    const named = namesOf(layout, text.head, wanted);
    const index = indexOf(layout, named, wanted, column, { file: options.file, line: layout.headerLine || 1 });
    const { name, unit: stated, inCells } = named[index]!;
    const unit = inCells?.unit ?? stated;
    const isRate = wanted.rates?.includes(asked ?? unit ?? "");
    const hold = given ?? (isHistory(layout.names) ? holdOfHistory : undefined);
    // The reader of tables knows weather: the column travels as light, in a unit that leaves its numbers alone.
    const role = "global_horizontal_irradiance";
    const read = await timestamped.read(text, {
      ...options,
      ...(hold && { hold: { ...hold, isRate }, label: "start" }),
      isSigned: wanted.isSigned,
      cellUnits: inCells?.factors,
      columns: { [role]: index + 1 },
      units: { [role]: "W/m2" },
    });
    const { series, label, timeOffset, notices } = read;
    return {
      ...{ label, timeOffset, unit, name },
      isHeld: hold !== undefined,
      start: series.start as number,
      interval: series.interval,
      values: series.columns[role] as Float64Array,
      notices: notices.filter(({ code }) => code !== "columns" && code !== "unread" && code !== "units"),
    };
  } finally {
    await text.close();
  }
}

/** @throws WeatherError for what is no table */
function layoutOf(
  head: string,
  { quantity, example }: WantedColumn,
  column: string | number | undefined,
  options: OneColumnOptions,
): Layout {
  const position = typeof column === "number" ? column : 2;
  const layout =
    findLayout(head, tableRules(options)) ??
    findLayout(head, tableRules({ ...options, columns: { global_horizontal_irradiance: position } }));
  if (layout?.time !== undefined) return layout;
  const found = `the file begins with ${shown(head.split("\n", 1)[0])}`;
  throw new WeatherError(
    `no header with a column of time and ${quantity}: ${found}; a file of these lines works: ${example}`,
    { file: options.file, line: 1 },
  );
}

/** Home Assistant writes a row where a state changes, and says since when it holds. */
function isHistory(names: readonly string[]): boolean {
  return names.includes("state") && names.some((name) => /^last_(?:changed|updated)/.test(name));
}

/** A column by all that its head says of it. */
interface NamedColumn {
  readonly name: string;
  readonly unit: string | undefined;
  /** The unit to which cells are brought that have one of their own, and by which factors. */
  readonly inCells: { readonly unit: string; readonly factors: { readonly [unit: string]: number } } | undefined;
}

/** Lines below the header go on with the names of inverters, or have the units. */
function namesOf(layout: Layout, head: string, wanted: WantedColumn): NamedColumn[] {
  const lines = head.split("\n");
  const cellsOf = (line: string) => splitLine(line.trimEnd(), layout.delimiter);
  const below = layout.headerLine === 0 ? [] : lines.slice(layout.headerLine, layout.firstRow - 1).map(cellsOf);
  const rows = lines.slice(layout.firstRow - 1, layout.firstRow - 1 + SAMPLE).map(cellsOf);
  return layout.names.map((first, k) => {
    const more = below.flatMap((cells) => cells[k] || []);
    const units = more.map((cell) => bareUnit(cell).toLowerCase()).filter((cell) => wanted.units.includes(cell));
    const words = more.filter((cell) => !wanted.units.includes(bareUnit(cell).toLowerCase()));
    const name = [first, ...words].filter(Boolean).join(" ");
    const cell = rows.flatMap((cells) => CELL_UNIT.exec(cells[k] ?? "")?.[1]?.toLowerCase() ?? [])[0];
    const group = cell === undefined ? undefined : wanted.inCells?.find((one) => cell in one);
    return { name, unit: units[0] ?? unitOf(name, wanted.units), inCells: group && inUnitOf(group) };
  });
}

const SAMPLE = 200;

function inUnitOf(group: { readonly [unit: string]: number }): NonNullable<NamedColumn["inCells"]> {
  const [unit] = Object.keys(group).filter((one) => group[one] === 1);
  return { unit: unit!, factors: Object.fromEntries(Object.entries(group).map(([one, many]) => [one, 1 / many])) };
}

function indexOf(
  { names, time }: Layout,
  named: readonly NamedColumn[],
  { quantity, patterns, not, later }: WantedColumn,
  column: string | number | undefined,
  where: { file: string | undefined; line: number },
): number {
  const told = `say which with column, one of ${listed(named.map(({ name }) => name))}`;
  const likely = (k = -1) => (k < 0 ? "" : `; the likeliest is ${shown(named[k]!.name)}`);
  if (column !== undefined) {
    const plain = named.findIndex(({ name }) => name === column);
    const index = typeof column === "number" ? column - 1 : Math.max(names.indexOf(column), plain);
    if (names[index] !== undefined) return index;
    throw new WeatherError(`there is no column ${shown(column)}: ${told}`, where);
  }
  const used = timeIndexes(time);
  const plain = named.map(({ name }, k) => (used.includes(k) ? "" : columnName(name).plain));
  const isOther = (name: string) => name === "" || not.test(name);
  const isLater = (name: string) => later?.test(name) === true;
  const tries = [
    ...patterns.map((pattern) => (name: string) => !isLater(name) && pattern.test(name)),
    (name: string, k: number) => isLater(name) && (named[k]!.unit ?? patterns.find((one) => one.test(name))),
  ];
  for (const fits of tries) {
    const fitting = plain.flatMap((name, k) => (!isOther(name) && fits(name, k) ? [k] : []));
    if (fitting.length === 1) return fitting[0]!;
    if (fitting.length > 1) {
      const list = fitting.map((k) => shown(named[k]!.name)).join(", ");
      throw new WeatherError(`${list}: more than one column of ${quantity}: ${told}${likely(fitting[0])}`, where);
    }
  }
  const best = likely(named.findIndex(({ unit }, k) => unit !== undefined && !used.includes(k)));
  throw new WeatherError(`no column of ${quantity} by its name: ${told}${best}`, where);
}

/** In brackets, or the last word of the name, or the last two of a quotient. */
function unitOf(name: string, units: readonly string[]): string | undefined {
  const { plain, unit } = columnName(name);
  const words = plain.split(" ");
  return [unit?.toLowerCase() ?? words.slice(-2).join("/"), words.at(-1)!].find((stated) => units.includes(stated));
}
