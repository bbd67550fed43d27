/** Learns from the runs that are kept of a place, once a day at most. */

import { ArchiveError, messageOf } from "irradiance-archive";
import { type SiteTuning, siteTuningText } from "irradiance-engine/forecast";
import { DAY } from "irradiance-engine/shared";
import { dataSetNames } from "../answers/forecast/data-set-names.js";
import type { KeptRun } from "../answers/forecast/kept-run.js";
import type { SitePoint } from "../answers/forecast/kept-runs.js";
import type { Desk } from "./desk.js";
import type { KeptPlace } from "./kept-folder.js";
import { thoseServed } from "./past-runs.js";
import { PastError } from "./run-candidates.js";
import { tuneFrom } from "./tune-from.js";

/** ms between the first and the last run, below which nobody tries to learn. */
const LEAST = 14 * DAY;
/** ms between two attempts. */
const EVERY = DAY;

/**
 * What can be learnt is written for servers to find; what was, but can be no more, is removed.
 *
 * @returns a line for the log; undefined: it was not yet time to learn
 * @throws StoreError for a folder that cannot be written to
 */
export async function learnKept(
  desk: Desk,
  place: SitePoint,
  kept: KeptPlace,
  now: number,
): Promise<string | undefined> {
  const times = await kept.runs();
  const [oldest, newest] = [times[0], times.at(-1)];
  if (oldest === undefined || newest === undefined || newest - oldest < LEAST) return undefined;
  const last = await kept.lesson();
  // A clock that was set back must not end all learning.
  if (last !== undefined && (last.newest === newest || Math.abs(now - last.at) < EVERY)) return undefined;
  const found = await taught(desk, place, await runsOfNewest(times, kept), now);
  if (found instanceof Error) {
    await kept.learn({ at: now, newest, refusal: found.message }, undefined);
    return `nothing is learnt: ${found.message}`;
  }
  await kept.learn({ at: now, newest, refusal: undefined }, siteTuningText(found));
  return (found.dayAhead ?? found.table).evidence;
}

/** Of the data sets that the newest has: another model's errors are others. */
async function runsOfNewest(times: readonly number[], kept: KeptPlace): Promise<readonly KeptRun[]> {
  const read: KeptRun[] = [];
  for (const time of times) {
    const run = await kept.read(time);
    if (run !== undefined) read.push(run);
  }
  const names = read.at(-1)?.datasets.join("\n");
  return thoseServed(read.filter(({ datasets }) => datasets.join("\n") === names));
}

/** The stronger teacher first. @returns an error where neither teaches anything: that of the stronger one */
async function taught(
  desk: Desk,
  place: SitePoint,
  runs: readonly KeptRun[],
  now: number,
): Promise<SiteTuning | Error> {
  const datasets = dataSetNames(runs.flatMap((run) => run.datasets.map((dataset) => ({ dataset }))));
  const altitude = runs.at(-1)?.series.place?.altitude;
  const by = { ...place, period: { start: 0, end: now }, runs, datasets, altitude };
  let refusal: Error | undefined;
  for (const isReanalysis of [false, true]) {
    try {
      return await tuneFrom(desk, { ...by, isReanalysis });
    } catch (cause) {
      if (!(cause instanceof PastError || cause instanceof ArchiveError)) throw cause;
      refusal ??= new PastError(cause instanceof ArchiveError ? messageOf(cause) : cause.message, { cause });
    }
  }
  return refusal!;
}
