/** Times as text: ISO 8601, written in UTC to the second, read with fractions and offsets. */
import { DAY, dateFromDays, daysFromDate, HOUR, MINUTE, SECOND, yearStart } from "./calendar.js";

/** The times that `YYYY-MM-DDTHH:MM:SSZ` can write: years 0 to 9999. */
export const FIRST_TIME = yearStart(0);
export const LAST_TIME = yearStart(10_000) - 1;

/** @throws RangeError outside the years 0 to 9999, or for NaN */
export function checkTime(time: number): void {
  if (time >= FIRST_TIME && time <= LAST_TIME) return;
  throw new RangeError(`formatTime: time must be Unix ms in the years 0 to 9999, got ${time}`);
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/**
 * A time as `YYYY-MM-DDTHH:MM:SSZ`; fractions of a second are dropped.
 *
 * @param time Unix ms
 * @throws RangeError outside the years 0 to 9999, or for NaN
 */
export function formatTime(time: number): string {
  checkTime(time);
  const days = Math.floor(time / DAY);
  const { year, month, day } = dateFromDays(days);
  const second = Math.floor((time - days * DAY) / SECOND);
  return (
    `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T` +
    `${padded(Math.floor(second / 3600), 2)}:${padded(Math.floor(second / 60) % 60, 2)}:${padded(second % 60, 2)}Z`
  );
}

/** A time as `YYYY-MM-DDTHH:MMZ`, as requests and messages have it; a message may be about any number. @param time Unix ms */
export function minuteText(time: number): string {
  return time >= FIRST_TIME && time <= LAST_TIME
    ? `${formatTime(time).slice(0, -4)}Z`
    : "no time of the years 0 to 9999";
}

const LONG_FORM = "0000-00-00T00:00:00Z";
const SHORT_FORM = "0000-00-00T00:00Z";
const ZERO = 48;
const NINE = 57;

/** Whether a text is the form with digits in place of zeros. */
function hasForm(text: string, form: string): boolean {
  if (text.length !== form.length) return false;
  for (let i = 0; i < form.length; i++) {
    const code = text.charCodeAt(i);
    const expected = form.charCodeAt(i);
    if (expected === ZERO ? code < ZERO || code > NINE : code !== expected) return false;
  }
  return true;
}

function twoDigits(text: string, at: number): number {
  return 10 * (text.charCodeAt(at) - ZERO) + text.charCodeAt(at + 1) - ZERO;
}

/** As in `formatTime`, with or without seconds; else NaN, as for times that do not exist: 30 February, hour 24, minute 60, second 60. */
function parsePlain(text: string): number {
  const withSecond = hasForm(text, LONG_FORM);
  if (!withSecond && !hasForm(text, SHORT_FORM)) return Number.NaN;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = withSecond ? twoDigits(text, 17) : 0;
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const days = daysFromDate(year, month, day);
  const date = dateFromDays(days);
  if (date.month !== month || date.day !== day) return Number.NaN;
  return days * DAY + hour * HOUR + minute * MINUTE + second * SECOND;
}

/**
 * RFC 3339, and what ISO 8601 has beside: no seconds, a comma, offsets without a colon or minutes. A plus that a URL did not escape has
 * become a blank.
 */
const STAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?:(:\d\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+\- ])(\d\d)(?::?([0-5]\d))?)?$/;

/** ms: no clocks are farther from UTC. */
const MOST_AHEAD = 14 * HOUR;

/**
 * Unix ms of an ISO 8601 date-time, to the nearest millisecond; NaN for any other text and for times that do not exist.
 *
 * @param aheadOf ms ahead of UTC, given what the text says; undefined where it says nothing
 */
export function parseMoment(text: string, aheadOf: (said: number | undefined) => number): number {
  const match = STAMP.exec(text);
  if (match === null) return Number.NaN;
  const [, date, minutes, seconds = "", fraction = "0", utc, sign, hours, more = "0"] = match;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(more) * MINUTE);
  const said = utc !== undefined ? 0 : sign === undefined ? undefined : offset;
  if (said !== undefined && Math.abs(said) > MOST_AHEAD) return Number.NaN;
  return parsePlain(`${date}T${minutes}${seconds}Z`) + Math.round(Number(`0.${fraction}`) * SECOND) - aheadOf(said);
}

/**
 * Unix ms of an ISO 8601 date-time that ends with `Z` or an offset: `2026-11-28T00:00Z`, `2026-11-28T00:00:00.000Z` (JavaScript),
 * `2026-11-28 01:00:00.000000+01:00` (Python). NaN for any other text and for times that do not exist.
 */
export function parseIsoTime(text: string): number {
  const plain = parsePlain(text);
  return Number.isNaN(plain) ? parseMoment(text, (said = Number.NaN) => said) : plain;
}

/** Seconds of 1980 to 2049: taken for ms they are of 4 to 30 January 1970, of which hardly anybody has weather. */
const [FIRST, LAST] = [315_532_800, 2_524_608_000];

/**
 * @param where names what the time is of, for the message @param time a number that is to be Unix ms; Dates and texts are what they say
 * @throws RangeError, or `Refusal`, for what is much rather in seconds
 */
export function refuseSeconds(
  where: string,
  time: unknown,
  Refusal: new (message: string) => Error = RangeError,
): void {
  if (typeof time !== "number" || !(time >= FIRST && time < LAST)) return;
  const meant = `got ${time}, which is ${formatTime(time)}: are these seconds? In ms it is ${1000 * time}`;
  throw new Refusal(`${where} must be Unix ms, ${meant}; a time in January 1970 can be given as text or Date`);
}
