/** Whole runs of a model beside one another: what they have, and a run as groups of equal steps. */
import { isIrradiance } from "irradiance-engine/internal/series";
import type { ReadOptions } from "../budget.js";
import { unusable, withoutQuery } from "../bytes/location.js";
import { type Steps, stepsOf, stepsText } from "../run-steps.js";
import type { CfArray, Hierarchy } from "./array.js";
import {
  type Axes,
  altitudeFor,
  checkChunks,
  checkDimensions,
  coordinateOf,
  coordinatesFor,
  type Group,
  isTime,
  namesOf,
  nothing,
  openPlaces,
} from "./dataset.js";
import { decodeTimes, millisecondsOf, variablesOf } from "./decode.js";
import type { Rule, TimeLabel } from "./products.js";

/** Names under which the coordinates of runs are looked for. */
export const RUN_COORDINATES = ["init_time", "lead_time", "ingested_forecast_length", "expected_forecast_length"];
const MEMBERS = ["ensemble_member", "number", "realization"];
/** Leads of a run. */
const MOST_LEADS = 2_000;

export interface Run {
  /** Index along the dimension of starts. */
  readonly index: number;
  /** When it began, Unix ms. */
  readonly start: number;
  /** ms of it that are there, and of which it is whole; 0: nothing of it is there. */
  readonly length: number;
  readonly expected: number;
}

export interface RunSet {
  /** Without what follows from the run: times. */
  readonly group: Omit<Group, "axis">;
  /** Name of the dimension of starts. */
  readonly starts: string;
  /** In order of time. */
  readonly runs: readonly Run[];
  /** ms from a run's start, ascending. */
  readonly leads: readonly number[];
  readonly version: string;
  /** Of the files with its places. */
  readonly placesVersion: string;
  /** As in the hierarchy. */
  readonly form: string | undefined;
  readonly problems: readonly string[];
}

interface RunOptions extends Omit<Axes, "shift"> {
  readonly rules: readonly Rule[];
  readonly label: TimeLabel | undefined;
}

/**
 * @param before what was opened so far: a new run changes no places, and there may be millions of them
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if it has no runs, or nothing in it can be used
 */
export async function openRuns(
  hierarchy: Hierarchy,
  { rules, label, select, reach }: RunOptions,
  before: RunSet | undefined,
  options: ReadOptions,
): Promise<RunSet> {
  const problems: string[] = [];
  const found = variablesOf(hierarchy, rules, label, problems);
  const { array } = found.find(({ column }) => isIrradiance(column)) ?? found[0] ?? {};
  if (array === undefined) throw nothing(hierarchy, namesOf(rules), problems);
  const where = `${withoutQuery(hierarchy.location)}, ${array.path}`;
  const variables = found.filter((one) => one.array.dimensions.join() === array.dimensions.join());
  for (const one of found) if (!variables.includes(one)) problems.push(`${one.array.path}: its dimensions differ`);
  const [starts, leads] = [startsOf(array, hierarchy), leadsOf(array, hierarchy)];
  if (starts === undefined || leads === undefined) {
    const names = array.dimensions.join(", ");
    throw unusable(
      where,
      `it has no runs: its dimensions are ${names}, and must be init_time, lead_time and a place's`,
    );
  }
  const coordinates = coordinatesFor(array, hierarchy, where);
  const members = array.dimensions.find((name) => MEMBERS.includes(name) && !Object.hasOwn(select, name));
  const [init, time] = [starts.dimensions[0]!, leads.dimensions[0]!];
  const known = [init, time, ...(members === undefined ? [] : [members]), ...coordinates.horizontal];
  for (const one of variables) {
    checkDimensions(one, known, select, where);
    checkChunks(one.array, time, MOST_LEADS, "a run", where);
  }
  const placesVersion = await versionOf([coordinates.latitudes, coordinates.longitudes], hierarchy.version, options);
  const [began, ahead, places] = await Promise.all([
    coordinateOf(starts, options),
    spansOf(leads, options),
    before?.placesVersion === placesVersion ? before.group.places : openPlaces(coordinates, reach, where, options),
  ]);
  const stamps = decodeTimes(began, starts.attributes, starts.path);
  if (!isAscending(stamps)) throw unusable(starts.path, "its runs do not ascend");
  if (ahead.length > MOST_LEADS || !isAscending(ahead)) {
    throw unusable(leads.path, `its leads must be up to ${MOST_LEADS} times that ascend, got ${ahead.length}`);
  }
  const { horizontal } = coordinates;
  const group = { time, horizontal, variables, members, places, ...altitudeFor(hierarchy, horizontal) };
  const runs = await runsOf(stamps, ahead.at(-1)!, hierarchy, options);
  return {
    group,
    starts: init,
    runs,
    leads: [...ahead],
    version: hierarchy.version,
    placesVersion,
    form: hierarchy.form,
    problems,
  };
}

