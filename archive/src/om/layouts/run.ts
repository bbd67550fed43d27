/** `data_run/`: one run of a model, each variable in a file with its own times. */
import { minuteText } from "irradiance-engine/internal/shared";
import { inTurns, type ReadOptions } from "../../budget.js";
import { unreadable } from "../../bytes/location.js";
import { type Steps, stepsOf, stepsText } from "../../run-steps.js";
import type { Spot } from "../grids.js";
import { type OmFile, openOm } from "../om-file.js";
import type { OmArray } from "../variables.js";
import {
  type Archive,
  type Axis,
  arrayOf,
  type Loaded,
  type RunFacts,
  type RunValues,
  type TakenRun,
} from "./layout.js";
import { inRun, notWhole, type RunLayout, type WholeRun, wholeRun } from "./newest-run.js";

/** Times of a run. */
const MOST_TIMES = 10_000;

/** One version of a file: what is read of it later is of the same. */
interface RunFile {
  readonly file: OmFile;
  readonly array: OmArray;
  /** Unix ms. */
  readonly times: readonly number[];
}

/** By variable, of all that a run has to have. */
type RunFiles = ReadonlyMap<string, RunFile>;

/** @param before the run that was read so far */
export async function openRun(archive: Archive, before: TakenRun | undefined, options: ReadOptions): Promise<Loaded> {
  const layout: RunLayout<RunFiles> = {
    root: "data_run",
    mark: (_, listed) => `${variablesOf(archive, listed)[0] ?? archive.model.variables[0]}.om`,
    open: (facts, maxAge, use) => openFiles({ ...archive, maxAge }, facts, use),
    versionOf: (files) => JSON.stringify([...files].map(([name, { file }]) => [name, file.version])),
  };
  const whole = await wholeRun({ archive, layout, options }, before);
  const files = whole.content;
  const times = [...new Set([...files.values()].flatMap((file) => file.times))].sort((a, b) => a - b);
  return loadedRun(whole, times, [...files.keys()], (steps) => (variable, spot, from, to, use) => {
    return readTimes(files.get(variable)!, spot, steps, from, to, use);
  });
}

/** What is read of a whole run: its times as intervals of equal length. */
function loadedRun(
  { taken, problems, notices }: WholeRun<unknown>,
  times: readonly number[],
  variables: readonly string[],
  valuesOf: (steps: Steps) => Axis["values"],
): Loaded {
  const { run } = taken.facts;
  const steps = stepsOf(times);
  const axes = steps.map((one): Axis => {
    const about = { suffix: stepsText(one, steps), class: "forecast", run, covers: undefined, notices } as const;
    return { ...one, ...about, values: valuesOf(one) };
  });
  return { axes, variables, revision: JSON.stringify([run, taken.version]), run: taken, problems };
}

/** @throws ArchiveError for a run without one of its files, or with one that ends too early or is of another run */
async function openFiles(archive: Archive, facts: RunFacts, options: ReadOptions): Promise<RunFiles> {
  const home = inRun(archive, "data_run", facts.run);
  const listed = variablesOf(archive, facts.variables);
  const open = async (name: string) =>
    [name, await openFile(archive, inRun(archive, "data_run", facts.run, `${name}.om`), options)] as const;
  const opened = await Promise.all(listed.map(open));
  const files = new Map(opened.filter((one): one is [string, RunFile] => one[1] !== undefined));
  if (files.size === 0)
    throw unreadable(home, `there are no files of ${archive.model.variables.join(", ")}`, "no such column");
  const absent = listed.filter((one) => !files.has(one));
  // A run that does not list its variables may lack what the model could have.
  if (facts.variables !== undefined && absent.length > 0) {
    throw notWhole(home, `there are no files of ${absent.join(", ")}`);
  }
  const end = facts.times?.at(-1) ?? Math.max(...[...files.values()].map(({ times }) => times.at(-1)!));
  for (const file of files.values()) checkTimes(file, facts, end);
  return files;
}

/** Those of the model that a run says it has. */
function variablesOf({ model }: Archive, listed: RunFacts["variables"]): readonly string[] {
  return model.variables.filter((one) => listed === undefined || listed.includes(one));
}

/** Steps may be left out, radiation lacks the first one, but a file of the run reaches its end. */
function checkTimes({ file: { location }, times }: RunFile, facts: RunFacts, end: number): void {
  const last = times.at(-1)!;
  if (last < end) throw notWhole(location, `it ends at ${minuteText(last)}, but the run ends at ${minuteText(end)}`);
  const known = new Set(facts.times ?? times);
  const isOther = times[0]! < facts.run || last > end || !times.every((one) => known.has(one));
  if (isOther) throw notWhole(location, `its times differ from the times of the run of ${minuteText(facts.run)}`);
}

