/** Gaps in what data sets cover: readings that failed, rows that are not there. A plan, made from metadata, cannot know them. */

import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import { isIrradiance, NIGHT, type RowRange, sunHeightsAt } from "irradiance-engine/series";
import { askedRows, type Blank, stretchesOf } from "./blanks.js";
import { groupsOf, inGroup, isWholeSet, nameOfGroup } from "./columns.js";
import { periodsText } from "./period.js";
import type { Plan, Stretch } from "./plan.js";
import type { Period, Place } from "./source.js";
import { nameOf } from "./survey.js";

/** The sun is looked for at moments no farther apart, ms. */
const MOMENT = 1_800_000;

/**
 * One for each data set and group of columns; of irradiance only what is missing by day or twilight: nights are zeros.
 *
 * @param series what the plan's parts were joined to
 * @param blanks data sets without any value, which are reported already
 */
export function gapNotices(series: WeatherSeries, plan: Plan, blanks: readonly Blank[]): Notice[] {
  return groupsOf(plan.columns).flatMap((group) => {
    const serving = stretchesOf(plan, group);
    const isBlank = (offer: number) =>
      blanks.some((blank) => blank.offer === offer && inGroup(blank.columns, group).length > 0);
    const offers = [...new Set(serving.map(({ offer }) => offer))].filter((offer) => !isBlank(offer));
    return offers.flatMap((offer) => {
      const own = serving.filter((stretch) => stretch.offer === offer);
      const gaps = own.flatMap((stretch) => gapsIn(series, stretch, group, plan));
      if (gaps.length === 0) return [];
      const what = `no values of ${nameOfGroup(group)} from ${periodsText(gaps)}`;
      return [{ code: "no-data", message: `${nameOf(plan.offers[offer]!)} has ${what}` }];
    });
  });
}

function gapsIn(series: WeatherSeries, stretch: Stretch, group: readonly WeatherColumn[], plan: Plan): Period[] {
  const columns = inGroup(stretch.columns, group);
  const { start, step } = plan.grid!;
  const empty = emptyRows(series, columns, askedRows(stretch, plan));
  const reported = columns.some(isIrradiance)
    ? empty.flatMap((rows) => outOfNight(rows, start, step, plan.place))
    : empty;
  return reported.map(({ from, to }) => ({ start: start + from * step, end: start + to * step }));
}

/** Runs of rows from which the answer has nothing: of irradiance, without a global one, given or implied. */
function emptyRows({ columns }: WeatherSeries, names: readonly WeatherColumn[], { from, to }: RowRange): RowRange[] {
  const values = names.map((name) => columns[name] as Float64Array);
  const needsWhole = isWholeSet(names);
  const isEmpty = (row: number) => {
    if (!values.some((column) => Number.isNaN(column[row]))) return false;
    const has = names.filter((_, k) => !Number.isNaN(values[k]![row]));
    return needsWhole ? !isWholeSet(has) : has.length === 0;
  };
  const runs: { from: number; to: number }[] = [];
  for (let row = from; row < to; row++) {
    if (!isEmpty(row)) continue;
    const last = runs.at(-1);
    if (last?.to === row) last.to++;
    else runs.push({ from: row, to: row + 1 });
  }
  return runs;
}

/** From the first row that is not of the night to the last one. */
function outOfNight({ from, to }: RowRange, start: number, step: number, place: Place): RowRange[] {
  const many = Math.ceil(step / MOMENT);
  const times = Float64Array.from(
    { length: (to - from) * many + 1 },
    (_, k) => start + from * step + (k * step) / many,
  );
  const heights = sunHeightsAt(times, place);
  const first = heights.findIndex((height) => height > NIGHT);
  if (first < 0) return [];
  const last = heights.findLastIndex((height) => height > NIGHT);
  const row = (moment: number) => from + Math.floor(moment / many);
  return [{ from: Math.max(from, row(first - 1)), to: Math.min(to, row(last) + 1) }];
}
