/** Recognises weather columns by the names in common use, followed by the unit in brackets. */
import type { Notice } from "../../../contract/observation/types.js";
import type { WeatherColumn } from "../../series.js";
import type { SourceColumn } from "./cells.js";
import { Values } from "./growing.js";
import { conversion } from "./units.js";

interface Recognition {
  readonly column: WeatherColumn;
  /** Default unit; undefined = the name must contain the unit. */
  readonly unit: string | undefined;
  /** Patterns of the lower-case name without its unit, with blanks for underscores. The first that matches a column decides. */
  readonly patterns: readonly NamePattern[];
  /** Similar names of other quantities. */
  readonly not?: RegExp;
}

/** Something in a name, or one thing and another after it: an expression with `.*` between them may take the square of the length. */
export type NamePattern = RegExp | readonly [first: RegExp, then: RegExp];

export function matches(pattern: NamePattern, name: string): boolean {
  if (pattern instanceof RegExp) return pattern.test(name);
  const first = pattern[0].exec(name);
  return first !== null && pattern[1].test(name.slice(first.index + first[0].length));
}

/** Characters: no name of a column has more. What follows is not looked at. */
export const LONGEST_NAME = 256;

const STATISTICS = /\b(?:std|stdev|uncert\w*|min|max|minimum|maximum|peak|gust|flag|qc)\b/;
const OTHER_LIGHT =
  /\b(?:clear.?sky|plane|poa|south|north|east|west|par|ir|infrared|longwave|net|ratio)\b|\b(?:tilt|incl|extra|uv|photo|refl|up|illum|accum)/;
const OTHER_TEMPERATURE = /\b(?:dew|wet|soil|ground|cell|module|panel|sky|chill)\b/;

const RECOGNITIONS: readonly Recognition[] = [
  {
    column: "global_horizontal_irradiance",
    unit: "W/m2",
    patterns: [/^ghi$/, [/\bglobal\b/, /\bhoriz/], /\bglobal\b(?!.*\bnormal\b)/],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_normal_irradiance",
    unit: "W/m2",
    patterns: [/^(?:dni|bni)$/, [/\b(?:direct|beam)\b/, /\bnormal/], /\bdirect\b(?!.*\bhoriz)/],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_horizontal_irradiance",
    unit: "W/m2",
    patterns: [/^bhi$/, [/\b(?:direct|beam)\b/, /\bhoriz/]],
    not: OTHER_LIGHT,
  },
  {
    column: "diffuse_horizontal_irradiance",
    unit: "W/m2",
    patterns: [/^dhi$/, [/\bdiffuse\b/, /\bhoriz/], /\bdiffuse\b/],
    not: OTHER_LIGHT,
  },
  {
    column: "temperature",
    unit: "C",
    patterns: [/^(?:temp air|temperature)$/, /\bdry.?bulb/, [/\b(?:air|ambient)\b/, /\btemp/], /^temp(?:erature)?\b/],
    not: OTHER_TEMPERATURE,
  },
  { column: "dew_point_temperature", unit: "C", patterns: [/\bdew.?point\b/] },
  { column: "wind_speed", unit: "m/s", patterns: [/\bwind.?speed\b/] },
  { column: "snow_depth", unit: undefined, patterns: [/\bsnow.?depth\b/] },
  { column: "albedo", unit: "-", patterns: [/^(?:surface )?albedo\b/] },
  {
    column: "pressure",
    unit: undefined,
    patterns: [[/\b(?:station|surface|air|atmospheric|barometric)\b/, /\bpress/], /^(?:pressure|barometer)\b/],
  },
  { column: "relative_humidity", unit: "%", patterns: [[/\brel(?:ative)?\b/, /\bhumid/], /\brh\b/] },
];

/** The weather columns among these names, each at most once; a notice lists the assignments. */
export function recognise(
  names: readonly string[],
  isMissing: (value: number) => boolean,
  notices: Notice[],
): SourceColumn[] {
  const parts = names.map(split);
  const columns: SourceColumn[] = [];
  for (const { column, unit: usual, patterns, not } of RECOGNITIONS) {
    const isCandidate = ({ plain }: { plain: string }) => !STATISTICS.test(plain) && !(not?.test(plain) ?? false);
    const index = patterns
      .map((pattern) => parts.findIndex((part) => isCandidate(part) && matches(pattern, part.plain)))
      .find((found) => found >= 0);
    if (index === undefined) continue;
    const unit = parts[index]!.unit ?? usual;
    const factors = unit === undefined ? undefined : conversion(column, unit);
    if (factors === undefined) {
      const message = `the column "${names[index]}" is ignored: unknown unit`;
      notices.push({ code: "columns", message });
      continue;
    }
    columns.push({ name: names[index]!, index, column, ...factors, isMissing, values: new Values() });
  }
  if (columns.length > 0) {
    const taken = columns.map(({ name, column }) => `"${name}" as ${column}`).join(", ");
    notices.push({ code: "columns", message: `columns recognised by name: ${taken}` });
  }
  return columns;
}

/** `Global CMP22 (vent/cor) [W/m^2]`: the last bracket is the unit. */
function split(name: string): { plain: string; unit: string | undefined } {
  const match = /^(.*?)(?:\[([^[\]]*)\]|\(([^()]*)\))$/.exec(name.slice(0, LONGEST_NAME).trim());
  const plain = (match?.[1] ?? name).trim().toLowerCase().replaceAll("_", " ");
  return { plain, unit: match?.[2] ?? match?.[3] };
}
