/** `data/`: a model's past and forecast in one line, cut into years and into chunks of some days. */

import { readdir } from "node:fs/promises";
import { DAY } from "irradiance-engine/internal/shared";
import { inTurns, type ReadOptions } from "../../budget.js";
import { changed, isRemote, unreadable, unusable } from "../../bytes/location.js";
import { ArchiveError } from "../../errors.js";
import type { JsonObject } from "../../json.js";
import { intersect, merge } from "../../period.js";
import { stalledNotices } from "../../run-steps.js";
import type { Period } from "../../source.js";
import type { Spot } from "../grids.js";
import { END, openOm } from "../om-file.js";
import { dayOf } from "../options.js";
import {
  type Archive,
  type Axis,
  arrayOf,
  at,
  indexOf,
  jsonAt,
  type Loaded,
  type RunValues,
  type TakenRun,
} from "./layout.js";

/** Files of times so long before the newest change no more, as a rule. */
const SETTLED = 7 * DAY;
/** Chunks of a forecast, of which most have two. */
const MOST_MOVING = 16;
const FILE = /^(year_\d{4}|chunk_\d{1,9})\.om$/;
/** Files that are read at once. */
const WIDTH = 16;
/** What `static/meta.json` says, in ms. */
interface Meta {
  readonly step: number;
  /** Steps in a chunk. */
  readonly length: number;
  readonly end: number;
  readonly run: number;
  readonly available: number;
  readonly every: number;
}

/** An archive, and what of it was there when it was opened. */
interface Series extends Archive {
  readonly meta: Meta;
  readonly stocks: ReadonlyMap<string, Stock>;
}

