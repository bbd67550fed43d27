/** Dates and times of day as files of any country write them. */
import { DAY, dateFromDays, daysFromDate, HOUR, MINUTE, SECOND } from "../../../../foundation/time/calendar.js";

/** Order of year, month and day. */
export type DateOrder = "DMY" | "MDY" | "YMD";

export const DATE_ORDERS: readonly DateOrder[] = ["DMY", "MDY", "YMD"];

export function isDateOrder(text: string): text is DateOrder {
  return (DATE_ORDERS as readonly string[]).includes(text);
}

/** Days since 1970-01-01 in each order, NaN where there is no such date; a number if the order is certain. */
export type Days = number | { readonly [order in DateOrder]: number };

/** English, German, French, Spanish and Italian months, by their first letters. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|jän|ene|gen)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar|mär|mrz)/,
  /^(?:apr|avr|abr)/,
  /^(?:ma[iy]|mag)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:o[ck]t|ott)/,
  /^nov/,
  /^(?:de[cz]|déc|dic)/,
];

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const DAY_NAMED = /^(\d{1,2})[-/. ]+(\p{L}{3,10})\.?[-/, ]+(\d{4}|\d{2})$/u;
const NAMED_DAY = /^(\p{L}{3,10})\.?[- ]+(\d{1,2}),?[- ]+(\d{4})$/u;
/** `Fri, 21 Jun 2024` */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/i;

/** undefined for a text that is no date. */
function parseDate(given: string): Days | undefined {
  const text = given.replace(WEEKDAY, "");
  const first = YEAR_FIRST.exec(text);
  if (first) return dayNumber(Number(first[1]), Number(first[3]), Number(first[4]));
  const last = YEAR_LAST.exec(text);
  if (last) return inAnyOrder(last[1]!, last[3]!, last[4]!);
  const compact = COMPACT.exec(text);
  if (compact) return dayNumber(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const named = DAY_NAMED.exec(text);
  if (named) return dayNumber(fullYear(named[3]!), monthNumber(named[2]!), Number(named[1]));
  const american = NAMED_DAY.exec(text);
  return american ? dayNumber(fullYear(american[3]!), monthNumber(american[1]!), Number(american[2])) : undefined;
}

function inAnyOrder(a: string, b: string, c: string): Days {
  return {
    DMY: dayNumber(fullYear(c), Number(b), Number(a)),
    MDY: dayNumber(fullYear(c), Number(a), Number(b)),
    YMD: c.length === 2 && a.length === 2 ? dayNumber(fullYear(a), Number(b), Number(c)) : Number.NaN,
  };
}

/** Two digits: 1970 to 2069. */
export function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year < 70 ? 2000 + year : 1900 + year;
}

export function monthNumber(name: string): number {
  const plain = name.toLowerCase();
  const found = MONTHS.findIndex((month) => month.test(plain));
  return found < 0 ? Number.NaN : found + 1;
}

/** Days since 1970-01-01; NaN for a date that does not exist. */
export function dayNumber(year: number, month: number, day: number): number {
  if (!(year >= 1 && year <= 9998 && month >= 1 && month <= 12 && day >= 1)) return Number.NaN;
  const days = daysFromDate(year, month, day);
  return dateFromDays(days).day === day ? days : Number.NaN;
}

