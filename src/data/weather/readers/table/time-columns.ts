/** The columns that say when: found by their names and by what is in them. */

import { offsetHours } from "../../../../foundation/time/zone.js";
import type { TimeRole } from "../format.js";
import { type DateOrder, parseClock, parseDateTime, parseSerial } from "./dates.js";
import type { DatePattern, TableRules } from "./options.js";

/** Indexes of the columns. */
export type TimeColumns =
  | { readonly kind: "stamp"; readonly stamp: number }
  | { readonly kind: "date-clock"; readonly date: number; readonly clock: number; readonly isHhmm: boolean }
  | {
      readonly kind: "parts";
      readonly year: number;
      /** Undefined: `day` is the day of the year. */
      readonly month: number | undefined;
      readonly day: number;
      /** −1 = absent. */
      readonly hour: number;
      readonly minute: number;
      readonly second: number;
      /** The column of the hour has hours and minutes: 0, 15, 30, … 2345. */
      readonly isHhmm: boolean;
    };

const STAMP_NAME =
  /time|date|stamp|zeit|datum|fecha|horodat|data|measured.?on|utc|gmt|epoch|unix|mess|period|when|일시|時|时间|日期|时刻|\bts$|_ts$|^yyyymmdd$|^$|^index$|^unnamed/i;
const NAMES: { readonly [role in TimeRole]: RegExp } = {
  time: /^(?:time|uhrzeit|zeit|heure|hora|ora|clock|time of day|hh:?mm|hour|stunde|(?:ak|[achemp])st|utc|gmt|cet|mez)\b/,
  date: /^(?:date|datum|fecha|data|day|tag|jour)\b/,
  year: /^(?:year|yr|yyyy|jahr|année|annee|año|anno)$/,
  month: /^(?:month|mo|mm|mon|monat|mois|mes|mese)$/,
  day: /^(?:day|dy|dd|da|tag|jour|d[ií]a|giorno|day of month|dom)$/,
  day_of_year: /^(?:doy|day ?of ?(?:the )?year|jday|julian day|yday|day number)$/,
  hour: /^(?:hour|hours|hr|hh|std|stunde|heure|hora|ora|h|hhmm|time|hour minute)$/,
  minute: /^(?:minute|minutes|min|mn|mi|minuto|minuten)$/,
  second: /^(?:second|seconds|sec|ss|s)$/,
};

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, " ");
}

/**
 * @param rows cells of the first rows of data
 * @param indexOf position of a column that the caller named; undefined if it is not named
 */
export function findTimeColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  rules: TableRules,
  indexOf: (role: TimeRole) => number | undefined,
): TimeColumns | undefined {
  if (rows.length === 0) return undefined;
  const named = namedByCaller(rows, indexOf);
  if (named !== undefined) return named;
  const found =
    stampColumn(names, rows, rules.pattern) ??
    dateAndClock(names, rows, rules.pattern) ??
    partColumns(names, rows) ??
    dateColumn(names, rows, rules.pattern);
  return withHour(found, indexOf("hour"), rows);
}

/** Where the caller names the hour alone. */
function withHour(
  found: TimeColumns | undefined,
  hour: number | undefined,
  rows: readonly (readonly string[])[],
): TimeColumns | undefined {
  if (found === undefined || hour === undefined) return found;
  const form = { isHhmm: isHhmm(rows, hour) };
  if (found.kind === "parts") return { ...found, ...form, hour };
  return { kind: "date-clock", date: found.kind === "stamp" ? found.stamp : found.date, clock: hour, ...form };
}

function namedByCaller(
  rows: readonly (readonly string[])[],
  indexOf: (role: TimeRole) => number | undefined,
): TimeColumns | undefined {
  const [time, date, year, day, dayOfYear] = (["time", "date", "year", "day", "day_of_year"] as const).map(indexOf);
  const clock = time ?? indexOf("hour");
  if (date !== undefined && clock !== undefined) {
    return { kind: "date-clock", date, clock, isHhmm: isHhmm(rows, clock) };
  }
  const stamp = time ?? date;
  if (stamp !== undefined) return { kind: "stamp", stamp };
  if (year === undefined || (day ?? dayOfYear) === undefined) return undefined;
  const hour = indexOf("hour") ?? -1;
  return {
    kind: "parts",
    year,
    month: dayOfYear === undefined ? indexOf("month") : undefined,
    day: (dayOfYear ?? day)!,
    hour,
    minute: indexOf("minute") ?? -1,
    second: indexOf("second") ?? -1,
    isHhmm: isHhmm(rows, hour),
  };
}