async function versionOf(arrays: readonly CfArray[], otherwise: string, options: ReadOptions): Promise<string> {
  const origin = ({ shape }: CfArray) => shape.map(() => 0);
  const versions = arrays.map(async (one) => [one.shape, (await one.versionAt?.(origin(one), options)) ?? otherwise]);
  return JSON.stringify(await Promise.all(versions));
}

function isAscending(times: Float64Array): boolean {
  return times.length > 0 && times.every((time, k) => Number.isFinite(time) && (k === 0 || time > times[k - 1]!));
}

/** The coordinate along a dimension that says when runs began. */
function startsOf({ dimensions }: CfArray, { arrays }: Hierarchy): CfArray | undefined {
  const own = dimensions.map((name) => arrays.get(name)).filter((one) => isTime(one) && one!.dimensions.length === 1);
  return own.find((one) => one!.path === "init_time" || one!.attributes.standard_name === "forecast_reference_time");
}

function leadsOf({ dimensions }: CfArray, { arrays }: Hierarchy): CfArray | undefined {
  const own = dimensions.map((name) => arrays.get(name)).filter((one) => one?.dimensions.length === 1);
  return own.find((one) => one!.path === "lead_time" || one!.attributes.standard_name === "forecast_period");
}

/** Spans of time, ms; NaN where there is none. */
async function spansOf(array: CfArray, options: ReadOptions): Promise<Float64Array> {
  const unit = millisecondsOf(array.attributes.units);
  if (unit === undefined) {
    throw unusable(array.path, `its units must be a time's, got ${JSON.stringify(array.attributes.units)}`);
  }
  return (await coordinateOf(array, options)).map((value) => Math.round(value * unit));
}

/** Runs with how much of them is there: of an ensemble what all members have that have anything. */
async function runsOf(starts: Float64Array, whole: number, { arrays }: Hierarchy, options: ReadOptions) {
  const spans = async (name: string) => {
    const array = arrays.get(name);
    return array === undefined ? undefined : spansOf(array, options);
  };
  const [there, expected] = await Promise.all([spans("ingested_forecast_length"), spans("expected_forecast_length")]);
  return [...starts].map((start, index): Run => {
    const many = there === undefined ? 1 : there.length / starts.length;
    const own = [...(there?.subarray(index * many, (index + 1) * many) ?? [whole])].filter((length) => length > 0);
    const length = own.length === 0 ? 0 : Math.min(...own, whole);
    const planned = expected?.[index] ?? whole;
    return { index, start, length, expected: planned > 0 ? Math.min(planned, whole) : whole };
  });
}

/** Equal steps of a run: means that end at its times, and values at them. */
export interface RunPart {
  /** Added to the name of the data set. */
  readonly suffix: string;
  readonly steps: Steps;
  readonly groups: readonly Group[];
}

/** None of a run of which less than a step is there. Steps are those between leads: what else is said of them is not believed. */
export function partsOfRun({ group, leads }: RunSet, { start, length }: Run): readonly RunPart[] {
  const times = leads.filter((lead) => lead <= length).map((lead) => start + lead);
  // A run that is cut off has the names of a whole one.
  const all = stepsOf(leads);
  return stepsOf(times).map((steps) => {
    const first = leads.indexOf(steps.start - start);
    // Nothing is a mean at the start of the steps; after the last of them there is one instant more.
    const groups = [0, 1].flatMap((skipped): Group[] => {
      const variables = group.variables.filter(({ is }) => (is === "instant") === (skipped === 0));
      if (variables.length === 0) return [];
      const rows = Int32Array.from({ length: steps.count + 1 - skipped }, (_, k) => first + skipped + k);
      const axis = { first: steps.start + skipped * steps.step, step: steps.step, count: rows.length, rows };
      return [{ ...group, variables, axis }];
    });
    return { suffix: stepsText(steps, all), steps, groups };
  });
}
