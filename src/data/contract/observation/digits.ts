/** Numbers and time stamps: rounded, the same in every form of the response, and as ASCII bytes without intermediate strings, the inner loops of the writers. */
import { shown } from "../../../foundation/text/shown.js";
import { DAY, dateFromDays, SECOND } from "../../../foundation/time/calendar.js";
import { checkTime, formatTime } from "../../../foundation/time/iso-time.js";
import { type OffsetSpan, offsetText, type Zone } from "../../../foundation/time/zone.js";
import { TIME_BYTES } from "./chunks.js";

/** @experimental */
export interface RoundingOptions {
  /** Decimal places, 0 to 6; `null` = full precision. Default 2. */
  decimals?: number | null | undefined;
}

/** Factor for `round`: 10^decimals, or 0 for full precision. */
export type Scale = number;

const SCALES: readonly Scale[] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
const DEFAULT_DECIMALS = 2;

/** @throws RangeError unless decimals is an integer from 0 to 6 or null */
export function scaleOf(options: RoundingOptions): Scale {
  const { decimals = DEFAULT_DECIMALS } = options ?? {};
  if (decimals === null) return 0;
  const scale = typeof decimals === "number" ? SCALES[decimals] : undefined;
  if (scale === undefined) {
    throw new RangeError(`decimals must be an integer from 0 to 6, or null for full precision, got ${shown(decimals)}`);
  }
  return scale;
}

/** The value in the response; NaN if the response has null. Never -0. */
export function round(value: number, scale: Scale): number {
  const rounded = scale === 0 ? value : Math.round(value * scale) / scale;
  return Number.isFinite(rounded) ? rounded + 0 : Number.NaN;
}

const ZERO = 0x30;
const COMMA = 0x2c;
const POINT = 0x2e;
const MINUS = 0x2d;
const T = 0x54;
const INT32_LIMIT = 2_147_483_648;

/** The digits of 0 … 9999. */
const WHOLE = /* @__PURE__ */ words(10_000, String);
/** The text after the integer part of two decimals, with a comma: ",", ".1," or ".12,". */
const HUNDREDTHS = /* @__PURE__ */ words(100, (n) => (n === 0 ? "," : `${`.${twoDigits(n)}`.replace(/0$/, "")},`));
/** Hundredths below this (values below 10,000) take the fast path. */
const SHORT_HUNDREDTHS = 999_999;

/** Texts of up to four characters, each as one word, and their lengths: a number is written in two stores (measured). */
function words(count: number, text: (n: number) => string) {
  const texts = Array.from({ length: count }, (_, n) => text(n));
  return {
    word: Int32Array.from(texts, (digits) => word(digits.padEnd(4, "\0"))),
    length: Uint8Array.from(texts, (digits) => digits.length),
  };
}

/** Four ASCII characters as one big-endian word. */
function word(text: string): number {
  return (text.charCodeAt(0) << 24) | (text.charCodeAt(1) << 16) | (text.charCodeAt(2) << 8) | text.charCodeAt(3);
}

function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}

/** Writes a text of ASCII characters; returns the position after it. */
function appendAscii(view: DataView, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  return at + text.length;
}

/**
 * Writes a value rounded to the scale as `JSON.stringify` writes it, and a comma; returns the position after them. NaN,
 * ±Infinity: nothing is written. Up to three bytes after the comma may be overwritten.
 *
 * An integer below 2^31 over a power of ten to 10^6 has at most ten significant digits, so its shortest decimal form is
 * the integer's own digits with a point inserted; everything else goes through `String`.
 */
export function appendRounded(view: DataView, at: number, value: number, scale: Scale): number {
  const scaled = value * scale;
  if (scale === 100 && scaled >= 0 && scaled < SHORT_HUNDREDTHS) {
    // Math.round at half the time (measured): x + 0.5 is exact enough from 0.5 on, and below that the result is 0.
    return appendHundredths(view, at, scaled < 0.5 ? 0 : (scaled + 0.5) | 0);
  }
  const end = appendAny(view, at, value, scale);
  if (end === at) return at;
  view.setUint8(end, COMMA);
  return end + 1;
}

/** Writes n / 100 and a comma. */
function appendHundredths(view: DataView, at: number, n: number): number {
  const whole = (n / 100) | 0;
  const fraction = n - whole * 100;
  view.setInt32(at, WHOLE.word[whole]!);
  const point = at + WHOLE.length[whole]!;
  view.setInt32(point, HUNDREDTHS.word[fraction]!);
  return point + HUNDREDTHS.length[fraction]!;
}

/** "0,0," */
const TWO_ZEROS = /* @__PURE__ */ word("0,0,");
/** "null" */
const NULL = /* @__PURE__ */ word("null");

/**
 * Writes rows [from, to) of a column, rounded, each followed by a comma, as `JSON.stringify` writes numbers; NaN and
 * ±Infinity become null. Returns the position after them; up to three bytes beyond may be overwritten.
 *
 * Runs of zeros, as in every night, are written four bytes at a time: a fifth less time for a year (measured).
 */
export function appendColumn(
  view: DataView,
  at: number,
  column: Float64Array,
  from: number,
  to: number,
  scale: Scale,
): number {
  let next = at;
  for (let i = from; i < to; i++) {
    const value = column[i]!;
    if (value === 0) {
      const first = i;
      while (i + 1 < to && column[i + 1]! === 0) i++;
      const end = next + 2 * (i + 1 - first);
      for (; next < end; next += 4) view.setInt32(next, TWO_ZEROS);
      next = end;
      continue;
    }
    const end = appendRounded(view, next, value, scale);
    if (end > next) next = end;
    else {
      view.setInt32(next, NULL);
      view.setUint8(next + 4, COMMA);
      next += 5;
    }
  }
  return next;
}

