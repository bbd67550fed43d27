/** `data_run/`: one run of a model, each variable in a file with its own times. */
import { unreadable } from "../../bytes/failures.js";
import type { ReadOptions } from "../../source.js";
import type { Spot } from "../grids/grid.js";
import { type OmFile, openOm } from "../om-file.js";
import type { OmArray } from "../variables.js";
import { type Archive, type Axis, arrayOf, at, type Found, jsonAt, type Loaded, timeOf } from "./layout.js";
import { folderOfRun, stepsOf, told } from "./steps.js";

/** Times of a run. */
const MOST_TIMES = 10_000;

interface RunFile {
  readonly file: OmFile;
  readonly array: OmArray;
  /** Unix ms. */
  readonly times: readonly number[];
}

export async function openRun(archive: Archive, options: ReadOptions): Promise<Loaded> {
  const { folder, model } = archive;
  const location = at(archive, "data_run", folder, "latest.json");
  const run = timeOf((await jsonAt(archive, location, options)).reference_time, "reference_time", location);
  const home = at(archive, "data_run", folder, folderOfRun(run));
  const open = (variable: string, use: ReadOptions) => openFile(archive, `${folderOfRun(run)}/${variable}.om`, use);
  const files = await Promise.all(model.variables.map(async (one) => [one, await open(one, options)] as const));
  const present = files.filter((one): one is [string, RunFile] => one[1] !== undefined);
  if (present.length === 0)
    throw unreadable(home, `there are no files of ${model.variables.join(", ")}`, "no such column");
  const times = [...new Set(present.flatMap(([, file]) => file.times))].sort((a, b) => a - b);
  const steps = stepsOf(times);
  const axes = steps.map(
    (one): Axis => ({
      ...one,
      suffix: told(one, steps),
      class: "forecast",
      run,
      covers: undefined,
      notices: () => [],
      values: (variable, spot, from, to, use) => readTimes(() => open(variable, use), spot, one, from, to, use),
    }),
  );
  const versions = present.map(([name, { file }]) => [name, file.version]);
  return { axes, variables: present.map(([name]) => name), revision: JSON.stringify([run, versions]) };
}

async function openFile(archive: Archive, path: string, options: ReadOptions): Promise<RunFile | undefined> {
  const location = at(archive, "data_run", archive.folder, ...path.split("/"));
  const file = await openOm(archive.bytes, location, archive.maxAge, options);
  if (file === undefined) return undefined;
  const array = arrayOf(archive, file, file.root, 3);
  const time = (await file.child(file.root, "time", options))?.array;
  const count = array.shape[2]!;
  if (time === undefined || time.shape.length !== 1 || time.shape[0] !== count || count > MOST_TIMES) {
    throw unreadable(location, `it must have a child "time" of ${count} times`);
  }
  const times = [...(await file.line(time, 0, 0, count, [0], options))].map((seconds) => seconds * 1000);
  if (!times.every((value, k) => Number.isSafeInteger(value) && (k === 0 || value > times[k - 1]!))) {
    throw unreadable(location, "its times do not ascend");
  }
  return { file, array, times };
}

async function readTimes(
  open: () => Promise<RunFile | undefined>,
  { row, column }: Spot,
  { start, step }: { readonly start: number; readonly step: number },
  from: number,
  to: number,
  options: ReadOptions,
): Promise<Found> {
  const values = new Float64Array(to - from).fill(Number.NaN);
  const own = await open();
  if (own === undefined) return { values, absent: 1 };
  const { file, array, times } = own;
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
