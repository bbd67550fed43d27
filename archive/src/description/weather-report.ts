/** `weather list`, `show` and `check`, as lines and as JSON: the library's command line and the server's print what is made here. */
import { aligned } from "irradiance-engine/internal/shared";
import { type NamedSource, namedSource, SOURCE_NAMES, type SourceName } from "irradiance-engine/internal/weather";
import { keepPassed, type PassedChecks, passedChecks } from "../catalogue/compare.js";
import type { CatalogueEntry } from "../catalogue/entry.js";
import { CATALOGUE, catalogueEntry } from "../catalogue/expand.js";
import { wrongIn } from "../errors.js";
import { type CheckedEntry, type CheckedSource, type CheckOptions, checkEntry } from "./check-live.js";

const WEATHER_ACTIONS = ["list", "show", "check"] as const;
export type WeatherAction = (typeof WEATHER_ACTIONS)[number];

export interface WeatherReport {
  readonly lines: readonly string[];
  /** What is to be said beside the result. */
  readonly remarks: readonly string[];
  /** The same for programs. */
  readonly json: unknown;
  /** False if a check found a change. */
  readonly passed: boolean;
}

export interface WeatherReportOptions extends CheckOptions {
  /** Where the days of passed checks are kept. Default: in the user's data folder. */
  readonly checksFile?: string | undefined;
}

/** Characters. */
const LONGEST_LINE = 1000;
const UNCHECKED = "from documentation, never run live";

/**
 * What a command of the catalogue says.
 *
 * @param words of `show` one name, of `check` any number of NAME or NAME=ADDRESS; none: all that have a public host
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` for words that are no such names
 * @experimental
 */
export async function weatherReport(
  action: WeatherAction,
  words: readonly string[],
  options: WeatherReportOptions = {},
): Promise<WeatherReport> {
  if (action === "check") return checkReport(words.map(nameOf), options);
  const days = await passedChecks(options.checksFile);
  if (action === "show") return showReport(words, days);
  if (words.length > 0) throw wrongIn(`list takes no names, got ${words.join(" ")}: weather show NAME says all of one`);
  const entries = SOURCE_NAMES.map((name) => CATALOGUE[name]);
  const rows = entries.map((entry) => [
    entry.name,
    entry.purposes.join(", "),
    entry.since.split(/ \(|,/, 1)[0]!,
    entry.account === undefined ? (entry.needsFolder === undefined ? "none" : "to order files") : "free key",
    checkedOn(entry, days) ?? "never",
    entry.title,
  ]);
  const head = ["name", "serves", "since", "account", "checked", "what"];
  return {
    lines: [
      ...aligned([head, ...rows], () => false),
      "",
      `checked: the day on which weather check passed against the live host; never: ${UNCHECKED}`,
      "use one as --weather NAME, several in their order; weather show NAME says what it costs, and under which terms",
    ],
    remarks: [],
    json: entries.map((entry) => jsonOf(entry, days)),
    passed: true,
  };
}

function nameOf(word: string): NamedSource {
  const named = namedSource(word);
  if (named !== undefined) return named;
  const { name } = catalogueEntry(word.split("=", 1)[0]!);
  throw wrongIn(`${name}= must be followed by an address or a folder, got nothing`);
}

/** The later of the day in the catalogue and that of the user's own check. */
function checkedOn({ name, checked }: CatalogueEntry, days: PassedChecks): string | undefined {
  return [checked, days.get(name)]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
}

function showReport(words: readonly string[], days: PassedChecks): WeatherReport {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) {
    throw wrongIn(`show takes one name of ${SOURCE_NAMES.join(", ")}, got ${words.join(" ") || "nothing"}`);
  }
  const entry = CATALOGUE[nameOf(word).name];
  const { account, needsFolder, references, notes } = entry;
  const places = [
    ...entry.sources.map(({ described }) => described.location),
    ...(entry.follows ?? []).map((one) => one.address),
  ];
  const facts: [string, string][] = [
    ["serves", entry.purposes.join(", ")],
    ["covers", entry.covers],
    ["since", entry.since],
    ["behind", entry.lag],
    ["cost", entry.cost],
    ["licence", entry.licence],
    ["credit", entry.attribution],
    ["account", account === undefined ? "none" : `a free key of ${account.of}`],
    ...(account?.steps ?? []).map((step, k): [string, string] => ["", `${k + 1}. ${step}`]),
    ...(needsFolder === undefined ? [] : [["files", needsFolder] as [string, string]]),
    ["written", `${entry.documented}, from:`],
    ...references.map((text): [string, string] => ["", text]),
    ["checked", checkedOn(entry, days) ?? `${UNCHECKED}: weather check ${entry.name} compares`],
    ...places.flatMap((place, k) =>
      place === undefined ? [] : [[k === 0 ? "at" : "", String(place)] as [string, string]],
    ),
    ...notes.map((note, k): [string, string] => [k === 0 ? "notes" : "", note]),
  ];
  return {
    lines: [entry.title, ...facts.map(([name, text]) => `  ${name.padEnd(8)}  ${text}`)],
    remarks: [],
    json: jsonOf(entry, days),
    passed: true,
  };
}

