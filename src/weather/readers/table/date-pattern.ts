/** Formats of dates that a caller gives: `DD.MM.YYYY HH:mm`, `yyyy-MM-dd'T'HH:mm`, `%d.%m.%Y %H:%M`. */
import { shown } from "../../../text/shown.js";
import { DAY, HOUR, MINUTE, SECOND } from "../../../time/calendar.js";
import { dayNumber, fullYear, monthNumber, type Stamp } from "./dates.js";

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
