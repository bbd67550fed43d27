/** `data_spatial/`: one run of a model as maps, all variables of a time in one file. */

import type { ReadOptions } from "../../budget.js";
import { unreadable } from "../../bytes/failures.js";
import { inTurns } from "../../deadline.js";
import type { Spot } from "../grids/grid.js";
import { type OmFile, openOm } from "../om-file.js";
import { type Archive, type Axis, arrayOf, type Loaded, type RunFacts, type TakenRun } from "./layout.js";
import { inRun, notWhole, type RunLayout, wholeRun } from "./newest-run.js";
import { stepsOf, stepsText } from "./steps.js";

/** Files that are read at once. */
const WIDTH = 16;
const MOST_TIMES = 1_000;

/** By time, Unix ms: one version of each, as it was when the run was found whole. */
type Maps = ReadonlyMap<number, OmFile>;

/** @param before the run that was read so far */
export async function openMaps(archive: Archive, before: TakenRun | undefined, options: ReadOptions): Promise<Loaded> {
  const layout: RunLayout<Maps> = {
    root: "data_spatial",
    mark: (run) => nameOf(run),
    open: (facts, maxAge, use) => openTimes({ ...archive, maxAge }, layout, facts, use),
    versionOf: (maps) => JSON.stringify([...maps].map(([time, { version }]) => [time, version])),
  };
  const { taken, content: maps, problems, notices } = await wholeRun(archive, layout, before, options);
  const { run } = taken.facts;
  const steps = stepsOf([...maps.keys()]);
  const axes = steps.map(
    (one): Axis => ({
      ...one,
      suffix: stepsText(one, steps),
      class: "forecast",
      run,
      covers: undefined,
      notices,
      async values(variable, spot, from, to, use) {
        const wanted = Array.from({ length: to - from }, (_, k) => one.start + (from + k) * one.step);
        const found = await inTurns(wanted, WIDTH, (time) => readMap(archive, maps.get(time)!, variable, spot, use));
        return { values: Float64Array.from(found), absent: 0 };
      },
    }),
  );
  const variables = variablesOf(archive, taken.facts);
  return { axes, variables, revision: JSON.stringify([run, taken.version]), run: taken, problems };
}

/** @throws ArchiveError for a run without the file of one of its times */
async function openTimes(
  archive: Archive,
  layout: RunLayout<Maps>,
  facts: RunFacts,
  options: ReadOptions,
): Promise<Maps> {
  const home = inRun(archive, layout, facts.run);
  const { times = [] } = facts;
  if (times.length === 0) throw notWhole(home, "its metadata do not list its times");
  if (times.length > MOST_TIMES) {
    throw unreadable(home, `valid_times must be 2 to ${MOST_TIMES} times, got ${times.length}`);
  }
  if (variablesOf(archive, facts).length === 0) {
    const { variables } = archive.model;
    throw unreadable(home, `it has none of the variables ${variables.join(", ")}`, "no such column");
  }
  const opened = await inTurns(times, WIDTH, async (time) => {
    const file = await openOm(archive.bytes, inRun(archive, layout, facts.run, nameOf(time)), archive.maxAge, options);
    if (file === undefined) throw notWhole(home, `there is no ${nameOf(time)}`);
    return [time, file] as const;
  });
  return new Map(opened);
}

function variablesOf({ model: { variables } }: Archive, facts: RunFacts): readonly string[] {
  return variables.filter((one) => facts.variables === undefined || facts.variables.includes(one));
}

function nameOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace(":", "")}.om`;
}

/** NaN if the variable is not in it, as radiation at the run's first time. */
async function readMap(
  archive: Archive,
  file: OmFile,
  variable: string,
  { row, column }: Spot,
  options: ReadOptions,
): Promise<number> {
  const child = await file.child(file.root, variable, options);
  if (child === undefined) return Number.NaN;
  const array = arrayOf(archive, file, child, 2);
  return (await file.line(array, 1, column, column + 1, [row, column], options))[0]!;
}
