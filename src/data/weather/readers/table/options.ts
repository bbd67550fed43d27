/** The options of a table, checked, and formats of dates that a caller gives: `DD.MM.YYYY HH:mm`, `yyyy-MM-dd'T'HH:mm`, `%d.%m.%Y %H:%M`. */
import { shown } from "../../../../foundation/text/shown.js";
import type { Delimiter } from "../../../../foundation/text/split-line.js";
import { DAY, HOUR, MINUTE, SECOND } from "../../../../foundation/time/calendar.js";
import { type Zone, zoneNamed } from "../../../../foundation/time/zone.js";
import { isWeatherColumn, WEATHER_COLUMNS, type WeatherColumn } from "../../series.js";
import { SHORT_NAMES, type ShortName, type TableOptions, TIME_ROLES, type TimeRole } from "../format.js";
import { amountFactor, conversion } from "../rows/units.js";
import { type DateOrder, dayNumber, fullYear, isDateOrder, monthNumber, type Stamp } from "./dates.js";

export interface DatePattern {
  readonly hasTime: boolean;
  /** undefined for a text of another form, or a time that does not exist. */
  parse(text: string): Stamp | undefined;
}

type Part =
  | "year"
  | "month"
  | "monthName"
  | "day"
  | "dayOfYear"
  | "hour"
  | "minute"
  | "second"
  | "fraction"
  | "half"
  | "zone";

const EXPRESSIONS: { readonly [part in Part]: string } = {
  year: "(\\d{4}|\\d{2})",
  month: "(\\d{1,2})",
  monthName: "(\\p{L}{3,10}\\.?)",
  day: "(\\d{1,2})",
  dayOfYear: "(\\d{1,3})",
  hour: "(\\d{1,2})",
  minute: "(\\d{1,2})",
  second: "(\\d{1,2})",
  fraction: "(\\d{1,9})",
  half: "([AaPp]\\.?[Mm]\\.?)",
  zone: "(Z|[+-]\\d{2}:?\\d{2})",
};

/** Python's and C's strftime. */
const PERCENT: { readonly [letter: string]: Part } = {
  Y: "year",
  y: "year",
  m: "month",
  b: "monthName",
  B: "monthName",
  d: "day",
  j: "dayOfYear",
  H: "hour",
  I: "hour",
  M: "minute",
  S: "second",
  f: "fraction",
  p: "half",
  z: "zone",
};

/** @throws RangeError for a format without a whole date, or with unknown letters */
export function datePattern(format: string): DatePattern {
  const parts: Part[] = [];
  const source = format.includes("%") ? fromPercent(format, parts) : fromLetters(format, parts);
  const has = (part: Part) => parts.includes(part);
  if (!(has("year") && (has("dayOfYear") || (has("day") && (has("month") || has("monthName")))))) {
    throw unusable(format, "year, month and day");
  }
  const expression = new RegExp(`^${source.replace(/(?:\\s\+)+/g, "\\s+")}$`, "u");
  return { hasTime: has("hour"), parse: (text) => stampOf(expression.exec(text), parts, text) };
}

function unusable(format: string, lacking: string): RangeError {
  return new RangeError(
    `readWeather: option "dateFormat" must be DMY, MDY, YMD or a format such as "DD.MM.YYYY HH:mm" or ` +
      `"%d.%m.%Y %H:%M" with ${lacking}, got ${shown(format)}`,
  );
}

function fromPercent(format: string, parts: Part[]): string {
  return format.replace(/%(.)|[^%]/gsu, (literal, letter: string | undefined) => {
    if (letter === undefined) return escaped(literal);
    const part = Object.hasOwn(PERCENT, letter) ? PERCENT[letter] : undefined;
    if (part === undefined) throw unusable(format, `known letters (not %${letter})`);
    parts.push(part);
    return EXPRESSIONS[part];
  });
}