async function openFile(archive: Archive, location: string, options: ReadOptions): Promise<RunFile | undefined> {
  const file = await openOm(archive.bytes, location, archive.maxAge, options);
  if (file === undefined) return undefined;
  const array = arrayOf(archive, file, file.root, 3);
  const time = (await file.child(file.root, "time", options))?.array;
  const count = array.shape[2]!;
  if (time === undefined || time.shape.length !== 1 || time.shape[0] !== count || count < 1 || count > MOST_TIMES) {
    throw unreadable(location, `it must have a child "time" of ${count} times`);
  }
  const times = [...(await file.line(time, 0, 0, count, [0], options))].map((seconds) => seconds * 1000);
  if (!times.every((value, k) => Number.isSafeInteger(value) && (k === 0 || value > times[k - 1]!))) {
    throw unreadable(location, "its times do not ascend");
  }
  return { file, array, times };
}

async function readTimes(
  { file, array, times }: RunFile,
  { row, column }: Spot,
  { start, step }: Steps,
  from: number,
  to: number,
  options: ReadOptions,
): Promise<RunValues> {
  const values = new Float64Array(to - from).fill(Number.NaN);
  const wanted = Array.from(values, (_, k) => times.indexOf(start + (from + k) * step));
  const there = wanted.filter((index) => index >= 0);
  if (there.length === 0) return { values, absent: 0 };
  const [first, last] = [there[0]!, there.at(-1)!];
  const line = await file.line(array, 2, first, last + 1, [row, column, 0], options);
  wanted.forEach((index, k) => {
    if (index >= 0) values[k] = line[index - first]!;
  });
  return { values, absent: 0 };
}

// `data_spatial/`: one run of a model as maps, all variables of a time in one file.

/** Files that are read at once. */
const WIDTH = 16;
const MOST_MAPS = 1_000;

/** By time, Unix ms: one version of each, as it was when the run was found whole. */
type Maps = ReadonlyMap<number, OmFile>;

/** @param before the run that was read so far */
export async function openMaps(archive: Archive, before: TakenRun | undefined, options: ReadOptions): Promise<Loaded> {
  const layout: RunLayout<Maps> = {
    root: "data_spatial",
    mark: (run) => nameOf(run),
    open: (facts, maxAge, use) => openTimes({ ...archive, maxAge }, facts, use),
    versionOf: (maps) => JSON.stringify([...maps].map(([time, { version }]) => [time, version])),
  };
  const whole = await wholeRun({ archive, layout, options }, before);
  const maps = whole.content;
  const variables = variablesOf(archive, whole.taken.facts.variables);
  return loadedRun(whole, [...maps.keys()], variables, ({ start, step }) => async (variable, spot, from, to, use) => {
    const wanted = Array.from({ length: to - from }, (_, k) => start + (from + k) * step);
    const found = await inTurns(wanted, WIDTH, (time) => readMap(archive, maps.get(time)!, variable, spot, use));
    return { values: Float64Array.from(found), absent: 0 };
  });
}

/** @throws ArchiveError for a run without the file of one of its times */
async function openTimes(archive: Archive, facts: RunFacts, options: ReadOptions): Promise<Maps> {
  const home = inRun(archive, "data_spatial", facts.run);
  const { times = [] } = facts;
  if (times.length === 0) throw notWhole(home, "its metadata do not list its times");
  if (times.length > MOST_MAPS) {
    throw unreadable(home, `valid_times must be 2 to ${MOST_MAPS} times, got ${times.length}`);
  }
  if (variablesOf(archive, facts.variables).length === 0) {
    const { variables } = archive.model;
    throw unreadable(home, `it has none of the variables ${variables.join(", ")}`, "no such column");
  }
  const opened = await inTurns(times, WIDTH, async (time) => {
    const location = inRun(archive, "data_spatial", facts.run, nameOf(time));
    const file = await openOm(archive.bytes, location, archive.maxAge, options);
    if (file === undefined) throw notWhole(home, `there is no ${nameOf(time)}`);
    return [time, file] as const;
  });
  return new Map(opened);
}

function nameOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace(":", "")}.om`;
}

/** NaN if the variable is not in it, as radiation at the run's first time. */
async function readMap(archive: Archive, file: OmFile, variable: string, { row, column }: Spot, options: ReadOptions) {
  const child = await file.child(file.root, variable, options);
  if (child === undefined) return Number.NaN;
  const array = arrayOf(archive, file, child, 2);
  return (await file.line(array, 1, column, column + 1, [row, column], options))[0]!;
}
