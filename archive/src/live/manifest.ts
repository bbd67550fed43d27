/** The manifest: the one file that says what the store holds. It is replaced as a whole, so that no reader sees half an update. */
import { join } from "node:path";
import { DAY_SECONDS } from "irradiance-engine/internal/shared";
import { WEATHER_COLUMNS, type WeatherColumn } from "irradiance-engine/weather";
import { type Disk, sumText, writeWhole } from "../bytes/disk-cache.js";
import { ArchiveError, messageOf } from "../errors.js";
import type { SourceClass } from "../source.js";

// What a live store holds: settled when it is made, so that all its segments agree.

/** A forecast is a run of a model, not a course that is corrected; typical and synthetic weather does not come in updates. */
export type LiveClass = Extract<SourceClass, "measured" | "satellite" | "reanalysis">;

export interface LiveColumn {
  readonly name: WeatherColumn;
  /** Values are kept as whole multiples of it, from −32,767 to 32,767 of them, in the column's unit. */
  readonly resolution: number;
}

export interface LiveDescription {
  readonly dataset: string;
  readonly class: LiveClass;
  /** Length of an interval, seconds. Intervals begin at its multiples, UTC. */
  readonly step: number;
  /** "average": a value is the mean of the interval that begins at its time. "instant": it is that of its time. */
  readonly sampling: "average" | "instant";
  readonly columns: readonly LiveColumn[];
  /** Largest distance of a cell from a place that it serves, km. */
  readonly maxDistanceKm: number;
  /** Days before the newest value that are kept at least; undefined keeps everything. */
  readonly keepDays?: number | undefined;
  readonly licence: string;
  readonly attribution?: string | undefined;
}

/** A description as a caller gives it. */
export interface LiveStoreOptions {
  /** Name of the data set in answers. */
  readonly dataset: string;
  /** Default: "measured". */
  readonly class?: LiveClass | undefined;
  /** Seconds; divides a day, at least 60. */
  readonly interval: number;
  /** Default: "average". */
  readonly sampling?: "average" | "instant" | undefined;
  /** Names, or names with a resolution other than the default: 0.1 W/m², 0.01 °C, 1 mm of snow, 10 Pa, … */
  readonly columns: readonly (WeatherColumn | LiveColumn)[];
  /** km. Default: 5. */
  readonly maxDistanceKm?: number | undefined;
  /** Days before the newest value that are kept at least. Default: all. */
  readonly keepDays?: number | undefined;
  /** Default: "not stated". */
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
}

/** Finer than instruments and models are, and wide enough for everything between pole and desert. */
const RESOLUTION: { readonly [name in WeatherColumn]: number } = {
  global_horizontal_irradiance: 0.1,
  direct_normal_irradiance: 0.1,
  direct_horizontal_irradiance: 0.1,
  diffuse_horizontal_irradiance: 0.1,
  temperature: 0.01,
  dew_point_temperature: 0.01,
  wind_speed: 0.01,
  snow_depth: 1,
  albedo: 0.0001,
  pressure: 10,
  relative_humidity: 0.01,
  precipitable_water: 0.001,
  aerosol_optical_depth: 0.001,
  linke_turbidity: 0.001,
  precipitation: 0.01,
  snowfall: 0.01,
};

const CLASSES: readonly string[] = ["measured", "satellite", "reanalysis"] satisfies LiveClass[];
const SAMPLINGS: readonly string[] = ["average", "instant"];
/** A month of rows is counted in 16 bits. */
const LEAST_STEP = 60;

/** @throws TypeError or RangeError naming the option, what was expected and what came */
export function describe(options: LiveStoreOptions): LiveDescription {
  const { dataset, interval: step, columns, keepDays, attribution } = options;
  const { class: kind = "measured", sampling = "average", maxDistanceKm = 5, licence = "not stated" } = options;
  check(isText(dataset), "dataset", "a text that is not empty", dataset);
  check(CLASSES.includes(kind), "class", `one of ${CLASSES.join(", ")}`, kind);
  check(SAMPLINGS.includes(sampling), "sampling", `one of ${SAMPLINGS.join(", ")}`, sampling);
  const fits = Number.isInteger(step) && step >= LEAST_STEP && DAY_SECONDS % step === 0;
  check(fits, "interval", `whole seconds from ${LEAST_STEP} that divide a day, such as 900`, step);
  check(maxDistanceKm >= 0 && maxDistanceKm <= 1000, "maxDistanceKm", "0 to 1000 km", maxDistanceKm);
  check(keepDays === undefined || keepDays >= 1, "keepDays", "a number of days from 1", keepDays);
  check(isText(licence), "licence", "a text that is not empty", licence);
  check(attribution === undefined || isText(attribution), "attribution", "a text that is not empty", attribution);
  const own = columnsOf(columns);
  return { dataset, class: kind, step, sampling, columns: own, maxDistanceKm, keepDays, licence, attribution };
}

