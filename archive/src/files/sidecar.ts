/**
 * `weather.json`: metadata that the files of a folder do not contain.
 *
 * ```json
 * { "class": "satellite", "dataset": "CAMS", "licence": "CC-BY-4.0", "attribution": "…", "max_distance_km": 5,
 *   "place": { "latitude": 39.74, "longitude": -105.18, "altitude": 1829 }, "label": "end", "time_offset": -7,
 *   "duplicates": "last", "units": { "ghi": "kW/m2" }, "trust_clock": true, "drop_flagged": true, "accept_doubts": true,
 *   "files": { "roof.csv": { "class": "measured" } } }
 * ```
 *
 * Every key is optional. Keys at the top apply to the folder and everything below it, nearer folders first; keys
 * under `files` apply to that file.
 */

import type { WeatherSeries } from "irradiance-engine";
import { DAY } from "irradiance-engine/internal/shared";
import { countFlagged, type Label, LOST_CODES, noticeOf, type RowSpan } from "irradiance-engine/internal/weather";
import {
  type ReadWeatherOptions,
  refuseClock,
  type WeatherPlace,
  type WeatherReading,
  withoutFlagged,
} from "irradiance-engine/weather";
import { merge } from "../period.js";
import type { Doubt, Period, SourceClass } from "../source.js";

export const SIDECAR = "weather.json";

/** What only a table needs to be told. */
type TableKey = "columns" | "units" | "dateFormat" | "delimiter" | "decimal" | "missing";

/** Metadata of a file. */
export interface FileSettings extends Pick<ReadWeatherOptions, TableKey> {
  readonly class?: SourceClass;
  readonly dataset?: string;
  readonly licence?: string;
  readonly attribution?: string;
  readonly maxDistanceKm?: number;
  /** For files that do not state it. */
  readonly place?: WeatherPlace;
  readonly label?: Label;
  /** Hours by which the file's times are ahead of UTC. */
  readonly timeOffset?: number;
  /** Of a table: its time zone, with daylight saving. */
  readonly zone?: string;
  /** Start of the run, Unix ms, for files of class forecast. */
  readonly run?: number;
  /** What happens to rows with the same time. */
  readonly duplicates?: NonNullable<ReadWeatherOptions["duplicates"]>;
  /** Serves a file whose clock looks surely wrong. */
  readonly trustClock?: boolean;
  /** Takes light in doubt row by row (dead, stuck, …) as missing. */
  readonly dropFlagged?: boolean;
  /** Answers do not mention what was found, and years are chosen as if it had not been. */
  readonly acceptDoubts?: boolean;
}

export interface Sidecar {
  readonly folder: FileSettings;
  readonly files: ReadonlyMap<string, FileSettings>;
}

const CLASSES: readonly SourceClass[] = ["measured", "satellite", "reanalysis", "forecast", "typical", "synthetic"];
const LABELS = ["start", "center", "end"];
const DUPLICATES = ["refuse", "last"];

interface Rule {
  readonly as: keyof FileSettings;
  readonly isRight: (value: unknown) => boolean;
  readonly expected: string;
  readonly convert?: (value: never) => unknown;
}

const isText = (value: unknown) => typeof value === "string" && value !== "" && value.length <= 500;
const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === "number" && value >= least && value <= most;
const isFlag = (value: unknown) => typeof value === "boolean";
/** The reader checks what is in it. */
const isOfTable = (value: unknown) => isText(value) || (typeof value === "object" && value !== null);

const text = (as: keyof FileSettings, expected: string): Rule => ({ as, isRight: isText, expected });
const flag = (as: keyof FileSettings): Rule => ({ as, isRight: isFlag, expected: "true or false" });
const table = (as: TableKey, expected: string): Rule => ({ as, isRight: isOfTable, expected });
const among = (as: keyof FileSettings, names: readonly string[]): Rule => {
  return { as, isRight: (value) => names.includes(value as string), expected: `one of ${names.join(", ")}` };
};
const between = (as: keyof FileSettings, what: string, least: number, most: number): Rule => {
  return { as, isRight: (value) => isBetween(value, least, most), expected: `${what} from ${least} to ${most}` };
};

const RULES: { readonly [key: string]: Rule } = {
  class: among("class", CLASSES),
  dataset: text("dataset", "a name"),
  licence: text("licence", "a text"),
  attribution: text("attribution", "a text"),
  max_distance_km: between("maxDistanceKm", "kilometres", 0, 500),
  place: { as: "place", isRight: isPlace, expected: "{ latitude, longitude, altitude? } within range" },
  label: among("label", LABELS),
  time_offset: between("timeOffset", "hours", -12, 14),
  zone: text("zone", "a time zone such as Europe/Berlin"),
  run: {
    as: "run",
    isRight: (value) => typeof value === "string" && Number.isFinite(Date.parse(value)),
    expected: "a time such as 2026-01-31T06:00Z",
    convert: (value: string) => Date.parse(value),
  },
  duplicates: among("duplicates", DUPLICATES),
  columns: table("columns", 'an object such as { "ghi": "Global" }'),
  units: table("units", 'an object such as { "ghi": "kW/m2" }'),
  date_format: table("dateFormat", "a format such as DD.MM.YYYY HH:mm"),
  delimiter: table("delimiter", "comma, semicolon, tab, pipe or space"),
  decimal: table("decimal", "point or comma"),
  missing: table("missing", "a text such as Bad Input, or several"),
  trust_clock: flag("trustClock"),
  drop_flagged: flag("dropFlagged"),
  accept_doubts: flag("acceptDoubts"),
};