/** A file and the steps in it, counted from 1970: [from, to). */
interface Piece {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** @param before what was read so far: shows which files have been replaced since */
export async function openSeries(
  archive: Archive,
  before: TakenRun | undefined,
  options: ReadOptions,
): Promise<Loaded> {
  const { model, folder } = archive;
  const location = at(archive, "data", folder, "static", "meta.json");
  const meta = metaOf(await jsonAt(archive, location, options), location);
  const stocks = await stocksOf(archive, meta, options);
  const variables = [...stocks.keys()];
  const pieces = [...new Set([...stocks.values()].flatMap(({ names }) => names))].map((name) => pieceOf(name, meta));
  const versions = [...stocks].map(([variable, { moving }]) => [variable, [...moving]]);
  const facts = { run: meta.run, times: undefined, variables, isCompleted: true, made: meta.available };
  const taken = { facts, version: JSON.stringify(versions) };
  const isMoving = isUnderWay(before, stocks);
  const first = firstOf(archive, pieces, meta, location);
  const end = Math.floor(meta.end / meta.step) * meta.step;
  const run = Math.min(end, Math.floor(meta.run / meta.step) * meta.step);
  const axis = (start: number, last: number, own: Pick<Axis, "class" | "run" | "suffix" | "notices">): Axis[] => {
    const count = Math.round((last - start) / meta.step);
    if (count < 1) return [];
    // Web servers do not list what they have.
    const covers = isRemote(archive.location) ? undefined : coversOf(pieces, meta, start, last);
    const origin = start / meta.step;
    const values: Axis["values"] = (variable, spot, from, to, use) =>
      readSteps({ ...archive, meta, stocks }, variable, spot, origin + from, origin + to, use);
    return [{ ...own, start, step: meta.step, count, covers, values }];
  };
  const pastRuns = `${model.dataset}: the past consists of the first hours of its runs; it is not a reanalysis`;
  const twoRuns = `${model.dataset}: an update is under way, and values may come from two runs`;
  const kindOf = (kind: Axis["class"], run: number | undefined, suffix: string, notices: Axis["notices"]) => {
    return { class: kind, run, suffix, notices };
  };
  const stalled = (now: number) => stalledNotices(archive.model.dataset, meta.run, meta.available, meta.every, now);
  const current = (now: number) => [...(isMoving ? [twoRuns] : []), ...stalled(now)];
  const axes =
    model.class === "forecast"
      ? [
          ...axis(
            first,
            run,
            kindOf("reanalysis", undefined, ", past runs", () => [pastRuns]),
          ),
          ...axis(run, end, kindOf("forecast", meta.run, "", current)),
        ]
      : axis(
          first,
          end,
          kindOf(model.class, undefined, "", () => []),
        );
  return { axes, variables, revision: JSON.stringify([meta, first, versions]), run: taken };
}

/** Some of the files that an update replaces have been replaced since, and some have not: nothing else tells it of an update in place. */
function isUnderWay(before: TakenRun | undefined, stocks: ReadonlyMap<string, Stock>): boolean {
  if (before === undefined) return false;
  const known = new Map(
    (JSON.parse(before.version) as [string, [string, string][]][]).flatMap(([variable, files]) =>
      files.map(([name, version]) => [`${variable} ${name}`, version]),
    ),
  );
  const now = [...stocks].flatMap(([variable, { moving }]) =>
    [...moving].map(([name, version]) => ({ version, before: known.get(`${variable} ${name}`) })),
  );
  const both = now.filter((one) => one.before !== undefined);
  const replaced = both.filter((one) => one.version !== one.before);
  return replaced.length > 0 && replaced.length < both.length;
}

function metaOf(json: JsonObject, location: string): Meta {
  const number = (name: string, least: number, most: number) => {
    const value = json[name];
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    throw unreadable(location, `${name} must be a whole number from ${least} to ${most}, got ${JSON.stringify(value)}`);
  };
  const time = (name: string) => number(name, 0, 8e9) * 1000;
  return {
    step: number("temporal_resolution_seconds", 60, 86_400) * 1000,
    length: number("chunk_time_length", 1, 100_000),
    end: time("data_end_time"),
    run: time("last_run_initialisation_time"),
    available: time("last_run_availability_time"),
    every: number("update_interval_seconds", 60, 40 * 86_400) * 1000,
  };
}

/** What there is of a variable. */
interface Stock {
  /** All files of a folder; of a web server, which does not list them, the newest. */
  readonly names: readonly string[];
  /** Versions, as they are now, of those that an update replaces, by name: the newest, and of a forecast all from its run on. */
  readonly moving: ReadonlyMap<string, string>;
}

/** By variable that has files. */
async function stocksOf(archive: Archive, meta: Meta, options: ReadOptions): Promise<Map<string, Stock>> {
  const { model, folder } = archive;
  const found = await Promise.all(
    model.variables.map(async (one) => [one, await stockOf(archive, meta, one, options)] as const),
  );
  const present = found.filter(([, { names }]) => names.length > 0);
  if (present.length > 0) return new Map(present);
  const home = at(archive, "data", folder);
  throw unreadable(home, `there are no files of ${model.variables.join(", ")}`, "no such column");
}

async function stockOf(archive: Archive, meta: Meta, variable: string, options: ReadOptions): Promise<Stock> {
  const { bytes, folder, maxAge } = archive;
  const home = at(archive, "data", folder, variable);
  // Its meta.json was granted: what is forbidden is not there.
  const use = { ...options, maxAge, first: END, forbidden: new Set<string>() };
  const open = async (name: string) => (await bytes.open(at(archive, "data", folder, variable, name), use))?.version;
  // Side by side: a server that is far away takes as long for all as for one.
  const year = archive.model.hasYears ? [yearOf(meta, meta.end - 365 * DAY).name] : [];
  const [chunks, years] = await Promise.all(
    [movingOf(archive, meta), year].map((names) =>
      Promise.allSettled(names.map(async (name) => [name, await open(name)] as const)),
    ),
  );
  const moving = versionsOf(chunks!);
  // The last year that is over is the newest file only where no chunk is.
  const newest = moving.size > 0 ? moving : versionsOf(years!);
  if (isRemote(home)) return { names: [...newest.keys()], moving: newest };
  return { names: (await readdir(home).catch(() => [])).filter((name) => FILE.test(name)), moving: newest };
}

/** Of those that are there. @throws what one of them failed with */
function versionsOf(
  opened: readonly PromiseSettledResult<readonly [string, string | undefined]>[],
): Map<string, string> {
  const versions = new Map<string, string>();
  for (const one of opened) {
    if (one.status === "rejected") throw one.reason;
    const [name, version] = one.value;
    if (version !== undefined) versions.set(name, version);
  }
  return versions;
}

/** Names of the chunks that an update replaces: the newest, and of a forecast all from its run on. */
function movingOf({ model }: Archive, meta: Meta): readonly string[] {
  const last = chunkOf(meta, Math.ceil(meta.end / meta.step) - 1);
  const run = model.class === "forecast" ? Math.floor(meta.run / meta.step) : last.from;
  const first = chunkOf(meta, Math.max(Math.min(run, last.from), last.from - MOST_MOVING * meta.length));
  const count = (last.from - first.from) / meta.length + 1;
  return Array.from({ length: count }, (_, k) => chunkOf(meta, first.from + k * meta.length).name);
}

/** Unix ms of the first interval: of a folder that of its oldest file, and not before the day that was given. */
function firstOf({ location, model, since }: Archive, pieces: readonly Piece[], { step }: Meta, where: string): number {
  if (!isRemote(location)) return Math.max(since ?? 0, Math.min(...pieces.map(({ from }) => from * step)));
  const first = since ?? (model.since === undefined ? undefined : dayOf(model.since));
  if (first !== undefined) return first;
  throw unusable(where, "`since`, the first day in the archive, must be given: web servers do not list their files");
}

/** What of [start, end) there are files of, of any variable; undefined where that is all. */
function coversOf(pieces: readonly Piece[], { step }: Meta, start: number, end: number): Period[] | undefined {
  const all = merge(pieces.map(({ from, to }) => ({ start: from * step, end: to * step })));
  const periods = intersect(all, [{ start, end }]);
  return periods.length === 1 && periods[0]!.start === start && periods[0]!.end === end ? undefined : periods;
}

function pieceOf(name: string, meta: Meta): Piece {
  const number = Number(/\d+/.exec(name)![0]);
  return name.startsWith("year") ? yearOf(meta, Date.UTC(number, 0, 1)) : chunkOf(meta, number * meta.length);
}

function yearOf({ step }: Meta, time: number): Piece {
  const year = new Date(time).getUTCFullYear();
  const [from, to] = [Date.UTC(year, 0, 1) / step, Date.UTC(year + 1, 0, 1) / step];
  return { name: `year_${year}.om`, from, to };
}

function chunkOf({ length }: Meta, index: number): Piece {
  const number = Math.floor(index / length);
  return { name: `chunk_${number}.om`, from: number * length, to: (number + 1) * length };
}

/** Unix ms up to which values stay what they are: what is ahead of a run is written again by the next one. */
function knownUntil({ model, meta }: Series): number {
  return model.class === "forecast" ? Math.min(meta.run, meta.end) : meta.end;
}

/** Steps [from, to) since 1970. */
async function readSteps(series: Series, variable: string, spot: Spot, from: number, to: number, options: ReadOptions) {
  const { meta, model } = series;
  const values = new Float64Array(to - from).fill(Number.NaN);
  let [absent, count] = [0, 0];
  const failures = new Map<string, ArchiveError>();
  const all = (): RunValues => {
    // Where no file has the described form, the description is wrong.
    const [first] = failures.values();
    if (count === 0 && first?.kind === "unusable") throw first;
    return { values, absent, unreadable: new Map([...failures].map(([name, error]) => [name, error.why])) };
  };
  /** What of [least, most) is in a file; false if there is none. */
  const read = async (piece: Piece, least: number, most: number): Promise<boolean> => {
    const [start, end] = [Math.max(least, piece.from), Math.min(most, piece.to)];
    const found = await readPiece(series, variable, piece, spot, start, end, options).catch((error) => {
      failures.set(piece.name, brokenFile(error));
      return undefined;
    });
    if (found !== undefined) {
      values.set(found, start - from);
      count++;
    }
    return found !== undefined;
  };
  const readChunks = async (start: number, end: number) => {
    const pieces: Piece[] = [];
    for (let k = start; k < end; k = pieces.at(-1)!.to) pieces.push(chunkOf(meta, k));
    const found = await inTurns(pieces, WIDTH, (piece) => read(piece, start, end));
    absent += found.filter((isThere, k) => !isThere && !failures.has(pieces[k]!.name)).length;
  };
  if (!model.hasYears) {
    await readChunks(from, to);
    return all();
  }
  const years: Piece[] = [];
  for (let k = from; k < to; k = years.at(-1)!.to) years.push(yearOf(meta, k * meta.step));
  await inTurns(years, WIDTH, async (year) => {
    // A year that is not over has no file of its own yet.
    const isOver = year.to * meta.step <= knownUntil(series);
    const [start, end] = [Math.max(from, year.from), Math.min(to, year.to)];
    if (isOver && (await read(year, start, end))) return;
    await readChunks(start, end);
  });
  return all();
}

/** What is wrong with one file only. @throws any other error: its server may answer later, or the caller has left */
function brokenFile(error: unknown): ArchiveError {
  if (error instanceof ArchiveError && (error.kind === "damaged" || error.kind === "unusable")) return error;
  throw error;
}

async function readPiece(
  series: Series,
  variable: string,
  piece: Piece,
  spot: Spot,
  start: number,
  end: number,
  options: ReadOptions,
): Promise<Float64Array | undefined> {
  const { meta, stocks, model, bytes, maxAge } = series;
  const isSettled = piece.to * meta.step < knownUntil(series) - SETTLED;
  const location = at(series, "data", series.folder, variable, piece.name);
  const file = await openOm(bytes, location, isSettled ? DAY : maxAge, options);
  if (file === undefined) return undefined;
  // Each update rewrites the files of a forecast from its run on: those of two would be of two runs.
  const version = model.class === "forecast" ? stocks.get(variable)?.moving.get(piece.name) : undefined;
  if (version !== undefined && version !== file.version) throw changed(location);
  const array = arrayOf(series, file, file.root, 3);
  const axis = array.shape.length - 1;
  // With another length it is of another time, or another model.
  if (array.shape[axis] !== piece.to - piece.from) {
    throw unreadable(location, `it holds ${array.shape[axis]} steps, but its period has ${piece.to - piece.from}`);
  }
  return file.line(array, axis, start - piece.from, end - piece.from, indexOf(series, array, spot), options);
}