/** Whether it holds for the first row and nearly all others: a damaged row is named when it is read. */
function every(rows: readonly (readonly string[])[], index: number, holds: (cell: string) => boolean): boolean {
  if (!holds(rows[0]![index] ?? "")) return false;
  return rows.filter((cells) => holds(cells[index] ?? "")).length >= 0.5 * rows.length;
}

/** Whether a text is a date with a time of day. */
function isStamp(text: string, pattern: DatePattern | undefined): boolean {
  if (pattern !== undefined) return pattern.hasTime && pattern.parse(text) !== undefined;
  const stamp = parseDateTime(text);
  return stamp !== undefined && stamp.date !== text;
}

function isDate(text: string, pattern: DatePattern | undefined): boolean {
  return pattern === undefined ? parseDateTime(text) !== undefined : pattern.parse(text) !== undefined;
}

/** Whether a text is a date, with or without a time of day, or a number that stands for one. */
export function isTime(text: string, pattern: DatePattern | undefined): boolean {
  return isDate(text, pattern) || (pattern === undefined && parseSerial(text) !== undefined);
}

/** Numbers are times only where the name says so. */
function isSerial(name: string, text: string): boolean {
  return STAMP_NAME.test(name) && parseSerial(text) !== undefined;
}

/** Universal time before local time, starts before ends, and otherwise the first. */
function stampColumn(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  pattern: DatePattern | undefined,
): TimeColumns | undefined {
  const columns = names.flatMap((name, k) =>
    every(rows, k, (cell) => isStamp(cell, pattern) || (pattern === undefined && isSerial(name, cell))) ? [k] : [],
  );
  const [stamp] = columns.sort((a, b) => preference(names[b]!) - preference(names[a]!) || a - b);
  // A date at midnight throughout, beside a time of day, is only a date.
  if (stamp === undefined) return undefined;
  const clock = clockColumn(names, rows);
  const isMidnight = every(rows, stamp, (cell) => parseDateTime(cell)?.ms === 0) && rows.length > 1;
  if (isMidnight && clock !== undefined) return { kind: "date-clock", date: stamp, clock, isHhmm: false };
  return { kind: "stamp", stamp };
}

function preference(name: string): number {
  const isUtc = /\b(?:utc|gmt)\b/i.test(name.replaceAll("_", " "));
  return (isUtc ? 2 : 0) + (labelOfName(name) === "start" ? 1 : labelOfName(name) === "end" ? -1 : 0);
}

/** What a column's name says that its stamps mark: `period_end`, `Interval start`. */
export function labelOfName(name: string): "start" | "end" | undefined {
  const plain = plainName(name).replace(/[(),.:;-]/g, " ");
  if (/(?:^|\s|period|interval)(?:start|begin|beginning|von|from)(?:$|\s)|\bstart ?time\b/.test(plain)) return "start";
  return /(?:^|\s|period|interval)(?:end|ending|bis|until)(?:$|\s)|\bend ?time\b/.test(plain) ? "end" : undefined;
}

function clockColumn(names: readonly string[], rows: readonly (readonly string[])[]): number | undefined {
  const clocks = names.flatMap((_, k) => (every(rows, k, (cell) => parseClock(cell) !== undefined) ? [k] : []));
  return clocks[0];
}

function dateAndClock(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  pattern: DatePattern | undefined,
): TimeColumns | undefined {
  const isNamedDate = (name: string) => STAMP_NAME.test(name) || NAMES.date.test(plainName(name));
  const date = names.findIndex((name, k) => isNamedDate(name) && every(rows, k, (cell) => isDate(cell, pattern)));
  if (date < 0) return undefined;
  const clock = clockColumn(names, rows);
  if (clock !== undefined) return { kind: "date-clock", date, clock, isHhmm: false };
  const isClock = (name: string) => NAMES.time.test(name) || NAMES.hour.test(name);
  const number = names.findIndex(
    (name, k) => k !== date && isClock(plainName(name)) && every(rows, k, (cell) => /^\d{1,4}$/.test(cell)),
  );
  // Only beside the date, so that no measurement is taken for a time.
  if (number !== date + 1) return undefined;
  return { kind: "date-clock", date, clock: number, isHhmm: isHhmm(rows, number) };
}

