/** A coordinate of the command line. */
import { UsageError } from "../errors.js";

/** @throws UsageError for what is no coordinate */
export function coordinate(flag: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Math.abs(value) <= most) return value;
  throw new UsageError(`${flag} must be a number from ${-most} to ${most}, got "${text}"`);
}
