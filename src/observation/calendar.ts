/** The Gregorian calendar in integers: no `Date`, the same on every engine. Time is Unix ms, UTC as Unix time counts it. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Days from 1970-01-01 to a date; years start in March here, so that the leap day comes last. */
function daysFromDate(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date of a day, counted from 1970-01-01. */
export function dateFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1,
  };
}

/** Unix ms of 1 January, 00:00 UTC. */
export function yearStart(year: number): number {
  return daysFromDate(year, 1, 1) * DAY;
}

/** The UTC calendar year a time lies in. */
export function yearOf(time: number): number {
  return dateFromDays(Math.floor(time / DAY)).year;
}

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

const LONG_FORM = "0000-00-00T00:00:00Z";
const SHORT_FORM = "0000-00-00T00:00Z";
const [ZERO, NINE] = [48, 57];

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

/**
 * Unix ms of an ISO 8601 UTC date-time `YYYY-mm-ddTHH:MMZ` or `YYYY-mm-ddTHH:MM:SSZ`; NaN for any other text and for
 * times that do not exist: 30 February, hour 24, minute 60, second 60.
 */
export function parseIsoTime(text: string): number {
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
