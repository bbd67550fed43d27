/** Values on both sides of every limit that a parameter's schema draws, as they stand in a URL. */
import { deref, type Parameter, type Schema } from "./document.js";

export type Probes = { readonly accepted: readonly string[]; readonly refused: readonly string[] };

/** A relative and an absolute time of each form, and near misses. All lie where a reader without a window takes them. */
const TIMES: Probes = {
  accepted: [
    "now",
    ..."second minute hour day week".split(" ").flatMap((unit) => [`-2${unit}s`, `-1${unit}`, `-0${unit}s`]),
    "+0hours",
    " 0hours",
    "2024-02-29T00:00Z",
    "2024-02-29T23:59:59Z",
    "2024-01-01T00:00:00.000Z",
    "2024-01-01T00:00:00,5Z",
    "2024-01-01T00:00:00+00:00",
    "2024-01-01T00:00:00.000000 01:00",
    "2024-01-01T00:00-0330",
    "2024-01-01T00:00+14",
    "2024-01-01 00:00Z",
  ],
  refused: [
    "",
    "Now",
    "now ",
    "-2months",
    "2hours",
    "-2.5hours",
    "-hours",
    "--2hours",
    "-2hourss",
    "2024-02-29",
    "2024-02-29T00:00",
    "2024-13-01T00:00Z",
    "2024-01-32T00:00Z",
    "2024-01-01T24:00Z",
    "2024-01-01T00:60Z",
    "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00.5Z",
    "2024-01-01T00:00+14:30",
    "2024-01-01T00:00+01:60",
    "2024-01-01T00:00+1",
    "2024-01-01T00:00 00:00Z",
    "2024-1-1T00:00Z",
    "24-01-01T00:00Z",
    "2024-01-01  00:00Z",
  ],
};

/** Without `local` and `standard`, which the server replaces before the parser sees them. */
const ZONES: Probes = {
  accepted: ["UTC", "Europe/Zurich", "America/St_Johns", "+05:45", "-03:30", " 05:30"],
  refused: ["", "00", "nonsense", "null", "Mars/Base", "+25:00", "Europe/", "[object Object]"],
};

/** @throws TypeError for a kind of schema that no parameter had when this was written */
export function probesOf({ name, schema }: Pick<Parameter, "name" | "schema">): Probes {
  if (name === "time_zone") return ZONES;
  return name === "start" || name === "end" ? TIMES : probes(deref(schema));
}

/** By the pattern that says which they are. */
const TEXTS: { readonly [pattern: string]: Probes } = {
  // Quantiles.
  "^p[1-9][0-9]?$": {
    accepted: ["p1", "p9", "p10", "p99"],
    refused: ["nonsense", "null", "p", "p0", "p00", "p05", "p100", "p5.5", "p-5", "p+5", "P5", "q5", "5", " p5", "p5 "],
  },
};

function probes(schema: Schema): Probes {
  const whole = deref(schema);
  if (whole.anyOf !== undefined) return either(whole.anyOf.map(probes));
  if (whole.const !== undefined) return { accepted: [String(whole.const)], refused: NONSENSE };
  if (whole.enum !== undefined) return { accepted: whole.enum.map(String), refused: NONSENSE };
  if (whole.type === "number" || whole.type === "integer") return numbers(whole);
  if (whole.type === "array") return lists(whole);
  if (whole.type === "string" && whole.maxLength !== undefined)
    return { accepted: ["P_AC", "x".repeat(whole.maxLength)], refused: ["", "x".repeat(whole.maxLength + 1)] };
  const texts = whole.pattern === undefined ? undefined : TEXTS[whole.pattern];
  if (texts !== undefined) return texts;
  throw new TypeError(`no probes for ${JSON.stringify(whole)}`);
}

const NONSENSE = ["", "nonsense", "null", "ALL", "[object Object]"];

/** Accepted by one of them; refused what is nonsense to all. */
function either(alternatives: readonly Probes[]): Probes {
  const accepted = alternatives.flatMap((one) => one.accepted);
  return {
    accepted,
    refused: [...new Set(alternatives.flatMap((one) => one.refused))].filter((text) => !accepted.includes(text)),
  };
}

function numbers({ type, minimum, maximum }: Schema): Probes {
  if (minimum === undefined) throw new TypeError("a number of a query has a lower limit");
  const step = type === "integer" ? 1 : 1e-6;
  const halves = type === "integer" ? [String(minimum + 0.5)] : [];
  const above = maximum === undefined ? [] : [String(maximum + step)];
  const inside = maximum === undefined ? [] : [String(maximum), String(Math.round((minimum + maximum) / 2))];
  return {
    accepted: [String(minimum), ...inside],
    refused: [...NONSENSE, "NaN", "Infinity", "0x10", String(minimum - step), ...above, ...halves],
  };
}

function lists({ items, minItems = 0, maxItems }: Schema): Probes {
  const { accepted, refused } = probes(items!);
  const repeated = (value: string, count: number) => Array.from({ length: count }, () => value).join(",");
  const first = accepted[0]!;
  const bad = refused.filter((text) => text !== "").map((text) => [text, ...Array(minItems - 1).fill(first)].join(","));
  const lengths = maxItems === undefined ? [] : [repeated(first, minItems - 1), repeated(first, maxItems + 1)];
  return {
    accepted: [
      ...accepted.map((text) => repeated(text, minItems)),
      ...(maxItems === undefined ? [accepted.join(",")] : []),
    ],
    refused: ["", `${repeated(first, minItems)},`, ...bad, ...lengths],
  };
}
