/** Days, months and years of a response as bars. */
import { edgeAt } from "../contract/observation/intervals.js";
import type { ParameterName } from "../contract/observation/parameters.js";
import { isSummed } from "../contract/observation/parameters.js";
import type { ObservationColumns, PeriodFrequency } from "../contract/observation/types.js";
import { LocalClock } from "../time/zone.js";
import { barPlot } from "./bar-plot.js";
import { clockOf } from "./clock.js";
import { dateOf, dayLabel, subtitleOf } from "./labels.js";
import { monthLabel } from "./month-plot.js";

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
    const key = dateOf(clock.at(edgeAt(columns, row))).slice(0, length);
    return { key, label: label(key, row === 0), value: column[row]! * scale };
  });
  return barPlot({ bars, parameter, title, subtitle: subtitleOf(columns), period, adverb });
}
