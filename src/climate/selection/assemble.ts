/** The year itself: twelve months put in a row and labelled with a common year on the clock of the place. */
import type { Notice } from "../../contract/observation/types.js";
import { HOUR, yearStart } from "../../time/calendar.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";
import { TYPICAL_YEAR } from "../year.js";
import type { Join } from "./audit.js";
import { smoothJoins } from "./joins.js";
import type { MeasuredColumns } from "./measured.js";
import { type LocalRecord, type MonthSpan, rowTime } from "./record.js";

export interface AssembledYear {
  readonly series: WeatherSeries;
  readonly sourceTimes: Float64Array;
  readonly joins: readonly Join[];
  readonly missing: { readonly [name in WeatherColumn]?: number };
}

/** @param months the twelve months chosen, January first */
export function assembleYear(
  record: LocalRecord,
  columns: MeasuredColumns,
  months: readonly MonthSpan[],
  joinHours: number,
): AssembledYear {
  const rows = months.reduce((total, { fromRow, toRow }) => total + toRow - fromRow, 0);
  const year: { [name in WeatherColumn]?: Float64Array } = {};
  for (const [name, column] of Object.entries(columns)) {
    year[name as WeatherColumn] = putTogether(rows, months, (row) => column[row] ?? Number.NaN);
  }
  const joins = smoothJoins(record, months, columns, year, joinHours);
  const { sampling, place, interval } = record.weather;
  const series: WeatherSeries = {
    start: yearStart(TYPICAL_YEAR) - record.timeZone * HOUR + record.phase,
    interval,
    columns: year,
    ...(sampling === "instant" && { sampling }),
    ...(place && { place: { ...place, timeZone: record.timeZone } }),
  };
  const missing: { [name in WeatherColumn]?: number } = {};
  for (const [name, column] of Object.entries(year)) {
    const count = column.reduce((total, value) => total + (Number.isNaN(value) ? 1 : 0), 0);
    if (count > 0) missing[name as WeatherColumn] = count;
  }
  return { series, sourceTimes: putTogether(rows, months, (row) => rowTime(record, row)), joins, missing };
}

function putTogether(rows: number, months: readonly MonthSpan[], value: (row: number) => number): Float64Array {
  const column = new Float64Array(rows);
  let next = 0;
  for (const { fromRow, toRow } of months) {
    for (let row = fromRow; row < toRow; row++) column[next++] = value(row);
  }
  return column;
}

export function yearNotices({ joins, missing }: AssembledYear): Notice[] {
  const notices: Notice[] = [];
  const gaps = Object.entries(missing).map(([name, count]) => `${name} ${count}`);
  if (gaps.length > 0) {
    notices.push({ code: "gaps", message: `rows of the year without a value, as in the record: ${gaps.join(", ")}` });
  }
  for (const { month, straight, left } of joins) {
    const before = `the join before month ${month}`;
    if (straight.length > 0) {
      notices.push({
        code: "join",
        message: `${before} is a straight line for ${straight.join(", ")}: a record ends there`,
      });
    }
    if (left.length > 0) {
      notices.push({ code: "join", message: `${before} is a step for ${left.join(", ")}: values are missing there` });
    }
  }
  return notices;
}
