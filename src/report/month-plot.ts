/** Monthly sums (irradiance, PV) or means (temperature, snow) as bars. */

import type { ParameterName } from "../contract/observation/parameters.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { SHORT_MONTH_NAMES } from "../time/calendar.js";
import { barPlot, type DatedValue } from "./bar-plot.js";
import { isDrawable } from "./checks.js";
import { localDays } from "./daily.js";
import { subtitleOf, unitsOf } from "./labels.js";

export function monthPlot(
  columns: ObservationColumns,
  parameter: ParameterName,
  typicalYear: boolean,
  title: string | undefined,
): string {
  const isSum = unitsOf(parameter).sum !== null;
  const months = monthValues(columns, columns.values[parameter]!, isSum, typicalYear);
  const bars = months.map(({ key, value }, k) => ({ key, value, label: monthLabel(key, k === 0) }));
  const subtitle = typicalYear ? subtitleOf(columns, "typical year") : subtitleOf(columns);
  return barPlot({ bars, parameter, title, subtitle, period: "month", adverb: "monthly" });
}

type Month = Pick<DatedValue, "key" | "value">;

/**
 * As `monthly`, for any parameter: sums or means of the existing values. Months with less than a day of data are
 * omitted, unless there are no others: in local time, a UTC year extends slightly into its neighbours.
 */
function monthValues(columns: ObservationColumns, column: Float64Array, isSum: boolean, typicalYear: boolean): Month[] {
  const months = new Map<string, { sum: number; count: number; intervals: number }>();
  for (const { date, from, to } of localDays(columns)) {
    const key = typicalYear ? date.slice(5, 7) : date.slice(0, 7);
    const month = months.get(key) ?? { sum: 0, count: 0, intervals: 0 };
    months.set(key, month);
    month.intervals += to - from;
    for (let i = from; i < to; i++) {
      if (!isDrawable(column[i]!)) continue;
      month.sum += column[i]!;
      month.count += 1;
    }
  }
  const hours = columns.interval / 3600;
  const all = Array.from(months, ([key, { sum, count, intervals }]) => ({
    key,
    hours: intervals * hours,
    value: count === 0 ? Number.NaN : isSum ? (sum * hours) / 1000 : sum / count,
  }));
  if (typicalYear) return all.sort((a, b) => (a.key < b.key ? -1 : 1));
  const full = all.filter(({ hours }) => hours >= 24);
  return full.length > 0 ? full : all;
}

/** `Jan`, with the year below where one begins. `key`: `YYYY-MM`, or `MM` of a typical year. */
export function monthLabel(key: string, isFirst: boolean): string {
  const month = Number(key.slice(-2)) - 1;
  const name = SHORT_MONTH_NAMES[month]!;
  return key.length > 2 && (isFirst || month === 0) ? `${name}\n${key.slice(0, 4)}` : name;
}
