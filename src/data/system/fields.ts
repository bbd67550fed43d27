/** Fields of a description in JSON: what is read of a value, what is said of a wrong one, and its JSON schema, from one definition. */
import { nearestName } from "../../foundation/text/nearest-name.js";
import { plain } from "../../foundation/text/number.js";
import { shown } from "../../foundation/text/shown.js";

export type JsonSchema = { readonly [key: string]: unknown };

export interface Field<Value> {
  readonly schema: JsonSchema;
  /** @param where what is read, such as `system.planes[1].kwp` @throws TypeError, RangeError naming it, what was expected and what came */
  read(value: unknown, where: string): Value;
}

export type Fields = { readonly [key: string]: Field<unknown> };
export type ValuesOf<Given extends Fields> = {
  readonly [key in keyof Given]?: Given[key] extends Field<infer Value> ? Value | undefined : never;
};

/** Both limits are included. @param unit of the number, for the schema's text */
export function number(least: number, most: number, description: string): Field<number> {
  return {
    schema: { type: "number", ...limits(least, most), ...(description !== "" && { description }) },
    read(value, where) {
      if (typeof value !== "number") throw new TypeError(`${where} must be a number, got ${shown(value)}`);
      if (value >= least && value <= most) return value;
      throw new RangeError(`${where} must be from ${least} to ${most}, got ${value}`);
    },
  };
}

/** JSON has no infinity. */
function limits(least: number, most: number): JsonSchema {
  return { ...(Number.isFinite(least) && { minimum: least }), ...(Number.isFinite(most) && { maximum: most }) };
}

export function whole(least: number, most: number, description: string): Field<number> {
  const { read } = number(least, most, description);
  return {
    schema: { type: "integer", minimum: least, maximum: most, description },
    read(value, where) {
      if (Number.isInteger(read(value, where))) return value as number;
      throw new RangeError(`${where} must be a whole number, got ${shown(value)}`);
    },
  };
}

export function flag(description: string): Field<boolean> {
  return {
    schema: { type: "boolean", description },
    read(value, where) {
      if (typeof value === "boolean") return value;
      throw new TypeError(`${where} must be true or false, got ${shown(value)}`);
    },
  };
}

const LONGEST_TEXT = 200;

export function text(description: string): Field<string> {
  return {
    schema: { type: "string", minLength: 1, maxLength: LONGEST_TEXT, description },
    read(value, where) {
      if (typeof value === "string" && value !== "" && value.length <= LONGEST_TEXT) return value;
      throw new TypeError(`${where} must be a text of 1 to ${LONGEST_TEXT} characters, got ${shown(value)}`);
    },
  };
}

/** @param others what the value may be besides, for messages: other fields read it */
export function choice<Name extends string>(names: readonly Name[], description: string, others?: string): Field<Name> {
  return {
    schema: { enum: names, description },
    read(value, where) {
      if (names.includes(value as Name)) return value as Name;
      const meant = typeof value === "string" ? nearestName(value, names) : undefined;
      const idea = meant === undefined ? "" : `: is ${meant} meant?`;
      const known = others === undefined ? `one of ${names.join(", ")}` : `${names.join(", ")}, ${others}`;
      throw new RangeError(`${where} must be ${known}, got ${shown(value)}${idea}`);
    },
  };
}

export function list<Value>(
  of: Field<Value>,
  [fewest, most]: readonly [number, number],
  description: string,
): Field<readonly Value[]> {
  const size = fewest === most ? `${most} values` : `${fewest} to ${most} values`;
  return {
    schema: { type: "array", items: of.schema, minItems: fewest, maxItems: most, description },
    read(value, where) {
      if (!Array.isArray(value)) throw new TypeError(`${where} must be a list of ${size}, got ${shown(value)}`);
      if (value.length < fewest || value.length > most) {
        throw new RangeError(`${where} must be a list of ${size}, got ${value.length}`);
      }
      return value.map((item, k) => of.read(item, `${where}[${k}]`));
    },
  };
}

/** An object with any names. */
export function named<Value>(
  of: Field<Value>,
  most: number,
  description: string,
): Field<{ readonly [name: string]: Value }> {
  return {
    schema: { type: "object", additionalProperties: of.schema, maxProperties: most, description },
    read(value, where) {
      const entries = Object.entries(asObject(value, where));
      if (entries.length > most)
        throw new RangeError(`${where} must have at most ${most} names, got ${entries.length}`);
      return Object.fromEntries(entries.map(([name, item]) => [name, of.read(item, `${where}.${name}`)]));
    },
  };
}

