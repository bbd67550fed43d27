/** What arrays a store or file has, for who has to describe it: which products they fit, and what they lack. */
import type { ListedArray } from "../facts.js";
import type { CfArray, Hierarchy } from "./array.js";
import { PRODUCTS, type ProductName, type Rule } from "./products.js";
import { withoutUnit } from "./variables.js";

/** @experimental */
export interface Listing {
  readonly arrays: readonly ListedArray[];
  /** Products whose variables it has. */
  readonly products: readonly ProductName[];
  /** What cannot be read, and values without units: one sentence each. */
  readonly problems: readonly string[];
}

/** Names of the variables of all products. */
export const KNOWN_VARIABLES: readonly string[] = Object.values(PRODUCTS).flatMap(({ rules }) =>
  rules.flatMap(({ names, second = [] }) => [...names, ...second]),
);

export function listingOf({ arrays, problems }: Hierarchy): Listing {
  const all = [...arrays.values()];
  const products = (Object.keys(PRODUCTS) as ProductName[]).filter((name) =>
    PRODUCTS[name].rules.some((rule) => rule.names.some((one) => arrays.has(one))),
  );
  const bare = all.filter((array) => isField(array) && array.attributes.units === undefined);
  return {
    arrays: all.map(({ path, type, attributes, dimensions, shape, chunks }) => {
      const units = attributes.units === undefined ? undefined : String(attributes.units);
      return { name: path, type, units, dimensions, shape, chunks };
    }),
    products,
    problems: [...problems.values(), ...bare.map((array) => withoutUnit(ruleFor(array, products), array))],
  };
}

/** What a product says of a variable of the name, else an example of what an operator may say. */
function ruleFor({ path }: CfArray, products: readonly ProductName[]): Rule {
  const rules = products.flatMap((name) => PRODUCTS[name].rules);
  const example: Rule = { column: "global_horizontal_irradiance", names: [path], is: "mean", label: "end" };
  return rules.find(({ names, combine }) => names.includes(path) && combine === undefined) ?? example;
}

/** Coordinates have one dimension, or are one. */
function isField({ dimensions, type }: CfArray): boolean {
  return dimensions.length > 1 && !type.startsWith("string");
}
