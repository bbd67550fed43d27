/** Columns that were read and have no value at all: a cell of the sea in a data set of land, a variable never filled. */

import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { RowRange } from "irradiance-engine/series";
import { groupsOf, inGroup } from "./columns.js";
import type { Plan, Stretch } from "./plan.js";

/** Columns of an offer without a value in the period that was asked for. */
export interface Blank {
  /** Index into the plan's offers. */
  readonly offer: number;
  readonly columns: readonly WeatherColumn[];
}

/**
 * The irradiances count as one: a set without one of its components is the source's own. Nights are zeros, no blanks.
 *
 * @param series what the plan's parts were joined to
 */
export function blanksOf(series: WeatherSeries, plan: Plan): Blank[] {
  return groupsOf(plan.columns).flatMap((group) => {
    const serving = stretchesOf(plan, group);
    return [...new Set(serving.map(({ offer }) => offer))].flatMap((offer) => {
      const own = serving.filter((stretch) => stretch.offer === offer);
      if (!own.every((stretch) => isBlank(series, stretch, group, plan))) return [];
      return [{ offer, columns: [...new Set(own.flatMap(({ columns }) => inGroup(columns, group)))] }];
    });
  });
}

/** Stretches with columns of a group, in the period that was asked for. */
export function stretchesOf(plan: Plan, group: readonly WeatherColumn[]): readonly Stretch[] {
  return plan.stretches.filter((stretch) => {
    const { from, to } = askedRows(stretch, plan);
    return from < to && inGroup(stretch.columns, group).length > 0;
  });
}

function isBlank({ columns }: WeatherSeries, stretch: Stretch, group: readonly WeatherColumn[], plan: Plan): boolean {
  const { from, to } = askedRows(stretch, plan);
  return inGroup(stretch.columns, group).every((name) =>
    (columns[name] as Float64Array).subarray(from, to).every(Number.isNaN),
  );
}

/** Rows that overlap a stretch in the period without its margin. */
export function askedRows({ start, end }: Stretch, { grid, period, margin }: Plan): RowRange {
  const [first, last] = [Math.max(start, period.start + margin), Math.min(end, period.end - margin)];
  if (grid === undefined || first >= last) return { from: 0, to: 0 };
  return {
    from: Math.max(0, Math.floor((first - grid.start) / grid.step)),
    to: Math.min(grid.count, Math.ceil((last - grid.start) / grid.step)),
  };
}
