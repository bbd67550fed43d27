/** The columns of a group at a spot over a period, in the units of the archive. */

import type { WeatherSeries } from "irradiance-engine";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { unusable } from "../bytes/location.js";
import type { Period } from "../source.js";
import { type CfArray, linesOf, type OneReading } from "./array.js";
import type { Group } from "./dataset.js";
import { decodeValues, type Variable } from "./decode.js";
import type { Spot } from "./places.js";
import { isSinceStart, type Meaning } from "./products.js";
import { fallWithinDays, LONGEST_GAP, stepsOfDays, stepsOfSpells, type TimeAxis } from "./time-axis.js";

/** From a time to the start of its interval; of an instant, to that of the interval around it. */
export function shiftOf({ is, label }: Variable, step: number): number {
  if (is === "instant" || label === "center") return -step / 2;
  return label === "end" ? -step : 0;
}

/** Steps [from, to) of an axis whose intervals overlap a period. */
interface Steps {
  readonly from: number;
  readonly to: number;
}

export function stepsIn({ first, step, count }: TimeAxis, shift: number, { start, end }: Period): Steps {
  const from = Math.max(0, Math.floor((start - first - shift) / step));
  const to = Math.min(count, Math.ceil((end - first - shift) / step));
  return { from, to: Math.max(from, to) };
}

export interface SpotInGroup {
  readonly group: Group;
  readonly spot: Spot;
  readonly select: Readonly<Record<string, number>>;
}

