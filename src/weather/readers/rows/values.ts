/** Texts of cells: times and numbers. */
import { HOUR, MINUTE } from "../../../time/calendar.js";
import { parseIsoTime } from "../../../time/iso-time.js";

const STAMP = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):?(\d{2}))?$/;

/**
 * Unix ms of an ISO 8601 time: `T` or a blank in between, seconds and fractions optional, `Z`, `±HH:MM` or nothing (UTC)
 * at the end. NaN for any other text and for times that do not exist.
 *
 * @param timeOffset hours ahead of UTC, overriding the text
 */
export function parseStamp(text: string, timeOffset?: number): number {
  const plain = timeOffset === undefined ? parseIsoTime(text) : Number.NaN;
  if (!Number.isNaN(plain)) return plain;
  const match = STAMP.exec(text);
  if (match === null) return Number.NaN;
  const [, date, minutes, seconds = ":00", fraction = "0", sign, zoneHours, zoneMinutes] = match;
  const written =
    sign === undefined ? 0 : (Number(zoneHours) * HOUR + Number(zoneMinutes) * MINUTE) * (sign === "-" ? -1 : 1);
  const offset = timeOffset === undefined ? written : timeOffset * HOUR;
  return parseIsoTime(`${date}T${minutes}${seconds}Z`) + Math.round(Number(`0.${fraction}`) * 1000) - offset;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const MISSING = /^(?:|nan|na|n\/a|null)$/i;

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
  return MISSING.test(text) ? Number.NaN : undefined;
}
