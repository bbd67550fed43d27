/** What the ways in which files are laid out have in common: steps of time, and values at a cell. */

import type { ReadOptions } from "../../budget.js";
import type { ByteStore } from "../../bytes/byte-store.js";
import { below, unreadable, unusable } from "../../bytes/location.js";
import { isChanged } from "../../errors.js";
import { isObject, type JsonObject, parseJson } from "../../json.js";
import type { Period, SourceClass } from "../../source.js";
import type { Grid, Spot } from "../grids.js";
import type { OmFile } from "../om-file.js";
import type { OmModel } from "../options.js";
import type { OmArray, OmVariable } from "../variables.js";

/** Where files are and what is known of them. */
export interface Archive {
  readonly bytes: ByteStore;
  readonly location: string;
  /** Name of the model's folder. */
  readonly folder: string;
  readonly model: OmModel;
  readonly grid: Grid;
  /** Unix ms of the first day that the operator names. */
  readonly since: number | undefined;
  /** ms for which a version of a file that may still change is taken for the newest. */
  readonly maxAge: number;
  /** The run that is read, Unix ms; undefined: the newest that is whole. */
  readonly only: number | undefined;
}

/** Values at times, and of how many files that should have had some there is none. */
export interface RunValues {
  readonly values: Float64Array;
  readonly absent: number;
  /** Files that are there and cannot be read, by name: why. */
  readonly unreadable?: ReadonlyMap<string, string> | undefined;
}

/** Intervals of one length: interval k begins at start + k · step, and what is a mean of it stands at its end. */
export interface Axis {
  /** Added to the name of the data set. */
  readonly suffix: string;
  readonly class: SourceClass;
  readonly run: number | undefined;
  /** Unix ms, ms. */
  readonly start: number;
  readonly step: number;
  /** Intervals. */
  readonly count: number;
  /** What of it there is, where not all of it is. */
  readonly covers: readonly Period[] | undefined;
  /** What a user should know at a time, Unix ms. */
  notices(now: number): readonly string[];
  /** Values at times start + k · step, k in [from, to), up to and including `count`; NaN where there is nothing. */
  values(variable: string, spot: Spot, from: number, to: number, options: ReadOptions): Promise<RunValues>;
}

/** What a JSON file says of a run. */
export interface RunFacts {
  /** When it began, Unix ms. */
  readonly run: number;
  /** Unix ms, ascending; undefined if it does not say. */
  readonly times: readonly number[] | undefined;
  readonly variables: readonly string[] | undefined;
  /** False if it says that the run is under way. */
  readonly isCompleted: boolean;
  /** When it was there, Unix ms. */
  readonly made: number | undefined;
}

/** A run that was found, and which versions of its files that were. */
export interface TakenRun {
  readonly facts: RunFacts;
  readonly version: string;
}

export interface Loaded {
  readonly axes: readonly Axis[];
  /** Names of the variables that have files. */
  readonly variables: readonly string[];
  /** Changes with the data. */
  readonly revision: string;
  /** Of past and forecast in one line the newest run. */
  readonly run: TakenRun;
  /** What is passed over, and why, for the operator. */
  readonly problems?: readonly string[] | undefined;
}

export function at({ location }: Archive, ...path: readonly string[]): string {
  return below(location, path.join("/"));
}

const LARGEST_JSON = 4 * 1024 * 1024;

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if it is not there, or no JSON object */
export function jsonAt({ bytes, maxAge }: Archive, location: string, options: ReadOptions): Promise<JsonObject> {
  return onceMore(async () => {
    const file = await bytes.open(location, { ...options, maxAge, first: { whole: LARGEST_JSON } });
    if (file === undefined)
      throw unreadable(
        location,
        "there is no such file: `location`, `model` and `layout` must lead to it",
        "not there",
      );
    const json = parseJson(await file.read(0, file.size, options), location);
    if (!isObject(json)) throw unreadable(location, "it is not a JSON object");
    return json;
  });
}

/** Again, once, if a file was replaced meanwhile. */
export function onceMore<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error) => {
    if (isChanged(error)) return work();
    throw error;
  });
}

/** The array of a variable, which must be of the model's grid: before version 3 its cells lie in one dimension. */
export function arrayOf({ grid }: Archive, file: OmFile, variable: OmVariable, dimensions: number): OmArray {
  const { array } = variable;
  const [rows, columns] = grid.shape;
  if (array?.shape.length === dimensions && array.shape[0] === rows && array.shape[1] === columns) return array;
  if (array?.isPlain && dimensions === 3 && array.shape[0] === rows * columns) return array;
  const shape = array === undefined ? "no array" : array.shape.join(" × ");
  throw unusable(file.location, `it holds ${shape}, but the model's grid has ${rows} × ${columns} cells`);
}

/** Index of a cell in an array of a series; that of the time, the last, is 0. */
export function indexOf({ grid }: Archive, { shape }: OmArray, { row, column }: Spot): readonly number[] {
  return shape.length === 2 ? [row * grid.shape[1] + column, 0] : [row, column, 0];
}

/** Unix ms of a time such as "2026-06-21T06:00Z". */
export function timeOf(value: unknown, name: string, location: string): number {
  const time = typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:?\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw unreadable(location, `${name} must be a time such as "2026-06-21T06:00Z", got ${JSON.stringify(value)}`);
}

/** `2026/06/21/0600Z`. */
export function folderOfRun(run: number): string {
  const [day, clock] = new Date(run).toISOString().split("T") as [string, string];
  return `${day.replaceAll("-", "/")}/${clock.slice(0, 2)}${clock.slice(3, 5)}Z`;
}
