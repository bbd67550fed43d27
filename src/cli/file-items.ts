/** How a table beside the weather is read: items `name=value` of one option, such as `--measured-as unit=kW,time-zone=Europe/Berlin`. */
import type { WeatherPlace } from "../data/weather/series.js";
import { shown } from "../foundation/text/shown.js";
import { withZoneName } from "./believed.js";
import { UsageError } from "./errors.js";
import { inFlags } from "./option-names.js";

/** Items, and the options of the reader. */
const COMMON = {
  ...{ column: "column", unit: "unit", label: "label", "time-zone": "zone", "time-offset": "timeOffset" },
  ...{ "date-format": "dateFormat", delimiter: "delimiter", decimal: "decimal", duplicates: "duplicates" },
  missing: "missing",
} as const;
/** Of a history, whose values hold until the next. */
const OF_HISTORY = { fill: "fill", "longest-gap": "longestGap" } as const;
const OF_METER = { ...COMMON, ...OF_HISTORY } as const;
const ITEMS = {
  "--observations-as": COMMON,
  "--measured-as": OF_METER,
  "--meter-as": OF_METER,
  "--load-as": OF_METER,
} as const;
const OTHER_WORDS: { readonly [item: string]: string } = { zone: "time-zone", units: "unit" };

type Key = (typeof COMMON)[keyof typeof COMMON] | (typeof OF_HISTORY)[keyof typeof OF_HISTORY];
export type ItemsOption = keyof typeof ITEMS;
export type FileItems = { readonly [key in Key]?: string | number };

/** Options that are numbers, or may be one. */
const NUMBERS: readonly string[] = ["column", "timeOffset", "longestGap"] satisfies Key[];

/** @throws UsageError for a name that the reader does not have */
export function fileItems(option: ItemsOption, given: { readonly [name: string]: unknown } = {}): FileItems {
  const items: { readonly [name: string]: string } = ITEMS[option];
  const found: { [key: string]: string | number } = {};
  for (const [name, value] of Object.entries(given)) {
    const item = name.replaceAll("_", "-");
    const key = items[OTHER_WORDS[item] ?? item];
    if (key === undefined) {
      const known = Object.keys(items).join(", ");
      throw new UsageError(
        `${option} must be items of ${known}, such as unit=kW,time-zone=Europe/Berlin, got ${shown(name)}`,
      );
    }
    const isNumber = NUMBERS.includes(key) && typeof value === "string" && value !== "" && Number.isFinite(+value);
    // As the options of weather files have it: columns and units by what they are of.
    const plain = typeof value === "string" && option === "--observations-as" ? value.replace(/^ghi=/, "") : value;
    found[key] = isNumber ? Number(plain) : (plain as string);
  }
  return found as FileItems;
}

/** Options of the reader in its messages, and with what is proposed for them. */
const ADVICE =
  /\b([Pp])ass (a )?(label|timeOffset|zone|duplicates|dateFormat|decimal|missing|unit|fill)\b(?:(?:,? such as)? (?:"([^"]*)"|(-?\d+(?:\.\d+)?)))?/g;

/** A message of the reader, in the items of an option. */
function inItems(option: ItemsOption, message: string): string {
  const items = Object.fromEntries(Object.entries(ITEMS[option]).map(([item, key]) => [key, item]));
  const usual: { readonly [key: string]: string } = {
    label: "end",
    unit: "kW",
    zone: "Europe/Berlin",
    decimal: "comma",
  };
  return inFlags(
    message
      .replace(ADVICE, (_all, p, a, key, text, number) => {
        // "a timeOffset 1 hour larger" proposes a change.
        const [value, rest] = a
          ? ["…", number === undefined ? "" : ` ${number}`]
          : [text ?? number ?? usual[key] ?? "…", ""];
        return `${p}ass ${option} ${items[key]}=${value}${rest}`;
      })
      .replace(/, or zone\b( "([^"]+)")?/g, (_all, _named, zone) => `, or time-zone=${zone ?? usual.zone}`)
      .replace(/\b(decimal=\w+) or "(\w+)"/g, "$1 or decimal=$2")
      .replace(/\bpass units,? (?:such as )?\{ \w+: "([^"]+)" \}/g, `pass ${option} unit=$1`)
      .replace(/ or \{ \w+: "([^"]+)" \}/g, " or unit=$1")
      .replace(
        /\bcolumns, such as \{ (?!time)\w+: ("(?:[^"\\]|\\.)*") \}/g,
        (_all, name) => `${option} column=${JSON.parse(name)}`,
      )
      .replace(/\bsay which with column, /, `say which with ${option} column=NAME, `)
      .replace(/\bdateFormat "(\w+)"/g, "date-format=$1")
      .replace(/\(dateFormat sets other forms\)/, `(${option} date-format=… sets other forms)`)
      .replace(/\bmust match dateFormat\b/, "must match date-format")
      .replace(
        /\bread(?:Power|Weather): option "(?:(unit|column)s\.\w+|(\w+))"/g,
        (_all, ofGhi, key) => `${option} ${ofGhi ?? items[key] ?? key}`,
      ),
  ).replaceAll("--weather-time-zone", `${option} time-zone`);
}

/** Reads a file of the option. @param read is given what says a message in the option's items @throws what it throws, in these words */
export async function inItemsOf<Found>(
  option: ItemsOption,
  place: Pick<WeatherPlace, "latitude" | "longitude"> | undefined,
  read: (inWords: (message: string) => string) => Promise<Found>,
): Promise<Found> {
  const inWords = (message: string) => inItems(option, message);
  try {
    return await read(inWords);
  } catch (cause) {
    const { message } = (await withZoneName(cause, place)) as Error;
    const words = inWords(message);
    throw words === message ? cause : new UsageError(words, { cause });
  }
}
