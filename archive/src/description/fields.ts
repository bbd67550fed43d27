/** Fields of a description: what is read of a JSON value, what is said of a wrong one, and its JSON schema, from one definition. */
import { resolve } from "node:path";
import type { CacheOf } from "../bytes/disk-cache.js";
import { type ArchiveError, wrongIn } from "../errors.js";

/** What a description lies in. */
export interface DescriptionContext {
  /** Relative paths begin here. */
  readonly folder: string;
  /** Values for `${NAME}` in secrets. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Where bytes of remote sources are kept. Default: nowhere. */
  readonly cache?: CacheOf | undefined;
}

export interface Field<Value> {
  readonly schema: JsonSchema;
  /** @param where what is read, such as `sources[1].location` @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` */
  read(value: unknown, where: string, at: DescriptionContext): Value;
}

export type JsonSchema = { readonly [key: string]: unknown };
export type Fields = { readonly [key: string]: Field<unknown> };
export type ValuesOf<Given extends Fields> = {
  readonly [key in keyof Given]?: Given[key] extends Field<infer Value> ? Value | undefined : never;
};

const LONGEST_TEXT = 2000;

export function wrong(where: string, expected: string, got: unknown): ArchiveError {
  const shown = got === undefined ? "nothing" : (JSON.stringify(got) ?? String(got));
  return wrongIn(`${where} must be ${expected}, got ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}`);
}

/** The whole description: its keys have no path before them. */
export const WHOLE_DESCRIPTION = "";

function keyIn(where: string, key: string): string {
  return where === WHOLE_DESCRIPTION ? key : `${where}.${key}`;
}

function nameOf(where: string): string {
  return where === WHOLE_DESCRIPTION ? "the description" : where;
}

/** A value as it is, if it is right. */
function checked<Value>(schema: JsonSchema, expected: string, isRight: (value: unknown) => boolean): Field<Value> {
  return {
    schema,
    read(value, where) {
      if (isRight(value)) return value as Value;
      throw wrong(where, expected, value);
    },
  };
}

export function text(description: string): Field<string> {
  const schema = { type: "string", minLength: 1, maxLength: LONGEST_TEXT, description };
  const isRight = (value: unknown) => typeof value === "string" && value !== "" && value.length <= LONGEST_TEXT;
  return checked(schema, `a text of 1 to ${LONGEST_TEXT} characters`, isRight);
}

/** A path, from the description's folder on, or an address. */
export function location(description: string): Field<string> {
  const { schema, read } = text(description);
  const placed = (given: string, folder: string) =>
    /^[a-z][a-z\d+.-]+:/i.test(given) ? given : resolve(folder, given);
  return { schema, read: (value, where, at) => placed(read(value, where, at), at.folder) };
}

/** A text in which `${NAME}` stands for a variable of the environment: secrets need not be in the file. */
export function secret(description: string): Field<string> {
  const { schema, read } = text(description);
  const checked: typeof read = (value, where, at) => {
    if (typeof value === "string" && value !== "") return read(value, where, at);
    // Whatever it is, it may be secret.
    throw wrongIn(`${where} must be a text, got ${value === "" ? "an empty one" : "something else"}`);
  };
  return {
    schema,
    read: (value, where, at) =>
      checked(value, where, at).replace(/\$\{(\w+)\}/g, (_, name: string) => {
        const found = at.environment[name];
        if (found !== undefined) return found;
        throw wrongIn(`${where} needs the environment variable ${name}, which is not set`);
      }),
  };
}

export function number(description: string, least: number, most: number): Field<number> {
  const schema = { type: "number", minimum: least, maximum: most, description };
  const isRight = (value: unknown) => typeof value === "number" && value >= least && value <= most;
  return checked(schema, `a number from ${least} to ${most}`, isRight);
}

export function flag(description: string): Field<boolean> {
  return checked({ type: "boolean", description }, "true or false", (value) => typeof value === "boolean");
}

export function choice<const Name extends string | number>(description: string, names: readonly Name[]): Field<Name> {
  return checked({ enum: names, description }, `one of ${names.join(", ")}`, (value) => names.includes(value as Name));
}

export function constant(description: string, wanted: string): Field<string> {
  return checked({ const: wanted, description }, JSON.stringify(wanted), (value) => value === wanted);
}

/** Exactly two of them. */
export function pair<Value>(item: Field<Value>): Field<readonly [Value, Value]> {
  return {
    schema: { type: "array", items: item.schema, minItems: 2, maxItems: 2 },
    read(value, where, at) {
      if (!Array.isArray(value) || value.length !== 2) throw wrong(where, "a list of two", value);
      return [item.read(value[0], `${where}[0]`, at), item.read(value[1], `${where}[1]`, at)];
    },
  };
}

/** One, or a list of them. */
export function many<Value>(item: Field<Value>): Field<readonly Value[]> {
  const { description, ...schema } = item.schema;
  return {
    schema: { anyOf: [schema, { type: "array", items: schema, minItems: 1 }], description },
    read(value, where, at) {
      if (!Array.isArray(value)) return [item.read(value, where, at)];
      if (value.length === 0) throw wrong(where, "one or more", value);
      return value.map((one, k) => item.read(one, `${where}[${k}]`, at));
    },
  };
}

/** Values by names of the operator's. */
export function map<Value>(description: string, item: Field<Value>): Field<{ readonly [name: string]: Value }> {
  return {
    schema: { type: "object", additionalProperties: item.schema, description },
    read: (value, where, at) =>
      Object.fromEntries(
        Object.entries(objectOf(value, where)).map(([name, one]) => [name, item.read(one, `${where}.${name}`, at)]),
      ),
  };
}

/** An object of known keys only: a misspelt one would be lost in silence. */
export function object<Given extends Fields>(
  description: string,
  fields: Given,
  required: readonly (keyof Given & string)[] = [],
): Field<ValuesOf<Given>> {
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema])),
      required,
      additionalProperties: false,
      description,
    },
    read(value, where, at) {
      const given = objectOf(value, where);
      for (const key of Object.keys(given)) {
        if (Object.hasOwn(fields, key)) continue;
        const known = Object.keys(fields).join(", ");
        throw wrongIn(`${nameOf(where)} has an unknown key ${JSON.stringify(key)}: known are ${known}`);
      }
      for (const key of required) {
        if (given[key] !== undefined) continue;
        const { schema } = fields[key] as Field<unknown>;
        throw wrongIn(`${keyIn(where, key)} must be given: ${schema.description}`);
      }
      return Object.fromEntries(
        Object.entries(given).map(([key, one]) => [key, fields[key]!.read(one, keyIn(where, key), at)]),
      ) as ValuesOf<Given>;
    },
  };
}

/** One of several objects, distinguished by `type`; all keys must be given. */
export function oneOf<Value>(description: string, types: { readonly [type: string]: Fields }): Field<Value> {
  const fields = new Map(
    Object.entries(types).map(([name, given]) => {
      const all: Fields = { type: constant("name of the variant", name), ...given };
      return [name, object(name, all, Object.keys(all))];
    }),
  );
  return {
    schema: { oneOf: [...fields.values()].map(({ schema }) => schema), description },
    read(value, where, at) {
      const { type } = objectOf(value, where);
      const field = fields.get(type as string);
      if (field === undefined) throw wrong(keyIn(where, "type"), `one of ${[...fields.keys()].join(", ")}`, type);
      return field.read(value, where, at) as Value;
    },
  };
}

export function objectOf(value: unknown, where: string): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { [key: string]: unknown };
  throw wrong(nameOf(where), "an object", value);
}
