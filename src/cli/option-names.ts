/** What the library says of its options, said with those of the command line, and what a wrong option was meant to be. */
import type { Command } from "commander";
import { nearestName } from "../foundation/text/nearest-name.js";

/** A text of the library, and what stands for it here; the order matters. */
const RULES: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  // columns, such as { ghi: "Global" } → --columns "ghi=Global"
  [
    /\b(columns|units)(,? such as|) \{ (\w+): "((?:[^"\\]|\\.)*)" \}/g,
    (_all, option, such, role, name) => `--${option}${such} "${role}=${JSON.parse(`"${name}"`)}"`,
  ],
  // A choice of them: … or { ghi: "W/m2" }
  [/ or \{ (\w+): "((?:[^"\\]|\\.)*)" \}/g, (_all, role, name) => ` or "${role}=${JSON.parse(`"${name}"`)}"`],
  [/\breadWeather: options? "(columns|units)\.(\w+)"/g, '--$1 "$2=…"'],
  [
    /\breadWeather: options? "(\w+)"(?: and "(\w+)")?/g,
    (_all, one, other) =>
      [one, other]
        .filter(Boolean)
        .map((name) => readFlag(name))
        .join(" and "),
  ],
  [/\breadHorizon: option "zero"/g, "--horizon-zero"],
  [/\bpass zero (north|south)\b/g, "pass --horizon-zero $1"],
  [
    /\b(pass|else) timeOffset, such as (\S+?)(;|, or zone\b(?: "([^"]+)")?|$)/g,
    (_all, word, hours, rest, zone) =>
      `${word} --time-offset, such as ${hours}${rest.startsWith(",") ? `, or --weather-time-zone${zone ? ` ${zone}` : ""}` : rest}`,
  ],
  [/\bpass zone, such as "([^"]+)"/g, "pass --weather-time-zone $1"],
  [/\bpass timeOffset (-?[\d.]+)/g, "pass --time-offset $1"],
  [/(?<![\w-])zone does nothing\b/g, "--weather-time-zone does nothing"],
  [/\bpass missing "([^"]+)"/g, 'pass --missing "$1"'],
  [/\bpass label "(\w+)"/g, "pass --label $1"],
  [/\bpass duplicates "last"/g, "pass --duplicates last"],
  [/\bpass a timeOffset\b/g, "pass a --time-offset"],
  [/\bpass (label|timeOffset|units|columns|dateFormat|zone|missing)\b/g, (_all, name) => `pass ${readFlag(name)}`],
  [/\b(with|match) (columns|dateFormat)\b/g, (_all, word, name) => `${word} ${flag(name)}`],
  [/\(dateFormat sets other forms\)/g, "(--date-format sets other forms)"],
  [/\ba constant \(temperature\)/g, "a constant (--temperature)"],
  [/closure: "component-sum"/g, "--closure component-sum"],
  [/\blabel "(start|center|end)"/g, "--label $1"],
  [/\b(trustClock|dropFlagged|acceptDoubts|timeOffset)\b/g, (_all, name) => flag(name)],
  [/\bsurface_azimuth is not given/g, "--surface-azimuth is not given"],
  [/^verifyForecast: draws/, "--draws"],
  [/^verifyForecast: capacity/, "--capacity"],
  [/^(?:yieldOf|optimumOf|learnSystem|compareMeasured|verifyForecast|referenceForecasts): /, ""],
  [/\b(?:WorldClimate\.at|clearTurbidity): altitude\b/g, "--altitude"],
  [/\boptions\.known\.(\w+)/g, "--$1"],
  [/\boptions\.uncertainty\.(\w+)/g, "--uncertainty $1"],
  [/\ban object such as \{ (\w+): (\d+) \}/g, "items such as $1=$2"],
  [/\boptions\.(typicalYear|uncertainty)\b/g, (_all, name) => flag(name)],
  [/\blosses\.(soiling|snow|shading) (or|can)\b/g, "--losses $1=… $2"],
  [/\(generateYear\)/g, "(irradiance generate --monthly)"],
  [/\bcontext\.linkeTurbidity\b/g, "--turbidity"],
  [/\bcontext\.models(?:\.(\w+))?/g, (_all, family) => (family ? `--models ${family}` : "--models")],
  [/\bcontext\.(altitude|albedo|temperature|subSteps|now)\b/g, (_all, name) => flag(name)],
  [/\b\w+: bifacial: factor must/g, "--bifacial must"],
  [/\brows\.height\b/g, "--row-height"],
  [/\bcontext\.tracker\.mode\b/g, "--dual-axis"],
  [/\bcontext\.tracker\.backtrack\b/g, "--no-backtrack"],
  [/\bcontext\.tracker\.(\w+)/g, (_all, name) => flag(name)],
  [/\ba horizon line in context\.horizon \(360 elevations in degrees\)/g, "a horizon line: --horizon-file or --dem"],
  [/\bin time_zone\b/g, "in --time-zone"],
  // The texts that clients match name a value so, not a key.
  [/(?<!invalid )\bparameter "(\w+)"/g, (_all, key) => flag(key)],
];

/** surface_tilt, timeOffset → --surface-tilt, --time-offset */
export function flag(name: string): string {
  return `--${name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The first of these flags that is given, as it is written. */
export function firstGiven<Key extends string>(
  flags: { readonly [key in Key]?: unknown },
  keys: readonly Key[],
): string | undefined {
  const key = keys.find((one) => flags[one] !== undefined);
  return key && flag(key);
}

/** An option of `readWeather`; a time zone alone is that of the answer. */
function readFlag(name: string): string {
  return name === "zone" ? "--weather-time-zone" : flag(name);
}

export function inFlags(message: string): string {
  return RULES.reduce((text, [pattern, words]) => text.replace(pattern, words as string), message);
}

/** Other words for what an option here is about. */
const SYNONYMS: { readonly [word: string]: readonly string[] } = {
  "--exceedance": ["--extreme"],
  "--time-zone": ["--utc-offset", "--weather-time-zone"],
  "--tracker": ["--tracking-mode"],
  "--zone": ["--weather-time-zone", "--utc-offset"],
};

/**
 * A text of commander about an unknown option, with the option that another word for it, its last word or its letters name.
 * Commander's own suggestion goes by letters alone.
 */
export function withHint(text: string, { options }: Command): string {
  const wrong = /^unknown option '(--[\w-]+)/.exec(text)?.[1];
  if (wrong === undefined) return text;
  const known = options.flatMap(({ long }) => long ?? []);
  const meant = SYNONYMS[wrong]?.find((name) => known.includes(name)) ?? nearestName(wrong, known);
  return meant === undefined ? text : `${text.split(" (Did you mean ", 1)[0]} (Did you mean ${meant}?)`;
}
