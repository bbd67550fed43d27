/** `data_spatial/`: one run of a model as maps, all variables of a time in one file. */
import { unreadable } from "../../bytes/failures.js";
import { inTurns } from "../../deadline.js";
import type { ReadOptions } from "../../source.js";
import type { Spot } from "../grids/grid.js";
import { openOm } from "../om-file.js";
import { type Archive, type Axis, arrayOf, at, jsonAt, type Loaded, timeOf } from "./layout.js";
import { folderOfRun, stepsOf, told } from "./steps.js";

/** Files that are read at once. */
const WIDTH = 16;
const MOST_TIMES = 1_000;

export async function openMaps(archive: Archive, options: ReadOptions): Promise<Loaded> {
  const { folder, model } = archive;
  const location = at(archive, "data_spatial", folder, "latest.json");
  const json = await jsonAt(archive, location, options);
  const run = timeOf(json.reference_time, "reference_time", location);
  const given = Array.isArray(json.valid_times) ? json.valid_times : [];
  if (given.length < 2 || given.length > MOST_TIMES) {
    throw unreadable(location, `valid_times must be 2 to ${MOST_TIMES} times, got ${given.length}`);
  }
  const times = given.map((one) => timeOf(one, "valid_times", location));
  if (!times.every((time, k) => k === 0 || time > times[k - 1]!)) throw unreadable(location, "valid_times must ascend");
  const listed = Array.isArray(json.variables) ? json.variables : model.variables;
  const variables = model.variables.filter((name) => listed.includes(name));
  if (variables.length === 0)
    throw unreadable(location, `it has none of the variables ${model.variables.join(", ")}`, "no such column");
  const steps = stepsOf(times);
  const axes = steps.map(
    (one): Axis => ({
      ...one,
      suffix: told(one, steps),
      class: "forecast",
      run,
      covers: undefined,
      notices: () => [],
      async values(variable, spot, from, to, use) {
        const wanted = Array.from({ length: to - from }, (_, k) => one.start + (from + k) * one.step);
        const found = await inTurns(wanted, WIDTH, (time) => readMap(archive, run, time, variable, spot, use));
        const values = Float64Array.from(found, (value) => value ?? Number.NaN);
        return { values, absent: found.filter((value) => value === undefined).length };
      },
    }),
  );
  return { axes, variables, revision: JSON.stringify([run, times, json.last_modified_time ?? null]) };
}

/** Undefined if there is no file; NaN if the variable is not in it, as radiation at the run's first time. */
async function readMap(
  archive: Archive,
  run: number,
  time: number,
  variable: string,
  { row, column }: Spot,
  options: ReadOptions,
): Promise<number | undefined> {
  const name = `${new Date(time).toISOString().slice(0, 16).replace(":", "")}.om`;
  const location = at(archive, "data_spatial", archive.folder, ...folderOfRun(run).split("/"), name);
  const file = await openOm(archive.bytes, location, archive.maxAge, options);
  if (file === undefined) return undefined;
  const child = await file.child(file.root, variable, options);
  if (child === undefined) return Number.NaN;
  const array = arrayOf(archive, file, child, 2);
  return (await file.line(array, 1, column, column + 1, [row, column], options))[0];
}