function partColumns(names: readonly string[], rows: readonly (readonly string[])[]): TimeColumns | undefined {
  const plain = names.map((name) => plainName(name).replace(/ ?[([].*$/s, ""));
  const find = (pattern: RegExp) =>
    plain.findIndex((name, k) => pattern.test(name) && every(rows, k, (cell) => /^\d+(?:[.,]\d+)?$/.test(cell)));
  const indexOf = (role: TimeRole) => find(NAMES[role]);
  const orLetter = (index: number, letter: RegExp) => (index < 0 ? find(letter) : index);
  const [year, dayOfYear] = [indexOf("year"), indexOf("day_of_year")];
  const [month, day] = [orLetter(indexOf("month"), /^m$/), orLetter(indexOf("day"), /^d$/)];
  const hasDate = year >= 0 && ((month >= 0 && day >= 0) || dayOfYear >= 0);
  if (!hasDate) return undefined;
  const isByDay = month >= 0 && day >= 0;
  const number = indexOf("hour");
  const hour = number < 0 ? (clockColumn(names, rows) ?? -1) : number;
  const [minute, second] = [indexOf("minute"), indexOf("second")];
  const parts = isByDay ? { month, day } : { month: undefined, day: dayOfYear };
  return { kind: "parts", year, ...parts, hour, minute, second, isHhmm: minute < 0 && isHhmm(rows, hour) };
}

function dateColumn(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  pattern: DatePattern | undefined,
): TimeColumns | undefined {
  const stamp = names.findIndex((_, k) => every(rows, k, (cell) => isDate(cell, pattern)));
  return stamp < 0 ? undefined : { kind: "stamp", stamp };
}

/** Whether whole numbers are hours and minutes, 0 to 2400, and not hours. */
function isHhmm(rows: readonly (readonly string[])[], index: number): boolean {
  return index >= 0 && rows.some((cells) => Number(cells[index] ?? 0) > 24);
}

/** Standard time by its abbreviation, hours ahead of UTC. */
const ABBREVIATIONS: { readonly [name: string]: number } = {
  AST: -4,
  EST: -5,
  CST: -6,
  MST: -7,
  PST: -8,
  AKST: -9,
  HST: -10,
  WET: 0,
  CET: 1,
  MEZ: 1,
  EET: 2,
  JST: 9,
  AEST: 10,
};

/** The offset that a column's name states: `Time (UTC+1)`, `DATE (MM/DD/YYYY)_MST`. */
export function zoneOfName(name: string): number | undefined {
  const text = name.replaceAll("_", " ");
  const universal = /\b(?:UTC|GMT)\b\s*(?:[+\-−±]\s*\d{1,2}(?::?\d{2})?)?/i.exec(text)?.[0];
  if (universal !== undefined) return offsetHours(universal);
  const abbreviation = /\b[A-Z]{3,4}\b/g;
  for (const [word] of text.matchAll(abbreviation)) {
    if (Object.hasOwn(ABBREVIATIONS, word)) return ABBREVIATIONS[word];
  }
  return undefined;
}

/** The order that a column's name states: `DATE (MM/DD/YYYY)`, `Datum [TT.MM.JJJJ]`. */
export function orderOfName(name: string): DateOrder | undefined {
  const match = /\b([dmyjt])\1*[-/. ]([dmyjt])\2*[-/. ]([dmyjt])\3*\b/i.exec(name);
  const letters = match?.slice(1).join("").toUpperCase().replace("T", "D").replace("J", "Y");
  return letters === "DMY" || letters === "MDY" || letters === "YMD" ? letters : undefined;
}

/** Names of all columns of time, which are not weather. */
export function isTimeName(name: string): boolean {
  const plain = plainName(name);
  return STAMP_NAME.test(name) || Object.values(NAMES).some((pattern) => pattern.test(plain)) || plain === "record";
}
