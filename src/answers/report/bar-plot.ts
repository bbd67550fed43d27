/** Sums (irradiance, PV) or means (temperature, snow) of months, days or years as bars. */
import { startOf } from "../../data/contract/observation/columns.js";
import { isSummed, type ParameterName } from "../../data/contract/observation/parameters.js";
import type { ObservationColumns, PeriodFrequency } from "../../data/contract/observation/types.js";
import { SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { LocalClock } from "../../foundation/time/zone.js";
import { clockOf, dateOf, dayLabel, descriptionOf, isDrawable, subtitleOf, unitsOf } from "./labels.js";
import { monthFigure, sumsByMonth } from "./monthly.js";
import { label } from "./scene/axes.js";
import { barShapes, figureOf } from "./scene/bars.js";
import { type Area, bottomOf, sheet } from "./scene/shape.js";

const WIDTH = 820;
/** Where the bars are, in a picture as wide as all those of bars. */
export const BAR_AREA: Area = { left: 70, top: 60, width: WIDTH - 95, height: 300 };

export interface DatedValue {
  /** Its date, shown with the value. */
  readonly key: string;
  /** Below the axis, where there is room. */
  readonly label: string;
  /** In the unit of sums, else that of the parameter. NaN: no value. */
  readonly value: number;
}

export interface Bars {
  readonly bars: readonly DatedValue[];
  readonly parameter: ParameterName;
  /** Default: what is drawn. */
  readonly title: string | undefined;
  readonly subtitle: string;
  /** What a bar is, for the axis and for the title: "month", "monthly". */
  readonly period: string;
  readonly adverb: string;
}

function barPlot({ bars, parameter, title, subtitle, period, adverb }: Bars): string {
  const { unit, sum } = unitsOf(parameter);
  const figure = figureOf(bars.map(({ value }) => value));
  const { shapes } = barShapes({
    area: BAR_AREA,
    slots: bars.map(({ label }) => label),
    series: [
      bars.map(({ key, value }) => ({
        value,
        tip: `${key}: ${label(value, 2)} ${sum ?? unit}`,
        figure: figure(value),
      })),
    ],
    xTitle: period,
    yTitle: sum ?? unit,
  });
  return sheet(
    WIDTH,
    bottomOf(BAR_AREA) + 64,
    title ?? `${descriptionOf(parameter)}, ${adverb} ${sum ? "sums" : "means"}`,
    subtitle,
    ...shapes,
  );
}

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
function monthLabel(key: string, isFirst: boolean): string {
  const month = Number(key.slice(-2)) - 1;
  const name = SHORT_MONTH_NAMES[month]!;
  return key.length > 2 && (isFirst || month === 0) ? `${name}\n${key.slice(0, 4)}` : name;
}

interface Wording {
  readonly period: string;
  readonly adverb: string;
  /** Characters of a date that name it. */
  readonly length: number;
  label(key: string, isFirst: boolean): string;
}

const WORDINGS: { readonly [name in PeriodFrequency]: Wording } = {
  "1_day": { period: "day", adverb: "daily", length: 10, label: dayLabel },
  "1_month": { period: "month", adverb: "monthly", length: 7, label: monthLabel },
  "1_year": { period: "year", adverb: "yearly", length: 4, label: (key) => key },
};

/** @param columns of days, months or years */
export function periodPlot(columns: ObservationColumns, parameter: ParameterName, title: string | undefined): string {
  const { period, adverb, length, label } = WORDINGS[columns.meta.frequency as PeriodFrequency];
  const clock = new LocalClock(clockOf(columns));
  const scale = isSummed(parameter) ? 1 / 1000 : 1; // Wh to kWh
  const column = columns.values[parameter]!;
  const bars = Array.from({ length: columns.count }, (_, row) => {
    const key = dateOf(clock.at(startOf(columns, row))).slice(0, length);
    return { key, label: label(key, row === 0), value: column[row]! * scale };
  });
  return barPlot({ bars, parameter, title, subtitle: subtitleOf(columns), period, adverb });
}
