/** Values of the command line, parsed strictly. */
import { DAY, HOUR, MINUTE } from "irradiance-engine/shared";
import { MICRO, type Scope } from "../accounts/accounts.js";
import { WHOLE_PRICE } from "../accounts/limits.js";
import { parseUtcTime } from "../accounts/utc-day.js";
import { UsageError } from "./command.js";

/** Of a number with up to six decimals, digit by digit: 0.1 + 0.2 is 0.3 here. NaN: it is something else. */
function millionthsOf(text: string): number {
  const [, whole, decimals = ""] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * MICRO + Number(decimals.padEnd(6, "0"));
}

/** Tokens with up to six decimals, as micro-tokens. */
export function parseTokens(name: string, text: string): number {
  const tokens = millionthsOf(text);
  if (tokens > 0 && tokens <= 1e9 * MICRO) return tokens;
  throw new UsageError(
    `${name} must be a number of tokens above 0, at most 1000000000 and with at most 6 decimals, got ${JSON.stringify(text)}`,
  );
}

/** A factor from 0 to 10 with up to six decimals, in millionths. */
export function parseFactor(name: string, text: string): number {
  const millionths = millionthsOf(text);
  if (millionths <= 10 * WHOLE_PRICE) return millionths;
  throw new UsageError(
    `${name} must be a factor from 0 to 10 with at most 6 decimals, such as 0.5, got ${JSON.stringify(text)}`,
  );
}

/** A date (its beginning) or a time of UTC, as Unix ms. */
export function parseTime(name: string, text: string): number {
  const time = parseUtcTime(text);
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`${name} must be YYYY-MM-DD or YYYY-MM-DDTHH:MMZ (UTC), got ${JSON.stringify(text)}`);
}

const UNITS: Readonly<Record<string, number>> = { d: DAY, h: HOUR, m: MINUTE };

/** 7d, 12h, 30m or 0, in ms; a year at most. */
export function parseDuration(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const duration = text === "0" ? 0 : Number(count) * UNITS[unit ?? "d"]!;
  if (duration <= 366 * UNITS.d!) return duration;
  throw new UsageError(
    `${name} must be 0 or a duration such as 7d, 12h or 30m, at most 366d, got ${JSON.stringify(text)}`,
  );
}

export function parseCount(name: string, text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count > 0) return count;
  throw new UsageError(`${name} must be a whole number from 1 to 999999, got ${JSON.stringify(text)}`);
}

export function parseNumber(name: string, text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new UsageError(`${name} must be a number such as 5 or 0.1, got ${JSON.stringify(text)}`);
}

export function parseDegrees(name: string, text: string, most: number): number {
  const degrees = /^-?\d{1,3}(\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(degrees) <= most) return degrees;
  throw new UsageError(`${name} must be degrees from -${most} to ${most}, got ${JSON.stringify(text)}`);
}

export function parseScope(name: string, text: string): Scope {
  if (text === "all" || text === "read") return text;
  throw new UsageError(`${name} must be all or read, got ${JSON.stringify(text)}`);
}

/** An option through its parser; undefined when it was not given. */
export function given<T>(
  call: { option(name: string): string | undefined },
  name: string,
  parse: (name: string, text: string) => T,
): T | undefined {
  const text = call.option(name);
  return text === undefined ? undefined : parse(`--${name}`, text);
}