/** An object with these keys, written as here or with underscores; an undefined one counts as left out. */
export function object<Given extends Fields>(
  fields: Given,
  description: string,
  required: readonly (keyof Given & string)[] = [],
): Field<ValuesOf<Given>> {
  const names = Object.keys(fields);
  const properties = Object.fromEntries(names.map((name) => [snakeCase(name), fields[name]!.schema]));
  return {
    schema: {
      type: "object",
      additionalProperties: false,
      properties,
      ...(required.length > 0 && { required: required.map(snakeCase) }),
      description,
    },
    read(value, where) {
      const found: { [key: string]: unknown } = {};
      for (const [given, item] of Object.entries(asObject(value, where, names))) {
        const key = names.includes(given) ? given : camelCase(given);
        if (!names.includes(key)) throw unknownKey(where, given, names);
        if (found[key] !== undefined) throw new TypeError(`${where}.${key} is given twice, in two spellings`);
        if (item !== undefined) found[key] = fields[key]!.read(item, `${where}.${key}`);
      }
      const missing = required.find((key) => found[key] === undefined);
      if (missing !== undefined) throw new TypeError(`${where}.${missing} is required`);
      return found as ValuesOf<Given>;
    },
  };
}

/** One field or another, by a look at the value; the last one reports what fits none. */
export function either<First, Second>(
  isFirst: (value: unknown) => boolean,
  first: Field<First>,
  second: Field<Second>,
  description: string,
): Field<First | Second> {
  return {
    schema: { anyOf: [first.schema, second.schema], description },
    read: (value, where) => (isFirst(value) ? first : second).read(value, where),
  };
}

/** So few keys are named where something else came. */
const FEW_KEYS = 4;

function asObject(value: unknown, where: string, keys: readonly string[] = []): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as never;
  const named = keys.length > 0 && keys.length <= FEW_KEYS ? ` with ${keys.join(", ")}` : "";
  throw new TypeError(`${where} must be an object${named}, got ${shown(value)}`);
}

function unknownKey(where: string, key: string, names: readonly string[]): RangeError {
  const meant = nearestName(camelCase(key), names);
  const idea = meant === undefined ? `known are ${names.join(", ")}` : `is ${meant} meant?`;
  return new RangeError(`${where} has no option ${shown(key)}: ${idea}`);
}

/** Names with a capital first, as SAM's libraries have them (Paco, Cells_in_Series), stay. */
export function snakeCase(name: string): string {
  return /^[A-Z]/.test(name) ? name : name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_all, small: string) => small.toUpperCase());
}

/** A number of kW, or a text with its unit: W, kW or MW. */
export type Power = number | string;

const WRITTEN = /^(\d{1,12}(?:\.\d{1,12})?) ?(W|kW|MW)$/;
const KILOWATTS: { readonly [unit: string]: number } = { W: 0.001, kW: 1, MW: 1000 };
const EXPECTED = 'a number of kW above 0, or a text such as "800 W", "8 kW" or "1.2 MW"';

/** @returns a field that reads kW */
export function power(description: string): Field<number> {
  return {
    schema: {
      anyOf: [
        { type: "number", exclusiveMinimum: 0 },
        { type: "string", pattern: WRITTEN.source },
      ],
      description,
    },
    read: kilowatts,
  };
}

/** @throws TypeError, RangeError naming the value */
export function kilowatts(value: unknown, where: string): number {
  const [, digits, unit] = (typeof value === "string" && WRITTEN.exec(value.trim())) || [];
  const found = digits === undefined ? value : Number(digits) * KILOWATTS[unit!]!;
  if (typeof found !== "number") throw new TypeError(`${where} must be ${EXPECTED}, got ${shown(value)}`);
  if (found > 0 && Number.isFinite(found)) return found;
  throw new RangeError(`${where} must be ${EXPECTED}, got ${shown(value)}`);
}

/** What a number of kW from `least` to `most` was perhaps meant as, if it is not in the range itself. */
export function inOtherUnit(given: number, least: number, most: number): string {
  const unit = ["W", "MW"].find((name) => {
    const meant = given * KILOWATTS[name]!;
    return meant >= least && meant <= most;
  });
  return unit === undefined ? "" : `: is "${plain(given)} ${unit}" meant?`;
}
