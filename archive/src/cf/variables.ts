/** Which variables of a store are which columns, by the rules of a product, and what their units come to. */
import type { WeatherColumn } from "irradiance-engine";
import type { CfArray, Hierarchy } from "./array.js";
import { isSinceStart, type Meaning, type Rule, type TimeLabel } from "./products.js";
import { type Conversion, conversionOf, factorTo, KNOWN_UNITS, unitFor, unitsOf } from "./units.js";

/** A column as it is stored. */
export interface Variable {
  readonly column: WeatherColumn;
  readonly array: CfArray;
  readonly second: CfArray | undefined;
  readonly combine: Rule["combine"];
  readonly is: Meaning;
  readonly label: TimeLabel;
  readonly conversion: Conversion;
  /** Seconds of its intervals, where they are those of the product and not of the times. */
  readonly interval: number | undefined;
  /** Hours; see Rule. */
  readonly resets: number | undefined;
  readonly firstLead: number | undefined;
}

/** @param problems gets what is left out, and why */
export function variablesOf(
  hierarchy: Hierarchy,
  rules: readonly Rule[],
  label: TimeLabel | undefined,
  problems: string[],
) {
  const variables: Variable[] = [];
  for (const rule of rules) {
    if (variables.some(({ column }) => column === rule.column)) continue;
    const { array, second, isDamaged } = arraysOf(rule, hierarchy, problems);
    if (isDamaged || array === undefined || (rule.combine !== undefined && second === undefined)) continue;
    const own = isSinceStart(rule.is) ? "end" : (label ?? rule.label);
    const conversion = conversionFor(rule, array, second);
    if (typeof conversion === "string") problems.push(conversion);
    else if (own === undefined && rule.is !== "instant") {
      problems.push(`${array.path}: give \`label\`, which says whether its times are starts or ends of intervals`);
    } else {
      const { column, combine } = rule;
      const isAsSaid = conversion.isEnergy || rule.is === "instant" || rule.is === "mean-since-start";
      const is = isAsSaid ? rule.is : "mean";
      const { interval, resets, firstLead } = rule;
      const label = own ?? "center";
      variables.push({ column, array, second, combine, is, label, conversion, interval, resets, firstLead });
    }
  }
  return variables;
}

function arraysOf({ names, second: others = [] }: Rule, { arrays, problems: damaged }: Hierarchy, problems: string[]) {
  const find = (candidates: readonly string[]) => {
    const name = candidates.find((one) => arrays.has(one) || damaged.has(one)) ?? "";
    if (damaged.has(name)) problems.push(damaged.get(name)!);
    return { array: arrays.get(name), isDamaged: damaged.has(name) };
  };
  const [one, other] = [find(names), find(others)];
  return { array: one.array, second: other.array, isDamaged: one.isDamaged || other.isDamaged };
}

/** The conversion, or what is wrong. */
function conversionFor(rule: Rule, array: CfArray, second: CfArray | undefined): Conversion | string {
  const unit = rule.unit ?? array.attributes.units;
  const other = second?.attributes.units;
  if (unit === undefined) return withoutUnit(rule, array);
  if (second !== undefined && other === undefined) return `${second.path}: it has no attribute "units"`;
  if (rule.combine === "snow from water and density") {
    const [water, density] = [factorTo("water", String(unit)), factorTo("density", String(other))];
    if (water === undefined || density === undefined) return unknownUnit(array, `${String(unit)} and ${String(other)}`);
    // mm of water · (1000 kg/m³) / (kg/m³) are mm of snow.
    return { factor: (water * 1000) / density, offset: 0, isEnergy: false };
  }
  const conversion = typeof unit === "string" ? conversionOf(unit, rule.column) : undefined;
  if (conversion === undefined) return unknownUnit(array, String(unit), rule);
  if (second !== undefined && other !== unit) return unknownUnit(second, String(other));
  if (conversion.isEnergy && !rule.is.startsWith("sum")) {
    return `${array.path}: its unit ${String(unit)} is an energy, but its values are declared as ${rule.is === "instant" ? "an instant" : "a mean"}`;
  }
  if (!conversion.isEnergy && rule.is === "sum-since-start") {
    return `${array.path}: its unit ${String(unit)} is no energy, but its values are declared as a sum: say "mean-since-start" if they are means`;
  }
  return conversion;
}

/** With what a description has to say in its place; the unit in it is one that the column may have. */
export function withoutUnit({ column, is, label, combine }: Rule, { path }: CfArray): string {
  const missing = `${path}: it has no attribute "units"`;
  if (combine !== undefined) return missing;
  const unit = is.startsWith("sum") ? "J m-2" : unitFor(column);
  const own = { column, is, ...(is !== "instant" && { label: label ?? "end" }), unit };
  return `${missing}: give the unit of ${column}, as in "variables": ${JSON.stringify({ [path]: own })}`;
}

function unknownUnit({ path }: CfArray, unit: string, rule?: Rule): string {
  const known = rule === undefined ? KNOWN_UNITS : unitsOf(rule.column);
  return `${path}: the unit ${JSON.stringify(unit)} is not supported; supported are ${known.join(", ")}`;
}

/** What is wrong with a variable whose intervals are not as long as its times are apart; undefined: nothing. */
export function intervalProblem({ array, column, is, label, interval }: Variable, step: number): string | undefined {
  if (interval === undefined || interval === step) return undefined;
  const own = { column, is, label };
  return (
    `${array.path}: its ${is}s cover ${interval} s each, but its times are ${step} s apart: values between them are missing. ` +
    `If the ${is}s cover ${step} s, say so: "variables": ${JSON.stringify({ [array.path]: own })}`
  );
}
