/** The columns of a table: what each holds, by its name, the row of units, the lines before the header, its program, and what the caller says. */

import { isWeatherColumn, type WeatherColumn } from "../../series.js";
import { SHORT_NAMES, shortName, type TimeRole } from "../format.js";
import { type ColumnName, guess, knownNames, unitFor } from "./names.js";
import type { TableRules } from "./options.js";
import { fixedNames, fixedUnit, type Legend, type Program } from "./preamble.js";
import { isTimeName, type TimeColumns } from "./time-columns.js";

export interface TableColumn {
  readonly column: WeatherColumn;
  readonly index: number;
  /** In the file. */
  readonly name: string;
  /** As the file or the caller states it. */
  readonly unit: string | undefined;
  /** What the file says is written where there is no value. */
  readonly missing: number | undefined;
}

export interface Unread {
  readonly name: string;
  /** What it might be. */
  readonly guess: string | undefined;
  /** One is stated, but it is none of the guess, or none is where it must be. */
  readonly unknownUnit: boolean;
}

/** Rows whose cells must all be numbers. */
const NUMBERS_SAMPLE = 20;

/** Columns of which nobody can tell mm from cm and inches. */
export const UNTOLD: readonly string[] = ["snow_depth", "precipitation", "snowfall"] satisfies WeatherColumn[];

export function timeIndexes(time: TimeColumns | undefined): number[] {
  if (time === undefined) return [];
  const { kind: _, ...indexes } = time;
  return Object.values(indexes).filter((index): index is number => typeof index === "number" && index >= 0);
}

/** The exact name, else without regard to case. */
export function indexOfName(names: readonly string[], name: string): number {
  const exact = names.indexOf(name.trim());
  const plain = name.trim().toLowerCase();
  return exact >= 0 ? exact : names.findIndex((other) => other.toLowerCase() === plain);
}

export function positionOf(
  rules: TableRules,
  role: WeatherColumn | TimeRole,
  names: readonly string[],
): number | undefined {
  const given = rules.columns.get(role);
  if (given === undefined) return undefined;
  const index = typeof given === "number" ? given - 1 : indexOfName(names, given);
  return index >= 0 && index < names.length ? index : undefined;
}

export function bareUnit(cell: string): string {
  return cell.replace(/^[[(](.*)[\])]$/, "$1").trim();
}

export const STATION =
  /^(?:stn|stations?(?: (?:id|abbr\w*|number|no|code|name))?|location id|site id|wban(?:no)?|(?:entity|statistic|device|sensor|meter) id)$/;

/** With what the row of units and the lines before the header say of it. */
export function described(name: ColumnName, cell: string | undefined, legend: Legend | undefined): ColumnName {
  const unit = name.isTail ? undefined : name.unit;
  const stated = unit ?? ((cell && bareUnit(cell)) || legend?.unit);
  const known = stated === undefined ? name : { ...name, unit: stated, isTail: false };
  if (legend === undefined || knownNames([legend.name]).found.size === 0) return known;
  return { ...known, plain: legend.name.plain };
}

export function weatherColumns(
  names: readonly string[],
  parsed: readonly ColumnName[],
  legend: readonly (Legend | undefined)[],
  missing: number | undefined,
  rules: TableRules,
  time: TimeColumns | undefined,
  program: Program | undefined,
): { columns: TableColumn[]; unclear: Map<WeatherColumn, string[]> } {
  const used = new Set(timeIndexes(time));
  const bare = parsed.map((name) => name.bare);
  const { found: known, unclear } = knownNames(
    parsed.map((name, k) => (used.has(k) ? { ...name, isStatistic: true } : name)),
    fixedNames(program, bare),
  );
  for (const role of rules.columns.keys()) {
    const index = positionOf(rules, role, names);
    if (index === undefined) continue;
    // A column that the caller names is no other one.
    for (const [column, other] of known) if (other === index) known.delete(column);
    if (isWeatherColumn(role)) known.set(role, index);
  }
  const columns = [...known].flatMap(([column, index]): TableColumn[] => {
    const stated = parsed[index]!;
    const own = stated.isTail ? undefined : stated.unit;
    const unit = rules.units.get(column) ?? own ?? fixedUnit(program, column, bare[index]!) ?? unitFor(column, stated);
    if (UNTOLD.includes(column) && unit === undefined && !rules.columns.has(column)) return [];
    return [
      { column, index, name: names[index]!, unit, missing: legend[index]?.missing ?? missingOf(column, missing) },
    ];
  });
  const open = [...unclear].filter(([column]) => !known.has(column));
  return { columns, unclear: new Map(open.map(([column, indexes]) => [column, indexes.map((k) => names[k]!)])) };
}

/** A small number that the file states once for all is no temperature that is missing. */
function missingOf(column: WeatherColumn, stated: number | undefined): number | undefined {
  return stated !== undefined && column.includes("temperature") && Math.abs(stated) < 99 ? undefined : stated;
}

export function unreadColumns(
  names: readonly string[],
  parsed: readonly ColumnName[],
  columns: readonly TableColumn[],
  time: TimeColumns | undefined,
  sample: readonly (readonly string[])[],
): Unread[] {
  const used = new Set([...columns.map(({ index }) => index), ...timeIndexes(time)]);
  const isNumeric = (k: number) =>
    sample.some((cells) => /\d/.test(cells[k] ?? "")) &&
    sample.slice(0, NUMBERS_SAMPLE).every((cells) => /^[-+\d.,eE\s]*$|^nan$/i.test(cells[k] ?? ""));
  return names.flatMap((name, k) => {
    if (used.has(k) || name === "" || isTimeName(name) || !isNumeric(k)) return [];
    const idea = guess(parsed[k]!) ?? knownButForUnit(parsed[k]!);
    const meant = idea === undefined ? undefined : meantBy(idea);
    const isFound = columns.some(({ column }) => column === meant);
    const unit = parsed[k]!.isTail || meant === undefined ? undefined : unitFor(meant, parsed[k]!);
    const unknownUnit = unit === "other" || (unit === undefined && UNTOLD.includes(meant ?? ""));
    return [{ name, guess: isFound ? undefined : idea, unknownUnit }];
  });
}

/** What a name says that is no weather column because nobody knows its unit. */
function knownButForUnit(name: ColumnName): string | undefined {
  if (name.unit === undefined || name.isTail) return undefined;
  const [column] = knownNames([{ ...name, unit: undefined }]).found.keys();
  return column === undefined || unitFor(column, name) !== "other" ? undefined : shortName(column);
}

/** The column that an idea names. */
function meantBy(idea: string): WeatherColumn | undefined {
  const name = idea === "dni or bhi" ? "dni" : idea;
  if (Object.hasOwn(SHORT_NAMES, name)) return SHORT_NAMES[name as keyof typeof SHORT_NAMES];
  return isWeatherColumn(name) ? name : undefined;
}
