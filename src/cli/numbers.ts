/** Numbers of the command line. */
import { InvalidArgumentError } from "commander";

export function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It must be a number.");
}

export function toSeed(text: string): number {
  const seed = toNumber(text);
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new InvalidArgumentError("It must be a whole number from 0 to 9007199254740991.");
}