function jsonOf(entry: CatalogueEntry, days: PassedChecks): object {
  const follows = entry.follows?.map(({ names, ...one }) => ({ ...one, names: names.source }));
  return { ...entry, follows, checked: checkedOn(entry, days) ?? null };
}

async function checkReport(given: readonly NamedSource[], options: WeatherReportOptions): Promise<WeatherReport> {
  const hosted = SOURCE_NAMES.filter((name) => CATALOGUE[name].needsFolder === undefined);
  const named = given.length > 0 ? given : hosted.map((name) => ({ name, address: undefined }));
  const { now = Date.now(), checksFile } = options;
  const checked = await Promise.all(named.map((one) => checkEntry(one, { ...options, now })));
  const live = checked.filter(isOfPublicHost).map(({ name }): SourceName => name);
  const problem = await keepPassed([...new Set(live)], now, checksFile);
  return {
    lines: checked.flatMap(checkLines).map(plainLine),
    remarks: problem === undefined ? [] : [problem],
    json: checked,
    passed: checked.every(({ passed }) => passed),
  };
}

/** A mirror, and files of one's own, say nothing of the host. */
function isOfPublicHost({ passed, address, name }: CheckedEntry): boolean {
  return passed && address === undefined && CATALOGUE[name].needsFolder === undefined;
}

function checkLines({ name, address, passed, sources }: CheckedEntry): string[] {
  const at = address === undefined ? "" : ` at ${address}`;
  const changes = sources.flatMap(({ id, changes: found }) =>
    found.map((text) => `  ${id === name ? "" : `${id}: `}${text}`),
  );
  return [
    `${name}${at}: ${passed ? "as in the catalogue" : stateOf(sources)}`,
    ...changes,
    ...sources.flatMap(factsLine),
  ];
}

/** Much of a line is a host's text: on a terminal it must neither command nor fill the screen. */
function plainLine(text: string): string {
  const plain = text.replace(/\p{Cc}+/gu, " ");
  return plain.length > LONGEST_LINE ? `${plain.slice(0, LONGEST_LINE)}…` : plain;
}

function stateOf(sources: readonly CheckedSource[]): string {
  const failures = sources.flatMap(({ failure }) => failure ?? []);
  if (failures.some((failure) => failure === "unreachable" || failure === "too slow")) return "not reached";
  return failures.length > 0 ? "cannot be used as it is" : "changed";
}

function factsLine({ id, first, last, step, form, requests, bytes }: CheckedSource): string[] {
  if (last === undefined) return [];
  const cost = requests === undefined ? "" : `, ${requests} requests, ${Math.ceil((bytes ?? 0) / 1024)} KiB`;
  if (first === undefined) return [`  ${id} has ${form}${cost}`];
  return [
    `  ${id} has ${minuteOf(first)} to ${minuteOf(last)}, every ${step} s${form === undefined ? "" : `, ${form}`}${cost}`,
  ];
}

function minuteOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}
