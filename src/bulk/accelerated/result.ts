/** Results of an accelerator, in the form that the threads return. */

import type { NdArray } from "../../arrays/types.js";
import type { ValueName } from "../../contract/observation/parameters.js";
import type { AcceleratorRequest, AcceleratorResult } from "../../gpu/types.js";
import { HOUR_SECONDS } from "../../time/calendar.js";
import type { RunSpec } from "../messages/messages.js";
import { type Aggregation, aggregateRows, isOfNights, type Period, periodsOf } from "../results/aggregate.js";
import { aggregationOf } from "../results/columns.js";
import { type SiteArrays, siteArrays, siteBytes } from "../results/result-layout.js";
import type { AcceleratedSite } from "./site.js";

/** These come from the weather and have gaps of their own: from their means alone, rows with missing values cannot be found. */
const STATES: readonly string[] = ["temperature", "snow_depth"];

/** The periods of a site; null without aggregate. */
export function sitePeriods({ aggregate }: RunSpec, { plan }: AcceleratedSite): readonly Period[] | null {
  if (!aggregate) return null;
  const { output, count, timeZone } = plan;
  return periodsOf({ start: output.origin, interval: output.step / 1000, count, timeZone }, aggregate.period);
}

/** Whether the accelerator itself averages over periods, so that only the means are transferred. */
export function averagedThere({ aggregate, names }: RunSpec): boolean {
  return aggregate !== null && aggregate.period !== "hourly" && !names.some((name) => STATES.includes(name));
}

/** First intervals of the periods, one list for each site. */
export function stretches(
  spec: RunSpec,
  periods: readonly (readonly Period[] | null)[],
): AcceleratorRequest["aggregate"] {
  return averagedThere(spec) ? periods.map((list) => list!.map(({ from }) => from)) : "none";
}

/** The arrays of site k in a result. */
export function resultArrays(
  spec: RunSpec,
  { values, found, count, interval }: AcceleratorResult,
  k: number,
  periods: readonly Period[] | null,
): SiteArrays {
  const rows = periods?.length ?? count;
  const out = siteArrays(spec, new ArrayBuffer(siteBytes(spec, rows)), 0, rows);
  const ofSite = (all: AcceleratorResult["values"]) => spec.names.map((name) => row(all[name as ValueName]!, k));
  const columns = ofSite(values);
  if (!periods) {
    columns.forEach((column, p) => {
      out.columns[p]!.set(column);
    });
    return out;
  }
  const kinds = spec.names.map((name) => aggregationOf(name, spec.aggregate));
  if (found) {
    meanRows(columns, ofSite(found), kinds, periods, interval, out);
  } else {
    const doubles = columns.map((column) => Float64Array.from(column));
    aggregateRows(doubles, kinds, periods, interval, out);
  }
  return out;
}

/** A site's row of a result. */
function row({ data, shape }: NdArray<Float32Array>, site: number): Float32Array {
  const [, count] = shape as [number, number];
  return data.subarray(site * count, (site + 1) * count);
}

/**
 * As `aggregateRows`, from means and the number of values behind each. Where one irradiance column has no value, the others have
 * none either, or do not need the missing input: the column with the most gaps marks the rows with any missing value.
 */
function meanRows(
  means: readonly Float32Array[],
  found: readonly Float32Array[],
  kinds: readonly Aggregation[],
  periods: readonly Period[],
  interval: number,
  out: SiteArrays,
): void {
  const { start, hours, missing } = out.periods!;
  const hoursEach = interval / HOUR_SECONDS;
  const given = found.filter((numbers) => numbers.some((number) => number > 0));
  periods.forEach((period, r) => {
    const length = period.to - period.from;
    start[r] = period.start;
    hours[r] = length * hoursEach;
    const least = given.reduce((smallest, numbers) => Math.min(smallest, numbers[r]!), length);
    missing[r] = given.length === 0 ? 1 : 1 - least / length;
    means.forEach((column, p) => {
      const number = found[p]![r]!;
      const { isSum, isPower } = kinds[p]!;
      const isKnown = number > 0 && !(isPower && isOfNights(column[r]!, number, length));
      out.columns[p]![r] = isKnown ? (isSum ? column[r]! * number * hoursEach : column[r]!) : Number.NaN;
    });
  });
}