/** Runs of one letter; text in single quotes and `T` stand for themselves. */
function fromLetters(format: string, parts: Part[]): string {
  return format.replace(/'([^']*)'|\[([^\]]*)\]|T|([A-Za-z])\3*|[^A-Za-z]/g, (run, quoted, bracketed, letter) => {
    if (letter === undefined) return escaped(quoted ?? bracketed ?? run);
    const part = partOf(letter as string, run.length, parts);
    if (part === undefined) throw unusable(format, `known letters (not ${run})`);
    parts.push(part);
    return EXPRESSIONS[part];
  });
}

/** M is the month; m the minute, or the month where no hour stands before it and none is known yet, as in spreadsheets. */
function partOf(letter: string, length: number, parts: readonly Part[]): Part | undefined {
  const isMonth = letter === "M" || (letter === "m" && !parts.includes("month") && !parts.includes("hour"));
  if (isMonth) return parts.includes("month") ? "minute" : length > 2 ? "monthName" : "month";
  const letters: { readonly [letter: string]: Part } = {
    y: "year",
    d: length === 3 ? "dayOfYear" : "day",
    h: "hour",
    m: "minute",
    s: letter === "S" ? "fraction" : "second",
    a: "half",
    z: "zone",
  };
  return letters[letter.toLowerCase()];
}

function escaped(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/-]/gu, (sign) => (sign === "-" ? "\\x2d" : `\\${sign}`))
    .replace(/\s+/g, "\\s+");
}

function stampOf(match: RegExpExecArray | null, parts: readonly Part[], date: string): Stamp | undefined {
  if (match === null) return undefined;
  const text = (part: Part) => (parts.includes(part) ? match[parts.indexOf(part) + 1]! : undefined);
  const number = (part: Part) => Number(text(part) ?? 0);
  const name = text("monthName");
  const year = fullYear(text("year")!);
  const days = parts.includes("dayOfYear")
    ? dayNumber(year, 1, 1) + number("dayOfYear") - 1
    : dayNumber(year, name === undefined ? number("month") : monthNumber(name), number("day"));
  const half = text("half")?.toLowerCase();
  const hour = half === undefined ? number("hour") : (number("hour") % 12) + (half.startsWith("p") ? 12 : 0);
  const fraction = Math.round(Number(`0.${text("fraction") ?? 0}`) * SECOND);
  const ms = hour * HOUR + number("minute") * MINUTE + number("second") * SECOND + fraction;
  const isOfYear = !parts.includes("dayOfYear") || days < dayNumber(year + 1, 1, 1);
  if (Number.isNaN(days) || !isOfYear || ms > DAY || number("minute") > 59 || number("second") > 59) return undefined;
  return { days, ms, offset: offsetOf(text("zone")), date };
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  if (zone === "Z") return 0;
  const size = Number(zone.slice(1, 3)) * HOUR + Number(zone.slice(-2)) * MINUTE;
  return zone.startsWith("-") ? -size : size;
}

/** The options, checked, in the reader's terms. */
export interface TableRules {
  readonly columns: ReadonlyMap<WeatherColumn | TimeRole, string | number>;
  readonly units: ReadonlyMap<WeatherColumn, string>;
  readonly order: DateOrder | undefined;
  readonly pattern: DatePattern | undefined;
  readonly delimiter: Delimiter | undefined;
  readonly decimal: "." | "," | undefined;
  readonly zone: Zone | undefined;
  /** In lower case. */
  readonly missing: ReadonlySet<string>;
}

const DELIMITERS: { readonly [name: string]: Delimiter } = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  space: " ",
  "\\t": "\t",
};
const DECIMALS: { readonly [name: string]: "." | "," } = { point: ".", ".": ".", comma: ",", ",": "," };

/** @throws TypeError, RangeError naming the option, what was expected, what came */
export function tableRules(options: TableOptions): TableRules {
  const { dateFormat } = options;
  checkText("dateFormat", dateFormat);
  const order = dateFormat?.toUpperCase();
  const isOrder = order !== undefined && isDateOrder(order);
  return {
    columns: checkedColumns(options.columns),
    units: checkedUnits(options.units),
    order: isOrder ? order : undefined,
    pattern: dateFormat === undefined || isOrder ? undefined : datePattern(dateFormat),
    delimiter: checkedDelimiter(options.delimiter),
    decimal: checkedDecimal(options.decimal),
    zone: checkedZone(options.zone),
    missing: checkedMissing(options.missing),
  };
}

