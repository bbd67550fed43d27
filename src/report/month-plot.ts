/** Monthly sums (irradiance, PV) or means (temperature, snow) as bars. */

import type { ParameterName } from "../contract/observation/parameters.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { SHORT_MONTH_NAMES } from "../time/calendar.js";
import { barPlot, type DatedValue } from "./bar-plot.js";
import { isDrawable } from "./checks.js";
import { subtitleOf, unitsOf } from "./labels.js";
import { monthFigure, sumsByMonth } from "./monthly.js";

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
 * The figures of `monthly`, for any parameter. Months with less than a day of data are omitted, unless there are no others: in local
 * time, a UTC year extends slightly into its neighbours.
 */
function monthValues(columns: ObservationColumns, column: Float64Array, isSum: boolean, typicalYear: boolean): Month[] {
  const drawable = column.map((value) => (isDrawable(value) ? value : Number.NaN));
  const all = sumsByMonth(columns, [drawable], typicalYear).map(({ month, intervals, known }) => ({
    key: month,
    hours: (intervals * columns.interval) / 3600,
    value: monthFigure(known[0]!, intervals, isSum, columns.interval) ?? Number.NaN,
  }));
  const full = typicalYear ? all : all.filter(({ hours }) => hours >= 24);
  return full.length > 0 ? full : all;
}

/** `Jan`, with the year below where one begins. `key`: `YYYY-MM`, or `MM` of a typical year. */
export function monthLabel(key: string, isFirst: boolean): string {
  const month = Number(key.slice(-2)) - 1;
  const name = SHORT_MONTH_NAMES[month]!;
  return key.length > 2 && (isFirst || month === 0) ? `${name}\n${key.slice(0, 4)}` : name;
}