function columnsOf(given: LiveStoreOptions["columns"]): LiveColumn[] {
  check(Array.isArray(given) && given.length > 0, "columns", "a list of at least one weather column", given);
  const columns = given.map((column) => {
    const name = typeof column === "string" ? column : column.name;
    check(WEATHER_COLUMNS.includes(name), "columns", `names among ${WEATHER_COLUMNS.join(", ")}`, name);
    const resolution = typeof column === "string" ? RESOLUTION[name] : column.resolution;
    const isDecimal = resolution > 0 && isWhole(resolution >= 1 ? resolution : 1 / resolution);
    check(isDecimal, `resolution of ${name}`, "a whole number or one part of a whole number, such as 0.1", resolution);
    return { name, resolution };
  });
  const names = columns.map(({ name }) => name);
  check(new Set(names).size === names.length, "columns", "different names", names.join(", "));
  return columns;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** 1 / 0.1 is 10 but for rounding. */
function isWhole(value: number): boolean {
  return value < 1e6 && Math.abs(value - Math.round(value)) < 1e-9 * value;
}

function check(holds: boolean, name: string, expected: string, got: unknown): void {
  if (holds) return;
  const text = `${name} must be ${expected}, got ${typeof got === "string" ? JSON.stringify(got) : String(got)}`;
  throw got === undefined ? new TypeError(text) : new RangeError(text);
}

/** A segment: values of some cells over some rows, in a file that never changes. Row k of a store begins at k steps of Unix time. */
export interface SegmentEntry {
  readonly file: string;
  /** Of the newest update in it. Where segments overlap, the later one in the list holds, as far as it has values. */
  readonly version: number;
  readonly start: number;
  readonly rows: number;
  /** Indices of the store's columns, ascending. */
  readonly columns: readonly number[];
  readonly cells: number;
  readonly lowestCell: number;
  readonly highestCell: number;
  readonly bytes: number;
  /** Checksum of its directory, which has those of its blocks. */
  readonly sum: string;
}

/** A file that is no longer used, but may still be by a reader. */
export interface RetiredFile {
  readonly file: string;
  /** Unix ms. */
  readonly at: number;
}

export interface CellsEntry {
  readonly file: string;
  readonly count: number;
  readonly sum: string;
}

export interface Manifest {
  /** Random; of this store and no other. */
  readonly store: string;
  readonly description: LiveDescription;
  /** One more with every change. */
  readonly version: number;
  /** One more whenever values are given up: old or damaged ones. */
  readonly losses: number;
  /** Of the last update, Unix ms. */
  readonly updated: number;
  /** Number of the next file. */
  readonly nextFile: number;
  readonly cells: CellsEntry;
  /** Ascending in version. */
  readonly segments: readonly SegmentEntry[];
  readonly retired: readonly RetiredFile[];
}

/** Start of the first and end of the last interval, Unix ms; undefined in an empty store. */
export function spanOf({ description, segments }: Manifest): Record<"first" | "last", number | undefined> {
  if (segments.length === 0) return { first: undefined, last: undefined };
  const [starts, ends] = [segments.map(({ start }) => start), segments.map(({ start, rows }) => start + rows)];
  const step = description.step * 1000;
  return { first: Math.min(...starts) * step, last: Math.max(...ends) * step };
}

export const MANIFEST = "current.json";
export const FORMAT = "irradiance-live 1";

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a file that is missing, damaged or something else */
export async function readManifest(disk: Disk, folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  try {
    const { format, sum, manifest } = JSON.parse(new TextDecoder().decode(await disk.readAll(path)));
    if (format !== FORMAT) throw new Error(`has the format ${JSON.stringify(format)}, not ${JSON.stringify(FORMAT)}`);
    if (sum !== sumOfText(JSON.stringify(manifest))) throw new Error("is damaged: its checksum differs");
    return manifest;
  } catch (cause) {
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `the live store's ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** After this the manifest holds, also after a power cut. Everything that it names must be on the disk before. */
export async function publishManifest(disk: Disk, folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  const path = join(folder, MANIFEST);
  const fresh = `${path}.tmp`;
  const bytes = new TextEncoder().encode(
    `{"format":${JSON.stringify(FORMAT)},"sum":"${sumOfText(text)}",\n"manifest":${text}}\n`,
  );
  await disk.remove(fresh).catch(() => {});
  try {
    await writeWhole(disk, fresh, bytes);
  } catch (cause) {
    // On a full disk it would take room.
    await disk.remove(fresh).catch(() => {});
    throw cause;
  }
  // The names of the segments must not be lost when that of the manifest is kept.
  await disk.syncFolder(folder);
  await disk.rename(fresh, path);
  await disk.syncFolder(folder);
}

function sumOfText(text: string): string {
  return sumText(new TextEncoder().encode(text));
}