function checkedColumns(columns: TableOptions["columns"]): TableRules["columns"] {
  const checked = new Map<WeatherColumn | TimeRole, string | number>();
  for (const [role, column] of entriesOf("columns", columns)) {
    if (column === undefined) continue;
    const isPosition = typeof column === "number" && Number.isInteger(column) && column >= 1;
    if (!isPosition && typeof column !== "string") {
      const expected = "the column's name in the file, or its position from 1";
      throw new TypeError(`readWeather: option "columns.${role}" must be ${expected}, got ${shown(column)}`);
    }
    const name = isTimeRole(role) ? role : weatherColumn("columns", role, [...TIME_ROLES]);
    checked.set(name, column as string | number);
  }
  return checked;
}

function checkedUnits(units: TableOptions["units"]): TableRules["units"] {
  const checked = new Map<WeatherColumn, string>();
  for (const [role, unit] of entriesOf("units", units)) {
    if (unit === undefined) continue;
    const column = weatherColumn("units", role, []);
    if (
      typeof unit !== "string" ||
      (conversion(column, unit) === undefined && amountFactor(column, unit) === undefined)
    ) {
      throw new RangeError(`readWeather: option "units.${role}" must be a known unit of ${column}, got ${shown(unit)}`);
    }
    checked.set(column, unit);
  }
  return checked;
}

function entriesOf(option: string, value: unknown): [string, unknown][] {
  if (value === undefined) return [];
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new TypeError(`readWeather: option "${option}" must be an object, got ${shown(value)}`);
}

function isTimeRole(role: string): role is TimeRole {
  return (TIME_ROLES as readonly string[]).includes(role);
}

function weatherColumn(option: string, role: string, others: readonly string[]): WeatherColumn {
  if (isWeatherColumn(role)) return role;
  if (Object.hasOwn(SHORT_NAMES, role)) return SHORT_NAMES[role as ShortName];
  const known = [...Object.keys(SHORT_NAMES), ...WEATHER_COLUMNS, ...others].join(", ");
  throw new RangeError(`readWeather: option "${option}" has no key ${shown(role)}: known are ${known}`);
}

function checkedDelimiter(delimiter: unknown): Delimiter | undefined {
  if (delimiter === undefined) return undefined;
  const known = [...Object.values(DELIMITERS)].find((one) => one === delimiter) ?? DELIMITERS[String(delimiter)];
  if (known !== undefined) return known;
  throw new RangeError(
    `readWeather: option "delimiter" must be one of comma, semicolon, tab, pipe, space, or that character, got ${shown(delimiter)}`,
  );
}

function checkedDecimal(decimal: unknown): "." | "," | undefined {
  if (decimal === undefined) return undefined;
  const known = Object.hasOwn(DECIMALS, String(decimal)) ? DECIMALS[String(decimal)] : undefined;
  if (known !== undefined) return known;
  throw new RangeError(`readWeather: option "decimal" must be point or comma, got ${shown(decimal)}`);
}

function checkedZone(zone: unknown): Zone | undefined {
  checkText("zone", zone);
  const found = zone === undefined ? undefined : zoneNamed(zone as string);
  if (found !== undefined || zone === undefined) return found;
  const expected = 'UTC, an offset such as "+05:30", or a name such as "Europe/Berlin"';
  throw new RangeError(`readWeather: option "zone" must be ${expected}, got ${shown(zone)}`);
}

function checkedMissing(missing: TableOptions["missing"] = []): TableRules["missing"] {
  const texts = typeof missing === "string" ? [missing] : missing;
  if (!Array.isArray(texts))
    throw new TypeError(`readWeather: option "missing" must be a text or several, got ${shown(missing)}`);
  for (const text of texts) checkText("missing", text);
  return new Set(texts.map((text) => text.trim().toLowerCase()));
}

function checkText(option: string, value: unknown): void {
  if (value === undefined || (typeof value === "string" && value !== "")) return;
  throw new TypeError(`readWeather: option "${option}" must be a text, got ${shown(value)}`);
}
