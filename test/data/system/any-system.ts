/** Descriptions of systems from their own schema: most are nearly right, and here and there a value is nothing that belongs there. */
import fc from "fast-check";
import { SYSTEM_SCHEMA } from "../../../src/data/system/index.js";

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly pattern?: string;
  readonly [limit: string]: unknown;
}

const DEEP = JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) as unknown;
const WRONG = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", "NaN", "1e308", "02-30", "__proto__", "x".repeat(300), DEEP, [], {}, [null]),
  fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1e308, 5e-324, -0, -1),
  fc.constantFrom<unknown>({ toString: 5 }, { constructor: 1, valueOf: 2 }, JSON.parse('{"__proto__":{"kwp":1}}')),
  fc.double(),
);
const NAMES = fc.constantFrom(
  "a",
  "north",
  "constructor",
  "__proto__",
  "x".repeat(200),
  "Canadian Solar Inc. CS5P-220M",
);

/** The optional keys that one object has at most: with more, all would be refused for one of them. */
const MOST_KEYS = 4;

function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 80, arbitrary: fitting(schema) }, { weight: 1, arbitrary: WRONG });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(anyOf));
  if (schema.type === "number" || schema.type === "integer") return numbers(schema);
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "string") return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : NAMES;
  if (schema.type === "array") return lists(schema);
  if (schema.properties) return objects(schema.properties, schema.required ?? []);
  return fc.dictionary(NAMES, anyOf(schema.additionalProperties as Schema), { maxKeys: 3 });
}

function numbers({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  const [least, most] = [Number(minimum ?? exclusiveMinimum ?? -1e300), Number(maximum ?? exclusiveMaximum ?? 1e300)];
  if (type === "integer") return fc.integer({ min: least, max: most });
  const usual = [0.3, 1, 20, 180].filter((value) => value >= least && value <= most);
  const any = fc.double({ min: least, max: most, noNaN: true });
  return fc.oneof(any, fc.constantFrom(least, most, ...usual));
}

function lists({ items, prefixItems, minItems, maxItems }: Schema): fc.Arbitrary<unknown[]> {
  if (prefixItems) return fc.tuple(...prefixItems.map(anyOf));
  const fewest = Number(minItems);
  return fc.array(anyOf(items!), { minLength: fewest, maxLength: Math.min(Number(maxItems), Math.max(fewest, 3)) });
}

function objects(properties: { readonly [name: string]: Schema }, required: readonly string[]): fc.Arbitrary<object> {
  // A tilted plane needs its direction: without it, hardly any would get further.
  const needed = [...required, ...["surface_tilt", "surface_azimuth"].filter((name) => name in properties)];
  const others = Object.keys(properties).filter((name) => !needed.includes(name));
  return fc
    .subarray(others, { maxLength: Math.min(MOST_KEYS, others.length) })
    .chain((kept) =>
      fc.record(Object.fromEntries([...needed, ...kept].map((name) => [name, anyOf(properties[name]!)]))),
    );
}

/** Anything at all that somebody may send as a system, as JSON leaves it or as a program may give it. */
export const ANY_SYSTEM: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 20, arbitrary: anyOf(SYSTEM_SCHEMA as Schema) },
  { weight: 1, arbitrary: fc.object() },
  { weight: 1, arbitrary: WRONG },
);
