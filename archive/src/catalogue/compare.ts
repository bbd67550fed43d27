/** What a source is today, beside what its entry pinned: what has changed, in sentences. */
import { DAY } from "irradiance-engine/shared";
import type { DatasetFacts, ListedArray, SourceFacts } from "../facts.js";
import type { Pinned, PinnedArray } from "./entry.js";

/** What the live files say of themselves. */
export interface Live {
  readonly facts: SourceFacts;
  readonly arrays: readonly ListedArray[];
  readonly problems: readonly string[];
  readonly form?: string | undefined;
}

/** @param now Unix ms @returns one sentence each, without a full stop; none where all is as it was */
export function changesIn(live: Live, pinned: Pinned, now: number): readonly string[] {
  const { facts, arrays } = live;
  const byName = new Map(arrays.map((array) => [array.name, array]));
  const pins = Object.entries(pinned.arrays ?? {});
  return [
    ...new Set([
      ...live.problems,
      ...facts.problems,
      ...formChange(live.form, pinned.form),
      ...pins.flatMap(([name, pin]) => arrayChanges(name, byName.get(name), pin)),
      ...facts.datasets.flatMap((dataset) => [
        ...stepChange(dataset, pinned.step),
        ...gridChange(dataset, pinned.grid),
      ]),
      ...periodChanges(facts.datasets, pinned, now),
    ]),
  ];
}

function formChange(form: string | undefined, pinned: string | undefined): string[] {
  if (pinned === undefined || form === pinned) return [];
  return [`its newest files were of ${pinned}, ${form === undefined ? "and are not there" : `and are of ${form}`}`];
}

function arrayChanges(name: string, array: ListedArray | undefined, pin: PinnedArray): string[] {
  if (array === undefined) return [`${name} is gone${pin.isNeeded ? ", and nothing serves in its place" : ""}`];
  const { units, dimensions, shape, chunks } = array;
  const changes: string[] = [];
  if (pin.units !== undefined && !pin.units.includes(units?.trim() ?? "")) {
    changes.push(`${name}: its unit was ${pin.units[0]}, and is ${units ?? "not said"}`);
  }
  for (const [dimension, length] of Object.entries(pin.lengths ?? {})) {
    const k = dimensions.indexOf(dimension);
    if (k < 0) changes.push(`${name}: its dimension ${dimension} is gone; it has ${dimensions.join(", ")}`);
    else if (shape[k] !== length) changes.push(`${name}: ${dimension} had ${length} values, and has ${shape[k]}`);
  }
  if (pin.chunks !== undefined && pin.chunks.join() !== chunks.join()) {
    changes.push(`${name}: its chunks were of ${pin.chunks.join(" × ")}, and are of ${chunks.join(" × ")}`);
  }
  return changes;
}

function stepChange({ dataset, step }: DatasetFacts, pinned: number | undefined): string[] {
  if (pinned === undefined || step === pinned) return [];
  return [`${dataset}: a value stood for ${pinned} s, and stands for ${step} s`];
}

/** Degrees by which two edges are the same. */
const SAME_EDGE = 1e-3;

function gridChange({ dataset, extent }: DatasetFacts, pinned: Pinned["grid"]): string[] {
  if (pinned === undefined || extent === undefined) return [];
  const isSame = (one: number | undefined, other: number) => one !== undefined && Math.abs(one - other) <= SAME_EDGE;
  const { spacing, south, north, cells } = extent;
  const changes = [
    ...(cells === pinned.cells ? [] : [`${pinned.cells} cells, and has ${cells}`]),
    ...(isSame(spacing, pinned.spacing) ? [] : [`${pinned.spacing}° from cell to cell, and has ${spacing ?? "none"}`]),
    ...(isSame(south, pinned.south) && isSame(north, pinned.north)
      ? []
      : [`cells from ${pinned.south}° to ${pinned.north}° N, and has ${south}° to ${north}° N`]),
  ];
  return changes.map((change) => `${dataset}: its grid had ${change}`);
}

function periodChanges(datasets: readonly DatasetFacts[], { since, lagDays }: Pinned, now: number): string[] {
  const first = Math.min(...datasets.flatMap((one) => one.first ?? []));
  const last = Math.max(...datasets.flatMap((one) => one.last ?? []));
  const changes: string[] = [];
  if (since !== undefined && !(first <= Date.parse(`${since}T24:00Z`))) {
    changes.push(`it began by ${since}, and begins ${dayOf(first)}`);
  }
  if (lagDays !== undefined && !(last >= now - lagDays * DAY)) {
    changes.push(`it ends ${dayOf(last)}: its updates have stalled, or it is retired`);
  }
  return changes;
}

function dayOf(time: number): string {
  return Number.isFinite(time) ? `on ${new Date(time).toISOString().slice(0, 10)}` : "nowhere";
}
