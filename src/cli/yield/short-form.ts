/** Values of a description on the command line: what JSON writes with brackets and quotes, without them. */
import { InvalidArgumentError } from "commander";
import { snakeCase } from "../../system/fields.js";

const ITEM = /^([A-Za-z][\w-]*)=(.*)$/s;

/** Keys that are lists in the description: elsewhere a stroke is part of a name. */
export const LISTS = ["monthly_snowfall", "monthly_snow_days", "monthly_humidity", "washes", "remaining"];

/**
 * `4` is a number; `kimber` a text; `1,1,2` a list of numbers; `dc=1,ac=0.5` an object, in which `monthly-humidity=80/75/…` is a list. JSON
 * may be written as it is: `{"dc": 1}`.
 */
export function toValue(text: string): unknown {
  const written = text.trim();
  if (written.startsWith("{") || written.startsWith("[")) return toJson(written);
  const parts = written.split(",").map((part) => part.trim());
  if (parts.some((part) => ITEM.test(part))) return Object.fromEntries(parts.map(toItem));
  return parts.length > 1 ? parts.map(toScalar) : toScalar(written);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidArgumentError(`It begins like JSON, but cannot be read as such: ${(cause as Error).message}.`);
  }
}

function toItem(part: string): [name: string, value: unknown] {
  const [, name, value] = ITEM.exec(part) ?? [];
  if (name === undefined) throw new InvalidArgumentError(`Every item must be name=value; got "${part}".`);
  const key = name.replaceAll("-", "_");
  return [key, LISTS.includes(snakeCase(key)) ? value!.split("/").map(toScalar) : toScalar(value!)];
}

/** A text that is no number stays one: whoever reads the description knows what was expected. */
function toScalar(text: string): number | string | boolean {
  const written = text.trim();
  if (written === "true" || written === "false") return written === "true";
  return written !== "" && Number.isFinite(Number(written)) ? Number(written) : written;
}
