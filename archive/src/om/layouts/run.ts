/** `data_run/`: one run of a model, each variable in a file with its own times. */

import type { ReadOptions } from "../../budget.js";
import { unreadable } from "../../bytes/failures.js";
import { formatTime } from "../../period.js";
import type { Spot } from "../grids/grid.js";
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
import { inRun, notWhole, type RunLayout, wholeRun } from "./newest-run.js";
import { stepsOf, stepsText } from "./steps.js";

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
    open: (facts, maxAge, use) => openFiles({ ...archive, maxAge }, layout, facts, use),
    versionOf: (files) => JSON.stringify([...files].map(([name, { file }]) => [name, file.version])),
  };
  const { taken, content: files, problems, notices } = await wholeRun(archive, layout, before, options);
  const { run } = taken.facts;
  const times = [...new Set([...files.values()].flatMap((file) => file.times))].sort((a, b) => a - b);
  const steps = stepsOf(times);
  const axes = steps.map(
    (one): Axis => ({
      ...one,
      suffix: stepsText(one, steps),
      class: "forecast",
      run,
      covers: undefined,
      notices,
      values: (variable, spot, from, to, use) => readTimes(files.get(variable)!, spot, one, from, to, use),
    }),
  );
  return { axes, variables: [...files.keys()], revision: JSON.stringify([run, taken.version]), run: taken, problems };
}

/** @throws ArchiveError for a run without one of its files, or with one that ends too early or is of another run */
async function openFiles(
  archive: Archive,
  layout: RunLayout<RunFiles>,
  facts: RunFacts,
  options: ReadOptions,
): Promise<RunFiles> {
  const home = inRun(archive, layout, facts.run);
  const listed = variablesOf(archive, facts.variables);
  const open = async (name: string) =>
    [name, await openFile(archive, inRun(archive, layout, facts.run, `${name}.om`), options)] as const;
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
  if (last < end) throw notWhole(location, `it ends at ${formatTime(last)}, but the run ends at ${formatTime(end)}`);
  const known = new Set(facts.times ?? times);
  const isOther = times[0]! < facts.run || last > end || !times.every((one) => known.has(one));
  if (isOther) throw notWhole(location, `its times differ from the times of the run of ${formatTime(facts.run)}`);
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
  { start, step }: { readonly start: number; readonly step: number },
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
