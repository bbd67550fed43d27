/** Weather from archives that a description (`--archive`) or names (`--weather era5`) describe: irradiance-archive is loaded for it. */
import { existsSync } from "node:fs";
import type { SiteNote } from "../answers/bulk/types.js";
import type { LightSource } from "../answers/yield/uncertainty/types.js";
import { computedIntervals } from "../data/contract/observation/request.js";
import type { WeatherSeries } from "../data/weather/series.js";
import { namedSource, unknownSource } from "../data/weather/source-names.js";
import { loadPackage } from "../foundation/packages.js";
import type { Notice, ObservationRequest } from "../index.js";
import { UsageError } from "./errors.js";
import { firstGiven } from "./option-names.js";
import type { FlagsOf } from "./options/rows.js";
import type { WEATHER } from "./options/weather.js";
import { printNotice, writeResult } from "./output.js";

/** A variable, so that the library is built without the package, which is built on the library. */
const PACKAGE: string = "irradiance-archive";

/** What is used of the package. */
interface ArchivePackage {
  openWeather(from: ArchiveChoice): Promise<ArchiveWeather>;
  /** What it says of its catalogue. */
  weatherReport(
    action: string,
    names: readonly string[],
  ): Promise<{
    readonly lines: readonly string[];
    readonly remarks: readonly string[];
    readonly json: unknown;
    readonly passed: boolean;
  }>;
}

/** @throws MissingPackageError */
function loadArchives(purpose: string): Promise<ArchivePackage> {
  return loadPackage(PACKAGE, purpose, () => import(PACKAGE) as Promise<ArchivePackage>);
}

/** Path of a description, or words of `--weather`. */
export type ArchiveChoice = string | readonly string[];

/** The words as sources for irradiance-archive, where one of them names a source; several files alone are the command's own matter. */
export function namedSources(words: readonly string[] | undefined): readonly string[] | undefined {
  return words?.some((word) => namedSource(word) !== undefined) ? words : undefined;
}

/** @throws UsageError for a name that was mistyped, where there is no such file */
export function refuseMistyped(words: readonly string[]): void {
  for (const word of words) {
    const unknown = existsSync(word) ? undefined : unknownSource(word);
    if (unknown !== undefined) throw new UsageError(`--weather: ${unknown}`);
  }
}

/** A server may wait for a file to come; a command would leave it out in silence. @throws UsageError */
function refuseMissing(words: readonly string[]): void {
  refuseMistyped(words.filter((word) => namedSource(word) === undefined));
  const missing = words.find((word) => namedSource(word) === undefined && !existsSync(word));
  if (missing !== undefined) throw new UsageError(`--weather: there is no file ${missing}`);
}

/** Options that describe a file of weather, by the names of their flags. */
export const OF_FILES = [
  ...(["label", "timeOffset", "year", "columns", "units", "dateFormat", "delimiter", "decimal"] as const),
  ...(["weatherTimeZone", "duplicates", "missing", "temperature", "closure", "typicalYear"] as const),
  ...(["trustClock", "dropFlagged", "acceptDoubts"] as const),
];

export type FileOption = (typeof OF_FILES)[number];

/**
 * @param taken options that sources take, too
 * @throws UsageError for one that would do nothing: sources know their own times and units
 */
export function refuseFileOptions(
  flags: { readonly [key in FileOption]?: unknown } & { readonly weatherFormat?: string },
  choice: ArchiveChoice,
  taken: readonly FileOption[],
): void {
  const others = OF_FILES.filter((key) => !taken.includes(key));
  const idle =
    firstGiven(flags, others) ?? ((flags.weatherFormat ?? "auto") === "auto" ? undefined : "--weather-format");
  if (idle === undefined) return;
  const named = typeof choice === "string" || namedSources(choice) !== undefined ? "a source" : "several";
  throw new UsageError(`${idle} describes a weather file, and ${optionOf(choice)} names ${named}`);
}

/** @throws UsageError unless one of the two says where the weather is; undefined: one file does */
export function archiveOf(
  words: readonly string[] | undefined,
  archive: string | undefined,
): ArchiveChoice | undefined {
  if (words === undefined) {
    if (archive !== undefined) return archive;
    throw new UsageError("required option '--weather <file>' not specified, nor --archive <file>");
  }
  if (archive !== undefined) throw new UsageError("--weather and --archive both name the weather: give one of them");
  const named = namedSources(words);
  // Several files are one source of an archive, too.
  return named ?? (words.length > 1 ? words : undefined);
}

export function optionOf(choice: ArchiveChoice): "--archive" | "--weather" {
  return typeof choice === "string" ? "--archive" : "--weather";
}

export interface ArchiveWeather {
  /** What is to be known of all its answers. */
  readonly notes: readonly string[];
  read(wish: {
    readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude?: number | undefined };
    readonly period: { readonly start: number; readonly end: number };
    readonly interval: number;
    readonly now: number;
    /** Default: "history". */
    readonly purpose?: "history" | "forecast" | undefined;
  }): Promise<{
    readonly series: WeatherSeries;
    readonly provenance: readonly Provenance[];
    readonly notices: readonly Notice[];
    /** Of sources, or of one of their data sets. */
    readonly failures: readonly { readonly source: string; readonly dataset?: string; readonly message: string }[];
  }>;
  /** Number of the piece of files that a place's weather is in, where that is known. */
  pieceOf(place: { readonly latitude: number; readonly longitude: number }): Promise<number | undefined>;
  close(): Promise<void>;
}

