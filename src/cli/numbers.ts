/** Numbers of the command line. */
import { InvalidArgumentError } from "commander";

export function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It must be a number.");
}