/** @throws Error naming the key, the expected and the actual value */
export function parseSidecar(text: string): Sidecar {
  const { files = {}, ...folder } = objectOf(JSON.parse(text), "it");
  const own = Object.entries(objectOf(files, "files"));
  return {
    folder: settingsOf(folder, ""),
    files: new Map(own.map(([name, given]) => [name, settingsOf(objectOf(given, `files["${name}"]`), `${name}: `)])),
  };
}

function settingsOf(given: { readonly [key: string]: unknown }, where: string): FileSettings {
  const settings: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(given)) {
    const rule = Object.hasOwn(RULES, key) ? RULES[key] : undefined;
    if (rule === undefined) {
      throw new Error(`${where}unknown key ${JSON.stringify(key)}: known are ${Object.keys(RULES).join(", ")}, files`);
    }
    if (!rule.isRight(value)) throw new Error(`${where}${key} must be ${rule.expected}, got ${JSON.stringify(value)}`);
    settings[rule.as] = rule.convert ? rule.convert(value as never) : value;
  }
  return settings as FileSettings;
}

function objectOf(value: unknown, name: string): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { [key: string]: unknown };
  throw new Error(`${name} must be an object, got ${JSON.stringify(value)}`);
}

function isPlace(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { latitude, longitude, altitude = 0, ...rest } = value as { [key: string]: unknown };
  return (
    isBetween(latitude, -90, 90) &&
    isBetween(longitude, -180, 180) &&
    isBetween(altitude, -500, 9000) &&
    Object.keys(rest).length === 0
  );
}

/** Options of `readWeather`, and the keys that stand for them here. */
const KEYS: readonly (readonly [RegExp, string])[] = [
  [/\b(label|duplicates|missing) "([^"]+)"/g, '"$1": "$2"'],
  [/\b(columns|units)(?:, such as)? \{ (\w+): ("[^"]*") \}/g, '"$1": { "$2": $3 }'],
  [/ or \{ (\w+): ("[^"]*") \}/g, ' or { "$1": $2 }'],
  [/\bpass timeOffset (-?[\d.]+)/g, 'pass "time_offset": $1'],
  [/\bdateFormat\b/g, '"date_format"'],
  [/, or zone\b/g, ', or "zone"'],
  [/\btrustClock\b/g, '"trust_clock": true'],
  [/\bdropFlagged\b/g, '"drop_flagged": true'],
  [/\bacceptDoubts\b/g, '"accept_doubts": true'],
  [/\btimeOffset\b/g, '"time_offset"'],
  [/\bpass zone\b/g, 'pass "zone"'],
  [/\bpass (?=a?\s?")/g, "put into weather.json "],
];

/** What the library says of its options, said with the keys of `weather.json`. */
export function inKeys(message: string): string {
  return KEYS.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
}

// What looking at a file found, as its index entry keeps it, and what its `weather.json` makes of that.

/** Of a doubt are kept, so that the index stays small; more are joined where they are closest. */
const MOST_PERIODS = 200;

interface BelievedFile {
  /** Without the light that is in doubt, if that is to be dropped. */
  readonly series: WeatherSeries;
  readonly doubts: readonly Doubt[];
}

/** @throws WeatherError for a clock that is surely wrong, unless it is trusted */
export function believe(
  { series, examination }: WeatherReading,
  { trustClock, dropFlagged, acceptDoubts }: FileSettings,
): BelievedFile {
  if (examination === undefined) return { series, doubts: [] };
  refuseClock(examination, { trustClock });
  const believed = dropFlagged ? withoutFlagged(series, examination) : series;
  if (acceptDoubts) return { series: believed, doubts: [] };
  const start = (series.start as number) - (series.sampling === "instant" ? series.interval * 500 : 0);
  const doubts = examination.findings.map((finding): Doubt => {
    const { code, message, remedy, spans } = finding;
    const isDropped = dropFlagged === true && countFlagged(examination, [code]) > 0;
    return {
      code,
      message: isDropped ? `${message}: these values are left out` : noticeOf({ ...finding, remedy: "" }).message,
      remedy: isDropped ? "" : inKeys(remedy),
      isLost: (LOST_CODES as readonly string[]).includes(code),
      periods: periodsOf(spans, start, series.interval * 1000),
    };
  });
  return { series: believed, doubts };
}

function periodsOf(spans: readonly RowSpan[], start: number, step: number): Period[] {
  let periods: Period[] = spans.map(({ from, to }) => ({ start: start + from * step, end: start + to * step }));
  for (let apart = DAY / 2; periods.length > MOST_PERIODS; apart *= 2) periods = merge(periods, apart);
  return periods;
}