function appendAny(view: DataView, at: number, value: number, scale: Scale): number {
  const scaled = Math.round(value * scale);
  if (scale === 0 || !(scaled > -INT32_LIMIT && scaled < INT32_LIMIT)) {
    const rounded = round(value, scale);
    return Number.isNaN(rounded) ? at : appendAscii(view, at, String(rounded));
  }
  const n = Math.abs(scaled);
  let end = at;
  if (scaled < 0) view.setUint8(end++, MINUS);
  const whole = Math.floor(n / scale);
  return appendFraction(view, appendInteger(view, end, whole), n - whole * scale, scale);
}

/** Digits of a whole number from 0 to 2^31 − 1. */
function appendInteger(view: DataView, at: number, n: number): number {
  if (n < 10_000) {
    view.setInt32(at, WHOLE.word[n]!);
    return at + WHOLE.length[n]!;
  }
  const high = Math.floor(n / 10);
  const end = appendInteger(view, at, high);
  view.setUint8(end, ZERO + n - 10 * high);
  return end + 1;
}

/** Digits after the point of fraction / scale, without trailing zeros. */
function appendFraction(view: DataView, at: number, fraction: number, scale: Scale): number {
  if (fraction === 0) return at;
  let end = at;
  view.setUint8(end++, POINT);
  let rest = fraction;
  for (let unit = scale / 10; rest > 0; unit /= 10) {
    const digit = Math.floor(rest / unit);
    view.setUint8(end++, ZERO + digit);
    rest -= digit * unit;
  }
  return end;
}

/** Writes times as YYYY-MM-DDTHH:MM:SSZ (20 bytes) in five words: the date is computed once a day, hours and minutes come from a table. */
export class TimeWriter {
  private midnight = Number.NaN;
  private year = 0;
  private month = 0;
  private dayOfMonth = 0;

  /** @throws RangeError outside the years 0 to 9999 */
  append(view: DataView, at: number, time: number): number {
    let inDay = time - this.midnight;
    if (!(inDay >= 0 && inDay < DAY)) {
      this.turnTo(time);
      inDay = time - this.midnight;
    }
    const second = (inDay / SECOND) | 0;
    const minute = (second / 60) | 0;
    view.setInt32(at, this.year);
    view.setInt32(at + 4, this.month);
    view.setInt32(at + 8, this.dayOfMonth + (ZERO + ((minute / 600) | 0)));
    view.setInt32(at + 12, HOUR_MINUTE[minute]!);
    view.setInt32(at + 16, COLON_SECOND[second - 60 * minute]!);
    return at + 20;
  }

  private turnTo(time: number): void {
    checkTime(time);
    const days = Math.floor(time / DAY);
    const { year, month, day } = dateFromDays(days);
    const century = Math.floor(year / 100);
    this.midnight = days * DAY;
    this.year = (TWO_DIGITS[century]! << 16) | TWO_DIGITS[year - 100 * century]!;
    this.month = (MINUS << 24) | (TWO_DIGITS[month]! << 8) | MINUS;
    this.dayOfMonth = (TWO_DIGITS[day]! << 16) | (T << 8);
  }
}

/** "00" to "99" as two bytes. */
const TWO_DIGITS = /* @__PURE__ */ Int32Array.from({ length: 100 }, (_, n) => word(`\0\0${twoDigits(n)}`));

/** "H:MM" by minute of the day, H the hour's last digit. */
const HOUR_MINUTE = /* @__PURE__ */ Int32Array.from({ length: 1440 }, (_, minute) =>
  word(`${Math.floor(minute / 60) % 10}:${twoDigits(minute % 60)}`),
);

/** ":SSZ" by second. */
const COLON_SECOND = /* @__PURE__ */ Int32Array.from({ length: 60 }, (_, second) => word(`:${twoDigits(second)}Z`));

/* Time stamps: `2005-01-01T00:00:00Z` in UTC, `2005-01-01T01:00:00+01:00` in a zone, with the offset that its clocks have then. */

/** The longest stamp: its offset takes six characters instead of the Z. */
export const STAMP_BYTES = TIME_BYTES + 5;

/**
 * A time (Unix ms) as a stamp. A zone at UTC has +00:00, so that all its stamps have the same form.
 *
 * @throws RangeError for an offset that is not a whole number of minutes
 */
export function formatStamp(time: number, zone: Zone | undefined): string {
  if (zone === undefined) return formatTime(time);
  const { offset } = zone.spanAt(time);
  return formatTime(time + offset).replace("Z", offsetText(offset));
}

const encoder = /* @__PURE__ */ new TextEncoder();
const NO_SPAN: OffsetSpan = { offset: 0, from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

/** Writes stamps as bytes. The zone is asked once for as long as its clocks do not change. */
export class StampWriter {
  private readonly zone: Zone | undefined;
  private readonly times = new TimeWriter();
  private span = NO_SPAN;
  private suffix = new Uint8Array(0);

  constructor(zone: Zone | undefined) {
    this.zone = zone;
  }

  /** Writes a time (Unix ms) at `at`; returns the position after it. @throws RangeError as `formatStamp` */
  append(bytes: Uint8Array, view: DataView, at: number, time: number): number {
    if (this.zone === undefined) return this.times.append(view, at, time);
    if (!(time >= this.span.from && time < this.span.to)) {
      this.span = this.zone.spanAt(time);
      this.suffix = encoder.encode(offsetText(this.span.offset));
    }
    const end = this.times.append(view, at, time + this.span.offset) - 1; // overwrites the Z
    bytes.set(this.suffix, end);
    return end + this.suffix.length;
  }
}