/** Values of a variable in the column's unit: means, or instants. */
interface ColumnValues {
  readonly values: Float64Array;
  /** What the stored ones are, which may be another than the product says. */
  readonly is: Meaning;
  /** Members of an ensemble that they are means of, at the time with the fewest and with the most; [1, 1]: there are none. */
  readonly members: readonly [number, number];
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for sums since midnight that are none, where nothing says of what else */
export async function readColumn(
  variable: Variable,
  place: SpotInGroup,
  steps: Steps,
  options: OneReading,
): Promise<ColumnValues> {
  const { axis } = place.group;
  const { array, second, combine, conversion } = variable;
  const wide = widened(variable, axis, steps);
  const read = (one: CfArray) => readSteps(one, place, wide, options);
  const [members, others] = await Promise.all([read(array), second && read(second)]);
  members.forEach((own, k) => {
    if (others !== undefined) combined(own, others[k]!, combine);
  });
  const { values, count } = meanOf(members);
  const is = meaningOf(variable, values, axis, wide.from);
  const own = split(variable, is, values, axis, wide.from);
  const { factor, offset, isEnergy } = conversion;
  const seconds = isEnergy ? axis.step / 1000 : 1;
  for (let k = 0; k < own.length; k++) own[k] = (own[k]! * factor) / seconds + offset;
  return { values: own.subarray(steps.from - wide.from, steps.to - wide.from), is, members: count };
}

/** Means of the members that have a value: of speeds, not of what they are made of. */
function meanOf(members: readonly Float64Array[]): { values: Float64Array; count: readonly [number, number] } {
  if (members.length === 1) return { values: members[0]!, count: [1, 1] };
  let [fewest, most] = [members.length, 0];
  const values = members[0]!.map((_, k) => {
    let [sum, count] = [0, 0];
    for (const member of members) {
      if (Number.isNaN(member[k]!)) continue;
      sum += member[k]!;
      count++;
    }
    if (count > 0) fewest = Math.min(fewest, count);
    most = Math.max(most, count);
    return sum / count;
  });
  return { values, count: [Math.min(fewest, most), most] };
}

/**
 * W/m²: packed in 16 bits, sums up to 40 MJ/m² have steps of 610 J/m², so that equal ones differ by 0.2 W/m² over an hour at most.
 */
const PACKING = 1;

/** What came in each step, of values that count from a start. */
function split(variable: Variable, is: Meaning, values: Float64Array, axis: TimeAxis, from: number): Float64Array {
  const { column, array, conversion, resets, firstLead, noise: rounding = 0 } = variable;
  const { step } = axis;
  const first = axis.first + from * step;
  const areMeans = is === "mean-since-start";
  const least = (PACKING * (conversion.isEnergy ? step / 1000 : 1)) / conversion.factor;
  const { scale_factor: scale } = array.attributes;
  const packed = array.type.includes("int") && typeof scale === "number" ? Math.abs(scale) : 0;
  const noise = column.endsWith("irradiance")
    ? (since: number) => Math.max(least, rounding, packed * (areMeans ? since : 1))
    : undefined;
  if (is === "sum-since-midnight") return stepsOfDays(values, first, step, noise);
  if (!isSinceStart(is)) return values;
  const start = axis.first - (firstLead === undefined ? step : firstLead * HOUR);
  const spells =
    resets === undefined ? { length: Number.POSITIVE_INFINITY, origin: start } : { length: resets * HOUR, origin: 0 };
  return stepsOfSpells(values, first, step, { ...spells, areMeans, ...(noise && { noise }) });
}

/** Steps with those before them from which theirs follow. */
function widened({ is, array, resets }: Variable, axis: TimeAxis, steps: Steps): Steps {
  if (is === "sum-since-midnight") return wholeDays(axis, steps, array);
  if (!isSinceStart(is)) return steps;
  if (resets !== undefined && ((resets * HOUR) % axis.step !== 0 || axis.first % axis.step !== 0)) {
    throw unusable(array.path, `spells of ${resets} hours need times that divide them equally from 00 UTC on`);
  }
  return { from: Math.max(0, steps.from - LONGEST_GAP), to: Math.min(axis.count, steps.to + LONGEST_GAP) };
}

/** ECMWF's stores for time series have the names of ERA5-Land, and sums of the hour under them. */
function meaningOf({ array, is, conversion }: Variable, values: Float64Array, { first, step }: TimeAxis, from: number) {
  if (is !== "sum-since-midnight") return is;
  const noise = (PACKING * (step / 1000)) / conversion.factor;
  if (!fallWithinDays(values, first + from * step, step, noise)) return is;
  if (step === HOUR) return "sum";
  throw unusable(
    array.path,
    `its values fall within UTC days, so they are not sums since midnight. Say in \`variables\` what these values, ${step / 1000} s apart, are`,
  );
}

/** As a part's series, of the variables that share an interval. */
export function seriesOf(
  { axis }: Group,
  { from }: Steps,
  variables: readonly Variable[],
  columns: readonly Float64Array[],
): WeatherSeries {
  const { is } = variables[0]!;
  const isInstant = is === "instant";
  const start = axis.first + from * axis.step + (isInstant ? 0 : shiftOf(variables[0]!, axis.step));
  return {
    start,
    interval: axis.step / 1000,
    columns: Object.fromEntries(variables.map(({ column }, k) => [column, columns[k]!])),
    ...(isInstant && { sampling: "instant" as const }),
  };
}

function combined(values: Float64Array, other: Float64Array, combine: Variable["combine"]): void {
  for (let k = 0; k < values.length; k++) {
    const [a, b] = [values[k]!, other[k]!];
    // Without snow there is no density of it.
    values[k] = combine === "length of the vector" ? Math.sqrt(a * a + b * b) : a === 0 ? 0 : a / b;
  }
}

/**
 * From the step after 00 UTC of the day that a step belongs to (00 UTC itself belongs to the day before); and so many more that a whole
 * day is among them, where the store has one: it shows what the sums are.
 */
function wholeDays({ first, step, count }: TimeAxis, { from, to }: Steps, { path }: CfArray): Steps {
  const day = DAY / step;
  if (first % step !== 0 || !Number.isInteger(day)) {
    throw unusable(path, "sums since midnight need times that divide the day equally from midnight");
  }
  const midnight = Math.floor((first + from * step - step) / DAY) * DAY;
  const start = Math.round((midnight + step - first) / step);
  if (to - start >= 2 * day) return { from: Math.max(0, start), to };
  return { from: Math.max(0, start - day), to: Math.min(count, to + day) };
}

/** Of each member, or one alone. */
async function readSteps(
  array: CfArray,
  place: SpotInGroup,
  { from, to }: Steps,
  options: OneReading,
): Promise<readonly Float64Array[]> {
  const { rows } = place.group.axis;
  const present = rows === undefined ? [from, to] : extentOf(rows.subarray(from, to));
  const stored = await readStored(array, place, present[0]!, present[1]!, options);
  if (rows === undefined) return stored;
  return stored.map((own) => {
    const values = new Float64Array(to - from).fill(Number.NaN);
    for (let k = from; k < to; k++) if (rows[k]! >= 0) values[k - from] = own[rows[k]! - present[0]!]!;
    return values;
  });
}

function extentOf(rows: Int32Array): [number, number] {
  const first = rows.find((row) => row >= 0);
  return first === undefined ? [0, 0] : [first, rows.findLast((row) => row >= 0)! + 1];
}

/** Of ERA5's two versions the final one, and the preliminary one where there is no other yet. */
async function readStored(
  array: CfArray,
  { group, spot, select }: SpotInGroup,
  from: number,
  to: number,
  options: OneReading,
): Promise<readonly Float64Array[]> {
  const { dimensions, shape } = array;
  const axis = dimensions.indexOf(group.time);
  const versions = dimensions.indexOf("expver");
  const members = group.members === undefined ? -1 : dimensions.indexOf(group.members);
  const at = (version: number, member: number) =>
    dimensions.map((name, d) => {
      if (d === versions) return version;
      if (d === members) return member;
      const horizontal = group.horizontal.indexOf(name);
      return horizontal >= 0 ? spot.at[horizontal]! : (select[name] ?? 0);
    });
  const read = async (version: number) => {
    const positions = Array.from({ length: members < 0 ? 1 : shape[members]! }, (_, member) => at(version, member));
    const lines = await linesOf(array, axis, from, to, positions, options);
    for (const values of lines) decodeValues(values, array);
    return lines;
  };
  const lines = await read(0);
  for (let version = 1; version < (versions < 0 ? 1 : shape[versions]!); version++) {
    const later = await read(version);
    lines.forEach((values, m) => {
      for (let k = 0; k < values.length; k++) if (Number.isNaN(values[k]!)) values[k] = later[m]![k]!;
    });
  }
  return lines;
}