const CLOCK =
  /^(\d{1,2})(?:[:hH](\d{2})|[:hH])(?:[:.m](\d{2})s?(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?\s?m\.?)?(?:\s*(z|utc|gmt)|\s*([+-])(\d{2}):?(\d{2})?)?$/i;

/** Hours, or hours and minutes, that a word after them tells from a number: `0100 UTC`, `7 Uhr`, `13 h`. */
const WORDED_CLOCK = /^(\d{1,2})(\d{2})?\s*(?:(z|utc|gmt)|uhr|hrs?|h)$/i;

export interface Clock {
  /** Since the beginning of the day, up to 24:00. */
  readonly ms: number;
  /** Ms ahead of UTC, if it is written. */
  readonly offset: number | undefined;
}

/** undefined for a text that is no time of day, or one that does not exist. */
export function parseClock(text: string): Clock | undefined {
  const match = CLOCK.exec(text);
  if (match === null) {
    const [, hours, minutes = "0", universal] = WORDED_CLOCK.exec(text) ?? [];
    const worded = Number(hours) * HOUR + Number(minutes) * MINUTE;
    return worded <= DAY && Number(minutes) < 60
      ? { ms: worded, offset: universal === undefined ? undefined : 0 }
      : undefined;
  }
  const [, hour, minute = "0", second = "0", fraction, half, utc, sign, zoneHours, zoneMinutes = "0"] = match;
  const hours = half === undefined ? Number(hour) : halfDay(Number(hour), half);
  const milliseconds = fraction === undefined ? 0 : Math.round(Number(`0.${fraction}`) * SECOND);
  const ms = hours * HOUR + Number(minute) * MINUTE + Number(second) * SECOND + milliseconds;
  if (!(ms <= DAY && Number(minute) < 60 && Number(second) < 60)) return undefined;
  const written = sign === undefined ? undefined : Number(zoneHours) * HOUR + Number(zoneMinutes) * MINUTE;
  return { ms, offset: utc !== undefined ? 0 : written === undefined ? undefined : sign === "-" ? -written : written };
}

function halfDay(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** A date and a time of day, or a date alone (00:00). */
export interface Stamp extends Clock {
  readonly days: Days;
  /** The date as it is written, for questions about it. */
  readonly date: string;
}

/** The last digit of a date, a separator, the first hour of a clock: `21.06.2024 10:00`, `2024-06-21T10:00Z`. */
const DATE_THEN_CLOCK =
  /\d(?:\s*[T,;_]\s*|\s+)(\d{1,2}[:hH]|\d{1,2}\.\d\d$|\d{1,4}\s*(?:z|utc|gmt|uhr|h)$)|\d-(\d{1,2}:)/i;
const COMPACT_STAMP = /^((?:19|20)\d{6})[T :_-]?(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(Z?)$/;

/** undefined for a text that is neither a date nor a date with a time. */
export function parseDateTime(text: string): Stamp | undefined {
  const compact = COMPACT_STAMP.exec(text);
  if (compact) {
    const days = parseDate(compact[1]!);
    const clock = parseClock(`${compact[2]}:${compact[3] ?? "00"}:${compact[4] ?? "00"}${compact[5]}`);
    if (typeof days === "number" && !Number.isNaN(days) && clock !== undefined) {
      return { ...clock, days, date: compact[1]! };
    }
  }
  const parts = dateAndClock(text);
  const { date } = parts ?? { date: text };
  const days = parseDate(date);
  // Italian and Finnish hours have a point, which alone would be a decimal sign.
  const clock = parts ? parseClock(parts.clock.replace(/^(\d{1,2})\.(\d\d)$/, "$1:$2")) : { ms: 0, offset: undefined };
  return days === undefined || clock === undefined ? undefined : { ...clock, days, date };
}

/** What of a date with a time of day is the time. */
export function clockIn(text: string): string | undefined {
  return dateAndClock(text)?.clock;
}

function dateAndClock(text: string): { readonly date: string; readonly clock: string } | undefined {
  const found = DATE_THEN_CLOCK.exec(text);
  if (!found) return undefined;
  const [all, hour = found[2]!] = found;
  return { date: text.slice(0, found.index + 1), clock: text.slice(found.index + all.length - hour.length) };
}

const EPOCH_1900 = -25_569;

/** Unix seconds, ms, µs or ns, or the days of a spreadsheet since 1900 (to the second); undefined for any other number. */
export function parseSerial(
  text: string,
): { readonly time: number; readonly kind: "unix" | "spreadsheet" } | undefined {
  const fine = /^(\d{13})(?:\d{3}|\d{6})$/.exec(text)?.[1];
  if (fine === undefined && !/^\d{5,13}(?:[.,]\d+)?$/.test(text)) return undefined;
  const value = Number((fine ?? text).replace(",", "."));
  if (value >= 3e8 && value < 4.2e9) return { time: Math.round(value * SECOND), kind: "unix" };
  if (value >= 3e11 && value < 4.2e12) return { time: value, kind: "unix" };
  // 1954 to 2119
  if (value < 20_000 || value >= 80_000) return undefined;
  return { time: Math.round((value + EPOCH_1900) * 86_400) * SECOND, kind: "spreadsheet" };
}

/** So many clocks has a day of seconds; with fractions there is no end of them. */
const MOST_CLOCKS = 86_400;

export class StampTexts {
  /** The last text that was parsed as a whole, what it has before its clock, and its meaning. */
  private text = "";
  private begin = "\n";
  private last: Stamp | undefined;
  private readonly clocks = new Map<string, Clock>();

  /** As `parseDateTime`. */
  stamp(text: string): Stamp | undefined {
    // What separates date and clock is no digit, so that the same beginning and a clock are split at the same place.
    if (text.startsWith(this.begin)) {
      const clock = this.clocks.get(text.slice(this.begin.length));
      if (clock !== undefined) {
        return { days: this.last!.days, date: this.last!.date, ms: clock.ms, offset: clock.offset };
      }
    }
    const stamp = this.date(text);
    const clock = clockIn(text);
    this.begin = stamp === undefined || clock === undefined ? "\n" : text.slice(0, -clock.length);
    if (stamp !== undefined && clock !== undefined) this.keep(clock, stamp);
    return stamp;
  }

  /** As `parseDateTime`, for a column whose rows mostly have the date of the row before. */
  date(text: string): Stamp | undefined {
    if (text !== this.text) this.last = parseDateTime(text);
    this.text = text;
    return this.last;
  }

  /** As `parseClock`. */
  clock(text: string): Clock | undefined {
    const known = this.clocks.get(text);
    if (known !== undefined) return known;
    const clock = parseClock(text);
    if (clock !== undefined) this.keep(text, clock);
    return clock;
  }

  private keep(text: string, { ms, offset }: Clock): void {
    if (this.clocks.size === MOST_CLOCKS) this.clocks.clear();
    this.clocks.set(text, { ms, offset });
  }
}