interface Provenance {
  readonly source: string;
  readonly dataset: string;
  readonly class: string;
  readonly columns: readonly string[];
  readonly cell: { readonly distanceKm: number };
  readonly licence: string;
  readonly corrections: readonly string[];
  readonly synthetic: boolean;
}

/** Codes of notes: which source served a place, really or out of the climate, and which failed (a code of the package). */
export const SERVED = "weather-source";
export const SYNTHETIC = "synthetic-weather";
export const PASSED_OVER = "passed-over";

/** @throws MissingPackageError; UsageError for a wrong description, or a name that cannot be used, which it names */
export async function openArchiveWeather(choice: ArchiveChoice): Promise<ArchiveWeather> {
  if (typeof choice !== "string") refuseMissing(choice);
  const { openWeather } = await loadArchives("weather archives");
  try {
    return await openWeather(choice);
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "ERR_ARCHIVE_DESCRIPTION") throw cause;
    throw new UsageError(`${optionOf(choice)}: ${(cause as Error).message}`, { cause });
  }
}

export interface FoundWeather {
  readonly series: WeatherSeries;
  /** What the light is worth. */
  readonly lightSource: LightSource;
  /** What to tell of it: where it is from, and what there is to know. */
  readonly notes: readonly SiteNote[];
}

/** @throws UsageError for a request without a period */
export function askedPeriod(choice: ArchiveChoice, request: ObservationRequest) {
  const { start: first, end: last } = request;
  if (first === undefined || last === undefined) throw new UsageError(`${optionOf(choice)} needs --start and --end`);
  const { start, interval, count } = computedIntervals(request, first, last);
  return { period: { start, end: start + count * interval * 1000 }, interval };
}

/**
 * The weather for a request.
 * @param choice what the archive was opened from @param altitude metres, where it is known
 * @throws UsageError for a request without a period; ArchiveError where there is no weather
 */
export async function weatherFor(
  archive: ArchiveWeather,
  choice: ArchiveChoice,
  request: ObservationRequest,
  now: number,
  altitude: number | undefined,
): Promise<FoundWeather> {
  const { lat: latitude, lon: longitude } = request;
  const { period, interval } = askedPeriod(choice, request);
  const place = altitude === undefined ? { latitude, longitude } : { latitude, longitude, altitude };
  const { series, provenance, notices, failures } = await archive.read({ place, period, interval, now });
  const others = notices
    .filter(({ code }) => code !== PASSED_OVER)
    .map((notice) => ({ ...notice, about: subjectOf(notice) }));
  const failed = failures.map(({ source, dataset, message }) => {
    const name = dataset === undefined ? source : `${source}/${dataset}`;
    return { code: PASSED_OVER, about: source, message: `${name}: ${message}` };
  });
  const lightSource = await lightSourceOf(provenance, place);
  return { series, lightSource, notes: [...provenance.map(served), ...others, ...failed] };
}

/** Of several that of the least worth; of synthetic weather the error of the climate that it is drawn from. */
async function lightSourceOf(
  provenance: readonly Provenance[],
  { latitude, longitude, altitude }: { latitude: number; longitude: number; altitude?: number },
): Promise<LightSource> {
  const isOf = (kind: string) => provenance.some((one) => one.class === kind);
  if (isOf("synthetic")) {
    const { loadWorldClimate } = await import("../data/climatology/world/load.js");
    return (await loadWorldClimate()).at(latitude, longitude, { altitude }).expectedError;
  }
  if (isOf("reanalysis")) return "reanalysis";
  return isOf("satellite") ? "satellite" : "unknown";
}

function served(provenance: Provenance): SiteNote {
  const { source, dataset, class: kind, columns, cell, licence, corrections, synthetic } = provenance;
  const where = `${source}: ${dataset} (${kind}, ${cell.distanceKm.toFixed(1)} km away, ${licence})`;
  return {
    code: synthetic ? SYNTHETIC : SERVED,
    about: `${source}: ${dataset} (${kind}, ${licence})`,
    message: [`${where}, ${columns.join(", ")}`, ...corrections].join("; "),
  };
}

/** Codes of notices on values, whose messages begin with a data set and a column. */
const ON_VALUES: readonly string[] = ["impossible-values", "unit", "meter", "dead", "clock", "night"];

function subjectOf({ code, message }: Notice): string | undefined {
  return ON_VALUES.includes(code) ? message.split(": ").slice(0, 2).join(": ") : undefined;
}

/** @throws MissingPackageError; UsageError for a name that is none */
export async function runWeather(
  action: string,
  names: readonly string[],
  { json }: FlagsOf<typeof WEATHER>,
): Promise<void> {
  const { weatherReport } = await loadArchives("public sources of weather");
  const report = await weatherReport(action, names).catch((cause: Error & { readonly code?: unknown }) => {
    throw cause.code === "ERR_ARCHIVE_DESCRIPTION" ? new UsageError(cause.message, { cause }) : cause;
  });
  const text = json === true ? [JSON.stringify(report.json)] : report.lines;
  await writeResult(`${text.join("\n")}\n`, undefined);
  for (const remark of report.remarks) printNotice(`weather: ${remark}`);
  if (!report.passed) process.exitCode = 1;
}
