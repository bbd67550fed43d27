/** Values of a query at a door. What is wrong is refused by name: with what is taken, and what came. */
import { shown } from "irradiance-engine/internal/shared";
import type { Query } from "../endpoint.js";
import { HttpError, invalidParameter } from "../errors.js";

/** @throws HttpError 400 */
export function refuseValue(name: string, expected: string, got: unknown): never {
  throw invalidParameter(name, `parameter "${name}" must be ${expected}, got ${shown(got)}`);
}

/** Empty counts as left out. @throws HttpError 400 for a key that is given twice */
export function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  if (typeof value === "object") throw invalidParameter(name, `parameter "${name}" is given twice`);
  return value === "" ? undefined : value;
}

const DECIMAL = /^[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})$/;

/** A number in decimals; undefined for any other text. */
export function decimalOf(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}

/** Both limits are included. @throws HttpError 400 */
export function numberOf(query: Query, name: string, least: number, most: number): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const value = decimalOf(text);
  if (value !== undefined && value >= least && value <= most) return value;
  return refuseValue(name, `a number from ${least} to ${most}`, text);
}

/** @throws HttpError 400 */
export function requiredNumber(query: Query, name: string, least: number, most: number): number {
  const value = numberOf(query, name, least, most);
  if (value !== undefined) return value;
  throw new HttpError("missing_parameter", `parameter "${name}" is required: a number from ${least} to ${most}`, {
    parameter: name,
  });
}

/** @throws HttpError 400 */
export function wholeOf(query: Query, name: string, least: number, most: number): number | undefined {
  const value = numberOf(query, name, least, most);
  if (value === undefined || Number.isInteger(value)) return value;
  return refuseValue(name, `a whole number from ${least} to ${most}`, query[name]);
}

const DEGREES = 360;

/** Elevations of equal sectors clockwise from north, as our own queries have a horizon: 360 whole degrees, straight from one to the next. */
export function horizonLine(elevations: readonly number[]): string {
  return Array.from({ length: DEGREES }, (_, degree) => {
    const at = (degree / DEGREES) * elevations.length;
    const [before, share] = [Math.floor(at), at % 1];
    return Math.round(elevations[before]! * (1 - share) + elevations[(before + 1) % elevations.length]! * share);
  }).join(",");
}

/** The value that a name stands for. @throws HttpError 400 */
export function oneOf<Value>(
  query: Query,
  name: string,
  values: { readonly [name: string]: Value },
): Value | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  if (Object.hasOwn(values, text)) return values[text];
  return refuseValue(name, `one of ${Object.keys(values).join(", ")}`, text);
}
