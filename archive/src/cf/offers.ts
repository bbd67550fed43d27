/** What a group has for a place: the cell, from the coordinates, and the times. */

import { isIrradiance } from "irradiance-engine/series";
import { DAY } from "irradiance-engine/shared";
import type { ReadOptions } from "../budget.js";
import type { DatasetFacts } from "../facts.js";
import { merge } from "../period.js";
import type { Cell, Offer, Place } from "../source.js";
import { readColumn, type SpotInGroup, shiftOf } from "./columns.js";
import { decodeValues } from "./decode.js";
import type { Group } from "./group.js";
import type { Spot } from "./places.js";
import type { Meaning } from "./products.js";
import { coverOf } from "./time-axis.js";

/** A gap shorter than this is missing values; a longer one is time that another source may cover. */
const LONG_GAP = DAY;
/** Steps looked at to see whether a cell has data. */
const PROBED = 48;

/** Columns and times. */
export function offerOf({
  axis,
  variables,
}: Group): Pick<Offer, "columns" | "interval" | "first" | "last" | "covers" | "notices"> {
  // The raster of an answer is that of the irradiance.
  const leading = variables.find(({ column }) => isIrradiance(column)) ?? variables[0]!;
  const covers = merge(
    coverOf(axis, shiftOf(leading, axis.step)).map(({ start, end }) => ({ start, end: end + LONG_GAP })),
  );
  const times = covers.map(({ start, end }) => ({ start, end: end - LONG_GAP }));
  return {
    columns: variables.map(({ column }) => column),
    interval: axis.step / 1000,
    first: times[0]!.start,
    last: times.at(-1)!.end,
    covers: times.length === 1 ? undefined : times,
    notices: [],
  };
}

/** For who asks of no place. */
export function factsOf(group: Group): Omit<DatasetFacts, "dataset" | "class"> {
  const { interval: step, first, last, covers = [] } = offerOf(group);
  const columns = group.variables.map(({ column, array, second, is, label }) => ({
    column,
    variable: second === undefined ? array.path : `${array.path}, ${second.path}`,
    is: `${MEANT[is]}${is === "instant" ? "" : `, the time is its ${label}`}`,
    chunks: array.chunks,
  }));
  return { columns, step, first, last, gaps: Math.max(covers.length - 1, 0), extent: group.places.extent() };
}

const MEANT = {
  instant: "at the time",
  mean: "mean",
  sum: "sum",
  "sum-since-midnight": "sum since 00 UTC",
  "sum-since-start": "sum since the start of the run",
  "mean-since-start": "mean since the start of the run",
} as const satisfies { readonly [meaning in Meaning]: string };

/** With its altitude, if the store has one. */
export async function cellOf({ group, spot, select }: SpotInGroup, options: ReadOptions): Promise<Cell> {
  const { altitude, altitudeFactor, horizontal } = group;
  const { at, latitude, longitude, distanceKm, spacing } = spot;
  const cell = { latitude, longitude, distanceKm, spacing };
  if (altitude === undefined) return cell;
  const indices = altitude.dimensions.map((name) => at[horizontal.indexOf(name)] ?? select[name] ?? 0);
  const [first = 0] = indices;
  const values = await altitude.line(0, first, first + 1, indices, options);
  decodeValues(values, altitude);
  const metres = values[0]! * altitudeFactor;
  return Number.isFinite(metres) ? { ...cell, altitude: metres } : cell;
}

/** The nearest cell; of those around it the nearest with data, where there are none over the sea. */
export async function spotFor(
  group: Group,
  place: Place,
  isLandOnly: boolean,
  select: SpotInGroup["select"],
  options: ReadOptions,
): Promise<SpotInGroup | undefined> {
  const near = group.places.near(place).map((spot) => ({ group, spot, select }));
  if (!isLandOnly) return near[0];
  for (const one of near) if (await hasData(one, options)) return one;
  return undefined;
}

/** Number of the chunk, of those side by side, in which a spot's values lie: of the first variable, as others mostly have the same. */
export function pieceOf({ variables, horizontal }: Group, { at }: Spot): number {
  const { dimensions, shape, chunks } = variables[0]!.array;
  return horizontal.reduce((piece, name, k) => {
    const d = dimensions.indexOf(name);
    return piece * Math.ceil(shape[d]! / chunks[d]!) + Math.floor(at[k]! / chunks[d]!);
  }, 0);
}

async function hasData(place: SpotInGroup, options: ReadOptions): Promise<boolean> {
  const { axis, variables, time } = place.group;
  const { array } = variables[0]!;
  const length = array.chunks[array.dimensions.indexOf(time)]!;
  const last = Math.floor((axis.count - 1) / length) * length;
  for (const from of new Set([last, 0])) {
    const steps = { from, to: Math.min(axis.count, from + Math.min(length, PROBED)) };
    const { values } = await readColumn(variables[0]!, place, steps, { ...options, forbidden: new Set() });
    if (values.some((value) => !Number.isNaN(value))) return true;
  }
  return false;
}
