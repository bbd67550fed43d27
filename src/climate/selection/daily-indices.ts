/** The daily indices that months are compared by: greatest, least and mean value of a day, and sums of irradiance. */
import { HOUR } from "../../time/calendar.js";
import type { WeatherColumn } from "../../weather/series.js";
import { bridged, type MeasuredColumns } from "./measured.js";
import type { LocalRecord } from "./record.js";

/** What a day says of a column. Sums are in Wh/m². */
interface IndexSource {
  readonly column: WeatherColumn;
  readonly of: "max" | "min" | "mean" | "sum";
}

/** In the order in which weighted sums add them up. */
export const DAILY_INDICES = {
  temperature_max: { column: "temperature", of: "max" },
  temperature_min: { column: "temperature", of: "min" },
  temperature_mean: { column: "temperature", of: "mean" },
  dew_point_max: { column: "dew_point_temperature", of: "max" },
  dew_point_min: { column: "dew_point_temperature", of: "min" },
  dew_point_mean: { column: "dew_point_temperature", of: "mean" },
  wind_max: { column: "wind_speed", of: "max" },
  wind_mean: { column: "wind_speed", of: "mean" },
  dni_sum: { column: "direct_normal_irradiance", of: "sum" },
  ghi_sum: { column: "global_horizontal_irradiance", of: "sum" },
  humidity_mean: { column: "relative_humidity", of: "mean" },
} as const satisfies { readonly [name: string]: IndexSource };

/** @experimental */
export type DailyIndex = keyof typeof DAILY_INDICES;
/** @experimental */
export const DAILY_INDEX_NAMES = Object.keys(DAILY_INDICES) as DailyIndex[];

/** One value per local day of the record. */
export type DailyValues = { readonly [name in DailyIndex]?: Float64Array };

/** The indices asked for, whose columns must be there. Short gaps are bridged; what a longer one makes of a day is not used. */
export function dailyValues(record: LocalRecord, columns: MeasuredColumns, names: Iterable<DailyIndex>): DailyValues {
  const days: { [name in DailyIndex]?: Float64Array } = {};
  const filled = new Map<WeatherColumn, Float64Array>();
  for (const name of names) {
    const { column, of }: IndexSource = DAILY_INDICES[name];
    if (!filled.has(column)) filled.set(column, bridged(columns[column]!));
    days[name] = REDUCE[of](record, filled.get(column)!);
  }
  return days;
}

type Reduction = (record: LocalRecord, column: Float64Array) => Float64Array;

const REDUCE: { readonly [of in IndexSource["of"]]: Reduction } = {
  max: (record, column) => extremes(record, column, 1),
  min: (record, column) => extremes(record, column, -1),
  mean: (record, column) => sums(record, column, (total, rows) => total / rows),
  sum: (record, column) => sums(record, column, (total) => (total * record.step) / HOUR),
};

function sums(
  record: LocalRecord,
  column: Float64Array,
  finish: (total: number, rows: number) => number,
): Float64Array {
  const days = new Float64Array(record.lastDay - record.firstDay + 1);
  for (let day = 0; day < days.length; day++) {
    const from = Math.max(record.firstRow + day * record.rowsPerDay, 0);
    const to = Math.min(record.firstRow + (day + 1) * record.rowsPerDay, column.length);
    let total = 0;
    for (let row = from; row < to; row++) total += column[row]!;
    days[day] = finish(total, to - from);
  }
  return days;
}

/** @param sign 1: the greatest value of each day, −1: the least */
function extremes(record: LocalRecord, column: Float64Array, sign: 1 | -1): Float64Array {
  const days = new Float64Array(record.lastDay - record.firstDay + 1);
  for (let day = 0; day < days.length; day++) {
    const from = Math.max(record.firstRow + day * record.rowsPerDay, 0);
    const to = Math.min(record.firstRow + (day + 1) * record.rowsPerDay, column.length);
    let best = Number.NEGATIVE_INFINITY;
    for (let row = from; row < to; row++) {
      const value = sign * column[row]!;
      if (value > best) best = value;
    }
    days[day] = sign * best;
  }
  return days;
}
