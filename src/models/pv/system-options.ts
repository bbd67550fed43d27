/** How the options of a PV system that name a model, and that model's own, are read. */
import { checkNumbers } from "../options.js";

/** @throws RangeError for an option that is none of the known names */
export function checkName(model: string, option: { readonly [name: string]: string }, known: readonly string[]): void {
  const [[name, value]] = Object.entries(option) as [[string, string]];
  if (!known.includes(value))
    throw new RangeError(`${model}: ${name} must be one of ${known.join(", ")}, got ${String(value)}`);
}

/** The named set of options, overridden by those that are given. */
export function merge(
  model: string,
  key: string,
  sets: { readonly [name: string]: { readonly [option: string]: number } },
  name: unknown,
  given: { readonly [option: string]: number } = {},
): { readonly [option: string]: number } {
  if (typeof name !== "string" || !Object.hasOwn(sets, name)) {
    const problem = `${model}: ${key} must be one of ${Object.keys(sets).join(", ")}, got ${String(name)}`;
    throw typeof name === "string" ? new RangeError(problem) : new TypeError(problem);
  }
  for (const option in given) {
    if (Object.hasOwn(sets[name]!, option)) continue;
    const known = Object.keys(sets[name]!).join(", ") || "none";
    throw new TypeError(`${model}: ${key}Options.${option} is not an option of ${name}; known: ${known}`);
  }
  const merged = { ...sets[name], ...given };
  checkNumbers(`${model}: ${key}Options`, merged);
  return merged;
}
