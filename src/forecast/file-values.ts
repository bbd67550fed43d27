/** Values of a file that anybody may have written: each is checked, and an error names it. */
import { shown } from "../text/shown.js";

/** W/m²: no light, clear sky or error in a file is larger. */
export const MOST_LIGHT = 2000;

export type Given = { readonly [name: string]: unknown };

export function objectAt(value: unknown, where: string): Given {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Given;
  throw new TypeError(`${where} must be an object, got ${shown(value)}`);
}

export function bySky<Name extends string, T>(
  names: readonly Name[],
  value: unknown,
  where: string,
  read: (one: unknown, where: string) => T,
): { readonly [name in Name]: T } {
  const of = objectAt(value, where);
  return Object.fromEntries(names.map((name) => [name, read(of[name], `${where}.${name}`)])) as { [name in Name]: T };
}

export function listAt(value: unknown, where: string, length?: number): readonly unknown[] {
  if (Array.isArray(value) && (length === undefined ? value.length > 0 : value.length === length)) return value;
  throw new TypeError(`${where} must be a list${length === undefined ? "" : ` of ${length}`}, got ${shown(value)}`);
}

export function numbersAt(
  value: unknown,
  where: string,
  length: number,
  least: number,
  most: number,
): readonly number[] {
  return listAt(value, where, length).map((one, k) => numberAt(one, `${where}[${k}]`, least, most));
}

export function numberAt(value: unknown, where: string, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new RangeError(`${where} must be a number from ${least} to ${most}, got ${shown(value)}`);
}

/** Two numbers or more. @param what they are, such as "lead times" */
export function ascendingAt(
  value: unknown,
  where: string,
  what: string,
  least: number,
  most: number,
): readonly number[] {
  const list = listAt(value, where).map((one, k) => numberAt(one, `${where}[${k}]`, least, most));
  if (list.length > 1 && list.every((one, k) => k === 0 || one > list[k - 1]!)) return list;
  throw new RangeError(`${where} must be two ${what} or more that ascend, got ${list.join(", ")}`);
}

export function countAt(value: unknown, where: string): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
  throw new RangeError(`${where} must be a whole number above 0, got ${shown(value)}`);
}

export function textAt(value: unknown, where: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`${where} must be a text, got ${shown(value)}`);
}
